"""Points, or nodes of a diagram, by the values of the few small numbers from which they follow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from math import gcd, prod

from attrs import define, field, frozen

from trickkit.batch.kernel.layout import REST, VALUE
from trickkit.batch.lowering.symbolic import Part, Terms
from trickkit.batch.points.diagram.kernel import EACH, OUTCOME, QUOTIENT
from trickkit.batch.points.diagram.traces import Look, bounds, figure

FEW_CASES, MOST_CASES = 1 << 12, 1 << 19
"""Up to so many cases, points are kept by the parts of sums; and the most cases by which anything is kept: where more
may come up, each deal is looked at anew."""


Given = dict[Part, list[tuple[int, int]]]
"""By what is added (an array, a column or a divisor, and an operand), the seats that are given it, with factors."""

MOST_ROOM = 1 << 20
"""So much room tables take at most before the last one of a diagram."""


@frozen
class KeptBy:
    """A number by which points are kept.

    Args:
        terms: the sum from which it follows.
        how: VALUE for the sum itself, LESS or IS for whether it is below the operand or equals it, REST for the
            rest that is left when it is divided by the operand.
        operand: as above.
        groups: where it is a group of outcomes of a phase, how many there are; else 0.
        outcomes: how many outcomes are grouped.
    """

    terms: Terms
    how: int = VALUE
    operand: int = 0
    groups: int = 0
    outcomes: int = 0

    @property
    def limits(self) -> tuple[int, int]:
        """Its minimum and maximum."""
        if self.how == VALUE:
            return (0, self.groups - 1) if self.groups else bounds(self.terms)
        return 0, self.operand - 1 if self.how == REST else 1

    @property
    def cases(self) -> int:
        """How many values it may have."""
        low, high = self.limits
        return high - low + 1

    @classmethod
    def reduced(cls, terms: Iterable[tuple[Part, int]]) -> KeptBy:
        """A sum without a common factor of its parts."""
        parts = tuple(sorted(terms))
        common = gcd(*(factor for _, factor in parts)) * (1 if parts[0][1] > 0 else -1)
        return cls(tuple([(part, factor // common) for part, factor in parts]))

    def numbers(self, table: Callable[[int], int]) -> list[int]:
        """It, as a node has it, given a function for the index of a table of outcomes."""
        found = [self.limits[0], self.cases, self.how, self.operand, len(self.terms)]
        for (array, column, operand), factor in self.terms:
            found += [factor, array, column, table(operand) if array == OUTCOME else operand]
        return found


Way = Collection[KeptBy]
"""Numbers from which points follow, or the node that has them."""


def cases_of(way: Way) -> int:
    """How many cases there are."""
    return prod(one.cases for one in way)


@define(eq=False)
class Looked:
    """What all deals that came by a diagram were looked at for, and who got points there."""

    asked: dict[KeptBy, None] = field(init=False, factory=dict)
    """What was asked."""
    given: dict[KeptBy, None] = field(init=False, factory=dict)
    """What was added to points, by seat."""
    seats: dict[int, None] = field(init=False, factory=dict)
    others: bool = field(init=False, default=False)
    """Whether anything else was looked at, by which nothing can be kept."""
    kept_by: list[int] | None = field(init=False, default=None)
    """By what points are kept, as `memo` says it."""
    room: int = field(init=False, default=0)
    """How much room tables have taken."""
    sums_only: bool = field(init=False, default=True)
    """Whether only sums were added to points."""

    def add(self, looks: Iterable[Look], given: Mapping[Part, Iterable[tuple[int, int]]], seats: Iterable[int]) -> bool:
        """Take note of one more path; returns whether it brings anything new.

        Args:
            looks: what is looked at along it.
            given: what is added to points in the end, with the seats that are given it, and factors.
            seats: who gets points.
        """
        before = len(self.asked), len(self.given), len(self.seats), self.others, self.sums_only
        self.seats |= dict.fromkeys(seats)
        for look in looks:
            self.others |= look.kept_by is None
            if look.kept_by is not None:
                self.asked[KeptBy(*look.kept_by)] = None
        self.others |= any(part[0] == EACH for part in given)
        self.sums_only &= not any(part[0] in (OUTCOME, QUOTIENT) for part in given)
        by_seat: dict[int, list[tuple[Part, int]]] = {}
        for part, to in given.items():
            for seat, factor in to:
                by_seat.setdefault(seat, []).append((part, factor))
        if self.sums_only:
            self.given |= dict.fromkeys(KeptBy.reduced(terms) for terms in by_seat.values())
        return before != (len(self.asked), len(self.given), len(self.seats), self.others, self.sums_only)

    def _ways(self, given: Way) -> tuple[Way, Way]:
        """The numbers from which all answers follow, and what is given: sums, or each of their parts by itself."""
        sums: dict[KeptBy, None] = {}
        plain: dict[Terms, dict[KeptBy, None]] = {}
        grouped: dict[int, list[KeptBy]] = {}
        for one in (*self.asked, *given):
            if one.groups:
                grouped.setdefault(one.terms[0][0][1], []).append(one)
            elif one.how == REST:
                sums[one] = None
            else:
                plain.setdefault(KeptBy.reduced(one.terms).terms, {})[one] = None
        for terms, ones in plain.items():
            # One answer tells less than the sum itself.
            sums |= ones if len(ones) == 1 else {KeptBy(terms): None}
        for column, of_phase in grouped.items():
            whole = KeptBy(((figure(column, -1, of_phase[0].outcomes - 2), 1),))
            sums |= dict.fromkeys(of_phase) if cases_of(of_phase) < whole.cases else {whole: None}
        alone: dict[KeptBy, None] = {}
        for one in sums:
            whole_only = one.how == REST or one.groups
            alone |= {one: None} if whole_only else dict.fromkeys(KeptBy(((part, 1),)) for part, _ in one.terms)
        return sums, alone

    @property
    def cases(self) -> int:
        """How many cases there are by which points can be kept; 0 if they cannot."""
        if self.others or not self.asked or not self.sums_only:
            return 0
        return min(map(cases_of, self._ways(self.given)))

    def __or__(self, other: Looked) -> Looked:
        """What two diagrams look at together."""
        both = Looked()
        both.asked, both.given, both.seats = (
            self.asked | other.asked,
            self.given | other.given,
            self.seats | other.seats,
        )
        both.others, both.sums_only = self.others or other.others, self.sums_only and other.sums_only
        return both

    def memo(self, table: Callable[[int], int]) -> tuple[list[int], int] | None:
        """What stands in a node by which something is kept, from the number of cases on; and how much room that needs.

        None if there are too many cases, or points depend on something else.

        Args:
            table: returns the index of a table of outcomes.
        """
        if self.others or not self.asked:
            return None
        seats: list[int] = []
        way: Way = ()
        if self.sums_only and self.seats:
            sums, alone = self._ways(self.given)
            # Columns of facts are read faster one by one.
            way = alone if cases_of(alone) <= max(FEW_CASES, cases_of(sums)) else sums
            seats = [*self.seats] if cases_of(way) <= MOST_CASES else []
        if not seats:
            way = min(self._ways(()), key=cases_of)
        cases = cases_of(way)
        if cases > MOST_CASES:
            return None
        numbers = [number for one in way for number in one.numbers(table)]
        return [cases, len(seats), len(way), *seats, *numbers], cases * max(len(seats), 1)
