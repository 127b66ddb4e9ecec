"""Shuffling, dealing and finding trump, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import STRIDE, drawn, high, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look2, look3, put
from trickkit.batch.kernel.masks import add_faces, look_mask, mask_at, mask_from, show_everybody, times, words
from trickkit.batch.steps.tableau.run import give


@kernel(inline="code")
def shuffle(row: Numbers, cards: Any, tables: Numbers) -> None:
    """Shuffle as many cards as may come into play, by the Fisher-Yates algorithm."""
    count, state, bits = tables[layout.CARDS], row[layout.RNG], np.int64(0)
    for index in range(count):
        put(cards, index, index)
    for index in range(min(count - 1, row[layout.SIZE] * tables[layout.PLAYERS] + tables[layout.STOCK])):
        # One random number chooses four places: the lower half of its product with a range is as random as before.
        if not index & 3:
            state += STRIDE
            bits = drawn(state)
        left = count - index
        other = index + high(bits, left)
        bits *= left
        card = get(cards, index)
        put(cards, index, get(cards, other))
        put(cards, other, card)
    row[layout.RNG] = state


@kernel(inline="code")
def deal_out(row: Numbers, cards: Any, tables: Numbers, operand: int) -> None:
    """Deal every hand a portion."""
    players, hand_size = tables[layout.PLAYERS], row[layout.SIZE]
    masks = tables[layout.HEADER + layout.HEAD * layout.T_CARD_MASK]
    dealt = row[layout.DEALT]
    upto = dealt + look3(tables, layout.T_DEAL_CARDS, operand, hand_size, dealt)
    row[layout.DEALT] = upto
    for hand in range(players):
        first = hand * hand_size
        if tables[layout.SLOTTED]:
            viewers = look2(tables, layout.T_DEAL_SEES, operand, hand) & ((1 << players) - 1)
            give(row, cards, tables, hand, first + dealt, first + upto, viewers)
            continue
        new = mask_from(tables, 0)
        for index in range(first + dealt, first + upto):
            new = new | mask_at(tables, masks + words(tables) * get(cards, index))
        add_faces(row, tables, layout.HANDS + hand, new)
        viewers = look2(tables, layout.T_DEAL_SEES, operand, hand)
        for viewer in range(players + 1):
            add_faces(row, tables, layout.KNOWN + viewer, times(new, viewers >> viewer & 1))


@kernel
def turn_up(row: Numbers, cards: Any, tables: Numbers, operand: int) -> None:
    """Turn up the top card of the stock."""
    top = row[layout.SIZE] * tables[layout.PLAYERS] + row[layout.TOP]
    if top >= row[layout.END]:
        row[layout.TRUMP] = tables[layout.SUITS]
        return
    card = cards[top]
    row[layout.SHOWN] = card
    row[layout.TOP] += 1
    add_faces(row, tables, layout.OUT, look_mask(tables, layout.T_CARD_MASK, card))
    show_everybody(row, tables, look_mask(tables, layout.T_CARD_MASK, card))
    row[layout.TRUMP] = look2(tables, layout.T_TRUMP_OF, operand, card)


@kernel(inline="source")
def cut(row: Numbers, tables: Numbers, operand: int) -> None:
    """Determine trump: the one fixed for the hand size, or otherwise that of the cut card."""
    row[layout.TRUMP] = look2(tables, layout.T_TRUMP_FIXED, operand, row[layout.SIZE])
    if row[layout.TRUMP] < 0:
        if row[layout.SHOWN] < -1:
            row[layout.SHOWN] = -2 - row[layout.SHOWN]
        row[layout.TRUMP] = look2(tables, layout.T_TRUMP_OF, operand, row[layout.SHOWN])


@kernel(inline="source")
def show_dealers_card(row: Numbers, cards: Any, tables: Numbers, operand: int) -> None:
    """Show the last card that the dealer will be dealt, unless it is given."""
    if not row[layout.STACKED]:
        row[layout.SHOWN] = cards[(row[layout.STARTER] + 1) * row[layout.SIZE] - 1]
    show_everybody(row, tables, look_mask(tables, layout.T_CARD_MASK, row[layout.SHOWN]))
    row[layout.TRUMP] = look2(tables, layout.T_TRUMP_OF, operand, row[layout.SHOWN])
