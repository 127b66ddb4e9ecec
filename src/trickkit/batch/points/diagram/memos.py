"""Points by the values of the few small numbers from which they follow."""

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
class MemoKey:
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
    def reduced(cls, terms: Iterable[tuple[Part, int]]) -> MemoKey:
        """A sum without a common factor of its parts."""
        parts = tuple(sorted(terms))
        common = gcd(*(factor for _, factor in parts)) * (1 if parts[0][1] > 0 else -1)
        return cls(tuple([(part, factor // common) for part, factor in parts]))

    def numbers(self, table: Callable[[int], int]) -> list[int]:
        """It, as a node has it, given a function for the index of a table of outcomes."""
        encoding = [self.limits[0], self.cases, self.how, self.operand, len(self.terms)]
        for (array, column, operand), factor in self.terms:
            encoding += [factor, array, column, table(operand) if array == OUTCOME else operand]
        return encoding


Way = Collection[MemoKey]
"""Numbers from which points follow."""


def cases_of(way: Way) -> int:
    """How many cases there are."""
    return prod(key.cases for key in way)


@define(eq=False)
class Dependencies:
    """What all deals that came by a diagram were looked at for, and who got points there."""

    asked: dict[MemoKey, None] = field(init=False, factory=dict)
    """What was asked."""
    given: dict[MemoKey, None] = field(init=False, factory=dict)
    """What was added to points, by seat."""
    seats: dict[int, None] = field(init=False, factory=dict)
    others: bool = field(init=False, default=False)
    """Whether anything else was looked at or added to points, by which nothing can be kept."""
    kept_by: list[int] | None = field(init=False, default=None)
    """By what points are kept, as `memo` says it."""
    room: int = field(init=False, default=0)
    """How much room tables have taken."""

    def add(self, looks: Iterable[Look], given: Mapping[Part, Iterable[tuple[int, int]]], seats: Iterable[int]) -> bool:
        """Take note of one more path; returns whether it brings anything new.

        Args:
            looks: what is looked at along it.
            given: what is added to points in the end, with the seats that are given it, and factors.
            seats: who gets points.
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
        """The numbers from which all answers follow, and what is given: sums, or each of their parts by itself."""
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
            # One answer tells less than the sum itself.
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
        """How many cases there are by which points can be kept; 0 if they cannot."""
        return 0 if self.others or not self.asked else min(map(cases_of, self._ways()))

    def __or__(self, other: Dependencies) -> Dependencies:
        """What two diagrams look at together."""
        both = Dependencies()
        both.asked, both.given, both.seats = (
            self.asked | other.asked,
            self.given | other.given,
            self.seats | other.seats,
        )
        both.others = self.others or other.others
        return both

    def memo(self, table: Callable[[int], int]) -> tuple[list[int], int] | None:
        """What stands in a node by which points are kept, from the number of cases on; and how much room that needs.

        None if there are too many cases, or points depend on something else.

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
            # What is looked at besides only makes them more, and to count them takes long.
            self.others = True
            return None
        numbers = [entry for key in way for entry in key.numbers(table)]
        return [cases, len(self.seats), len(way), *self.seats, *numbers], cases * len(self.seats)
