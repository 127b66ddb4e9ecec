"""A game whose parts read records of phases that it lacks."""
# ruff: noqa: ARG002 (a policy's method has all its arguments, also where it needs none)

from attrs import frozen

from trickkit import Rules, ScoreLine
from trickkit.model.cards import french
from trickkit.phases import BidOnce, DealOut, Estimates, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import Until
from trickkit.scoring import Scoring


@frozen
class Estimated(Scoring):
    """The estimates are points."""

    def lines(self, deal):
        return tuple(ScoreLine(seat, "an estimate", bid) for seat, bid in enumerate(deal[Estimates].bids))


@frozen
class AfterBid(Until):
    """The tricks are over once somebody has bid."""

    def over(self, taken, declarer):
        return False

    def ended(self, deal, tricks, first):
        return deal[BidOnce].contract is not None


def rules(*, until: bool = False) -> Rules:
    """Tricks that end by a bid, or score by an estimate."""
    return Rules(
        key="reads_in_vain",
        name="Reads in Vain",
        players=4,
        deck=french(),
        phases=(DealOut(), Tricks(until=AfterBid()) if until else Tricks()),
        scoring=() if until else Estimated(),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=2),
    )
