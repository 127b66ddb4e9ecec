"""Mendikot: partners collect tens, and the first card that does not follow suit makes its suit trump.

All cards are dealt, and at first there is no trump. Where a hand cannot follow suit, the card that it plays makes its
suit trump, in this trick and until the end of the deal. The side with three tens or four wins a point; with two each it
is the side that took more tricks. All four tens win two points, and all tricks three.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.cards import french
from trickkit.phases import DealOut, PowerTricks, Tricks
from trickkit.phases.tricks.hidden_trump import ShowHiddenTrump
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.partners import Opposite
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import Scoring

TENS = {f"T{suit}": 1 for suit in "CDHS"}


@frozen
class MostTens(Scoring):
    """A point for the side with more tens, or with more tricks and as many tens; more for all tens or all tricks."""

    reads: ClassVar[tuple[type, ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for each partner of the side that won."""
        table, sides = deal[Tricks], Opposite().sides(deal.players)
        took = [
            (sum(table.points(seat, TENS) for seat in side), sum(table.taken[seat] for seat in side), side)
            for side in sides
        ]
        tens, tricks, side = max(took)
        worth = 3 if tricks == sum(table.taken) else 2 if tens == len(TENS) else 1
        return tuple(ScoreLine(seat, f"{tens} tens, {tricks} tricks", worth) for seat in side)


@variant
def rules() -> Rules:
    """The rules of Mendikot; every seat deals twice.

    >>> rules().start(seed=7).deal.trump is None
    True
    """
    deck = french()
    return Rules(
        key="mendikot",
        name="Mendikot",
        summary="Take the tens with your partner; who cannot follow suit makes trump.",
        source="Mendikot as it is commonly played in India, with the trump that is cut",
        players=4,
        deck=deck,
        phases=(
            DealOut(),
            PowerTricks(
                after_card=ShowHiddenTrump([card.text for card in deck], shows="played"), opening=LeftOfStarter()
            ),
        ),
        scoring=MostTens(),
        schedule=Schedule(hand_sizes=SameSize(13), starter=NextSeat()),
        ending=AfterDeals(deals=8),
    )
