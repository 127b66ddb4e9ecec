"""The finished deals of rows, with their points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from attrs import evolve

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Written
from trickkit.batch.machine.loop import write_rows
from trickkit.batch.machine.program import Program
from trickkit.batch.points.diagram.diagram import Untraceable
from trickkit.batch.results import Deals
from trickkit.batch.run.reading import dealt_of, read, room
from trickkit.play.state import State

Decisions = tuple[Array, Array]
"""The decisions of some deals, as `Moves` has them: the seats and the actions."""


def scored(
    program: Program,
    rows: Array,
    decks: Array,
    over: Array,
    made: Callable[[], Decisions],
    *,
    cards: bool = False,
    start: Callable[[int], State] | None = None,
    origins: Sequence[State] = (),
    scores: Callable[[int], list[int]] | None = None,
) -> Deals:
    """The finished deals of some rows, with their points, and with their decisions where a scoring needs them.

    Args:
        program: the rules, made ready.
        rows: where deals stand.
        decks: by row, the cards as they were shuffled.
        over: the indices of the rows.
        made: returns the decisions of the deals.
        cards: whether to store which cards were taken.
        start: returns the game in which one of the deals began; None if deals are dealt again.
        origins: the positions from which they were played; () for whole deals.
        scores: returns the points of a row, for scorings that must be called with every deal; None for a replay.
    """
    scoring, totals = program.scoring, rows[:, program.totals][over]
    scorer = scoring.scorer(origins)
    while True:
        keeps = cards or scoring.needs_cards
        written = room(program, len(over), moves=False, cards=keeps, sets=scorer.needs_sets)
        write_rows(program.tables, rows, decks, over, written)
        if scores and scorer.parts.by_deal and not scoring.late and len(over):
            written.points[:] = [scores(row) for row in over.tolist()]
            return _read(program, written, totals, start)
        if scorer.needs_moves:
            seats, actions = made()
            dealt = np.column_stack([np.maximum(rows[over, layout.SHOWN], -1), decks[over, : dealt_of(program)]])
            written = written._replace(dealt=dealt.astype(np.int16), seats=seats, actions=actions)
        deals = partial(_read, program, written, totals, start)
        try:
            scorer.add(written, totals, deals)
            return deals()
        except Untraceable as error:
            # It may read something that was not recorded.
            scorer = scoring.asking(error, origins)


def _read(program: Program, written: Written, totals: Array, start: Callable[[int], State] | None) -> Deals:
    return evolve(read(program, written, totals), start=start)


def decisions_in(rows: Array, noted: Array, which: Array) -> Decisions:
    """The decisions of the deals of some rows.

    Args:
        rows: where deals stand.
        noted: by row and decision, the decision, as `layout` packs it.
        which: the indices of the rows.
    """
    those = noted[which]
    made = np.arange(those.shape[1]) < rows[which, layout.DECISIONS, None]
    seats, actions = those >> layout.NOTED_SEAT & 255, those & layout.NOTED_ACTION
    return np.where(made, seats, -1).astype(np.int8), np.where(made, actions, -1).astype(np.int16)
