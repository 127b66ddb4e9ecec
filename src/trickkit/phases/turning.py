"""Trump by a card that is turned up from the stock, or cut."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.cards import Card, Suit, Unknown
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.phases.base import Phase
from trickkit.policies.trump import TrumpFrom, TurnedCard, in_words

__all__ = ["Cut", "CutTrump", "TrumpCut", "TrumpTurned", "TurnTrump", "Turned"]


@frozen
class TrumpTurned(Event):
    """The top card of the stock was turned up.

    Args:
        card: the card.
        trump: the suit it makes trump, or None.

    >>> from trickkit.model.cards import french
    >>> str(TrumpTurned(french().card("AS"), None))
    'AS is turned up: no trump.'
    """

    card: Card
    trump: Suit | None

    @property
    def off_stock(self) -> tuple[Card | Unknown, ...]:
        """The card that was turned up."""
        return (self.card,)

    def __str__(self) -> str:
        return f"{self.card} is turned up: {in_words(self.trump)}."


@frozen
class Turned(Record):
    """A card that was turned up.

    Args:
        card: the card, which stays out of play.

    >>> from trickkit.model.cards import french
    >>> str(Turned(french().card("AS")).card)
    'AS'
    """

    card: Card


@frozen(kw_only=True)
class TurnTrump(Phase):
    """Turn up the top card of the stock; it stays out of play and may make a suit trump.

    Args:
        trump: which suit the card makes trump.
        may_lack: whether all cards may be dealt, so that none is left to turn up and there is no trump.

    >>> from trickkit.model.cards import french
    >>> deal = TurnTrump().begin(Deal.fresh(french(), players=2, size=5))
    >>> str(deal[TurnTrump].card), str(deal.trump), str(deal.out)
    ('2C', 'clubs', '2C')
    """

    record: ClassVar[type[Record]] = Turned

    trump: TrumpFrom = field(default=TurnedCard(), validator=is_a(TrumpFrom))
    may_lack: bool = field(default=False, validator=is_a(bool))

    def turns(self, size: int) -> str:
        """`"stock"`: the top of the stock."""
        return "stock"

    def begin(self, deal: Deal) -> Deal:
        """The deal with its trump.

        Raises:
            InvalidRules: no card is left to turn up, though one is required.
        """
        if self.may_lack and not deal.stock.order:
            return deal.changed(trump=None)
        if not deal.stock.order or deal.stock.order[0] is None:
            raise InvalidRules("no card is left in the stock to be turned up for trump")
        card_index = deal.stock.order[0]
        card, mask = deal.deck.cards[card_index], deal.deck.masks[card_index]
        trump = self.trump.of(deal).trump(card)
        return deal.with_record(
            Turned(card),
            TrumpTurned(card, trump),
            stock=deal.stock[1:],
            out=Hand(deal.deck, deal.out.mask | mask),
            known=tuple(known | mask for known in deal.known),
            trump=trump,
        )


@frozen
class TrumpCut(Event):
    """A cut determined trump, or trump is fixed for hands of this size.

    Args:
        card: the card that was shown, which stays in the deck; None without a cut.
        trump: the trump suit, or None.

    >>> from trickkit.model.cards import french
    >>> str(TrumpCut(french().card("AS"), french().suits[3]))
    'AS is cut: spades is trump.'
    """

    card: Card | None
    trump: Suit | None

    def __str__(self) -> str:
        shown = f"{self.card} is cut" if self.card else "No cut"
        return f"{shown}: {in_words(self.trump)}."


@frozen
class Cut(Record):
    """A card that was cut.

    Args:
        card: the card that was shown, which stays in the deck; None without a cut.

    >>> from trickkit.model.cards import french
    >>> str(Cut(french().card("AS"))), str(Cut(None))
    ('AS', 'no cut')
    """

    card: Card | None

    def __str__(self) -> str:
        return str(self.card or "no cut")


@frozen(kw_only=True)
class CutTrump(Phase):
    """Cut the deck and show a card, which may make a suit trump; then shuffle it in again and deal it like any other.

    Args:
        trump: which suit the card makes trump.
        fixed: by hand size, the suit that is trump without a cut.

    >>> from trickkit.model.cards import french
    >>> from trickkit.model.chance import Chance, Stacked
    >>> deal = Deal.fresh(french(), players=2, size=5, stacked=Stacked(turned="AS"), chance=Chance(7))
    >>> str(CutTrump().begin(deal).trump)
    'spades'
    """

    record: ClassVar[type[Record]] = Cut

    trump: TrumpFrom = field(default=TurnedCard(), validator=is_a(TrumpFrom))
    fixed: tuple[tuple[int, Suit], ...] = ()

    def turns(self, size: int) -> str:
        """`"pack"`: any card, except if trump is fixed."""
        return "" if any(size == fixed for fixed, _ in self.fixed) else "pack"

    def begin(self, deal: Deal) -> Deal:
        """The deal with its trump."""
        turned = deal.stacked.turned if deal.stacked else None
        left = evolve(deal.stacked, turned=None) if deal.stacked else None
        for size, suit in self.fixed:
            if size == deal.size:
                return deal.with_record(Cut(None), TrumpCut(None, suit), trump=suit, stacked=left)
        if deal.chance is None:
            raise InvalidRules("a deal without a source of chance cannot be cut")
        if turned is None:
            card_index, chance = deal.chance.cut(len(deal.deck))
            card = deal.deck.cards[card_index]
        else:
            card, chance = deal.deck.card(turned), deal.chance.after
        trump = self.trump.of(deal).trump(card)
        return deal.with_record(Cut(card), TrumpCut(card, trump), trump=trump, chance=chance, stacked=left)
