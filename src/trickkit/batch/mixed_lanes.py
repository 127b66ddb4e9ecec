"""Lanes that cross phases which are run in Python: those that have come to one wait there by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np
from attrs import define, evolve, field, frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Beginnings
from trickkit.batch.kernel.layout import WAIT
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.crossing import go_on
from trickkit.batch.machine.interpreter import DealInProgress, drawn_below, next_state
from trickkit.batch.machine.loop import first_illegal, legal_actions, random_actions, step_rows
from trickkit.batch.machine.program import Program, grown
from trickkit.batch.points.diagram.diagram import Untraceable
from trickkit.batch.reference_lanes import at_end
from trickkit.batch.results import Deals, joined
from trickkit.batch.run.arguments import seats_of
from trickkit.batch.run.begins import Begins, chance_of
from trickkit.batch.run.crossing import write_back
from trickkit.batch.run.fallback import collected, looked
from trickkit.batch.run.one_thread import one_thread
from trickkit.batch.run.resume import ONE, Retraced
from trickkit.batch.run.succession import Games
from trickkit.batch.seen import Positions, Seen, merged, seen_in
from trickkit.batch.stepping import Lanes
from trickkit.errors import InvalidRules
from trickkit.model.actions import Action
from trickkit.model.cards import Card
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.model.result import Result
from trickkit.phases.base import Phase
from trickkit.phases.kinds.choosing import Choosing
from trickkit.play.later import UnknownLines, unknown_lines
from trickkit.play.rules import Rules
from trickkit.play.state import State
from trickkit.play.view import View


@frozen(eq=False)
class Ended:
    """How a deal in a lane has gone.

    Args:
        begins: its beginning.
        noted: the decisions, as `layout` packs them.
    """

    begins: Begins
    noted: Array

    def view(self, seat: int) -> View:
        """What a seat knew at the end of the deal, as if the game ended there."""
        *decisions, (_, last) = unpacked(self.begins.rules, self.noted)
        return at_end(self.begins.state().play_all(decisions), last).view(seat)


def unpacked(rules: Rules, noted: Array) -> Iterator[tuple[int, Action]]:
    """Decisions out of the numbers as which `layout` packs them."""
    actions = [*rules.actions.values()]
    for decision in noted.tolist():
        yield decision >> layout.NOTED_SEAT & 255, actions[decision & layout.NOTED_ACTION]


@define(eq=False, repr=False, slots=False)
class MixedLanes(Lanes):
    """Lanes of rules some of whose phases are run in Python, made by `batch.lanes`.

    A row that comes to such a phase stops there, and its deal is followed by the reference engine until the phase is
    over. Tables grow when phases find out something new: each lane stays with those by which its row was made.
    """

    _programs: list[Program] = field(init=False, factory=list)
    _of: Array = field(init=False)
    """By lane, which of the programs its row belongs to."""
    _begins: dict[int, Begins] = field(init=False, factory=dict)
    _followed: dict[int, tuple[DealInProgress, int]] = field(init=False, factory=dict)
    """By lane, its deal as the reference engine has it, and after how many decisions."""
    _held: set[int] = field(init=False, factory=set)
    """The lanes that wait for a decision in a phase that is run in Python."""
    _left: set[int] = field(init=False, factory=set)
    """The lanes whose deals the reference engine must play to their end."""
    _due: set[int] = field(init=False, factory=set)
    """The lanes in which Python is to go on before anybody decides."""
    _finished: list[Ended] = field(init=False, factory=list)
    """The deals that ended in the last step."""
    _lines: UnknownLines | None = field(init=False)
    """In games, those of earlier deals, of which only the points are known."""

    def __attrs_post_init__(self) -> None:
        self._of = np.zeros(len(self._succession.episodes), np.int64)
        self._lines = unknown_lines() if isinstance(self._succession, Games) else None
        super().__attrs_post_init__()

    # Positions

    def _newest(self) -> int:
        """The number of the program that knows all that was found out so far."""
        program = grown(self._programs[-1] if self._programs else self._program)
        if not self._programs or program is not self._programs[-1]:
            self._programs.append(program)
            self._program = program
            more = program.width - self._rows.shape[1]
            self._rows = np.pad(self._rows, ((0, 0), (0, max(more, 0))))
        return len(self._programs) - 1

    def _set_out(self, lanes: Array, beginnings: Beginnings) -> None:
        self._of[lanes] = self._newest()
        super()._set_out(lanes, beginnings)
        for lane, game in zip(lanes.tolist(), beginnings.deals.tolist(), strict=True):
            row, deck = self._rows[lane], self._decks[lane]
            self._begins[lane] = Begins.of(self._program, row, deck, chance_of(self._seed, game), self._lines)
            self._followed.pop(lane, None)
            self._held.discard(lane)
            self._left.discard(lane)
            if row[layout.ACTOR] < 0:
                self._due.add(lane)
        self._go_on()

    def _begun(self, lane: int) -> State:
        return self._begins[lane].state()

    def _groups(self, lanes: Iterable[int]) -> Iterator[tuple[Program, Array]]:
        """Lanes by the program of their rows; those that are held have none."""
        free = np.array([lane for lane in lanes if lane not in self._held and lane not in self._left], np.int64)
        for index in np.unique(self._of[free]).tolist():
            yield self._programs[index], free[self._of[free] == index]

    # Phases in Python

    def _go_on(self) -> None:
        """Run phases in Python, until all lanes wait for a decision or their deals are over."""
        while self._due:
            crossed = [(lane, *crossing) for lane in sorted(self._due) if (crossing := self._follow(lane))]
            noted = []
            for lane, index, before, after in crossed:
                try:
                    noted.append((lane, index, self._program.interpreted.note(index, before, after), before, after))
                except Unsupported:
                    self._left.add(lane)
            for note in noted:
                if not self._written(*note):
                    self._left.add(note[0])
        if self._lines is not None and self._lines.looked_at:
            raise InvalidRules("a phase looks at score lines of earlier deals, which lanes do not keep")

    def _follow(self, lane: int) -> tuple[int, Deal, Deal] | None:
        """Follow a deal as far as it is decided; gives the phase that is over with the deal before and after it.

        Gives None where somebody is to decide, or the deal is over.
        """
        row, phases = self._rows[lane], len(self.rules.phases)
        followed, made = self._followed.get(lane) or (self._begins[lane].followed(), 0)
        counter = int(row[layout.COUNTER])
        decisions = unpacked(self.rules, self._noted[lane, made : row[layout.DECISIONS]])
        before = followed.deal
        while followed.place < (phases if lane in self._left else counter + 1):
            before = followed.deal
            if not followed.begin():
                continue
            decision = next(decisions, None)
            if decision is None:
                self._followed[lane] = followed, int(row[layout.DECISIONS])
                self._hold(lane, followed.at.actors[0])
                return None
            followed.play(*decision)
        self._followed[lane] = followed, int(row[layout.DECISIONS])
        if lane in self._left:
            row[layout.COUNTER] = phases
            self._hold(lane, -1)
            return None
        return counter, before, followed.deal

    def _hold(self, lane: int, seat: int) -> None:
        """Wait for a decision of a seat, of which the row knows nothing; -1 where the deal is over."""
        self._program.put_mask(self._rows[lane], layout.MASK, 0)
        self._rows[lane, layout.ACTOR] = seat
        self._held.add(lane)
        self._due.discard(lane)

    def _written(self, lane: int, place: int, number: int, before: Deal, after: Deal) -> bool:
        """Let a row go on after a phase; whether there is room in it for what was found out."""
        program, row, deck = self._programs[self._of[lane]], self._rows[lane].copy(), self._decks[lane].copy()
        newest = self._newest()
        try:
            write_back(program, row, deck, place, number, before, after)
            go_on(program.tables, row[None, :], deck[None, :], ONE)
            newest = int(self._of[lane])
        except Unsupported:
            state = self.state(lane)
            if len(state.results) > self._begins[lane].number:
                return False
            program = self._programs[newest]
            try:
                row, deck = Retraced.of(program, state).loaded(program)
            except Unsupported:
                return False
            row[layout.DECISIONS], row[layout.STACKED] = self._rows[lane, layout.DECISIONS], 0
            row[layout.RNG] = self._rows[lane, layout.RNG]
        self._of[lane] = newest
        self._rows[lane, : len(row)], self._decks[lane] = row, deck
        self._held.discard(lane)
        if row[layout.ACTOR] >= 0 or row[layout.COUNTER] == len(self.rules.phases):
            self._due.discard(lane)
        return True

    def _recover(self) -> None:
        """Follow the deals once more in which Python was at work."""
        for lane in self._due:
            self._followed.pop(lane, None)
        self._known.clear()
        self._go_on()
        super()._recover()

    # Decisions

    def _run_legal(self, lane: int) -> tuple[Action, ...]:
        """What is legal in a lane that is held."""
        followed, _ = self._followed[lane]
        assert followed.run is not None
        return followed.run.legal(followed.at, int(self._rows[lane, layout.ACTOR]))

    @one_thread
    def legal(self) -> Array:
        """legal: (lanes, actions), bool: as in `Lanes`."""
        self._check_usable()
        legal, numbers = np.zeros((len(self), len(self.rules.actions)), np.bool_), action_numbers(self.rules)
        for program, lanes in self._groups(range(len(self))):
            allowed = np.empty((len(lanes), legal.shape[1]), np.bool_)
            legal_actions(program.tables, self._rows[lanes], allowed.view(np.uint8))
            legal[lanes] = allowed
        for lane in self._held:
            legal[lane, [numbers[action] for action in self._run_legal(lane)]] = True
        return legal

    @one_thread
    def random(self) -> Array:
        """random: (lanes,), int64: as in `Lanes`."""
        self._check_usable()
        actions, numbers = np.empty(len(self), np.int64), action_numbers(self.rules)
        for program, lanes in self._groups(range(len(self))):
            drawn = np.empty(len(lanes), np.int64)
            random_actions(program.tables, self._rows[lanes], drawn)
            actions[lanes] = drawn
        for lane in self._held:
            legal, state = self._run_legal(lane), int(self._rows[lane, layout.RNG])
            for _ in range(int(self._rows[lane, layout.DECISIONS]) + 1):
                state = next_state(state)
            actions[lane] = numbers[legal[drawn_below(state, len(legal))]]
        return actions

    def _first_illegal(self, given: Array, options: Array, made: Array) -> int:
        wrong, numbers = [], action_numbers(self.rules)
        options[:], decides = -1, np.flatnonzero(given != WAIT).tolist()
        for program, lanes in self._groups(decides):
            actions, outputs = np.full(len(self), WAIT), np.empty((2, len(self)), np.int64)
            actions[lanes] = given[lanes]
            wrong.append(int(first_illegal(program.tables, self._rows, program.options, actions, *outputs)))
            options[lanes], made[lanes] = outputs[:, lanes]
        for lane in self._held.intersection(decides):
            followed, _ = self._followed[lane]
            if given[lane] not in [numbers[action] for action in self._run_legal(lane)]:
                wrong.append(lane)
            seat = int(self._rows[lane, layout.ACTOR])
            made[lane] = followed.place << layout.NOTED_COUNTER | seat << layout.NOTED_SEAT | int(given[lane])
            options[lane] = 0
        return min([lane for lane in wrong if lane >= 0], default=-1)

    def _decided(self, options: Array, made: Array) -> Array:
        rows, over = self._rows, np.empty(len(self), np.int64)
        if rows[:, layout.DECISIONS].max() >= self._noted.shape[1]:
            self._noted = np.pad(self._noted, ((0, 0), (0, self._program.longest)))
        decides = np.flatnonzero(options >= 0)
        held = np.array([lane for lane in decides.tolist() if lane in self._held], np.int64)
        for program, lanes in list(self._groups(decides.tolist())):
            of_group = np.full(len(self), -1)
            of_group[lanes] = options[lanes]
            step_rows(program.tables, rows, self._decks, of_group, made, self._noted, over)
        self._noted[held, rows[held, layout.DECISIONS]] = made[held]
        rows[held, layout.DECISIONS] += 1
        stopped = np.flatnonzero((rows[:, layout.ACTOR] < 0) & (rows[:, layout.COUNTER] < len(self.rules.phases)))
        self._due.update(held.tolist(), stopped.tolist())
        self._go_on()
        return np.flatnonzero(self._rows[:, layout.ACTOR] < 0)

    def _results(self, lanes: Array) -> Deals:
        parts, order, others = list[Deals](), list[int](), [lane for lane in lanes.tolist() if lane in self._left]
        self._finished = [
            Ended(self._begins[lane], self._noted[lane, : self._rows[lane, layout.DECISIONS]].copy())
            for lane in lanes.tolist()
        ]
        for program, some in self._groups(lanes.tolist()):
            scorer = program.scoring.scorer()
            try:
                if not scorer.needs_moves and not scorer.parts.by_deal:
                    starters = np.array([self._begins[lane].starter for lane in some.tolist()], np.int16)
                    parts.append(evolve(self._scored(program, some, scorer), starter=starters))
                    order += some.tolist()
                    continue
            except Untraceable as error:
                program.scoring.asking(error)
            others += some.tolist()
        if others:
            parts.append(collected(self.rules, map(self._result, others), len(others)))
        deals = joined(parts) if len(parts) > 1 else parts[0]
        return deals.of(np.array([[*order, *others].index(lane) for lane in lanes.tolist()]))

    def _result(self, lane: int) -> Result:
        """The deal of a lane that is over, as the reference engine has it."""
        return self.state(lane).results[self._begins[lane].number]

    # Observations

    @one_thread
    def seen(self, seats: Array | None = None) -> Seen:
        """What seats know, as in `Lanes`."""
        self._check_usable()
        seats = self.seats if seats is None else seats_of(self.rules, len(self), seats)
        free = list(self._groups(range(len(self)))) if tells_all(self._program) else []
        parts = [
            (lanes, seen_in(program, self._rows[lanes], self._noted[lanes], seats[lanes])) for program, lanes in free
        ]
        others = sorted({*range(len(self))}.difference(*[lanes.tolist() for lanes, _ in parts]))
        if others:
            views = [self.state(lane).view(int(seats[lane])) for lane in others]
            parts.append((np.array(others), looked(self.rules, views)))
        return merged(parts)

    def positions(self, seats: Array | None = None) -> Positions:
        """Rows alone do not tell what is known: `seen` does.

        Raises:
            InvalidRules: always.
        """
        raise InvalidRules("lanes of rules some of whose phases Python runs have no positions; call `seen`")

    @property
    def seen_at_end(self) -> Callable[[Array], Seen]:
        """Returns what seats knew at the end of the deals that ended in the last step, as in `Lanes`."""
        return partial(_seen_at_end, self.rules, self._finished)

    @property
    def positions_at_end(self) -> Callable[[Array, Array], Positions | Seen]:
        """The same for some of these deals."""
        return partial(_some_at_end, self.rules, self._finished)


def _seen_at_end(rules: Rules, ended: Sequence[Ended], seats: Array) -> Seen:
    given = seats_of(rules, len(ended), seats)
    return looked(rules, [deal.view(int(seat)) for deal, seat in zip(ended, given, strict=True)])


def _some_at_end(rules: Rules, ended: Sequence[Ended], which: Array, seats: Array) -> Seen:
    return _seen_at_end(rules, [ended[index] for index in which.tolist()], seats)


def tells_all(program: Program) -> bool:
    """Whether everybody knows what phases in Python have found out, and what was decided in them.

    Then a row tells what a seat knows.

    Args:
        program: the rules, made ready.
    """
    interpreted, phases = program.interpreted, program.rules.phases
    # Nobody saw in which order another seat chose its cards.
    open_ones = all(
        type(phases[index]).hears is Phase.hears and not isinstance(phases[index].inner, Choosing)
        for index in interpreted.reasons
    )
    records = (record for outcome in interpreted.outcomes for record in outcome.records)
    return (
        open_ones
        and all(kind.seen_by is Record.seen_by for kind in interpreted.kinds)
        and not any(isinstance(getattr(record, "card", None), Card) for record in records)
    )
