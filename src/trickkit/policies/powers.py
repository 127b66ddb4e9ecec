"""Powers of cards: effects after a card has been played, before the next one is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from attrs import frozen

if TYPE_CHECKING:
    from trickkit.model.actions import Action
    from trickkit.model.cards import Deck
    from trickkit.model.deal import Deal
    from trickkit.model.questions import Question
    from trickkit.policies.trump import TrumpFrom

__all__ = ["CardPlayed", "Effect", "Move", "Power"]


class Move(NamedTuple):
    """A card that a power moves.

    Args:
        source: `"chosen"`, from the hand, as its seat decides; `"top"`, off the stock, as long as it has cards that are
            not face up and that nobody has put there; or `"face up"`, from under the stock.
        target: `"hand"`, whose seat and the seat that plays from it know the card; `"face up"`, under the stock, in
            place of the card there; or `"under"`, under the stock but above a face-up card, after which others no
            longer know any card of the hand.

    >>> Move("top", "hand")
    Move(source='top', target='hand')
    """

    source: Literal["chosen", "top", "face up"]
    target: Literal["hand", "face up", "under"]


@frozen
class Effect:
    """What a power does, as data that engines carry out without calling it.

    A power has no effect if one of its cards does not exist.

    Args:
        moves: the cards that move, in order.
        trump: the suit that a new face-up card makes trump; None if the trump stays.
        names: whether the seat names the trump. If so, `Power.actions` has an action for each suit of the deck, in
            order; if a card is chosen instead, it has one for each card of the deck.
        passes: whether the seat may pass, with the last of these actions.
        drawn: whether it takes effect only if the hand has drawn a card since the play.

    >>> Effect((Move("chosen", "under"),), drawn=True).chooses
    True
    """

    moves: tuple[Move, ...] = ()
    trump: TrumpFrom | None = None
    names: bool = False
    passes: bool = False
    drawn: bool = False

    @property
    def chooses(self) -> bool:
        """Whether the seat chooses a card of the hand."""
        return any(move.source == "chosen" for move in self.moves)


@frozen
class CardPlayed:
    """The moment after a card was played, with everything on which its powers may depend.

    Args:
        deal: the current deal. The card is in the current trick, which nobody has taken yet, even if it is the last
            card.
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

    `PowerTricks(after_card=...)` takes any number of powers. All powers of a card take effect in order, each on the
    deal that the previous one left. Then the trick goes on under the policies of that deal, for example under a new
    trump.

    With this power, the player of a queen names the suit that is trump from now on:

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
    """The texts of the faces that have the power."""

    secret: ClassVar[bool] = False
    """Whether only the deciding seat may know its decision; others learn no more than the events say."""

    returns: ClassVar[bool] = False
    """Whether it puts cards from hands under the stock. If so, no phase after the tricks may draw cards."""

    asks: ClassVar[Question | None] = None
    """The question to the seat that decides; None for the name of the power in words."""

    @property
    def effect(self) -> Effect | None:
        """The effect as data, equivalent to `asked`, `choices` and `done`; None if data cannot express it.

        Games are compiled if every power either has such data, or asks for no decision and changes only the trump and
        its own records. A subclass that overrides those methods must also override this one.
        """
        return None

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every action that the power may ever offer, none of them a `Play`; () if nobody decides anything.

        An action offered by a secret power is secret in all powers of the phase.
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

        Afterwards every card must be in exactly one place of `held`, `out` and `stock`. As in any phase, events report
        where cards moved, and `known` says who knows that.

        Args:
            played: the card, and the deal as it stands.
            action: the decision; None if `choices` offered none.
        """

    def refusal(self, played: CardPlayed, action: Action) -> str:
        """Explain which rule forbids an action that is not among the choices.

        Args:
            played: the card, and the deal as it stands.
            action: an action of the game.
        """
        return f"{action} is not among the choices after {played.face}"
