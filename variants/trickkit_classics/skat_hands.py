"""Hands at Skat as bidders count them: which cards win a game, and how many tops there are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from attrs import frozen

__all__ = ["ROLES", "SUITS", "Counts", "Holding", "best_kept", "card_points", "counts"]

SUITS = "CSHD"
"""The letters of the suits, as their jacks rank."""
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
HIGH_TO_LOW, NULL_ORDER = "ATKQ987J", "789TJQKA"

Counts = tuple[float, ...]
"""How much of what counts there is, in the order of the names in `ROLES`."""

JACKS, TRUMP, SIDE, GRAND, NULL = "jacks", "trump", "side", "grand", "null"
_SIDE = ("ace", "ace and ten", "guarded ten", "guarded king", "void", "single", "loser")
ROLES = {
    JACKS: tuple(f"J{suit}" for suit in SUITS),
    TRUMP: ("trump", "ace of trumps", "ten of trumps"),
    SIDE: _SIDE,
    GRAND: _SIDE,
    NULL: ("gap", "low single", "high single", "void"),
}
"""The roles of suits, and what counts in each: of a trump suit, of one beside it, of any in grand and in null."""


@frozen
class Holding:
    """Cards of a hand, by suit.

    Args:
        jacks: the suits of its jacks, from the highest down.
        suits: by suit, the ranks of its other cards, from the highest down.

    >>> hand = Holding.of(["JC", "JH", "AC", "TC", "9C", "8C", "AS", "7S", "KD", "QD"])
    >>> hand.jacks, hand.suits
    ('CH', {'C': 'AT98', 'S': 'A7', 'H': '', 'D': 'KQ'})
    >>> hand.tops("C"), hand.tops("grand")
    (1, 1)
    """

    jacks: str
    suits: dict[str, str]

    @classmethod
    def of(cls, cards: Iterable[str]) -> Holding:
        """The holding of some cards, given as texts."""
        held = sorted(cards, key=lambda card: (HIGH_TO_LOW.index(card[0]), SUITS.index(card[1])))
        suits = {suit: "".join([card[0] for card in held if card[1] == suit and card[0] != "J"]) for suit in SUITS}
        return cls("".join([card[1] for card in held if card[0] == "J"]), suits)

    def tops(self, kind: str) -> int:
        """The number of tops with or without which the hand plays.

        Args:
            kind: the letter of the trump suit, or `"grand"`.
        """
        has = [suit in self.jacks for suit in SUITS] + [rank in self.suits[kind] for rank in "ATKQ987" if kind in SUITS]
        return next((run for run, held in enumerate(has) if held != has[0]), len(has))

    def roles(self, kind: str) -> list[tuple[str, str, str]]:
        """Each suit with its ranks and its role in a game; the jacks, which play no part in null, come as one.

        >>> Holding.of(["JC", "JH", "AC", "9C", "KD"]).roles("C")[:3]
        [('J', 'CH', 'jacks'), ('C', 'A9', 'trump'), ('S', '', 'side')]
        """
        if kind == NULL:
            return [(suit, ranks + "J" * (suit in self.jacks), NULL) for suit, ranks in self.suits.items()]
        other = GRAND if kind == GRAND else SIDE
        suits = [(suit, ranks, TRUMP if suit == kind else other) for suit, ranks in self.suits.items()]
        return [("J", self.jacks, JACKS), *suits]


def card_points(cards: Iterable[str]) -> int:
    """The card points of some cards, or ranks."""
    return sum(POINTS.get(card[0], 0) for card in cards)


@lru_cache(maxsize=2048)
def counts(ranks: str, role: str) -> Counts:
    """What counts of a suit in a role.

    >>> dict(zip(ROLES["null"], counts("A97", "null")))
    {'gap': 3.0, 'low single': 0.0, 'high single': 0.0, 'void': 0.0}
    """
    ace, ten, length = "A" in ranks, "T" in ranks, len(ranks)
    if role == JACKS:
        return tuple(float(suit in ranks) for suit in SUITS)
    if role == TRUMP:
        return float(length), float(ace), float(ten)
    if role == NULL:
        held = sorted(map(NULL_ORDER.index, ranks))
        gap = sum(max(0, rank - 2 * place) for place, rank in enumerate(held))
        single = held[0] if length == 1 else 0
        return float(gap), float(1 <= single <= 2), float(single > 2), float(not held)
    king = "K" in ranks and length > 1
    said = (ace, ace and ten, ten and not ace and length > 1, king, not length, length == 1 and not ace)
    return (*map(float, said), float(length - ace))


@lru_cache(maxsize=4096)
def best_kept(ranks: str, role: str, lays: int, weights: Counts, points: float) -> tuple[float, str] | None:
    """What a suit adds to the log-odds of a game, if the best cards of it are laid away, and their ranks.

    Args:
        ranks: of the suit.
        role: of the suit.
        lays: how many of its cards are laid away.
        weights: of what counts.
        points: what each card point that is laid away adds.

    Returns:
        Returns None if the suit has fewer cards, or only jacks.

    >>> best_kept("AK", "null", 1, (-1, 0, 0, 0), 0)
    (-6.0, 'A')
    """
    if lays and (role == JACKS or lays > len(ranks)):
        return None
    ways = []
    for out in combinations(ranks, lays):
        left = counts("".join(rank for rank in ranks if rank not in out), role)
        added = sum(weight * count for weight, count in zip(weights, left, strict=True))
        ways.append((added + points * card_points(out), "".join(out)))
    return max(ways)
