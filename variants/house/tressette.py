"""Tressette for four: no trump, points in thirds, and melds of three or four.

Partners sit opposite. In each suit the three is the highest card, then two, ace, king, queen, jack, and seven to
four. An ace counts a point, and twos, threes, kings, queens and jacks a third; the last trick is worth a point more,
and what is left over of a side is dropped. Before the first trick all show their melds: three, two and ace of a suit
score 3 points, three of the aces, twos or threes 3, and all four of them 4. The first side with 21 points wins.
"""

from __future__ import annotations

from itertools import combinations

from trickkit import Rules, variant
from trickkit.model.cards import french
from trickkit.phases import DealOut, ShowMelds, Tricks
from trickkit.policies.combinations import Combinations
from trickkit.policies.ending import AtTarget
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.partners import Opposite
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import PartnersShare, ScoreCards, ScoreFractions, ScoreLastTricks, ScoreMelds

SUITS = "CDHS"
THIRDS = {f"{rank}{suit}": 3 if rank == "A" else 1 for rank in "A23KQJ" for suit in SUITS}
OF_A_RANK = {
    " ".join(f"{rank}{suit}" for suit in suits): len(suits)
    for rank in "A23"
    for size in (3, 4)
    for suits in combinations(SUITS, size)
}


@variant
def rules() -> Rules:
    """The rules of Tressette."""
    return Rules(
        key="tressette",
        name="Tressette",
        summary="Partners take aces and honours, worth thirds of a point, and show melds.",
        source="Tressette as it is commonly played in Italy",
        players=4,
        deck=french("4567JQKA23"),
        phases=(
            DealOut(),
            ShowMelds(melding=Combinations(plain={"3 2 A": 3}, cards=OF_A_RANK)),
            Tricks(opening=LeftOfStarter()),
        ),
        scoring=(
            ScoreFractions(
                parts=PartnersShare(parts=(ScoreCards(cards=THIRDS), ScoreLastTricks(3))), of=3, rounding="down"
            ),
            PartnersShare(parts=ScoreMelds()),
        ),
        schedule=Schedule(hand_sizes=SameSize(10), starter=NextSeat()),
        ending=AtTarget(points=21, sides=Opposite()),
    )
