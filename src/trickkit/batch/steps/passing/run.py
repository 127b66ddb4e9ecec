"""Passing cards, as compiled code."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, look2
from trickkit.batch.kernel.masks import (
    Mask,
    add_faces,
    drop_faces,
    each_kind_once,
    look_mask,
    mask_from,
    mask_of,
    one_face,
    put_mask,
    rest,
)


@kernel(inline="source")
def begin_passing(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Let the first seat choose; returns False if no cards are passed in this deal."""
    row[layout.TURN] = 0
    for seat in range(tables[layout.PLAYERS]):
        put_mask(row, tables, layout.CHOSEN + seat, mask_from(tables, 0))
    row[layout.ACTOR] = 0
    put_mask(row, tables, layout.MASK, each_kind_once(tables, mask_of(row, tables, layout.HANDS)))
    return look2(tables, layout.T_PASS_STEP, operand, row[layout.NUMBER]) != 0


@kernel(inline="source")
def choose_pass(row: Numbers, tables: Numbers, operand: int, face: int) -> bool:
    """Choose a card; returns whether it was the last one, after which all are passed."""
    add_faces(row, tables, layout.CHOSEN + row[layout.ACTOR], one_face(tables, face))
    row[layout.TURN] += 1
    seat = row[layout.TURN] // look1(tables, layout.T_PASS_CARDS, operand)
    if seat == tables[layout.PLAYERS]:
        _pass_on(row, tables, look2(tables, layout.T_PASS_STEP, operand, row[layout.NUMBER]))
        return True
    row[layout.ACTOR] = seat
    chosen = mask_of(row, tables, layout.CHOSEN + seat)
    put_mask(row, tables, layout.MASK, each_kind_once(tables, mask_of(row, tables, layout.HANDS + seat) & ~chosen))
    return False


@kernel
def _pass_on(row: Numbers, tables: Numbers, step: int) -> None:
    """Pass the chosen cards on: only the giver and the receiver of a card know where it is."""
    players, held = tables[layout.PLAYERS], mask_from(tables, 0)
    for seat in range(players):
        held = held | mask_of(row, tables, layout.HANDS + seat)
    for seat in range(players):
        given = mask_of(row, tables, layout.CHOSEN + seat)
        received = mask_of(row, tables, layout.CHOSEN + (seat - step) % players)
        put_mask(row, tables, layout.HANDS + seat, mask_of(row, tables, layout.HANDS + seat) & ~given | received)
    for seat in range(players):
        received = mask_of(row, tables, layout.CHOSEN + (seat - step) % players)
        left, known = mask_of(row, tables, layout.HANDS + seat) & ~received, mask_of(row, tables, layout.KNOWN + seat)
        there = mask_of(row, tables, layout.HANDS + (seat + step) % players)
        given = _first_copies(tables, mask_of(row, tables, layout.CHOSEN + seat), there)
        put_mask(row, tables, layout.KNOWN + seat, known & (~held | left) | given | received)
    drop_faces(row, tables, layout.KNOWN + players, held)


@kernel
def _first_copies(tables: Numbers, cards: Mask, hand: Mask) -> Mask:
    """Cards that a hand holds, replaced by its first copies of each: what leaves it later is among them."""
    for kind in range(tables[layout.COPIED]):
        copies = look_mask(tables, layout.T_COPIES, kind)
        known, first = cards & copies, hand & copies
        cards = cards & ~copies
        while known:
            cards, known, first = cards | first ^ rest(first), rest(known), rest(first)
    return cards
