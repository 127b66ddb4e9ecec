"""The seats that hold or held a card, as far as a deal shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickkit.model.chance import HOLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickkit.model.cards import Deck
    from trickkit.model.events import Event
    from trickkit.model.hands import Hand, Pile


def seen_to_hold(
    card: str, deck: Deck, hands: Sequence[Hand], others: Sequence[Hand | Pile], events: Sequence[Event]
) -> tuple[bool | None, ...]:
    """By seat, whether it holds or held a card, as far as can be seen: see `Deal.holders`."""
    shown, unseen = [0] * len(hands), [hand.hidden for hand in hands]
    for event in events:
        for hand, text in event.out_of_hands:
            shown[hand] += text == card
            unseen[hand] += text == HOLE
    for seat, cards in enumerate(hands):
        shown[seat] += card in cards
    places: tuple[Hand | Pile, ...] = (*hands, *others)
    seen = sum(str(held) == card for cards in places for held in cards)
    if seen == sum(copy.text == card for copy in deck):
        unseen = [0] * len(hands)
    return tuple([True if count else None if hidden else False for count, hidden in zip(shown, unseen, strict=True)])
