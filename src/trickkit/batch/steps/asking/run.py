"""Bids, estimates, calls and buying trump, as compiled code: each phase begins, and takes a decision."""

from __future__ import annotations

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel, lowest
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, look2, look3


@kernel(inline="code")
def _next_bid(row: Numbers, tables: Numbers, operand: int) -> bool:
    """The next bid; False when all are made."""
    if row[layout.TURN] == look2(tables, layout.T_BID_TURNS, operand, row[layout.STARTER]):
        return False
    seat = look3(tables, layout.T_BID_SEAT, operand, row[layout.STARTER], row[layout.TURN])
    row[layout.ACTOR] = seat
    row[layout.MASK] = look3(tables, layout.T_BID_MASK, operand, row[layout.SIZE], row[layout.SPENT + seat])
    return True


@kernel(inline="code")
def _next_seat(row: Numbers, tables: Numbers, operand: int) -> int:
    """The next seat that answers, of several the lowest; -1 when nobody is left."""
    if not row[layout.WAITING]:
        return -1
    return lowest(look3(tables, layout.T_ORDER, operand, row[layout.STARTER], row[layout.WAITING]))


@kernel(inline="code")
def _next_called(row: Numbers, tables: Numbers, operand: int) -> bool:
    """The next estimate that is called; False when all are made."""
    seat, players, hand_size = _next_seat(row, tables, operand), tables[layout.PLAYERS], row[layout.SIZE]
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
def _next_offer(row: Numbers, tables: Numbers, opcode: int, operand: int) -> bool:
    """The next seat that may double, or buy; False when nobody is left."""
    seat = _next_seat(row, tables, operand)
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


@kernel(inline="source")
def begin_bids(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Begin bids; False where there are none."""
    row[layout.TURN] = 0
    return _next_bid(row, tables, operand)


@kernel(inline="source")
def begin_confidence(row: Numbers, tables: Numbers, operand: int) -> None:
    """Ask the first seat whom it trusts."""
    row[layout.TURN] = 0
    row[layout.ACTOR] = 0
    row[layout.MASK] = look2(tables, layout.T_BACKS, operand, 0)


@kernel(inline="source")
def begin_estimates(row: Numbers) -> None:
    """Ask the first seat for its estimate."""
    row[layout.TURN] = 0
    row[layout.ACTOR] = 0
    row[layout.MASK] = (np.int64(2) << row[layout.SIZE]) - 1


@kernel(inline="source")
def begin_called(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Begin estimates that are called in turn; False where there are none."""
    row[layout.WAITING] = (1 << tables[layout.PLAYERS]) - 1
    return _next_called(row, tables, operand)


@kernel(inline="source")
def begin_offer(row: Numbers, tables: Numbers, opcode: int, operand: int) -> bool:
    """Offer seats to double, or to buy the trump; False where nobody is asked."""
    bought = opcode == layout.BUY and row[layout.BUYER] >= 0
    if bought or not look2(tables, layout.T_SOLD, operand, row[layout.SIZE]):
        return False
    row[layout.WAITING] = (1 << tables[layout.PLAYERS]) - 1
    return _next_offer(row, tables, opcode, operand)


@kernel(inline="source")
def bid(row: Numbers, tables: Numbers, operand: int, option: int) -> bool:
    """Bid; whether it was the last bid."""
    seat = row[layout.ACTOR]
    subject = look3(tables, layout.T_BID_SUBJECT, operand, row[layout.STARTER], row[layout.TURN])
    row[layout.BIDS_MADE + seat * layout.SEATS + subject] = option
    row[layout.SPENT + seat] += option
    row[layout.TURN] += 1
    return not _next_bid(row, tables, operand)


@kernel(inline="source")
def trust(row: Numbers, tables: Numbers, operand: int, option: int) -> bool:
    """Say whom a seat trusts; whether it was the last seat."""
    seat, players = row[layout.ACTOR], tables[layout.PLAYERS]
    row[layout.BACKS + seat] = option
    row[layout.ACTOR] = seat + 1
    row[layout.MASK] = look2(tables, layout.T_BACKS, operand, min(seat + 1, players - 1))
    return seat + 1 == players


@kernel(inline="source")
def estimate(row: Numbers, tables: Numbers, option: int) -> bool:
    """Estimate in secret; whether it was the last seat."""
    seat = row[layout.ACTOR]
    row[layout.ESTIMATES_MADE + seat] = option
    row[layout.ACTOR] = seat + 1
    return seat + 1 == tables[layout.PLAYERS]


@kernel(inline="source")
def call_estimate(row: Numbers, tables: Numbers, operand: int, option: int) -> bool:
    """Call an estimate; whether it was the last one."""
    row[layout.ESTIMATES_MADE + row[layout.ACTOR]] = option
    row[layout.WAITING] &= ~(1 << row[layout.ACTOR])
    return not _next_called(row, tables, operand)


@kernel(inline="source")
def call_double(row: Numbers, tables: Numbers, operand: int, option: int) -> bool:
    """Double, or pass; whether nobody may double any more."""
    if option == 0:
        row[layout.DOUBLES] += 1
    if option or not look2(tables, layout.T_POLL, operand, 1):
        row[layout.WAITING] &= ~(1 << row[layout.ACTOR])
    if row[layout.DOUBLES] == look2(tables, layout.T_POLL, operand, 0):
        return True
    return not _next_offer(row, tables, layout.DOUBLE, operand)


@kernel(inline="source")
def buy(row: Numbers, tables: Numbers, operand: int, option: int) -> bool:
    """Buy a trump, or pass; whether nobody may buy one any more."""
    if option < tables[layout.SUITS]:
        row[layout.TRUMP] = option
        row[layout.BUYER] = row[layout.ACTOR]
        return True
    row[layout.WAITING] &= ~(1 << row[layout.ACTOR])
    return not _next_offer(row, tables, layout.BUY, operand)
