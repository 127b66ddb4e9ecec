"""What a deal is worth: policies that read what its phases found out and give score lines with their reasons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any, ClassVar

from attrs import field, frozen

from trickkit.actions import Back
from trickkit.deal import Deal, ScoreLine
from trickkit.fields import is_a
from trickkit.phases.bids import Bids
from trickkit.phases.calls import BuyTrump, CallDouble
from trickkit.phases.confidence import Confidence
from trickkit.phases.estimates import Estimates
from trickkit.phases.tricks import Tricks

__all__ = ["Doubled", "ScoreBids", "ScoreBoughtTrump", "ScoreConfidence", "ScoreEstimates", "Scoring", "ZeroEstimate"]


class Scoring(ABC):
    """One part of what a deal is worth. The parts of a game are added up.

    >>> from attrs import frozen
    >>> from trickkit import ScoreLine, playout
    >>> from trickkit.phases import Tricks
    >>> from trickkit.variants import pikoko
    >>> @frozen
    ... class PointPerTrick(Scoring):
    ...     reads = (Tricks,)
    ...
    ...     def lines(self, deal):
    ...         return tuple(ScoreLine(seat, "tricks", taken) for seat, taken in enumerate(deal[Tricks].taken))
    >>> sum(playout(pikoko.rules().replace(scoring=PointPerTrick())).scores)
    24
    """

    __slots__ = ()

    reads: ClassVar[tuple[type[Any], ...]] = ()
    """The phases whose records the scoring needs; rules without one of them are refused."""

    @abstractmethod
    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The scores of a finished deal, in whole points, each with its reason; () for none."""


@frozen(kw_only=True)
class ScoreBids(Scoring):
    """Every bid scores by how far it is from the tricks taken; a bid that is further off than one scores nothing.

    Points may be negative.

    Args:
        exact: points for a bid that is right.
        close: points for a bid that is one off.

    Raises:
        InvalidRules: points are no whole number.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> result = playout(pikoko.rules().replace(scoring=ScoreBids(exact=10, close=0)), seed=7).results[0]
    >>> sorted({line.points for line in result.lines})
    [0, 10]
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Bids, Tricks)

    exact: int = field(validator=is_a(int))
    close: int = field(validator=is_a(int))

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """One line for every bid."""
        taken = deal[Tricks].taken
        return tuple(
            self.line(seat, subject, bid, taken[subject])
            for seat, row in enumerate(deal[Bids].bids)
            for subject, bid in enumerate(row)
            if bid is not None
        )

    def line(self, seat: int, subject: int, bid: int, tricks: int) -> ScoreLine:
        """The score for one bid.

        Args:
            seat: whose it is.
            subject: the seat bid upon.
            bid: the number of tricks bid, 0 or more.
            tricks: the number of tricks that the subject took.

        >>> ScoreBids(exact=2, close=1).line(seat=0, subject=1, bid=3, tricks=4)
        ScoreLine(seat=0, reason='bid 3 on seat 1, took 4: close', points=1)
        """
        off = abs(bid - tricks)
        points = self.exact if off == 0 else self.close if off == 1 else 0
        return _bid_line(seat, subject, bid, tricks, points)


@lru_cache(maxsize=8192)
def _bid_line(seat: int, subject: int, bid: int, tricks: int, points: int) -> ScoreLine:
    """The line for a bid, kept: there are few, and every deal has many of them."""
    verdict = {0: "exact", 1: "close"}.get(abs(bid - tricks), "wrong")
    return ScoreLine(seat, f"bid {bid} on seat {subject}, took {tricks}: {verdict}", points)


@frozen(kw_only=True)
class ScoreConfidence(Scoring):
    """Trust in a bid scores when that bid is exactly right, and costs when it is not.

    Points may be negative.

    Args:
        right: points for trust in a bid that is right.
        wrong: points for trust in a bid that is not.
        none: points for no trust.
        absent: points for trust in a seat that does not play.

    Raises:
        InvalidRules: points are no whole number.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> scoring = ScoreConfidence(right=5, wrong=-5, none=0)
    >>> result = playout(pikoko.rules().replace(scoring=scoring), seed=7).results[0]
    >>> len(result.lines), {line.points for line in result.lines} <= {5, -5, 0}
    (4, True)
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Bids, Confidence, Tricks)

    right: int = field(validator=is_a(int))
    wrong: int = field(validator=is_a(int))
    none: int = field(validator=is_a(int))
    absent: int = field(default=0, validator=is_a(int))

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """One line for every seat."""
        bids, taken = deal[Bids].bids, deal[Tricks].taken
        return tuple(self.line(seat, back, bids[seat], taken) for seat, back in enumerate(deal[Confidence].backs))

    def line(self, seat: int, back: Back, bids: tuple[int | None, ...], taken: tuple[int, ...]) -> ScoreLine:
        """The score for one seat's confidence.

        Args:
            seat: whose it is.
            back: its choice.
            bids: its bids, by the seat bid upon.
            taken: the tricks taken, by seat.

        >>> ScoreConfidence(right=3, wrong=-1, none=1).line(0, Back(2), bids=(1, 4, 3), taken=(2, 3, 3))
        ScoreLine(seat=0, reason='trusted its bid on seat 2, rightly', points=3)
        """
        if back.seat is None:
            return ScoreLine(seat, "no trust", self.none)
        if back.seat >= len(taken):
            return ScoreLine(seat, f"trusted seat {back.seat}, which does not play", self.absent)
        if bids[back.seat] == taken[back.seat]:
            return ScoreLine(seat, f"trusted its bid on seat {back.seat}, rightly", self.right)
        return ScoreLine(seat, f"trusted its bid on seat {back.seat}, wrongly", self.wrong)


@frozen(kw_only=True)
class ZeroEstimate:
    """What an estimate of no trick is worth in large deals.

    Args:
        size: from hands of how many cards on.
        made: points for no trick taken.
        failed: points for any number of tricks taken, usually negative.
        adds: whether these points come on top of the usual ones, instead of in their place.

    >>> ZeroEstimate(size=6, made=50, failed=-20).failed
    -20
    """

    size: int
    made: int
    failed: int
    adds: bool = False


@frozen(kw_only=True)
class ScoreEstimates(Scoring):
    """An estimate that is right scores for every trick and once more; one that is not costs for every trick it is off.

    Args:
        trick: points for every trick of an estimate that is right.
        bonus: points for an estimate that is right.
        off: points for every trick that an estimate is off, usually negative.
        zero: what an estimate of no trick is worth in large deals; None for nothing special.

    >>> scoring = ScoreEstimates(trick=10, bonus=10, off=-10)
    >>> scoring.points(estimate=3, tricks=3, size=4), scoring.points(estimate=4, tricks=2, size=4)
    (40, -20)
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Estimates, Tricks)

    trick: int
    bonus: int
    off: int
    zero: ZeroEstimate | None = None

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """One line for every seat."""
        pairs = zip(deal[Estimates].bids, deal[Tricks].taken, strict=True)
        return tuple(
            ScoreLine(seat, f"estimated {estimate}, took {tricks}", self.points(estimate, tricks, deal.size))
            for seat, (estimate, tricks) in enumerate(pairs)
        )

    def points(self, estimate: int, tricks: int, size: int) -> int:
        """The points for an estimate.

        Args:
            estimate: 0..size.
            tricks: taken, 0..size.
            size: of the hands.
        """
        usual = self.trick * tricks + self.bonus if estimate == tricks else self.off * abs(estimate - tricks)
        zero = self.zero
        if zero is None or estimate or size < zero.size:
            return usual
        special = zero.failed if tricks else zero.made
        return usual + special if zero.adds else special


@frozen(kw_only=True)
class Doubled(Scoring):
    """Another scoring, counted double for every double that was called.

    Args:
        scoring: what is doubled.
        adds: whether two doubles count three times, instead of four.

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

    def factor(self, doubles: int) -> int:
        """How often the points count after a number of doubles."""
        return 1 + doubles if self.adds else 2**doubles

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The lines of the other scoring, each with its points multiplied."""
        factor = self.factor(len(deal[CallDouble].seats))
        lines = self.scoring.lines(deal)
        if factor == 1:
            return lines
        return tuple(ScoreLine(line.seat, f"{line.reason}, times {factor}", line.points * factor) for line in lines)


@frozen
class ScoreBoughtTrump(Scoring):
    """Who bought another trump pays for it.

    Args:
        price: 0 or more.

    >>> ScoreBoughtTrump(30).price
    30
    """

    reads: ClassVar[tuple[type[Any], ...]] = (BuyTrump,)

    price: int

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """One line for the buyer, if any."""
        bought = deal[BuyTrump]
        if bought.seat is None:
            return ()
        return (ScoreLine(bought.seat, f"bought {bought.suit} as trump", -self.price),)
