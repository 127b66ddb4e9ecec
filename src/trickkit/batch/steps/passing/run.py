"""Passing cards, as compiled code."""

from __future__ import annotations

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, look2


@kernel(inline="source")
def begin_passing(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Let the first seat choose; False where no cards are passed in this deal."""
    row[layout.TURN] = 0
    for seat in range(tables[layout.PLAYERS]):
        row[layout.CHOSEN + seat] = 0
    row[layout.ACTOR] = 0
    row[layout.MASK] = row[layout.HANDS]
    return look2(tables, layout.T_PASS_STEP, operand, row[layout.NUMBER]) != 0


@kernel(inline="source")
def choose_pass(row: Numbers, tables: Numbers, operand: int, face: int) -> bool:
    """Choose a card; whether it was the last one, upon which all are passed."""
    row[layout.CHOSEN + row[layout.ACTOR]] |= np.int64(1) << face
    row[layout.TURN] += 1
    seat = row[layout.TURN] // look1(tables, layout.T_PASS_CARDS, operand)
    if seat == tables[layout.PLAYERS]:
        _pass_on(row, tables, look2(tables, layout.T_PASS_STEP, operand, row[layout.NUMBER]))
        return True
    row[layout.ACTOR] = seat
    row[layout.MASK] = row[layout.HANDS + seat] & ~row[layout.CHOSEN + seat]
    return False


@kernel
def _pass_on(row: Numbers, tables: Numbers, step: int) -> None:
    """Hand on the cards that were chosen; who gave a card and who was given it know where it is."""
    players, held = tables[layout.PLAYERS], np.int64(0)
    for seat in range(players):
        held |= row[layout.HANDS + seat]
    for seat in range(players):
        given, received = row[layout.CHOSEN + seat], row[layout.CHOSEN + (seat - step) % players]
        left = row[layout.HANDS + seat] & ~given
        row[layout.HANDS + seat] = left | received
        row[layout.KNOWN + seat] = row[layout.KNOWN + seat] & (~held | left) | given | received
    row[layout.KNOWN + players] &= ~held
