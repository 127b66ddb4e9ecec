"""A trump that is hidden until somebody cannot follow suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.model.cards import Card, Suit
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import one_or_more_texts
from trickkit.model.deal import Deal
from trickkit.model.events import Event
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.powers import CardPlayed, Power
from trickkit.policies.trump import TrumpFrom, TurnedCard, in_words

if TYPE_CHECKING:
    from trickkit.model.actions import Action

__all__ = ["HiddenTrumpShown", "ShowHiddenTrump"]


@frozen
class HiddenTrumpShown(Event):
    """The top card of the stock was turned up, since a hand did not follow suit.

    Args:
        card: the card.
        trump: the suit that it makes trump, or None.

    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> str(HiddenTrumpShown(deck.card("AS"), deck.suits[3]))
    'AS is turned up: spades is trump.'
    """

    card: Card
    trump: Suit | None

    def __str__(self) -> str:
        return f"{self.card} is turned up: {in_words(self.trump)}."


@frozen
class ShowHiddenTrump(Power):
    """The first card that does not follow suit turns up the top card of the stock, whose suit is trump from then on.

    Until then there is no trump; the card that turned it up is the first that may be one.

    Args:
        cards: the texts of the faces after which this may happen, usually all of the deck.
        trump: which suit the card makes trump.

    Raises:
        InvalidRules: an argument is of the wrong type.

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

    def done(self, played: CardPlayed, action: Action | None) -> Deal:
        """The deal with the trump, if the card has not followed suit and none was shown before."""
        deal = played.deal
        table: TrickTable = deal[TrickTable]
        plays, faces = table.current.plays, deal.deck.kinds
        if len(plays) < 2 or not len(deal.stock) or any(type(event) is HiddenTrumpShown for event in deal.events):
            return deal
        led, mine = (deal.deck.face(faces[face] & -faces[face]) for face in (plays[0].action.face, played.face))
        if led.suit == mine.suit:
            return deal
        card = deal.stock[0]
        if not isinstance(card, Card):
            return deal
        trump = self.trump.trump(card)
        known = tuple([known | deal.stock[:1].mask for known in deal.known])
        return deal.changed(HiddenTrumpShown(card, trump), trump=trump, known=known)
