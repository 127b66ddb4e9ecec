"""Many deals that are played together as rows, so that bots decide in all of them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from attrs import define, evolve, field

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.loop import first_illegal, step_rows
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.machine.program import Program
from trickkit.batch.results import Deals, Moves
from trickkit.batch.rollouts.gains import Gains, Workspace, play_by_gains
from trickkit.batch.run.reading import dealt_of
from trickkit.batch.run.resume import asks, loaded, prevented
from trickkit.batch.run.scoring import scored
from trickkit.model.actions import Action
from trickkit.play.state import State

NONE = np.zeros((0, 0), np.int32)


@define(eq=False)
class Table:
    """Deals under the same rules, each with its own pending decision.

    Args:
        program: the program of the rules; nothing prevents whole deals.
        states: the deals at their first decisions.
        rows: (deals, width), int64: their positions.
        decks: (deals, 256), uint8: their cards as they were dealt.
        seats: (deals, most decisions), int64: the seats that decided.
        actions: (deals, most decisions), int64: the decisions, by number.

    >>> from trickkit import load
    >>> states = [load("whist").start(seed=seed) for seed in range(3)]
    >>> table = Table.of(states)
    >>> table.decide({0: states[0].legal(states[0].actors[0])[0]})
    >>> [len(table.state(deal).moves) for deal in table.waiting]
    [1, 0, 0]
    """

    program: Program
    states: Sequence[State]
    rows: Array
    decks: Array
    seats: Array
    actions: Array
    _reached: dict[int, tuple[State, int]] = field(factory=dict)
    """By deal, a state, and the number of decisions that led to it."""

    @classmethod
    def of(cls, states: Sequence[State]) -> Table | None:
        """Deals at their first decisions; None if compiled code cannot play them.

        Args:
            states: states under the same rules, one or more.
        """
        program = compile_rules(states[0].rules)
        if program.why or any(prevented(program, state) or not state.actors for state in states):
            return None
        try:
            pairs = [loaded(program, state) for state in states]
        except Unsupported:
            return None
        rows, decks = (np.array(arrays) for arrays in zip(*pairs, strict=True))
        seats, actions = np.full((2, len(states), program.longest), -1, np.int64)
        return cls(program, states, rows, decks, seats, actions)

    @property
    def waiting(self) -> list[int]:
        """The deals with a pending decision."""
        return np.flatnonzero(self.rows[:, layout.ACTOR] >= 0).tolist()

    def state(self, deal: int) -> State:
        """One of the deals as a state."""
        state, made = self._reached.get(deal, (self.states[deal], 0))
        now, actions = int(self.rows[deal, layout.DECISIONS]), [*self.program.rules.actions.values()]
        for index in range(made, now):
            state = state.play(int(self.seats[deal, index]), actions[self.actions[deal, index]])
        self._reached[deal] = state, now
        return state

    def let_decide(self, deal: int, seat: int) -> None:
        """If several seats may decide in one of the deals, let a given one be the next.

        Raises:
            Unsupported: another seat has to decide first.
        """
        row = self.rows[deal]
        if row[layout.ACTOR] != seat and not (asks(self.program, row, seat) and row[layout.ACTOR] == seat):
            raise Unsupported(f"seat {seat} has to wait for seat {row[layout.ACTOR]}")

    def decide(self, decided: Mapping[int, Action]) -> None:
        """Make the pending decisions.

        Args:
            decided: the decisions, by deal.

        Raises:
            Unsupported: compiled code does not allow one of them.
        """
        numbers = action_numbers(self.program.rules)
        self.decide_by_number({deal: numbers[action] for deal, action in decided.items()})

    def decide_by_number(self, decided: Mapping[int, int]) -> None:
        """Make the pending decisions, given by the numbers of the actions."""
        deals, numbers = [*decided], [*decided.values()]
        rows = self.rows
        actions = np.full(len(rows), layout.WAIT, np.int64)
        actions[deals] = numbers
        options, made, over = np.empty((3, len(rows)), np.int64)
        if first_illegal(self.program.tables, rows, self.program.options, actions, options, made) >= 0:
            raise Unsupported("a decision is not legal in the batch engine")
        places = rows[deals, layout.DECISIONS]
        self.seats[deals, places], self.actions[deals, places] = rows[deals, layout.ACTOR], numbers
        step_rows(self.program.tables, rows, self.decks, options, made, NONE, over)

    def play_tricks(self, deal: int, gains: Gains) -> int:
        """Play tricks of one of the deals by gains; returns the number of decisions made.

        Args:
            deal: the index of a deal at the beginning of a trick, in tricks to which all hands play.
            gains: what tricks are worth to the seats.
        """
        row = self.rows[deal]
        made = int(row[layout.DECISIONS])
        seats, actions = self.seats[deal, made:], self.actions[deal, made:]
        played: int = play_by_gains(
            row, self.decks[deal], self.program.tables, gains, Workspace.empty(), seats, actions
        )
        return played

    def deals(self) -> Deals:
        """All deals, which must be over, with their decisions."""
        longest = int(self.rows[:, layout.DECISIONS].max())
        seats, actions = self.seats[:, :longest].astype(np.int8), self.actions[:, :longest].astype(np.int16)
        every, start = np.arange(len(self.rows)), self.states.__getitem__
        found = scored(self.program, self.rows, self.decks, every, lambda: (seats, actions), cards=True, start=start)
        dealt = self.decks[:, : dealt_of(self.program)].astype(np.int16)
        shown = np.maximum(self.rows[:, layout.SHOWN], -1).astype(np.int16)
        return evolve(found, moves=Moves(seats, actions, dealt, shown))
