"""The decision diagrams of scorings, which grow by a path whenever a deal is new in some respect."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from random import Random
from threading import RLock
from typing import Any, Protocol

import numpy as np
from attrs import define, evolve, field, frozen

from trickkit.batch.kernel.arrays import Array, Written
from trickkit.batch.kernel.layout import Numbers, signed
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.diagram.deal import Noting, Outlook, ScoredDeal
from trickkit.batch.points.diagram.kernel import (
    ASKED,
    CLASS,
    EACH,
    NOTE,
    OUTCOME,
    POINTS,
    QUOTIENT,
    ROOTS,
    SUMS,
    settle,
)
from trickkit.batch.points.diagram.probing import Dreamt, dreamt
from trickkit.batch.points.diagram.quantities import Number
from trickkit.batch.points.diagram.traces import Look, Row, Trace
from trickkit.batch.points.diagram.tricks import NotedTrick
from trickkit.errors import TrickkitError
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.scoring import ScoreBySeat, Scoring

MOST_ASKED = 32
"""Of so many kinds of deals a scoring is asked about each; where there are more, it is asked about all deals."""
MOST = 1 << 23
"""How many numbers the diagrams have, before they are begun anew."""
TABLES_IN = {CLASS: 2, NOTE: 3}
"""In nodes of some kinds, where the number of a table stands."""

Part = tuple[int, int, int]
"""What is added to points: an array, a column or a divisor, and an operand."""
Given = dict[Part, list[tuple[int, int]]]
"""By what is added, the seats that are given it, each with a factor."""


class Untraceable(Exception):
    """A scoring looks at something that is not written down: in all deals, or in some (`Unkept`)."""


class Unkept(Untraceable):
    """A scoring must be called with some deals whose decisions were not kept."""


UNBORNE = (Unsupported, TypeError, AttributeError, TrickkitError)
"""What is raised where a scoring looks at more than there is: what stands for numbers and records says so, or lacks
what the scoring asks of them, or does not pass its checks. All else is a fault, of the scoring or of the tracing."""


def untraceable(name: str, error: Exception) -> Untraceable:
    """The error that a scoring cannot be traced, with the reason.

    Args:
        name: of the scoring.
        error: what was raised.
    """
    said = str(error) if isinstance(error, Unsupported) else f"what stands for a deal does not bear it: {error!r}"
    return Untraceable(said if said.startswith(f"{name}:") else f"{name}: {said}")


class Question(Protocol):
    """A question that diagrams answer about deals: points by seat."""

    @property
    def name(self) -> str:
        """The name of the scoring, for errors."""

    def lines(self, deal: Deal) -> Iterable[ScoreLine]:
        """The lines of a deal, which add up to the points."""


@frozen
class Asked:
    """A question whose answer is points by seat: a scoring, or one seat's part of it.

    Args:
        scoring: the scoring; its answer must follow from what it looks at.
        seat: the seat whose points are asked for; None for all.
    """

    scoring: Scoring
    seat: int | None = None

    @property
    def name(self) -> str:
        """The name of the scoring, for errors."""
        return type(self.scoring).__name__

    def lines(self, deal: Deal) -> Iterable[ScoreLine]:
        """The lines of a deal."""
        if self.seat is None:
            return self.scoring.lines(deal)
        assert isinstance(self.scoring, ScoreBySeat)
        return self.scoring.of_seat(deal, self.seat)


def asked_of(scorings: Iterable[Scoring], players: int) -> list[Asked]:
    """The questions whose answers add up to scorings: one for each seat if its points depend on no others."""
    found: list[Asked] = []
    for one in scorings:
        by_seat = isinstance(one, ScoreBySeat) and type(one).lines is ScoreBySeat.lines
        found += [Asked(one, seat) for seat in range(players)] if by_seat else [Asked(one)]
    return found


@define(eq=False, slots=False)
class Diagrams:
    """Scores deals by decision diagrams; threads may share them.

    A scoring is called with a deal that records what is looked at (*tracing*). As long as other deals give the same
    answers, they score the same: the trace becomes a path from the root of a diagram, along which compiled code walks.
    When a deal gives a new answer, the scoring is called again. A function that a scoring applies to each trick has a
    diagram of its own, which is walked for every trick.

    If it looks at something that is not written down, it is called with whole deals: only those with the same answers
    up to that point, as long as these are few kinds of deals.

    Args:
        outlook: what may be looked at.
        asked: the questions whose answers are added up.
    """

    outlook: Outlook
    asked: Sequence[Question]
    nodes: Numbers = field(init=False)
    _end: int = field(init=False)
    _looks: dict[int, Look] = field(init=False)
    """By node, what is looked at there."""
    _tables: dict[int, int] = field(init=False)
    """By number of a table of outcomes or notes, where it stands."""
    _roots: dict[Any, int] = field(init=False)
    """By function that is asked about each trick, where the first node of its diagram is told."""
    _dividends: dict[tuple[int, ...], int] = field(init=False)
    """By sum that is divided, where it stands."""
    _functions: dict[int, tuple[Callable[..., Iterable[tuple[str, Any]]], tuple[Any, ...]]] = field(init=False)
    """By that place, the function, and what it is given besides."""
    whole: list[str] = field(init=False, factory=list)
    """Why it is asked about whole deals, for each kind of them."""
    _lock: RLock = field(init=False, factory=RLock)

    def __attrs_post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.nodes, self._end = np.zeros(1 << 12, np.int64), ROOTS + 1 + len(self.asked)
        self.nodes[ROOTS] = len(self.asked)
        self._looks, self._tables, self._roots, self._functions, self._dividends = {}, {}, {}, {}, {}
        self.whole.clear()

    @cached_property
    def _dreamt(self) -> Sequence[Dreamt]:
        """By question, what is looked at, as far as some deals can tell that never were."""
        return [dreamt(self.outlook, asked.name, asked.lines, Random(7)) for asked in self.asked]

    @property
    def may_look_at_notes(self) -> bool:
        """Whether a scoring looks at notes of tricks and calls, as far as is known beforehand."""
        return any(one.looks_at_notes for one in self._dreamt)

    @property
    def why(self) -> str:
        """What a scoring looks at for which it is asked deal by deal, as far as is known beforehand; else `""`."""
        return next((one.why for one in self._dreamt if one.why), "")

    @property
    def progress(self) -> Numbers:
        """The progress of compiled code with deals: not yet begun."""
        return np.zeros(SUMS + self.outlook.rules.players, np.int64)

    def add(self, written: Written, before: Array) -> list[int]:
        """Add the points of the scorings to those of deals.

        Args:
            written: what was written down of them.
            before: (deals or 1, seats or more), int64: by deal, or for all, the points of earlier deals; then those for
                the reasons of `Outlook.reasons_before`, in order.

        Returns:
            Returns the deals whose points are unusable, because a scoring must be called with them.

        Raises:
            Untraceable: a scoring looks at something else in any deal, or in too many; no points are usable.
        """
        progress, left = self.progress, list[int]()
        facts, won, sets, notes, points = written.facts, written.won, written.sets, written.notes, written.points
        while not settle(self.nodes, facts, won, sets, notes, before, points, progress):
            deal, number, root, trick = progress[:SUMS].tolist()
            if root < 0:
                left.append(deal)
                progress[0], progress[1] = deal + 1, 0
                continue
            at = deal if len(before) > 1 else 0
            numbers = facts[deal], won[deal], sets[deal], notes[deal], before[at]
            row = Row(*[array.tolist() for array in numbers])
            with self._lock:
                if self._end > MOST:
                    self._begin()
                elif not root:
                    self._grow(row, number)
                elif root in self._functions:
                    self._grow_by_trick(evolve(row, trick=trick), root)
        return left

    def _grow(self, row: Row, number: int) -> None:
        """Add the path of a deal to one of the diagrams."""
        trace, asked, points, given = Trace(row), self.asked[number], [0] * self.outlook.rules.players, Given()
        try:
            deal = ScoredDeal.noted(self.outlook, trace, asked.name)
            for line in asked.lines(deal):
                seat = int(line.seat)
                points[seat] += self._parted(line.points, seat, given)
        except UNBORNE as error:
            self._ask_about(number, trace, untraceable(asked.name, error))
            return
        self._add_path(ROOTS + 1 + number, trace, points, given)

    def _ask_about(self, number: int, trace: Trace, error: Untraceable) -> None:
        """Let a scoring be called with all deals that agree with one in its trace, if the trace tells them apart."""
        self.whole.append(str(error))
        if not trace.steps or len(self.whole) > MOST_ASKED:
            raise error
        place = self._path(ROOTS + 1 + number, trace)
        if not self.nodes[place]:
            self._write(place, (ASKED,))

    def _grow_by_trick(self, row: Row, root: int) -> None:
        """Add the path of a trick to the diagram of a function that is applied to each trick."""
        trace, points, given = Trace(row), 0, Given()
        function, more = self._functions[root]
        try:
            number, trick = NotedTrick.any(Noting(self.outlook, trace, getattr(function, "__qualname__", "")))
            for _, worth in function(number, trick, *more):
                points += self._parted(worth, 0, given)
        except UNBORNE as error:
            raise untraceable(getattr(function, "__qualname__", "a function"), error) from error
        self._add_path(root, trace, [points], given)

    def _parted(self, points: Any, seat: int, given: Given) -> int:
        """Splits points into a known number and a symbolic rest, which is appended."""
        if not isinstance(points, Number):
            return int(points)
        known, parts = points.added()
        for factor, array, column, operand in parts:
            if array == EACH:
                operand = self._root(operand)
            elif array == OUTCOME:
                operand = self._table(operand)
            elif array == QUOTIENT:
                operand = self._dividend(operand)
            given.setdefault((array, column, operand), []).append((seat, factor))
        return known

    def _root(self, asked: tuple[Any, ...]) -> int:
        """The index that points to the first node of the diagram of a function that is applied to each trick."""
        if asked not in self._roots:
            self._roots[asked] = root = self._room((0,))
            self._functions[root] = asked[0], asked[1]
        return self._roots[asked]

    def _dividend(self, numbers: tuple[int, ...]) -> int:
        """The index of a sum that is divided."""
        if numbers not in self._dividends:
            self._dividends[numbers] = self._room(_signed(numbers))
        return self._dividends[numbers]

    def _add_path(self, place: int, trace: Trace, points: Sequence[int], given: Given) -> None:
        """Add a trace and its result as a path that begins at a given pointer."""
        place = self._path(place, trace)
        if not self.nodes[place]:
            parts = [[*part, len(seats), *(number for one in seats for number in one)] for part, seats in given.items()]
            numbers = [number for part in parts for number in part]
            self._write(place, (POINTS, *points, len(parts), *numbers))

    def _path(self, place: int, trace: Trace) -> int:
        """The index of the last child on the path of a trace."""
        trace.closed = True
        for look, answer in trace.steps:
            place = self._child(place, look, answer)
        return place

    def _child(self, place: int, look: Look, answer: int) -> int:
        """The child of a node, given the pointer to the node; it is created if it is missing."""
        if not self.nodes[place]:
            numbers = [*look.numbers]
            if numbers[0] in TABLES_IN:
                table = TABLES_IN[numbers[0]]
                numbers[table] = self._table(numbers[table])
            self._write(place, (*numbers, *(0,) * look.children))
            self._looks[int(self.nodes[place])] = look
        node = int(self.nodes[place])
        if self._looks.get(node) != look or not 0 <= answer < look.children:
            raise Untraceable("what a scoring looks at does not follow from what it found")
        return node + len(look.numbers) + answer

    def _table(self, number: int) -> int:
        """The index of a table of outcomes or notes: that of number 0, preceded by the entry for none."""
        if number not in self._tables:
            self._tables[number] = 1 + self._room(self.outlook.tables.rows[number])
        return self._tables[number]

    def _write(self, place: int, numbers: tuple[int, ...]) -> None:
        """Write a node, and then the pointer to it: another thread may be walking along."""
        node = self._room(_signed(numbers))
        self.nodes[place] = node

    def _room(self, numbers: Any) -> int:
        """Append numbers; returns the index of the first."""
        begin, self._end = self._end, self._end + len(numbers)
        if self._end > len(self.nodes):
            self.nodes = np.concatenate([self.nodes, np.zeros(max(len(self.nodes), len(numbers)), np.int64)])
        self.nodes[begin : self._end] = numbers
        return begin


def _signed(numbers: Iterable[int]) -> list[int]:
    """Numbers of at most 64 bits as signed ones with the same bits."""
    return [signed(number & (1 << 64) - 1) for number in numbers]
