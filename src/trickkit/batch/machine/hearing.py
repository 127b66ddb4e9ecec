"""The decisions of a deal that a seat has heard, found by compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, look2, look3
from trickkit.batch.machine.dispatch import opcode_of
from trickkit.batch.steps.choosing.run import TOGETHER


@entry
def heard_decisions(tables: Numbers, rows: Any, made: Any, phases: Any, heard: Any) -> None:
    """Write the decisions of current deals that seats have heard.

    Cards that another seat chose and that were shown together are sorted by the numbers of their actions.

    Args:
        tables: the tables of the rules.
        rows: the positions of the deals, reduced to the places in `layout.HEARING`, with the hearing seat in place of
            the actor.
        made: by row and decision: the decision, as `layout` packs it.
        phases: by phase, its number.
        heard: by row and decision, receives the seat, the phase, and the number of the action or -1 if it is unknown.
            It must be filled with -1, and stays -1 after the last decision.
    """
    for row in range(rows.shape[0]):
        now, viewer, decisions = rows[row, 0], rows[row, 1], rows[row, 2]
        turn, deal, starter = rows[row, 3], rows[row, 4], rows[row, 5]
        first, before = 0, np.int64(-1)
        open_ones = decisions - pending(tables, now, turn, starter, rows[row, 6])
        for decision in range(decisions):
            noted = np.int64(made[row, decision])
            counter, seat = noted >> layout.NOTED_COUNTER, noted >> layout.NOTED_SEAT & 255
            action = noted & layout.NOTED_ACTION
            if noted >> layout.NOTED_SEAT != before:
                first, before = decision, noted >> layout.NOTED_SEAT
            heard[row, decision, 0] = seat
            heard[row, decision, 1] = phases[counter]
            if seat == viewer:
                heard[row, decision, 2] = action
                continue
            opcode = look1(tables, layout.T_OPCODE, counter)
            if decision >= open_ones or not told(tables, opcode, counter, deal, seat, viewer):
                heard[row, decision, 2] = -1
                continue
            index = decision
            if opcode == layout.REVEAL or (opcode == layout.CHOOSE and _together(tables, counter)):
                while index > first and heard[row, index - 1, 2] > action:
                    heard[row, index, 2] = heard[row, index - 1, 2]
                    index -= 1
            heard[row, index, 2] = action


@kernel
def pending(tables: Numbers, counter: int, turn: int, starter: int, node: int) -> int:
    """The number of last decisions that stay secret until all seats of the phase have decided."""
    if counter == tables[layout.PHASES]:
        return 0
    opcode, operand = look1(tables, layout.T_OPCODE, counter), look1(tables, layout.T_OPERAND, counter)
    if opcode == layout.BIDS:
        return turn - look3(tables, layout.T_BID_GROUP, operand, starter, turn)
    if opcode == layout.EXPLORED:
        return look1(tables, layout.T_NODES, node + layout.PENDING_OF)
    if opcode == layout.CHOOSE or opcode == layout.REVEAL:
        return turn
    return 0


@kernel
def _together(tables: Numbers, counter: int) -> bool:
    """Whether a seat chooses several cards before any of them goes."""
    return look2(tables, layout.T_CHOOSE, look1(tables, layout.T_OPERAND, counter), TOGETHER) != 0


@kernel
def secret_estimates(row: Any, tables: Numbers) -> int:
    """The seats whose estimates are still secret, as bits."""
    if row[layout.COUNTER] + 1 != tables[layout.ESTIMATING]:
        return 0
    return look1(tables, layout.T_NODES, row[layout.NODE] + layout.SECRET_OF)


@kernel
def secret_bids(row: Any, tables: Numbers) -> int:
    """The seats whose bids on others' tricks and their own are still secret, as bits, where bids are explored."""
    return secret_estimates(row, tables) if tables[layout.MUTUAL] else 0


@kernel
def first_secret_bid(row: Any, tables: Numbers) -> int:
    """The turn of the first bid that is still secret; the current turn if none is."""
    turn = row[layout.TURN]
    if opcode_of(row, tables) != layout.BIDS:
        return turn
    return turn - pending(tables, row[layout.COUNTER], turn, row[layout.STARTER], row[layout.NODE])


@kernel
def bid_in(row: Any, tables: Numbers, turn: int) -> tuple[int, int]:
    """The bidder in a turn of the current bidding, and the seat bid upon."""
    operand, starter = look1(tables, layout.T_OPERAND, row[layout.COUNTER]), row[layout.STARTER]
    seat = look3(tables, layout.T_BID_SEAT, operand, starter, turn)
    return seat, look3(tables, layout.T_BID_SUBJECT, operand, starter, turn)


@kernel
def told(tables: Numbers, opcode: int, counter: int, deal: int, seat: int, viewer: int) -> bool:
    """Whether a viewer hears another seat's decision once it is no longer secret."""
    if opcode == layout.CHOOSE:
        hears = look2(tables, layout.T_HEARS, look1(tables, layout.T_OPERAND, counter), deal)
        return (hears >> 8 * seat >> viewer & 1) != 0
    if opcode == layout.EXPLORED or opcode == layout.POWER:
        return (look1(tables, layout.T_TOLD, counter) >> 8 * seat >> viewer & 1) != 0
    return True
