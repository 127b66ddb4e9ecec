"""The points of each side in Belote and Coinche, for cards, tricks and belote."""

from __future__ import annotations

from functools import cache

from attrs import frozen

from trickkit import Deal, Deck
from trickkit.model.cards import Suit
from trickkit.phases import DeclareMelds, Tricks
from trickkit.policies.partners import Opposite
from trickkit.policies.ranking import TrumpOrder
from trickkit.scoring import Extent

__all__ = ["ALL_TRUMPS", "HAND", "ORDER", "SideCount", "counted", "most", "worth"]

HAND, LAST_TRICK, BELOTE = 8, 10, 20

ALL_TRUMPS = Suit("all trumps", "AT")
"""The trump of a deal in which every suit has the order of trumps and none beats the others, as in Coinche."""

ORDER = TrumpOrder(trump="78QKTA9J", plain="789JQKTA", games={ALL_TRUMPS: "78QKTA9J"})

PLAIN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP = {**PLAIN, "J": 20, "9": 14}
EVERY_SUIT = {"all": {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1}, "none": {**PLAIN, "A": 19}}
"""What cards are worth where all suits are alike: together as much as otherwise."""


def worth(card: str, trump: Suit | None) -> int:
    """The points of a card, given the trump.

    >>> from trickkit.model.cards import piquet
    >>> hearts = piquet().suits[2]
    >>> [worth(card, hearts) for card in ("JH", "JC", "9H", "9C")], worth("AC", None), worth("JC", ALL_TRUMPS)
    ([20, 2, 14, 0], 19, 14)
    """
    if trump is None or trump == ALL_TRUMPS:
        return EVERY_SUIT["none" if trump is None else "all"].get(card[0], 0)
    return (TRUMP if card[1] == trump.letter else PLAIN).get(card[0], 0)


@cache
def values(deck: Deck, trump: Suit | None) -> dict[str, int]:
    """The points of all cards of a deck, given the trump, by their texts."""
    return {card.text: worth(card.text, trump) for card in deck}


@frozen
class SideCount:
    """A side's points after the tricks.

    Args:
        seats: of the side.
        cards: the points of its tricks, including those for the last one, or for all.
        tricks: how many it took.
        belote: the points for king and queen of trump in one hand.
        melds: the points of the melds that it has shown.
    """

    seats: tuple[int, ...]
    cards: int
    tricks: int
    belote: int
    melds: int = 0

    @property
    def total(self) -> int:
        """The sum of the side's points."""
        return self.cards + self.belote + self.melds


def counted(deal: Deal, capot: int) -> tuple[SideCount, SideCount]:
    """The points of the declarer's side and of the other side.

    Args:
        deal: after its tricks.
        capot: what all tricks are worth.
    """
    table, trump, melds = deal[Tricks], deal.trump, deal.get(DeclareMelds)
    points, last = values(deal.deck, trump), table.taken_since(HAND - 1)
    suits = deal.deck.suits if trump == ALL_TRUMPS else (trump,) if trump else ()
    pairs = [(f"K{suit.letter}", f"Q{suit.letter}") for suit in suits]
    counts = []
    for seats in sorted(Opposite().sides(deal.players), key=lambda seats: deal.declarer not in seats):
        cards = sum(table.points(seat, points) for seat in seats) + LAST_TRICK * sum(last[seat] for seat in seats)
        tricks = sum(table.taken[seat] for seat in seats)
        belote = BELOTE * sum(table.played_in_full(seat, pairs) for seat in seats)
        shown = sum(melds.points(seat) for seat in seats) if melds else 0
        counts.append(SideCount(seats, capot if tricks == HAND else cards, tricks, belote, shown))
    return counts[0], counts[1]


def most(extent: Extent, capot: int) -> tuple[int, int, int] | None:
    """The most points for cards, for melds and for belote; None if the melds have no known bound.

    Args:
        extent: the largest size of a deal.
        capot: what all tricks are worth.

    >>> from trickkit.model.cards import piquet
    >>> most(Extent(piquet(), players=4, size=5, tricks=8), capot=252)
    (252, 0, 80)
    """
    declaring = extent.phase(DeclareMelds)
    melds = declaring.melding.most(extent.deck, 2, HAND) if declaring else 0
    if melds is None:
        return None
    suits = extent.deck.suits
    cards = max(sum(values(extent.deck, trump).values()) for trump in (*suits, ALL_TRUMPS, None)) + LAST_TRICK
    return max(capot, cards), melds, BELOTE * len(suits)
