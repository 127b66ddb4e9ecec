"""Finds an order in which the known cards may have been dealt, in compiled code."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import entry
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.masks import mask_of
from trickkit.batch.worlds.unseen import card_mask


@entry
def in_order(tables: Numbers, known: Numbers, pile: Numbers, size: int, order: Numbers, work: Numbers) -> bool:
    """Find a possible dealing order of the cards.

    Args:
        tables: the tables of the rules.
        known: the index in a row of the masks of the cards that each hand is known to have been dealt.
        pile: the numbers of the cards that came to no hand, the next one first; -1 for unknown ones.
        size: the number of cards that each hand is dealt in all.
        order: receives the numbers of all cards.
        work: as many numbers of work space.

    Returns:
        Returns whether there is one.
    """
    count, players = order.shape[0], tables[layout.PLAYERS]
    for card in range(count):
        order[card], work[card] = -1, 0
    for hand in range(players):
        mine, position = mask_of(known, tables, layout.HANDS + hand), hand * size
        for card in range(count):
            if card_mask(tables, card) & mine:
                if work[card] or position == hand * size + size:
                    return False
                order[position], work[card] = card, 1
                position += 1
    for index in range(pile.shape[0]):
        card, position = pile[index], players * size + index
        if card >= 0:
            # Beyond the end are cards that hands will still get.
            if position >= count or work[card]:
                return False
            order[position], work[card] = card, 1
    free = 0
    for position in range(count):
        if order[position] < 0:
            while work[free]:
                free += 1
            order[position] = free
            free += 1
    return True
