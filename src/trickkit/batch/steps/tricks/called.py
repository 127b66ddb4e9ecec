"""Calls in tricks, in compiled code: what may be called, and the effects of calls."""

from __future__ import annotations

from trickkit.batch.kernel import intrinsics, layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look2
from trickkit.batch.kernel.masks import Mask, look_mask, mask_of, one_face, show_everybody
from trickkit.batch.steps.explored.run import walk
from trickkit.batch.steps.tricks.noted import note_call

NOTED_LEADS = 8


@kernel(inline="code")
def calls_from(row: Numbers, tables: Numbers) -> int:
    """The option number of the first call if calls may be made; otherwise 0."""
    return look2(tables, layout.T_READS, row[layout.PLACE], 5)


@kernel(inline="code")
def calls_of(row: Numbers, tables: Numbers) -> int:
    """The number of different calls."""
    return look2(tables, layout.T_READS, row[layout.PLACE], 6)


@kernel(inline="code")
def may_call(row: Numbers, tables: Numbers, hand: int) -> Mask:
    """What may be called before the next card of a hand, as bits above the faces."""
    walk(row, tables, look2(tables, layout.T_TURNS, row[layout.CALLS], hand))
    return look_mask(tables, layout.T_MAY_CALL, row[layout.MAY_CALL])


@kernel
def may_play_shown(row: Numbers, tables: Numbers, may: Mask, faces: Mask, hand: int) -> Mask:
    """The calls among some that remain possible: a call may require that a card which it shows can be played."""
    playing, words = look2(tables, layout.T_READS, row[layout.PLACE], 9), calls_of(row, tables)
    for word in range(words):
        call = one_face(tables, calls_from(row, tables) + word)
        if playing >> word & 1 and may & call:
            walk(row, tables, look2(tables, layout.T_SHOWN, row[layout.CALLS_SHOW], words * hand + word))
            if not mask_of(row, tables, layout.SHOWS) & faces:
                may = may & ~call
    return may


@kernel
def call(row: Numbers, tables: Numbers, word: int, words: int, hand: int) -> None:
    """Make a call; everybody sees the cards of the hand that it shows."""
    note_call(row, tables, word, hand)
    walk(row, tables, look2(tables, layout.T_SHOWN, row[layout.CALLS_SHOW], words * hand + word))
    shown = mask_of(row, tables, layout.SHOWS) & mask_of(row, tables, layout.HANDS + hand)
    show_everybody(row, tables, shown)
    effect = look2(tables, layout.T_SHOWN, row[layout.CALLS_SHOW], words * (tables[layout.PLAYERS] + hand) + word)
    if effect:
        walk(row, tables, effect)
    row[layout.CALLS] = look2(tables, layout.T_CALLS, row[layout.MAY_CALL], word)


@kernel(inline="code")
def next_turn(row: Numbers, tables: Numbers) -> None:
    """Reset calls whose meaning is limited to their turn, once a card is played."""
    after = look2(tables, layout.T_TURNS, row[layout.CALLS], tables[layout.PLAYERS])
    if after >= 0:
        row[layout.CALLS] = after


@kernel(inline="code")
def note_lead(row: Numbers, number: int, face: int) -> None:
    """Record the face that is led to one of the first tricks, whose number is given as a bit."""
    if number < 1 << NOTED_LEADS:
        row[layout.LEADS] |= face << 8 * intrinsics.lowest(number)
