"""The cards of French Tarot and their points: see `trickkit_classics.tarot`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from trickkit import Deck
from trickkit.model.cards import Card, Face, Suit, french

__all__ = ["BOUTS", "EXCUSE", "TRUMPS", "deck", "halves", "is_trump", "most_shown"]

TRUMPS, EXCUSE = Suit("trumps", "T"), Face(Suit("excuse", "E"), 0, "EX")
BOUTS, FIGURES = ("T1", "T21", "EX"), {"K": 9, "Q": 7, "C": 5, "J": 3}


@lru_cache(maxsize=1)
def deck() -> Deck:
    """Four suits from the ace, which is low, to knight `C`, queen and king; 21 trumps and the Excuse.

    >>> len(deck()), str(deck()).split()[10:15], str(deck()).split()[-2:]
    (78, ['JC', 'CC', 'QC', 'KC', 'AD'], ['T21', 'EX'])
    """
    trumps = [Card.plain(TRUMPS, rank, f"T{rank}") for rank in range(1, 22)]
    return Deck((*french("A23456789TJCQK"), *trumps, Card("EX", (EXCUSE,))), source_text="tarot.deck()")


def halves(card: str) -> int:
    """The points of a card in half points, an integer.

    >>> [halves(card) for card in ("T21", "KH", "QH", "CH", "JH", "TH", "T20")], sum(halves(str(one)) for one in deck())
    ([9, 9, 7, 5, 3, 1, 1], 182)
    """
    return 9 if card in BOUTS else FIGURES.get(card[0], 1)


def is_trump(face: Face) -> bool:
    """Whether a face is one of the 21 trumps."""
    return face.suit == TRUMPS


def most_shown(sizes: Sequence[int], points: Sequence[int], hands: int) -> int:
    """The most points for shown handfuls, if each trump counts once and the Excuse replaces a missing one.

    Args:
        sizes: how many trumps it takes, in ascending order.
        points: the points for each size.
        hands: how many there are.

    >>> most_shown((10, 13, 15), (20, 30, 40), hands=4), most_shown((8, 10, 13), (20, 30, 40), hands=5)
    (40, 60)
    """
    trumps = sum(is_trump(face) or face == EXCUSE for card in deck() for face in card.faces)
    kinds = [(0, 0), *zip(sizes, points, strict=True)]
    every = combinations_with_replacement(kinds, hands)
    return max(sum(won for _, won in shown) for shown in every if sum(size for size, _ in shown) <= trumps)
