"""Deals in progress: each is either a row, which compiled code plays, or a state of the reference engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from attrs import evolve

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.crossing import go_on
from trickkit.batch.machine.interpreter import DealInProgress
from trickkit.batch.machine.lowered import grown
from trickkit.batch.machine.program import Program
from trickkit.batch.results import Deals, joined
from trickkit.batch.run.begins import Begins, Resumes
from trickkit.batch.run.crossing import write_back
from trickkit.batch.run.fallback import collected
from trickkit.batch.run.scoring import decisions_in, scored
from trickkit.model.actions import Action
from trickkit.model.deal import Deal
from trickkit.model.result import Result
from trickkit.play.rules import Rules
from trickkit.play.state import State
from trickkit.scoring.base import lines_of_all

Crossing = tuple[int, Deal, Deal]
"""A row that has passed through a phase in Python, with the deal before and after the phase."""


def unpacked(rules: Rules, noted: Array) -> Iterator[tuple[int, Action]]:
    """The decisions in numbers that `layout` packs."""
    actions = [*rules.actions.values()]
    for decision in noted.tolist():
        yield decision >> layout.NOTED_SEAT & 255, actions[decision & layout.NOTED_ACTION]


class MixedDeals(ABC):
    """Deals in progress, each of which is a row or a state.

    A row that reaches a phase in Python stops there. The reference engine plays the deal through the phase, after which
    it continues as a row. If a deal does not fit into a row, the reference engine plays it to its end; it also plays
    all deals of rules that cannot be compiled, which never become rows. Tables grow when phases have new outcomes; a
    row uses the tables with which it was made until it stops.

    Subclasses say who decides in phases in Python.
    """

    _program: Program
    """The newest program."""
    _rows: Array
    _decks: Array
    _noted: Array
    """By row and decision, the decision, as `layout` packs it."""
    _programs: list[Program]
    _of: Array
    """By row, the index of its program."""
    _left: Array
    """By row, whether the reference engine plays the deal to its end."""
    _held: Array
    """By row, whether a decision is pending in a phase in Python."""
    _begins: dict[int, Begins | Resumes]
    _followed: dict[int, tuple[DealInProgress, int]]
    """By row, the deal on the reference engine, and the number of decisions that led to it."""

    def _open(self, count: int) -> None:
        """Make room for a number of deals, besides their rows."""
        self._programs, self._of = [self._program], np.zeros(count, np.int64)
        self._left, self._held = np.zeros((2, count), np.bool_)
        self._begins, self._followed = {}, {}

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._program.rules

    # Defined by subclasses

    @abstractmethod
    def _decision(self, row: int, followed: DealInProgress) -> tuple[int, Action] | None:
        """The next decision in a phase in Python; None if it has to be awaited."""

    @abstractmethod
    def _result(self, row: int) -> Result:
        """The result of a deal that the reference engine plays to its end."""

    def _leave(self, row: int) -> None:
        """Let the reference engine play a deal to its end."""
        self._left[row] = True

    @abstractmethod
    def _play(self, rows: Array) -> None:
        """Continue rows that have passed through a phase in Python."""

    def _origins(self, _rows: Array) -> Sequence[State]:
        """The positions from which deals are played; () for whole deals."""
        return ()

    # Decisions

    def _decisions(self, row: int, first: int) -> Iterator[tuple[int, Action]]:
        """The decisions of a deal from an index on."""
        return unpacked(self.rules, self._noted[row, first : self._rows[row, layout.DECISIONS]])

    def _make_room(self, decisions: int) -> None:
        """Make room for a number of decisions in each deal, if there is less."""
        more = decisions - self._noted.shape[1]
        if more > 0:
            self._noted = np.pad(self._noted, ((0, 0), (0, max(more, self._program.longest))))

    def _others(self, rows: Array) -> Array:
        """Those of some rows whose deals the reference engine is playing."""
        return rows[(self._held | self._left)[rows]]

    # Phases in Python

    def _newest(self) -> int:
        """The index of the program that includes all outcomes so far."""
        program = grown(self._program)
        if program is not self._program:
            self._rows = np.pad(self._rows, ((0, 0), (0, max(program.width - self._rows.shape[1], 0))))
            self._programs.append(program)
            self._program = program
        return len(self._programs) - 1

    def _groups(self, rows: Array) -> Iterator[tuple[Program, Array]]:
        """Rows grouped by program, without those whose deals the reference engine is playing."""
        rows = rows[~(self._held | self._left)[rows]]
        of = self._of[rows]
        for index in np.unique(of).tolist():
            yield self._programs[index], rows[of == index]

    def _go_on(self) -> None:
        """Play deals through phases in Python, until they await a decision or are over."""
        while True:
            stopped = (self._rows[:, layout.ACTOR] < 0) & (self._rows[:, layout.COUNTER] < len(self.rules.phases))
            stopped &= ~self._left
            if not stopped.any():
                return
            crossed = [(row, *deals) for row in np.flatnonzero(stopped).tolist() if (deals := self._follow(row))]
            self._play(self._crossed(crossed))

    def _follow(self, row: int) -> tuple[Deal, Deal] | None:
        """Play a deal through the phase at which its row has stopped.

        Returns:
            Returns the deal before and after the phase; None if a decision has to be awaited.
        """
        place = int(self._rows[row, layout.COUNTER])
        followed, made = self._followed.get(row) or (self._begins[row].followed(), 0)
        decisions = self._decisions(row, made)
        followed.follow(decisions, place)
        before = followed.deal
        while followed.place == place and followed.begin():
            decision = next(decisions, None) or self._decision(row, followed)
            if decision is None:
                break
            followed.play(*decision)
        self._followed[row] = followed, int(self._rows[row, layout.DECISIONS])
        return (before, followed.deal) if followed.place > place else None

    def _crossed(self, crossed: Sequence[Crossing]) -> Array:
        """Let rows continue after a phase; returns those that can. The reference engine finishes the others."""
        numbers, places = dict[int, int](), self._rows[:, layout.COUNTER].tolist()
        for row, before, after in crossed:
            try:
                numbers[row] = self._program.interpreted.note(places[row], before, after)
            except Unsupported:
                self._leave(row)
        newest, going = self._newest(), np.array([*numbers], np.int64)
        rows, decks, of = self._rows[going], self._decks[going], self._of[going]
        done = np.zeros(len(going), np.bool_)
        every = [crossing for crossing in crossed if crossing[0] in numbers]
        for index, (row, before, after) in enumerate(every):
            if self._programs[of[index]].laid_out == self._program.laid_out:
                of[index] = newest
            program = self._programs[of[index]]
            try:
                write_back(program, rows[index], decks[index], places[row], numbers[row], before, after)
                done[index] = True
            except Unsupported:
                self._leave(row)
        for index in np.unique(of[done]).tolist():
            go_on(self._programs[index].tables, rows, decks, np.flatnonzero(done & (of == index)))
        going = going[done]
        # Rows change last, so that everything before can be repeated after an interruption.
        self._of[going], self._decks[going] = of[done], decks[done]
        self._rows[going] = rows[done]
        return going

    # Results

    def _results(self, rows: Array) -> Deals:
        """The finished deals of some rows, with their points."""
        parts, order, left = list[Deals](), list[int](), rows[self._left[rows]].tolist()
        for program, some in self._groups(rows):
            parts.append(self._scored_rows(program, some))
            order += some.tolist()
        if left:
            parts.append(collected(self.rules, map(self._result, left), len(left)))
            parts[-1].decisions[:] = self._rows[left, layout.DECISIONS]
        if len(parts) == 1:
            return parts[0]
        places = {row: index for index, row in enumerate([*order, *left])}
        return joined(parts).of(np.array([places[row] for row in rows.tolist()]))

    def _scored_rows(self, program: Program, over: Array) -> Deals:
        """The finished deals of rows with the same program, with their points."""
        deals = scored(
            program, self._rows, self._decks, over, partial(decisions_in, self._rows, self._noted, over), cards=True,
            start=lambda deal: self._begins[int(over[deal])].state(), origins=self._origins(over), scores=self._scores,
        )  # fmt: skip
        return evolve(deals, starter=np.array([self._begins[row].starter for row in over.tolist()], np.int16))

    def _scores(self, row: int) -> list[int]:
        """The points of a finished deal, which the reference engine plays to its end for that purpose."""
        rules = self.rules
        followed, made = self._followed.get(row) or (self._begins[row].followed(), 0)
        followed.follow(self._decisions(row, made), len(rules.phases))
        deal, points = followed.deal, [0] * rules.players
        for line in (*deal.lines, *lines_of_all(rules.scoring, deal)):
            points[line.seat] += line.points
        return points
