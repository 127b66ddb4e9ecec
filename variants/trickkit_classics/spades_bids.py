"""What a hand at Spades bids: a system of simple counts.

Each card that will probably take a trick counts as much of one as `tricks` says, and short suits as much as spades can
ruff. A hand bids that number of tricks, rounded down, and nil if that succeeds often enough for what it is worth. The
counts were fitted to 1,600 hands of level 2, and the chance of nil to 228 such bids.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, floor

from attrs import frozen

__all__ = ["Dealt", "Table", "bid"]

RANKS = "23456789TJQKA"
HONOURS = {"A": 0.9, "K": 0.6, "Q": 0.35, "J": 0.2}
"""What honours of a suit besides spades count: a king that is not alone, a queen with two cards, any jack."""
TRUMPS = {"A": 1.1, "K": 0.8, "Q": 0.7, "J": 0.5}
"""The same in spades."""
COMPANY = {"A": 0, "K": 1, "Q": 2, "J": 3}
"""How many other cards of its suit an honour needs."""
FIRST, LENGTH = 0.35, 0.7
"""What every hand counts, and each spade over three."""
LONG = 0.5
"""What an ace counts less in a suit of six cards or more, of which others are void."""
RUFFS = {0: 0.25, 1: 0.17, 2: 0.11}
"""What a short suit counts for each of at most three spades, by its length."""
LOW = 2.4
"""The log-odds of nil for a hand without anything against it."""
GAP, SPADE, HIGH, TAKEN = 0.3, 0.3, 0.5, 0.7
"""How much less they are for each step of a gap, each spade, each spade from the ten up, and each trick that counts."""
MOST = 3
"""Nil is bid with no more spades."""
NEARLY_FULL = 0.5
"""What is added where two more bags would cost points."""
SAFE = 0.8
"""How much of a bid that nil gives up counts against it."""


@frozen
class Dealt:
    """A hand as bidders count it.

    Args:
        spades: the ranks of its spades, from the lowest up, 0 for the deuce.
        others: those of its other suits.

    >>> hand = Dealt.of(["AS", "JS", "8S", "4S", "KH", "7H", "3H", "AC", "9C", "QD", "8D", "5D", "2D"])
    >>> round(hand.tricks, 2), round(hand.nil, 2)
    (4.83, 0.0)
    """

    spades: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, cards: Iterable[str]) -> Dealt:
        """The hand of some cards, given as texts."""
        held = sorted((RANKS.index(card[0]), card[1]) for card in cards)
        spades, *others = (tuple(rank for rank, suit in held if suit == wanted) for wanted in "SHDC")
        return cls(spades, tuple(others))

    @property
    def tricks(self) -> float:
        """How many tricks it will probably take."""
        tricks = FIRST + _honours(self.spades, TRUMPS) + LENGTH * max(0, len(self.spades) - 3)
        for suit in self.others:
            tricks += _honours(suit, HONOURS) + RUFFS.get(len(suit), 0.0) * min(3, len(self.spades))
            tricks -= LONG * (len(suit) > 5 and RANKS.index("A") in suit)
        return tricks

    @property
    def nil(self) -> float:
        """The probability that it can avoid all tricks; 0 with the ace or king of spades, or with more than three."""
        if len(self.spades) > MOST or max(self.spades, default=0) >= RANKS.index("K"):
            return 0.0
        against = GAP * sum(_gaps(suit) for suit in self.others) + TAKEN * self.tricks
        against += SPADE * len(self.spades) + HIGH * sum(rank >= RANKS.index("T") for rank in self.spades)
        return 1 / (1 + exp(against - LOW))


def _honours(suit: tuple[int, ...], counts: dict[str, float]) -> float:
    return sum(counts[honour] for honour in counts if RANKS.index(honour) in suit and len(suit) > COMPANY[honour])


def _gaps(suit: tuple[int, ...]) -> int:
    """By how much the lowest four cards of a suit lie above 5, 8, jack and ace, all in all."""
    return sum(max(0, rank - 3 * place - 3) for place, rank in enumerate(suit[:4]))


@frozen(kw_only=True)
class Table:
    """What a bidder knows besides its hand.

    Args:
        partner: what its partner has bid; None before it has.
        worth: what nil is worth; 0 if a bid of 0 is like any other.
        trick: points for each trick that was bid.
        nearly_full: whether two more bags of its side would cost points.
        caution: by how much higher than usual the chance of nil must be, where the side is about to win; negative where
            the other side is.
    """

    partner: int | None = None
    worth: int = 100
    trick: int = 10
    nearly_full: bool = False
    caution: float = 0.0


def bid(hand: Dealt, table: Table) -> int:
    """What a hand bids: 1 or more where it does not bid nil.

    >>> hand = Dealt.of(["8S", "4S", "KH", "7H", "3H", "2H", "9C", "7C", "3C", "QD", "8D", "5D", "2D"])
    >>> bid(hand, Table()), bid(hand, Table(partner=0))
    (0, 1)
    """
    number = floor(hand.tricks + NEARLY_FULL * table.nearly_full)
    if not table.worth:
        return number
    number = max(1, number)
    needed = 0.5 + SAFE * number * table.trick / table.worth + table.caution
    # Nobody covers two nils.
    return 0 if table.partner != 0 and hand.nil >= needed else number
