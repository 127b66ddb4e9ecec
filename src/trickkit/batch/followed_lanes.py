"""Lanes whose deals the reference engine plays, either entirely or through phases that run in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from random import Random
from time import perf_counter

import numpy as np
from attrs import define, field, frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Beginnings
from trickkit.batch.kernel.layout import WAIT
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.machine.interpreter import DealInProgress, drawn_below, next_state
from trickkit.batch.machine.loop import first_illegal, legal_actions, random_actions, step_rows
from trickkit.batch.machine.program import Program
from trickkit.batch.results import Deals
from trickkit.batch.run.arguments import seats_of
from trickkit.batch.run.begins import Begins, Resumes, chance_of
from trickkit.batch.run.fallback import collected, current_moves, looked
from trickkit.batch.run.mixed_deals import MixedDeals, unpacked
from trickkit.batch.run.one_thread import one_thread
from trickkit.batch.run.succession import Games, OfStates
from trickkit.batch.seen import Positions, Seen, merged, seen_in
from trickkit.batch.stepping import Lanes
from trickkit.errors import InvalidRules
from trickkit.model.actions import Action
from trickkit.model.cards import Card
from trickkit.model.chance import Chance
from trickkit.model.events import Record
from trickkit.model.result import Result
from trickkit.phases.base import Phase
from trickkit.phases.dealing import stacked_deal
from trickkit.phases.kinds.choosing import Choosing
from trickkit.play.later import UnknownLines, unknown_lines
from trickkit.play.rules import Rules
from trickkit.play.state import State, resumed
from trickkit.play.view import View
from trickkit.policies.ending import AfterDeals


@frozen(eq=False)
class Ended:
    """A finished deal of a lane, from which the views at its end follow.

    Args:
        begins: its beginning.
        rules: the rules of the game.
        noted: the decisions, as `layout` packs them.
    """

    begins: Begins | Resumes
    rules: Rules
    noted: Array

    def view(self, seat: int) -> View:
        """What a seat knew at the end of the deal, as if the game ended there."""
        *decisions, last = unpacked(self.rules, self.noted)
        before = self.begins.state().play_all(decisions)
        deal, results = before.deal, before.results
        rules = self.rules.replace(ending=AfterDeals(deals=len(results) + 1, wins=self.rules.ending.wins))
        first = (results[0].deal if results else deal).begun_by
        begin = resumed(rules, first, results, deal.begun_by, stacked_deal(deal), deal.chance or Chance(0))
        return begin.play_all([*current_moves(before), last]).view(seat)


@define(eq=False, repr=False, slots=False)
class FollowedLanes(MixedDeals, Lanes):
    """Lanes of rules that cannot be compiled, or not completely; created by `batch.lanes`.

    Each row that reaches a phase in Python waits there independently of the others. Whether a deal is a row or a state
    depends on the measured speed of both.
    """

    _lines: UnknownLines | None = field(init=False)
    """In games, placeholders for the score lines of earlier deals, of which only the points are known."""
    _finished: list[Ended] = field(init=False, factory=list)
    """The deals that ended in the last step."""
    _offered: dict[int, list[int]] = field(init=False, factory=dict)
    """The numbers of the legal actions, for lanes whose rows are not at the pending decision."""
    _by_states: Array = field(init=False)
    """By lane, whether the deal has been left to the reference engine from its beginning."""
    _spent: Array = field(init=False, factory=lambda: np.zeros((2, 2)))
    """For rows and for states, the seconds and the number of decisions since the last measurement was recorded."""
    _due: int = field(init=False, default=0)
    """How many more deals begin before the next measurement is recorded."""

    def __attrs_post_init__(self) -> None:
        self._lines = unknown_lines() if isinstance(self._succession, Games) else None
        count = len(self._succession.episodes)
        self._by_states = np.zeros(count, np.bool_)
        self._open(count)
        super().__attrs_post_init__()

    def __repr__(self) -> str:
        by_states = isinstance(self._succession, OfStates)
        return f"<{len(self)} lanes of {self.rules.name}{', on the reference engine' if by_states else ''}>"

    # Beginnings

    def _set_out(self, lanes: Array, beginnings: Beginnings | list[State]) -> None:
        begins: list[Begins | Resumes]
        if isinstance(beginnings, Beginnings):
            self._of[lanes] = super()._newest()
            super()._set_out(lanes, beginnings)
            games = zip(lanes.tolist(), beginnings.deals.tolist(), strict=True)
            begins = [self._begins_of(lane, game) for lane, game in games]
            by_states = 0 if self._program.tables[layout.LOTS] else self._for_states(len(lanes))
        else:
            begins, by_states = [*map(Resumes, beginnings)], len(lanes)
            for lane, deal in zip(lanes.tolist(), begins, strict=True):
                source = f"{self._seed}/deal {self._succession.episodes[lane]}.{deal.number}"
                self._rows[lane] = 0
                self._rows[lane, layout.RNG] = Random(source).getrandbits(63)
        for lane, deal in zip(lanes.tolist(), begins, strict=True):
            self._begins[lane] = deal
            self._followed.pop(lane, None)
            self._known.pop(lane, None)
        self._held[lanes] = self._left[lanes] = False
        self._by_states[lanes] = np.arange(len(lanes)) < by_states
        for lane in self._timed(lanes[:by_states]):
            self._leave(lane)
        self._go_on()

    def _for_states(self, deals: int) -> int:
        """How many of the deals that begin now should be states."""
        paces = self._program.interpreted.lane_paces
        if self._due <= 0:
            mixed, reference = [(float(s), int(n)) if n else (0.0, 0) for s, n in self._spent]
            paces.note(mixed=mixed, reference=reference)
            self._spent[:], self._due = 0, len(self)
        self._due -= deals
        return paces.by_reference(deals, len(self))

    def _groups(self, rows: Array) -> Iterator[tuple[Program, Array]]:
        for group in super()._groups(rows):
            began = perf_counter()
            yield group
            self._spent[0, 0] += perf_counter() - began

    def _timed(self, lanes: Array) -> Iterator[int]:
        """Yields lanes that the reference engine handles, and measures the time spent on them."""
        for states in (0, 1) if len(lanes) else ():
            began = perf_counter()
            yield from lanes[self._by_states[lanes] == states].tolist()
            self._spent[states, 0] += perf_counter() - began

    def _begins_of(self, lane: int, game: int) -> Begins:
        """The beginning of the deal that has been set up in a lane."""
        chance = chance_of(self._seed, game)
        return Begins.of(self._program, self._rows[lane], self._decks[lane], chance, self._lines)

    def _begun(self, lane: int) -> State:
        return self._begins[lane].state()

    # Phases in Python, and deals that are left to states

    def _newest(self) -> int:
        # Growing tables is an investment, so it is not measured.
        began = perf_counter()
        newest = super()._newest()
        self._spent[0, 0] -= perf_counter() - began
        return newest

    def _go_on(self) -> None:
        began = perf_counter()
        super()._go_on()
        self._spent[0, 0] += perf_counter() - began
        if self._lines is not None and self._lines.looked_at:
            raise InvalidRules("a phase looks at score lines of earlier deals, which lanes do not keep")

    def _decision(self, row: int, followed: DealInProgress) -> tuple[int, Action] | None:
        self._wait(row, followed.at.actors[0])
        self._held[row] = True
        return None

    def _leave(self, row: int) -> None:
        super()._leave(row)
        state = self._state(row)
        if len(state.results) == self._begins[row].number:
            self._wait(row, state.actors[0])
        else:
            self._wait(row, -1)
            self._rows[row, layout.COUNTER] = len(self.rules.phases)

    def _wait(self, lane: int, seat: int) -> None:
        """Wait for a seat's decision that the row does not contain; seat -1 if the deal is over."""
        self._program.put_mask(self._rows[lane], layout.MASK, 0)
        self._rows[lane, layout.ACTOR] = seat
        self._offered.pop(lane, None)

    def _legal(self, lane: int) -> list[int]:
        """The numbers of the legal actions in a lane whose row does not contain the pending decision."""
        # A hot function: it runs several times for each decision.
        offered = self._offered.get(lane)
        if offered is None:
            seat, numbers = int(self._rows[lane, layout.ACTOR]), action_numbers(self.rules)
            if self._left[lane]:
                legal = self._state(lane).legal(seat)
            else:
                followed, _ = self._followed[lane]
                assert followed.run is not None
                legal = followed.run.legal(followed.at, seat)
            offered = self._offered[lane] = [numbers[action] for action in legal]
        return offered

    def _recover(self) -> None:
        """Replay the deals in which Python was at work."""
        self._followed.clear()
        self._known.clear()
        for lane in np.flatnonzero(self._held).tolist():
            self._follow(lane)
        for lane in np.flatnonzero(self._left).tolist():
            self._leave(lane)
        self._go_on()
        super()._recover()

    # Decisions

    @property
    @one_thread
    def scored(self) -> Array:
        """scored: (lanes, seats), int64: as in `Lanes`."""
        points = super().scored
        points[self._left] = 0
        for lane in np.flatnonzero(self._left).tolist():
            for line in self._state(lane).deal.lines:
                points[lane, line.seat] += line.points
        return points

    @one_thread
    def legal(self) -> Array:
        """legal: (lanes, actions), bool: as in `Lanes`."""
        self._check_usable()
        every, legal = np.arange(len(self)), np.zeros((len(self), len(self.rules.actions)), np.bool_)
        for program, lanes in self._groups(every):
            allowed = np.empty((len(lanes), legal.shape[1]), np.bool_)
            legal_actions(program.tables, self._rows[lanes], allowed.view(np.uint8))
            legal[lanes] = allowed
        for lane in self._timed(self._others(every)):
            legal[lane, self._legal(lane)] = True
        return legal

    @one_thread
    def random(self) -> Array:
        """random: (lanes,), int64: as in `Lanes`."""
        self._check_usable()
        every, actions = np.arange(len(self)), np.empty(len(self), np.int64)
        for program, lanes in self._groups(every):
            drawn = np.empty(len(lanes), np.int64)
            random_actions(program.tables, self._rows[lanes], drawn)
            actions[lanes] = drawn
        for lane in self._timed(self._others(every)):
            legal, state = self._legal(lane), int(self._rows[lane, layout.RNG])
            state = next_state(state, int(self._rows[lane, layout.DECISIONS]) + 1)
            actions[lane] = legal[drawn_below(state, len(legal))]
        return actions

    def _first_illegal(self, given: Array, options: Array, made: Array) -> int:
        wrong, decides = list[int](), np.flatnonzero(given != WAIT)
        options[:] = -1
        for program, lanes in self._groups(decides):
            actions, outputs = np.full(len(self), WAIT), np.empty((2, len(self)), np.int64)
            actions[lanes] = given[lanes]
            wrong.append(int(first_illegal(program.tables, self._rows, program.options, actions, *outputs)))
            options[lanes], made[lanes] = outputs[:, lanes]
        others = self._others(decides)
        wrong += [lane for lane in self._timed(others) if int(given[lane]) not in self._legal(lane)]
        options[others] = 0
        seats, places = self._rows[others, layout.ACTOR], self._rows[others, layout.COUNTER]
        made[others] = places << layout.NOTED_COUNTER | seats << layout.NOTED_SEAT | given[others]
        return min([lane for lane in wrong if lane >= 0], default=-1)

    def _decided(self, options: Array, made: Array) -> Array:
        rows, over, decides = self._rows, np.empty(len(self), np.int64), np.flatnonzero(options >= 0)
        if self._lines is not None:
            # Code that looks at a state may look at them.
            self._lines.looked_at = False
        self._make_room(int(rows[:, layout.DECISIONS].max()) + 1)
        groups, left = list(self._groups(decides)), decides[self._left[decides]]
        states = int(self._by_states[decides].sum())
        self._spent[:, 1] += len(decides) - states, states
        others = self._others(decides)
        self._noted[others, rows[others, layout.DECISIONS]] = made[others]
        rows[others, layout.DECISIONS] += 1
        rows[others, layout.ACTOR] = -1
        self._held[others] = False
        began = perf_counter()
        for program, lanes in groups:
            of_group = np.full(len(self), -1)
            of_group[lanes] = options[lanes]
            step_rows(program.tables, rows, self._decks, of_group, made, self._noted, over)
        self._spent[0, 0] += perf_counter() - began
        for lane in self._timed(left):
            self._leave(lane)
        self._go_on()
        return np.flatnonzero(self._rows[:, layout.ACTOR] < 0)

    # Results

    def _results(self, rows: Array) -> Deals:
        self._finished = [
            Ended(self._begins[lane], self.rules, self._noted[lane, : self._rows[lane, layout.DECISIONS]].copy())
            for lane in rows.tolist()
        ]
        if isinstance(self._succession, OfStates):
            self._succession.ends = {lane: self._state(lane) for lane in rows.tolist()}
        return super()._results(rows)

    def _play(self, rows: Array) -> None:
        """Leave rows where they are: their decisions come with the next step."""

    def _result(self, row: int) -> Result:
        return self._state(row).results[self._begins[row].number]

    @property
    def _nothing(self) -> Deals:
        return collected(self.rules, (), 0)

    # Observations

    @one_thread
    def seen(self, seats: Array | None = None) -> Seen:
        """What seats know, as in `Lanes`."""
        self._check_usable()
        seats = self.seats if seats is None else seats_of(self.rules, len(self), seats)
        parts, every, rest = list[tuple[Array, Seen]](), np.arange(len(self)), np.ones(len(self), np.bool_)
        for program, lanes in self._groups(every) if tells_all(self._program) else ():
            parts.append((lanes, seen_in(program, self._rows[lanes], self._noted[lanes], seats[lanes])))
            rest[lanes] = False
        others = every[rest]
        if len(others):
            began = perf_counter()
            views = [self._state(lane).view(int(seats[lane])) for lane in others.tolist()]
            parts.append((others, looked(self.rules, views)))
            states = self._by_states[others].mean()
            self._spent[:, 0] += np.array([1 - states, states]) * (perf_counter() - began)
        return merged(parts)

    def positions(self, seats: Array | None = None) -> Positions:
        """Refused, because rows alone do not contain what seats know: call `seen`.

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
        """Refused, like `positions`."""
        return partial(_some_at_end, self.rules, self._finished)


def _seen_at_end(rules: Rules, ended: Sequence[Ended], seats: Array) -> Seen:
    given = seats_of(rules, len(ended), seats)
    return looked(rules, [deal.view(int(seat)) for deal, seat in zip(ended, given, strict=True)])


def _some_at_end(rules: Rules, ended: Sequence[Ended], which: Array, seats: Array) -> Seen:
    return _seen_at_end(rules, [ended[index] for index in which.tolist()], seats)


@lru_cache(maxsize=64)
def tells_all(program: Program) -> bool:
    """Whether everybody knows the results of phases in Python, and the decisions made in them.

    If so, a row contains all that a seat knows.

    Args:
        program: the rules, made ready.
    """
    interpreted, phases = program.interpreted, program.rules.phases
    # Nobody saw the order in which another seat chose its cards.
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
