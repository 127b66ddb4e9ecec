"""Bids on everybody, and estimates called one after the other, in compiled code."""

from __future__ import annotations

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel, lowest
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look1, look2, look3
from trickkit.batch.kernel.masks import mask_from, put_mask
from trickkit.batch.steps.explored.run import looked
from trickkit.errors import InvalidRules


@kernel(inline="code")
def _next_bid(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Ask for the next bid; returns False when all are made."""
    if row[layout.TURN] == look2(tables, layout.T_BID_TURNS, operand, row[layout.STARTER]):
        return False
    seat = look3(tables, layout.T_BID_SEAT, operand, row[layout.STARTER], row[layout.TURN])
    row[layout.ACTOR] = seat
    bids = look3(tables, layout.T_BID_MASK, operand, row[layout.SIZE], row[layout.SPENT + seat])
    put_mask(row, tables, layout.MASK, mask_from(tables, bids))
    return True


@kernel(inline="code")
def _next_seat(row: Numbers, tables: Numbers, operand: int) -> int:
    """The next seat to answer, the lowest of several; -1 when nobody is left."""
    if not row[layout.WAITING]:
        return -1
    return lowest(look3(tables, layout.T_ORDER, operand, row[layout.STARTER], row[layout.WAITING]))


@kernel(inline="code")
def _next_called(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Ask for the next estimate; returns False when all are made."""
    seat, players, hand_size = _next_seat(row, tables, operand), tables[layout.PLAYERS], row[layout.SIZE]
    if seat < 0:
        return False
    row[layout.ACTOR] = seat
    numbers = (np.int64(2) << hand_size) - 1
    way = look1(tables, layout.T_LIMIT_WAY, operand)
    if way == 1:
        count, total = 0, 0
        for other in range(players):
            if row[layout.ESTIMATES_MADE + other] >= 0:
                count += 1
                total += row[layout.ESTIMATES_MADE + other]
        most = players * hand_size + 1
        numbers = look1(
            tables,
            layout.T_LIMITS,
            look2(tables, layout.T_LIMIT_START, operand, hand_size) + (seat * players + count) * most + total,
        )
    elif way == 2:
        code = 0
        for other in range(players):
            code = code * (hand_size + 2) + row[layout.ESTIMATES_MADE + other] + 1
        every = (hand_size + 2) ** players
        numbers = look1(
            tables, layout.T_LIMITS, look2(tables, layout.T_LIMIT_START, operand, hand_size) + seat * every + code
        )
    elif way == 3:
        turn = (seat << players) + row[layout.WAITING]
        begin = look2(tables, layout.T_LIMIT_START, operand, hand_size) + turn * (hand_size + 1)
        numbers = _numbers(row, tables, begin, hand_size)
    put_mask(row, tables, layout.MASK, mask_from(tables, numbers))
    return True


@kernel
def _numbers(row: Numbers, tables: Numbers, begin: int, most: int) -> int:
    """The numbers that may be said, as bits, each found by walking the diagram of the questions on which it depends."""
    nodes, numbers = tables[layout.HEADER + layout.HEAD * layout.T_NODES], 0
    for bid in range(most + 1):
        offset = nodes + look1(tables, layout.T_LIMITS, begin + bid)
        while get(tables, offset) == layout.ASK:
            offset = nodes + get(tables, offset + 4 + looked(row, tables, nodes, offset))
        numbers |= get(tables, offset + 2)
    if not numbers:
        raise InvalidRules("CallEstimates: the limits leave a seat no number; play a single deal to see which")
    return numbers


@kernel(inline="source")
def begin_bids(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Begin bids; returns False if there are none."""
    row[layout.TURN] = 0
    return _next_bid(row, tables, operand)


@kernel(inline="source")
def begin_called(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Begin estimates that are called in turn; returns False if there are none."""
    row[layout.WAITING] = (1 << tables[layout.PLAYERS]) - 1
    return _next_called(row, tables, operand)


@kernel(inline="source")
def bid(row: Numbers, tables: Numbers, operand: int, option: int) -> bool:
    """Bid; returns whether it was the last bid."""
    seat = row[layout.ACTOR]
    subject = look3(tables, layout.T_BID_SUBJECT, operand, row[layout.STARTER], row[layout.TURN])
    row[layout.BIDS_MADE + seat * layout.SEATS + subject] = option
    row[layout.SPENT + seat] += option
    row[layout.TURN] += 1
    return not _next_bid(row, tables, operand)


@kernel(inline="source")
def call_estimate(row: Numbers, tables: Numbers, operand: int, option: int) -> bool:
    """Call an estimate; returns whether it was the last one."""
    row[layout.ESTIMATES_MADE + row[layout.ACTOR]] = option
    row[layout.WAITING] &= ~(1 << row[layout.ACTOR])
    return not _next_called(row, tables, operand)
