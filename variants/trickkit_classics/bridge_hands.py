"""Hands as bidders at Bridge count them, and what their calls show."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from attrs import frozen

__all__ = [
    "CLUBS",
    "DIAMONDS",
    "DOWN",
    "HEARTS",
    "MAJORS",
    "SPADES",
    "SUITS",
    "Bidder",
    "Offer",
    "Shown",
    "Test",
    "shown",
]

SUITS = CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
MAJORS, DOWN = (SPADES, HEARTS), (SPADES, HEARTS, DIAMONDS, CLUBS)
HIGH_CARDS = {"A": 4, "K": 3, "Q": 2, "J": 1}
SHORT = {0: 5, 1: 3, 2: 1}
"""What a void, a single card and a doubleton are worth for one who supports a suit."""
STOPPERS = (("A", 1), ("K", 2), ("Q", 3), ("J", 4))
"""Which card stops a suit, with how many cards in it."""
ANY, ALL = (0, 0, 0, 0), (13, 13, 13, 13)


@frozen(eq=False, slots=False)
class Bidder:
    """A hand as bidders count it.

    Args:
        suits: the ranks of its cards, by suit.

    >>> hand = Bidder(("AK75", "2", "QJ864", "K93"))
    >>> hand.lengths, hand.high_cards, hand.points, hand.support(2), hand.stops(1)
    ((4, 1, 5, 3), 13, 14, 17, False)
    """

    suits: tuple[str, ...]

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """The number of cards in each suit."""
        return tuple(map(len, self.suits))

    @cached_property
    def high_cards(self) -> int:
        """4 points for an ace, 3 for a king, 2 for a queen, 1 for a jack."""
        return sum(HIGH_CARDS.get(rank, 0) for suit in self.suits for rank in suit)

    @cached_property
    def points(self) -> int:
        """High-card points, and 1 more for each card over four in a suit."""
        return self.high_cards + sum(max(0, length - 4) for length in self.lengths)

    def support(self, trump: int) -> int:
        """High-card points, and more for short suits besides a trump suit, and for trumps over four."""
        short = sum(SHORT.get(length, 0) for suit, length in enumerate(self.lengths) if suit != trump)
        return self.high_cards + short + max(0, self.lengths[trump] - 4)

    def stops(self, suit: int) -> bool:
        """Whether the hand keeps opponents from running a suit."""
        return any(rank in self.suits[suit] and len(self.suits[suit]) >= cards for rank, cards in STOPPERS)

    def has_longest(self, suit: int, others: Iterable[int] = SUITS) -> bool:
        """Whether no other suit is longer."""
        return all(self.lengths[suit] >= self.lengths[other] for other in others)


@frozen
class Shown:
    """What is known of a hand: bounds of its points, and of the number of cards in each suit."""

    low: int = 0
    high: int = 40
    least: tuple[int, ...] = ANY
    most: tuple[int, ...] = ALL

    def admits(self, hand: Bidder) -> bool:
        """Whether a hand is within the bounds."""
        lengths = zip(self.least, hand.lengths, self.most, strict=True)
        return self.low <= hand.points <= self.high and all(least <= count <= most for least, count, most in lengths)

    def __and__(self, other: Shown) -> Shown:
        """Both together."""
        return Shown(
            max(self.low, other.low),
            min(self.high, other.high),
            tuple(map(max, self.least, other.least)),
            tuple(map(min, self.most, other.most)),
        )

    def __or__(self, other: Shown) -> Shown:
        """One of both, as far as bounds can tell."""
        return Shown(
            min(self.low, other.low),
            max(self.high, other.high),
            tuple(map(min, self.least, other.least)),
            tuple(map(max, self.most, other.most)),
        )

    def __str__(self) -> str:
        """
        >>> print(shown(15, 17, balanced=True))
        15 to 17 points, balanced
        >>> print(shown(12, hearts=5))
        12 or more points, 5 or more hearts
        """
        names = ("points", "clubs", "diamonds", "hearts", "spades")
        lows, highs, ends = (self.low, *self.least), (self.high, *self.most), (40, *ALL)
        told = [*map(_range, lows, highs, ends, names)]
        if (self.least, self.most) == ((2,) * 4, (5,) * 4):
            told[1:] = ["balanced"]
        return ", ".join(filter(None, told)) or "nothing"


def _range(low: int, high: int, end: int, name: str) -> str:
    if high >= end:
        return f"{low} or more {name}" if low else ""
    return f"{low} to {high} {name}" if low else f"at most {high} {name}"


def shown(
    low: int = 0, high: int = 40, suit: int | None = None, least: int = 0, *, balanced: bool = False, **lengths: int
) -> Shown:
    """Bounds of points, and of some suits.

    Args:
        low: the fewest points.
        high: the most points.
        suit: of which the hand has `least` cards; None for none.
        least: the fewest cards of that suit.
        balanced: whether every suit has 2 to 5 cards.
        lengths: the fewest cards of further suits, by name.
    """
    names = ("clubs", "diamonds", "hearts", "spades")
    fewest = [max(2 * balanced, lengths.get(name, 0), least * (index == suit)) for index, name in enumerate(names)]
    return Shown(low, high, tuple(fewest), (5,) * 4 if balanced else ALL)


Test = Callable[[Bidder], bool]
"""What a hand must meet besides what it shows."""


@frozen(eq=False)
class Offer:
    """A call, and the hands that make it.

    Args:
        call: its text.
        shown: what it shows.
        test: what else the hand must meet, which nobody is told; None for nothing.
    """

    call: str
    shown: Shown = Shown()
    test: Test | None = None

    def is_met_by(self, hand: Bidder) -> bool:
        """Whether a hand makes the call."""
        return self.shown.admits(hand) and (self.test is None or self.test(hand))
