"""Counts the cards in hands, and the stock cards that a seat knows, in compiled code."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.masks import lowest, mask_at, mask_of, rest, size
from trickkit.batch.steps.tableau.run import laid_in_turn


@entry
def whereabouts(tables: Numbers, rows: Any, seats: Any, kinds: Any, held: Any, stock: Any) -> None:
    """Count the cards of hands and the stock cards that seats know, into arrays of zeros.

    Args:
        tables: the tables of the rules.
        rows: the positions of the deals.
        seats: by row, the seat.
        kinds: by face, the number of its kind.
        held: by row and hand, the number of its cards, including cards laid in secret.
        stock: by row and kind, the number of stock cards that the seat knows.
    """
    players = tables[layout.PLAYERS]
    for index in range(rows.shape[0]):
        row = rows[index]
        if tables[layout.SLOTTED]:
            held_in_slots(row, tables, held[index])
            continue
        left = mask_of(row, tables, layout.KNOWN + seats[index])
        for offset in (layout.OUT, layout.LAID, layout.AWAY):
            left = left & ~mask_of(row, tables, offset)
        for hand in range(players):
            cards = mask_of(row, tables, layout.HANDS + hand)
            held[index, hand] = size(cards & mask_at(tables, layout.FIRSTS))
            left = left & ~cards
        while left:
            stock[index, kinds[lowest(left)]] += 1
            left = rest(left)


@kernel
def held_in_slots(row: Any, tables: Numbers, held: Any) -> None:
    """Count the cards in hands that are stored card by card; in such games no stock card is known."""
    each = laid_in_turn(row, tables)
    for hand in range(tables[layout.PLAYERS]):
        # The cards that a seat lays in the current turn come first among those in front of it.
        secret = min(max(row[layout.TURN] - hand * each, 0), each)
        for half in range(2):
            cards = row[layout.HELD + layout.PACKED * hand + half]
            for byte in range(8):
                held[hand] += (cards >> 8 * byte & 255) != 0
        held[hand] += secret
