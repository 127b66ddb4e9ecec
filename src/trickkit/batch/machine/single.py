"""Single games, played decision by decision in compiled code.

A game is a block of numbers: the control numbers, the chosen options, the decisions in the form in which lanes store
them, the row, and earlier rows. A decision changes the row. The row is stored only before every eighth decision,
because copying a row takes longer than a decision; rows in between are recomputed by making the decisions again.
Compiled functions receive the address of a block, because reading an array object would also take longer.

Decks of more than 64 faces have tables of another type; therefore a block contains the address of `turn` or of
`turn_wide`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, look2, look3
from trickkit.batch.kernel.masks import has, look_mask, lower, lowest, mask_of, upper
from trickkit.batch.machine.dispatch import decide
from trickkit.batch.machine.loop import action_number
from trickkit.batch.machine.methods import address_of, bytes_at, called, fixed_numbers_at, numbers_at
from trickkit.batch.machine.program import Program

MACHINE, TABLES_AT, TABLES_SIZE, DEPTH, BASE, ROOM, WIDTH, OPTIONS, UPPER_OPTIONS, CODE, WHOLE = range(11)
"""The control numbers: the address of `turn` or `turn_wide`; the address and the length of the tables; the number of
decisions made, the number of those that cannot be taken back, and the capacity; the length of a row; the legal options,
as bits of two numbers, or LISTED; the code of the pending question, if Python is to read it; and whether the block has
all decisions of the deal."""
CONTROL = 11
GO = -1
"""In place of an option: go to a position."""
LISTED = -1
"""In place of the legal options: the phase was explored, and the options are known for each of its nodes."""
EVERY = 8
"""The row is stored before every decision whose index is a multiple of this."""

ILLEGAL, FULL, OVER, NODES = -1, -2, -3, -4
"""In place of a code: the option is not legal; there is no room for another decision; the deal is over. NODES minus the
index of a node is the code of a decision in an explored phase."""
CODE_PHASE, CODE_ACTORS = 16, 8
"""In a code the lowest bits are the deciding seat; from these bits on follow all actors, as bits, and the phase."""

DECK = 32
"""The number of places at the end of a row for the shuffled cards."""


@kernel(inline="source")
def _with_logs(address: int, control: Any) -> Any:
    """The control numbers of a block, followed by its logs of options and of packed decisions."""
    return numbers_at(address, CONTROL + 2 * control[ROOM])


@kernel(inline="code")
def _row_at(address: int, control: Any, kept: int) -> int:
    """The address of a row of a block: 0 for the current one, 1 and more for stored ones."""
    return address + 8 * (CONTROL + 2 * control[ROOM] + control[WIDTH] * kept)


@kernel(inline="code")
def _copied(source: int, target: int, width: int) -> None:
    before, after = numbers_at(source, width), numbers_at(target, width)
    for index in range(width):
        after[index] = before[index]


@kernel(inline="code")
def _looked(control: Any, row: Any, tables: Any) -> int:
    """Write the legal options of a row's pending decision; return the code of its question."""
    seat, counter = row[layout.ACTOR], row[layout.COUNTER]
    if seat < 0:
        return OVER
    if look1(tables, layout.T_OPCODE, counter) == layout.EXPLORED:
        control[OPTIONS] = control[UPPER_OPTIONS] = LISTED
        return NODES - row[layout.NODE]
    options = mask_of(row, tables, layout.MASK)
    control[OPTIONS], control[UPPER_OPTIONS] = lower(options), upper(options)
    return counter << CODE_PHASE | _actors(row, tables) << CODE_ACTORS | seat


@kernel
def _decided(address: int, tables: Numbers, option: int) -> int:
    """Make a decision; return the code of the next question.

    Args:
        address: the address of the block.
        tables: the tables of the rules.
        option: the chosen option.

    Returns:
        Returns the code of the next question, or one of the special codes; nothing changes if the option is not legal,
        or there is no room.
    """
    control = numbers_at(address, CONTROL)
    width, depth = control[WIDTH], control[DEPTH]
    start = _row_at(address, control, 0)
    row = numbers_at(start, width)
    option = _chosen(row, tables, option)
    if option < 0:
        return ILLEGAL
    if depth == control[ROOM]:
        return FULL
    if depth % EVERY == 0 or depth == control[BASE]:
        _copied(start, _row_at(address, control, 1 + depth // EVERY), width)
    counter, logs = row[layout.COUNTER], _with_logs(address, control)
    opcode = look1(tables, layout.T_OPCODE, counter)
    logs[CONTROL + depth] = option
    logs[CONTROL + control[ROOM] + depth] = (
        counter << layout.NOTED_COUNTER
        | row[layout.ACTOR] << layout.NOTED_SEAT
        | action_number(row, tables, opcode, option)
    )
    decide(row, bytes_at(start + 8 * (width - DECK), 8 * DECK), tables, option)
    control[DEPTH] = depth + 1
    return _looked(control, row, tables)


@kernel
def _chosen(row: Any, tables: Any, option: int) -> int:
    """The option itself or its choosable copy; -1 if it is not legal."""
    counter = row[layout.COUNTER]
    opcode = look1(tables, layout.T_OPCODE, counter)
    if opcode == layout.EXPLORED:
        return option if option < row[layout.MASK] else -1
    options = mask_of(row, tables, layout.MASK)
    if has(options, option):
        return option
    if opcode < layout.CHOOSING:
        return -1
    alike = options & look_mask(tables, layout.T_ALIKE, option)
    if not alike or look2(tables, layout.T_CODE, counter, lowest(alike)) != look2(
        tables, layout.T_CODE, counter, option
    ):
        return -1
    return lowest(alike)


@kernel
def _actors(row: Numbers, tables: Any) -> int:
    """All seats that may act now, as bits."""
    counter, seat = row[layout.COUNTER], row[layout.ACTOR]
    opcode, operand = look1(tables, layout.T_OPCODE, counter), look1(tables, layout.T_OPERAND, counter)
    if opcode == layout.CHOOSE:
        # Seats that have chosen all their cards are served.
        acting, queue = 0, row[layout.QUEUE] >> 4 * row[layout.SERVED]
        while queue:
            acting |= 1 << (queue & 15) - 1
            queue >>= 4
        return acting
    if opcode == layout.REVEAL:
        # Seats that have chosen all their cards come before it.
        return (1 << tables[layout.PLAYERS]) - (1 << seat)
    if opcode == layout.CALLED:
        return look3(tables, layout.T_ORDER, operand, row[layout.STARTER], row[layout.WAITING])
    if opcode == layout.BIDS:
        bidders, starter, turn = 0, row[layout.STARTER], row[layout.TURN]
        first = look3(tables, layout.T_BID_GROUP, operand, starter, turn)
        while turn < look2(tables, layout.T_BID_TURNS, operand, starter):
            if look3(tables, layout.T_BID_GROUP, operand, starter, turn) != first:
                break
            bidders |= 1 << look3(tables, layout.T_BID_SEAT, operand, starter, turn)
            turn += 1
        return bidders
    return 1 << seat


@kernel
def _gone_to(address: int, tables: Numbers, target: int, depth: int) -> int:
    """Set the current row of a block to the position after some decisions of this block or another.

    Args:
        address: the address of the block that has the stored rows.
        tables: the tables of the rules.
        target: the block whose row is set.
        depth: the number of decisions after which the position is wanted, at most the number made.

    Returns:
        Returns the code of the question there.
    """
    control, own = numbers_at(address, CONTROL), numbers_at(target, CONTROL)
    width, start = control[WIDTH], _row_at(target, own, 0)
    made, first = _with_logs(address, control), max(depth - depth % EVERY, control[BASE])
    row, cards = numbers_at(start, width), bytes_at(start + 8 * (width - DECK), 8 * DECK)
    if depth == control[DEPTH]:
        first = depth
        _copied(_row_at(address, control, 0), start, width)
    else:
        _copied(_row_at(address, control, 1 + depth // EVERY), start, width)
    for earlier in range(first, depth):
        decide(row, cards, tables, made[CONTROL + earlier])
    return _looked(own, row, tables)


@kernel
def _turned(address: int, tables: Numbers, option: int, target: int, depth: int) -> int:
    """Make a decision, or go to a position, with the tables of either width; the rest is as in `turn`."""
    return _gone_to(address, tables, target, depth) if option == GO else _decided(address, tables, option)


@entry
def turn(address: int, option: int, target: int, depth: int) -> int:
    """Make a decision, or go to a position, with a deck of at most 64 faces.

    Args:
        address: the address of a block.
        option: the chosen option, as in `_decided`; or GO, with the other arguments as in `_gone_to`.
        target: for GO, the address of the block whose row is set.
        depth: for GO, after how many decisions.

    Returns:
        Returns the code of the next question.
    """
    control = numbers_at(address, CONTROL)
    return _turned(address, numbers_at(control[TABLES_AT], control[TABLES_SIZE]), option, target, depth)


@entry
def turn_wide(address: int, option: int, target: int, depth: int) -> int:
    """As `turn`, with a deck of more than 64 faces."""
    control = numbers_at(address, CONTROL)
    return _turned(address, fixed_numbers_at(control[TABLES_AT], control[TABLES_SIZE]), option, target, depth)


@entry
def decided(address: int, option: int) -> int:
    """Make a decision in the block at an address; return the code of the next question."""
    return called(numbers_at(address, CONTROL)[MACHINE], address, option, 0, 0)


@kernel(inline="code")
def gone_to(address: int, target: int, depth: int) -> int:
    """Set the row of a block to a position of the block at an address; return the code of the question there."""
    return called(numbers_at(address, CONTROL)[MACHINE], address, GO, target, depth)


@entry
def taken_back(address: int) -> int:
    """Take back the last decision; return the code of the question before it."""
    control = numbers_at(address, CONTROL)
    depth = control[DEPTH] - 1
    code = gone_to(address, address, depth)
    control[DEPTH] = depth
    return code


@entry
def look(address: int) -> int:
    """The code of the pending question in the current row of the block at an address."""
    return gone_to(address, address, numbers_at(address, CONTROL)[DEPTH])


@entry
def branch(block: Numbers, address: int, depth: int) -> int:
    """Begin a block with the row of another one after some decisions; returns its address.

    Args:
        block: empty, of the same length as the other one.
        address: the address of the other block.
        depth: after how many decisions.
    """
    own, other = block.ctypes.data, _with_logs(address, numbers_at(address, CONTROL))
    for index in range(CONTROL):
        block[index] = other[index]
    block[DEPTH] = block[BASE] = depth
    for log in (CONTROL, CONTROL + other[ROOM]):
        for index in range(log, log + depth):
            block[index] = other[index]
    gone_to(address, own, depth)
    return own


@cache
def _machine(words: int) -> int:
    """The address of the function that makes decisions, by the number of words of a mask."""
    return address_of(turn if words == 1 else turn_wide)


def no_block() -> Array:
    """A placeholder for the block of a game that cannot be played on rows."""
    block = np.zeros(CONTROL, np.int64)
    block[OPTIONS] = block[UPPER_OPTIONS] = LISTED
    return block


def block_of(program: Program, row: Array, deck: Array, room: int, *, whole: bool) -> Array:
    """A block without decisions.

    Args:
        program: the compiled rules.
        row: the current row.
        deck: the cards as they were shuffled.
        room: capacity, in decisions.
        whole: whether no decision of the deal has been made yet.
    """
    width = program.width + DECK
    block = _blank(width, room)
    tables = program.tables.ctypes.data, len(program.tables)
    block[:CONTROL] = _machine(program.words), *tables, 0, 0, room, width, 0, 0, 0, whole
    block[_rows(room) : _rows(room) + width] = np.concatenate([row, deck.view(np.int64)])
    return block


def _blank(width: int, room: int) -> Array:
    """An empty block for rows of a width and a number of decisions."""
    return np.empty(_rows(room) + width * (1 + -(-room // EVERY)), np.int64)


def _rows(room: int) -> int:
    """The index in a block of its rows, the current one first."""
    return CONTROL + 2 * room


def present(block: Array) -> Array:
    """The current row of a block."""
    start = _rows(block[ROOM])
    return block[start : start + block[WIDTH] - DECK]


def shuffled(block: Array) -> Array:
    """The shuffled cards of a block's deal."""
    start = _rows(block[ROOM])
    return block[start : start + block[WIDTH]][-DECK:].view(np.uint8)


def noted(block: Array) -> Array:
    """The decisions of a block, as `layout` packs them."""
    start = CONTROL + block[ROOM]
    return block[start : start + block[DEPTH]]


def grown(block: Array) -> Array:
    """A block with twice the capacity."""
    room = int(block[ROOM])
    more = _blank(int(block[WIDTH]), 2 * room)
    more[: CONTROL + room] = block[: CONTROL + room]
    more[ROOM] = 2 * room
    more[CONTROL + 2 * room :][:room] = block[CONTROL + room :][:room]
    rows = block[_rows(room) :]
    more[_rows(2 * room) :][: len(rows)] = rows
    return more
