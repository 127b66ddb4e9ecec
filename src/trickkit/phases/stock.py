"""Phases without decisions: drawing from the stock, removing cards unseen, and throwing away the rest of the hands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.cards import UNKNOWN, Card, Deck, Unknown
from trickkit.model.checks import counted
from trickkit.model.deal import Deal
from trickkit.model.events import Event
from trickkit.model.hands import Hand, Pile, hands_seen
from trickkit.phases.base import Phase

__all__ = ["Draw", "Drawn", "FillHands", "RemoveCards", "Removed", "ThrowAway", "ThrownAway"]


@frozen
class Drawn(Event):
    """Cards were drawn from the stock.

    Args:
        hands: by seat, the cards that it drew.
        known: for every seat, then for a spectator, which cards it saw, as a mask. Empty in a view.
        order: the seats in the order in which they drew; () for seat 0 first.

    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> event = Drawn((Hand.of(deck, ["AS"]), Hand.of(deck, ["2C"])), (deck.mask(["AS"]), deck.mask(["2C"]), 0))
    >>> str(event.seen_by(0, scored=False))
    'Drawn: hand 0: AS; hand 1: ??.'
    """

    hands: tuple[Hand, ...]
    known: tuple[int, ...] = ()
    order: tuple[int, ...] = ()

    def seen_by(self, seat: int | None, *, scored: bool) -> Drawn:
        """The event with only the cards that a seat saw."""
        if not self.known:
            return self
        return Drawn(hands_seen(self.hands, self.known[-1 if seat is None else seat]), order=self.order)

    @property
    def off_stock(self) -> tuple[Card | Unknown, ...]:
        """The drawn cards, in order."""
        return tuple([card for seat in self._order for card in self.hands[seat]])

    @property
    def into_hands(self) -> tuple[int, ...]:
        """The hand that each card went to, in order."""
        return tuple([seat for seat in self._order for _ in range(len(self.hands[seat]))])

    @property
    def _order(self) -> Iterable[int]:
        return self.order or range(len(self.hands))

    def __str__(self) -> str:
        return f"Drawn: {'; '.join(f'hand {seat}: {hand}' for seat, hand in enumerate(self.hands))}."


@frozen
class Draw(Phase):
    """Every hand is refilled to its size from the stock, beginning with seat 0, as long as there are cards.

    Each seat sees the cards that it draws, and no others.

    >>> from trickkit.model.chance import Chance
    >>> from trickkit.phases import DealOut
    >>> from trickkit.model.cards import french
    >>> deal = DealOut().begin(Deal.fresh(french(), players=2, size=5, chance=Chance(7)))
    >>> less = deal.changed(hands=(Hand(deal.deck), deal.hands[1]), out=deal.hands[0])
    >>> [len(hand) for hand in Draw().begin(less).hands]
    [5, 5]
    """

    draws: ClassVar[bool] = True

    def begin(self, deal: Deal) -> Deal:
        """The deal with the hands filled up."""
        # A hot function: it runs after every turn in which cards are laid.
        deck, order = deal.deck, deal.stock.order
        if not order:
            return deal
        masks, firsts, size, top = deck.masks, deck.firsts, deal.size, 0
        held, drawn, known = [], [], []
        for cards, before in zip(deal.held, deal.known, strict=False):
            new, lacking = 0, size - (cards & firsts).bit_count()
            if lacking > 0:
                for card_index in order[top : top + lacking]:
                    new |= 0 if card_index is None else masks[card_index]
                top += lacking
            held.append(cards | new)
            drawn.append(new)
            known.append(before | new)
        if not top:
            return deal
        return deal.changed(
            partial(_drawn, deck, drawn),
            held=tuple(held),
            stock=Pile(deck, order[top:]),
            known=(*known, deal.known[-1]),
        )


def _drawn(deck: Deck, drawn: list[int]) -> tuple[Event, ...]:
    """The event of drawn cards, which only their own seats saw; given as masks by hand."""
    return (Drawn(tuple([Hand(deck, mask) for mask in drawn]), (*drawn, 0)),)


@frozen(kw_only=True)
class FillHands(Phase):
    """Every hand is refilled from the stock to a given size, beginning to the left of the starter.

    This is how Belote deals the rest of the cards: the seat that took the turned-up card needs one card less. Each seat
    sees the cards that it is dealt; a face-up card stays known to all.

    Args:
        cards: how many cards a hand then has, 1 or more.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=2)
    >>> deal = FillHands(cards=3).begin(deal.changed(hands=(Hand.of(deal.deck, ["AS"]), Hand(deal.deck))))
    >>> [str(hand) for hand in deal.hands]
    ['5C 6C AS', '2C 3C 4C']
    """

    draws: ClassVar[bool] = True

    cards: int = field(validator=counted(1))

    def begin(self, deal: Deal) -> Deal:
        """The deal with the hands filled up.

        Raises:
            InvalidRules: the stock has fewer cards than are needed.
        """
        deck, stock, new = deal.deck, deal.stock.order, [0] * deal.players
        order = tuple([(deal.starter + 1 + step) % deal.players for step in deal.seats])
        for seat in order:
            lacking = max(0, self.cards - len(deal.hands[seat]))
            if lacking > len(stock):
                raise InvalidRules(f"FillHands: hand {seat} lacks {lacking} cards, and {len(stock)} are left")
            new[seat] = sum([0 if card_index is None else deck.masks[card_index] for card_index in stock[:lacking]])
            stock = stock[lacking:]
        known = tuple([old | mask for old, mask in zip(deal.known, (*new, 0), strict=True)])
        return deal.changed(
            Drawn(tuple([Hand(deck, mask) for mask in new]), tuple([mask & sum(new) for mask in known]), order),
            held=tuple([old | mask for old, mask in zip(deal.held, new, strict=True)]),
            stock=Pile(deck, stock),
            known=known,
        )


@frozen
class Removed(Event):
    """Cards were removed unseen.

    Args:
        cards: how many.
        which: the cards themselves, in the order of the deck; nobody sees them, and a view hides them.

    >>> str(Removed(13))
    '13 cards are removed, unseen.'
    """

    cards: int
    which: tuple[Card | Unknown, ...] = ()

    def seen_by(self, seat: int | None, *, scored: bool) -> Removed:
        """The event with only the number of cards."""
        return Removed(self.cards, (UNKNOWN,) * self.cards)

    def __str__(self) -> str:
        return f"{self.cards} card{'s are' if self.cards > 1 else ' is'} removed, unseen."


@frozen(kw_only=True)
class RemoveCards(Phase):
    """Remove cards from the bottom of the stock, unseen by all.

    In a shuffled deck it makes no difference whether they are removed before or after the deal.

    Args:
        cards: how many, 0 or more.

    >>> from trickkit.model.cards import french
    >>> deal = RemoveCards(cards=2).begin(Deal.fresh(french(), players=2))
    >>> len(deal.stock), str(deal.out), str(deal.seen_by(0).out)
    (50, 'KS AS', '?? ??')
    """

    cards: int = field(validator=counted(0))

    def begin(self, deal: Deal) -> Deal:
        """The deal after the removal.

        Raises:
            InvalidRules: the stock has fewer cards.
        """
        if not self.cards:
            return deal
        if self.cards > len(deal.stock):
            raise InvalidRules(f"RemoveCards: it takes {self.cards} cards, but the stock has {len(deal.stock)}")
        removed = deal.stock[-self.cards :].mask
        return deal.changed(
            partial(_removed, deal.deck, removed),
            stock=deal.stock[: -self.cards],
            out=Hand(deal.deck, deal.out.mask | removed),
        )


def _removed(deck: Deck, removed: int) -> tuple[Event, ...]:
    """The event of removed cards, which are given as a mask."""
    cards = Hand(deck, removed).known
    return (Removed(len(cards), cards),)


@frozen
class ThrownAway(Event):
    """The cards left in the hands were thrown away, face down.

    Args:
        hands: by seat, its cards; in a view only one's own are known.

    >>> from trickkit.model.cards import french
    >>> event = ThrownAway((Hand.of(french(), ["AS"]), Hand.of(french(), ["2C"])))
    >>> str(event.seen_by(1, scored=False))
    'Thrown away: hand 0: ??; hand 1: 2C.'
    """

    hands: tuple[Hand, ...]

    def seen_by(self, seat: int | None, *, scored: bool) -> ThrownAway:
        """The event with the viewer's own cards, and only the number of the others."""
        return ThrownAway(hands_seen(self.hands, 0 if seat is None else self.hands[seat].mask))

    @property
    def out_of_hands(self) -> tuple[tuple[int, str], ...]:
        """The cards that were thrown away, hand by hand."""
        return tuple([(seat, str(card)) for seat, hand in enumerate(self.hands) for card in hand])

    def __str__(self) -> str:
        return f"Thrown away: {'; '.join(f'hand {seat}: {hand}' for seat, hand in enumerate(self.hands))}."


@frozen
class ThrowAway(Phase):
    """The cards left in the hands are thrown away, face down.

    >>> from trickkit.model.chance import Chance
    >>> from trickkit.phases import DealOut
    >>> from trickkit.model.cards import french
    >>> deal = DealOut().begin(Deal.fresh(french(), players=2, size=5, chance=Chance(7)))
    >>> after = ThrowAway().begin(deal)
    >>> [len(hand) for hand in after.hands], len(after.out)
    ([0, 0], 10)
    """

    def begin(self, deal: Deal) -> Deal:
        """The deal with empty hands."""
        return deal.changed(
            ThrownAway(deal.hands),
            held=(0,) * deal.players,
            out=Hand(deal.deck, deal.out.mask | sum(deal.held)),
        )
