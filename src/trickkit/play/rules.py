"""The rules of a game as a value, and ways to derive other rules by changing one part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, TypeVar

from attrs import evolve, field, fields, frozen, validators

from trickkit.errors import InvalidAction, InvalidRules, InvalidSeat, MissingRecord, TrickkitError, nearest, quoted
from trickkit.model.actions import Action, Play
from trickkit.model.cards import Deck
from trickkit.model.chance import Stacked
from trickkit.model.checks import MOST_ACTIONS, counted, each_is_a, is_a, printable
from trickkit.model.converters import one_or_more, to_pairs
from trickkit.model.symmetry import Symmetry
from trickkit.phases.base import Phase
from trickkit.play.checks import check_hashable, check_values, is_own, named_suits
from trickkit.play.state import State, started
from trickkit.play.trial import check_stacked, read_in_vain, try_rules
from trickkit.play.view import View
from trickkit.policies.ending import Ending
from trickkit.policies.memory import Memory
from trickkit.policies.schedule import Schedule
from trickkit.scoring.base import Scoring
from trickkit.worlds.sampler import Worlds

__all__ = ["Rules"]

V = TypeVar("V")

_ORIGIN = ("source_text", "sheet")
"""The fields that describe the origin of rules, not their contents."""


@frozen(kw_only=True, repr=False, cache_hash=True)
class Rules:
    """The rules of a game.

    House rules are values derived from these: `replace` changes a policy of a phase or a part of the rules, `without`
    removes a phase, `before` and `after` insert one.

    Args:
        key: the short name by which `trickkit.load` finds the game.
        name: the name of the game, as on the box.
        summary: one sentence.
        source: the rulebook and its edition.
        players: how many play, 1 or more.
        deck: the cards.
        phases: the steps of a deal, in rulebook order.
        scoring: what a deal is worth, in parts that are added up; a single part may be given as it is.
        schedule: the hand size of each deal, and who starts the next.
        ending: when the game is over, and who won.
        memory: the parts of what the game remembers from deal to deal besides points; a single part may be given as it
            is.
        options: the options that these rules were built with and their values.
        sheet: the text of the house-rule sheet that they were read from; empty if there is none, and for rules derived
            from them.

    >>> from trickkit.phases import Tricks
    >>> from trickkit.policies.follow import MustOvertrump
    >>> from trickkit.variants import pikoko
    >>> pikoko.rules(players=4).replace(Tricks, follow=MustOvertrump())
    pikoko.rules(players=4).replace(Tricks, follow=MustOvertrump())
    """

    key: str = field(validator=[printable(), validators.min_len(1)])
    name: str = field(validator=printable())
    summary: str = field(default="", validator=printable())
    source: str = field(default="", validator=printable())
    players: int = field(validator=counted(1))
    deck: Deck = field(validator=is_a(Deck))
    phases: tuple[Phase, ...] = field(converter=one_or_more, validator=each_is_a(Phase))
    scoring: tuple[Scoring, ...] = field(converter=one_or_more, validator=each_is_a(Scoring))
    schedule: Schedule = field(validator=is_a(Schedule))
    ending: Ending = field(validator=is_a(Ending))
    memory: tuple[Memory, ...] = field(default=(), converter=one_or_more, validator=each_is_a(Memory))
    symmetry: Symmetry = field(default=Symmetry(), validator=is_a(Symmetry))
    _options: tuple[tuple[str, object], ...] = field(default=(), converter=to_pairs)
    source_text: str = field(default="", eq=False)
    sheet: str = field(default="", eq=False)

    def __attrs_post_init__(self) -> None:
        check_values((*self.phases, *self.scoring, self.schedule, self.ending, *self.memory))
        for part in self.memory:
            if not isinstance(getattr(part, "record", None), type):
                raise InvalidRules(
                    f"{type(part).__name__} does not say what it remembers; declare the type, as in record = Declared",
                    game=self.key,
                )
        records = [part.record for part in self.memory]
        for record in records:
            if records.count(record) > 1:
                raise InvalidRules(f"memory: two parts remember a {record.__name__}", game=self.key)
        for name, value in self._options:
            check_hashable(value, f"options: {name}")
        built_for = self.options.get("players", self.players)
        if built_for != self.players:
            raise InvalidRules(
                f"players={self.players}, but these rules are built for {built_for}; players is an option: give it "
                f"when the rules are built, as in load(KEY, players={self.players})",
                game=self.key,
            )

    @property
    def options(self) -> Mapping[str, object]:
        """The options that these rules were built with and their values, by name."""
        return MappingProxyType(dict(self._options))

    # Starting a game

    def start(self, *, seed: int | None = 0, first: int | None = None, deals: Sequence[Stacked] = ()) -> State:
        """Starts a new game, at its first decision.

        Args:
            seed: an integer of at most 4,000 digits; the same seed gives the same cards. With None nothing is drawn at
                random, so everything must be fixed.
            first: the seat that starts the first deal; None draws it.
            deals: the parts of the first deals that are fixed by hand; the rest comes from the seed.

        Raises:
            InvalidRules: these rules cannot be played, the seed is not such an integer, or a stacked deal cannot be
                dealt.
            InvalidCard: a stacked deal has a card that is not in the deck.
            InvalidSeat: the seat `first` does not exist.
            UnknownChance: there is no seed, and not everything is fixed.

        >>> from trickkit.variants import pikoko
        >>> pikoko.rules().start(seed=7, first=2).deal.starter
        2
        """
        try:
            if (flaw := flaw_of(self)) is not None:
                raise InvalidRules(flaw)
            if first is not None:
                self.check_seat(first)
            check_stacked(self, deals)
        except TrickkitError as error:
            error.game = self.key
            raise
        return started(self, seed, first, tuple(deals))

    def check_seat(self, seat: object) -> None:
        """Refuse a seat that this game does not have.

        Raises:
            InvalidSeat: naming the existing seats.
        """
        if not isinstance(seat, int) or not 0 <= seat < self.players:
            raise InvalidSeat(f"seat {quoted(seat)}: this game has the seats 0..{self.players - 1}", game=self.key)

    def worlds(self, view: View) -> Worlds:
        """The worlds that agree with a view of this game, ready for sampling; `view.sample` is the shortcut.

        >>> from random import Random
        >>> from trickkit.variants import pikoko
        >>> view = pikoko.rules(players=3).start(seed=7).view(1)
        >>> view.rules.worlds(view).sample(Random(1)).view(1) == view
        True
        """
        return Worlds(self, view)

    # Actions

    @cached_property
    def own(self) -> tuple[bool, ...]:
        """For every phase, whether it or one of its policies comes from outside the library.

        Play checks the results of such phases; the library's own are covered by its tests.
        """
        return tuple(is_own(phase) for phase in self.phases)

    @cached_property
    def own_scoring(self) -> bool:
        """Whether a part of the scoring comes from outside the library; play then checks its results."""
        return is_own(self.scoring)

    @cached_property
    def listed(self) -> frozenset[Action]:
        """All actions as a set, for look-ups."""
        return frozenset(self.actions.values())

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        """Every action of the game by its text, in the order of the phases.

        Raises:
            InvalidRules: two actions have the same text, or there are more than 10,000.
        """
        actions: dict[str, Action] = {}
        for phase in self.phases:
            for action in phase.actions(self.deck, self.players):
                if actions.setdefault(str(action), action) is not action:
                    raise InvalidRules(
                        f"two actions are written {quoted(str(action))}: {quoted(actions[str(action)])} and "
                        f"{quoted(action)}"
                    )
            if len(actions) > MOST_ACTIONS:
                raise InvalidRules(f"{type(phase).__name__}: a game has at most {MOST_ACTIONS:,} different actions")
        return MappingProxyType(actions)

    def action(self, text: str) -> Action:
        """The action with a text.

        Raises:
            InvalidAction: this game has no such action.

        >>> from trickkit.variants import pikoko
        >>> pikoko.rules().action("no trust")
        Back(seat=None)
        """
        action = self.actions.get(text) if isinstance(text, str) else None
        if action is None:
            raise InvalidAction(
                f"{quoted(text)} is not an action of this game{self._instead(str(text))}", game=self.key
            )
        return action

    def _instead(self, text: str) -> str:
        for card in self.deck:
            if card.text == text and str(Play(text)) not in self.actions:
                faces = [face.text for face in card.faces if str(Play(face.text)) in self.actions]
                return (
                    f"; the card {text} is played as one of {', '.join(faces)}"
                    if faces
                    else "; no phase plays cards so"
                )
        return nearest(text, self.actions)

    # House rules

    def replace(self, phase: type[Phase] | None = None, /, **changes: Any) -> Rules:
        """The rules with some policies of a phase replaced, or, if no phase is given, with parts of the rules replaced.

        A phase that occurs more than once is changed everywhere.

        Raises:
            InvalidRules: there is no such phase, it has no such policy, or a policy is of the wrong type.

        >>> from trickkit.variants import pikoko
        >>> house = pikoko.rules().replace(key="short", ending=pikoko.AfterDeals(deals=1))
        >>> house.key, house.ending.deals
        ('short', 1)
        """
        words = ", ".join(f"{name}={value!r}" for name, value in changes.items())
        if phase is None:
            _check_names(type(self), changes, *_ORIGIN)
            for name in changes:
                if name in self.options:
                    raise InvalidRules(
                        f"{name} is an option: give it when the rules are built, as in load(KEY, {name}=...)",
                        game=self.key,
                    )
            return self._made(f"replace({words})", **changes)
        self._places(phase)
        phases = tuple(self._changed(old, phase, changes) if _is_a(old, phase) else old for old in self.phases)
        return self._made(f"replace({phase.__name__}, {words})", phases=phases)

    def _changed(self, phase: Phase, named: type[Phase], changes: Mapping[str, Any]) -> Phase:
        if not isinstance(phase, named):
            return evolve(phase, phase=self._changed(phase.inner, named, changes))  # type: ignore[misc]
        _check_names(type(phase), changes)
        return self._evolved(phase, named.__name__, changes)

    def without(self, phase: type[Phase], /) -> Rules:
        """The rules without a phase; refuse one that occurs several times.

        Raises:
            InvalidRules: there is no such phase, or more than one.
        """
        index = self._place(phase)
        return self._made(f"without({phase.__name__})", phases=_spliced(self.phases, index, index + 1))

    def before(self, phase: type[Phase], new: Phase, /) -> Rules:
        """The rules with a new phase before another.

        Raises:
            InvalidRules: there is no such phase, or more than one.
        """
        index = self._place(phase)
        return self._made(f"before({phase.__name__}, {new!r})", phases=_spliced(self.phases, index, index, new))

    def after(self, phase: type[Phase], new: Phase, /) -> Rules:
        """The rules with a new phase after another.

        Raises:
            InvalidRules: there is no such phase, or more than one.
        """
        index = self._place(phase) + 1
        return self._made(f"after({phase.__name__}, {new!r})", phases=_spliced(self.phases, index, index, new))

    def _places(self, phase: type[Phase]) -> list[int]:
        names = ", ".join(type(candidate.inner).__name__ for candidate in self.phases)
        if not isinstance(phase, type):
            raise InvalidRules(
                f"{quoted(phase)} is not a class; name a phase by its class, not by a text or a value; there are: "
                f"{names}",
                game=self.key,
            )
        places = [index for index, candidate in enumerate(self.phases) if _is_a(candidate, phase)]
        if not places:
            raise InvalidRules(f"{phase.__name__} is not among the phases: {names}", game=self.key)
        return places

    def _place(self, phase: type[Phase]) -> int:
        places = self._places(phase)
        if len(places) > 1:
            raise InvalidRules(
                f"{phase.__name__} occurs {len(places)} times among the phases; say which one is meant by giving all "
                "of them, as in rules.replace(phases=...)",
                game=self.key,
            )
        return places[0]

    def _made(self, how: str, **changes: Any) -> Rules:
        source_text = f"{self.source_text}.{how}" if self.source_text else ""
        made = self._evolved(self, self.name, {**changes, "source_text": source_text, "sheet": ""})
        return made if "symmetry" in changes else made.claiming_no_more_than(self)

    def claiming_no_more_than(self, base: Rules) -> Rules:
        """House rules that claim no suit symmetry for suits that a new part names, such as hearts that score.

        Args:
            base: the rules from which the house rules were derived.

        >>> from trickkit.scoring import ScoreCards
        >>> from trickkit.variants import game5211
        >>> base = game5211.rules(players=4)
        >>> house = base.replace(scoring=(*base.scoring, ScoreCards(suits={"blue": 1})))
        >>> [str(suit) for suit in base.symmetry.suits if suit not in house.symmetry.suits]
        ['blue']
        """
        named = named_suits(self.deck, [part for part in _parts(self) if part not in _parts(base)])
        narrowed = self.symmetry.but(named)
        return self if narrowed == self.symmetry else evolve(self, symmetry=narrowed)

    def _evolved(self, value: V, name: str, changes: Mapping[str, Any]) -> V:
        """A value with some fields changed; errors of its class become errors of the library."""
        try:
            return evolve(value, **changes)  # type: ignore[misc]
        except InvalidRules:
            raise
        except (TypeError, ValueError) as error:
            raise InvalidRules(f"{name}: {error.args[0]}", game=self.key) from error

    def __repr__(self) -> str:
        if self.source_text:
            return self.source_text
        parts = (
            f"{attribute.alias}={getattr(self, attribute.name)!r}"
            for attribute in fields(Rules)
            if attribute.name not in _ORIGIN
        )
        return f"Rules({', '.join(parts)})"


def rules_of(rules: object) -> Rules:
    """Checks that an argument is a Rules.

    Raises:
        InvalidRules: the argument is not a Rules.

    >>> rules_of("pikoko")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: 'pikoko' is not a Rules object; make one with a variant's rules() or trickkit.load
    """
    if not isinstance(rules, Rules):
        raise InvalidRules(f"{quoted(rules)} is not a Rules object; make one with a variant's rules() or trickkit.load")
    return rules


@lru_cache(maxsize=256)
def flaw_of(rules: Rules) -> str | None:
    """Why rules cannot be played, or None.

    >>> from trickkit.phases import DealOut
    >>> from trickkit.variants import pikoko
    >>> flaw_of(pikoko.rules()), flaw_of(pikoko.rules().without(DealOut))
    (None, 'Tricks: the hands are empty; a phase before it must deal')
    """
    try:
        try_rules(rules)
    except InvalidRules as error:
        return read_in_vain(rules, error) if isinstance(error, MissingRecord) else error.message
    return None


def _parts(rules: Rules) -> tuple[object, ...]:
    return (*rules.phases, *rules.scoring, rules.schedule, rules.ending, *rules.memory)


def _is_a(phase: Phase, kind: type[Phase]) -> bool:
    """Whether a phase, or the one that it wraps, is of a type."""
    return isinstance(phase, kind) or isinstance(phase.inner, kind)


def _spliced(phases: tuple[Phase, ...], start: int, stop: int, *new: Phase) -> tuple[Phase, ...]:
    return (*phases[:start], *new, *phases[stop:])


def _check_names(owner: type[Any], changes: Mapping[str, object], *private: str) -> None:
    known = [attribute.alias for attribute in fields(owner) if attribute.name not in private]
    for name in changes:
        if name not in known:
            raise InvalidRules(
                f"{owner.__name__} has no {quoted(name)}{nearest(name, known)}; it has: {', '.join(known)}"
            )
