"""Removes the cards that a seat has not seen from a row, in compiled code, which leaves the contents of a view."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.masks import Mask, drop_faces, mask_at, mask_of, size, words
from trickkit.batch.worlds.plan import AWAY, AWAY_BY, STOCK


class Listed(NamedTuple):
    """The cards that a seat has not seen, with their places, as in `Plan`; each array has spare room.

    Args:
        cards: (cards,), int64: their numbers in the deck.
        stock: (cards,), int64: the indices in the deck of those that have come to no hand.
        takers: (places, 3), int64: as in `Plan`: hands, then AWAY_BY, AWAY and STOCK, as one group.
        counts: (5,), int64: 0; the number of cards; 1, as all places may have them; the number of cards in the stock;
            and the number of places.
    """

    cards: Array
    stock: Array
    takers: Array
    counts: Array

    @classmethod
    def room(cls, cards: int) -> Listed:
        """Allocate the arrays for a deck of some cards."""
        lists = np.empty((2, cards), np.int64)
        return cls(lists[0], lists[1], np.empty((2 * layout.SEATS + 2, 3), np.int64), np.empty(5, np.int64))


@entry
def take_out(tables: Numbers, row: Numbers, deck: Any, seat: int, listed: Listed) -> int:
    """Remove the cards that a seat has not seen from hands and from those laid away, and list them.

    Args:
        tables: the tables of the rules.
        row: the position of the deal.
        deck: the cards as they were dealt.
        seat: 0..players-1, or the number of players for a spectator.
        listed: receives the cards.

    Returns:
        Returns the number of cards that are neither in hands, nor laid away, nor in the stock.
    """
    players, known, placed = tables[layout.PLAYERS], mask_of(row, tables, layout.KNOWN + seat), 0
    # A played card may have been unknown before.
    known = known | mask_of(row, tables, layout.OUT) | mask_of(row, tables, layout.LAID)
    listed.counts[0], listed.counts[2], listed.counts[4] = 0, 1, 0
    cards = 0
    for card in range(tables[layout.CARDS]):
        if not card_mask(tables, card) & known:
            listed.cards[cards] = card
            cards += 1
    for hand in range(players):
        unseen = mask_of(row, tables, layout.HANDS + hand) & ~known
        drop_faces(row, tables, layout.HANDS + hand, unseen)
        drop_faces(row, tables, layout.HELD_FIRST + hand, unseen)
        placed += _listed_place(listed, hand, size(unseen & mask_at(tables, layout.FIRSTS)))
    if tables[layout.BY_SEAT]:
        for hand in range(players):
            unseen = mask_of(row, tables, layout.CHOSEN + hand) & mask_of(row, tables, layout.AWAY) & ~known
            drop_faces(row, tables, layout.CHOSEN + hand, unseen)
            drop_faces(row, tables, layout.AWAY, unseen)
            placed += _listed_place(listed, AWAY_BY + hand, size(unseen & mask_at(tables, layout.FIRSTS)))
    unseen = mask_of(row, tables, layout.AWAY) & ~known
    drop_faces(row, tables, layout.AWAY, unseen)
    placed += _listed_place(listed, AWAY, size(unseen & mask_at(tables, layout.FIRSTS)))
    placed += _listed_place(listed, STOCK, list_stock(tables, row, deck, known, listed))
    listed.counts[1] = cards
    return cards - placed


@kernel
def _listed_place(listed: Listed, place: int, cards: int) -> int:
    """List a place that gets cards; returns the number of cards."""
    if cards:
        index = listed.counts[4]
        listed.takers[index, 0], listed.takers[index, 1], listed.takers[index, 2] = place, 0, cards
        listed.counts[4] += 1
    return cards


@kernel
def list_stock(tables: Numbers, row: Numbers, deck: Any, known: Mask, listed: Listed) -> int:
    """List the cards that have come to no hand, except known ones; returns the number of cards."""
    players, each, stock = tables[layout.PLAYERS], row[layout.SIZE], 0
    swapped = row[layout.END] - 1 if mask_of(row, tables, layout.BOTTOM) else -1
    for index in range(tables[layout.CARDS]):
        # Cards that are still to be dealt to hands come off the pack before the rest.
        hand = index // each if each else players
        first = hand * each + row[layout.DEALT] if hand < players else players * each + row[layout.TOP]
        if index >= first and index != swapped and not card_mask(tables, deck[index]) & known:
            listed.stock[stock] = index
            stock += 1
    listed.counts[3] = stock
    return stock


@kernel(inline="code")
def card_mask(tables: Numbers, number: int) -> Any:
    """The mask of a card."""
    return mask_at(tables, tables[layout.HEADER + layout.HEAD * layout.T_CARD_MASK] + words(tables) * number)
