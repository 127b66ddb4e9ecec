"""Sets of faces, for compiled code: masks of 64 bits, and of 128 for decks of more than 64 faces.

Each kernel is written once. The width of its masks follows from the type of a game's tables: for a large deck these are
a read-only array. Numba compiles a kernel for each type on the first call with it (*specialization*), so small decks
pay nothing for large ones. In tables a wide mask takes two numbers, the lower one first; in a row the upper number is
`layout.UPPER` places after the lower one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from trickkit.batch.kernel import intrinsics, layout
from trickkit.batch.kernel.bounds import CHECKED, check_index, check_that
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers

Mask = Any
"""A set of faces, in compiled code: an integer of 64 bits in small decks, a `WideMask` in others."""

LONG, DOUBLE = ir.IntType(64), ir.IntType(128)


class WideMask(types.Type):
    """The type of masks of 128 bits."""

    def __init__(self) -> None:
        super().__init__(name="WideMask")


WIDE = WideMask()
register_model(WideMask)(lambda manager, kind: models.PrimitiveModel(manager, kind, DOUBLE))


# Functions of masks


def _define(function: Callable[..., Any], result: Any, arguments: int, code: Callable[..., Any]) -> None:
    """Define an operator on wide masks."""
    cases = [signature(result, *(WIDE,) * arguments)]
    infer_global(function)(type(f"Wide_{function.__name__}", (ConcreteTemplate,), {"cases": cases}))

    @lower_builtin(function, *(WIDE,) * arguments)
    def lowered(_context: Any, builder: Any, _signature: Any, masks: Any) -> Any:
        return code(builder, *masks)


_define(operator.and_, WIDE, 2, ir.IRBuilder.and_)
_define(operator.or_, WIDE, 2, ir.IRBuilder.or_)
_define(operator.xor, WIDE, 2, ir.IRBuilder.xor)
_define(operator.invert, WIDE, 1, ir.IRBuilder.not_)
_define(operator.not_, types.boolean, 1, lambda builder, mask: builder.icmp_unsigned("==", mask, DOUBLE(0)))
_define(bool, types.boolean, 1, lambda builder, mask: builder.icmp_unsigned("!=", mask, DOUBLE(0)))


def _of_mask(code: Callable[..., Any], result: Any = None) -> Any:
    """A function of a mask of either width; its result is a mask unless another type is given."""

    @intrinsic
    def function(_typing: Any, mask: Any) -> Any:
        kind = WIDE if mask == WIDE else types.int64
        return (result or kind)(kind), lambda context, builder, _signature, arguments: code(
            context, builder, *arguments
        )

    return function


def _of_mask_and(other: Any, code: Callable[..., Any], result: Any = None) -> Any:
    """A function of a mask of either width and a value of another type."""

    @intrinsic
    def function(_typing: Any, mask: Any, _second: Any) -> Any:
        kind = WIDE if mask == WIDE else types.int64

        def checked(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            if other == types.int64:
                check_index(context, builder, arguments[1], LONG(arguments[0].type.width))
            return code(builder, *arguments)

        return (result or kind)(kind, other), checked

    return function


def _resized(builder: Any, number: Any, kind: Any) -> Any:
    """An unsigned number converted to another width."""
    if number.type == kind:
        return number
    return builder.trunc(number, kind) if number.type.width > kind.width else builder.zext(number, kind)


def _bit_of(builder: Any, mask: Any, face: Any) -> Any:
    shifted = builder.lshr(mask, _resized(builder, face, mask.type))
    return _resized(builder, builder.and_(shifted, mask.type(1)), LONG)


def _lowest_bit(context: Any, builder: Any, mask: Any) -> Any:
    check_that(context, builder, builder.icmp_unsigned("!=", mask, mask.type(0)), "no bit is set")
    return _resized(builder, builder.cttz(mask, ir.Constant(ir.IntType(1), 1)), LONG)


def _upper_word(builder: Any, mask: Any) -> Any:
    return LONG(0) if mask.type == LONG else builder.trunc(builder.lshr(mask, DOUBLE(64)), LONG)


size: Any = _of_mask(lambda _context, builder, mask: _resized(builder, builder.ctpop(mask), LONG), types.int64)
"""How many bits of a mask are set: its population count."""
lowest: Any = _of_mask(_lowest_bit, types.int64)
"""The index of the lowest set bit of a mask that is not 0."""
rest: Any = _of_mask(lambda _context, builder, mask: builder.and_(mask, builder.sub(mask, mask.type(1))))
"""A mask without its lowest set bit."""
lower: Any = _of_mask(lambda _context, builder, mask: _resized(builder, mask, LONG), types.int64)
"""The lower 64 bits of a mask."""
upper: Any = _of_mask(lambda _context, builder, mask: _upper_word(builder, mask), types.int64)
"""The upper 64 bits of a mask; 0 if it has none."""
words_of: Any = _of_mask(lambda _context, _builder, mask: LONG(mask.type.width // 64), types.int64)
"""The number of integers that a mask takes, as a constant."""
has: Any = _of_mask_and(types.int64, _bit_of, types.int64)
"""Whether a bit of a mask is set, as 0 or 1."""
shifted: Any = _of_mask_and(
    types.int64, lambda builder, mask, bits: builder.shl(mask, _resized(builder, bits, mask.type))
)
"""A mask with its bits shifted up."""
times: Any = _of_mask_and(
    types.int64, lambda builder, mask, bit: builder.and_(mask, builder.neg(_resized(builder, bit, mask.type)))
)
"""A given mask for 1, the empty mask for 0."""


@kernel(inline="code")
def nth(mask: Mask, place: int) -> int:
    """The index of a set bit of a mask, counted from the lowest, 0."""
    if words_of(mask) > 1 and place >= size(lower(mask)):
        return 64 + intrinsics.nth(upper(mask), place - size(lower(mask)))
    return intrinsics.nth(lower(mask), place)


# Masks in tables and rows


def _width(tables: Any) -> tuple[Any, Any]:
    """The mask type of a game and its machine type, derived from the type of its tables."""
    return (types.int64, LONG) if tables.mutable else (WIDE, DOUBLE)


def _address(context: Any, builder: Any, kind: Any, array: Any, index: Any, above: int) -> Any:
    """The address of an element of a contiguous array, plus a number of places."""
    assert (kind.layout, kind.dtype) == ("C", types.int64)
    struct = context.make_array(kind)(context, builder, array)
    check_index(context, builder, index, struct.nitems)
    check_index(context, builder, builder.add(index, LONG(above)), struct.nitems)
    return builder.gep(struct.data, [index], inbounds=True)


def _loaded(builder: Any, width: Any, low: Any, high: Any) -> Any:
    if width == LONG:
        return builder.load(low)
    above = builder.shl(builder.zext(builder.load(high), DOUBLE), DOUBLE(64))
    return builder.or_(above, builder.zext(builder.load(low), DOUBLE))


@intrinsic
def _words(_typing: Any, tables: Any) -> Any:
    width = _width(tables)[1].width
    return types.int64(tables), lambda _context, _builder, _signature, _arguments: LONG(width // 64)


@intrinsic
def _mask_from(_typing: Any, tables: Any, _number: Any) -> Any:
    mask, width = _width(tables)

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _resized(builder, arguments[1], width)

    return mask(tables, types.int64), code


@intrinsic
def _mask_at(_typing: Any, tables: Any, _index: Any) -> Any:
    mask, width = _width(tables)

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        low = _address(context, builder, tables, arguments[0], arguments[1], width.width // 64 - 1)
        return _loaded(builder, width, low, builder.gep(low, [LONG(1)], inbounds=True))

    return mask(tables, types.int64), code


@intrinsic
def _mask_of(_typing: Any, row: Any, tables: Any, _place: Any) -> Any:
    mask, width = _width(tables)

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        low = _address(context, builder, row, arguments[0], arguments[2], layout.UPPER if width == DOUBLE else 0)
        return _loaded(builder, width, low, builder.gep(low, [LONG(layout.UPPER)], inbounds=True))

    return mask(row, tables, types.int64), code


@intrinsic
def _put_mask(_typing: Any, row: Any, tables: Any, _place: Any, _mask: Any) -> Any:
    mask, width = _width(tables)

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        low = _address(context, builder, row, arguments[0], arguments[2], layout.UPPER if width == DOUBLE else 0)
        builder.store(_resized(builder, arguments[3], LONG), low)
        if width == DOUBLE:
            builder.store(_upper_word(builder, arguments[3]), builder.gep(low, [LONG(layout.UPPER)], inbounds=True))
        return context.get_dummy_value()

    return types.none(row, tables, types.int64, mask), code


words: Any = _words
"""The number of integers that a mask of a game takes, given its tables, as a constant."""
mask_from: Any = _mask_from
"""A mask of a game, given its tables and the lower 64 bits of the mask."""
mask_at: Any = _mask_at
"""The mask that begins at an index in the tables of a game."""
mask_of: Any = _mask_of
"""The mask at a place in a row, given also the tables of the game."""
put_mask: Any = _put_mask
"""Write a mask to a place in a row, given also the tables of the game."""


# Look-ups of masks in tables


@kernel(inline="code")
def check_within(index: int, size: int) -> None:
    """In the test build that checks indices, refuse an index out of range."""
    if not 0 <= index < size:
        raise IndexError("index is out of bounds of a table")


@kernel(inline="code")
def check_place(tables: Numbers, table: int, begin: int, size: int) -> None:
    """In the test build that checks indices, refuse a range that exceeds a table."""
    head = layout.HEADER + layout.HEAD * table
    last = table == layout.LAST_TABLE
    end = tables.shape[0] if last else tables[head + layout.HEAD]
    if begin < 0 or begin + size > end - tables[head]:
        raise IndexError("index is out of bounds of a table")


@kernel(inline="code")
def look_mask(tables: Numbers, table: int, index: int) -> Mask:
    """A mask in a one-dimensional table."""
    if CHECKED:
        check_place(tables, table, words(tables) * index, words(tables))
    return mask_at(tables, tables[layout.HEADER + layout.HEAD * table] + words(tables) * index)


@kernel(inline="code")
def one_face(tables: Numbers, face: int) -> Mask:
    """The mask of one face."""
    return shifted(mask_from(tables, 1), face)


@kernel(inline="code")
def each_kind_once(tables: Numbers, faces: Mask) -> Mask:
    """The first face of each group of equal copies, among some faces."""
    for kind in range(tables[layout.COPIED]):
        faces = faces ^ rest(faces & look_mask(tables, layout.T_COPIES, kind))
    return faces


@kernel
def kinds_of(tables: Numbers, faces: Mask) -> Mask:
    """Some faces with all their equal copies."""
    for kind in range(tables[layout.COPIED]):
        copies = look_mask(tables, layout.T_COPIES, kind)
        if faces & copies:
            faces = faces | copies
    return faces


@kernel
def count_kinds(faces: Mask, kinds: Any, counts: Any, first: int) -> None:
    """Add faces to the counts of their kinds, in an array from an index on."""
    while faces:
        counts[first + kinds[lowest(faces)]] += 1
        faces = rest(faces)


@kernel(inline="code")
def add_faces(row: Numbers, tables: Numbers, place: int, mask: Mask) -> None:
    """Add faces to the mask at a place in a row."""
    put_mask(row, tables, place, mask_of(row, tables, place) | mask)


@kernel(inline="code")
def show_everybody(row: Numbers, tables: Numbers, mask: Mask) -> None:
    """Add faces to those known to every seat and to spectators."""
    for viewer in range(tables[layout.PLAYERS] + 1):
        add_faces(row, tables, layout.KNOWN + viewer, mask)


@kernel(inline="code")
def drop_faces(row: Numbers, tables: Numbers, place: int, mask: Mask) -> None:
    """Remove faces from the mask at a place in a row."""
    put_mask(row, tables, place, mask_of(row, tables, place) & ~mask)


@kernel(inline="code")
def clear(row: Numbers, tables: Numbers, begin: int, end: int) -> None:
    """Set places in a row to 0, including the upper words of masks."""
    for offset in range(begin, end):
        row[offset] = 0
    if words(tables) > 1:
        for offset in range(layout.UPPER + begin, layout.UPPER + end):
            row[offset] = 0
