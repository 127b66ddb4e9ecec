"""Powers of cards: effects after a card has been played, before the next one is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from attrs import frozen

if TYPE_CHECKING:
    from trickkit.model.actions import Action
    from trickkit.model.cards import Deck
    from trickkit.model.deal import Deal
    from trickkit.model.questions import Question

__all__ = ["CardPlayed", "Power"]


@frozen
class CardPlayed:
    """The moment after a card was played, with everything on which its powers may depend.

    Args:
        deal: as it stands now. The card lies in the current trick, which nobody has taken, even if it is the last one.
        seat: who chose the card.
        hand: the hand it came from.
        face: the text of the face as which it was played.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french("KA"), players=2)
    >>> CardPlayed(deal.changed(held=(0b101, 0b10)), seat=0, hand=0, face="AH").texts
    ('KC', 'KD')
    """

    deal: Deal
    seat: int
    hand: int
    face: str

    @property
    def held(self) -> int:
        """The cards in the hand now, as a mask."""
        return self.deal.held[self.hand]

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the cards in the hand now, in the order of the deck; equal copies once."""
        return tuple(dict.fromkeys([card.text for card in self.deal.hands[self.hand].known]))


class Power(ABC):
    """A small step that certain cards bring about: a seat may have to decide something, and the deal changes.

    `PowerTricks(after_card=...)` has any number of them. All powers of a card come in their order, each on the deal as
    the one before it left it; then the trick goes on under the policies as they are in that deal, for example under a
    new trump.

    In this one the player of a queen names the suit that is trump from now on:

    >>> from attrs import frozen
    >>> from trickkit.model.actions import Name
    >>> @frozen
    ... class NewTrump(Power):
    ...     cards = ("QC", "QD", "QH", "QS")
    ...
    ...     def actions(self, deck, players):
    ...         return tuple(Name(suit.letter) for suit in deck.suits)
    ...
    ...     def choices(self, played):
    ...         return self.actions(played.deal.deck, played.deal.players)
    ...
    ...     def done(self, played, action):
    ...         return played.deal.changed(trump={suit.letter: suit for suit in played.deal.deck.suits}[action.game])
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> played = CardPlayed(Deal.fresh(french(), players=2), seat=0, hand=0, face="QC")
    >>> str(NewTrump().done(played, Name("H")).trump)
    'hearts'
    """

    __slots__ = ()

    cards: tuple[str, ...]
    """The texts of the faces after which it comes."""

    secret: ClassVar[bool] = False
    """Whether only the seat that decides may know what it decided; others learn no more than its events say."""

    returns: ClassVar[bool] = False
    """Whether it puts cards of hands under the stock. No phase after the tricks may draw cards then."""

    asks: ClassVar[Question | None] = None
    """The question to the seat that decides; None for the name of the power in words."""

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every action that the power may ever offer, none of them a `Play`; () if nobody decides anything.

        An action that a secret power offers is secret in all powers of the phase.
        """
        return ()

    def asked(self, played: CardPlayed) -> int:
        """The seat that decides, 0..players-1: by default the one that played the card."""
        return played.seat

    def choices(self, played: CardPlayed) -> tuple[Action, ...]:
        """The possible decisions of the seat, in a fixed order; () if nobody decides anything.

        Args:
            played: the card, and the deal as it stands.
        """
        return ()

    @abstractmethod
    def done(self, played: CardPlayed, action: Action | None) -> Deal:
        """The deal after the power has taken effect, which may be the same deal.

        After it, `held`, `out` and `stock` must agree: every card is in one of them, and in one only. For cards that
        move, an event says where they went, and `known` says who knows that, as for any phase.

        Args:
            played: the card, and the deal as it stands.
            action: the decision; None if `choices` offered none.
        """

    def refusal(self, played: CardPlayed, action: Action) -> str:
        """Explain which rule forbids an action that is not among the choices.

        Args:
            played: the card, and the deal as it stands.
            action: of the game.
        """
        return f"{action} is not among the choices after {played.face}"
