"""Phases that no table holds: they are run in Python, and what they find out is numbered as it occurs.

Rows keep the number of an outcome. Phases, policies and scorings after it are asked about the outcomes that have
occurred, as they are about those of a phase that was explored; when new ones occur, they are asked again.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from attrs import define, field, fields, frozen

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.budget import Budget
from trickkit.batch.lowering.knowledge import Source
from trickkit.batch.lowering.numbers import row_figures
from trickkit.batch.lowering.paces import WARM_UP, Paces
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.cards import Suit
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.rules import Rules

if TYPE_CHECKING:
    from trickkit.batch.lowering.compiler import Lowering

MOST_OUTCOMES = 2_000
"""So many outcomes are numbered; deals with other ones are played to their end by the reference engine."""
MOST_VALUES = 250
"""A field of records that has more values is not told: it tells of cards or of a course, and hardly two are alike."""


@frozen
class Outcome:
    """What phases in Python have found out up to the end of one of them.

    Args:
        place: of that phase.
        told: by record, its type and the fields that are told.
        trump: as the deal has it then, as what follows.
        declarer: likewise.
        resting: likewise.
        closed: likewise.
        records: one record of each type that has these fields.
    """

    place: int
    told: tuple[tuple[type[Record], tuple[Hashable, ...]], ...]
    trump: Suit | None
    declarer: int | None
    resting: tuple[int, ...]
    closed: bool
    records: tuple[Record, ...] = field(eq=False)


@frozen
class Shape:
    """How many cards lie where after a phase.

    Args:
        held: by hand; those that take no part in the tricks have as many as others.
        stock: that are left.
    """

    held: tuple[int, ...]
    stock: int

    @classmethod
    def of(cls, deal: Deal) -> Shape:
        """That of a deal."""
        held = [cards.bit_count() for cards in map(deal.deck.firsts.__and__, deal.held)]
        playing = [count for hand, count in enumerate(held) if hand not in deal.resting]
        least = min(playing, default=0)
        return cls(
            tuple([least if hand in deal.resting else count for hand, count in enumerate(held)]), len(deal.stock)
        )


@define(eq=False)
class Interpreted:
    """The phases of rules that are run in Python, and all that they have found out so far.

    Args:
        reasons: by place of such a phase, why no table holds it.
        outcomes: what they found out, each with its number.
        shapes: by place and size of the hands, how many cards lay where after it.
        kinds: the types of records that they have written.
        lost: the fields of those that are not told.
        blocks: by place, the arrays of `Deals` into which its records write.
        doubles: how often a deal was doubled at most.
        plays_tricks: whether tricks are played in one of them.
        seconds: by place, how much of the processor a deal takes in the phase, as it was measured in a few.
        paces: how fast deals are played with them, and by the reference engine.
        lane_paces: likewise in lanes.
        budget: for asking all other phases.
        took: how many seconds of the processor it took to get the rules ready the last time.
        ready: when they were, in seconds of `perf_counter`.
    """

    reasons: dict[int, str] = field(factory=dict)
    outcomes: dict[Outcome, int] = field(init=False, factory=dict)
    shapes: dict[tuple[int, int], dict[Shape, None]] = field(init=False, factory=dict)
    kinds: set[type[Record]] = field(init=False, factory=set)
    lost: set[tuple[type[Record], str]] = field(init=False, factory=set)
    blocks: dict[int, set[str]] = field(init=False, factory=dict)
    doubles: int = field(init=False, default=0)
    plays_tricks: bool = field(init=False, default=False)
    seconds: dict[int, float] = field(init=False, factory=dict)
    paces: Paces = field(init=False, factory=Paces)
    lane_paces: Paces = field(init=False, factory=lambda: Paces(WARM_UP))
    budget: Budget = field(init=False, factory=Budget)
    took: float = field(init=False, default=0.0)
    ready: float = field(init=False, default=0.0)
    begun: tuple[tuple[int, ...], Lowering, list[int], list[int]] | None = field(init=False, default=None)
    """The lowering of the phases before any in Python and before tricks, for so many shapes and phases in Python."""
    _values: dict[tuple[type[Record], str], set[Hashable]] = field(init=False, factory=dict)

    @property
    def extent(self) -> tuple[int, ...]:
        """How much is known: it changes when something new occurs."""
        return len(self.outcomes), sum(map(len, self.shapes.values())), len(self.lost), len(self.reasons)

    def note(self, place: int, before: Deal, after: Deal) -> int:
        """The number of an outcome, which is new or has occurred before.

        Args:
            place: of the phase.
            before: the deal when it began.
            after: the deal at its end.

        Raises:
            Unsupported: there are too many.
        """
        if not after.closed:
            self.shapes.setdefault((place, after.size), {})[Shape.of(after)] = None
        self.plays_tricks |= before.get(TrickTable) is not after.get(TrickTable)
        for kind, record in after._by_type.items():
            if before._by_type.get(kind) is not record:
                self.kinds.add(kind)
                self._look_at(place, kind, record)
        records = tuple([record for kind, record in after._by_type.items() if kind in self.kinds])
        contents = tuple([(type(record), self._told(record)) for record in records])
        outcome = Outcome(place, contents, after.trump, after.declarer, after.resting, after.closed, records)
        outcome_number = self.outcomes.setdefault(outcome, len(self.outcomes))
        if outcome_number >= MOST_OUTCOMES:
            del self.outcomes[outcome]
            raise Unsupported(f"phases in Python have more than {MOST_OUTCOMES:,} outcomes")
        return outcome_number

    def _told(self, record: Record) -> tuple[Hashable, ...]:
        """The fields of a record that are told."""
        kind = type(record)
        names = [attribute.name for attribute in fields(kind)]  # type: ignore[arg-type]
        return tuple([getattr(record, name) for name in names if (kind, name) not in self.lost])

    def _look_at(self, place: int, kind: type[Record], record: Record) -> None:
        """Note what a record says in numbers, and which of its fields can be told."""
        figures = record.figures()
        self.blocks.setdefault(place, set()).update(name for name, _, _ in figures)
        self.doubles = max([self.doubles, *[value or 0 for name, _, value in figures if name == "doubles"]])
        for attribute in fields(kind):  # type: ignore[arg-type]
            values = self._values.setdefault((kind, attribute.name), set())
            try:
                values.add(getattr(record, attribute.name))
            except TypeError:
                self.lost.add((kind, attribute.name))
            if len(values) > MOST_VALUES:
                self.lost.add((kind, attribute.name))

    def lower(self, lowering: Lowering, place: int) -> None:
        """Let what comes after one of the phases be asked for its outcomes, as far as they have occurred."""
        knowledge, first = lowering.knowledge, lowering.outcome_of_python
        writes: list[dict[int, int]] = []
        records: dict[type[Record], list[Record | None]] = {kind: [] for kind in self.kinds}
        for outcome in self.outcomes:
            of_type: dict[Any, Record] = {type(record): record for record in outcome.records}
            for kind, known in records.items():
                known.append(of_type.get(kind))
            written = {
                layout.TRUMP: lowering.number_of(outcome.trump),
                layout.DECLARER: -1 if outcome.declarer is None else outcome.declarer,
                layout.RESTING: sum(1 << hand for hand in outcome.resting),
            }
            writes.append(written | ({layout.CLOSED: 1} if outcome.closed else {}))
        goes_on = [outcome.place == place and not outcome.closed for outcome in self.outcomes]
        knowledge.learn(Source(first, 0, records, writes, goes_on, self.lost))
        lowering.doubles = max(lowering.doubles, self.doubles)
        name = type(lowering.rules.phases[place]).__name__
        lowering.blocks.append((name, frozenset(self.blocks.get(place, ()))))


def new_figures(rules: Rules, before: Deal, after: Deal) -> dict[int, int]:
    """By place in a row, what the records that a phase has written say in numbers.

    Args:
        rules: of the game.
        before: the deal when the phase began.
        after: the deal at its end.
    """
    new = [record for kind, record in after._by_type.items() if before._by_type.get(kind) is not record]
    return dict(row_figures(rules, [figure for record in new for figure in record.figures()]))
