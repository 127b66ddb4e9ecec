"""A trump that is hidden until somebody cannot follow suit."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from trickkit.model.cards import Card, Deck, Suit
from trickkit.model.checks import each_is_a, is_a, one_of
from trickkit.model.converters import one_or_more_texts
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.tricks import Trick
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.powers import CardPlayed, Power
from trickkit.policies.trump import TrumpFrom, TurnedCard, in_words

if TYPE_CHECKING:
    from trickkit.model.actions import Action

__all__ = ["HiddenTrump", "HiddenTrumpShown", "ShowHiddenTrump"]


@frozen
class HiddenTrumpShown(Event):
    """A hand did not follow suit, and a card was shown that makes its suit trump.

    Args:
        card: the top card of the stock, which was turned up, or the card that was played.
        trump: the suit that it makes trump, or None.

    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> str(HiddenTrumpShown(deck.card("AS"), deck.suits[3]))
    'AS shows the trump: spades is trump.'
    """

    card: Card
    trump: Suit | None

    def __str__(self) -> str:
        return f"{self.card} shows the trump: {in_words(self.trump)}."


@frozen
class HiddenTrump(Record):
    """The record of a hidden trump that was shown.

    Args:
        trump: the suit that became trump, or None.

    >>> str(HiddenTrump(None))
    'no trump'
    """

    trump: Suit | None

    def __str__(self) -> str:
        return str(self.trump or "no trump")


@frozen
class ShowHiddenTrump(Power):
    """The first card that does not follow suit shows the trump: that of the top card of the stock, or its own suit.

    Until then there is no trump; the card that does not follow suit is the first that may count as a trump.

    Args:
        cards: the texts of the faces after which this may happen, usually all of the deck.
        trump: which suit the card that is shown makes trump.
        shows: `"stock"` where the top card of the stock is turned up; `"played"` where the card itself makes trump, as
            in Mendikot.

    Raises:
        InvalidRules: an argument is of the wrong type, or `shows` is another word.

    >>> from trickkit.model.actions import Play
    >>> from trickkit.model.cards import french
    >>> from trickkit.model.tricks import Played, Trick
    >>> deck = french("KA")
    >>> plays = (Played(0, 0, Play("KC"), "KC"), Played(1, 1, Play("AH"), "AH"))
    >>> deal = Deal.fresh(deck, players=2).with_record(TrickTable((), Trick(plays), (0, 0)))
    >>> shown = ShowHiddenTrump(["KC", "AH"]).done(CardPlayed(deal, 1, 1, "AH"), None)
    >>> str(shown.trump), str(shown.stock.seen_with(shown.knows(0)))[:5]
    ('clubs', 'KC ??')
    """

    cards: tuple[str, ...] = field(converter=one_or_more_texts, validator=each_is_a(str))
    trump: TrumpFrom = field(default=TurnedCard(), validator=is_a(TrumpFrom))
    shows: Literal["stock", "played"] = field(default="stock", validator=one_of("stock", "played"))

    def done(self, played: CardPlayed, action: Action | None) -> Deal:
        """The deal with the trump, if the card has not followed suit and none was shown before."""
        deal, deck = played.deal, played.deal.deck
        if deal.get(HiddenTrump) is not None:
            return deal
        trick: Trick = deal[TrickTable].current
        if trick.led_with(deck, _suit_of(deck, played.face)):
            return deal
        on_top = deal.stock[0] if self.shows == "stock" and deal.stock else None
        shown = deck.card(trick.plays[-1].card) if self.shows == "played" else on_top
        if not isinstance(shown, Card):
            return deal
        trump, mask = self.trump.trump(shown), 0 if self.shows == "played" else deal.stock[:1].mask
        known = tuple([known | mask for known in deal.known])
        return deal.with_record(HiddenTrump(trump), HiddenTrumpShown(shown, trump), trump=trump, known=known)


@lru_cache(maxsize=256)
def _suit_of(deck: Deck, text: str) -> int:
    """The faces of the suit of a face, as a mask."""
    face = deck.kinds[text]
    suit = deck.face(face & -face).suit
    return deck.where(lambda face: face.suit == suit)
