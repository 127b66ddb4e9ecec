"""One decision in one game at a time, called from Python as cheaply as can be.

A call of compiled code spends more time on looking at its arrays than on a decision. So these functions take two whole
numbers: where in memory a block of control numbers begins, and the option. The block says where all else is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import typeof, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel, lowest
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, look2, look3
from trickkit.batch.machine.dispatch import decide
from trickkit.batch.machine.program import Program

TABLES_AT, DEPTH, ROOM, WIDTH, OPTIONS = range(5)
"""The control numbers: the address of the tables; which row is the present one, and how many there are; how long a row
is; and the options that are legal now, as bits, or -1 where the phase was explored. The rows follow."""
CONTROL = 8

ILLEGAL, FULL, OVER, NODES = -1, -2, -3, -4
"""In place of a code: the option is not legal; there is no room for another row; the deal is over; and this less the
number of a node of a phase that was explored."""
CODE_PHASE, CODE_ACTORS = 16, 8
"""In a code the seat that decides stands lowest; above it, from these bits on, all actors as bits, and the phase."""

DECK = 32
"""How many numbers at the end of a row the cards take, as they were shuffled."""


def _array_at(kind: Any) -> Any:
    """A function that gives the array at an address, of a length."""
    result = types.Array(kind, 1, "C")

    @intrinsic
    def array_at(_typing: Any, _address: Any, _length: Any) -> Any:

        def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            array = make_array(result)(context, builder)
            size = context.get_constant(types.intp, kind.bitwidth // 8)
            data = builder.inttoptr(arguments[0], context.get_value_type(kind).as_pointer())
            populate_array(array, data=data, shape=[arguments[1]], strides=[size], itemsize=size, meminfo=None)
            return array._getvalue()

        return result(types.int64, types.int64), code

    return array_at


_numbers_at: Any = _array_at(types.int64)
_bytes_at: Any = _array_at(types.uint8)


@entry
def decide_one(address: int, option: int) -> int:
    """Make a decision, in a row after the present one, which stays as it was.

    Args:
        address: of the control numbers.
        option: what is decided; -1 decides nothing and only looks at the present row.

    Returns:
        The code of what is asked now, or one of the numbers that stand in place of it.
    """
    control = _numbers_at(address, CONTROL)
    tables, width, depth = _numbers_at(control[TABLES_AT], 1 << 40), control[WIDTH], control[DEPTH]
    start = address + 8 * (CONTROL + width * depth)
    row = _numbers_at(start, width)
    if option >= 0:
        explored = look1(tables, layout.T_OPCODE, row[layout.COUNTER]) == layout.EXPLORED
        if explored and option >= row[layout.MASK]:
            return ILLEGAL
        if not explored and not row[layout.MASK] >> option & 1:
            # Of equal copies, the one that may be chosen.
            counter = row[layout.COUNTER]
            if look1(tables, layout.T_OPCODE, counter) < layout.CHOOSING:
                return ILLEGAL
            alike = row[layout.MASK] & look1(tables, layout.T_ALIKE, option)
            if not alike:
                return ILLEGAL
            if look2(tables, layout.T_CODE, counter, lowest(alike)) != look2(tables, layout.T_CODE, counter, option):
                return ILLEGAL
            option = lowest(alike)
        if depth + 1 == control[ROOM]:
            return FULL
        after = _numbers_at(start + 8 * width, width)
        for place in range(width):
            after[place] = row[place]
        row = after
        decide(row, _bytes_at(start + 8 * (2 * width - DECK), 8 * DECK), tables, option)
        control[DEPTH] = depth + 1
    seat, counter = row[layout.ACTOR], row[layout.COUNTER]
    if seat < 0:
        return OVER
    if look1(tables, layout.T_OPCODE, counter) == layout.EXPLORED:
        control[OPTIONS] = -1
        return NODES - row[layout.NODE]
    control[OPTIONS] = row[layout.MASK]
    return counter << CODE_PHASE | _actors(row, tables) << CODE_ACTORS | seat


@kernel
def _actors(row: Numbers, tables: Any) -> int:
    """All seats that may act now, as bits."""
    counter, seat = row[layout.COUNTER], row[layout.ACTOR]
    opcode, operand = look1(tables, layout.T_OPCODE, counter), look1(tables, layout.T_OPERAND, counter)
    if opcode == layout.PASS or opcode == layout.REVEAL:
        # Those that have chosen all their cards come before it.
        return (1 << tables[layout.PLAYERS]) - (1 << seat)
    if opcode == layout.CALLED:
        return look3(tables, layout.T_ORDER, operand, row[layout.STARTER], row[layout.WAITING])
    if opcode == layout.BIDS:
        found, starter, turn = 0, row[layout.STARTER], row[layout.TURN]
        first = look3(tables, layout.T_BID_GROUP, operand, starter, turn)
        while turn < look2(tables, layout.T_BID_TURNS, operand, starter):
            if look3(tables, layout.T_BID_GROUP, operand, starter, turn) != first:
                break
            found |= 1 << look3(tables, layout.T_BID_SEAT, operand, starter, turn)
            turn += 1
        return found
    return 1 << seat


@entry
def branch(block: Numbers, address: int, depth: int, options: int) -> int:
    """Begin a block of control numbers and rows with one of the rows of another block, where some options are legal.

    Gives its own address.
    """
    other = _numbers_at(address, CONTROL)
    width = other[WIDTH]
    row = _numbers_at(address + 8 * (CONTROL + width * depth), width)
    block[TABLES_AT], block[WIDTH], block[OPTIONS] = other[TABLES_AT], width, options
    block[DEPTH], block[ROOM] = 0, (block.shape[0] - CONTROL) // width
    for place in range(width):
        block[CONTROL + place] = row[place]
    own: int = block.ctypes.data
    return own


def machine_code(function: Any, *arguments: Any) -> Callable[..., int]:
    """A compiled function for arguments of the types that these have, without what looks at types when it is called."""
    kinds = tuple([typeof(argument) for argument in arguments])
    function.compile(kinds)
    entry_point: Callable[..., int] = function.overloads[kinds].entry_point
    return entry_point


def block_of(program: Program, row: Array, deck: Array, room: int) -> Array:
    """A block of control numbers and rows.

    Args:
        program: the rules, made ready.
        row: the first of the rows.
        deck: the cards as they were shuffled.
        room: for how many rows.
    """
    width = program.width + DECK
    block = np.empty(CONTROL + room * width, np.int64)
    block[:CONTROL] = program.tables.ctypes.data, 0, room, width, 0, 0, 0, 0
    block[CONTROL : CONTROL + width - DECK] = row
    block[CONTROL + width - DECK : CONTROL + width] = deck.view(np.int64)
    return block


def present(block: Array) -> Array:
    """The present row of a block."""
    start = CONTROL + block[DEPTH] * block[WIDTH]
    return block[start : start + block[WIDTH] - DECK]


def grown(block: Array) -> Array:
    """A block with twice the room."""
    more = np.empty(2 * len(block) - CONTROL, np.int64)
    more[: len(block)] = block
    more[ROOM] *= 2
    return more


@cache
def deciding() -> Callable[[int, int], int]:
    """The compiled function that decides, called without looking at types."""
    return machine_code(decide_one, 0, 0)


@cache
def branching() -> Callable[[Array, int, int, int], int]:
    """The compiled function that begins a block, likewise."""
    return machine_code(branch, np.zeros(1, np.int64), 0, 0, 0)
