"""Scorings for each seat's estimate of its own tricks, and for calls that change these scores."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, ClassVar

from attrs import frozen

from trickkit.model.bounds import Bounds, Extent, span
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.calls import BuyTrump, CallDouble
from trickkit.phases.estimates import Estimates
from trickkit.phases.tricks import Tricks
from trickkit.scoring.base import ScoreBySeat, Scoring, lines_of, multiplied, remembered, summands_of

__all__ = ["Doubled", "ScoreBoughtTrump", "ScoreEstimates", "ZeroEstimate"]


@frozen(kw_only=True)
class ZeroEstimate:
    """A special value for an estimate of no tricks in large deals.

    Args:
        size: the smallest hand size to which it applies.
        made: points if the seat takes no trick.
        failed: points if it takes any, usually negative.
        adds: whether these points are added to the usual ones, instead of replacing them.

    >>> ZeroEstimate(size=6, made=50, failed=-20).failed
    -20
    """

    size: int
    made: int
    failed: int
    adds: bool = False


@frozen(kw_only=True)
class ScoreEstimates(ScoreBySeat):
    """A right estimate scores for every trick, plus a bonus; a wrong one costs points for every trick that it is off.

    Args:
        trick: points for every trick of a right estimate.
        bonus: points for a right estimate.
        off: points for every trick that an estimate is off, usually negative.
        missed: points for every trick taken after a wrong estimate.
        zero: special values for an estimate of no tricks in large deals; None for none.

    >>> scoring = ScoreEstimates(trick=10, bonus=10, off=-10)
    >>> scoring.points(estimate=3, tricks=3, size=4), scoring.points(estimate=4, tricks=2, size=4)
    (40, -20)
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Estimates, Tricks)
    counts_only: ClassVar[bool] = True

    trick: int
    bonus: int
    off: int
    missed: int = 0
    zero: ZeroEstimate | None = None

    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        return (self._line(seat, deal[Estimates].bids[seat], deal[Tricks].taken[seat], deal.size),)

    def bounds(self, extent: Extent) -> Bounds:
        sizes, tricks = range(1, extent.size + 1), range(extent.tricks + 1)
        return span(
            *(self.points(estimate, took, size) for size in sizes for estimate in range(size + 1) for took in tricks)
        )

    @cached_property
    def _line(self) -> Callable[[int, int, int, int], ScoreLine]:
        """A cached function from seat, estimate, tricks and hand size to the score line."""

        def line(seat: int, estimate: int, tricks: int, size: int) -> ScoreLine:
            return estimate_line(seat, estimate, tricks, self.points(estimate, tricks, size))

        return remembered(line)

    def points(self, estimate: int, tricks: int, size: int) -> int:
        """The points for an estimate.

        Args:
            estimate: 0..size.
            tricks: taken, 0..size.
            size: the size of the hands.
        """
        wrong = self.off * abs(estimate - tricks) + self.missed * tricks
        usual = self.trick * tricks + self.bonus if estimate == tricks else wrong
        zero = self.zero
        if zero is None or estimate or size < zero.size:
            return usual
        special = zero.failed if tricks else zero.made
        return usual + special if zero.adds else special


def estimate_line(seat: int, estimate: int, tricks: int, points: int) -> ScoreLine:
    """The score line for an estimate.

    >>> estimate_line(0, estimate=3, tricks=2, points=-10)
    ScoreLine(seat=0, reason='estimated 3, took 2', points=-10)
    """
    fields = (("estimate", estimate), ("tricks", tricks))
    return ScoreLine(seat, f"estimated {estimate}, took {tricks}", points, "estimate", fields)


@frozen(kw_only=True)
class Doubled(Scoring):
    """Another scoring, doubled for every double that was called.

    Args:
        scoring: the scoring to be doubled.
        adds: whether two doubles count three times instead of four.

    >>> part = ScoreEstimates(trick=10, bonus=10, off=-10)
    >>> Doubled(scoring=part).factor(2), Doubled(scoring=part, adds=True).factor(2)
    (4, 3)
    """

    scoring: Scoring
    adds: bool = False

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The phases that the other scoring needs, and the doubles."""
        return (*self.scoring.reads, CallDouble)

    @property
    def counts_only(self) -> bool:  # type: ignore[override]
        """Whether the other scoring reads only how many tricks each hand took."""
        return self.scoring.counts_only

    def factor(self, doubles: int) -> int:
        """The factor for the points after a number of doubles."""
        return 1 + doubles if self.adds else 2**doubles

    def summands(self, players: int) -> tuple[Hashable, ...]:
        return summands_of(self.scoring, players)

    def of_summand(self, deal: Deal, summand: Any) -> tuple[ScoreLine, ...]:
        return self._doubled(deal, lines_of(self.scoring, deal, summand))

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return self._doubled(deal, lines_of(self.scoring, deal))

    def _doubled(self, deal: Deal, lines: tuple[ScoreLine, ...]) -> tuple[ScoreLine, ...]:
        factor = self.factor(len(deal[CallDouble].seats))
        if factor == 1:
            return lines
        return tuple([multiplied(line, factor) for line in lines])

    def bounds(self, extent: Extent) -> Bounds:
        bounds = self.scoring.bounds(extent)
        if bounds is None:
            return None
        return span(*(points * self.factor(extent.doubles) for points in bounds))


@frozen
class ScoreBoughtTrump(Scoring):
    """The seat that bought another trump pays for it.

    Args:
        price: 0 or more.

    >>> ScoreBoughtTrump(30).price
    30
    """

    reads: ClassVar[tuple[type[Any], ...]] = (BuyTrump,)
    counts_only: ClassVar[bool] = True

    price: int

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        bought = deal[BuyTrump]
        if bought.seat is None:
            return ()
        fields = (("suit", bought.suit.letter),)
        return (ScoreLine(bought.seat, f"bought {bought.suit} as trump", -self.price, "bought_trump", fields),)

    def bounds(self, extent: Extent) -> Bounds:
        return span(-self.price)
