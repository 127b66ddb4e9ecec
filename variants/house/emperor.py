"""Emperor: bid for points, call a card, whose suit is trump, and do not know who your partner is.

For five, with ten cards each and two in the blind. Aces, kings, queens, jacks and tens count a point each, 20 in all.
The highest bidder takes the blind and calls any card: its suit is trump, and its holder is the secret partner, who may
be the bidder itself. The bidder lays two cards away, which count for its side if they are worth points, and leads. It
needs as many points as it bid, together with its partner.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from trickkit import Deal, Rules, variant
from trickkit.model.cards import french
from trickkit.phases import CalledSuitIsTrump, CallPartner, DealOut, LadderAuction, LayAway, TakeStock, Tricks
from trickkit.phases.partner import DeclarerAndPartner
from trickkit.policies.callable_cards import CardsInGroups
from trickkit.policies.ending import AfterDeals
from trickkit.policies.ladders import Numbers
from trickkit.policies.lead import DeclarerOpens
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import ScoreTwoSides

BLIND = 2
DECK = french()
POINTS = {card.text: 1 for card in DECK if card.text[0] in "TJQKA"}


@frozen(kw_only=True)
class ScoreBid(ScoreTwoSides):
    """The bid is won with as many points, and lost with fewer."""

    reads: ClassVar[tuple[type, ...]] = (LadderAuction, LayAway, Tricks)

    def parts(self, deal: Deal, seats: tuple[int, ...]) -> list[tuple[str, int]]:
        """The bid, negative if it is lost."""
        bid, points = deal[LadderAuction].bid.number, sum(deal[Tricks].points(seat, POINTS) for seat in seats)
        points += deal[LayAway].hands[deal.declarer].points(POINTS)
        return [(f"{points} points for {bid}", bid if points >= bid else -bid)]


@variant
def rules() -> Rules:
    """The rules of Emperor; every seat deals twice."""
    return Rules(
        key="emperor",
        name="Emperor",
        summary="Bid for points, call a card, whose suit is trump, and find out who your partner is.",
        players=5,
        deck=DECK,
        phases=(
            DealOut(),
            LadderAuction(ladder=Numbers(range(11, 21))),
            TakeStock(cards=BLIND),
            CallPartner(cards=CardsInGroups([[card.text for card in DECK]])),
            CalledSuitIsTrump(),
            LayAway(cards=BLIND),
            Tricks(opening=DeclarerOpens()),
        ),
        scoring=ScoreBid(sides=DeclarerAndPartner()),
        schedule=Schedule(hand_sizes=SameSize(10), starter=NextSeat()),
        ending=AfterDeals(deals=10),
    )
