"""Notes of tricks and calls, which a row has where a scoring looks at them: compiled code."""

from __future__ import annotations

import numpy as np

from trickkit.batch.kernel import layout as at
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, put
from trickkit.batch.kernel.masks import lower, mask_from, one_face, upper, words


@kernel(inline="code")
def clear_notes(s: Numbers, t: Numbers) -> None:
    """Note nothing yet."""
    if t[at.NOTED_AT]:
        s[t[at.NOTED_AT] + at.N_TRICKS] = 0
        s[t[at.NOTED_AT] + at.N_CALLS] = 0


@kernel(inline="code")
def show(s: Numbers, hand: int, face: int) -> None:
    """Write down which face a hand has played to the trick."""
    s[at.PLAYED] |= 1 << hand
    s[at.TABLE] = s[at.TABLE] & ~(255 << 8 * hand) | face << 8 * hand


@kernel
def note_trick(s: Numbers, t: Numbers, last: int, taker: int, counted: int) -> None:
    """Note a complete trick.

    Args:
        s: the row; it says which face each hand played.
        t: the tables.
        last: the hand that played last.
        taker: the hand that took it; -1 for nobody.
        counted: the hand that counts as its taker.
    """
    begin = t[at.NOTED_AT]
    place = begin + at.N_FIRST + s[begin] * (at.N_MASK + words(t))
    leader, played, faces = get(s, at.ROUND + last) >> 8 & 255, s[at.PLAYED], mask_from(t, 0)
    by_hand = np.int64(0)
    for hand in range(t[at.PLAYERS]):
        if played >> hand & 1:
            face = s[at.TABLE] >> 8 * hand & 255
            by_hand |= (face + 1) << 8 * hand
            faces = faces | one_face(t, face)
    put(s, place + at.N_WHO, leader << at.N_LEADER | (taker + 1) << at.N_TAKER | (counted + 1) << at.N_COUNTED)
    put(s, place + at.N_FACES, by_hand)
    put(s, place + at.N_MASK, lower(faces))
    if words(t) > 1:
        put(s, place + at.N_MASK + 1, upper(faces))
    s[at.PLAYED] = 0
    s[begin] += 1


@kernel
def note_call(s: Numbers, t: Numbers, word: int, hand: int) -> None:
    """Note what the seat that chooses for a hand calls, where calls are noted."""
    if t[at.CALLS_AT]:
        place = t[at.NOTED_AT] + at.N_CALLS
        seat = get(s, at.ROUND + hand) & 255
        put(s, t[at.CALLS_AT] + s[place], word << at.N_WORD | hand << at.N_HAND | seat << at.N_SEAT)
        s[place] += 1
