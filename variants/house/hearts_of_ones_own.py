"""Hearts of one's own: each seat says with a card of its hand which suit it must not take.

Before the first trick, all choose a card in secret, and show their cards together. The cards stay in the hands. Each
card of the suit that a seat has shown costs it a point; hearts and the queen of spades are like any other cards.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen
from trickkit_classics import hearts

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.phases import BidWithCards, Tricks
from trickkit.scoring import Scoring


@frozen
class OwnSuit(Scoring):
    """A point for each captured card of the suit of one's own bid; the fewest points win."""

    reads: ClassVar[tuple[type, ...]] = (BidWithCards, Tricks)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for each seat that took such cards."""
        lines = []
        for seat, bid in enumerate(deal[BidWithCards].hands):
            suit = {card.text: 1 for card in deal.deck if card.text[-1] == str(bid)[-1]}
            taken = deal[Tricks].points(seat, suit)
            lines += [ScoreLine(seat, f"{taken} cards of its own suit", taken)] * (taken > 0)
        return tuple(lines)


@variant
def rules() -> Rules:
    """The rules of Hearts of one's own.

    >>> state = rules().start(seed=7)
    >>> len(state.actors)
    4
    """
    game = hearts.rules(passing="none", breaking=False, points_in_first_trick=True, target=50)
    return game.before(Tricks, BidWithCards()).replace(
        key="hearts_of_ones_own",
        name="Hearts of one's own",
        summary="Show a card of the suit that you must not take, and take none of it.",
        scoring=OwnSuit(),
    )
