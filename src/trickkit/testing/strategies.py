"""Hypothesis strategies for checking laws: rules, deals, decisions and games in progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from os import PathLike, fspath
from types import FunctionType
from typing import Any

from attrs import evolve, frozen
from hypothesis import strategies as st

from trickkit.catalog.options import Option, options
from trickkit.catalog.registry import builder, load
from trickkit.catalog.sheets.sheet import Sheet
from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, Pass
from trickkit.model.chance import HOLE, Stacked
from trickkit.phases.dealing import stacked_deal
from trickkit.play.rules import Rules
from trickkit.play.state import State

__all__ = ["MOST_MOVES", "Choice", "Playthrough", "deals", "moves", "play", "playthroughs", "rules", "states"]

MOST_MOVES = 250
"""The default number of decisions for which a game is followed."""

REMEMBERED = 1000
"""The number of games that are cached, so that each is played only once for all laws."""

_Given = Rules | Callable[..., Rules] | str
Buildable = _Given | PathLike[str]


def rules(what: Buildable, /, **fixed: Any) -> st.SearchStrategy[Rules]:
    """Rules of a game with random options.

    An option without listed values or examples keeps its default, and an option that a house-rule sheet sets keeps that
    value. Values with which a sheet cannot be built are left out, for example if the sheet changes a phase that is then
    missing.

    Args:
        what: rules, used as they are; a function that builds rules from options; or whatever `trickkit.load` accepts,
            the key of a game or the path of a file.
        fixed: options that keep one value.

    Raises:
        InvalidRules: there is no such game or option, an option cannot have that value, or options are given for rules
            that are already built.

    >>> from hypothesis import find
    >>> found = find(rules("pikoko", players=3), lambda one: one.options["next_lead"] == "start_player")
    >>> found.players, found.options["next_lead"]
    (3, 'start_player')
    """
    made = Choice.of(what, fixed).tried
    if isinstance(made.what, Rules):
        return st.just(made.what)
    return st.fixed_dictionaries({name: st.sampled_from(values) for name, values in made.values}).map(made.build)


@frozen
class Choice:
    """The options of rules, with the values that can be chosen.

    Args:
        what: rules, a function, or a key or path, as in `rules`.
        values: the options that may be chosen, each with its values, the default first.
        left_out: the options with values that the base allows but a house-rule sheet does not, each with the value and
            the reason.

    >>> choice = Choice.of("pikoko", {"players": 3})
    >>> choice.values[0], choice.values[1][0]
    (('players', (3,)), 'next_lead')
    """

    what: _Given
    values: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    left_out: tuple[tuple[str, Any, str], ...] = ()

    @classmethod
    def of(cls, what: Buildable, fixed: Mapping[str, Any]) -> Choice:
        """The choice from which `rules` draws.

        Raises:
            InvalidRules: as for `rules`.
        """
        if isinstance(what, Rules):
            if fixed:
                raise InvalidRules(f"rules that are built already take no options: {', '.join(fixed)}", game=what.key)
            return cls(what)
        if isinstance(what, PathLike):
            what = fspath(what)
        if not isinstance(what, str) and not callable(what):
            raise InvalidRules(f"{what!r} is not a game: give Rules, a function that builds them, a key or a path")
        build_rules = builder(what) if isinstance(what, str) else what
        if isinstance(build_rules, FunctionType) and not fixed:
            return _choice_of_all(what, build_rules)
        return cls._among(what, build_rules, fixed)

    @classmethod
    def _among(cls, what: _Given, build_rules: Callable[..., Rules], fixed: Mapping[str, Any]) -> Choice:
        listed = options(build_rules)
        if isinstance(build_rules, Sheet):
            fixed = {**build_rules.given, **fixed}
        varied = (option for option in listed if option.values or option.examples or option.name in fixed)
        made = cls(what, tuple((option.name, _values(option, fixed)) for option in varied))
        # Rules that cannot be built are refused here, not in the middle of a test.
        made.build(fixed)
        return made._possible(fixed) if isinstance(build_rules, Sheet) else made

    def _possible(self, fixed: Mapping[str, Any]) -> Choice:
        """The choice reduced to values with which a sheet can be built, each tried by itself."""
        kept, left_out = [], []
        for name, values in self.values:
            possible = [values[0]]
            for value in values[1:]:
                try:
                    self.build({**fixed, name: value})
                except InvalidRules as error:
                    left_out.append((name, value, str(error)))
                else:
                    possible.append(value)
            kept.append((name, tuple(possible)))
        return evolve(self, values=tuple(kept), left_out=tuple(left_out))

    @cached_property
    def tried(self) -> Choice:
        """This choice, after rules have been built with each value by itself.

        Raises:
            InvalidRules: the rules refuse a value that they list for an option.
        """
        fixed = {name: values[0] for name, values in self.values if len(values) == 1}
        for name, values in self.values:
            for value in values[1:]:
                self.build({**fixed, name: value})
        return self

    def build(self, chosen: Mapping[str, Any]) -> Rules:
        """The rules with some options."""
        if isinstance(self.what, Rules):
            return self.what
        return load(self.what, **chosen) if isinstance(self.what, str) else self.what(**chosen)

    def picked(self, numbers: Iterable[int]) -> Rules:
        """The rules with options selected by numbers, one for each; every number selects some value."""
        pairs = zip(self.values, numbers, strict=True)
        return self.build({name: values[pick % len(values)] for (name, values), pick in pairs})


@lru_cache(maxsize=64)
def _choice_of_all(what: _Given, build_rules: Callable[..., Rules]) -> Choice:
    """The choice among all options of a function, cached, as it builds hundreds of rules."""
    return Choice._among(what, build_rules, {})


def _values(option: Option, fixed: Mapping[str, Any]) -> tuple[Any, ...]:
    if option.name in fixed:
        return (fixed[option.name],)
    # The default comes first, so that failures are shown with as few other options as possible.
    return (option.default, *(value for value in option.values or option.examples if value != option.default))


@st.composite
def deals(draw: st.DrawFn, of: st.SearchStrategy[Rules] | Rules) -> Stacked:
    """Stacked deals of a game, complete or with a part left to the seed.

    Args:
        of: rules, or a strategy for them.

    >>> from hypothesis import find
    >>> from trickkit.variants import pikoko
    >>> len(find(deals(pikoko.rules(players=3)), lambda deal: True).hands)
    3
    """
    state = _rules(draw, of).start(seed=draw(_seeds))
    stacked = stacked_deal(state.deal)
    if draw(st.booleans()):
        return stacked
    hands = [[draw(st.sampled_from([card, HOLE])) for card in hand or ()] for hand in stacked.hands or ()]
    stock = stacked.stock[: draw(st.integers(0, len(stacked.stock)))]
    return Stacked(hands=hands or None, turned=stacked.turned, stock=stock, rolls=stacked.rolls)


_seeds = st.integers(0, 2**32 - 1)


def _rules(draw: st.DrawFn, of: st.SearchStrategy[Rules] | Rules) -> Rules:
    return of if isinstance(of, Rules) else draw(of)


@st.composite
def moves(draw: st.DrawFn, state: State, most: int = MOST_MOVES) -> list[tuple[int, Action]]:
    """Possible sequences of decisions from a state on, as pairs of a seat and its action.

    Args:
        state: the beginning.
        most: the maximum number, 0 or more.

    >>> from hypothesis import find
    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7)
    >>> [(seat, str(action)) for seat, action in find(moves(state, most=2), lambda found: len(found) == 2)]
    [(0, '0'), (1, '0')]
    """
    after = play(state, _picks(draw, most))
    return list(after.moves[len(state.moves) :])


SEEDS = 6
"""The number of bytes of the seeds of a playthrough: four for its cards, two for the trials."""


MANNERS = 4
"""The number of manners of bidding."""


BEYOND = 7_531_000
"""The lower bound of random numbers that must depend on the source alone.

Hypothesis sometimes draws a number that it has read in an imported module; the imports would then affect which games
come from a source. Numbers above this bound do not occur in modules.
"""


@frozen(repr=False)
class Playthrough:
    """A random game as data: its rules, the seed of its cards and the picks of its decisions; played on demand.

    If every word is equally likely, auctions climb to the top. Therefore in three games of four, seats bid in another
    manner: they pass half of the time; or they also choose only between the two lowest words; or most of them pass.

    Args:
        rules: the rules of the game.
        seed: the source of its cards.
        picks: a number for every decision, as `play` takes them.
        trials: the seed of a law's experiments, which also says how seats bid.

    >>> from trickkit.variants import pikoko
    >>> playthrough = Playthrough(pikoko.rules(players=3), 7, bytes(5))
    >>> len(playthrough.state.moves), sorted(playthrough.reached)
    (5, [2])
    """

    rules: Rules
    seed: int
    picks: bytes
    trials: int = 0

    @classmethod
    def of(cls, choice: Choice, drawn: bytes) -> Playthrough:
        """The game that some bytes encode: the options, then the seeds, then the decisions."""
        first = len(choice.values)
        seeds = drawn[first : first + SEEDS]
        rules = choice.picked(drawn[:first])
        return cls(rules, int.from_bytes(seeds[:4]), drawn[first + SEEDS :], int.from_bytes(seeds[4:]))

    @cached_property
    def state(self) -> State:
        """The result of `played`, computed once and shared by all laws."""
        return self._followed[0]

    @property
    def reached(self) -> frozenset[int]:
        """The phases in which somebody decided, by index."""
        return self._followed[1]

    @property
    def furthest(self) -> State:
        """The furthest state that the decisions reached; later than `state` if the game ended."""
        return self._followed[2]

    def played(self) -> State:
        """The state after these decisions, or an earlier one if the game ends before.

        If a game's own code fails, the game is followed up to that point, and the laws report why.
        """
        return self._follow(self.picks)[0]

    @cached_property
    def _followed(self) -> tuple[State, frozenset[int], State]:
        return self._follow(self.picks)

    def _follow(self, picks: Sequence[int]) -> tuple[State, frozenset[int], State]:
        """The position after some decisions, the phases in which they were made, and the furthest position."""
        state, reached = self.rules.start(seed=self.seed), set[int]()
        for made, pick in enumerate(picks):
            try:
                possible = options_in(state)
                if not possible:
                    # A short game would usually be examined at its end, so the next pick chooses a position. The game
                    # is played anew, since rules that break laws may change earlier positions.
                    earlier = self.rules.start(seed=self.seed)
                    for before in picks[: min(made, pick % (made + made // 2 + 1))]:
                        earlier = self._after(earlier, options_in(earlier), before)
                    return earlier, frozenset(reached), state
                reached.add(state._context.place)
                state = self._after(state, possible, pick)
            except Exception:
                break
        return state, frozenset(reached), state

    def _after(self, state: State, possible: Sequence[tuple[int, Action]], pick: int) -> State:
        return state.play(*possible[_picked(possible, pick, self.trials % MANNERS)])

    def __repr__(self) -> str:
        return f"<{len(self.picks)} decisions of {self.rules.key}, seed {self.seed}>"


def playthroughs(of: Choice, most: int = MOST_MOVES) -> st.SearchStrategy[Playthrough]:
    """Games with any number of decisions, played on demand.

    Args:
        of: the possible rules.
        most: the most decisions, 0 or more.

    >>> from hypothesis import find
    >>> from trickkit.variants import pikoko
    >>> find(playthroughs(Choice.of(pikoko.rules, {})), lambda playthrough: True)
    <0 decisions of pikoko, seed 0>
    """
    first = len(of.values) + SEEDS

    @lru_cache(REMEMBERED)
    def playthrough(drawn: bytes) -> Playthrough:
        return Playthrough.of(of, drawn)

    # Everything is drawn at once: with separate draws, hypothesis would keep some values while it changes others, and
    # show only a few different games. The number of decisions comes first, so that among the games that break a law a
    # short one is found.
    first += BEYOND
    return st.integers(first, first + most).flatmap(_bytes).map(playthrough)


def _bytes(number: int) -> st.SearchStrategy[bytes]:
    length = number - BEYOND
    return st.binary(min_size=length, max_size=length)


def states(of: st.SearchStrategy[Rules] | Buildable, most: int = MOST_MOVES) -> st.SearchStrategy[State]:
    """Games in progress, anywhere from their first decision to their end.

    Args:
        of: what `rules` takes, for games with random options; or a strategy for rules.
        most: the most decisions, 0 or more.

    Raises:
        InvalidRules: there is no such game.

    >>> from hypothesis import find
    >>> from trickkit.variants import pikoko
    >>> state = find(states(pikoko.rules(players=3), most=2), lambda state: len(state.moves) == 2)
    >>> [str(action) for _, action in state.moves]
    ['0', '0']
    """
    if isinstance(of, st.SearchStrategy):
        return of.flatmap(lambda rules: playthroughs(Choice(rules), most)).map(_state)
    return playthroughs(Choice.of(of, {}), most).map(_state)


def _state(playthrough: Playthrough) -> State:
    return playthrough.state


def _picks(draw: st.DrawFn, most: int) -> bytes:
    """The picks for decisions, one byte each, so that even a long game is drawn at once."""
    length = draw(st.integers(0, most))
    return draw(st.binary(min_size=length, max_size=length))


def play(state: State, picks: Sequence[int]) -> State:
    """The state after some decisions, or at the end of the game.

    Args:
        state: the beginning.
        picks: for every decision, a number that selects one of all possible decisions; every number selects one.

    >>> from trickkit.variants import pikoko
    >>> [str(action) for _, action in play(pikoko.rules(players=3).start(seed=7), [0, 0, 3]).moves]
    ['0', '0', '3']
    """
    for pick in picks:
        possible = options_in(state)
        if not possible:
            break
        state = state.play(*possible[pick % len(possible)])
    return state


def options_in(state: State) -> list[tuple[int, Action]]:
    """All possible decisions in a state, as pairs of a seat and its action."""
    return [(seat, action) for seat in state.actors for action in state.legal(seat)]


def _picked(possible: Sequence[tuple[int, Action]], pick: int, manner: int) -> int:
    """The index of the decision that a pick selects; the manner says how often seats pass."""
    passes = [index for index, (_, action) in enumerate(possible) if isinstance(action, Pass)]
    if not passes or not manner or len(passes) == len(possible):
        return pick % len(possible)
    likely, low = (128, len(possible)) if manner == 1 else (128, 2) if manner == 2 else (224, 2)
    if pick < likely:
        return passes[pick % len(passes)]
    others = [index for index in range(len(possible)) if index not in passes]
    return others[pick % min(low, len(others))]
