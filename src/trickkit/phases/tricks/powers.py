"""Powers of cards in tricks: exchange with the face-up card, draw, put a card under the stock, choose the trump."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidAction
from trickkit.model.actions import Action, Name, Pass
from trickkit.model.cards import UNKNOWN, Card, Deck, Suit, Unknown
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import one_or_more_texts
from trickkit.model.deal import Deal
from trickkit.model.events import Event
from trickkit.model.hands import Pile
from trickkit.model.questions import Question
from trickkit.model.tricks import Played
from trickkit.phases.drawing import FaceUp
from trickkit.phases.naming import GameNamed
from trickkit.policies.powers import CardPlayed, Effect, Move, Power
from trickkit.policies.trump import TrumpFrom, TurnedCard, in_words

__all__ = [
    *("CardDrawn", "CardPutUnder", "ChooseTrump", "DrawCard", "Exchange", "ExchangeFaceUp", "FaceUpExchanged"),
    *("PutUnder", "Under"),
]

PASS = Pass()


@frozen(eq=False)
class Exchange(Action):
    """Exchange a card of the hand for the face-up one.

    Args:
        card: its text.

    >>> str(Exchange("KH"))
    'exchange KH'
    """

    card: str = field(validator=is_a(str, InvalidAction))

    def renamed(self, faces: Mapping[str, str], suits: Mapping[str, str]) -> Exchange:
        return Exchange(faces[self.card])

    def __str__(self) -> str:
        return f"exchange {self.card}"


@frozen(eq=False)
class Under(Action):
    """Put a card of the hand under the stock.

    Args:
        card: its text.

    >>> str(Under("KH"))
    'under KH'
    """

    card: str = field(validator=is_a(str, InvalidAction))

    def renamed(self, faces: Mapping[str, str], suits: Mapping[str, str]) -> Under:
        return Under(faces[self.card])

    def __str__(self) -> str:
        return f"under {self.card}"


@frozen
class FaceUpExchanged(Event):
    """A card of a hand was exchanged for the face-up one under the stock.

    Args:
        hand: the hand.
        gave: the card that lies there now.
        got: the card that came to the hand.
        trump: the suit that is trump now, or None.

    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> str(FaceUpExchanged(1, deck.card("9H"), deck.card("AS"), deck.suits[2]))
    'Hand 1 exchanges 9H for AS: hearts is trump.'
    """

    hand: int
    gave: Card
    got: Card
    trump: Suit | None

    @property
    def swapped(self) -> tuple[tuple[int, str, str, int], ...]:
        return ((self.hand, self.gave.text, self.got.text, 0),)

    def __str__(self) -> str:
        return f"Hand {self.hand} exchanges {self.gave} for {self.got}: {in_words(self.trump)}."


@frozen
class CardDrawn(Event):
    """A hand drew the top card of the stock.

    Args:
        hand: the hand.
        card: the card.
        seats: those who know it, with None for a spectator: that seat, the one that plays from the hand, and all to
            whom the card lay face up.

    >>> from trickkit.model.cards import french
    >>> event = CardDrawn(1, french().card("9H"), (1,))
    >>> str(event), str(event.seen_by(0, scored=False))
    ('Hand 1 draws 9H.', 'Hand 1 draws ??.')
    """

    hand: int
    card: Card | Unknown
    seats: tuple[int | None, ...]

    def seen_by(self, seat: int | None, *, scored: bool) -> CardDrawn:
        return self if seat in self.seats else CardDrawn(self.hand, UNKNOWN, self.seats)

    @property
    def off_stock(self) -> tuple[Card | Unknown, ...]:
        return (self.card,)

    @property
    def into_hands(self) -> tuple[int, ...]:
        return (self.hand,)

    def __str__(self) -> str:
        return f"Hand {self.hand} draws {self.card}."


@frozen
class CardPutUnder(Event):
    """A card of a hand was put under the stock, unseen by others; a face-up card stays below it.

    Args:
        hand: the hand.
        card: the card, which only that seat and the one that plays from the hand know.
        place: its index in the stock, counted from the bottom, which is 0.
        seats: these seats.

    >>> from trickkit.model.cards import french
    >>> event = CardPutUnder(1, french().card("9H"), 0, (1,))
    >>> str(event), str(event.seen_by(0, scored=False))
    ('Hand 1 puts 9H under the stock.', 'Hand 1 puts ?? under the stock.')
    """

    hand: int
    card: Card | Unknown
    place: int
    seats: tuple[int, ...]

    def seen_by(self, seat: int | None, *, scored: bool) -> CardPutUnder:
        return self if seat in self.seats else CardPutUnder(self.hand, UNKNOWN, self.place, self.seats)

    @property
    def out_of_hands(self) -> tuple[tuple[int, str], ...]:
        return ((self.hand, str(self.card)),)

    @property
    def put_under(self) -> tuple[tuple[int, str, int], ...]:
        return ((self.hand, str(self.card), self.place),)

    def __str__(self) -> str:
        return f"Hand {self.hand} puts {self.card} under the stock."


def _face_up(deal: Deal) -> int | None:
    """The index in the deck of the face-up card under the stock; None if there is none."""
    bottom = deal.stock.order[-1] if deal.stock.order else None
    return bottom if bottom is not None and deal.deck.masks[bottom] & deal.knows(None) else None


def _has_drawn(played: CardPlayed) -> bool:
    """Whether the hand has received a card of the stock since it played the card with the power."""
    since = takewhile(lambda event: type(event) is not Played, reversed(played.deal.events))
    return any(played.hand in event.into_hands for event in since)


@frozen
class _OfCards(Power):
    """A base for powers of certain cards.

    Args:
        cards: the texts of their faces; a single one may be given as it is.
    """

    cards: tuple[str, ...] = field(converter=one_or_more_texts, validator=each_is_a(str))


@frozen
class ExchangeFaceUp(_OfCards):
    """The player may exchange a card of the hand for the face-up one under the stock, which may change the trump.

    `ShowBottom` turns that card face up. A hand without cards exchanges nothing.

    Args:
        cards: the texts of the faces with this power; a single one may be given as it is.
        trump: which suit the new face-up card makes trump.
        optional: whether the player may pass.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import ShowBottom
    >>> deal = ShowBottom().begin(Deal.fresh(french("KA"), players=2))
    >>> deal = deal.changed(held=(deal.deck.mask(["KH"]), 0), stock=deal.stock[-1:])
    >>> played, power = CardPlayed(deal, 0, 0, "KC"), ExchangeFaceUp("KC")
    >>> [str(action) for action in power.choices(played)], str(power.done(played, Exchange("KH")).events[-1])
    (['exchange KH', 'pass'], 'Hand 0 exchanges KH for AS: hearts is trump.')
    """

    asks: ClassVar[Question | None] = Question("Which card do you exchange for the face-up one?", "exchange_face_up")

    trump: TrumpFrom = field(default=TurnedCard(), kw_only=True, validator=is_a(TrumpFrom))
    optional: bool = field(default=True, kw_only=True, validator=is_a(bool))

    @property
    def effect(self) -> Effect:
        moves = Move("face up", "hand"), Move("chosen", "face up")
        return Effect(moves, trump=self.trump, passes=self.optional)

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (*(Exchange(card.text) for card in deck), *([PASS] if self.optional else []))

    def choices(self, played: CardPlayed) -> tuple[Action, ...]:
        """The exchange of each card of the hand, if there is a face-up one; and pass."""
        if _face_up(played.deal) is None or not played.held:
            return ()
        return (*(Exchange(text) for text in played.texts), *([PASS] if self.optional else []))

    def done(self, played: CardPlayed, action: Action | None) -> Deal:
        if not isinstance(action, Exchange):
            return played.deal
        deal = played.deal
        trump = self.trump.of(deal).trump(deal.deck.card(action.card))
        after = deal.exchanged(
            played.hand, action.card, lambda gave, got: FaceUpExchanged(played.hand, gave, got, trump)
        )
        if deal.get(FaceUp):
            after = after.with_record(FaceUp(deal.deck.card(action.card)))
        return after.changed(trump=trump)

    def refusal(self, played: CardPlayed, action: Action) -> str:
        return f"a card of the hand is exchanged now{', or none' if self.optional else ''}"


@frozen
class DrawCard(_OfCards):
    """The player draws the top card of the stock, which others see only if it lies face up.

    Nothing is drawn if the stock has only face-up cards and cards that `PutUnder` has put there.

    Args:
        cards: the texts of the faces with this power; a single one may be given as it is.

    >>> from trickkit.model.cards import french
    >>> deal = DrawCard("KC").done(CardPlayed(Deal.fresh(french("KA"), players=2), 0, 0, "KC"), None)
    >>> str(deal.hands[0]), str(deal.seen_by(1).hands[0]), len(deal.stock)
    ('KC', '??', 7)
    """

    @property
    def effect(self) -> Effect:
        return Effect((Move("top", "hand"),))

    def done(self, played: CardPlayed, action: Action | None) -> Deal:
        deal, order = played.deal, played.deal.stock.order
        returned = sum([len(event.put_under) for event in deal.events])
        if len(order) - (_face_up(deal) is not None) <= returned:
            return deal
        top, viewers = order[0] or 0, (*deal.seats, None)
        mask, held, drawers = deal.deck.masks[top], [*deal.held], (played.hand, played.seat)
        held[played.hand] |= mask
        seats = tuple([viewer for viewer in viewers if viewer in drawers or deal.knows(viewer) & mask])
        return deal.changed(
            CardDrawn(played.hand, deal.deck.cards[top], seats),
            held=tuple(held),
            stock=Pile(deal.deck, order[1:]),
            known=tuple([known | mask * (seat in seats) for seat, known in zip(viewers, deal.known, strict=True)]),
        )


@frozen
class PutUnder(_OfCards):
    """The player puts a card of the hand under the stock, unseen by others; a face-up card stays below it.

    The card replaces one that the hand has drawn since it played the card with the power (`DrawCard`). If it could not
    draw a card, it puts none under. Other seats lose track of all cards of the hand.

    Args:
        cards: the texts of the faces with this power; a single one may be given as it is.
        always: whether a card is put under even if none was drawn, so that the hands differ in size.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french("KA"), players=2)
    >>> deal = deal.changed(held=(0b11, 0), stock=deal.stock[2:], known=(0b11, 0, 0))
    >>> deal = PutUnder("KD").done(CardPlayed(deal, 0, 0, "KD"), Under("KC"))
    >>> str(deal.seen_by(0).stock), str(deal.seen_by(1).stock)
    ('?? ?? ?? ?? ?? ?? KC', '?? ?? ?? ?? ?? ?? ??')
    """

    secret: ClassVar[bool] = True
    returns: ClassVar[bool] = True
    asks: ClassVar[Question | None] = Question("Which card do you put under the stock?", "put_under")

    always: bool = field(default=False, kw_only=True, validator=is_a(bool))

    @property
    def effect(self) -> Effect:
        return Effect((Move("chosen", "under"),), drawn=not self.always)

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple([Under(card.text) for card in deck])

    def choices(self, played: CardPlayed) -> tuple[Action, ...]:
        return tuple([Under(text) for text in played.texts]) if self.always or _has_drawn(played) else ()

    def done(self, played: CardPlayed, action: Action | None) -> Deal:
        if not isinstance(action, Under):
            return played.deal
        deal, hand, order = played.deal, played.hand, played.deal.stock.order
        card_index, offset = deal.deck.number_in(action.card, played.held), int(_face_up(deal) is not None)
        held, seats = [*deal.held], (hand, played.seat)
        held[hand] ^= deal.deck.masks[card_index]
        return deal.changed(
            CardPutUnder(hand, deal.deck.cards[card_index], offset, tuple(dict.fromkeys(seats))),
            held=tuple(held),
            stock=Pile(deal.deck, (*order[: len(order) - offset], card_index, *order[len(order) - offset :])),
            known=tuple(
                [known if viewer in seats else known & ~played.held for viewer, known in enumerate(deal.known)]
            ),
        )

    def refusal(self, played: CardPlayed, action: Action) -> str:
        return "a card of the hand is put under the stock now"


@frozen
class ChooseTrump(_OfCards):
    """The player names the suit that is trump from now on.

    Args:
        cards: the texts of the faces with this power; a single one may be given as it is.

    >>> from trickkit.model.cards import french
    >>> deal = ChooseTrump("KC").done(CardPlayed(Deal.fresh(french("KA"), players=2), 0, 0, "KC"), Name("H"))
    >>> str(deal.trump), str(deal.events[-1])
    ('hearts', 'Seat 0 names hearts as trump.')
    """

    asks: ClassVar[Question | None] = Question("Which suit is trump from now on?", "choose_trump")

    @property
    def effect(self) -> Effect:
        return Effect(names=True)

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple([Name(suit.letter) for suit in deck.suits])

    def choices(self, played: CardPlayed) -> tuple[Action, ...]:
        return self.actions(played.deal.deck, played.deal.players)

    def done(self, played: CardPlayed, action: Action | None) -> Deal:
        trump = next(suit for suit in played.deal.deck.suits if action is Name(suit.letter))
        return played.deal.changed(GameNamed(played.seat, trump.letter, trump), trump=trump)
