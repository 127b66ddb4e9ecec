"""Potato: no two cards of a trick share a suit, and a hand that cannot keep to that ends the deal.

Red cards go from 5 to 17, blue ones from 4 to 16, green ones from 3 to 15, and yellow ones from 1 to 13. From two to
four seats have thirteen each. The highest card takes the trick, of equal ones the last. A trick scores a point; the
hand that can play nothing loses one for each of its tricks instead.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from attrs import frozen

from trickkit import Card, Deck, Face, Rules, Suit, variant
from trickkit.phases import DealOut, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import Context, Follow, OrDealEnds, Step
from trickkit.policies.ranking import Ranked
from trickkit.policies.resolution import Resolution
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import ScoreTricks, UnlessStuck

LOW = {"R": 5, "B": 4, "G": 3, "Y": 1}
SUITS = (Suit("red", "R"), Suit("blue", "B"), Suit("green", "G"), Suit("yellow", "Y"))
DECK = Deck(
    Card.plain(suit, rank, f"{suit.letter}{rank}")
    for suit in SUITS
    for rank in range(LOW[suit.letter], LOW[suit.letter] + 13)
)


Value = tuple[frozenset[Suit], Face, int]


@frozen
class SuitsPlayed(Resolution):
    """The highest card wins, of equal ones the last; the trick tells its suits."""

    def fold(self, value: Any, face: Face, place: int, ranked: Ranked) -> Value:  # noqa: ARG002
        suits, best, where = value or (frozenset(), face, place)
        return (suits | {face.suit}, *((face, place) if face.rank >= best.rank else (best, where)))

    def winner(self, value: Any) -> int:
        return int(value[2])

    def best(self, value: Any) -> Face:
        return value[1]  # type: ignore[no-any-return]


@frozen
class AnotherSuit(Follow):
    """Play another suit than those that lie in the trick."""

    reads: ClassVar[tuple[str, ...]] = ("value",)

    def steps(self, context: Context) -> tuple[Step, ...]:
        if context.leads:
            return ()
        return (Step(context.where(lambda face: face.suit not in context.value[0]), "play a suit not in the trick"),)


@variant
def rules(*, players: Annotated[int, range(2, 5), "how many play"] = 4) -> Rules:
    """The rules of Potato: every seat deals once.

    Args:
        players: from 2 to 4.
    """
    return Rules(
        key="potato",
        name="Potato",
        summary="No two cards of a trick share a suit; a hand that cannot keep to that ends the deal.",
        players=players,
        deck=DECK,
        phases=(DealOut(), Tricks(follow=OrDealEnds(AnotherSuit()), resolution=SuitsPlayed())),
        scoring=UnlessStuck(ScoreTricks(1), stuck=ScoreTricks(-1)),
        schedule=Schedule(hand_sizes=SameSize(13), starter=NextSeat()),
        ending=AfterDeals(deals=players),
    )
