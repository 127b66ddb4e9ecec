"""The score of a deal of Pinochle, and the end of the game: see `trickkit_classics.pinochle`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from attrs import field, frozen

from trickkit import Deal, ScoreLine
from trickkit.model.actions import Bid
from trickkit.model.checks import is_a
from trickkit.model.events import Outcome
from trickkit.model.result import Result
from trickkit.phases import LadderAuction, ShowMelds, Tricks
from trickkit.policies.ending import AtTarget
from trickkit.policies.partners import Opposite
from trickkit.scoring import Bounds, Extent, Scoring

__all__ = ["LAST", "BiddersFirst", "ScorePinochle"]

LAST = 10
PARTNERS = Opposite()


def _pairs(ranks: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(dict(ranks).items())


@frozen(kw_only=True)
class ScorePinochle(Scoring):
    """A side scores its melds and the cards that it takes; the bidders lose their bid if they have less.

    Both partners receive the points of their side.

    Args:
        ranks: the points of cards by rank; the last trick is worth 10 more.
        trick_needed: whether a side without a trick scores nothing for its melds.

    Raises:
        InvalidRules: an argument is of the wrong type.

    >>> ScorePinochle(ranks={"A": 11, "T": 10}).trick_needed
    True
    """

    reads: ClassVar[tuple[type[Any], ...]] = (LadderAuction, ShowMelds, Tricks)

    ranks: tuple[tuple[str, int], ...] = field(converter=_pairs)
    trick_needed: bool = field(default=True, validator=is_a(bool))

    def summands(self, players: int) -> tuple[int, ...]:  # noqa: ARG002
        """The numbers of the two sides."""
        return 0, 1

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The lines of both sides; none if nobody has bid."""
        return (*self.of_summand(deal, 0), *self.of_summand(deal, 1))

    def of_summand(self, deal: Deal, summand: int) -> tuple[ScoreLine, ...]:
        """The lines of a side for both seats: its melds and cards, or the bid that it failed to reach."""
        if deal.declarer is None:
            return ()
        seats, shown, table = (summand, summand + 2), deal[ShowMelds], deal[Tricks]
        worth = {f"{rank}{suit.letter}": points for suit in deal.deck.suits for rank, points in self.ranks}
        last = table.taken_since(deal.size - 1)
        cards = sum([table.points(seat, worth) + LAST * last[seat] for seat in seats])
        melds = sum([shown.points(seat) for seat in seats])
        if self.trick_needed and not any(table.taken[seat] for seat in seats):
            melds = 0
        bid = deal[LadderAuction].bid
        if deal.declarer in seats and isinstance(bid, Bid) and melds + cards < bid.number:
            return tuple([ScoreLine(seat, f"bid {bid.number}, made {melds + cards}", -bid.number) for seat in seats])
        scored = [(f"melds {shown.words(seats)}", melds), ("cards", cards)]
        return tuple([ScoreLine(seat, reason, points) for reason, points in scored if points for seat in seats])

    def bounds(self, extent: Extent) -> Bounds:
        """The highest bid lost, or all melds of two hands and all cards won."""
        auction, showing = extent.phase(LadderAuction), extent.phase(ShowMelds)
        melds = showing.melding.most(extent.deck, 2, extent.size) if showing else None
        if auction is None or melds is None:
            return None
        bids = [rung.action for rung in auction.ladder.rungs(extent.deck)]
        cards = sum([dict(self.ranks).get(card.text[0], 0) for card in extent.deck])
        return -max([bid.number for bid in bids if isinstance(bid, Bid)], default=0), melds + cards + LAST


@frozen(kw_only=True)
class BiddersFirst(AtTarget):
    """If both sides have enough points after the same deal, the side that bid has won, even if it has fewer.

    >>> BiddersFirst(points=1000).lost_at is None
    True
    """

    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        """The usual outcome, but the bidders win if they have reached the target."""
        outcome, last = super().outcome(results), results[-1]
        bidder = last.deal.declarer
        if outcome is None or bidder is None or last.totals[bidder] < self.points:
            return outcome
        side = PARTNERS.side(bidder, last.deal.players)
        return Outcome((side, tuple([seat for seat in last.deal.seats if seat not in side])), outcome.reason)
