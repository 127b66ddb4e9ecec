"""Sums of what terms give, with the answers of all cases that occurred."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np
from attrs import astuple, define, field

from trickkit.batch.points.kernel import BLOCK, UNASKED, add_up
from trickkit.batch.points.terms import Ask, Term
from trickkit.batch.results import Array
from trickkit.errors import InvalidRules


@define(eq=False)
class Sums:
    """Terms that are added up, each of which is asked once for every case that occurs.

    Threads may share it: an answer is written in one step, and one for which two of them ask at a time is the same.

    Args:
        terms: what is added up.
    """

    terms: Sequence[Term]
    _tables: list[tuple[Ask, tuple[int, ...]]] = field(init=False, factory=list)
    _starts: list[int] = field(init=False, factory=list)
    _plan: Array = field(init=False)
    _answers: Array = field(init=False)

    def __attrs_post_init__(self) -> None:
        plan: list[int] = []
        end = 0
        for term in self.terms:
            table = term.ask, term.values
            if table not in self._tables:
                self._tables.append(table)
                self._starts.append(end)
                end += term.cases
            start = self._starts[self._tables.index(table)]
            plan += [start, term.cases, len(term.seats), len(term.numbers), *term.seats]
            for number in term.numbers:
                plan += astuple(number)
        self._plan = np.array(plan, np.int64)
        self._answers = np.full(end, UNASKED, np.int64)

    def add(self, facts: Array, won: Array, totals: Array, points: Array) -> None:
        """Add what the terms give to the points of deals.

        Args:
            facts: as `finished.room` has them.
            won: likewise.
            totals: (deals or 1, seats or more), int64: the points of earlier deals.
            points: (deals, seats), int64.

        Raises:
            InvalidRules: a number of a deal has a value that it cannot have.
        """
        cases, at, totals = np.empty(BLOCK, np.int64), np.zeros(3, np.int64), np.ascontiguousarray(totals)
        while (case := add_up(self._plan, self._answers, facts, won, totals, points, cases, at)) >= 0:
            self._answers[case] = self._asked(case)
        if case < -1:
            raise InvalidRules(f"deal {-2 - case}: a number that the scoring looks at is out of its range")

    def _asked(self, case: int) -> int:
        table = bisect_right(self._starts, case) - 1
        ask, values = self._tables[table]
        # Shapes of no dimension have one case.
        numbers = np.unravel_index(case - self._starts[table], values) if values else ()
        return ask(*(int(number) for number in numbers))
