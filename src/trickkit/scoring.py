"""What a deal is worth: policies that read what its phases found out and give score lines with their reasons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from attrs import frozen

from trickkit.actions import Back
from trickkit.deal import Deal, ScoreLine
from trickkit.phases.bids import Bids
from trickkit.phases.confidence import Confidence
from trickkit.phases.tricks import Tricks

__all__ = ["ScoreBids", "ScoreConfidence", "Scoring"]


class Scoring(ABC):
    """One part of what a deal is worth. The parts of a game are added up."""

    __slots__ = ()

    reads: ClassVar[tuple[type[Any], ...]] = ()
    """The phases whose records the scoring needs."""

    @abstractmethod
    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The scores of a finished deal, each with its reason."""


@frozen(kw_only=True)
class ScoreBids(Scoring):
    """Every bid scores by how far it is from the tricks taken; a bid that is further off than one scores nothing.

    Args:
        exact: points for a bid that is right.
        close: points for a bid that is one off.
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Bids, Tricks)

    exact: int
    close: int

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

        >>> ScoreBids(exact=2, close=1).line(seat=0, subject=1, bid=3, tricks=4)
        ScoreLine(seat=0, reason='bid 3 on seat 1, took 4: close', points=1)
        """
        off = abs(bid - tricks)
        verdict, points = ("exact", self.exact) if off == 0 else ("close", self.close) if off == 1 else ("wrong", 0)
        return ScoreLine(seat, f"bid {bid} on seat {subject}, took {tricks}: {verdict}", points)


@frozen(kw_only=True)
class ScoreConfidence(Scoring):
    """Trust in a bid scores when that bid is exactly right, and costs when it is not.

    Args:
        right: points for trust in a bid that is right.
        wrong: points for trust in a bid that is not.
        none: points for no trust.
        absent: points for trust in a seat that does not play.
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Bids, Confidence, Tricks)

    right: int
    wrong: int
    none: int
    absent: int = 0

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
