"""Laying cards on a layout, in compiled code."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, put
from trickkit.batch.kernel.masks import (
    Mask,
    add_faces,
    drop_faces,
    each_kind_once,
    look_mask,
    mask_at,
    mask_from,
    mask_of,
    one_face,
    put_mask,
    show_everybody,
    words,
)
from trickkit.batch.steps.explored.run import walk

PASSING, OUTCOME, MASKS = range(3)
"""The description of a layout among the nodes: the option of a pass; the place of the outcome, 0 for none; and masks:
the faces that fit at first; then, by face, those that fit if it is laid first, and those that fit once it is laid."""


@kernel(inline="code")
def _described(row: Numbers, tables: Numbers, what: int) -> int:
    """The index of an item in the description of the deal's layout."""
    return tables[layout.HEADER + layout.HEAD * layout.T_NODES] + row[layout.STAGE] + what


@kernel(inline="code")
def _described_mask(row: Numbers, tables: Numbers, index: int) -> Mask:
    """A mask in the description of the deal's layout."""
    return mask_at(tables, _described(row, tables, MASKS) + words(tables) * index)


@kernel
def begin_laying(row: Numbers, tables: Numbers, node: int) -> bool:
    """Begin with an empty layout; returns False if the deal has none, or nobody has a card."""
    walk(row, tables, node)
    if row[layout.STAGE] < 0:
        return False
    row[layout.TURN] = 0
    outcome = get(tables, _described(row, tables, OUTCOME))
    if outcome:
        put(row, outcome, 0)
    put_mask(row, tables, layout.LAST, _described_mask(row, tables, 0))
    put_mask(row, tables, layout.KEPT, mask_from(tables, 0))
    return _next_seat(row, tables, row[layout.QUEUE])


@kernel
def _next_seat(row: Numbers, tables: Numbers, queue: int) -> bool:
    """Let the next seat with cards lay one; returns False, and ends the deal, if the layout is complete.

    Args:
        row: the position of the deal.
        tables: the tables of the rules.
        queue: the seats after the one that acted last, packed as in `layout.QUEUE`.
    """
    seats, playing, waiting = 0, 0, row[layout.QUEUE]
    while waiting:
        seats += 1
        playing += 1 if mask_of(row, tables, layout.HANDS + (waiting & 15) - 1) else 0
        waiting >>= 4
    if not playing or seats - playing >= row[layout.GOES] or row[layout.TURN] >= playing:
        row[layout.CLOSED] = 1
        return False
    while not queue or not mask_of(row, tables, layout.HANDS + (queue & 15) - 1):
        queue = queue >> 4 if queue >> 4 else row[layout.QUEUE]
    row[layout.ACTOR] = (queue & 15) - 1
    put_mask(row, tables, layout.MASK, may_lay(row, tables))
    return True


@kernel
def may_lay(row: Numbers, tables: Numbers) -> Mask:
    """The faces that the seat may lay, equal copies once; a pass if there are none."""
    fits = mask_of(row, tables, layout.LAST) & ~mask_of(row, tables, layout.KEPT)
    fits = each_kind_once(tables, fits & mask_of(row, tables, layout.HANDS + row[layout.ACTOR]))
    return fits if fits else one_face(tables, get(tables, _described(row, tables, PASSING)))


@kernel
def lay_down(row: Numbers, tables: Numbers, option: int) -> bool:
    """Lay a card, or pass; returns whether the layout is complete."""
    seat, queue = row[layout.ACTOR], row[layout.QUEUE]
    while (queue & 15) - 1 != seat:
        queue >>= 4
    if option == get(tables, _described(row, tables, PASSING)):
        row[layout.TURN] += 1
        return not _next_seat(row, tables, queue >> 4)
    row[layout.TURN] = 0
    if not mask_of(row, tables, layout.KEPT):
        put_mask(row, tables, layout.LAST, _described_mask(row, tables, 1 + 2 * option))
    add_faces(row, tables, layout.LAST, _described_mask(row, tables, 2 + 2 * option))
    add_faces(row, tables, layout.KEPT, look_mask(tables, layout.T_ALIKE, option))
    card = look_mask(tables, layout.T_FACE_CARD, option)
    drop_faces(row, tables, layout.HANDS + seat, card)
    add_faces(row, tables, layout.OUT, card)
    show_everybody(row, tables, card)
    outcome = get(tables, _described(row, tables, OUTCOME))
    if outcome and not mask_of(row, tables, layout.HANDS + seat):
        put(row, outcome, get(row, outcome) * (tables[layout.PLAYERS] + 1) + seat + 1)
    return not _next_seat(row, tables, queue >> 4)
