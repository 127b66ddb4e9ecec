"""The colours of suits, and of legible letters on them."""

from __future__ import annotations

from trickkit.model.cards import Suit

__all__ = ["colour_of", "contrast", "letters_on"]

NAMED = {
    "red": "#d03a3a",
    "yellow": "#f2c230",
    "blue": "#2f6fd0",
    "white": "#f7f7f2",
    "pink": "#f191c0",
    "green": "#2e8b57",
    "orange": "#ee8a2a",
    "purple": "#7b4bb3",
    "violet": "#7b4bb3",
    "black": "#20242a",
    "brown": "#7a4f2a",
    "grey": "#8a9099",
}
"""The colours of suits that are named after a colour."""
OTHERS = ("#d9a441", "#5b8fd6", "#c65d57", "#5aa46a", "#9a72c4", "#3f9fa8", "#b5838d", "#8d8741")
"""The colours of all other suits, by their place in the deck."""


def colour_of(suit: Suit, suits: tuple[Suit, ...]) -> str:
    """The colour of a suit, as `#rrggbb`.

    Args:
        suit: one of the suits.
        suits: the suits of the deck, in order.

    >>> red, ice = Suit("red", "R"), Suit("ice", "I")
    >>> colour_of(red, (red, ice)), colour_of(ice, (red, ice))
    ('#d03a3a', '#5b8fd6')
    """
    return NAMED.get(suit.name) or OTHERS[suits.index(suit) % len(OTHERS)]


def letters_on(colour: str) -> str:
    """Black or white, whichever is easier to read on a background colour.

    >>> letters_on("#f2c230"), letters_on("#20242a")
    ('#000000', '#ffffff')
    """
    return max("#000000", "#ffffff", key=lambda letters: contrast(letters, colour))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it, from 1 for equal ones to 21 for black and white.

    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[offset : offset + 2], 16) / 255 for offset in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
