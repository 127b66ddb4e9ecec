"""How far the tricks of a row have come, and where their tables are, kept out of memory while compiled code works."""

from __future__ import annotations

from typing import NamedTuple

from trickkit.batch.kernel import layout as at
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look2, start
from trickkit.batch.kernel.masks import Mask, look_mask, mask_of, put_mask


class Looked(NamedTuple):
    """Where the tables of the tricks of a deal begin, how far apart their parts are, and how many hands play."""

    faces: int
    suit: int
    strength: int
    cascade: int
    steps: int
    by_led: int
    by_leading: int
    by_best: int
    breakers: Mask
    playing: int
    fold: int
    wins: int
    by_value: int
    winners: int
    end: int
    noted: int
    parts: int
    many: int


class Trick(NamedTuple):
    """How far the tricks have come: what a row says of it. Compiled code keeps it out of memory while it works."""

    hand: int
    led: int
    binds: int
    ranks: int
    winning: int
    laid: Mask
    cards: int
    context: int
    number: int


@kernel(inline="code")
def trick_tables(s: Numbers, t: Numbers) -> Looked:
    """Where the tables of the tricks begin, by the phase, its follow policy and the trump."""
    place = s[at.PLACE]
    tables = look2(t, at.T_READS, place, 7) + s[at.TRUMP]
    suit, strength, cascade, fold = (
        at.HEADER + at.HEAD * at.T_SUIT,
        at.HEADER + at.HEAD * at.T_STRENGTH,
        at.HEADER + at.HEAD * at.T_CASCADE,
        at.HEADER + at.HEAD * at.T_FOLD,
    )
    return Looked(
        t[at.HEADER + at.HEAD * at.T_FACE_CARD],
        t[suit] + tables * t[suit + 1],
        t[strength] + tables * t[strength + 1],
        t[cascade] + tables * t[cascade + 1],
        t[at.HEADER + at.HEAD * at.T_STEPS],
        t[strength + 2],
        t[cascade + 2],
        4 * look2(t, at.T_READS, place, 0),
        look_mask(t, at.T_BREAKERS, tables),
        s[at.PLAYING],
        t[fold] + tables * t[fold + 1],
        start(t, at.T_WINS, tables),
        t[fold + 2],
        look2(t, at.T_READS, place, 4),
        s[at.TRICKS_END],
        t[at.NOTED_AT],
        start(t, at.T_PARTS, tables),
        look2(t, at.T_PARTS, tables, 0),
    )


@kernel(inline="code")
def folds_tricks(s: Numbers, t: Numbers) -> bool:
    """Whether tricks are folded, value by value."""
    return look2(t, at.T_READS, s[at.PLACE], 3) != 0


@kernel(inline="code")
def read_trick(s: Numbers, t: Numbers) -> Trick:
    """How far the tricks have come, out of a row."""
    return Trick(
        s[at.HAND],
        s[at.LED],
        s[at.BINDS],
        s[at.RANKS],
        s[at.WINNING],
        mask_of(s, t, at.LAID),
        s[at.COUNT],
        s[at.CONTEXT],
        s[at.TRICK],
    )


@kernel(inline="code")
def write_trick(s: Numbers, t: Numbers, trick: Trick) -> None:
    """Write into a row how far the tricks have come."""
    s[at.HAND] = trick.hand
    s[at.LED] = trick.led
    s[at.BINDS] = trick.binds
    s[at.RANKS] = trick.ranks
    s[at.WINNING] = trick.winning
    put_mask(s, t, at.LAID, trick.laid)
    s[at.COUNT] = trick.cards
    s[at.CONTEXT] = trick.context
    s[at.TRICK] = trick.number
