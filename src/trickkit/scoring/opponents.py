"""A scoring in which the opponents lose what one side scores."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from trickkit.model.bounds import Bounds, Extent, span
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.scoring.base import Scoring, lines_of

__all__ = ["OthersLose"]


@frozen(kw_only=True)
class OthersLose(Scoring):
    """Every other seat loses what each seat of one side scores; if no seat scores, all score 0.

    The score sheets of duplicate bridge work like this.

    Args:
        scoring: a scoring that gives the same points to all seats of one side, and nothing to the others.

    >>> from attrs import frozen
    >>> @frozen
    ... class StarterScores(Scoring):
    ...     def lines(self, deal):
    ...         return (ScoreLine(deal.starter, "started", 3),)
    >>> from trickkit.model.cards import french
    >>> [line.points for line in OthersLose(scoring=StarterScores()).lines(Deal.fresh(french(), players=3))]
    [3, -3, -3]
    """

    scoring: Scoring = field(validator=is_a(Scoring))

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The records that the other scoring needs."""
        return self.scoring.reads

    @property
    def counts_only(self) -> bool:  # type: ignore[override]
        """Whether the other scoring reads only how many tricks each hand took."""
        return self.scoring.counts_only

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        lines = lines_of(self.scoring, deal)
        if not lines:
            return tuple(ScoreLine(seat, "nobody scores", 0) for seat in deal.seats)
        lost = -sum(line.points for line in lines if line.seat == lines[0].seat)
        scoring = {line.seat for line in lines}
        return (*lines, *(ScoreLine(seat, "scored by others", lost) for seat in deal.seats if seat not in scoring))

    def bounds(self, extent: Extent) -> Bounds:
        bounds = self.scoring.bounds(extent)
        return None if bounds is None else span(*bounds, *(-points for points in bounds))
