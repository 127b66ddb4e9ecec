"""The hands at earlier points of a deal, found from its log alone; laws need them to judge decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from trickkit.model.deal import Deal
from trickkit.model.events import Event
from trickkit.phases.dealing import Dealt

__all__: list[str] = []


def backwards(deal: Deal) -> Iterator[tuple[Event, list[Counter[str]]]]:
    """The events of a deal from the last to the first, each with the cards that all hands held before it.

    The counters change during the iteration, and may contain zeros.

    >>> from trickkit.variants import pikoko
    >>> deal = pikoko.rules(players=3).start(seed=7).deal
    >>> [(type(event).__name__, hands[0].total()) for event, hands in backwards(deal)]
    [('TrumpTurned', 8), ('Dealt', 0), ('DealStarted', 0)]
    """
    hands = [Counter(card.text for card in hand.known) for hand in deal.hands]
    for event in reversed(deal.events):
        for card, hand in zip(event.off_stock, event.into_hands, strict=False):
            hands[hand][str(card)] -= 1
        for hand, text in event.out_of_hands:
            hands[hand][text] += 1
        for source, target, text in event.passed:
            hands[target][text] -= 1
            hands[source][text] += 1
        for hand, gave, got, _ in event.swapped:
            hands[hand][got] -= 1
            hands[hand][gave] += 1
        for hand, text in event.taken_up:
            hands[hand][text] -= 1
        if isinstance(event, Dealt):
            for held, dealt in zip(hands, event.hands, strict=True):
                held.subtract(card.text for card in dealt.known)
        yield event, hands
