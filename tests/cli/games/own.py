"""A plain trick game for the tests of the command line: everybody sees its own hand, bids on its tricks, and plays."""

from typing import Annotated

from trickkit import Rules
from trickkit.catalog.options import variant
from trickkit.model.cards import french
from trickkit.phases import Bids, DealOut, Tricks, TurnTrump
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreBids


@variant
def rules(*, players: Annotated[int, range(2, 5), "how many play"] = 3) -> Rules:
    return Rules(
        key="own",
        name="Own",
        players=players,
        deck=french("9TJQKA"),
        phases=(DealOut(), TurnTrump(), Bids(), Tricks()),
        scoring=ScoreBids(exact=10, close=0),
        schedule=Schedule(hand_sizes=SameSize(4)),
        ending=AfterDeals(deals=2),
    )
