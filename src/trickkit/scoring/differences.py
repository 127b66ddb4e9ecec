"""A scoring for estimates of points: how far they are off."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.bounds import Bounds, Extent, span
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.point_estimates import EstimatePoints
from trickkit.scoring.base import ScoreBySeat, Scoring, needed_by, to_scorings

__all__ = ["ScoreDifference"]


@frozen(kw_only=True)
class ScoreDifference(ScoreBySeat):
    """Each point by which a seat's estimate (`EstimatePoints`) differs from what other parts give it scores.

    The points of the other parts do not score themselves.

    Args:
        parts: the scorings whose points were estimated, such as those of cards; a single part may be given as it is.
        points: for each point that an estimate is off; may be negative.
        exact: points for an estimate that is right.

    >>> from trickkit.model.actions import Play
    >>> from trickkit.model.cards import french
    >>> from trickkit.model.tricks import Played, Trick
    >>> from trickkit.phases.point_estimates import PointEstimates
    >>> from trickkit.phases.tricks.record import TrickTable
    >>> from trickkit.scoring import ScoreCards
    >>> trick = Trick(tuple(Played(seat, seat, Play(card), card) for seat, card in enumerate(["AS", "KS"])), taker=0)
    >>> deal = Deal.fresh(french("QKA"), players=2).with_record(TrickTable((trick,), Trick(()), (1, 0)))
    >>> deal = deal.with_record(PointEstimates((20, 0)))
    >>> scoring = ScoreDifference(parts=ScoreCards(ranks={"A": 11, "K": 4}), points=-1, exact=5)
    >>> [str(line) for line in scoring.lines(deal)]
    ['seat 0: -5 estimated 20, took 15', 'seat 1: +5 estimated 0, took 0']
    """

    parts: tuple[Scoring, ...] = field(converter=to_scorings, validator=each_is_a(Scoring))
    points: int = field(default=1, validator=is_a(int))
    exact: int = field(default=0, validator=is_a(int))

    @parts.validator
    def _are_some(self, _attribute: object, parts: tuple[Scoring, ...]) -> None:
        if not parts:
            raise InvalidRules("ScoreDifference: parts=() give no points to compare estimates with; name a scoring")

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The estimates, and the phases and records that the parts need."""
        return (EstimatePoints, *needed_by(self.parts))

    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        estimate = deal[EstimatePoints].points[seat]
        took: int = sum([line.points for part in self.parts for line in part.lines(deal) if line.seat == seat])
        points = self.points * abs(estimate - took) + (self.exact if estimate == took else 0)
        return (ScoreLine(seat, f"estimated {estimate}, took {took}", points),)

    def bounds(self, extent: Extent) -> Bounds:
        # An estimate may be as high as the highest one of the game, which is not known here.
        return None if self.points else span(0, self.exact)
