"""Which suit is trump."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import frozen

from trickkit.model.cards import Card, Suit
from trickkit.model.deal import Deal

__all__ = ["NoTrump", "TrumpFrom", "TurnedCard", "in_words"]


def in_words(trump: Suit | None) -> str:
    """The trump suit, in the words of events.

    >>> in_words(Suit("spades", "S")), in_words(None)
    ('spades is trump', 'no trump')
    """
    return f"{trump} is trump" if trump else "no trump"


class TrumpFrom(ABC):
    """Says which suit becomes trump when a card is turned up.

    >>> from attrs import frozen
    >>> from trickkit.model.cards import french
    >>> @frozen
    ... class NoAces(TrumpFrom):
    ...     def trump(self, card):
    ...         return None if card.text[0] == "A" else card.faces[0].suit
    >>> NoAces().trump(french().card("AS")), str(NoAces().trump(french().card("KS")))
    (None, 'spades')
    """

    __slots__ = ()

    @abstractmethod
    def trump(self, card: Card) -> Suit | None:
        """The trump suit, or None for a deal without trump."""

    def of(self, deal: Deal) -> TrumpFrom:
        """The policy that applies in a deal: itself, or another one if that depends on the game being played.

        Args:
            deal: before the card is turned up; the answer may depend only on what all seats know.
        """
        return self


@frozen
class TurnedCard(TrumpFrom):
    """The suit of the turned card is trump; if the card has several suits, there is no trump.

    >>> from trickkit.model.cards import french
    >>> str(TurnedCard().trump(french().card("AS")))
    'spades'
    """

    def trump(self, card: Card) -> Suit | None:
        """The suit of a plain card, None for any other."""
        return card.faces[0].suit if card.is_plain else None


@frozen
class NoTrump(TrumpFrom):
    """There is no trump, whatever card is turned.

    >>> from trickkit.model.cards import french
    >>> NoTrump().trump(french().card("AS")) is None
    True
    """

    def trump(self, card: Card) -> Suit | None:
        """Always None."""
        return None
