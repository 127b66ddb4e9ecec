"""Cards in the colours of their suits, for a terminal that has colours."""

from __future__ import annotations

import re

from attrs import evolve
from rich.highlighter import Highlighter
from rich.text import Text

from trickkit.model.cards import Card, Deck, Face, Suit
from trickkit.pictures.colours import colour_of, letters_on

__all__ = ["SuitColours", "with_letters", "with_symbol"]

FRENCH = {"clubs": "green", "diamonds": "blue", "hearts": "red", "spades": "black"}
"""A colour for each French suit, so that all four differ."""

SYMBOLS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
"""The symbol of each French suit."""


class SuitColours(Highlighter):
    """Highlights the texts of cards with the colour of their suit as background.

    The letters are black or white, whichever is easier to read; thus the terminal may be dark or light. A card with
    several faces is bold. A card whose text is a number looks like any other number, and stays as it is.

    Args:
        deck: the deck of the cards.
        symbols: whether a French suit is shown by its symbol instead of its letter.

    >>> from trickkit.variants import pikoko
    >>> shown = SuitColours(pikoko.rules(players=3).deck)(Text("R5 is turned up, 5"))
    >>> [(shown.plain[span.start : span.end], span.style) for span in shown.spans]
    [('R5', '#ffffff on #d03a3a')]
    """

    def __init__(self, deck: Deck, *, symbols: bool = False) -> None:
        styles = {face.text: _style(face.suit, deck.suits) for face in deck.faces}
        styles |= {card.text: _style_of(card, deck) for card in deck}
        self._symbols = {face.text: with_symbol(face) for face in deck.faces} if symbols else {}
        self._styles = {text: style for text, style in styles.items() if not text.isdigit()}
        longest_first = sorted(self._styles, key=len, reverse=True)
        self._texts = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)")

    def highlight(self, text: Text) -> None:
        """Colour the cards in a text.

        >>> from trickkit.variants import pikoko
        >>> shown = Text("no card")
        >>> SuitColours(pikoko.rules(players=3).deck).highlight(shown)
        >>> shown.spans
        []
        """
        for match in self._texts.finditer(text.plain):
            text.stylize(self._styles[match[0]], *match.span())
        if self._symbols:
            text.plain = self._texts.sub(lambda match: self._symbols.get(match[0], match[0]), text.plain)


def with_symbol(face: Face) -> str:
    """The text of a face with the symbol of a French suit in place of its letter; its length stays the same.

    >>> from trickkit.model.cards import french
    >>> with_symbol(french().faces[0]), with_letters("q♠ 10♥", french())
    ('2♣', 'qS 10H')
    """
    text, letter, symbol = face.text, face.suit.letter, SYMBOLS.get(face.suit.name, "")
    if len(letter) != len(symbol):
        return text
    if text.endswith(letter):
        return text.removesuffix(letter) + symbol
    return symbol + text.removeprefix(letter) if text.startswith(letter) else text


def with_letters(text: str, deck: Deck) -> str:
    """A text with suit symbols replaced by letters."""
    for suit in deck.suits:
        text = text.replace(SYMBOLS.get(suit.name, suit.letter), suit.letter)
    return text


def _style_of(card: Card, deck: Deck) -> str:
    return _style(card.faces[0].suit, deck.suits) if card.is_plain else "bold"


def _style(suit: Suit, suits: tuple[Suit, ...]) -> str:
    colour = colour_of(evolve(suit, name=FRENCH.get(suit.name, suit.name)), suits)
    return f"{letters_on(colour)} on {colour}"
