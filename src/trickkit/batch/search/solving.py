"""Solves positions with open cards: the value of each action under optimal play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import numpy as np
from attrs import define, field

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.symbolic import Part
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.machine.program import Program
from trickkit.batch.points.diagram.diagram import Unkept
from trickkit.batch.run.fallback import seeded
from trickkit.batch.run.resume import loaded, option_number, prevented, ready
from trickkit.batch.search.alpha_beta import ASK, DEPTH, DONE, ENTER, HUGE, NODES, STAGE, VALUE, Line, search
from trickkit.batch.search.ending import DealEnd, in_last_tricks, make, only_cards_left, tricks_left
from trickkit.batch.search.many_sides import Paths, search_all
from trickkit.batch.search.positions import (
    TRICKS_ONLY,
    Alike,
    Distinct,
    Past,
    alike_of,
    cards_of,
    distinct_of,
    none_alike,
    nothing_past,
    past_tricks,
    whole_rows,
)
from trickkit.batch.worlds import Dealer
from trickkit.errors import TooManyPositions
from trickkit.model.actions import Action
from trickkit.play.state import State
from trickkit.play.view import View

MOST_SLOTS = 22
"""The most positions for which the memory has room, as a power of two."""
AT_ONCE = 16
"""The number of worlds dealt at once."""
AT_A_TIME = 1 << 20
"""The number of positions between checks for an interruption."""


@define(eq=False)
class Solving:
    """A position with open cards to be solved action by action; earlier results are kept.

    Args:
        state: a game in the same position, as far as any view shows.
        row: the position of the deal.
        deck: the cards in the order in which they come off the pack.
        weights: (sides, seats), int64: the factors for the points of a deal, whose sum is the utility of a side.
        sides: by side, its seats.
        limit: the maximum number of positions.

    Raises:
        Unsupported: compiled code cannot solve it.
    """

    state: State
    row: Array
    deck: Array
    weights: Array
    sides: Sequence[Sequence[int]]
    limit: int
    program: Program = field(init=False)
    positions: int = field(init=False, default=0)
    """The number of positions examined."""
    _guess: int = field(init=False, default=0)
    """The value of the last action, which is close to that of the next one."""
    _opposed: bool = field(init=False)
    _end: DealEnd = field(init=False)
    _past: Past = field(init=False)
    _parts: frozenset[Part] = field(init=False)
    _distinct: Distinct = field(init=False)
    _alike: Alike = field(init=False)
    _line: Any = field(init=False)
    _memory: Array = field(init=False)
    _history: Array = field(init=False)
    _side_of: Array = field(init=False)

    def __attrs_post_init__(self) -> None:
        state, row = self.state, self.row
        program = self.program = compile_rules(state.rules)
        in_tricks = only_cards_left(program, state)
        self._end = end = DealEnd.of(program, [state], row, counted=True)
        players, sides = program.rules.players, len(self.sides)
        self._opposed = sides == 2 and bool((self.weights[0] == -self.weights[1]).all())
        self._past = nothing_past(sides)
        self._tell_apart()
        if self._distinct.kind == TRICKS_ONLY:
            self._past = past_tricks(row, end, self.weights, all_taken=_all_taken(program, row))
        self._side_of = np.array(
            [next(n for n, side in enumerate(self.sides) if seat in side) for seat in range(players)]
        )
        deep = tricks_left(row) * players + 2 if in_tricks else program.longest + 2
        rows, todo = np.repeat(row[None, :], deep, axis=0), np.zeros((deep, program.words), np.int64)
        cards = sum(len(hand) for hand in state.deal.hands)
        slots = 1 << min(cards, MOST_SLOTS)
        if self._opposed:
            self._line = Line(rows, todo, *(np.zeros(deep, np.int64) for _ in range(9)))
            self._memory = np.zeros((slots, 4), np.int64)
        else:
            of_sides = np.zeros((deep + 1, sides), np.int64)
            self._line = Paths(rows, todo, of_sides, *(np.zeros(deep, np.int64) for _ in range(2)))
            self._memory = np.zeros((slots, 1 + sides), np.int64)
        self._history = np.zeros((layout.SEATS + 1, 64 * program.words), np.int64)

    def _tell_apart(self) -> None:
        """Determine what distinguishes positions and cards, from the facts that the scoring reads."""
        program, row, end = self.program, self.row, self._end
        in_tricks, self._parts = only_cards_left(program, self.state), end.parts
        self._distinct, self._alike = distinct_of(program, end, in_tricks=in_tricks), none_alike(program)
        if row[layout.UNTIL]:
            # Tricks whose end depends on what was taken in them continue differently after another past.
            self._distinct = whole_rows(program)
        if in_tricks and self._opposed:
            self._alike = alike_of(program, row, _operands(end, program.rules.players))

    def values(self, seat: int, actions: Sequence[Action]) -> list[Array]:
        """The value of each action of a seat to every side.

        Raises:
            TooManyPositions: there are more positions than the limit.
        """
        return [self._value(seat, action) for action in actions]

    def _value(self, seat: int, action: Action) -> Array:
        program, row = self.program, self.row.copy()
        if row[layout.ACTOR] == seat:
            make(row, self.deck, program.tables, option_number(program, row, action_numbers(program.rules)[action]))
        else:
            after = self.state.play(seat, action)
            if len(after.results) > len(self.state.results):
                return self.weights @ np.array(after.results[-1].scores)
            row, self.deck = loaded(program, after)
        self._line.rows[:, self._distinct.span :] = row[self._distinct.span :]
        self._line.rows[0] = row
        if not self._opposed:
            self._run(search_all)
            return self._line.best[-1].copy()
        worth = self._closed_in()
        return np.array([worth, -worth])

    def _closed_in(self) -> int:
        """The value of the current position to the first side, found with narrow windows (MTD(f))."""
        line, low, high = self._line, -HUGE, HUGE
        while low < high:
            beta = self._guess + 1 if self._guess == low else self._guess
            line.low[0], line.high[0] = beta - 1, beta
            self._guess = self._run(search)
            if self._guess < beta:
                high = self._guess
            else:
                low = self._guess
        return self._guess

    def _run(self, kernel: Any) -> int:
        """Run compiled code until it is done; returns its result."""
        progress = np.array([0, ENTER, self.positions, 0])
        while True:
            until = min(self.limit, int(progress[NODES]) + AT_A_TIME)
            stopped = kernel(*self._given(), self._side_of, progress, until)
            self.positions = int(progress[NODES])
            if stopped == DONE:
                return int(progress[VALUE])
            if stopped == ASK:
                self._end.ask()
                if self._end.parts != self._parts and self._distinct.kind != TRICKS_ONLY:
                    # The scoring reads more than expected, so the positions in memory are not distinguished well
                    # enough.
                    self._tell_apart()
                    self._memory[:] = 0
                    progress[DEPTH], progress[STAGE] = 0, ENTER
            elif self.positions >= self.limit:
                raise TooManyPositions(
                    f"more than {self.limit:,} positions: solve it when fewer cards are left, or allow more",
                    game=self.state.rules.key,
                )

    def _given(self) -> list[Any]:
        """The leading arguments of the compiled functions."""
        given = [self.program.tables, self.deck, self._line, self._memory]
        valuation = [self._end.ending, self._past]
        if self._opposed:
            return [*given, self._history, *valuation, self._alike, self._distinct, self.weights[0]]
        return [*given, *valuation, self._distinct, self.weights]


def solved(
    state: State,
    seat: int,
    actions: Sequence[Action],
    weights: Sequence[Sequence[int]],
    sides: Sequence[Sequence[int]],
    limit: int,
) -> tuple[list[list[int]], int]:
    """The value of each action of a seat to every side with open cards, and the number of positions examined.

    The other arguments are those of `Solving`.

    Raises:
        Unsupported: compiled code cannot solve it.
        TooManyPositions: there are more positions than the limit.
    """
    state, program = seeded(state, 0), compile_rules(state.rules)
    why = prevented(program, state) or ("" if in_last_tricks(program, state) else _too_wide(program))
    if why:
        raise Unsupported(why)
    row, deck = loaded(ready(program, state), state)
    try:
        solving = Solving(state, row, deck, np.array(weights, np.int64), sides, limit)
        values = solving.values(seat, actions)
    except Unsupported as error:
        if not isinstance(error.__cause__, Unkept):
            raise
        # A scoring has turned out to read more than is recorded.
        solving = Solving(state, row, deck, np.array(weights, np.int64), sides, limit)
        values = solving.values(seat, actions)
    return [value.tolist() for value in values], solving.positions


def solved_worlds(
    view: View, weights: Sequence[Sequence[int]], sides: Sequence[Sequence[int]], limit: int, seed: int
) -> Iterator[list[list[int]]]:
    """The value of each legal action of a view to every side, in one sampled world after another.

    Args:
        view: the view of a seat that is to play in the last tricks.
        weights: as for `Solving`.
        sides: likewise.
        limit: likewise, in each world.
        seed: any integer; a world is a function of it and of the world's number.

    Raises:
        Unsupported: compiled code cannot solve it, or cannot deal the worlds.
        TooManyPositions: some world has more positions than the limit.
    """
    dealer, seat = Dealer.of(view), view.seat
    if dealer.plan is None or seat is None or not in_last_tricks(dealer.program, view):
        raise Unsupported(dealer.why or "other phases come after the tricks")
    weighed = np.array(weights, np.int64)
    for first in count(0, AT_ONCE):
        for row, deck in zip(*dealer.rows(AT_ONCE, seed, first=first), strict=True):
            solving = Solving(dealer.world, row, deck, weighed, sides, limit)
            yield [value.tolist() for value in solving.values(seat, view.legal())]


def _too_wide(program: Program) -> str:
    """Why the options of a phase do not fit into a mask; `""` if they do."""
    for index, phase in enumerate(program.rules.phases):
        if program.opcode(index) == layout.EXPLORED:
            options = len(phase.actions(program.rules.deck, program.rules.players))
            room = 64 * program.words - 2
            if options > room:
                return f"{type(phase).__name__}: {options} actions; the solver has room for {room}"
    return ""


def _all_taken(program: Program, row: Array) -> bool:
    """Whether every remaining trick will be played and taken."""
    rounds = row[layout.ROUND : layout.ROUND + program.rules.players].tolist()
    return not program.folds(row) and all(
        round_ >> 32 == 0 and round_ >> 24 & 255 != layout.NOBODY for round_ in rounds
    )


def _operands(end: DealEnd, players: int) -> tuple[int, ...]:
    """The groups of cards that the scoring considers together."""
    return tuple(sorted({cards_of(part, players) for part in end.parts} - {0}))
