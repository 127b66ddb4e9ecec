"""Scorings that only count tricks, cached by outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from threading import Lock

import numpy as np
from attrs import define, field

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import F_DECISIONS
from trickkit.batch.lowering.numbers import columns
from trickkit.batch.points.kernel import recall
from trickkit.play.rules import Rules
from trickkit.scoring import Scoring
from trickkit.scoring.summary import DealSummary

MOST = 1 << 15
"""How many outcomes are remembered, before all are forgotten."""


@define(eq=False)
class OutcomeScores:
    """Scorings that only count tricks, called once per outcome and cached; threads may share it.

    An outcome consists of the origin of a deal, the points of earlier deals, and some of its facts.

    Args:
        rules: the rules.
        parts: the scorings that are called; all declare `counts_only`.
        columns: the facts by which outcomes differ; those of the tricks come last.
        totals: for how many seats the points of earlier deals belong to an outcome.
    """

    rules: Rules
    parts: Sequence[Scoring]
    columns: Array
    totals: int
    _memory: OutcomeTable = field(init=False)
    _lock: Lock = field(init=False, factory=Lock)
    _numbers: Iterator[int] = field(init=False, factory=partial(count, 1))

    @classmethod
    def of(cls, rules: Rules, parts: Sequence[Scoring], *, at_end: bool, outcomes: int) -> OutcomeScores:
        """The cached scorings of some deals.

        Args:
            rules: the rules.
            parts: of their scorings.
            at_end: whether all but the tricks of the deals is known beforehand.
            outcomes: of how many phases the outcome is written down.
        """
        tricks = [columns(rules).tricks(seat) for seat in range(rules.players)]
        others = [column for column in range(columns(rules, outcomes).width) if column not in (F_DECISIONS, *tricks)]
        return cls(rules, parts, np.array(tricks if at_end else others + tricks), 0 if at_end else rules.players)

    def __attrs_post_init__(self) -> None:
        self._memory = self._empty()

    def _empty(self) -> OutcomeTable:
        return OutcomeTable(1 + len(self.columns) + self.totals, self.rules.players)

    def origins(self, summaries: Sequence[DealSummary]) -> Array:
        """origins: (summaries,), int64: a number for each, equal for equal summaries."""
        with self._lock:
            numbers = self._memory.origins
            if len(numbers) > MOST:
                self._memory = self._empty()
                numbers = self._memory.origins
            return np.array([numbers.setdefault(summary, next(self._numbers)) for summary in summaries], np.int64)

    def new_origins(self, count: int) -> Array:
        """(count,), int64: numbers that stand for no summary."""
        with self._lock:
            return np.array([next(self._numbers) for _ in range(count)], np.int64)

    def add(
        self, facts: Array, totals: Array, points: Array, origins: Array, summary: Callable[[int, bytes], DealSummary]
    ) -> None:
        """Add the points of the scorings to those of deals.

        Args:
            facts: as `Written` has them.
            totals: (deals or 1, seats or more), int64: the points of earlier deals.
            points: (deals, seats), int64.
            origins: in turn, where the deals came from.
            summary: returns the summary of a deal, for its index and the key of its outcome without the tricks.
        """
        players, totals = self.rules.players, np.ascontiguousarray(totals[:, : self.totals])
        progress, key = np.zeros(2, np.int64), np.empty(1 + self.totals + len(self.columns), np.int64)
        while True:
            memory = self._memory
            tables, known = (memory.slots, memory.keys, memory.worth), memory.known
            if not recall(*tables, known, origins, self.columns, facts, totals, points, key, progress):
                return
            deal, slot = progress.tolist()
            before, taken = key[:-players].tobytes(), tuple(key[-players:].tolist())
            worth = self._asked(summary(deal, before), taken)
            with self._lock:
                # If another thread has written an outcome meanwhile, this one is looked up again.
                if memory is self._memory and memory.known == known:
                    memory.write(slot, key, worth)
                    if memory.known == MOST:
                        self._memory = self._empty()

    def _asked(self, summary: DealSummary, taken: tuple[int, ...]) -> list[int]:
        """By seat, the points of the scorings for an outcome."""
        deal, points = summary.deal(self.rules.deck, taken), [0] * self.rules.players
        for part in self.parts:
            for line in part.lines(deal):
                points[line.seat] += line.points
        return points


@define(eq=False)
class OutcomeTable:
    """An append-only hash table from outcomes to points: see `kernel.recall`.

    Args:
        width: the length of an outcome's key.
        players: the number of seats.
    """

    width: int
    players: int
    known: int = field(init=False, default=0)
    """How many outcomes there are; what stands after them may be in the making."""
    origins: dict[DealSummary, int] = field(init=False, factory=dict)
    slots: Array = field(init=False, factory=lambda: np.zeros(4 * MOST, np.int64))
    keys: Array = field(init=False)
    worth: Array = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.keys = np.zeros((MOST, self.width), np.int64)
        self.worth = np.zeros((MOST, self.players), np.int64)

    def write(self, slot: int, key: Array, worth: Sequence[int]) -> None:
        """Write one more outcome."""
        self.keys[self.known], self.worth[self.known] = key, worth
        self.slots[slot] = self.known + 1
        self.known += 1
