"""Phases in which nobody decides anything: dealing out, and finding trump by a card."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from attrs import evolve, field, frozen

from trickkit.cards import Card, Suit
from trickkit.chance import Chance, Stacked
from trickkit.deal import Deal, Event, Record
from trickkit.errors import InvalidRules
from trickkit.fields import is_a
from trickkit.hands import Hand, Pile
from trickkit.phases.base import Phase
from trickkit.policies.portion import Portion, Rest
from trickkit.policies.trump import TrumpFrom, TurnedCard
from trickkit.policies.visibility import OwnHand, Visibility

__all__ = ["Cut", "CutTrump", "DealOut", "Dealing", "Dealt", "TrumpCut", "TrumpTurned", "TurnTrump", "Turned"]


@frozen
class Dealt(Event):
    """Cards were dealt.

    Args:
        hands: the cards that each hand was dealt, by seat.
        known: for every seat, then for a spectator, which cards it saw, as a mask. Empty in a view.

    >>> from trickkit.cards import french
    >>> deck = french()
    >>> event = Dealt((Hand.of(deck, ["AS"]), Hand.of(deck, ["2C"])), (deck.mask(["AS"]), deck.mask(["2C"]), 0))
    >>> str(event.seen_by(0, scored=False))
    'Dealt: hand 0: AS; hand 1: ??.'
    """

    hands: tuple[Hand, ...]
    known: tuple[int, ...] = ()

    def seen_by(self, seat: int | None, *, scored: bool) -> Dealt:
        """The hands with the cards that a seat saw."""
        if not self.known:
            return self
        knowledge = self.known[-1 if seat is None else seat]
        seen = [hand.seen_with(knowledge) for hand in self.hands]
        masks = self.hands[0].deck.renumbered(hand.mask for hand in seen)
        return Dealt(tuple(Hand(hand.deck, mask, hand.hidden) for mask, hand in zip(masks, seen, strict=True)))

    def __str__(self) -> str:
        return f"Dealt: {'; '.join(f'hand {seat}: {hand}' for seat, hand in enumerate(self.hands))}."


@frozen
class Dealing(Record):
    """What was dealt.

    Args:
        each: how many cards each hand was dealt in this deal.

    >>> from trickkit.cards import french
    >>> deal = DealOut().begin(Deal.fresh(french(), players=2, size=5, chance=Chance(7)))
    >>> deal[DealOut]
    Dealing(each=5)
    """

    each: int


@frozen(kw_only=True)
class DealOut(Phase):
    """Deal every seat its hand, or a part of it, from a shuffled deck.

    Args:
        visibility: who sees which hand.
        portion: how much of a hand is dealt.

    >>> from trickkit.cards import french
    >>> deal = DealOut().begin(Deal.fresh(french(), players=2, size=5, chance=Chance(7)))
    >>> [len(hand) for hand in deal.hands], len(deal.stock), deal.knows(0) == deal.hands[0].mask
    ([5, 5], 42, True)
    """

    record: ClassVar[type[Record]] = Dealing

    visibility: Visibility = field(default=OwnHand(), validator=is_a(Visibility))
    portion: Portion = field(default=Rest(), validator=is_a(Portion))

    def begin(self, deal: Deal) -> Deal:
        """The deal with its hands.

        Raises:
            InvalidRules: the deck is too small.
        """
        if deal.size * deal.players > len(deal.deck):
            raise InvalidRules(
                f"{deal.players} hands of {deal.size} cards are more than the {len(deal.deck)} of the deck"
            )
        given, top = _given(deal)
        dealing = deal.get(DealOut)
        dealt = 0 if dealing is None else dealing.each
        pack, chance = _shuffled(deal, given, top) if dealing is None else (list(deal.stock.order), deal.chance)
        count, masks = self.portion.cards(deal.size, dealt), deal.deck.masks
        new = []
        for numbers in given:
            # A hand that is fixed takes its own cards, wherever they lie; the others take from the top.
            taken = pack[:count] if numbers is None else numbers[dealt : dealt + count]
            pack = pack[count:] if numbers is None else [number for number in pack if number not in taken]
            new.append(sum([masks[number] for number in taken if number is not None]))
        seen = tuple(sum([new[hand] for hand in hands]) for hands in _sight(self.visibility, deal.players))
        # Where no card was dealt, as at the half of an odd hand, there is nothing to tell.
        events = (Dealt(tuple(Hand(deal.deck, mask) for mask in new), seen),) if count else ()
        return deal.having(
            Dealing(dealt + count),
            *events,
            hands=tuple(Hand(deal.deck, hand.mask | mask) for hand, mask in zip(deal.hands, new, strict=True)),
            stock=Pile(deal.deck, tuple(pack)),
            known=tuple(old | mask for old, mask in zip(deal.known, seen, strict=True)),
            chance=chance,
        )


@lru_cache(maxsize=64)
def _sight(visibility: Visibility, players: int) -> tuple[tuple[int, ...], ...]:
    """For every seat, then for a spectator, the hands that it sees."""
    return tuple(
        tuple(hand for hand in range(players) if visibility.sees(viewer, hand)) for viewer in (*range(players), None)
    )


def _given(deal: Deal) -> tuple[list[list[int] | None], list[int]]:
    """The numbers of the cards fixed by hand: by seat, None for a hand left to chance; and on top of the stock."""
    if deal.stacked is None:
        return [None] * deal.players, []
    texts = deal.stacked.hands or (None,) * deal.players
    numbers = iter(deal.deck.numbers((*(text for hand in texts for text in hand or ()), *deal.stacked.top)))
    hands = [None if hand is None else [next(numbers) for _ in hand] for hand in texts]
    return hands, list(numbers)


def _shuffled(deal: Deal, given: list[list[int] | None], top: list[int]) -> tuple[list[int | None], Chance]:
    """The deck in random order, and the chance after it.

    On top lies what the hands take that are left to chance, then what is fixed to be on top of the stock when all are
    dealt; at the bottom lie the cards of fixed hands.
    """
    if deal.chance is None:
        raise InvalidRules("a deal without a source of chance cannot be shuffled")
    order, chance = deal.chance.order(len(deal.deck))
    in_hands = [number for numbers in given for number in numbers or ()]
    fixed = {*in_hands, *top}
    free = [number for number in order if number not in fixed]
    drawn = deal.size * given.count(None)
    return [*free[:drawn], *top, *free[drawn:], *in_hands], chance


@frozen
class TrumpTurned(Event):
    """The top card of the stock was turned up.

    Args:
        card: the card.
        trump: the suit it makes trump, or None.

    >>> from trickkit.cards import french
    >>> str(TrumpTurned(french().card("AS"), None))
    'AS is turned up: no trump.'
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

    >>> from trickkit.cards import french
    >>> str(Turned(french().card("AS")).card)
    'AS'
    """

    card: Card


@frozen(kw_only=True)
class TurnTrump(Phase):
    """Turn up the top card of the stock; it stays out of play and may make a suit trump.

    Args:
        trump: which suit the card makes trump.

    >>> from trickkit.cards import french
    >>> deal = TurnTrump().begin(Deal.fresh(french(), players=2, size=5))
    >>> str(deal[TurnTrump].card), str(deal.trump), str(deal.out)
    ('2C', 'clubs', '2C')
    """

    record: ClassVar[type[Record]] = Turned

    trump: TrumpFrom = field(default=TurnedCard(), validator=is_a(TrumpFrom))

    def turns(self, size: int) -> str:
        """The top of the stock."""
        return "stock"

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
            known=tuple(known | mask for known in deal.known),
            trump=trump,
        )


@frozen
class TrumpCut(Event):
    """Trump was found by a cut, or is fixed for hands of this size.

    Args:
        card: the card that was shown, which stays in the deck; None without a cut.
        trump: the trump suit, or None.

    >>> from trickkit.cards import french
    >>> str(TrumpCut(french().card("AS"), french().suits[3]))
    'AS is cut: spades is trump.'
    """

    card: Card | None
    trump: Suit | None

    def __str__(self) -> str:
        shown = f"{self.card} is cut" if self.card else "No cut"
        return f"{shown}: {f'{self.trump} is trump' if self.trump else 'no trump'}."


@frozen
class Cut(Record):
    """What was cut.

    Args:
        card: the card that was shown, which stays in the deck; None without a cut.

    >>> from trickkit.cards import french
    >>> str(Cut(french().card("AS"))), str(Cut(None))
    ('AS', 'no cut')
    """

    card: Card | None

    def __str__(self) -> str:
        return str(self.card or "no cut")


@frozen(kw_only=True)
class CutTrump(Phase):
    """Cut the deck and show a card, which may make a suit trump; it is shuffled in again and dealt like any other.

    Args:
        trump: which suit the card makes trump.
        fixed: by size of the hands, the suit that is trump without a cut.

    >>> from trickkit.cards import french
    >>> deal = Deal.fresh(french(), players=2, size=5, stacked=Stacked(turned="AS"), chance=Chance(7))
    >>> str(CutTrump().begin(deal).trump)
    'spades'
    """

    record: ClassVar[type[Record]] = Cut

    trump: TrumpFrom = field(default=TurnedCard(), validator=is_a(TrumpFrom))
    fixed: tuple[tuple[int, Suit], ...] = ()

    def turns(self, size: int) -> str:
        """Any card of the pack, except where trump is fixed."""
        return "" if any(size == fixed for fixed, _ in self.fixed) else "pack"

    def begin(self, deal: Deal) -> Deal:
        """The deal with its trump."""
        stacked = deal.stacked or Stacked()
        left = evolve(stacked, turned=None) if deal.stacked else None
        for size, suit in self.fixed:
            if size == deal.size:
                return deal.having(Cut(None), TrumpCut(None, suit), trump=suit, stacked=left)
        if deal.chance is None:
            raise InvalidRules("a deal without a source of chance cannot be cut")
        number, chance = deal.chance.below(len(deal.deck))
        card = deal.deck.cards[number] if stacked.turned is None else deal.deck.card(stacked.turned)
        trump = self.trump.trump(card)
        return deal.having(Cut(card), TrumpCut(card, trump), trump=trump, chance=chance, stacked=left)
