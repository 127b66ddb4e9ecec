"""Games to hold laws against: strategies for rules, deals, decisions and games in progress."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from trickkit.actions import Action
from trickkit.chance import HOLE, Stacked
from trickkit.errors import InvalidRules
from trickkit.options import Option, options
from trickkit.phases.dealing import dealt_again
from trickkit.rules import Rules
from trickkit.sheets.sheet import Sheet
from trickkit.state import State
from trickkit.variants.registry import builder, load

__all__ = ["MOST_MOVES", "deals", "moves", "play", "rules", "states"]

MOST_MOVES = 250
"""How many decisions a game is followed for, where nothing else is said."""

Buildable = Rules | Callable[..., Rules] | str


def rules(what: Buildable, /, **fixed: Any) -> st.SearchStrategy[Rules]:
    """Rules of a game with random options.

    An option without listed values keeps its default, and one that a house-rule sheet sets keeps that value.

    Args:
        what: rules, which are taken as they are; a function that builds rules from options; or what `trickkit.load`
            takes, the key of a game or the path of a file.
        fixed: options that keep one value.

    Raises:
        InvalidRules: there is no such game or option, an option cannot have that value, or options are given for rules
            that are built already.

    >>> from hypothesis import find
    >>> found = find(rules("pikoko", players=3), lambda one: one.options["next_lead"] == "start_player")
    >>> found.players, found.options["next_lead"]
    (3, 'start_player')
    """
    if isinstance(what, Rules):
        if fixed:
            raise InvalidRules(f"rules that are built already take no options: {', '.join(fixed)}", game=what.key)
        return st.just(what)
    if not isinstance(what, str) and not callable(what):
        raise InvalidRules(f"{what!r} is no game: give Rules, a function that builds them, a key or a path")
    build_rules = builder(what) if isinstance(what, str) else what
    found = options(build_rules)
    if isinstance(build_rules, Sheet):
        fixed = {**build_rules.given, **fixed}
    _build(what, fixed)  # what is fixed is refused here, and not in the middle of a test

    def build(chosen: Mapping[str, Any]) -> Rules:
        return _build(what, chosen)

    values = {one.name: _values(one, fixed) for one in found if one.values or one.name in fixed}
    return st.fixed_dictionaries(values).map(build)


def _values(option: Option, fixed: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    if option.name in fixed:
        return st.just(fixed[option.name])
    # The default comes first, so that what breaks is shown with as few other options as possible.
    return st.sampled_from(sorted(option.values or (), key=lambda value: value != option.default))


def _build(what: str | Callable[..., Rules], chosen: Mapping[str, Any]) -> Rules:
    return load(what, **chosen) if isinstance(what, str) else what(**chosen)


@st.composite
def deals(draw: st.DrawFn, of: st.SearchStrategy[Rules] | Rules) -> Stacked:
    """Deals of a game that are fixed by hand: wholly, or with holes that are left to the seed.

    Args:
        of: rules, or a strategy for them.

    >>> from hypothesis import find
    >>> from trickkit.variants import pikoko
    >>> len(find(deals(pikoko.rules(players=3)), lambda deal: True).hands)
    3
    """
    state = _rules(draw, of).start(seed=draw(_seeds))
    stacked = dealt_again(state.deal)
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
    """Decisions that may be made from a state on, in order, as pairs of a seat and its action.

    Args:
        state: where they begin.
        most: how many at most, 0 or more.

    >>> from hypothesis import find
    >>> from trickkit.variants import pikoko
    >>> state = pikoko.rules(players=3).start(seed=7)
    >>> [(seat, str(action)) for seat, action in find(moves(state), lambda found: len(found) == 2)]
    [(0, '0'), (1, '0')]
    """
    after = play(state, _picks(draw, most))
    return list(after.moves[len(state.moves) :])


@st.composite
def states(draw: st.DrawFn, of: st.SearchStrategy[Rules] | Rules, most: int = MOST_MOVES) -> State:
    """Games in progress, anywhere from their first decision to their end.

    Args:
        of: rules, or a strategy for them.
        most: how many decisions are made at most, 0 or more.

    >>> from hypothesis import find
    >>> from trickkit.phases import Tricks
    >>> from trickkit.variants import pikoko
    >>> state = find(states(pikoko.rules(players=3)), lambda state: isinstance(state.phase, Tricks))
    >>> len(state.moves)
    12
    """
    start = _rules(draw, of).start(seed=draw(_seeds))
    return play(start, _picks(draw, most))


def _picks(draw: st.DrawFn, most: int) -> bytes:
    """Which decisions are made: one byte for each, so that a long game is drawn at once."""
    length = draw(st.integers(0, most))
    return draw(st.binary(min_size=length, max_size=length))


def play(state: State, picks: Sequence[int]) -> State:
    """The state after some decisions, or at the end of the game.

    Args:
        state: where they begin.
        picks: for every decision a number that picks one of all that some seat may make; any number picks one.

    >>> from trickkit.variants import pikoko
    >>> [str(action) for _, action in play(pikoko.rules(players=3).start(seed=7), [0, 0, 3]).moves]
    ['0', '0', '3']
    """
    for pick in picks:
        if not state.actors:
            break
        options = [(seat, action) for seat in state.actors for action in state.legal(seat)]
        state = state.play(*options[pick % len(options)])
    return state
