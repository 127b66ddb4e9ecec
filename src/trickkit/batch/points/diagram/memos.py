"""Memos: tables of points by the values of the few small numbers that determine them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from math import gcd, prod

from attrs import define, field, frozen

from trickkit.batch.kernel.layout import REST, VALUE
from trickkit.batch.lowering.symbolic import Part, Terms
from trickkit.batch.points.diagram.kernel import EACH, OUTCOME, QUOTIENT
from trickkit.batch.points.diagram.traces import Look, bounds, figure

FEW_CASES, MOST_CASES = 1 << 12, 1 << 19
"""The most cases with a memo indexed by the parts of sums, and the most cases with any memo. Beyond that, each deal
walks the diagram."""


Given = dict[Part, list[tuple[int, int]]]
"""By number that is added (an array, a column or a divisor, and an operand), the seats that get it, with factors."""

MOST_ROOM = 1 << 20
"""The most numbers in all tables of a diagram before its last one."""


@frozen
class MemoKey:
    """A number that indexes a table of points.

    Args:
        terms: the sum on which it depends.
        how: VALUE for the sum itself, LESS or IS for whether it is below the operand or equals it, REST for the
            remainder when it is divided by the operand.
        operand: as above.
        groups: for a group of outcomes of a phase, the number of groups; otherwise 0.
        outcomes: the number of outcomes in these groups.
    """

    terms: Terms
    how: int = VALUE
    operand: int = 0
    groups: int = 0
    outcomes: int = 0

    @property
    def limits(self) -> tuple[int, int]:
        """The minimum and maximum of the number."""
        if self.how == VALUE:
            return (0, self.groups - 1) if self.groups else bounds(self.terms)
        return 0, self.operand - 1 if self.how == REST else 1

    @property
    def cases(self) -> int:
        """How many values the number may have."""
        low, high = self.limits
        return high - low + 1

    @classmethod
    def reduced(cls, terms: Iterable[tuple[Part, int]]) -> MemoKey:
        """A sum, divided by the common factor of its parts."""
        parts = tuple(sorted(terms))
        common = gcd(*(factor for _, factor in parts)) * (1 if parts[0][1] > 0 else -1)
        return cls(tuple([(part, factor // common) for part, factor in parts]))

    def numbers(self, table: Callable[[int], int]) -> list[int]:
        """The encoding in a node, given a function that returns the index of a table of outcomes."""
        encoding = [self.limits[0], self.cases, self.how, self.operand, len(self.terms)]
        for (array, column, operand), factor in self.terms:
            encoding += [factor, array, column, table(operand) if array == OUTCOME else operand]
        return encoding


Way = Collection[MemoKey]
"""A set of numbers that determines points."""


def cases_of(way: Way) -> int:
    """The number of combinations of values."""
    return prod(key.cases for key in way)


@define(eq=False)
class Dependencies:
    """The numbers that all paths of a diagram read, and the seats that got points."""

    asked: dict[MemoKey, None] = field(init=False, factory=dict)
    """The questions asked."""
    given: dict[MemoKey, None] = field(init=False, factory=dict)
    """The numbers added to points, by seat."""
    seats: dict[int, None] = field(init=False, factory=dict)
    others: bool = field(init=False, default=False)
    """Whether anything else was read or added to points, which rules a memo out."""
    kept_by: list[int] | None = field(init=False, default=None)
    """The numbers that index the current memo."""
    room: int = field(init=False, default=0)
    """The room that tables have taken."""

    def add(self, looks: Iterable[Look], given: Mapping[Part, Iterable[tuple[int, int]]], seats: Iterable[int]) -> bool:
        """Add the dependencies of a path; returns whether any of them are new.

        Args:
            looks: the questions along the path.
            given: the numbers added to points at its end, with the seats that get them, and factors.
            seats: the seats that get points.
        """
        before = len(self.asked), len(self.given), len(self.seats), self.others
        self.seats |= dict.fromkeys(seats)
        for look in looks:
            self.others |= look.kept_by is None
            if look.kept_by is not None:
                self.asked[MemoKey(*look.kept_by)] = None
        self.others |= any(part[0] in (EACH, OUTCOME, QUOTIENT) for part in given)
        by_seat: dict[int, list[tuple[Part, int]]] = {}
        for part, to in given.items():
            for seat, factor in to:
                by_seat.setdefault(seat, []).append((part, factor))
        if not self.others:
            self.given |= dict.fromkeys(MemoKey.reduced(terms) for terms in by_seat.values())
        return before != (len(self.asked), len(self.given), len(self.seats), self.others)

    def _ways(self) -> tuple[Way, Way]:
        """The sets of numbers that determine all answers and points: sums, or each of their parts by itself."""
        sums: dict[MemoKey, None] = {}
        plain: dict[Terms, dict[MemoKey, None]] = {}
        grouped: dict[int, list[MemoKey]] = {}
        for key in (*self.asked, *self.given):
            if key.groups:
                grouped.setdefault(key.terms[0][0][1], []).append(key)
            elif key.how == REST:
                sums[key] = None
            else:
                plain.setdefault(MemoKey.reduced(key.terms).terms, {})[key] = None
        for terms, ones in plain.items():
            # One answer reveals less than the sum itself.
            sums |= ones if len(ones) == 1 else {MemoKey(terms): None}
        for column, of_phase in grouped.items():
            whole = MemoKey(((figure(column, -1, of_phase[0].outcomes - 2), 1),))
            sums |= dict.fromkeys(of_phase) if cases_of(of_phase) < whole.cases else {whole: None}
        alone: dict[MemoKey, None] = {}
        for key in sums:
            whole_only = key.how == REST or key.groups
            alone |= {key: None} if whole_only else dict.fromkeys(MemoKey(((part, 1),)) for part, _ in key.terms)
        return sums, alone

    @property
    def cases(self) -> int:
        """The number of cases of a memo; 0 if none is possible."""
        return 0 if self.others or not self.asked else min(map(cases_of, self._ways()))

    def __or__(self, other: Dependencies) -> Dependencies:
        """The dependencies of two diagrams together."""
        both = Dependencies()
        both.asked, both.given, both.seats = (
            self.asked | other.asked,
            self.given | other.given,
            self.seats | other.seats,
        )
        both.others = self.others or other.others
        return both

    def memo(self, table: Callable[[int], int]) -> tuple[list[int], int] | None:
        """The contents of a memo's node, from the number of cases on, and the room that it needs.

        Returns None if there are too many cases, or points depend on something else.

        Args:
            table: returns the index of a table of outcomes.
        """
        if self.others or not self.asked or not self.seats:
            return None
        sums, alone = self._ways()
        # Columns of facts are read faster one by one.
        way = alone if cases_of(alone) <= max(FEW_CASES, cases_of(sums)) else sums
        cases = cases_of(way)
        if cases > MOST_CASES:
            # Further dependencies only add cases, and counting them takes long.
            self.others = True
            return None
        numbers = [entry for key in way for entry in key.numbers(table)]
        return [cases, len(self.seats), len(way), *self.seats, *numbers], cases * len(self.seats)
