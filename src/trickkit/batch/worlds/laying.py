"""Sets up deals in which cards have only been played, in compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.masks import drop_faces, mask_at, mask_of, put_mask, words
from trickkit.batch.worlds.plan import AWAY, STOCK


@kernel(inline="code")
def _card(tables: Numbers, number: int) -> Any:
    """The mask of a card."""
    return mask_at(tables, tables[layout.HEADER + layout.HEAD * layout.T_CARD_MASK] + words(tables) * number)


@entry
def in_order(tables: Numbers, known: Numbers, pile: Numbers, size: int, order: Numbers, work: Numbers) -> bool:
    """Find a possible dealing order of the cards.

    Args:
        tables: of the rules.
        known: the index in a row of the masks of the cards that each hand is known to have been dealt.
        pile: the numbers of the cards that came to no hand, the next one first; -1 for unknown ones.
        size: how many cards each hand gets in the end.
        order: receives the numbers of all cards.
        work: as many numbers of work space.

    Returns:
        Returns whether there is one.
    """
    count, players = order.shape[0], tables[layout.PLAYERS]
    for number in range(count):
        order[number], work[number] = -1, 0
    for hand in range(players):
        mine, place = mask_of(known, tables, layout.HANDS + hand), hand * size
        for number in range(count):
            if _card(tables, number) & mine:
                if work[number] or place == hand * size + size:
                    return False
                order[place], work[number] = number, 1
                place += 1
    for index in range(pile.shape[0]):
        number, place = pile[index], players * size + index
        if number >= 0:
            # Beyond the end lie cards that are still to come to hands.
            if place >= count or work[number]:
                return False
            order[place], work[number] = number, 1
    free = 0
    for place in range(count):
        if order[place] < 0:
            while work[free]:
                free += 1
            order[place] = free
            free += 1
    return True


class Found(NamedTuple):
    """The cards that a seat has not seen, with their possible places; each array has spare room.

    Args:
        cards: (cards,), int64: their numbers in the deck.
        reach: (cards,), int64: the possible places of each, all of them, as in `Unseen`.
        stock: (cards,), int64: the indices in the deck of those that have come to no hand.
        wanted: (places,), int64: how many of them are in each hand, and then in the stock.
        to: (places,), int64: as in `Unseen`.
        takers: (places, 3), int64: as in `Plan`.
        counts: (3,), int64: the numbers of cards, cards in the stock and takers.
    """

    cards: Array
    reach: Array
    stock: Array
    wanted: Array
    to: Array
    takers: Array
    counts: Array

    @classmethod
    def room(cls, cards: int, hidden: Sequence[int]) -> Found:
        """Allocate the arrays, given the number of hidden cards in each hand."""
        lists, places = np.empty((3, cards), np.int64), len(hidden) + 1
        return cls(
            lists[0], lists[1], lists[2], np.array([*hidden, 0], np.int64), np.empty(places, np.int64),
            np.empty((places, 3), np.int64), np.empty(3, np.int64),
        )  # fmt: skip


@entry
def take_out(tables: Numbers, row: Numbers, deck: Any, known: Numbers, pile: Numbers, found: Found) -> bool:
    """Remove the cards that a seat has not seen from a row.

    Args:
        tables: of the rules.
        row: the position of the deal.
        deck: the cards as they were dealt.
        known: the index in a row of the masks of the cards that each hand is known to have been dealt.
        pile: as for `in_order`, without a card that came off it.
        found: receives those cards.

    Returns:
        Returns whether each place has as many cards as it must.
    """
    cards, players, hidden = found.cards, tables[layout.PLAYERS], 0
    for number in range(cards.shape[0]):
        cards[number] = 0
    for hand in range(players):
        holds, mine = mask_of(row, tables, layout.HANDS + hand), mask_of(known, tables, layout.HANDS + hand)
        unseen, held = holds & ~mine, 0
        if mine & ~holds:
            return False
        for number in range(cards.shape[0]):
            if _card(tables, number) & unseen:
                cards[number] = 1
                held += 1
        if held != found.wanted[hand]:
            return False
        hidden += held
        put_mask(row, tables, layout.HANDS + hand, mine)
        drop_faces(row, tables, layout.HELD_FIRST + hand, unseen)
    for index in range(pile.shape[0]):
        if pile[index] >= 0:
            cards[pile[index]] = 2
    if _list_stock(row, deck, players, found) != pile.shape[0]:
        return False
    _list_takers(players, found)
    count = 0
    for number in range(cards.shape[0]):
        if cards[number] == 1:
            # What is written lies before what is read.
            cards[count], found.reach[count] = number, (1 << players + 1) - 1
            count += 1
    found.counts[0] = count
    return count == hidden + found.counts[1]


@kernel
def _list_stock(row: Numbers, deck: Any, players: int, found: Found) -> int:
    """List the unseen cards that are in no hand; return how many cards have come to none."""
    size, to_come, listed = row[layout.SIZE], 0, 0
    for place in range(found.cards.shape[0]):
        # Cards that are still to be dealt to hands come off the pack before the rest.
        first = row[layout.DEALT] if place < players * size else row[layout.TOP]
        if (place % size if place < players * size else place - players * size) >= first:
            to_come += 1
            if found.cards[deck[place]] != 2:
                found.cards[deck[place]] = 1
                found.stock[listed] = place
                listed += 1
    found.counts[1] = listed
    return to_come


@kernel
def _list_takers(players: int, found: Found) -> None:
    """List the places that get cards, as one group."""
    found.wanted[players], takers = found.counts[1], 0
    for place in range(players + 1):
        found.to[place] = place
        if place == players:
            # If no more cards come from the stock, those that were in it are out of play.
            found.to[place] = STOCK if found.counts[1] else AWAY
        if found.wanted[place]:
            found.takers[takers, 0], found.takers[takers, 1] = found.to[place], 0
            found.takers[takers, 2] = found.wanted[place]
            takers += 1
    found.counts[2] = takers
