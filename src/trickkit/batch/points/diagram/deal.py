"""A finished deal as a scoring is given it: it notes what the scoring looks at."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from attrs import frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.layout import F_DECLARER, F_NUMBER, F_OPENER, F_SIZE, F_STARTER, F_TRUMP, Columns
from trickkit.batch.lowering.answers import NOT_ASKED
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.knowledge import Source
from trickkit.batch.lowering.shown import PointsShown, Shown
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.diagram.kernel import ALL_OF, SETS, WON
from trickkit.batch.points.diagram.looks import Classes, Part, Place, Trace
from trickkit.batch.points.diagram.quantities import Cards, Count, Told
from trickkit.model.cards import Suit
from trickkit.model.events import Record
from trickkit.phases.drawing import DrawAfterTrick
from trickkit.phases.talon import LayAway
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.rules import Rules
from trickkit.policies.participants import taking_part
from trickkit.policies.until import AfterTricks, HandsEmpty

MOST_TRICKS = 62
MOST_POINTS = 510
"""What the melds of a seat score at most, where compiled code looks them up."""


@frozen(eq=False, slots=False)
class Outlook:
    """What may be looked at of the finished deals of some rules.

    Args:
        rules: the rules.
        sources: by type of record, where it is told; None where two phases write it.
        hidden: the types of records that are not told.
        trumps: by number, those that there may be.
        sizes: those that hands may have.
        columns: of the facts.
        has_cards: whether masks are written down of the cards.
        readers: by type of record that has no outcomes, where numbers stand that tell of it.
    """

    rules: Rules
    sources: Mapping[type[Record], Source | None]
    hidden: frozenset[type[Record]]
    trumps: Sequence[Suit | None]
    sizes: Sequence[int]
    columns: Columns
    has_cards: bool
    readers: Mapping[type[Record], Shown]

    @cached_property
    def lost(self) -> set[tuple[type[Record], str]]:
        """The fields of records that are not told."""
        return {lost for source in self.sources.values() if source is not None for lost in source.lost}

    @cached_property
    def untold(self) -> set[tuple[type[Record], str]]:
        """The fields of records that tell of cards at which their phases did not look."""
        return {untold for source in self.sources.values() if source is not None for untold in source.untold}

    @cached_property
    def kinds(self) -> dict[str, int]:
        """By the text of a card, the first faces of all equal ones, as a mask."""
        kinds: dict[str, int] = {}
        for card, mask in zip(self.rules.deck.cards, self.rules.deck.masks, strict=True):
            kinds[card.text] = kinds.get(card.text, 0) | (mask & -mask)
        return kinds

    @cached_property
    def tricks(self) -> list[Tricks]:
        """The phases in which tricks are played."""
        return [phase for phase in self.rules.phases if isinstance(phase, Tricks)]

    @cached_property
    def most_tricks(self) -> int:
        """No more tricks than these are played."""
        return min(MOST_TRICKS, len(self.tricks) * max(self.sizes))

    @cached_property
    def numbered(self) -> bool:
        """Whether the numbers of tricks are known: where the tricks of one phase end early, another one goes on."""
        return len(self.tricks) < 2 or all(type(phase.until) in (HandsEmpty, AfterTricks) for phase in self.tricks)

    @cached_property
    def all_played(self) -> bool:
        """Whether hands lose cards only by playing them, once the tricks have begun."""
        first = self.rules.phases.index(self.tricks[0])
        return all(isinstance(phase, Tricks | DrawAfterTrick) for phase in self.rules.phases[first:])

    @cached_property
    def classes(self) -> dict[Hashable, Classes]:
        """By question, the classes of outcomes, as far as they were needed."""
        return {}

    @cached_property
    def tables(self) -> list[tuple[int, ...]]:
        """The groups of outcomes that are told apart, each by outcome from -1 on."""
        return []

    def classed(self, question: tuple[Any, ...]) -> Classes:
        """The classes of outcomes by an answer."""
        if question not in self.classes:
            source, answers = self.sources[question[1]], list[Any]()
            if source is None:
                raise Unsupported(f"two phases write {question[1].__name__}")
            column = source.place - layout.OUTCOMES + self.columns.width - self.columns.outcomes
            if not 0 <= source.place - layout.OUTCOMES < self.columns.outcomes:
                raise Unsupported(f"{question[1].__name__} is not written down")
            # An outcome that is not known stands for a phase that did not begin.
            class_of, numbers = {}, dict[Any, int]()
            for outcome in range(-1, len(source.writes)):
                number = outcome + source.offset
                record = (
                    source.records[question[1]][number] if outcome >= 0 and 0 <= number < len(source.writes) else None
                )
                answer = record is not None if question[0] == "exists" else getattr(record, question[2], None)
                class_of[outcome] = _number_of(answer, answers, numbers)
            self.classes[question] = Classes(question, column, class_of, answers, self.tables)
        return self.classes[question]


def _number_of(answer: Any, answers: list[Any], numbers: dict[Any, int]) -> int:
    """The number of an answer among some, to which it is added where it is new."""
    try:
        known = numbers.setdefault((type(answer), answer), len(answers))
    except TypeError:
        known = answers.index(answer) if answer in answers else len(answers)
    if known == len(answers):
        answers.append(answer)
    return known


class Noting:
    """Answers what a scoring looks at, and notes it: stands for `Answers` in a blank deal.

    Args:
        outlook: of the rules.
        trace: of the deal.
        scoring: its name, for errors.
    """

    def __init__(self, outlook: Outlook, trace: Trace, scoring: str) -> None:
        self.outlook, self.trace, self.phase = outlook, trace, scoring
        self.lost, self.written, self.hidden = outlook.lost, outlook.sources, outlook.hidden
        self.untold, self.blanks = outlook.untold, dict[Any, Any]()

    def ask(self, *what: Any) -> Any:
        """What the scoring finds."""
        outlook, trace = self.outlook, self.trace
        players = outlook.rules.players
        if what[0] in ("exists", "field"):
            classes = outlook.classed(what)
            if not classes.numbers:
                return trace.classed(classes)
            return None if trace.grouped(classes, classes.lacking) else Told(trace, classes, classes.numbers)
        if what[0] == "starter":
            return trace.fact(F_STARTER, 0, players - 1)
        if what[0] == "size":
            return trace.fact(F_SIZE, min(outlook.sizes), max(outlook.sizes))
        if what[0] == "trump":
            return outlook.trumps[trace.fact(F_TRUMP, 0, len(outlook.trumps) - 1)]
        if what[0] == "declarer":
            declarer = trace.fact(F_DECLARER, -1, players - 1)
            return None if declarer < 0 else declarer
        if what[0] == "number" and len(outlook.sizes) <= 1 << 12:
            return trace.fact(F_NUMBER, 0, (outlook.rules.ending.most_deals() or 1 << 12) - 1)
        raise self.refuse(f"`{what[0]}` of a deal")

    def shown(self, shown: Shown) -> PointsShown | None:
        """What was shown of melds; None where the phase did not begin."""
        columns = self.outlook.columns
        first = columns.width - columns.outcomes - layout.OUTCOMES
        if self.trace.fact(first + shown.places[0], -1, MOST_POINTS) < 0:
            return None
        return shown.read(lambda place: self.trace.fact(first + place, -1, MOST_POINTS), self.refuse)

    def refuse(self, what: str, why: str = NOT_ASKED) -> Unsupported:
        """The error that a scoring looks at something that is not written down."""
        return Unsupported(f"{self.phase}: it looks at {what}, {why}")


class ScoredDeal(BlankDeal):
    """A finished deal of which what is looked at is noted."""

    @classmethod
    def noted(cls, outlook: Outlook, trace: Trace, scoring: str) -> ScoredDeal:
        """A deal that notes in a trace what a scoring looks at."""
        return cls.of(outlook.rules.deck, outlook.rules.players, Noting(outlook, trace, scoring))  # type: ignore[arg-type,return-value]

    def get(self, phase: type[Any]) -> Any:
        """What a phase found out."""
        noting = self.__dict__["_answers"]
        if getattr(phase, "record", None) in noting.outlook.readers:
            return noting.shown(noting.outlook.readers[phase.record])
        if getattr(phase, "record", None) is not TrickTable:
            return super().get(phase)
        return NotedTricks(self, noting) if noting.trace.fact(F_OPENER, -1, self.players - 1) >= 0 else None

    def __getitem__(self, phase: type[Any]) -> Any:
        noting = self.__dict__["_answers"]
        if getattr(phase, "record", None) is TrickTable:
            return NotedTricks(self, noting)
        if phase is LayAway:
            return SimpleNamespace(hands=self._laid_away(noting))
        return super().__getitem__(phase)

    @property
    def stock(self) -> Cards:  # type: ignore[override]
        """The cards that are left."""
        return _cards(self.__dict__["_answers"], _of_sets(2 * self.players + 1, self.players))

    def _laid_away(self, noting: Noting) -> tuple[Cards, ...]:
        """By seat, the cards that were laid away."""
        phases = [phase for phase in noting.outlook.rules.phases if isinstance(phase, LayAway)]
        if len(phases) != 1:
            raise noting.refuse("cards that were laid away", "which only one phase may do")
        seats = taking_part(phases[0].who, self, phases[0])
        laid = _of_sets(2 * self.players, self.players)
        return tuple([_cards(noting, laid) if seat in seats else _cards(noting) for seat in self.seats])


def _of_sets(column: int, players: int) -> Place:
    """Where one of the sets of a deal is written down."""
    return Place(SETS, column, 2 * players + 2)


def _cards(noting: Noting, *places: Place) -> Cards:
    if not noting.outlook.has_cards:
        raise noting.refuse("cards", "which are not written down as masks")
    return Cards(noting.trace, noting.outlook.kinds, places)


class NotedTricks:
    """The tricks of a finished deal, as `TrickTable` has them: what is looked at is noted.

    Args:
        deal: the deal.
        noting: what answers.
    """

    def __init__(self, deal: ScoredDeal, noting: Noting) -> None:
        self._deal, self._noting, self._outlook = deal, noting, noting.outlook

    @property
    def taken(self) -> tuple[Count, ...]:
        """By hand, how many tricks it took."""
        return self._taken((1 << self._outlook.most_tricks) - 1)

    def taken_since(self, number: int) -> tuple[Count, ...]:
        """By hand, how many tricks it took from one on."""
        if not self._outlook.numbered:
            raise self._noting.refuse("the numbers of tricks", "which several phases count")
        return self._taken((1 << self._outlook.most_tricks) - (1 << min(number, self._outlook.most_tricks)))

    def _taken(self, mask: int) -> tuple[Count, ...]:
        return tuple([Count(self._noting.trace, {(SETS, hand, mask): 1}) for hand in self._deal.seats])

    def captured(self, hand: int) -> Cards:
        """The cards that a hand got."""
        return _cards(self._noting, Place(WON, hand, self._deal.players))

    def piles(self, players: int) -> tuple[Cards, ...]:
        """What `captured` gives, for every hand."""
        return tuple([self.captured(hand) for hand in range(players)])

    def points(self, hand: int, worth: Mapping[str, int]) -> Count:
        """What the cards that a hand got are worth."""
        return self.captured(hand).points(worth)

    def played(self, hand: int) -> Cards:
        """The cards that a hand played."""
        if not self._outlook.all_played:
            raise self._noting.refuse("the cards that a hand played", "where cards move between tricks")
        return _cards(self._noting, _of_sets(self._deal.players + hand, self._deal.players))

    def played_in_full(self, hand: int, groups: Iterable[Collection[str]]) -> Count:
        """Of how many groups of cards a hand played all."""
        (place,), kinds, parts = self.played(hand).places, self._outlook.kinds, dict[Part, int]()
        if self._outlook.rules.deck.copies:
            raise self._noting.refuse("groups of cards", "which are not written down where there are equal ones")
        for group in groups:
            if kinds.keys() >= {*group}:
                there = [part for part in place.parts(sum(kinds[text] for text in {*group})) if part[2]]
                if len(there) > 1:
                    raise self._noting.refuse("groups of cards", "which do not stand together in the deck")
                part = (ALL_OF, *there[0][1:])
                parts[part] = parts.get(part, 0) + 1
        return Count(self._noting.trace, parts)
