"""Showing melds as a diagram: compiled code counts the combinations in each hand, and everybody sees their cards."""

from __future__ import annotations

from collections.abc import Sequence

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.blank import BlankDeal
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.shown import Shown
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.cards import Deck
from trickkit.phases.kinds.showing import Showing
from trickkit.policies.melds import Combination
from trickkit.policies.participants import taking_part


def show(lowering: Lowering, phase: Showing) -> int:
    """Lower a phase in which seats show all their melds; returns its first node.

    Raises:
        Unsupported: its melds are not a list of combinations, or there is no room for their scores.
    """
    lowering.refuse_tableau(phase)
    name = type(phase).__name__
    if phase.combinations(lowering.rules.deck, None) is None:
        raise Unsupported(
            f"{name}: its melds are not listed; let `combinations` of the phase or of its melding list them"
        )
    points = [lowering.outcome_place(name) for _ in range(lowering.rules.players)]

    def begun(deal: BlankDeal) -> int:
        """The first node of the phase for a partially known deal."""
        seats, node = taking_part(phase.who, deal, phase), 0
        if seats:
            table = _table(lowering, phase.combinations(lowering.rules.deck, deal.trump) or ())
            for seat in reversed(seats):
                node = lowering.knowledge.node((layout.SHOW_MELDS, seat, table, points[seat], node))
        for seat in deal.seats:
            node = lowering.knowledge.node((layout.WRITE, points[seat], 0, node))
        return node

    node = lowering.knowledge.asked(name, begun)
    lowering.longest.append(0)
    lowering.knowledge.readers[phase.record] = Shown(points)
    return node


def _table(lowering: Lowering, combinations: Sequence[Combination]) -> int:
    """The index of the list of combinations, which begins with their number."""
    deck = lowering.rules.deck
    cards = [_cards(lowering, deck, combination) for combination in combinations]
    numbers = [len(combinations)]
    for combination, mine in zip(combinations, cards, strict=True):
        larger = [cards[index] for index in combination.larger]
        listed = (len(larger), *larger, *combination.totals)
        numbers += [mine, lowering.knowledge.node(listed)]
    return lowering.knowledge.node(tuple(numbers))


def _cards(lowering: Lowering, deck: Deck, combination: Combination) -> int:
    """The index of the list of masks of a combination's cards, which begins with their number."""
    masks = [lowering.knowledge.mask(deck.kinds[text]) for text in combination.cards]
    return lowering.knowledge.node((len(masks), *masks))
