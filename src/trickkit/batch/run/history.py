"""The history of a mutable game."""

from __future__ import annotations

from typing import Any

from attrs import define, frozen

from trickkit.batch.machine.program import Program
from trickkit.batch.run.succession import Scored
from trickkit.model.actions import Action
from trickkit.model.chance import Chance
from trickkit.play.state import State

Moves = tuple[Any, int, Action] | None
"""The decisions of a deal as a linked list: the earlier ones, a seat and its action."""


@define(eq=False)
class Origin:
    """The state from which a deal's decisions are counted: given, or computed on demand.

    Args:
        past: the history and the decisions of the previous deal; None for the first deal.
        found: the state, if it has been computed.
    """

    past: tuple[GameHistory, Moves] | None
    found: State | None = None

    @property
    def state(self) -> State:
        """The state at the origin, computed on the first call."""
        # Games may have more deals than the recursion limit.
        first, unknown = self, list[tuple[Origin, GameHistory, Moves]]()
        while first.found is None:
            assert first.past is not None
            story, moves = first.past
            unknown.append((first, story, moves))
            first = story.origin
        for origin, story, moves in reversed(unknown):
            origin.found = story.after(moves)
        assert self.found is not None
        return self.found


@frozen
class GameHistory:
    """The history of a game before its current row.

    Args:
        program: the compiled rules.
        origin: the state from which the decisions of this deal are counted.
        number: the number of finished deals.
        totals: by seat, the points after them.
        scored: their scores, in order.
        chance: the source of random outcomes in later deals; None if only states have it.
        known: a state of this deal, and the decisions that led to it; None for the origin.
        ended: if the game ended with this deal, the points by seat; otherwise None.
    """

    program: Program
    origin: Origin
    number: int
    totals: tuple[int, ...]
    scored: tuple[Scored, ...]
    chance: Chance | None
    known: tuple[Moves, State] | None = None
    ended: tuple[int, ...] | None = None

    def after(self, moves: Moves) -> State:
        """The state after some decisions of the deal, played on from the latest known state."""
        todo, (known, state) = list[tuple[int, Action]](), self.known or (None, None)
        while moves is not known and moves is not None:
            moves, seat, action = moves
            todo.append((seat, action))
        if state is None or moves is not known:
            state = self.origin.state
        for seat, action in reversed(todo):
            state = state.play(seat, action)
        return state
