"""German Whist: two players fight for good cards from the stock, then play the hands that they have won.

Rules as given on pagat.com: thirteen tricks win cards of the stock, thirteen more count.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import field, frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.cards import french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, DrawAfterTrick, Phase, ShowTop, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.policies.until import AfterTricks
from trickkit.scoring import Bounds, Extent, Scoring

__all__ = ["LaterTricks", "rules"]

HAND = 13


@frozen
class LaterTricks(Scoring):
    """Each trick scores a point, beginning with a certain one.

    Args:
        first: the number of the first trick that counts, from 0.

    >>> from trickkit import playout
    >>> sum(playout(rules(), seed=7).scores)
    13
    """

    reads: ClassVar[tuple[type, ...]] = (Tricks,)

    first: int = field(default=HAND)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for each seat."""
        counts = deal[Tricks].taken_since(self.first)
        return tuple(ScoreLine(seat, f"{count} tricks", count) for seat, count in enumerate(counts))

    def bounds(self, extent: Extent) -> Bounds:
        """Every trick that counts."""
        return 0, max(0, extent.tricks - self.first)


@variant
def rules(
    *,
    all_tricks: Annotated[bool, "whether the tricks for the cards of the stock count as well"] = False,
    deals: Annotated[int, range(1, 101), "how many deals are played"] = 1,
) -> Rules:
    """The rules of German Whist with the given options. The starter of a deal is its dealer; the other seat leads.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=0)
    >>> state.actors, str(state.view(0).deal.stock[0]), str(state.view(0).deal.stock[1]), str(state.deal.trump)
    ((1,), '3S', '??', 'spades')
    """
    deck = french()
    for_cards: tuple[Phase, ...] = (Tricks(opening=LeftOfStarter(), until=AfterTricks(1)), DrawAfterTrick())
    return Rules(
        key="german_whist",
        name="German Whist",
        summary="Two players win cards from the stock with their tricks, then play for the tricks themselves.",
        source="German Whist, as on pagat.com",
        players=2,
        deck=deck,
        phases=(DealOut(), ShowTop(), *for_cards * HAND, Tricks(opening=LeftOfStarter())),
        scoring=LaterTricks(0 if all_tricks else HAND),
        schedule=Schedule(hand_sizes=SameSize(HAND), starter=NextSeat()),
        ending=AfterDeals(deals=deals),
        symmetry=Symmetry(seats=True, suits=deck.suits),
    )
