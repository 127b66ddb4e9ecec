"""The decision diagrams of scorings, which grow by a path whenever a deal is new in some respect."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain
from random import Random
from threading import RLock
from typing import Any, Protocol

import numpy as np
from attrs import define, evolve, field, frozen

from trickkit.batch.kernel.arrays import Array, Written
from trickkit.batch.kernel.layout import Numbers, signed
from trickkit.batch.lowering.symbolic import Part
from trickkit.batch.lowering.unsupported import Unsupported, said_by
from trickkit.batch.points.diagram.deal import ScoredDeal, ScoringAnswers
from trickkit.batch.points.diagram.kernel import (
    ALL_OF,
    ASKED,
    BLOCK,
    CLASS,
    EACH,
    MEMO,
    NOTE,
    OUTCOME,
    POINTS,
    QUOTIENT,
    ROOTS,
    SETS,
    SUMMED,
    SUMS,
    UNKNOWN,
    WON,
    Finished,
    settle,
)
from trickkit.batch.points.diagram.memos import FEW_CASES, MOST_ROOM, Dependencies, Given
from trickkit.batch.points.diagram.probing import Probe, probed
from trickkit.batch.points.diagram.quantities import Number
from trickkit.batch.points.diagram.schema import FactSchema
from trickkit.batch.points.diagram.traces import Look, Row, Trace, Unwritten
from trickkit.batch.points.diagram.tricks import NotedTrick
from trickkit.errors import InvalidRules, TrickkitError, quoted
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.scoring import Scoring
from trickkit.scoring.base import lines_of, summands_of

MOST_ASKED = 32
"""Of so many kinds of deals a scoring is asked about each; where there are more, it is asked about all deals."""
MOST = 1 << 23
"""How many numbers the diagrams have, before they are begun anew."""
TABLES_IN = {CLASS: 2, NOTE: 3}
"""In nodes of some kinds, where the number of a table stands."""


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
    reason = str(error) if isinstance(error, Unsupported) else f"asked about what rows tell of deals, {said_by(error)}"
    return Untraceable(reason if reason.startswith(f"{name}:") else f"{name}: {reason}")


class Question(Protocol):
    """A question that diagrams answer about deals: points by seat."""

    @property
    def name(self) -> str:
        """The name of the scoring, for errors."""

    def lines(self, deal: Deal) -> Iterable[ScoreLine]:
        """The lines of a deal, which add up to the points."""


@frozen
class ScoringQuestion:
    """A question whose answer is points by seat: a scoring, or one of its summands.

    Args:
        scoring: the scoring; its answer must follow from what it looks at.
        summand: what is asked for.
    """

    scoring: Scoring
    summand: Hashable = None

    @property
    def name(self) -> str:
        """The name of the scoring, for errors."""
        return type(self.scoring).__name__

    def lines(self, deal: Deal) -> Iterable[ScoreLine]:
        """The lines of a deal."""
        return lines_of(self.scoring, deal, self.summand)


@frozen
class Together:
    """Several questions, whose answers are added up."""

    questions: tuple[Question, ...]

    @property
    def name(self) -> str:
        """The name of the first, for errors."""
        return self.questions[0].name

    def lines(self, deal: Deal) -> Iterable[ScoreLine]:
        """The lines of all."""
        return chain.from_iterable(question.lines(deal) for question in self.questions)


def asked_of(scorings: Iterable[Scoring], players: int) -> list[ScoringQuestion]:
    """The questions whose answers add up to scorings."""
    return [ScoringQuestion(scoring, summand) for scoring in scorings for summand in summands_of(scoring, players)]


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
        schema: what may be looked at.
        asked: the questions whose answers are added up.
        probes: by question, what is looked at, as far as some deals can tell that never were.
    """

    schema: FactSchema
    asked: Sequence[Question]
    probes: Sequence[Probe]
    nodes: Numbers = field(init=False)
    _end: int = field(init=False)
    looks: dict[int, Look] = field(init=False)
    """By node, what is looked at there."""
    _tables: dict[int, int] = field(init=False)
    """By number of a table of outcomes or notes, where it stands."""
    _roots: dict[Any, int] = field(init=False)
    """By function that is asked about each trick, where the first node of its diagram is told."""
    _leaves: dict[tuple[int, ...], int] = field(init=False)
    """By what points are, the node that has them: equal ones are stored once."""
    _dividends: dict[tuple[int, ...], int] = field(init=False)
    """By sum that is divided, where it stands."""
    _functions: dict[int, tuple[Callable[..., Iterable[tuple[str, Any]]], tuple[Any, ...]]] = field(init=False)
    """By that place, the function, and what it is given besides."""
    _looked: list[Dependencies] = field(init=False)
    """By question, what deals were looked at for."""
    _given: set[Part] = field(init=False, factory=set)
    """All numbers that were looked at, or added to points."""
    whole: list[str] = field(init=False, factory=list)
    """Why it is asked about whole deals, for each kind of them."""
    _lock: RLock = field(init=False, factory=RLock)

    @classmethod
    def of(cls, schema: FactSchema, asked: Iterable[Question]) -> Diagrams:
        """The diagrams that answer some questions; those that look at the same few numbers are answered together.

        Args:
            schema: what may be looked at.
            asked: the questions whose answers are added up.
        """
        groups: list[tuple[Question, Probe]] = []
        for question in asked:
            probe = probed(schema, question.name, question.lines, Random(7))
            for index, (other, before) in enumerate(groups):
                cases = [(before.looked | probe.looked).cases, before.looked.cases, probe.looked.cases]
                if min(cases) and cases[0] <= max(FEW_CASES, *cases[1:]):
                    groups[index] = Together((other, question)), before | probe
                    break
            else:
                groups.append((question, probe))
        return cls(schema, [question for question, _ in groups], [probe for _, probe in groups])

    def __attrs_post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.nodes, self._end = np.zeros(1 << 12, np.int64), ROOTS + 1 + len(self.asked)
        self.nodes[ROOTS] = len(self.asked)
        self.looks, self._tables, self._roots, self._functions, self._dividends = {}, {}, {}, {}, {}
        self._leaves = {}
        self._looked = [probe.looked | Dependencies() for probe in self.probes]
        self.whole.clear()

    @property
    def parts(self) -> frozenset[Part]:
        """The numbers of cards and tricks, and others, from which points follow, as far as that is known."""
        return frozenset(self._given).union(*(probe.parts for probe in self.probes))

    @property
    def looks_at_cards(self) -> bool:
        """Whether a scoring looks at the cards in tricks, as far as that is known."""
        return any(part[0] == WON for part in self.parts)

    @property
    def looks_at_sets(self) -> bool:
        """Whether a scoring looks at other sets of cards or tricks, as far as that is known."""
        return any(part[0] in (SETS, ALL_OF) for part in self.parts)

    @property
    def may_look_at_notes(self) -> bool:
        """Whether a scoring looks at notes of tricks and calls, as far as is known beforehand."""
        return any(probe.looks_at_notes for probe in self.probes)

    @property
    def why(self) -> str:
        """What a scoring looks at for which it is asked deal by deal, as far as is known beforehand; else `""`."""
        return next((probe.why for probe in self.probes if probe.why), "")

    @property
    def progress(self) -> Numbers:
        """The progress of compiled code with deals: not yet begun."""
        return np.zeros(SUMS + self.schema.rules.players, np.int64)

    def add(self, written: Written, before: Array) -> list[int]:
        """Add the points of the scorings to those of deals.

        Args:
            written: what was written down of them.
            before: (deals or 1, seats or more), int64: by deal, or for all, the points of earlier deals; then those for
                the reasons of `FactSchema.reasons_before`, in order.

        Returns:
            Returns the deals whose points are unusable, because a scoring must be called with them.

        Raises:
            Untraceable: a scoring looks at something else in any deal, or in too many; no points are usable.
            Unkept: likewise, but it can be traced once these deals are written down anew.
        """
        progress, left, work = self.progress, list[int](), np.empty((3, BLOCK), np.int64)
        deals = Finished(written.facts, written.won, written.sets, written.notes, before)
        self._check(written)
        while not settle(self.nodes, deals, written.points, work, progress):
            begin, diagram, index, root, trick = progress[:SUMS].tolist()
            deal = begin + index
            if root < 0:
                left.append(deal)
                progress[2] += 1
                continue
            row = Row(*[array[deal if len(array) > 1 else 0].tolist() for array in deals])
            with self._lock:
                if self._end > MOST:
                    self._begin()
                elif not root:
                    self._grow(row, diagram)
                elif root in self._functions:
                    self._grow_by_trick(evolve(row, trick=trick), root)
            self._check(written)
        return [*dict.fromkeys(left)]

    def _check(self, written: Written) -> None:
        """Checks that all is written down at which scorings look."""
        lacks_cards = self.looks_at_cards and not written.won.shape[1]
        if lacks_cards or (self.looks_at_sets and not written.sets.shape[1]):
            raise Unkept("a scoring looks at cards or tricks at which it did not seem to look")

    def _grow(self, row: Row, number: int) -> None:
        """Add the path of a deal to one of the diagrams."""
        trace, scoring = Trace(row, by_value=self.probes[number].by_value), self.asked[number]
        points, given = [0] * self.schema.rules.players, Given()
        try:
            deal = ScoredDeal.noted(self.schema, trace, scoring.name)
            for line in scoring.lines(deal):
                seat = int(line.seat)
                if not 0 <= seat < len(points) or not isinstance(line.points, int | Number):
                    raise InvalidRules(f"{scoring.name} scores {quoted(line)}, no ScoreLine of whole points for a seat")
                points[seat] += self._parted(line.points, seat, given)
        except UNBORNE as error:
            self._ask_about(number, trace, untraceable(scoring.name, error))
            return
        except Unwritten:
            self._given |= {(WON, 0, 1), (SETS, 0, 1)}
            return
        pointer = self._entry(number)
        self._given |= trace.parts
        got = [seat for seat, score in enumerate(points) if score]
        got += [seat for seats in given.values() for seat, _ in seats]
        is_new = self._looked[number].add((look for look, _ in trace.steps), given, got)
        if is_new:
            self._forget(number, pointer)
        self._add_path(pointer, trace, points, given)
        if is_new or pointer == ROOTS + 1 + number:
            self._keep(number, pointer)

    def _entry(self, number: int) -> int:
        """Where the first node of a diagram is told, behind its memo."""
        node = int(self.nodes[ROOTS + 1 + number])
        return node + 1 if node and self.nodes[node] == MEMO else ROOTS + 1 + number

    def _forget(self, number: int, place: int) -> None:
        """Take a memo away that looks at too little for a path that is about to be added.

        Another thread may be keeping points by that memo: it goes on with nodes that lack the path.
        """
        looked = self._looked[number]
        memo = looked.memo(self._table)
        if place == ROOTS + 1 + number or (memo is not None and memo[0] == looked.kept_by):
            return
        nodes = self.nodes.copy()
        nodes[ROOTS + 1 + number] = nodes[place]
        self.nodes, looked.kept_by = nodes, None

    def _keep(self, number: int, place: int) -> None:
        """Keep points by the numbers from which they follow: put a new memo in front of a diagram, or take it away."""
        first, looked = int(self.nodes[place]), self._looked[number]
        memo = looked.memo(self._table)
        if memo is not None and memo[0] == looked.kept_by:
            return
        looked.kept_by = None if memo is None else memo[0]
        if memo is None:
            self.nodes[ROOTS + 1 + number] = first
            return
        head, cases = memo
        # Tables that were kept by too little stay where they are, since other threads may read them.
        looked.others |= looked.room > MOST_ROOM
        looked.room += cases
        table = self._room(np.full(cases, UNKNOWN))
        self._write(ROOTS + 1 + number, [MEMO, first, table, *head])

    def _ask_about(self, number: int, trace: Trace, error: Untraceable) -> None:
        """Let a scoring be called with all deals that agree with one in its trace, if the trace tells them apart."""
        self.whole.append(str(error))
        if not trace.steps or len(self.whole) > MOST_ASKED:
            raise error
        pointer = self._path(self._entry(number), trace)
        if not self.nodes[pointer]:
            self._write(pointer, (ASKED,))

    def _grow_by_trick(self, row: Row, root: int) -> None:
        """Add the path of a trick to the diagram of a function that is applied to each trick."""
        trace, points, given = Trace(row), 0, Given()
        function, more = self._functions[root]
        try:
            index, trick = NotedTrick.any(ScoringAnswers(self.schema, trace, getattr(function, "__qualname__", "")))
            for _, worth in function(index, trick, *more):
                points += self._parted(worth, 0, given)
        except UNBORNE as error:
            raise untraceable(getattr(function, "__qualname__", "a function"), error) from error
        self._given |= trace.parts
        self._add_path(root, trace, [points], given)

    def _parted(self, points: Any, seat: int, given: Given) -> int:
        """Splits points into a known number and a symbolic rest, which is appended."""
        if not isinstance(points, Number):
            return int(points)
        self._given |= points.counted
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
            parts = [[*part, len(seats), *(entry for pair in seats for entry in pair)] for part, seats in given.items()]
            numbers = [entry for part in parts for entry in part]
            kind = SUMMED if any(part[0] == EACH for part in given) else POINTS
            leaf = kind, *points, len(parts), *numbers
            if leaf not in self._leaves:
                self._leaves[leaf] = self._room(_signed(leaf))
            self.nodes[place] = self._leaves[leaf]

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
            self.looks[int(self.nodes[place])] = look
        node = int(self.nodes[place])
        if self.looks.get(node) != look or not 0 <= answer < look.children:
            raise Untraceable("what a scoring looks at does not follow from what it found")
        return node + len(look.numbers) + answer

    def _table(self, number: int) -> int:
        """The index of a table of outcomes or notes: that of number 0, preceded by the entry for none."""
        if number not in self._tables:
            self._tables[number] = 1 + self._room(self.schema.tables.rows[number])
        return self._tables[number]

    def _write(self, place: int, numbers: Sequence[int]) -> None:
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
    return [signed(word & (1 << 64) - 1) for word in numbers]
