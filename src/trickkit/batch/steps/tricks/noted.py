"""Records tricks and calls in a row if a scoring reads them, in compiled code."""

from __future__ import annotations

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, put
from trickkit.batch.kernel.masks import lower, mask_from, one_face, upper, words


@kernel(inline="code")
def clear_notes(row: Numbers, tables: Numbers) -> None:
    """Clear the notes."""
    if tables[layout.NOTED_AT]:
        row[tables[layout.NOTED_AT] + layout.N_TRICKS] = 0
        row[tables[layout.NOTED_AT] + layout.N_CALLS] = 0


@kernel(inline="code")
def show(row: Numbers, hand: int, face: int) -> None:
    """Record the face that a hand has played to the trick."""
    row[layout.PLAYED] |= 1 << hand
    row[layout.TABLE] = row[layout.TABLE] & ~(255 << 8 * hand) | face << 8 * hand


@kernel(inline="code")
def note_trick(row: Numbers, tables: Numbers, leader: int, taker: int, counted: int) -> None:
    """Record a complete trick.

    Args:
        s: the row, which has the face that each hand played.
        t: the tables.
        leader: the hand that led it.
        taker: the hand that took it; -1 for nobody.
        counted: the hand that counts as its taker.
    """
    begin = tables[layout.NOTED_AT]
    column = begin + layout.N_FIRST + row[begin] * (layout.N_MASK + words(tables))
    played, faces = row[layout.PLAYED], mask_from(tables, 0)
    by_hand = np.int64(0)
    for hand in range(tables[layout.PLAYERS]):
        if played >> hand & 1:
            face = row[layout.TABLE] >> 8 * hand & 255
            by_hand |= (face + 1) << 8 * hand
            faces = faces | one_face(tables, face)
    put(
        row,
        column + layout.N_WHO,
        leader << layout.N_LEADER | (taker + 1) << layout.N_TAKER | (counted + 1) << layout.N_COUNTED,
    )
    put(row, column + layout.N_FACES, by_hand)
    put(row, column + layout.N_MASK, lower(faces))
    if words(tables) > 1:
        put(row, column + layout.N_MASK + 1, upper(faces))
    row[layout.PLAYED] = 0
    row[begin] += 1


@kernel
def note_call(row: Numbers, tables: Numbers, word: int, hand: int) -> None:
    """Record a call of the seat that chooses for a hand, if calls are recorded."""
    if tables[layout.CALLS_AT]:
        column = tables[layout.NOTED_AT] + layout.N_CALLS
        seat = get(row, layout.ROUND + hand) & 255
        put(
            row,
            tables[layout.CALLS_AT] + row[column],
            word << layout.N_WORD | hand << layout.N_HAND | seat << layout.N_SEAT,
        )
        row[column] += 1
