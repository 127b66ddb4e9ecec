"""Whist: four players in partnerships, the last card dealt is trump, and every trick above six is a point.

Rules: Hoyle's game as clubs came to play it, short whist, without honours unless an option asks for them.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from attrs import field, frozen

from trickkit import Deal, Deck, InvalidRules, Rules, ScoreLine, variant
from trickkit.model.cards import french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealersCard, DealOut, Tricks
from trickkit.policies.ending import AfterDeals, AtTarget
from trickkit.policies.lead import LeftOfStarter
from trickkit.policies.partners import Opposite
from trickkit.policies.schedule import NextSeat, SameSize, Schedule
from trickkit.scoring import Bounds, Extent, Scoring

__all__ = ["Honours", "OddTricks", "rules"]

BOOK = 6


@frozen
class OddTricks(Scoring):
    """Each trick of a side above the first six is a point; both partners receive it.

    >>> from trickkit import playout
    >>> end = playout(rules(deals=1), seed=7)
    >>> [max(0, sum(end.deal[Tricks].taken[seat] for seat in side) - 6) for side in ((0, 2), (1, 3))]
    [0, 1]
    >>> end.scores
    (0, 1, 0, 1)
    """

    reads: ClassVar[tuple[type, ...]] = (Tricks,)
    counts_only: ClassVar[bool] = True

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for both partners of the side that took more than six tricks."""
        sides = Opposite().sides(deal.players)
        taken = [sum(deal[Tricks].taken[seat] for seat in side) for side in sides]
        return tuple(
            ScoreLine(seat, f"{tricks} tricks", tricks - BOOK)
            for side, tricks in zip(sides, taken, strict=True)
            if tricks > BOOK
            for seat in side
        )

    def bounds(self, extent: Extent) -> Bounds:
        """All tricks for one side."""
        return 0, max(0, extent.tricks - BOOK)


@frozen
class Honours(Scoring):
    """A side that was dealt all four honours of trump, its ace, king, queen and jack, scores 4; with three of them, 2.

    >>> Honours().ranks
    'AKQJ'
    """

    reads: ClassVar[tuple[type, ...]] = (Tricks,)

    ranks: str = field(default="AKQJ")

    def check(self, deck: Deck) -> None:
        """Refuse a rank that no card of the deck has."""
        known = {face.text[0] for face in deck.faces}
        for rank in self.ranks:
            if rank not in known:
                raise InvalidRules(
                    f"Honours: {rank!r} is not a rank of the deck; there are: {', '.join(sorted(known))}"
                )

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """A line for both partners of the side with the honours."""
        plays = [play for trick in deal[Tricks].tricks for play in trick.plays]
        trumps = {face.text for face in deal.deck.faces if face.suit == deal.trump and face.text[0] in self.ranks}
        lines = []
        for side in Opposite().sides(deal.players):
            held = sum(play.card in trumps for play in plays if play.hand in side)
            if held >= len(self.ranks) - 1:
                points = 4 if held == len(self.ranks) else 2
                lines += [ScoreLine(seat, f"{held} honours", points) for seat in side]
        return tuple(lines)

    def bounds(self, _extent: Extent) -> Bounds:
        """All honours for one side, or none."""
        return 0, 4


@variant
def rules(
    *,
    points: Annotated[int, range(1, 12), "how many points end the game: 5 in short whist, 7 or 10 elsewhere"] = 5,
    honours: Annotated[bool, "whether honours of trump score"] = False,
    deals: Annotated[int, range(101), "how many deals are played, whatever the points; 0 for as many as it takes"] = 0,
) -> Rules:
    """The rules of Whist with the given options. The starter of a deal is its dealer.

    Raises:
        InvalidRules: an option does not exist or cannot have that value.

    >>> state = rules().start(seed=7, first=3)
    >>> state.actors, len(state.deal.hands[0]), str(state.deal.trump)
    ((0,), 13, 'clubs')
    """
    deck = french()
    return Rules(
        key="whist",
        name="Whist",
        summary="Partners take tricks; the last card dealt is trump, and each trick above six is a point.",
        source="Whist, after Hoyle and the club rules of short whist",
        players=4,
        deck=deck,
        phases=(DealersCard(), DealOut(), Tricks(opening=LeftOfStarter())),
        scoring=(OddTricks(), *([Honours()] if honours else [])),
        schedule=Schedule(hand_sizes=SameSize(13), starter=NextSeat()),
        ending=AfterDeals(deals=deals) if deals else AtTarget(points=points),
        symmetry=Symmetry(seats=True, suits=deck.suits),
    )
