"""Simultaneous decisions: every seat commits in secret, in any order; when all have, all are revealed together."""

from __future__ import annotations

from abc import abstractmethod
from typing import NamedTuple

from attrs import frozen

from trickkit.actions import Action
from trickkit.phases.base import Run

__all__ = ["Commitments", "SimultaneousRun"]


class Commitments(NamedTuple):
    """How far simultaneous decisions have come.

    A named tuple, since one is made at every decision and a tuple is built in one step.

    Args:
        actors: the seats that have not committed yet in this turn.
        pending: by seat, what it has committed in this turn; None for nothing.
        revealed: the turns that are over, each by seat; None for a seat that took no part.
        choices: by seat, what it may choose in this turn, whether it has yet or not; () for one that takes no part.

    >>> Commitments(actors=(0, 1), pending=(None, None), revealed=(), choices=((), ())).actors
    (0, 1)
    """

    actors: tuple[int, ...]
    pending: tuple[Action | None, ...]
    revealed: tuple[tuple[Action | None, ...], ...]
    choices: tuple[tuple[Action, ...], ...]


_new = tuple.__new__


@frozen(slots=False)
class SimultaneousRun(Run[Commitments]):
    """Turns of simultaneous decisions, one after the other.

    A phase gives the seats that take part in each turn and their choices; it reads the revealed turns afterwards.

    Args:
        deal: the deal as the phase began.
        turns: for every turn, one or more, the seats that take part in it.

    >>> from trickkit import Bid, Deal
    >>> from trickkit.cards import french
    >>> from trickkit.phases import Bids
    >>> deal = Deal.fresh(french(), players=2, size=5)
    >>> run = Bids().begin(deal)
    >>> at = run.play(run.start(), 1, Bid(2))
    >>> at.actors, at.revealed, run.play(at, 0, Bid(3)).revealed
    ((0,), (), ((Bid(number=3), Bid(number=2)),))
    """

    turns: tuple[tuple[int, ...], ...]

    @abstractmethod
    def choices(self, revealed: tuple[tuple[Action | None, ...], ...], seat: int) -> tuple[Action, ...]:
        """What a seat may choose in the turn that follows those that are revealed."""

    def start(self) -> Commitments:
        """Nobody has committed."""
        return self._turn(())

    def _turn(self, revealed: tuple[tuple[Action | None, ...], ...]) -> Commitments:
        """The beginning of the turn after those that are revealed, or the end."""
        if len(revealed) == len(self.turns):
            return Commitments((), (), revealed, ())
        seats, actors = self.deal.seats, self.turns[len(revealed)]
        choices = tuple(self.choices(revealed, seat) if seat in actors else () for seat in seats)
        return Commitments(actors, (None,) * len(seats), revealed, choices)

    def legal(self, at: Commitments, seat: int) -> tuple[Action, ...]:
        """The choices of a seat that has not committed yet."""
        return at.choices[seat]

    def play(self, at: Commitments, seat: int, action: Action) -> Commitments | None:
        """Keep a commitment; the last one of a turn reveals all."""
        actors, pending, revealed, choices = at
        if action not in choices[seat]:
            return None
        pending = (*pending[:seat], action, *pending[seat + 1 :])
        if len(actors) == 1:
            return self._turn((*revealed, pending))
        place = actors.index(seat)
        return _new(Commitments, (actors[:place] + actors[place + 1 :], pending, revealed, choices))

    def committed(self, at: Commitments, seat: int) -> tuple[Action, ...]:
        """What a seat has committed in this turn, which nobody else may see."""
        return tuple(action for action in at.pending[seat : seat + 1] if action is not None)
