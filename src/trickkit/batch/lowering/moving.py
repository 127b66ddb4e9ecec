"""Cards that a phase shows, or moves off the stock, without examining them: the nodes that do so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from trickkit.batch.kernel import layout
from trickkit.batch.lowering.cards import Gathered, Held, Known
from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.piles import BlankPile
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.deal import Deal
from trickkit.model.hands import Pile

Nodes = tuple[tuple[int, ...], ...]
"""Nodes without their last number, the index of the next node; the last node comes first."""

CARDS = {"held", "stock", "out"}
"""The fields of a deal that say where cards are."""


def changes_cards(deal: Deal) -> bool:
    """Whether a phase has moved cards."""
    return not CARDS.isdisjoint(deal.__dict__)


def shown_cards(lowering: Lowering, name: str, deal: Deal) -> Nodes:
    """The nodes that show the cards that a phase has shown.

    Args:
        lowering: the lowering of the rules.
        name: the name of the phase.
        deal: the deal after the phase, or during it.

    Raises:
        Unsupported: it shows cards of a hand that it has not examined, and not to everybody.
    """
    if "known" not in deal.__dict__:
        return ()
    known = _known(deal)
    nodes: list[tuple[int, ...]] = [
        (layout.SHOW, layout.KNOWN + viewer, lowering.knowledge.mask(cards.added))
        for viewer, cards in enumerate(known)
        if cards.added
    ]
    of_hands, of_stock = known[0].more.held, [cards.more.places for cards in known]
    if any(cards.more.held != of_hands for cards in known):
        raise Unsupported(f"{name}: it shows some seats cards of a hand without looking at them; all may see them")
    nodes += [(layout.SHOW_HELD, layout.HANDS + hand, lowering.knowledge.mask(mask)) for hand, mask in of_hands]
    everybody = frozenset.intersection(*of_stock)
    seen = [(layout.EVERYBODY, everybody)]
    seen += [(layout.KNOWN + viewer, places - everybody) for viewer, places in enumerate(of_stock)]
    return (*nodes, *[(layout.MOVE, to, *span) for to, places in seen for span in _spans(places)])


def moved_cards(lowering: Lowering, name: str, deal: Deal) -> tuple[Nodes, tuple[int, ...], int]:
    """The nodes that move the cards that a phase has moved off the stock.

    Args:
        lowering: the lowering of the rules.
        name: the name of the phase.
        deal: the deal after the phase.

    Returns:
        The nodes; by hand, the number of cards that it got; the number of cards that left the stock.

    Raises:
        Unsupported: cards moved in another way, or a card went to two places, or to none.
    """
    lowering.refuse_slots(name)
    inside, seats, every = deal.__dict__, range(lowering.rules.players), lowering.rules.deck.all
    before: tuple[int, ...] = inside["_answers"].stock
    stock: Pile = inside.get("stock", BlankPile.of(lowering.rules.deck, inside["_answers"], before))
    left = stock.places if isinstance(stock, BlankPile) else ()
    taken = len(before) - len(left)
    if len(stock) != len(left) or left != before[taken:]:
        raise Unsupported(f"{name}: the batch engine moves cards off the top of the stock, as in stock=deal.stock[2:]")
    to: dict[int, Gathered] = {}
    for seat in seats if "held" in inside else ():
        mine = inside["held"][seat]
        mine = Gathered(mine.answers) | mine if isinstance(mine, Held) else mine
        if not isinstance(mine, Gathered) or mine.held != ((seat, every),) or mine.out:
            raise Unsupported(f"{name}: it takes cards out of a hand; the phases of the library that do so are known")
        to[layout.HANDS + seat] = mine
    if "out" in inside:
        out = inside["out"].mask
        if not isinstance(out, Gathered) or out.held or not out.out:
            raise Unsupported(f"{name}: only cards of the stock can go out of play, and they must stay there")
        to[layout.OUT] = out
    if Counter(position for cards in to.values() for position in cards.places) != Counter(before[:taken]):
        raise Unsupported(f"{name}: every card that leaves the stock goes into a hand or out of play, and to one place")
    nodes = [(layout.MOVE, layout.TOP, 0, taken)]
    for offset, cards in to.items():
        # Among the cards out of play, a row distinguishes those that everybody has seen.
        seen = frozenset.intersection(*[known.more.places for known in _known(deal)])
        unseen = cards.places - seen if offset == layout.OUT else frozenset()
        nodes += [(layout.MOVE, offset, *span) for span in _spans(cards.places - unseen)]
        nodes += [(layout.MOVE, layout.AWAY, *span) for span in _spans(unseen)]
    given = [len(to[layout.HANDS + seat].places) if layout.HANDS + seat in to else 0 for seat in seats]
    return tuple(nodes), tuple(given), taken


def _known(deal: Deal) -> tuple[Known, ...]:
    """The cards that each viewer knows after a phase."""
    return deal.known  # type: ignore[return-value]


def _spans(places: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Consecutive places as ranges, each given by its first place and the one after its last."""
    ordered = sorted(places)
    begins = [position for before, position in pairwise([-2, *ordered]) if before != position - 1]
    ends = [position + 1 for position, after in pairwise([*ordered, -1]) if after != position + 1]
    return zip(begins, ends, strict=True)
