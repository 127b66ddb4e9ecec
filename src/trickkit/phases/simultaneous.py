"""Simultaneous decisions: every seat commits in secret, in any order; when all have, all are revealed together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from attrs import frozen

from trickkit.actions import Action
from trickkit.phases.base import Run

if TYPE_CHECKING:
    pass

__all__ = ["Commitments", "SimultaneousRun"]


class Commitments(NamedTuple):
    """How far simultaneous decisions have come.

    A named tuple, since one is made at every decision and a tuple is built in one step.

    Args:
        actors: the seats that have not committed yet in this turn.
        pending: by seat, what it has committed in this turn; None for nothing.
        revealed: the turns that are over, each by seat; None for a seat that took no part.
    """

    actors: tuple[int, ...]
    pending: tuple[Action | None, ...]
    revealed: tuple[tuple[Action | None, ...], ...]


@frozen(slots=False)
class SimultaneousRun(Run[Commitments]):
    """Turns of simultaneous decisions, one after the other.

    A phase gives the seats that take part in each turn and their choices; it reads the revealed turns afterwards.

    Args:
        deal: the deal as the phase began.
        turns: for every turn, one or more, the seats that take part in it.
    """

    turns: tuple[tuple[int, ...], ...]

    def choices(self, at: Commitments, seat: int) -> tuple[Action, ...]:
        """What an actor may choose in the current turn."""
        raise TypeError(f"{type(self).__name__} is a simultaneous run without choices()")

    def start(self) -> Commitments:
        """Nobody has committed."""
        return Commitments(self.turns[0], (None,) * self.deal.players, ())

    def legal(self, at: Commitments, seat: int) -> tuple[Action, ...]:
        """The choices of a seat that has not committed yet."""
        return self.choices(at, seat)

    def play(self, at: Commitments, seat: int, action: Action) -> Commitments | None:
        """Keep a commitment; the last one of a turn reveals all."""
        actors, pending, revealed = at
        if seat not in actors or action not in self.choices(at, seat):
            return None
        pending = (*pending[:seat], action, *pending[seat + 1 :])
        if len(actors) > 1:
            place = actors.index(seat)
            return Commitments(actors[:place] + actors[place + 1 :], pending, revealed)
        turn = len(revealed) + 1
        return Commitments(
            self.turns[turn] if turn < len(self.turns) else (), (None,) * len(pending), (*revealed, pending)
        )

    def committed(self, at: Commitments, seat: int) -> tuple[Action, ...]:
        """What a seat has committed in this turn, which nobody else may see."""
        action = at.pending[seat]
        return () if action is None else (action,)
