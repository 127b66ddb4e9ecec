"""Who is asked next and what may be answered, outside tricks, as compiled code."""

from __future__ import annotations

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel, lowest
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, look2, look3


@kernel(inline="code")
def next_bid(row: Numbers, tables: Numbers, operand: int) -> bool:
    """The next bid; False when all are made."""
    if row[layout.TURN] == look2(tables, layout.T_BID_TURNS, operand, row[layout.STARTER]):
        return False
    seat = look3(tables, layout.T_BID_SEAT, operand, row[layout.STARTER], row[layout.TURN])
    row[layout.ACTOR] = seat
    row[layout.MASK] = look3(tables, layout.T_BID_MASK, operand, row[layout.SIZE], row[layout.SPENT + seat])
    return True


@kernel(inline="code")
def _asked(row: Numbers, tables: Numbers, operand: int) -> int:
    """The next seat that answers, of several the lowest; -1 when nobody is left."""
    if not row[layout.WAITING]:
        return -1
    return lowest(look3(tables, layout.T_ORDER, operand, row[layout.STARTER], row[layout.WAITING]))


@kernel(inline="code")
def next_called(row: Numbers, tables: Numbers, operand: int) -> bool:
    """The next estimate that is called; False when all are made."""
    seat, players, hand_size = _asked(row, tables, operand), tables[layout.PLAYERS], row[layout.SIZE]
    if seat < 0:
        return False
    row[layout.ACTOR] = seat
    row[layout.MASK] = (np.int64(2) << hand_size) - 1
    way = look1(tables, layout.T_LIMIT_WAY, operand)
    if way == 1:
        said, total = 0, 0
        for other in range(players):
            if row[layout.ESTIMATES_MADE + other] >= 0:
                said += 1
                total += row[layout.ESTIMATES_MADE + other]
        most = players * hand_size + 1
        row[layout.MASK] = look1(
            tables,
            layout.T_LIMITS,
            look2(tables, layout.T_LIMIT_START, operand, hand_size) + (seat * players + said) * most + total,
        )
    elif way == 2:
        found = 0
        for other in range(players):
            found = found * (hand_size + 2) + row[layout.ESTIMATES_MADE + other] + 1
        every = (hand_size + 2) ** players
        row[layout.MASK] = look1(
            tables, layout.T_LIMITS, look2(tables, layout.T_LIMIT_START, operand, hand_size) + seat * every + found
        )
    return True


@kernel
def next_asked(row: Numbers, tables: Numbers, opcode: int, operand: int) -> bool:
    """The next seat that may double, or buy; False when nobody is left."""
    seat = _asked(row, tables, operand)
    if seat < 0:
        return False
    row[layout.ACTOR] = seat
    row[layout.MASK] = 3
    if opcode == layout.BUY:
        row[layout.MASK] = 1 << tables[layout.SUITS]
        if not look2(tables, layout.T_POLL, operand, 1) or row[layout.TOTALS + seat] >= look2(
            tables, layout.T_POLL, operand, 0
        ):
            row[layout.MASK] = (2 << tables[layout.SUITS]) - 1
            if not look2(tables, layout.T_POLL, operand, 2) and row[layout.TRUMP] < tables[layout.SUITS]:
                row[layout.MASK] &= ~(1 << row[layout.TRUMP])
    return True


@kernel
def pass_on(row: Numbers, tables: Numbers, step: int) -> None:
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
