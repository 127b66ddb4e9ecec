"""Which seats hold or held a card, as far as a deal shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickkit.model.chance import HOLE

if TYPE_CHECKING:
    from trickkit.model.deal import Deal
    from trickkit.model.hands import Hand, Pile


def seen_to_hold(deal: Deal, card: str) -> tuple[bool | None, ...]:
    """By seat, whether it holds or held a card: see `Deal.holders`."""
    copies = deal.deck.kinds.get(card) or deal.deck.mask([card])
    held = [cards & copies for cards in deal.held]
    # While all copies are still in hands, no event needs to be examined.
    return tuple([cards != 0 for cards in held]) if sum(held) == copies else _as_far_as_seen(deal, card)


def _as_far_as_seen(deal: Deal, card: str) -> tuple[bool | None, ...]:
    """The same for a deal in which some copies are not seen in hands."""
    shown, unseen = [0] * deal.players, [hand.hidden for hand in deal.hands]
    for event in deal.events:
        for hand, text in event.out_of_hands:
            shown[hand] += text == card
            unseen[hand] += text == HOLE
    for seat, cards in enumerate(deal.hands):
        shown[seat] += card in cards
    places: tuple[Hand | Pile, ...] = (*deal.hands, deal.out, deal.stock)
    seen = sum(str(one) == card for place in places for one in place)
    if seen == sum(one.text == card for one in deal.deck):
        unseen = [0] * deal.players
    return tuple([True if count else None if hidden else False for count, hidden in zip(shown, unseen, strict=True)])
