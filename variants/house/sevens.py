"""Sevens: lay cards on the rows of a layout, which begin with the sevens, and be the first without cards.

One that has a card which fits must lay it. When the first hand is empty, each other seat pays for the cards that it has
left. No tricks are played: `BuildSequences` is the whole game.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import frozen

from trickkit import Deal, Rules, ScoreLine, variant
from trickkit.model.cards import french
from trickkit.phases import BuildSequences, DealOut
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import Scoring


@frozen
class CardsLeft(Scoring):
    """A card that is left costs a point."""

    reads: ClassVar[tuple[type, ...]] = (BuildSequences,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for each seat that has cards."""
        return tuple(
            ScoreLine(seat, f"{len(hand)} cards left", -len(hand)) for seat, hand in enumerate(deal.hands) if hand
        )


@variant
def rules(*, players: Annotated[int, (2, 4)] = 4) -> Rules:
    """The rules of Sevens; every seat deals twice."""
    return Rules(
        key="sevens",
        name="Sevens",
        summary="Lay cards in sequence from the sevens on, and be the first without cards.",
        players=players,
        deck=french(),
        phases=(DealOut(), BuildSequences(first="7", until_out=1)),
        scoring=CardsLeft(),
        schedule=Schedule(hand_sizes=SameSize(52 // players), starter=NextSeat()),
        ending=AfterDeals(deals=2 * players),
    )
