"""A card, and a hand of cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import cos, radians, sin
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from trickkit.model.cards import Card, Deck, Face, Suit, Unknown
from trickkit.pictures.colours import colour_of, letters_on
from trickkit.pictures.svg import Picture, Theme, element, group, picture, text

if TYPE_CHECKING:
    from trickkit.model.hands import Hand

__all__ = ["card", "hand"]

WIDTH, HEIGHT = 50, 72
"""The size of a card."""
STRIP = 17
"""The width of the strip of colour at the left edge of a card."""
SYMBOLS = {
    "clubs": "M5 0A2.3 2.3 0 0 1 6.9 3.6A2.3 2.3 0 1 1 5.6 7L6.6 10H3.4L4.4 7A2.3 2.3 0 1 1 3.1 3.6A2.3 2.3 0 0 1 5 0Z",
    "diamonds": "M5 0L9 5L5 10L1 5Z",
    "hearts": "M5 9.6C1.2 6.4 0 4.6 0 2.9A2.5 2.5 0 0 1 5 2A2.5 2.5 0 0 1 10 2.9C10 4.6 8.8 6.4 5 9.6Z",
    "spades": "M5 0C1 3 0 5 0 6.3A2.3 2.3 0 0 0 4.4 7.2L3.5 10H6.5L5.6 7.2A2.3 2.3 0 0 0 10 6.3C10 5 9 3 5 0Z",
}
"""The symbols of the French suits, each in a square of 10."""
RED = ("diamonds", "hearts")


def card(
    shown: Card | Unknown, *, face: Face | None = None, deck: Deck | None = None, theme: Theme = "auto"
) -> Picture:
    """A picture of a card: French suits as symbols, otherwise a coloured strip with a letter for each face.

    Args:
        shown: the card; UNKNOWN for its back.
        face: the face as which the card is played, if it has several.
        deck: the deck of the card; a suit that is not named after a colour gets one by its place in the deck.
        theme: the colours.

    Raises:
        InvalidRules: there is no such theme.

    >>> from trickkit import UNKNOWN
    >>> from trickkit.model.cards import french
    >>> card(french().card("TH")).alt, card(UNKNOWN).alt
    ('TH', 'a card face down')
    """
    suits = deck.suits if deck is not None else _suits([shown])
    return picture([group(drawn(shown, suits, face), x=1, y=1)], WIDTH + 2, HEIGHT + 2, in_words(shown, face), theme)


def hand(cards: Hand | Sequence[Card | Unknown], *, raised: Collection[str] = (), theme: Theme = "auto") -> Picture:
    """A picture of a hand as a fan, sorted by suit and rank, with unknown cards last, face down.

    Args:
        cards: the hand, or its cards.
        raised: the texts of cards that are drawn higher, such as those that may be played.
        theme: the colours.

    Raises:
        InvalidRules: there is no such theme.

    >>> from trickkit import Hand
    >>> from trickkit.model.cards import french
    >>> hand(Hand.of(french(), ["TH", "2C", "AH"], hidden=1)).alt
    'a hand: 2C TH AH and 1 card face down'
    """
    ordered = in_order(cards, _suits(cards))
    shapes, width, height = fan(ordered, _suits(ordered), raised)
    return picture([group(shapes, x=1, y=1)], width + 2, height + 2, f"a hand: {hand_in_words(ordered)}", theme)


def _suits(cards: Iterable[Card | Unknown]) -> tuple[Suit, ...]:
    """The suits of the deck; if that is unknown, those of the given cards."""
    deck = getattr(cards, "deck", None)
    if deck is not None:
        return deck.suits  # type: ignore[no-any-return]
    return tuple(dict.fromkeys(face.suit for card in cards if isinstance(card, Card) for face in card.faces))


def in_words(shown: Card | Unknown, face: Face | None = None) -> str:
    if not isinstance(shown, Card):
        return "a card face down"
    if shown.is_plain:
        return shown.text
    if face is not None:
        return f"{shown} as {face}"
    *others, last = map(str, shown.faces)
    return f"{shown}: {', '.join(others)} or {last}"


def hand_in_words(cards: Sequence[Card | Unknown]) -> str:
    known = [card.text for card in cards if isinstance(card, Card)]
    hidden = len(cards) - len(known)
    backs = f"{hidden} card{'s' * (hidden > 1)} face down" if hidden else ""
    return " and ".join(filter(None, [" ".join(known), backs])) or "no card"


def in_order(cards: Iterable[Card | Unknown], suits: tuple[Suit, ...]) -> list[Card | Unknown]:
    """Cards sorted by suit and rank; those with several faces come next, unknown ones last."""

    def key(one: Card | Unknown) -> tuple[int, int, int]:
        if not isinstance(one, Card):
            return 2, 0, 0
        face = one.faces[0]
        return int(not one.is_plain), suits.index(face.suit), face.rank

    return sorted(cards, key=key)


def fan(
    cards: Sequence[Card | Unknown], suits: tuple[Suit, ...], raised: Collection[str] = ()
) -> tuple[list[Element], float, float]:
    """The shapes of cards as a fan, and its width and height."""
    count = len(cards)
    step = min(6.0, 44 / max(count - 1, 1))
    radius = 19 / sin(radians(step)) if count > 1 else 0.0
    angles = [step * (index - (count - 1) / 2) for index in range(count)]
    left = radius * sin(radians(angles[-1])) + WIDTH / 2 + HEIGHT * sin(radians(angles[-1])) / 2 if count else 0.0
    rise = 9 if raised else 0
    shapes = []
    for card, angle in zip(cards, angles, strict=True):
        up = (
            rise
            if isinstance(card, Card) and not {card.text, *(face.text for face in card.faces)}.isdisjoint(raised)
            else 0
        )
        x, y = left + radius * sin(radians(angle)), radius * (1 - cos(radians(angle))) + rise
        turned = group([group(drawn(card, suits), x=-WIDTH / 2, y=-up)], x=x, y=y, turned=angle)
        shapes.append(turned)
    deep = radius * (1 - cos(radians(angles[-1]))) + WIDTH / 2 * sin(radians(angles[-1])) if count else 0.0
    return shapes, 2 * left, HEIGHT + deep + rise


def drawn(shown: Card | Unknown, suits: tuple[Suit, ...], face: Face | None = None) -> list[Element]:
    """The shapes of a card with its upper left corner at the origin."""
    edge = element("rect", width=WIDTH, height=HEIGHT, rx=5, fill="none", stroke="#6b7178", stroke_width=1)
    paper = element("rect", width=WIDTH, height=HEIGHT, rx=5, class_="paper")
    if not isinstance(shown, Card):
        back = element("rect", x=4, y=4, width=WIDTH - 8, height=HEIGHT - 8, rx=3, class_="back")
        return [paper, back, edge]
    faces = shown.faces if face is None else (face,)
    if len(faces) == 1 and faces[0].suit.name in SYMBOLS:
        return [paper, *_french(faces[0]), edge]
    below = [text(shown.text, (WIDTH + STRIP) / 2, HEIGHT - 8, 10, kind="quiet")] if face and not shown.is_plain else []
    middle = rank_of(faces[0]) if len(faces) == 1 else shown.text
    large = text(middle, (WIDTH + STRIP) / 2, HEIGHT / 2 + 7, 20 if len(middle) < 3 else 13, bold=True)
    return [paper, *_strips(faces, suits), large, *below, edge]


def rank_of(face: Face) -> str:
    """The rank printed on a face: a number, or the letters of a French card; otherwise the whole text.

    >>> from trickkit.model.cards import Suit
    >>> rank_of(Face(Suit("red", "R"), 7, "R7")), rank_of(Face(Suit("wizards", "W"), 1, "W"))
    ('7', 'W')
    """
    letter, words = face.suit.letter, face.text
    rank = words.removesuffix(letter) if words.endswith(letter) else words.removeprefix(letter)
    if face.suit.name in SYMBOLS:
        return "10" if rank == "T" else rank
    return rank if rank.isdigit() else words


def _french(face: Face) -> list[Element]:
    kind = "red" if face.suit.name in RED else "ink"
    shape, rank = SYMBOLS[face.suit.name], rank_of(face)
    index = text(rank, 9, 17, 16 if len(rank) < 2 else 13, kind=kind, bold=True)
    small = group([element("path", d=shape, class_=kind)], x=4, y=21)
    large = group([element("path", d=shape, class_=kind)], x=18, y=32, scale=2.4)
    return [index, small, large]


def _strips(faces: Sequence[Face], suits: tuple[Suit, ...]) -> list[Element]:
    """A coloured strip for each face, with its rank and the letter of its suit."""
    high = (HEIGHT - 2) / len(faces)
    shapes = []
    for index, face in enumerate(faces):
        top, colour = 1 + index * high, colour_of(face.suit, suits)
        shapes.append(
            element("rect", x=1, y=top, width=STRIP, height=high, rx=4 if len(faces) == 1 else 1, fill=colour)
        )
        for words, down, size in ((rank_of(face), 12, 11), (face.suit.letter, 22, 10)):
            shape = text(words, 1 + STRIP / 2, top + down, size, kind="letters", bold=True)
            shape.set("fill", letters_on(colour))
            shapes.append(shape)
    return shapes
