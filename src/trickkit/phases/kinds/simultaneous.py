"""Simultaneous decisions: every seat commits in secret, in any order; then all commitments are revealed together."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from attrs import frozen

from trickkit.model.actions import Action
from trickkit.model.history import Grouping
from trickkit.model.moves import Move, Turns
from trickkit.phases.base import Run

if TYPE_CHECKING:
    from trickkit.model.deal import Deal

__all__ = ["Commitments", "SimultaneousRun", "Turn"]

Turn = tuple[tuple[Action, ...], ...]
"""The decisions revealed in a turn: by seat, the actions that it had committed."""


class Commitments(NamedTuple):
    """The progress of simultaneous decisions.

    It is a named tuple because one is created at every decision, and tuples are the fastest to create.

    Args:
        actors: the seats that still owe a commitment in this turn.
        owed: those seats, each as often as it still has to commit.
        pending: by seat, its commitments in this turn, in order.
        revealed: the finished turns, each by seat; () for a seat that took no part.
        choices: by seat, its current choices, or its last ones; () for a seat that takes no part.

    >>> Commitments(actors=(0, 1), owed=(0, 1), pending=((), ()), revealed=(), choices=((), ())).actors
    (0, 1)
    """

    actors: tuple[int, ...]
    owed: tuple[int, ...]
    pending: tuple[tuple[Action, ...], ...]
    revealed: tuple[Turn, ...]
    choices: tuple[tuple[Action, ...], ...]


_new = tuple.__new__


@lru_cache(maxsize=256)
def _taking_part(owed: tuple[int, ...]) -> tuple[int, ...]:
    """The distinct seats that still owe a commitment."""
    return tuple(dict.fromkeys(owed))


@frozen(slots=False)
class SimultaneousRun(Run[Commitments]):
    """Turns of simultaneous decisions, one after the other.

    A phase defines the seats that take part in each turn and their choices; afterwards it reads the revealed turns.

    Args:
        deal: the deal when the phase began.
        turns: for every turn, one or more, the seats that take part in it, each as often as it commits.

    >>> from trickkit import Bid, Deal
    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import Bids
    >>> deal = Deal.fresh(french(), players=2, size=5)
    >>> run = Bids().begin(deal)
    >>> at = run.play(run.start(), 1, Bid(2))
    >>> at.actors, at.revealed, run.play(at, 0, Bid(3)).revealed
    ((0,), (), (((Bid(number=3),), (Bid(number=2),)),))
    """

    turns: tuple[tuple[int, ...], ...]

    @abstractmethod
    def choices(self, revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]) -> tuple[Action, ...]:
        """The actions of a seat in the turn after the revealed ones.

        Args:
            revealed: the turns that are over.
            seat: one that takes part.
            committed: its earlier commitments in this turn; () if every seat commits once.
        """

    def left_to_choose(
        self, before: tuple[Action, ...], revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]
    ) -> tuple[Action, ...]:
        """The actions of a seat after one more commitment; override it to derive them from the previous choices.

        Args:
            before: what the seat could choose at its last commitment.
            revealed: the turns that are over.
            seat: one that takes part.
            committed: its commitments in this turn, one or more.
        """
        return self.choices(revealed, seat, committed)

    def start(self) -> Commitments:
        """The first turn, before any commitment."""
        return self._turn(())

    def _turn(self, revealed: tuple[Turn, ...]) -> Commitments:
        """The beginning of the next turn, or the end of the phase."""
        if len(revealed) == len(self.turns):
            return _new(Commitments, ((), (), (), revealed, ()))
        owed = self.turns[len(revealed)]
        nothing: tuple[tuple[Action, ...], ...] = ((),) * self.deal.players
        actors, choices = _taking_part(owed), [*nothing]
        for seat in actors:
            choices[seat] = self.choices(revealed, seat, ())
        return _new(Commitments, (actors, owed, nothing, revealed, tuple(choices)))

    def legal(self, at: Commitments, seat: int) -> tuple[Action, ...]:
        """The choices of a seat that still owes a commitment."""
        return at.choices[seat]

    def play(self, at: Commitments, seat: int, action: Action) -> Commitments | None:
        """Store a commitment; the last one of a turn reveals all."""
        # A hot function: it runs at every decision.
        actors, owed, pending, revealed, choices = at
        if action not in choices[seat]:
            return None
        committed = [*pending]
        committed[seat] = mine = (*committed[seat], action)
        pending = (*committed,)
        if len(owed) == 1:
            return self._turn((*revealed, pending))
        index = owed.index(seat)
        owed = owed[:index] + owed[index + 1 :]
        if seat in owed:
            left = self.left_to_choose(choices[seat], revealed, seat, mine)
            choices = (*choices[:seat], left, *choices[seat + 1 :])
        else:
            index = actors.index(seat)
            actors = actors[:index] + actors[index + 1 :]
        return _new(Commitments, (actors, owed, pending, revealed, choices))

    def summary(self, at: Commitments) -> Hashable:
        """The owed commitments and the choices left; the whole progress if there are several turns."""
        if len(self.turns) > 1:
            return at
        return at.owed, tuple([(at.pending[seat], at.choices[seat]) for seat in at.actors])

    def uncovered(self, at: Commitments) -> Deal:
        """The deal as if all commitments so far were revealed."""
        return self.record(at._replace(revealed=(*at.revealed, at.pending)) if at.pending else at)

    def committed(self, at: Commitments, seat: int) -> tuple[Action, ...]:
        """The actions that a seat has committed in this turn, which no other seat may see."""
        return at.pending[seat] if at.pending else ()

    @property
    def together(self) -> Grouping:
        """A function that groups the moves by turn."""
        return partial(_turn_by_turn, self.turns)


def _turn_by_turn(turns: tuple[tuple[int, ...], ...], moves: Sequence[Move]) -> Turns:
    """The ranges of simultaneous moves: one for each turn with several moves, of which the last may be incomplete."""
    # A hot function: it runs for every view of the turns.
    together: list[tuple[int, int]] = []
    start, made = 0, len(moves)
    for owed in turns:
        stop = min(start + len(owed), made)
        if stop > start + 1:
            together.append((start, stop))
        start = stop
    return tuple(together)
