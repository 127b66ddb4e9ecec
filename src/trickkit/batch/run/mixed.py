"""Many random deals with some phases in Python: rows stop there, and continue compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import thread_time

import numpy as np
from attrs import define, evolve, field

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Beginnings, Written
from trickkit.batch.kernel.layout import halves
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.crossing import go_on, play_rows, reseed
from trickkit.batch.machine.interpreter import DealInProgress, drawn_below, next_state
from trickkit.batch.machine.loop import set_out_rows, write_rows
from trickkit.batch.machine.program import Program, grown
from trickkit.batch.points.diagram.diagram import Untraceable
from trickkit.batch.results import Deals, Moves, joined
from trickkit.batch.run.begins import Begins, chance_of
from trickkit.batch.run.chunks import run_on
from trickkit.batch.run.crossing import write_back
from trickkit.batch.run.fallback import collected
from trickkit.batch.run.reading import read, room
from trickkit.batch.run.resume import loaded, prevented, ready
from trickkit.model.actions import Action, Pass
from trickkit.model.deal import Deal
from trickkit.model.result import Result
from trickkit.play.later import UnknownLines
from trickkit.play.state import State
from trickkit.play.utility import binds

PASS = Pass()
CHUNK = 1 << 10
"""How many rows are played together: they wait for each other where a phase is run in Python."""


def _drawn(legal: Sequence[Action], state: int, *, passes: bool) -> Action:
    """A random action, drawn as compiled code draws it."""
    if passes and legal[-1] is PASS:
        return PASS
    return legal[drawn_below(state, len(legal))]


@define(eq=False)
class Rows:
    """Random deals, played to their ends.

    Args:
        program: the rules, made ready.
        rows: (deals, width), int64: where they stand.
        decks: (deals, 256), uint8: their cards.
        follow: gives for a row the same deal as the reference engine has it.
        start: gives for a row the game in which it begins.
        seats: (deals, most decisions), int8: who has decided.
        actions: (deals, most decisions), int16: what, by its number.
    """

    program: Program
    rows: Array
    decks: Array
    follow: Callable[[int], DealInProgress]
    start: Callable[[int], State]
    seats: Array = field(init=False)
    actions: Array = field(init=False)
    _followed: dict[int, tuple[DealInProgress, int]] = field(init=False, factory=dict)
    """By row, the deal, and after how many decisions."""
    left: set[int] = field(init=False, factory=set)
    """The rows that the reference engine must play to their end."""

    def __attrs_post_init__(self) -> None:
        shape = len(self.rows), self.program.longest
        self.seats, self.actions = np.full(shape, -1, np.int8), np.full(shape, -1, np.int16)

    def play(self) -> None:
        """Play all deals to their ends, except those left to the reference engine."""
        going = self.rows[:, layout.ACTOR] >= 0
        going[list(self.left)] = False
        self._play(np.flatnonzero(going))
        phases = len(self.program.rules.phases)
        while True:
            counters = self.rows[:, layout.COUNTER]
            stopped = [row for row in np.flatnonzero(counters < phases).tolist() if row not in self.left]
            if not stopped:
                return
            phase_index = int(counters[stopped].min())
            self._cross([row for row in stopped if counters[row] == phase_index], phase_index)

    def _play(self, which: Array) -> None:
        self._make_room(int(self.rows[:, layout.DECISIONS].max()) + self.program.longest)
        play_rows(self.program.tables, self.rows, self.decks, which, self.seats, self.actions)

    def _cross(self, which: Sequence[int], place: int) -> None:
        """Run a phase in Python for some rows, and continue them compiled."""
        done, going = [], []
        for row in which:
            before, after = self._run(row, place)
            try:
                done.append((row, self.program.interpreted.note(place, before, after), before, after))
            except Unsupported:
                self.left.add(row)
        self._learn()
        for row, outcome, before, after in done:
            try:
                write_back(self.program, self.rows[row], self.decks[row], place, outcome, before, after)
                going.append(row)
            except Unsupported:
                self.left.add(row)
        on = np.array(going, np.int64)
        go_on(self.program.tables, self.rows, self.decks, on)
        self._play(on[self.rows[on, layout.ACTOR] >= 0])

    def _learn(self) -> None:
        """Switch to tables with newly revealed outcomes, if the layout of rows stays the same."""
        program = grown(self.program)
        if program.laid_out == self.program.laid_out:
            self.program = program

    def _run(self, row: int, place: int) -> tuple[Deal, Deal]:
        """Run a phase in Python; return the deals before and after it."""
        followed, made = self._followed.get(row) or (self.follow(row), 0)
        numbers, line = self._numbers, self.rows[row]
        decisions = self._decisions(row, made)
        followed.follow(decisions, place)
        before, state, made = followed.deal, int(line[layout.RNG]), int(line[layout.DECISIONS])
        passes = bool(line[layout.PASSES]) and self.program.rules.phases[place].binding

        def choose(legal: Sequence[Action]) -> Action:
            nonlocal state
            state = next_state(state)
            return _drawn(legal, state, passes=passes)

        for seat, action in followed.play_out(choose):
            self._make_room(made + 1)
            self.seats[row, made], self.actions[row, made] = seat, numbers[action]
            made += 1
        line[layout.RNG], line[layout.DECISIONS] = state, made
        self._followed[row] = followed, made
        return before, followed.deal

    def _decisions(self, row: int, made: int) -> Iterator[tuple[int, Action]]:
        """The decisions of a row from an index on."""
        actions, upto = self._actions, int(self.rows[row, layout.DECISIONS])
        for index in range(made, upto):
            yield int(self.seats[row, index]), actions[self.actions[row, index]]

    def _make_room(self, decisions: int) -> None:
        """Allocate space for a number of decisions in each row."""
        more = decisions - self.seats.shape[1]
        if more > 0:
            self.seats = np.pad(self.seats, ((0, 0), (0, more)), constant_values=-1)
            self.actions = np.pad(self.actions, ((0, 0), (0, more)), constant_values=-1)

    def finish(self, row: int) -> Result:
        """Play one of the left deals to its end on the reference engine."""
        line, numbers = self.rows[row], self._numbers
        state, passes = self.start(row), bool(line[layout.PASSES])
        begun, made, random = len(state.results), int(line[layout.DECISIONS]), int(line[layout.RNG])
        state = state.play_all(self._decisions(row, 0))
        decided: list[tuple[int, int]] = []
        while len(state.results) == begun:
            seat, random = state.actors[0], next_state(random)
            action = _drawn(state.legal(seat), random, passes=passes and binds(state))
            decided.append((seat, numbers[action]))
            state = state.play(seat, action)
        upto = made + len(decided)
        self._make_room(upto)
        if decided:
            self.seats[row, made:upto], self.actions[row, made:upto] = zip(*decided, strict=True)
        line[layout.DECISIONS] = upto
        return state.results[begun]

    def scores(self, row: int) -> list[int]:
        """The scores of a finished deal, computed by the reference engine."""
        rules = self.program.rules
        followed, made = self._followed.get(row) or (self.follow(row), 0)
        followed.follow(self._decisions(row, made), len(rules.phases))
        deal, points = followed.deal, [0] * rules.players
        for line in (*deal.lines, *(line for part in rules.scoring for line in part.lines(deal))):
            points[line.seat] += line.points
        return points

    @property
    def _numbers(self) -> dict[Action, int]:
        return action_numbers(self.program.rules)

    @property
    def _actions(self) -> list[Action]:
        return list(self.program.rules.actions.values())


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
        seed: of all deals.
        begins: their beginnings.
        moves: whether the decisions are kept.
        lines: those of each earlier deal; None for new ones.
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
    table = Rows(program, rows, decks, lambda row: begun[row].followed(), lambda row: begun[row].state(lines))
    return _played(table, lambda row: begun[row].state())


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
    """Play the current deals of games to their ends at random; None where the reference engine must do it.

    Args:
        program: the rules, made ready.
        states: of one game.
        seed: of all.
        count: how often, 1 or more.
        threads: how many are used where nothing is left to be run in Python.
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
        # A row has no room for a state.
        return None


def _played_on(program: Program, states: Sequence[State], seed: int, count: int, *, moves: bool, passes: bool) -> Deals:
    pairs = [loaded(program, state) for state in states]
    parts = []
    for first in range(0, count, CHUNK):
        numbers = range(first, min(first + CHUNK, count))
        begun, origins = (
            [pairs[index % len(states)] for index in numbers],
            [states[index % len(states)] for index in numbers],
        )
        rows, decks = np.array([row for row, _ in begun]), np.array([deck for _, deck in begun])
        reseed(rows, halves(seed), np.array(numbers))
        rows[:, layout.PASSES] = program.binding if passes else 0
        table = Rows(program, rows, decks, partial(_followed, origins), origins.__getitem__)
        parts.append(_played(table, origins.__getitem__, origins))
    deals = _joined(parts)
    return deals if moves else evolve(deals, moves=None)


def _followed(origins: Sequence[State], row: int) -> DealInProgress:
    """The deal of a row that starts from the state of a game."""
    return DealInProgress.of(origins[row])


def _played(table: Rows, start: Callable[[int], State], origins: Sequence[State] = ()) -> Deals:
    """Deals played to their ends, with points and decisions."""
    begun, cards = table.rows[:, layout.STARTER].copy(), table.decks.astype(np.int16)
    every, paces = np.arange(len(table.rows)), table.program.interpreted.paces
    if not table.program.tables[layout.LOTS]:
        table.left.update(range(len(every) - paces.by_reference(len(every)), len(every)))
    is_mixed, began = len(table.left) < len(every), thread_time()
    table.play()
    over = np.array([row for row in every.tolist() if row not in table.left], np.int64)
    parts = [_scored(table, over, begun[over], [origins[row] for row in over.tolist()] if origins else [], start)]
    mixed, reference, between = (0.0, 0), (0.0, 0), thread_time()
    if is_mixed:
        mixed = between - began, int(parts[0].decisions.sum())
    if table.left:
        left = sorted(table.left)
        parts.append(collected(table.program.rules, map(table.finish, left), len(left)))
        parts[-1].decisions[:] = table.rows[left, layout.DECISIONS]
        over = np.concatenate([over, left])
        reference = thread_time() - between, int(parts[-1].decisions.sum())
    paces.note(mixed=mixed, reference=reference)
    deals = joined(parts).of(np.argsort(over)) if table.left else parts[0]
    longest = int(deals.decisions.max(initial=0))
    kept = Moves(
        table.seats[:, :longest], table.actions[:, :longest], cards[:, : len(table.program.rules.deck)],
        np.full(len(every), -1, np.int16),
    )  # fmt: skip
    return evolve(deals, moves=kept, start=start)


def _scored(table: Rows, over: Array, begun: Array, origins: Sequence[State], start: Callable[[int], State]) -> Deals:
    """The finished deals of rows, with their points.

    Args:
        table: of the rows.
        over: their numbers.
        begun: by one of them, the seat that started the deal.
        origins: by one of them, where it was played on from; () for whole deals.
        start: gives for a row the game in which it begins.
    """
    program = table.program
    scoring, totals = program.scoring, table.rows[over][:, program.totals]
    scorer = scoring.scorer(origins)
    while True:
        written = room(program, len(over), moves=False, cards=True, sets=scorer.needs_sets)
        write_rows(program.tables, table.rows, table.decks, over, written)
        written = written._replace(seats=table.seats[over], actions=table.actions[over])
        try:
            if not scorer.parts.by_deal or scoring.late:
                scorer.add(written, totals, partial(_decided, program, written, totals, over, start))
            break
        except Untraceable as error:
            # It may look at what was not written down.
            scorer = scoring.asking(error, origins)
    if scorer.parts.by_deal and not scoring.late and len(over):
        # The deals are known to the reference engine up to their last phase in Python.
        written.points[:] = [table.scores(row) for row in over.tolist()]
    written.facts[:, layout.F_STARTER] = begun
    return read(program, written._replace(actions=written.actions[:, :0]), totals)


def _decided(program: Program, written: Written, totals: Array, over: Array, start: Callable[[int], State]) -> Deals:
    """The finished deals of rows, with their decisions, which are replayed from the rows' starts."""
    deals = read(program, written._replace(actions=written.actions[:, :0]), totals)
    kept = Moves(written.seats, written.actions, np.zeros((len(over), 0), np.int16), deals.starter)
    return evolve(deals, moves=kept, start=lambda deal: start(int(over[deal])))


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
