"""Phases that cannot become tables: they run in Python, and their outcomes are numbered as they occur.

Rows store the number of an outcome. Later phases, policies and scorings are called for the outcomes that have occurred,
as after an explored phase; when new outcomes occur, they are called again.
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
"""The most outcomes that are numbered; the reference engine plays deals with further ones to their end."""
MOST_VALUES = 250
"""The most values of a field of records that later phases may read: a field with more describes cards or a course of
events, and hardly two deals agree in it."""


@frozen
class Outcome:
    """The combined results of the phases in Python, up to the end of one of them.

    Args:
        place: the index of that phase.
        told: by record, its type and the fields that later phases may read.
        trump: the trump of the deal at that point.
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
    """The numbers of cards in hands and in the stock after a phase.

    Args:
        held: by hand, its number of cards; for hands that take no part in the tricks, the same as for the others.
        stock: the number of cards left in the stock.
    """

    held: tuple[int, ...]
    stock: int

    @classmethod
    def of(cls, deal: Deal) -> Shape:
        """The shape of a deal."""
        held = [cards.bit_count() for cards in map(deal.deck.firsts.__and__, deal.held)]
        playing = [count for hand, count in enumerate(held) if hand not in deal.resting]
        least = min(playing, default=0)
        return cls(
            tuple([least if hand in deal.resting else count for hand, count in enumerate(held)]), len(deal.stock)
        )


@define(eq=False)
class Interpreted:
    """The phases of rules that run in Python, and all their results so far.

    Args:
        reasons: by index of such a phase, why it cannot become a table.
        outcomes: their outcomes, each with its number.
        shapes: by index of a phase and by hand size, the shapes after the phase.
        kinds: the types of records that these phases have made.
        lost: the fields of these records that later phases may not read.
        blocks: by index of a phase, the arrays of `Deals` that receive numbers of its records.
        doubles: the most doubles that a deal has had.
        plays_tricks: whether tricks are played in one of these phases.
        seconds: by index of a phase, the processor time that it takes in a deal, measured in a few deals.
        paces: the speed of deals with these phases, and of deals on the reference engine.
        lane_paces: likewise in lanes.
        budget: the budget for lowering all other phases.
        took: the processor time of the last preparation of the rules, in seconds.
        ready: when that preparation ended, in seconds of `perf_counter`.
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
    """The lowering of the phases before all tricks and all phases in Python, and the shapes and phases for which it
    holds."""
    _values: dict[tuple[type[Record], str], set[Hashable]] = field(init=False, factory=dict)

    @property
    def extent(self) -> tuple[int, ...]:
        """Counts of what is known, which change when something new occurs."""
        return len(self.outcomes), sum(map(len, self.shapes.values())), len(self.lost), len(self.reasons)

    def note(self, place: int, before: Deal, after: Deal) -> int:
        """The number of an outcome, whether it is new or has occurred before.

        Args:
            place: the index of the phase.
            before: the deal when it began.
            after: the deal at its end.

        Raises:
            Unsupported: there are too many outcomes.
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
        """The fields of a record that later phases may read."""
        kind = type(record)
        names = [attribute.name for attribute in fields(kind)]  # type: ignore[arg-type]
        return tuple([getattr(record, name) for name in names if (kind, name) not in self.lost])

    def _look_at(self, place: int, kind: type[Record], record: Record) -> None:
        """Record the figures of a record, and the fields of it that later phases may read."""
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
        """Let everything after one of these phases read its outcomes that have occurred so far."""
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
    """By place in a row, the figures of the records that a phase has made.

    Args:
        rules: the rules of the game.
        before: the deal when the phase began.
        after: the deal at its end.
    """
    new = [record for kind, record in after._by_type.items() if before._by_type.get(kind) is not record]
    return dict(row_figures(rules, [figure for record in new for figure in record.figures()]))
