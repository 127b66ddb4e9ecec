"""Gifts of the stock: the taker of a trick gets the top card, face up."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from trickkit.errors import InvalidRules
from trickkit.model.cards import Card, Unknown
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.phases.base import Phase
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable

__all__ = ["Gifts", "GiveTop", "TopGiven"]


@frozen
class TopGiven(Event):
    """The top card of the stock was added to the captured cards of a hand.

    Args:
        hand: the hand, 0..players-1.
        card: the card.

    >>> from trickkit.model.cards import french
    >>> str(TopGiven(2, french().card("AS")))
    'Hand 2 is given AS.'
    """

    hand: int
    card: Card | Unknown

    @property
    def off_stock(self) -> tuple[Card | Unknown, ...]:
        """The top card of the stock."""
        return (self.card,)

    def __str__(self) -> str:
        return f"Hand {self.hand} is given {self.card}."


@frozen
class Gifts(Record):
    """The record of the cards of the stock that were given away.

    Args:
        cards: in order, as pairs of the hand that got the card and its text.

    >>> gifts = Gifts(((2, "AS"), (0, "KS")))
    >>> str(gifts), gifts.of(2)
    ('2: AS, 0: KS', ('AS',))
    """

    cards: tuple[tuple[int, str], ...] = ()

    def of(self, hand: int) -> tuple[str, ...]:
        """The texts of the cards that a hand got.

        Args:
            hand: 0..players-1.
        """
        return tuple([text for receiver, text in self.cards if receiver == hand])

    def __str__(self) -> str:
        return ", ".join(f"{hand}: {text}" for hand, text in self.cards) or "none"


@frozen
class GiveTop(Phase):
    """The top card of the stock is turned up and goes to the hand that took the last trick, as one more captured card.

    After a trick that nobody took, the hand that counts as its taker for the next lead gets the card. Before the first
    trick, and with an empty stock, nothing happens.

    >>> from trickkit.model.cards import french
    >>> GiveTop().begin(Deal.fresh(french(), players=2))[GiveTop]
    Gifts(cards=())
    """

    record: ClassVar[type[Record]] = Gifts

    def begin(self, deal: Deal) -> Deal:
        """The deal with the given card out of play and known to everybody.

        Raises:
            InvalidRules: the stock has unknown cards.
        """
        table: TrickTable | None = deal.get(Tricks)
        gifts, top = deal.get(GiveTop) or Gifts(), deal.stock[:1]
        if table is None or not table.tricks or not top:
            return deal.with_record(gifts)
        if not deal.known:
            raise InvalidRules("a stock with unknown cards cannot be turned up")
        hand, card = table.last.counted_taker, top[0]
        return deal.with_record(
            # Added to the earlier gifts without examining them again.
            Gifts(gifts.cards + ((hand, str(card)),)),  # noqa: RUF005
            TopGiven(hand, card),
            stock=deal.stock[1:],
            out=Hand(deal.deck, deal.out.mask | top.mask),
            known=tuple([known | top.mask for known in deal.known]),
        )
