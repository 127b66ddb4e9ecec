"""Drawing after a trick, winner first; one card of the stock may lie face up, on top of it or under it."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.cards import Card, Suit
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand, Pile
from trickkit.phases.base import Phase
from trickkit.phases.stock import Drawn
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.trump import NoTrump, TrumpFrom, TurnedCard, in_words

__all__ = ["DrawAfterTrick", "DrawInTurn", "FaceUp", "ShowBottom", "ShowTop", "Shown", "ShownUnder"]


@frozen
class Shown(Event):
    """The top card of the stock was turned face up, and lies there.

    Args:
        card: the card.
        trump: the suit it makes trump, or None.

    >>> from trickkit.model.cards import french
    >>> str(Shown(french().card("AS"), None))
    'AS lies face up on the stock.'
    """

    card: Card
    trump: Suit | None

    def __str__(self) -> str:
        return f"{self.card} lies face up on the stock{f': {self.trump} is trump' if self.trump else ''}."


@frozen
class ShownUnder(Event):
    """The last card of the stock was turned face up, and lies under the others.

    Args:
        card: the card.
        trump: the suit it makes trump, or None.

    >>> from trickkit.model.cards import french
    >>> str(ShownUnder(french().card("AS"), french().suits[3]))
    'AS lies face up under the stock: spades is trump.'
    """

    card: Card
    trump: Suit | None

    def __str__(self) -> str:
        return f"{self.card} lies face up under the stock: {in_words(self.trump)}."


@frozen
class FaceUp(Record):
    """The card that was turned face up on or under the stock and made a suit trump.

    Args:
        card: the card.

    >>> from trickkit.model.cards import french
    >>> str(FaceUp(french().card("AS")))
    'AS'
    """

    card: Card

    def __str__(self) -> str:
        return str(self.card)


def _shown(deal: Deal, trump: TrumpFrom) -> Deal:
    """The deal with the top of the stock face up."""
    card_index = deal.stock.order[0]
    if card_index is None:
        raise InvalidRules("a stock with unknown cards cannot be turned up")
    card, mask = deal.deck.cards[card_index], deal.deck.masks[card_index]
    return deal.changed(Shown(card, trump.of(deal).trump(card)), known=tuple([known | mask for known in deal.known]))


@frozen(kw_only=True)
class ShowTop(Phase):
    """Turn the top card of the stock face up; it stays there, and may make a suit trump.

    `TakeStock(face_up=True)` turns up several, which a seat takes.

    Args:
        trump: which suit the card makes trump.

    >>> from trickkit.model.cards import french
    >>> deal = ShowTop().begin(Deal.fresh(french(), players=2))
    >>> str(deal.trump), str(deal.seen_by(0).stock[0]), len(deal.stock)
    ('clubs', '2C', 52)
    """

    record: ClassVar[type[Record]] = FaceUp

    trump: TrumpFrom = field(default=TurnedCard(), validator=is_a(TrumpFrom))

    def turns(self, size: int) -> str:
        """`"stock"`: the top of the stock."""
        return "stock"

    def begin(self, deal: Deal) -> Deal:
        """The deal with its trump.

        Raises:
            InvalidRules: the stock is empty.
        """
        if not deal.stock.order:
            raise InvalidRules("no card is left in the stock to be turned face up")
        shown, card = _shown(deal, self.trump), deal.stock[0]
        return shown.with_record(FaceUp(card), trump=self.trump.of(deal).trump(card))


@frozen(kw_only=True)
class ShowBottom(Phase):
    """Turn the last card of the stock face up; it lies there until it is drawn, and may make a suit trump.

    In such games the next card is turned up after the deal, and the rest of the pack is laid on top of it, crosswise.

    Args:
        trump: which suit the card makes trump.

    >>> from trickkit.model.cards import french
    >>> deal = ShowBottom().begin(Deal.fresh(french(), players=2))
    >>> str(deal.trump), str(deal.seen_by(0).stock[-1]), str(deal.seen_by(0).stock[0])
    ('spades', 'AS', '??')
    """

    record: ClassVar[type[Record]] = FaceUp

    trump: TrumpFrom = field(default=TurnedCard(), validator=is_a(TrumpFrom))

    def begin(self, deal: Deal) -> Deal:
        """The deal with its trump.

        Raises:
            InvalidRules: the stock is empty.
        """
        card_index = deal.stock.order[-1] if deal.stock.order else None
        if card_index is None:
            raise InvalidRules("no card is left in the stock to be turned face up")
        card, mask = deal.deck.cards[card_index], deal.deck.masks[card_index]
        trump = self.trump.of(deal).trump(card)
        known = tuple([known | mask for known in deal.known])
        return deal.with_record(FaceUp(card), ShownUnder(card, trump), known=known, trump=trump)


@frozen
class DrawAfterTrick(Phase):
    """The winner of the last trick draws the top card of the stock; then the others draw clockwise.

    After a trick that nobody took, the hand that counts as its taker for the next lead draws first.

    The top card lies face up, so everybody knows it; any other is seen only by the seat that draws it. Then the next
    card is turned face up, if there is one.

    >>> from trickkit.model.cards import french
    >>> from trickkit.model.chance import Chance
    >>> from trickkit.phases import DealOut
    >>> deal = ShowTop().begin(DealOut().begin(Deal.fresh(french(), players=2, size=5, chance=Chance(7))))
    >>> DrawAfterTrick().begin(deal) is deal
    True
    """

    draws: ClassVar[bool] = True

    def begin(self, deal: Deal) -> Deal:
        """The deal after the drawing; unchanged if no trick has been played.

        Raises:
            InvalidRules: the stock has fewer cards than there are seats.
        """
        table: TrickTable | None = deal.get(Tricks)
        if table is None or not table.tricks:
            return deal
        after = _drawn(deal, table, "DrawAfterTrick", deal.stock[:1].mask)
        return _shown(after, NoTrump()) if after.stock.order else after


@frozen
class DrawInTurn(Phase):
    """The winner of the last trick draws the top card of the stock unseen; then the others draw clockwise.

    A face-up card, such as the last one (`ShowBottom`), stays known to all. Nobody draws from an empty stock.

    >>> from trickkit.model.cards import french
    >>> from trickkit.model.chance import Chance
    >>> from trickkit.phases import DealOut
    >>> deal = ShowBottom().begin(DealOut().begin(Deal.fresh(french(), players=2, size=5, chance=Chance(7))))
    >>> DrawInTurn().begin(deal) is deal
    True
    """

    draws: ClassVar[bool] = True

    def begin(self, deal: Deal) -> Deal:
        """The deal after the drawing; unchanged if no trick has been played, or the stock is empty.

        Raises:
            InvalidRules: the stock has cards, but fewer than there are seats.
        """
        table: TrickTable | None = deal.get(Tricks)
        if table is None or not table.tricks or not deal.stock.order:
            return deal
        return _drawn(deal, table, "DrawInTurn", 0)


def _drawn(deal: Deal, table: TrickTable, phase: str, shown: int) -> Deal:
    """The deal after each seat has drawn a card, the winner of the last trick first.

    Args:
        deal: after a trick.
        table: its tricks.
        phase: the name of the phase.
        shown: the cards that all see, besides those that all know already, as a mask.
    """
    if len(deal.stock) < deal.players:
        raise InvalidRules(f"{phase}: {deal.players} seats draw, and {len(deal.stock)} cards are left")
    first, masks = table.last.counted_taker, deal.deck.masks
    order = tuple([(first + step) % deal.players for step in deal.seats])
    new = [0] * deal.players
    for seat, card_index in zip(order, deal.stock.order, strict=False):
        new[seat] = 0 if card_index is None else masks[card_index]
    seen = [mask | (before | shown) & sum(new) for mask, before in zip((*new, 0), deal.known, strict=True)]
    return deal.changed(
        Drawn(tuple([Hand(deal.deck, mask) for mask in new]), tuple(seen), order),
        hands=tuple([Hand(deal.deck, hand.mask | mask) for hand, mask in zip(deal.hands, new, strict=True)]),
        stock=Pile(deal.deck, deal.stock.order[deal.players :]),
        known=tuple([old | mask for old, mask in zip(deal.known, seen, strict=True)]),
    )
