"""Calls made before a card is played: a seat doubles the game, announces a win, or shows a pair."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Hashable

    from trickkit.model.deal import Deal
    from trickkit.model.tricks import Played, Trick
    from trickkit.policies.sides import Settled, Sides

__all__ = ["CallMade", "Calling", "TurnToPlay"]


class CallMade(NamedTuple):
    """A call in the tricks of a deal.

    Args:
        seat: who made it.
        hand: from which it was about to play.
        word: what was called.
        cards: how many cards had been played in the deal before it.
        shown: the texts of the cards of the hand that it showed.

    >>> CallMade(seat=1, hand=1, word="re", cards=5).word
    're'
    """

    seat: int
    hand: int
    word: str
    cards: int
    shown: tuple[str, ...] = ()


@frozen
class TurnToPlay:
    """The turn of a seat to play a card, with everything on which its calls may depend.

    Args:
        deal: as it stood before the tricks.
        seat: the seat that chooses the card.
        hand: the hand from which the card will be played.
        cards: the cards that the hand holds now, as a mask.
        tricks: the complete tricks of the deal.
        plays: the plays to the incomplete trick.
        calls: the calls in the deal so far, in order.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> TurnToPlay(Deal.fresh(french(), players=2), 0, 0, 0b111, (), (), ()).left
    3
    """

    deal: Deal
    seat: int
    hand: int
    cards: int
    tricks: tuple[Trick, ...]
    plays: tuple[Played, ...]
    calls: tuple[CallMade, ...]

    @property
    def left(self) -> int:
        """The number of cards in the hand."""
        return (self.cards & self.deal.deck.firsts).bit_count()

    def settled(self, sides: Sides) -> Settled | None:
        """The first side, if it is settled by now; otherwise None.

        Args:
            sides: the policy that determines the sides.
        """
        return sides.settled(self.deal, self.tricks)

    @property
    def taken(self) -> int:
        """The number of tricks that the hand has taken in the deal."""
        return sum([trick.taker == self.hand for trick in self.tricks])

    @property
    def leads(self) -> bool:
        """Whether the card will be the first of a trick."""
        return not self.plays

    @property
    def called(self) -> tuple[CallMade, ...]:
        """The calls that were made in this turn, in order."""
        played = sum([len(trick.plays) for trick in self.tricks]) + len(self.plays)
        return tuple([call for call in self.calls if call.cards == played])


class Calling(ABC):
    """Says what a seat may call when it is about to play a card. After a call it is still its turn.

    An example are marriages as in Schnapsen: a player who leads and holds king and queen of a suit may declare them
    once.

    >>> from attrs import frozen
    >>> @frozen
    ... class Marriages(Calling):
    ...     def words(self):
    ...         return ("clubs", "diamonds", "hearts", "spades")
    ...
    ...     def forbids(self, word, turn):
    ...         pair = self.shown(word, turn)
    ...         if turn.plays or pair & turn.cards != pair:
    ...             return f"one who leads shows king and queen of {word} out of the hand"
    ...         return "it was shown before" if word in [call.word for call in turn.calls] else ""
    ...
    ...     def shown(self, word, turn):
    ...         letter = word[0].upper()
    ...         return turn.deal.deck.mask([f"K{letter}", f"Q{letter}"])
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french("QK"), players=2)
    >>> turn = TurnToPlay(deal, 0, 0, deal.deck.mask(["KH", "QH", "KS"]), (), (), ())
    >>> [word for word in Marriages().words() if not Marriages().forbids(word, turn)]
    ['hearts']
    """

    __slots__ = ()

    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """The words of all calls, in the order in which they are offered."""

    def of(self, deal: Deal) -> Calling:
        """The policy in a deal: itself, or an equivalent one that answers faster in this deal.

        The batch engine, which handles all deals at once, does not call this method.

        Args:
            deal: before its tricks; all of it may be read.
        """
        return self

    def summary(self, calls: tuple[CallMade, ...]) -> Hashable:
        """The part of the calls so far that matters for later calls; by default who made which, in order.

        Calls of the current turn are distinguished if a policy reads them (`TurnToPlay.called`). Return as little as
        possible, because the batch engine lists all summaries.
        """
        return tuple([(call.seat, call.hand, call.word) for call in calls])

    @abstractmethod
    def forbids(self, word: str, turn: TurnToPlay) -> str:
        """Why a call may not be made now, in words; "" if it may.

        Args:
            word: one of `words`.
            turn: the current turn.
        """

    def shown(self, word: str, turn: TurnToPlay) -> int:
        """The cards in the hand that a call shows to everybody, as a mask; usually 0.

        Args:
            word: the word to be called.
            turn: the turn in which it is called.
        """
        return 0

    def plays_shown(self, word: str) -> bool:
        """Whether a call requires that one of the cards which it shows may be played; usually not."""
        return False

    def must_play(self, turn: TurnToPlay) -> int:
        """The cards of which one must be played after the calls of this turn, as a mask; 0 for no demand.

        For example, a player who shows king and queen may have to lead one of the two. A hand that may play none of the
        cards may play any legal card.

        Args:
            turn: the current turn, with the calls made in it.
        """
        return 0

    def changed(self, deal: Deal, call: CallMade) -> Deal:
        """The deal after a call: the same one, unless the call changes it at once.

        A call may end the deal (`deal.changed(closed=True)`), make a suit trump (`deal.changed(trump=suit)`), or move
        cards, for example exchange a card of the hand for the face-up trump. A call that changes the trump or moves
        cards may only be made before a lead.

        Args:
            deal: the current deal, including the call.
            call: the last call.
        """
        return deal

    def ruled_out(self, word: str, deal: Deal, shown: int) -> int:
        """The faces that a hand cannot hold when a call is made from it, as a mask; usually 0.

        Args:
            word: what was called.
            shown: the cards that it showed, as a mask.
            deal: at any later time, perhaps that of a view; the answer may depend only on what everybody has seen.
        """
        return 0
