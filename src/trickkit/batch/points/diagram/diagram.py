"""The decision diagram of a scoring, which grows by a path whenever a deal comes up that is new in some respect."""

from __future__ import annotations

from threading import Lock
from typing import Any

import numpy as np
from attrs import define, field

from trickkit.batch.kernel.arrays import Written
from trickkit.batch.kernel.layout import Numbers, signed
from trickkit.batch.points.diagram.deal import Outlook, ScoredDeal
from trickkit.batch.points.diagram.kernel import CLASS, OUTCOME, POINTS, ROOT, settle
from trickkit.batch.points.diagram.looks import Look, Row, Trace
from trickkit.batch.points.diagram.quantities import Number
from trickkit.scoring import Scoring

MOST = 1 << 23
"""How many numbers a diagram has, before it is begun anew."""

Added = tuple[int, int, int, int, int]
"""What is added to the points of a seat: the seat, a factor, an array, a column, and an operand."""


class Untraceable(Exception):
    """A scoring looks at something that is not written down of deals."""


@define(eq=False)
class Diagram:
    """Scores deals by a decision diagram of one scoring; threads may share it.

    The scoring is asked about a deal that notes what is looked at (*tracing*). As long as other deals answer alike,
    they are worth as much: what was looked at becomes a path from the root of the diagram, along which compiled code
    walks. Where a deal answers otherwise than all before, the scoring is asked again.

    Args:
        outlook: what may be looked at.
        scoring: the scoring; what it gives follows from what it looks at.
    """

    outlook: Outlook
    scoring: Scoring
    nodes: Numbers = field(init=False)
    _end: int = field(init=False)
    _looks: dict[int, Look] = field(init=False)
    """By node, what is looked at there."""
    _tables: dict[int, int] = field(init=False)
    """By number of a table of outcomes, where it stands."""
    _lock: Lock = field(init=False, factory=Lock)

    def __attrs_post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.nodes, self._end = np.zeros(1 << 12, np.int64), ROOT + 1
        self._looks, self._tables = {}, {}

    def add(self, written: Written) -> None:
        """Add what the scoring gives to the points of deals.

        Args:
            written: what was written down of them.

        Raises:
            Untraceable: the scoring looks at something else; the points are of no use.
        """
        progress = np.zeros(1, np.int64)
        facts, won, sets, points = written.facts, written.won, written.sets, written.points
        while not settle(self.nodes, facts, won, sets, points, progress):
            deal = int(progress[0])
            self._grow(Row(facts[deal].tolist(), won[deal].tolist(), sets[deal].tolist()))

    def _grow(self, row: Row) -> None:
        """Add the path of a deal."""
        trace, points, added = Trace(row), [0] * self.outlook.rules.players, list[Added]()
        try:
            for line in self.scoring.lines(ScoredDeal.noted(self.outlook, trace, type(self.scoring).__name__)):
                if isinstance(line.points, Number):
                    more, parts = line.points.added()
                    points[line.seat] += more
                    added += [(line.seat, *part) for part in parts]
                else:
                    points[line.seat] += int(line.points)
        except Exception as error:
            # Whoever does not bear to be asked in this way is asked about whole deals, and may raise what it wants.
            raise Untraceable(str(error)) from error
        with self._lock:
            if self._end > MOST:
                self._begin()
            place = ROOT
            for look, answer in trace.steps:
                place = self._child(place, look, answer)
            if not self.nodes[place]:
                numbers = [number for one in added for number in self._added(*one)]
                self._write(place, (POINTS, *points, len(added), *numbers))

    def _added(self, seat: int, factor: int, array: int, column: int, operand: int) -> Added:
        """What is added to the points of a seat, as a node has it."""
        return seat, factor, array, column, self._table(operand) if array == OUTCOME else operand

    def _child(self, place: int, look: Look, answer: int) -> int:
        """Where the child of a node stands, given where the node itself is told; it is made where there is none."""
        if not self.nodes[place]:
            numbers = look.numbers
            if numbers[0] == CLASS:
                numbers = (CLASS, numbers[1], self._table(numbers[2]), 0)
            self._write(place, (*numbers, *(0,) * look.children))
            self._looks[int(self.nodes[place])] = look
        node = int(self.nodes[place])
        if self._looks.get(node) != look or not 0 <= answer < look.children:
            raise Untraceable(f"{type(self.scoring).__name__}: what it looks at does not follow from what it found")
        return node + len(look.numbers) + answer

    def _table(self, number: int) -> int:
        """Where a table of outcomes stands: the place of outcome 0, after that for none."""
        if number not in self._tables:
            self._tables[number] = 1 + self._room(self.outlook.tables[number])
        return self._tables[number]

    def _write(self, place: int, numbers: tuple[int, ...]) -> None:
        """Write a node, and then where it is told: another thread may be walking along."""
        node = self._room([signed(number & (1 << 64) - 1) for number in numbers])
        self.nodes[place] = node

    def _room(self, numbers: Any) -> int:
        """Write numbers behind all others; gives where they begin."""
        begin, self._end = self._end, self._end + len(numbers)
        if self._end > len(self.nodes):
            self.nodes = np.concatenate([self.nodes, np.zeros(max(len(self.nodes), len(numbers)), np.int64)])
        self.nodes[begin : self._end] = numbers
        return begin
