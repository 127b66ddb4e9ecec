"""Which suit a face belongs to, and how strong it is in a trick."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import frozen

from trickkit.cards import Face, Suit

__all__ = ["HighCard", "Ranking"]


class Ranking(ABC):
    """Ranks faces. It is asked once for every face, led suit and trump, and its answers are tabulated.

    >>> from attrs import frozen
    >>> from trickkit.cards import french
    >>> @frozen
    ... class LowCard(Ranking):
    ...     def strength(self, face, led, trump):
    ...         return 100 - face.rank if self.suit(face, trump) == led else 0
    >>> deck = french()
    >>> (two, ace) = (deck.card(text).faces[0] for text in ("2C", "AC"))
    >>> LowCard().strength(two, led=two.suit, trump=None), LowCard().strength(ace, led=two.suit, trump=None)
    (98, 86)
    """

    __slots__ = ()

    def suit(self, face: Face, trump: Suit | None) -> Suit:
        """The suit a face belongs to under a trump: its printed one, unless a subclass knows better."""
        return face.suit

    @abstractmethod
    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        """How strong a face is in a trick to which a suit was led, 0 or more: the highest wins, 0 never wins.

        Of equal strengths the one played first counts as the stronger.

        Args:
            face: the face that was played.
            led: the suit that was led, as `suit` gives it.
            trump: the trump suit, or None.
        """


@frozen
class HighCard(Ranking):
    """The highest trump wins, without trumps the highest card of the led suit; other cards never win.

    >>> from trickkit.cards import french
    >>> deck = french()
    >>> (two, ace) = (deck.card(text).faces[0] for text in ("2C", "AS"))
    >>> HighCard().strength(two, led=two.suit, trump=None) > HighCard().strength(ace, led=two.suit, trump=None)
    True
    """

    def strength(self, face: Face, led: Suit, trump: Suit | None) -> int:
        """The rank and 1, raised above all ranks for a trump; 0 for any other face that is not of the led suit."""
        suit = self.suit(face, trump)
        if suit == trump:
            return 1 + face.rank + (1 << 16)
        return 1 + face.rank if suit == led else 0
