"""The progress of the tricks of a row, and the indices of their tables, which compiled code keeps in registers."""

from __future__ import annotations

from typing import NamedTuple

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look2, start
from trickkit.batch.kernel.masks import Mask, look_mask, mask_of, put_mask


class TrickLookup(NamedTuple):
    """The indices and the strides of the tables for the tricks of a deal, and the number of playing hands."""

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
    declarer: int
    by_winner: int
    differ: int


class Trick(NamedTuple):
    """The progress of the tricks, read from a row. Compiled code keeps it in registers."""

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
def trick_tables(row: Numbers, tables: Numbers) -> TrickLookup:
    """The indices of the tables for tricks, which depend on the phase, its follow policy and the trump."""
    policy_index = row[layout.PLACE]
    part = look2(tables, layout.T_READS, policy_index, 7) + row[layout.TRUMP]
    suit, strength, cascade, fold = (
        layout.HEADER + layout.HEAD * layout.T_SUIT,
        layout.HEADER + layout.HEAD * layout.T_STRENGTH,
        layout.HEADER + layout.HEAD * layout.T_CASCADE,
        layout.HEADER + layout.HEAD * layout.T_FOLD,
    )
    return TrickLookup(
        tables[layout.HEADER + layout.HEAD * layout.T_FACE_CARD],
        tables[suit] + part * tables[suit + 1],
        tables[strength] + part * tables[strength + 1],
        tables[cascade] + part * tables[cascade + 1],
        tables[layout.HEADER + layout.HEAD * layout.T_STEPS],
        tables[strength + 2],
        tables[cascade + 2],
        4 * look2(tables, layout.T_READS, policy_index, 0),
        look_mask(tables, layout.T_BREAKERS, part),
        row[layout.PLAYING],
        tables[fold] + part * tables[fold + 1],
        start(tables, layout.T_WINS, part),
        tables[fold + 2],
        look2(tables, layout.T_READS, policy_index, 4),
        row[layout.TRICKS_END],
        tables[layout.NOTED_AT],
        start(tables, layout.T_PARTS, part),
        look2(tables, layout.T_PARTS, part, 0),
        row[layout.DECLARER],
        4 + 4 * look2(tables, layout.T_READS, policy_index, 8),
        look2(tables, layout.T_READS, policy_index, 10),
    )


@kernel(inline="code")
def folds_tricks(row: Numbers, tables: Numbers) -> bool:
    """Whether tricks are folded, value by value."""
    return look2(tables, layout.T_READS, row[layout.PLACE], 3) != 0


@kernel(inline="code")
def read_trick(row: Numbers, tables: Numbers) -> Trick:
    """Read the progress of the tricks from a row."""
    return Trick(
        row[layout.HAND],
        row[layout.LED],
        row[layout.BINDS],
        row[layout.RANKS],
        row[layout.WINNING],
        mask_of(row, tables, layout.LAID),
        row[layout.COUNT],
        row[layout.CONTEXT],
        row[layout.TRICK],
    )


@kernel(inline="code")
def write_trick(row: Numbers, tables: Numbers, trick: Trick) -> None:
    """Write the progress of the tricks into a row."""
    row[layout.HAND] = trick.hand
    row[layout.LED] = trick.led
    row[layout.BINDS] = trick.binds
    row[layout.RANKS] = trick.ranks
    row[layout.WINNING] = trick.winning
    put_mask(row, tables, layout.LAID, trick.laid)
    row[layout.COUNT] = trick.cards
    row[layout.CONTEXT] = trick.context
    row[layout.TRICK] = trick.number
