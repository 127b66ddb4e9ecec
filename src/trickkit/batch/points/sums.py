"""Sums of score terms, tabulated case by case as cases occur."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
from attrs import astuple, define, field

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.points.kernel import BLOCK, UNCOMPUTED, add_up
from trickkit.batch.points.terms import PointsOf, ScoreTerm
from trickkit.errors import InvalidRules


@define(eq=False)
class Sums:
    """A cached sum of terms: the points of a term are computed once for every case that occurs.

    Threads may share it: a case is written in one step, and two that compute it simultaneously write the same.

    Args:
        terms: the summands.
    """

    terms: Sequence[ScoreTerm]
    _functions: list[tuple[PointsOf, tuple[int, ...]]] = field(init=False, factory=list)
    """By table, the function that it tabulates, and its shape."""
    _starts: list[int] = field(init=False, factory=list)
    """By table, where it begins."""
    plan: Array = field(init=False)
    tables: Array = field(init=False)

    def __attrs_post_init__(self) -> None:
        plan: list[int] = []
        end = 0
        for term in self.terms:
            function = term.points, term.shape
            if function not in self._functions:
                self._functions.append(function)
                self._starts.append(end)
                end += term.cases
            start = self._starts[self._functions.index(function)]
            plan += [start, term.cases, len(term.seats), len(term.features), *term.seats]
            for feature in term.features:
                plan += astuple(feature)
        self.plan = np.array(plan, np.int64)
        self.tables = np.full(end, UNCOMPUTED, np.int64)

    def add(self, facts: Array, won: Array, totals: Array, points: Array) -> None:
        """Add the terms to the points of deals.

        Args:
            facts: as `Written` has them.
            won: likewise.
            totals: (deals or 1, seats or more), int64: the points of earlier deals.
            points: (deals, seats), int64.

        Raises:
            InvalidRules: a number of a deal has an impossible value.
        """
        cases, progress, totals = np.empty(BLOCK, np.int64), np.zeros(3, np.int64), np.ascontiguousarray(totals)
        while (case := add_up(self.plan, self.tables, facts, won, totals, points, cases, progress)) >= 0:
            self.tables[case] = self._points(case)
        if case < -1:
            raise InvalidRules(f"deal {-2 - case}: a number that the scoring looks at is out of its range")

    def _points(self, case: int) -> int:
        """The points of a case, given its index in the tables."""
        table = bisect_right(self._starts, case) - 1
        points, shape = self._functions[table]
        # A shape without dimensions has one case.
        values = np.unravel_index(case - self._starts[table], shape) if shape else ()
        return points(*(int(value) for value in values))
