"""Passing cards, as compiled code."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, look2
from trickkit.batch.kernel.masks import add_faces, drop_faces, mask_from, mask_of, one_face, put_mask


@kernel(inline="source")
def begin_passing(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Let the first seat choose; False where no cards are passed in this deal."""
    row[layout.TURN] = 0
    for seat in range(tables[layout.PLAYERS]):
        put_mask(row, tables, layout.CHOSEN + seat, mask_from(tables, 0))
    row[layout.ACTOR] = 0
    put_mask(row, tables, layout.MASK, mask_of(row, tables, layout.HANDS))
    return look2(tables, layout.T_PASS_STEP, operand, row[layout.NUMBER]) != 0


@kernel(inline="source")
def choose_pass(row: Numbers, tables: Numbers, operand: int, face: int) -> bool:
    """Choose a card; whether it was the last one, upon which all are passed."""
    add_faces(row, tables, layout.CHOSEN + row[layout.ACTOR], one_face(tables, face))
    row[layout.TURN] += 1
    seat = row[layout.TURN] // look1(tables, layout.T_PASS_CARDS, operand)
    if seat == tables[layout.PLAYERS]:
        _pass_on(row, tables, look2(tables, layout.T_PASS_STEP, operand, row[layout.NUMBER]))
        return True
    row[layout.ACTOR] = seat
    chosen = mask_of(row, tables, layout.CHOSEN + seat)
    put_mask(row, tables, layout.MASK, mask_of(row, tables, layout.HANDS + seat) & ~chosen)
    return False


@kernel
def _pass_on(row: Numbers, tables: Numbers, step: int) -> None:
    """Pass the chosen cards on: the giver and the receiver of a card know where it is, and nobody else does."""
    players, held = tables[layout.PLAYERS], mask_from(tables, 0)
    for seat in range(players):
        held = held | mask_of(row, tables, layout.HANDS + seat)
    for seat in range(players):
        given = mask_of(row, tables, layout.CHOSEN + seat)
        received = mask_of(row, tables, layout.CHOSEN + (seat - step) % players)
        left, known = mask_of(row, tables, layout.HANDS + seat) & ~given, mask_of(row, tables, layout.KNOWN + seat)
        put_mask(row, tables, layout.HANDS + seat, left | received)
        put_mask(row, tables, layout.KNOWN + seat, known & (~held | left) | given | received)
    drop_faces(row, tables, layout.KNOWN + players, held)
