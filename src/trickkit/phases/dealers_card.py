"""Trump by the last card dealt, which is the dealer's and is turned up before the dealer takes it."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.cards import Card, Suit
from trickkit.model.chance import HOLE, Chance, Stacked
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.phases.base import Phase
from trickkit.phases.turning import Cut
from trickkit.policies.trump import TrumpFrom, TurnedCard, in_words

__all__ = ["DealersCard", "DealersCardTurned"]


@frozen
class DealersCardTurned(Event):
    """The card that the dealer is dealt last was turned up.

    Args:
        dealer: the seat that gets the card.
        card: the card.
        trump: the suit it makes trump, or None.

    >>> from trickkit.model.cards import french
    >>> str(DealersCardTurned(2, french().card("AS"), french().suits[3]))
    'AS, the last card of seat 2, is turned up: spades is trump.'
    """

    dealer: int
    card: Card
    trump: Suit | None

    def __str__(self) -> str:
        return f"{self.card}, the last card of seat {self.dealer}, is turned up: {in_words(self.trump)}."


@frozen(kw_only=True)
class DealersCard(Phase):
    """Turn up the card that the dealer will be dealt last; it may make a suit trump, and everybody knows who has it.

    The phase comes before the one that deals. The starter of the deal is its dealer.

    Args:
        trump: which suit the card makes trump.

    >>> from trickkit.model.cards import french
    >>> from trickkit.model.chance import Chance
    >>> from trickkit.phases import DealOut
    >>> deal = Deal.fresh(french(), players=4, size=13, starter=2, chance=Chance(7), stacked=Stacked(turned="AS"))
    >>> dealt = DealOut().begin(DealersCard().begin(deal))
    >>> str(dealt.trump), "AS" in dealt.hands[2], "AS" in dealt.seen_by(0).hands[2]
    ('spades', True, True)
    """

    record: ClassVar[type[Record]] = Cut

    trump: TrumpFrom = field(default=TurnedCard(), validator=is_a(TrumpFrom))

    def turns(self, size: int) -> str:
        return "pack"

    def begin(self, deal: Deal) -> Deal:
        """The deal with its trump.

        Raises:
            InvalidRules: a card is fixed by hand that the dealer cannot get.
        """
        if deal.chance is None:
            raise InvalidRules("a deal of a view has no source of chance, so no last card can be turned up")
        stacked = deal.stacked or Stacked()
        hands = [[HOLE] * deal.size if hand is None else [*hand] for hand in stacked.hands or [None] * deal.players]
        mine = hands[deal.starter]
        card, chance = self._card(deal, deal.chance, stacked, hands)
        if card.text not in mine:
            if HOLE not in mine or any(card.text in hand for hand in (*hands, stacked.stock)):
                raise InvalidRules(
                    f"{card} is turned up, but the hand of the dealer, seat {deal.starter}, is fixed without it",
                    seat=deal.starter,
                )
            mine[mine.index(HOLE)] = card.text
        trump, known = self.trump.of(deal).trump(card), deal.deck.mask([card.text])
        return deal.with_record(
            Cut(card),
            DealersCardTurned(deal.starter, card, trump),
            trump=trump,
            chance=chance,
            stacked=evolve(stacked, hands=hands, turned=None),
            known=tuple([mask | known for mask in deal.known]),
        )

    def _card(self, deal: Deal, chance: Chance, stacked: Stacked, hands: list[list[str]]) -> tuple[Card, Chance]:
        """The card to turn up: a fixed one, the last one of a completely fixed hand, or otherwise a random one."""
        mine = hands[deal.starter]
        if stacked.turned is not None:
            return deal.deck.card(stacked.turned), chance.after
        if HOLE not in mine:
            return deal.deck.card(mine[-1]), chance.after
        order, after = chance.shuffle(len(deal.deck))
        fixed = {text for hand in (*hands, stacked.stock) for text in hand}
        return next(card for card in (deal.deck.cards[index] for index in order) if card.text not in fixed), after
