"""Differenzler: a Jass in which each seat foretells its card points in secret, and pays for what it is off.

Four seats play for themselves with nine cards each of 36. A card that is cut says which suit is trump: in it, jack and
nine are the highest cards, and count 20 and 14. Each seat writes down how many of the 157 points it will take, five of
which are for the last trick. As always in Jass, a seat follows suit or trumps; it need not play the jack of trumps when
trumps are led, and undertrumps only with nothing else. After the deal, each point that a seat has taken too many or too
few counts against it. The fewest win after four deals.
"""

from __future__ import annotations

from trickkit import Rules, variant
from trickkit.model.cards import french
from trickkit.phases import CutTrump, DealOut, EstimatePoints, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.ranking import TrumpOrder
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.trumping import FollowOrTrump
from trickkit.scoring import ScoreCards, ScoreDifference, ScoreLastTricks

CARDS = ScoreCards(ranks={"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}, trumps={"J": 20, "9": 14})


@variant
def rules(*, deals: int = 4) -> Rules:
    """The rules of Differenzler. The starter of a deal is its dealer.

    Args:
        deals: how many are played.

    >>> state = rules().start(seed=7, first=3)
    >>> state.actors, [str(action) for action in state.legal(0)][-1]
    ((0, 1, 2, 3), '157')
    """
    return Rules(
        key="differenzler",
        name="Differenzler",
        summary="Jass in which each seat foretells its points in secret, and pays for what it is off.",
        players=4,
        deck=french("6789TJQKA"),
        phases=(
            CutTrump(),
            DealOut(),
            EstimatePoints(highest=157),
            Tricks(
                opening=LeftOfStarter(),
                follow=FollowOrTrump(held_back="J"),
                ranking=TrumpOrder(trump="678TQKA9J", plain="6789TJQKA"),
            ),
        ),
        scoring=ScoreDifference(parts=(CARDS, ScoreLastTricks(5))),
        schedule=Schedule(hand_sizes=SameSize(9), starter=NextSeat()),
        ending=AfterDeals(deals=deals, wins="fewest"),
    )
