"""Phases that nobody decides in: dealing out, and turning up a card for trump."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from trickkit.cards import Card, Suit
from trickkit.deal import Deal, Event, Record
from trickkit.errors import InvalidRules
from trickkit.fields import is_a
from trickkit.hands import Hand, Pile
from trickkit.phases.base import Phase
from trickkit.policies.trump import TrumpFrom, TurnedCard
from trickkit.policies.visibility import OwnHand, Visibility

__all__ = ["DealOut", "Dealing", "Dealt", "TrumpTurned", "TurnTrump", "Turned"]


@frozen
class Dealt(Event):
    """Cards were dealt.

    Args:
        hands: the cards that each hand was dealt, by seat.
        known: for every seat, then for a spectator, which cards it saw, as a mask. Empty in a view.
    """

    hands: tuple[Hand, ...]
    known: tuple[int, ...] = ()

    def seen_by(self, seat: int | None, *, scored: bool) -> Dealt:
        """The hands with the cards that a seat saw."""
        knowledge = self.known[-1 if seat is None else seat]
        return Dealt(tuple(hand.seen_with(knowledge) for hand in self.hands))

    def __str__(self) -> str:
        return f"Dealt: {'; '.join(f'hand {seat}: {hand}' for seat, hand in enumerate(self.hands))}."


@frozen
class Dealing(Record):
    """What was dealt.

    Args:
        each: how many cards each hand was dealt.
    """

    each: int


@frozen(kw_only=True)
class DealOut(Phase):
    """Shuffle, and deal every seat its hand.

    Args:
        visibility: who sees which hand.
    """

    record: ClassVar[type[Record]] = Dealing

    visibility: Visibility = field(default=OwnHand(), validator=is_a(Visibility))

    def begin(self, deal: Deal) -> Deal:
        """The deal with its hands.

        Raises:
            InvalidRules: the deck is too small.
        """
        if deal.size * deal.players > len(deal.deck):
            raise InvalidRules(
                f"{deal.players} hands of {deal.size} cards are more than the {len(deal.deck)} of the deck"
            )
        if deal.chance is None:
            raise InvalidRules("a deal without a source of chance cannot be shuffled")
        order, chance = deal.chance.order(len(deal.deck))
        given, top = _given(deal)
        fixed = {number for numbers in (*given, top) for number in numbers or ()}
        pack = [number for number in order if number not in fixed]
        hands = []
        for numbers in given:
            if numbers is None:
                numbers, pack = pack[: deal.size], pack[deal.size :]
            hands.append(Hand(deal.deck, sum(deal.deck.masks[number] for number in numbers)))
        masks = [hand.mask for hand in hands]
        viewers = (*deal.seats, None)
        sees = self.visibility.sees
        known = tuple(sum([mask for owner, mask in enumerate(masks) if sees(viewer, owner)]) for viewer in viewers)
        return deal.having(
            Dealing(deal.size),
            Dealt(tuple(hands), known),
            hands=tuple(hands),
            stock=Pile(deal.deck, (*top, *pack)),
            known=known,
            chance=chance,
        )


def _given(deal: Deal) -> tuple[list[list[int] | None], list[int]]:
    """The numbers of the cards fixed by hand: by seat, None for a hand left to chance; and on top of the stock."""
    if deal.stacked is None:
        return [None] * deal.players, []
    texts = deal.stacked.hands or (None,) * deal.players
    numbers = iter(deal.deck.numbers((*(text for hand in texts for text in hand or ()), *deal.stacked.top)))
    hands = [None if hand is None else [next(numbers) for _ in hand] for hand in texts]
    return hands, list(numbers)


@frozen
class TrumpTurned(Event):
    """The top card of the stock was turned up.

    Args:
        card: the card.
        trump: the suit it makes trump, or None.
    """

    card: Card
    trump: Suit | None

    def __str__(self) -> str:
        return f"{self.card} is turned up: {f'{self.trump} is trump' if self.trump else 'no trump'}."


@frozen
class Turned(Record):
    """What was turned up.

    Args:
        card: the card, which stays out of play.
    """

    card: Card


@frozen(kw_only=True)
class TurnTrump(Phase):
    """Turn up the top card of the stock; it stays out of play and may make a suit trump.

    Args:
        trump: which suit the card makes trump.
    """

    record: ClassVar[type[Record]] = Turned

    turns_a_card: ClassVar[bool] = True

    trump: TrumpFrom = field(default=TurnedCard(), validator=is_a(TrumpFrom))

    def begin(self, deal: Deal) -> Deal:
        """The deal with its trump.

        Raises:
            InvalidRules: no card is left to be turned up.
        """
        if not deal.stock.order or deal.stock.order[0] is None:
            raise InvalidRules("no card is left in the stock to be turned up for trump")
        number = deal.stock.order[0]
        card, mask = deal.deck.cards[number], deal.deck.masks[number]
        trump = self.trump.trump(card)
        return deal.having(
            Turned(card),
            TrumpTurned(card, trump),
            stock=deal.stock[1:],
            out=Hand(deal.deck, deal.out.mask | mask),
            trump=trump,
        )
