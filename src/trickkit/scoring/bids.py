"""Scorings for bids on tricks, and for trust in single bids."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen

from trickkit.model.actions import Back
from trickkit.model.bounds import Bounds, Extent, span, total
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.bids import Bids
from trickkit.phases.confidence import Confidence
from trickkit.phases.tricks import Tricks
from trickkit.scoring.base import Scoring, remembered

__all__ = ["ScoreBids", "ScoreConfidence"]


@frozen(kw_only=True)
class ScoreBids(Scoring):
    """Every bid scores by its distance from the tricks taken; a bid that is more than one off scores nothing.

    Points may be negative.

    Args:
        exact: points for a bid that is right.
        close: points for a bid that is one off.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> result = playout(pikoko.rules().replace(scoring=ScoreBids(exact=10, close=0)), seed=7).results[0]
    >>> sorted({line.points for line in result.lines})
    [0, 10]
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Bids, Tricks)
    counts_only: ClassVar[bool] = True

    exact: int = field(validator=is_a(int))
    close: int = field(validator=is_a(int))

    def summands(self, players: int) -> tuple[tuple[int, int], ...]:
        return tuple([(seat, subject) for seat in range(players) for subject in range(players)])

    def of_summand(self, deal: Deal, summand: tuple[int, int]) -> tuple[ScoreLine, ...]:
        seat, subject = summand
        bid = deal[Bids].bids[seat][subject]
        return () if bid is None else (self.line(seat, subject, bid, deal[Tricks].taken[subject]),)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        taken = deal[Tricks].taken
        return tuple(
            [
                self.line(seat, subject, bid, taken[subject])
                for seat, row in enumerate(deal[Bids].bids)
                for subject, bid in enumerate(row)
                if bid is not None
            ]
        )

    def bounds(self, extent: Extent) -> Bounds:
        return total([span(self.exact, self.close)] * extent.players)

    def line(self, seat: int, subject: int, bid: int, tricks: int) -> ScoreLine:
        """The score line of one bid.

        Args:
            seat: the bidder.
            subject: the seat bid upon.
            bid: the number of tricks bid, 0 or more.
            tricks: the number of tricks that the subject took.

        >>> ScoreBids(exact=2, close=1).line(seat=0, subject=1, bid=3, tricks=4)
        ScoreLine(seat=0, reason='bid 3 on seat 1, took 4: close', points=1)
        """
        off = abs(bid - tricks)
        points = self.exact if off == 0 else self.close if off == 1 else 0
        return _bid_line(seat, subject, bid, tricks, points)


@remembered
def _bid_line(seat: int, subject: int, bid: int, tricks: int, points: int) -> ScoreLine:
    off = abs(bid - tricks)
    verdict = "exact" if off == 0 else "close" if off == 1 else "wrong"
    reason = f"bid {bid} on seat {subject}, took {tricks}: {verdict}"
    return ScoreLine(seat, reason, points, f"bid_{verdict}", (("bid", bid), ("subject", subject), ("tricks", tricks)))


@frozen(kw_only=True)
class ScoreConfidence(Scoring):
    """Trust in a bid scores if that bid is exactly right, and costs points if it is not.

    Points may be negative.

    Args:
        right: points for trust in a bid that is right.
        wrong: points for trust in a bid that is not.
        none: points for no trust.
        absent: points for trust in a seat that does not play.

    >>> from trickkit import playout
    >>> from trickkit.variants import pikoko
    >>> scoring = ScoreConfidence(right=5, wrong=-5, none=0)
    >>> result = playout(pikoko.rules().replace(scoring=scoring), seed=7).results[0]
    >>> len(result.lines), {line.points for line in result.lines} <= {5, -5, 0}
    (4, True)
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Bids, Confidence, Tricks)
    counts_only: ClassVar[bool] = True

    right: int = field(validator=is_a(int))
    wrong: int = field(validator=is_a(int))
    none: int = field(validator=is_a(int))
    absent: int = field(default=0, validator=is_a(int))

    def summands(self, players: int) -> tuple[int, ...]:
        return tuple(range(players))

    def of_summand(self, deal: Deal, summand: int) -> tuple[ScoreLine, ...]:
        back = deal[Confidence].backs[summand]
        return (self.line(summand, back, deal[Bids].bids[summand], deal[Tricks].taken),)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        bids, taken = deal[Bids].bids, deal[Tricks].taken
        return tuple(self.line(seat, back, bids[seat], taken) for seat, back in enumerate(deal[Confidence].backs))

    def bounds(self, extent: Extent) -> Bounds:
        return span(self.right, self.wrong, self.none, self.absent)

    def line(self, seat: int, back: Back, bids: tuple[int | None, ...], taken: tuple[int, ...]) -> ScoreLine:
        """The score line for one seat's confidence.

        Args:
            seat: whose it is.
            back: its choice.
            bids: its bids, by the seat bid upon.
            taken: the tricks taken, by seat.

        >>> ScoreConfidence(right=3, wrong=-1, none=1).line(0, Back(2), bids=(1, 4, 3), taken=(2, 3, 3))
        ScoreLine(seat=0, reason='trusted its bid on seat 2, rightly', points=3)
        """
        if back.seat is None:
            return _line(seat, "no trust", self.none, "no_trust")
        if back.seat >= len(taken):
            reason = f"trusted seat {back.seat}, which does not play"
            return _line(seat, reason, self.absent, "trusted_absent", back.seat)
        if bids[back.seat] == taken[back.seat]:
            return _line(
                seat, f"trusted its bid on seat {back.seat}, rightly", self.right, "trusted_rightly", back.seat
            )
        return _line(seat, f"trusted its bid on seat {back.seat}, wrongly", self.wrong, "trusted_wrongly", back.seat)


@remembered
def _line(seat: int, reason: str, points: int, code: str, subject: int | None = None) -> ScoreLine:
    """The score line for one seat's trust, cached."""
    return ScoreLine(seat, reason, points, code, () if subject is None else (("subject", subject),))
