"""Calls in tricks, as compiled code: what may be called, and what a call does."""

from __future__ import annotations

from trickkit.batch.kernel import intrinsics
from trickkit.batch.kernel import layout as at
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look2
from trickkit.batch.kernel.masks import Mask, add_faces, look_mask, mask_of
from trickkit.batch.steps.explored.run import walk
from trickkit.batch.steps.tricks.noted import note_call

NOTED_LEADS = 8


@kernel(inline="code")
def calls_from(s: Numbers, t: Numbers) -> int:
    """Where calls may be made, the number of the first of them among the options; 0 elsewhere."""
    return look2(t, at.T_READS, s[at.PLACE], 5)


@kernel(inline="code")
def calls_of(s: Numbers, t: Numbers) -> int:
    """How many things may ever be called."""
    return look2(t, at.T_READS, s[at.PLACE], 6)


@kernel
def may_call(s: Numbers, t: Numbers, hand: int) -> Mask:
    """What may be called before the next card of a hand, as bits above the faces."""
    walk(s, t, look2(t, at.T_TURNS, s[at.CALLS], hand))
    return look_mask(t, at.T_MAY_CALL, s[at.MAY_CALL])


@kernel
def call(s: Numbers, t: Numbers, word: int, words: int, hand: int) -> None:
    """Call something; all see the cards of the hand that it shows."""
    note_call(s, t, word, hand)
    walk(s, t, look2(t, at.T_SHOWN, s[at.CALLS_SHOW], words * hand + word))
    shown = mask_of(s, t, at.SHOWS) & mask_of(s, t, at.HANDS + hand)
    for viewer in range(t[at.PLAYERS] + 1):
        add_faces(s, t, at.KNOWN + viewer, shown)
    effect = look2(t, at.T_SHOWN, s[at.CALLS_SHOW], words * (t[at.PLAYERS] + hand) + word)
    if effect:
        walk(s, t, effect)
    s[at.CALLS] = look2(t, at.T_CALLS, s[at.MAY_CALL], word)


@kernel(inline="code")
def next_turn(s: Numbers, t: Numbers) -> None:
    """What was called stands for something else once a card is played, where that depends on the turn."""
    after = look2(t, at.T_TURNS, s[at.CALLS], t[at.PLAYERS])
    if after >= 0:
        s[at.CALLS] = after


@kernel(inline="code")
def note_lead(s: Numbers, number: int, face: int) -> None:
    """Write down the face that is led to one of the first tricks, which has its number as a bit."""
    if number < 1 << NOTED_LEADS:
        s[at.LEADS] |= face << 8 * intrinsics.lowest(number)
