"""The melds that hands show, in compiled code: combinations that score as often as a hand holds all their cards."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, put
from trickkit.batch.kernel.masks import Mask, mask_at, mask_from, mask_of, rest, show_everybody, size

CARDS, LISTED, WIDTH = range(3)
"""The columns of a table of combinations, which follow their number: the index of the list of its cards, and the index
of a list with the number of larger combinations, the cards of each, and the score of one, of two together, and so
on."""


@kernel
def _times(tables: Numbers, nodes: int, listed: int, cards: Mask) -> int:
    """How often some cards include all cards of a combination, given the index of their list."""
    times = 64
    for index in range(get(tables, listed)):
        times = min(times, size(cards & mask_at(tables, nodes + get(tables, listed + 1 + index))))
    return times


@kernel
def _first_of(tables: Numbers, nodes: int, listed: int, cards: Mask, times: int) -> Mask:
    """The cards of a combination that is held a number of times, the first of equal ones."""
    chosen = mask_from(tables, 0)
    for index in range(get(tables, listed)):
        left = cards & mask_at(tables, nodes + get(tables, listed + 1 + index))
        for _ in range(times):
            chosen = chosen | left ^ rest(left)
            left = rest(left)
    return chosen


@kernel
def show_melds(row: Numbers, tables: Numbers, nodes: int, seat: int, at: int, place: int) -> None:
    """Write the score of a hand's melds, and let everybody see their cards.

    Args:
        row: the position of the deal.
        tables: the tables of the rules.
        nodes: the index of the nodes.
        seat: the seat of the hand.
        at: the index of the table of combinations.
        place: the place for the points.
    """
    cards, shown, points = mask_of(row, tables, layout.HANDS + seat), mask_from(tables, 0), 0
    for index in range(get(tables, at)):
        listed = nodes + get(tables, at + 1 + WIDTH * index + CARDS)
        times, larger = _times(tables, nodes, listed, cards), 0
        if not times:
            continue
        shown = shown | _first_of(tables, nodes, listed, cards, times)
        worth = nodes + get(tables, at + 1 + WIDTH * index + LISTED)
        many = get(tables, worth)
        for other in range(many):
            larger = max(larger, _times(tables, nodes, nodes + get(tables, worth + 1 + other), cards))
        if times > larger:
            points += get(tables, worth + many + times - larger)
    put(row, place, points)
    show_everybody(row, tables, shown)
