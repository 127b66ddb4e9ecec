"""A finished deal, with its score and the decisions that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.model.events import ScoreLine
from trickkit.model.history import History, MovesLater
from trickkit.model.moves import Audible, Move, Turns, heard, in_turns

if TYPE_CHECKING:
    from trickkit.model.deal import Deal

__all__ = ["Result"]

_new = object.__new__
_set = object.__setattr__


@frozen(slots=False)
class Result(MovesLater):
    """A finished deal.

    Args:
        deal: as it stood at its end, with `lines` and all records.
        scores: the points of this deal, by seat.
        totals: the points of all deals so far, this one included, by seat.
        moves: the decisions of the deal, in order: the seat, its action, and the index of the phase among those of the
            rules. In a view, UNKNOWN stands for an action that stayed secret, and simultaneous decisions are sorted by
            seat.
        together: the ranges of simultaneous moves: the indices of the first one and of the one after the last.

    >>> from trickkit import load, playout
    >>> result = playout(load("pikoko", players=3), seed=7).results[0]
    >>> sum(line.points for line in result.lines) == sum(result.scores)
    True
    """

    deal: Deal
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    moves: tuple[Move, ...] = field(default=(), eq=False)
    together: Turns = field(default=(), eq=False, repr=False)

    @classmethod
    def after(cls, deal: Deal, scores: tuple[int, ...], totals: tuple[int, ...], history: History | None) -> Result:
        """The result of a deal, with its moves as they were stored during play."""
        result = _new(cls)
        _set(result, "__dict__", {"deal": deal, "scores": scores, "totals": totals, "_history": history})
        return result

    def with_deal(self, deal: Deal) -> Result:
        """The same result with another deal."""
        return self.after(deal, self.scores, self.totals, self.__dict__["_history"])

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """All score lines of the deal."""
        return self.deal.lines

    @cached_property
    def _seen(self) -> dict[int | None, Result]:
        return {}

    def seen_by(self, seat: int | None, phases: Sequence[Audible]) -> Result:
        """The result as a seat (None: a spectator) may know it.

        Args:
            seat: 0..players-1, or None.
            phases: the phases of the rules, which determine who may know secret decisions.
        """
        seen = self._seen.get(seat)
        if seen is None:
            self._seen[seat] = seen = self._redacted(seat, phases)
        return seen

    def _redacted(self, seat: int | None, phases: Sequence[Audible]) -> Result:
        deal, history = self.deal.seen_by(seat), self.__dict__.get("_history")
        if history is not None:
            return Result.after(deal, self.scores, self.totals, history.seen_by(seat, phases, self.deal))
        moves = in_turns(heard(self.moves, phases, self.deal, seat), self.together, seat)
        return Result(deal, self.scores, self.totals, moves, self.together)
