"""The decision diagrams of scorings, which grow by a path whenever a deal gives a new answer."""

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
"""The most kinds of deals for which a scoring is called deal by deal; beyond that, it is called for all deals."""
MOST = 1 << 23
"""The most numbers in the diagrams, before they are cleared."""
TABLES_IN = {CLASS: 2, NOTE: 3}
"""By kind of node, the index of the number of its table."""


class Untraceable(Exception):
    """A scoring reads something that is not recorded: in all deals, or in some (`Unkept`)."""


class Unkept(Untraceable):
    """A scoring must be called with some deals whose decisions were not stored."""


UNBORNE = (Unsupported, TypeError, AttributeError, TrickkitError)
"""The errors that a scoring may raise if it reads more than is recorded: symbolic values say so, lack an attribute, or
do not pass its checks. Any other error is a fault of the scoring or of the tracing."""


def untraceable(name: str, error: Exception) -> Untraceable:
    """The error that a scoring cannot be traced, with its reason.

    Args:
        name: the name of the scoring.
        error: the error that it raised.
    """
    reason = (
        str(error) if isinstance(error, Unsupported) else f"called with what rows record about deals, {said_by(error)}"
    )
    return Untraceable(reason if reason.startswith(f"{name}:") else f"{name}: {reason}")


class Question(Protocol):
    """A question about deals that diagrams answer with points by seat."""

    @property
    def name(self) -> str:
        """The name of the scoring, for errors."""

    def lines(self, deal: Deal) -> Iterable[ScoreLine]:
        """The lines of a deal, which add up to the points."""


@frozen
class ScoringQuestion:
    """A question whose answer is points by seat: a scoring, or one of its summands.

    Args:
        scoring: the scoring, whose lines must follow from what it reads.
        summand: the name of the summand.
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
    """Several questions whose answers are added up."""

    questions: tuple[Question, ...]

    @property
    def name(self) -> str:
        """The name of the first question, for errors."""
        return self.questions[0].name

    def lines(self, deal: Deal) -> Iterable[ScoreLine]:
        """The lines of all questions."""
        return chain.from_iterable(question.lines(deal) for question in self.questions)


def asked_of(scorings: Iterable[Scoring], players: int) -> list[ScoringQuestion]:
    """The questions whose answers add up to the scores."""
    return [ScoringQuestion(scoring, summand) for scoring in scorings for summand in summands_of(scoring, players)]


@define(eq=False, slots=False)
class Diagrams:
    """Scores deals by decision diagrams; threads may share them.

    A scoring is called with a deal that records what the scoring reads (*tracing*). All other deals that give the same
    answers score the same. The trace therefore becomes a path from the root of a diagram, and compiled code walks along
    it. When a deal gives a new answer, the scoring is called again. A function that a scoring applies to each trick has
    a diagram of its own, which is walked for every trick.

    A scoring that reads something unrecorded is called with whole deals. As long as few kinds of deals are affected, it
    is called only for deals that gave the same answers up to that point.

    Args:
        schema: what can be read.
        asked: the questions whose answers are added up.
        probes: by question, what it reads, judged by fictitious deals.
    """

    schema: FactSchema
    asked: Sequence[Question]
    probes: Sequence[Probe]
    nodes: Numbers = field(init=False)
    _end: int = field(init=False)
    looks: dict[int, Look] = field(init=False)
    """By node, the question that it asks."""
    _tables: dict[int, int] = field(init=False)
    """By number of a table of outcomes or notes, its index."""
    _roots: dict[Any, int] = field(init=False)
    """By function that is applied to each trick, the index of the pointer to the first node of its diagram."""
    _leaves: dict[tuple[int, ...], int] = field(init=False)
    """By points, the node that gives them; equal nodes are stored once."""
    _dividends: dict[tuple[int, ...], int] = field(init=False)
    """By dividend, its index."""
    _functions: dict[int, tuple[Callable[..., Iterable[tuple[str, Any]]], tuple[Any, ...]]] = field(init=False)
    """By that index, the function and its further arguments."""
    _looked: list[Dependencies] = field(init=False)
    """By question, the numbers on which its answers depend."""
    _given: set[Part] = field(init=False, factory=set)
    """All numbers that were read, or added to points."""
    whole: list[str] = field(init=False, factory=list)
    """By kind of deals for which a scoring is called, the reason."""
    _lock: RLock = field(init=False, factory=RLock)

    @classmethod
    def of(cls, schema: FactSchema, asked: Iterable[Question]) -> Diagrams:
        """The diagrams that answer some questions. Questions that read the same few numbers share a diagram.

        Args:
            schema: what can be read.
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
        """The numbers that determine the points, such as numbers of cards and tricks, as far as known."""
        return frozenset(self._given).union(*(probe.parts for probe in self.probes))

    @property
    def looks_at_cards(self) -> bool:
        """Whether a scoring reads the cards in tricks, as far as known."""
        return any(part[0] == WON for part in self.parts)

    @property
    def looks_at_sets(self) -> bool:
        """Whether a scoring reads other sets of cards or tricks, as far as known."""
        return any(part[0] in (SETS, ALL_OF) for part in self.parts)

    @property
    def may_look_at_notes(self) -> bool:
        """Whether a scoring reads notes of tricks and calls, as far as known in advance."""
        return any(probe.looks_at_notes for probe in self.probes)

    @property
    def why(self) -> str:
        """What a scoring reads that requires calling it deal by deal, as far as known in advance; otherwise `""`."""
        return next((probe.why for probe in self.probes if probe.why), "")

    @property
    def progress(self) -> Numbers:
        """The initial progress of compiled code with deals."""
        return np.zeros(SUMS + self.schema.rules.players, np.int64)

    def add(self, written: Written, before: Array) -> list[int]:
        """Add the points of the scorings to those of deals.

        Args:
            written: the recorded results of the deals.
            before: (deals or 1, seats or more), int64: the points of earlier deals, by deal or the same for all; then
                the points for the reasons in `FactSchema.reasons_before`, in order.

        Returns:
            Returns the deals whose points cannot be used because a scoring must be called with them.

        Raises:
            Untraceable: a scoring reads something unrecorded in all deals, or in too many; no points can be used.
            Unkept: likewise, but it can be traced once these deals are recorded again.
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
        """Check that everything is recorded that scorings read."""
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
        """The index of the pointer to the first node of a diagram, behind any memo."""
        node = int(self.nodes[ROOTS + 1 + number])
        return node + 1 if node and self.nodes[node] == MEMO else ROOTS + 1 + number

    def _forget(self, number: int, place: int) -> None:
        """Remove a memo whose numbers do not determine the result of a path that is about to be added.

        Another thread may be using that memo; it continues with nodes that lack the path.
        """
        looked = self._looked[number]
        memo = looked.memo(self._table)
        if place == ROOTS + 1 + number or (memo is not None and memo[0] == looked.kept_by):
            return
        nodes = self.nodes.copy()
        nodes[ROOTS + 1 + number] = nodes[place]
        self.nodes, looked.kept_by = nodes, None

    def _keep(self, number: int, place: int) -> None:
        """Put a memo in front of a diagram, which stores points by the numbers that determine them; or remove it."""
        first, looked = int(self.nodes[place]), self._looked[number]
        memo = looked.memo(self._table)
        if memo is not None and memo[0] == looked.kept_by:
            return
        looked.kept_by = None if memo is None else memo[0]
        if memo is None:
            self.nodes[ROOTS + 1 + number] = first
            return
        head, cases = memo
        # Outdated tables stay where they are, since other threads may read them.
        looked.others |= looked.room > MOST_ROOM
        looked.room += cases
        table = self._room(np.full(cases, UNKNOWN))
        self._write(ROOTS + 1 + number, [MEMO, first, table, *head])

    def _ask_about(self, number: int, trace: Trace, error: Untraceable) -> None:
        """Let a scoring be called with all deals that share the trace of one deal, unless the trace is empty."""
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
        """Split points into a known number, which is returned, and a symbolic rest, which is appended."""
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
        """The index of the pointer to the first node of the diagram of a function that is applied to each trick."""
        if asked not in self._roots:
            self._roots[asked] = root = self._room((0,))
            self._functions[root] = asked[0], asked[1]
        return self._roots[asked]

    def _dividend(self, numbers: tuple[int, ...]) -> int:
        """The index of a dividend."""
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
        """The index of a table of outcomes or notes: of its entry for number 0, which follows the entry for none."""
        if number not in self._tables:
            self._tables[number] = 1 + self._room(self.schema.tables.rows[number])
        return self._tables[number]

    def _write(self, place: int, numbers: Sequence[int]) -> None:
        """Write a node, and only then the pointer to it, as another thread may be walking the diagram."""
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
