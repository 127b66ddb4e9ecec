"""Which hands annul a deal before it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Deck
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal

__all__ = ["Annulling", "WithoutSuit"]


class Annulling(ABC):
    """Says which hands annul a deal, what their seats say, and what everybody learns about them.

    >>> from attrs import frozen
    >>> @frozen
    ... class NoAce(Annulling):
    ...     word = "deal again"
    ...     reason = "no ace"
    ...
    ...     def annuls(self, deal, seat):
    ...         return not deal.held[seat] & self.lacking(deal.deck)
    ...
    ...     def lacking(self, deck):
    ...         return deck.where(lambda face: face.text[0] == "A")
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> NoAce().annuls(Deal.fresh(french(), players=4), 0)
    True
    """

    __slots__ = ()

    @property
    @abstractmethod
    def word(self) -> str:
        """The word with which a seat annuls the deal."""

    @property
    @abstractmethod
    def reason(self) -> str:
        """Why the hand annuls the deal, in words that `in hand 1` can follow."""

    @abstractmethod
    def annuls(self, deal: Deal, seat: int) -> bool:
        """Whether a hand annuls the deal.

        Args:
            deal: as it was dealt.
            seat: the seat of the hand; other hands should make no difference.
        """

    def lacking(self, deck: Deck) -> int:
        """The faces that a hand which annuls the deal cannot hold, as a mask; usually 0."""
        return 0

    def shown(self, deal: Deal, seat: int) -> int:
        """The cards of the hand that are shown to everybody, as a mask; usually 0."""
        return 0


@frozen
class WithoutSuit(Annulling):
    """A hand without any card of a certain suit annuls the deal. Its cards are not shown.

    Args:
        suit: the name of the suit.

    Raises:
        InvalidRules: the suit is not a text; or, in a game, the deck has no such suit.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> WithoutSuit("spades").annuls(Deal.fresh(french(), players=4), 0), WithoutSuit("spades").reason
    (True, 'no spades')
    """

    suit: str = field(validator=is_a(str))

    @property
    def word(self) -> str:
        return "deal again"

    @property
    def reason(self) -> str:
        return f"no {self.suit}"

    def annuls(self, deal: Deal, seat: int) -> bool:
        return not deal.held[seat] & self.lacking(deal.deck)

    def lacking(self, deck: Deck) -> int:
        """The faces of the suit.

        Raises:
            InvalidRules: there is no such suit.
        """
        mask = deck.where(lambda face: face.suit.name == self.suit)
        if not mask:
            suits = ", ".join(suit.name for suit in deck.suits)
            raise InvalidRules(f"{quoted(self)}: the deck has no suit {quoted(self.suit)}; it has {suits}")
        return mask
