"""Twenty-five: five cards each, an order of its own for every suit, and high trumps that need not be played.

The card after the deal is turned up: its suit is trump. The highest trumps are its five, its jack and, whatever is
trump, the ace of hearts; then come ace, king and queen. Of the numbers, the high ones are better in red suits and the
low ones in black suits. Who can follow suit follows or trumps. Where a trump is led, one of the three highest need not
be played to a lower one. A trick is worth five points, and 25 win. Nobody robs the card that was turned up.
"""

from __future__ import annotations

from typing import Annotated

from trickkit import Rules, variant
from trickkit.model.cards import french
from trickkit.phases import DealOut, Tricks, TurnTrump
from trickkit.policies.ending import AtTarget
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.reneging import LedTrump, MayRenege
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.suit_orders import SuitOrders
from trickkit.policies.trumping import FollowOrTrump
from trickkit.scoring import ScoreTricks

RED, BLACK = "diamonds hearts", "clubs spades"
ORDERS = SuitOrders(
    trump={RED: "2 3 4 6 7 8 9 T Q K A AH J 5", BLACK: "T 9 8 7 6 4 3 2 Q K A AH J 5"},
    plain={RED: "A 2 3 4 5 6 7 8 9 T J Q K", BLACK: "T 9 8 7 6 5 4 3 2 A J Q K"},
)


@variant
def rules(*, players: Annotated[int, range(2, 9), "how many play"] = 5) -> Rules:
    """The rules of Twenty-five.

    >>> state = rules(players=2).start(seed=7)
    >>> state.deal.size, len(state.deal.stock)
    (5, 41)
    """
    return Rules(
        key="twenty_five",
        name="Twenty-five",
        summary="Five tricks of five points, in which the five of trumps is the highest card.",
        source="Twenty-five as it is commonly played in Ireland",
        players=players,
        deck=french(),
        phases=(
            DealOut(),
            TurnTrump(),
            Tricks(
                ranking=ORDERS,
                follow=MayRenege(follow=FollowOrTrump(undertrump="free")),
                resolution=LedTrump(),
                opening=LeftOfStarter(),
            ),
        ),
        scoring=ScoreTricks(points=5),
        schedule=Schedule(hand_sizes=SameSize(5), starter=NextSeat()),
        ending=AtTarget(points=25),
    )
