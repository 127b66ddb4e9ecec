"""Plays many random deals with some phases in Python, before which rows stop and after which they continue."""

from __future__ import annotations

from collections.abc import Sequence
from time import thread_time

import numpy as np
from attrs import evolve

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Beginnings
from trickkit.batch.kernel.layout import halves
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.crossing import play_rows, reseed
from trickkit.batch.machine.interpreter import DealInProgress, drawn_below, next_state
from trickkit.batch.machine.loop import set_out_rows
from trickkit.batch.machine.lowered import grown
from trickkit.batch.machine.program import Program
from trickkit.batch.results import Deals, Moves, joined
from trickkit.batch.run.begins import Begins, Resumes, chance_of
from trickkit.batch.run.chunks import run_on
from trickkit.batch.run.mixed_deals import MixedDeals
from trickkit.batch.run.resume import loaded, prevented, ready
from trickkit.batch.run.scoring import decisions_in
from trickkit.model.actions import Action, Pass
from trickkit.model.result import Result
from trickkit.phases.base import Phase
from trickkit.play.checks import check_actions
from trickkit.play.later import UnknownLines
from trickkit.play.state import State

PASS = Pass()
CHUNK = 1 << 10
"""The number of rows played together; they wait for each other at phases in Python."""


class RandomMixedDeals(MixedDeals):
    """Deals that are played at random to their ends.

    Args:
        program: the rules, made ready.
        rows: (deals, width), int64: their positions.
        decks: (deals, 256), uint8: their cards.
        begins: by row, the beginning of the deal.
        states: by row, the position from which it is played; () for whole deals.
    """

    def __init__(
        self,
        program: Program,
        rows: Array,
        decks: Array,
        begins: Sequence[Begins | Resumes],
        states: Sequence[State] = (),
    ) -> None:
        self._program, self._rows, self._decks, self._states = program, rows, decks, states
        self._open(len(rows))
        self._begins, self._noted = dict(enumerate(begins)), np.zeros((len(rows), program.longest), np.int32)

    def played_out(self) -> Deals:
        """The deals at their ends, with points and decisions."""
        cards, paces = self._decks.astype(np.int16), self._program.interpreted.paces
        if not self._program.tables[layout.LOTS]:
            self._left[len(cards) - paces.by_reference(len(cards)) :] = True
        by_rows, began = np.flatnonzero(~self._left), thread_time()
        self._play(by_rows)
        self._go_on()
        over, parts, took = np.flatnonzero(~self._left), list[Deals](), list[tuple[float, int]]()
        for rows, are_played in ((over, len(by_rows)), (np.flatnonzero(self._left), self._left.any())):
            if len(rows):
                parts.append(self._results(rows))
            ended, decisions = thread_time(), int(self._rows[rows, layout.DECISIONS].sum())
            took.append((ended - began, decisions) if are_played else (0.0, 0))
            began = ended
        paces.note(mixed=took[0], reference=took[1])
        deals = joined(parts).of(np.argsort(np.concatenate([over, np.flatnonzero(self._left)])))
        seats, actions = decisions_in(self._rows, self._noted, np.arange(len(cards)))
        longest, nothing = int(deals.decisions.max(initial=0)), np.full(len(cards), -1, np.int16)
        kept = Moves(seats[:, :longest], actions[:, :longest], cards[:, : len(self.rules.deck)], nothing)
        return evolve(deals, moves=kept, start=lambda deal: self._begins[deal].state())

    def _play(self, rows: Array) -> None:
        on, room = rows[self._rows[rows, layout.ACTOR] >= 0], int(self._rows[:, layout.DECISIONS].max())
        self._make_room(room + self._program.longest)
        seats, actions = np.full(self._noted.shape, -1, np.int8), np.zeros(self._noted.shape, np.int16)
        for program, some in self._groups(on):
            play_rows(program.tables, self._rows, self._decks, some, seats, actions)
        made = seats >= 0
        self._noted[made] = seats[made].astype(np.int32) << layout.NOTED_SEAT | actions[made]

    def _decision(self, row: int, followed: DealInProgress) -> tuple[int, Action]:
        assert followed.run is not None
        seat, place = followed.at.actors[0], followed.place
        phase, legal = self.rules.phases[place], followed.run.legal(followed.at, seat)
        return self._drawn(row, seat, legal, phase)

    def _drawn(self, row: int, seat: int, legal: Sequence[Action], phase: Phase) -> tuple[int, Action]:
        """Make the same random decision as compiled code would, and record it."""
        line, made = self._rows[row], int(self._rows[row, layout.DECISIONS])
        state = next_state(int(line[layout.RNG]))
        passes = phase.binding and legal[-1] is PASS and bool(line[layout.PASSES])
        action = PASS if passes else legal[drawn_below(state, len(legal))]
        check_actions((action,), self.rules.listed, phase)
        self._make_room(made + 1)
        self._noted[row, made] = seat << layout.NOTED_SEAT | action_numbers(self.rules)[action]
        line[layout.RNG], line[layout.DECISIONS] = state, made + 1
        return seat, action

    def _result(self, row: int) -> Result:
        begins = self._begins[row]
        state = begins.state().play_all(self._decisions(row, 0))
        while len(state.results) == begins.number:
            seat = state.actors[0]
            assert state.phase is not None
            state = state.play(*self._drawn(row, seat, state.legal(seat), state.phase))
        return state.results[begins.number]

    def _origins(self, rows: Array) -> Sequence[State]:
        return [self._states[row] for row in rows.tolist()] if self._states else ()


def run_mixed(
    program: Program,
    seed: int,
    begins: Beginnings,
    *,
    moves: bool,
    lines: UnknownLines | None = None,
) -> Deals:
    """Play whole deals at random, as `chunks.run` does.

    Args:
        program: the rules, made ready.
        seed: the seed of all deals.
        begins: their beginnings.
        moves: whether the decisions are kept.
        lines: the score lines of each earlier deal; None for new placeholders.
    """
    chunks = [slice(first, first + CHUNK) for first in range(0, len(begins.deals), CHUNK)]
    deals = _joined([_dealt(program, seed, begins.part(chunk), lines) for chunk in chunks])
    return deals if moves else evolve(deals, moves=None)


def _dealt(program: Program, seed: int, begins: Beginnings, lines: UnknownLines | None) -> Deals:
    """Some of the deals, played together."""
    program, count = grown(program), len(begins.deals)
    rows, decks = np.zeros((count, program.width), np.int64), np.zeros((count, 256), np.uint8)
    before = np.zeros((count, layout.SEATS), np.int64)
    before[:, : begins.totals.shape[1]] = begins.totals
    sizes = np.array(program.sizes, np.int64)[begins.numbers]
    set_out_rows(program.tables, rows, decks, np.arange(count), halves(seed), sizes, begins._replace(totals=before))
    begun = [
        Begins.of(program, row, deck, chance_of(seed, game), lines)
        for row, deck, game in zip(rows, decks, begins.deals.tolist(), strict=True)
    ]
    return RandomMixedDeals(program, rows, decks, begun).played_out()


def played_on(
    program: Program,
    states: Sequence[State],
    seed: int,
    count: int,
    *,
    threads: int,
    moves: bool = False,
    passes: bool = False,
) -> Deals | None:
    """Play the current deals of games to their ends at random; returns None if the reference engine must do that.

    Args:
        program: the rules, made ready.
        states: states of one game.
        seed: the seed of all.
        count: the number of deals, 1 or more.
        threads: the number of threads, if no phase in Python remains.
        moves: whether the decisions are kept.
        passes: whether seats pass wherever they may, in phases that bind them.
    """
    try:
        if program.is_mixed:
            program = ready(program, *states)
            if not all(program.runs_from(state._context.place) for state in states):
                return _played_on(program, states, seed, count, moves=moves, passes=passes)
        elif any(prevented(program, state) for state in states):
            return None
        return run_on(program, states, seed, count, threads=threads, moves=moves, passes=passes)
    except Unsupported:
        # A state does not fit into a row.
        return None


def _played_on(program: Program, states: Sequence[State], seed: int, count: int, *, moves: bool, passes: bool) -> Deals:
    pairs = [loaded(program, state) for state in states]
    parts = []
    for first in range(0, count, CHUNK):
        numbers = range(first, min(first + CHUNK, count))
        begun = [pairs[index % len(states)] for index in numbers]
        origins = [states[index % len(states)] for index in numbers]
        rows, decks = np.array([row for row, _ in begun]), np.array([deck for _, deck in begun])
        reseed(rows, halves(seed), np.array(numbers))
        rows[:, layout.PASSES] = program.binding if passes else 0
        parts.append(RandomMixedDeals(program, rows, decks, [*map(Resumes, origins)], origins).played_out())
    deals = _joined(parts)
    return deals if moves else evolve(deals, moves=None)


def _joined(parts: Sequence[Deals]) -> Deals:
    """The deals of several chunks, joined, with their decisions."""
    if len(parts) == 1:
        return parts[0]
    longest = max(part.moves.seats.shape[1] for part in parts if part.moves)
    wide = {name: [_padded(getattr(part.moves, name), longest) for part in parts] for name in ("seats", "actions")}
    same = {name: [getattr(part.moves, name) for part in parts] for name in ("dealt", "shown")}
    moves = Moves(**{name: np.concatenate(arrays) for name, arrays in (wide | same).items()})

    def start(deal: int) -> State:
        begin = parts[deal // CHUNK]._start
        assert begin is not None
        return begin(deal % CHUNK)

    return evolve(joined(parts), moves=moves, start=start)


def _padded(array: Array, width: int) -> Array:
    return np.pad(array, ((0, 0), (0, width - array.shape[1])), constant_values=-1)
