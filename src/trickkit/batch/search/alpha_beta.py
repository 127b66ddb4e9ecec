"""Positions of two sides that lie open, searched by alpha-beta with a transposition table: compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get
from trickkit.batch.kernel.masks import Mask, has, lowest, one_face, rest
from trickkit.batch.search.ending import Ending, go_on, settled
from trickkit.batch.search.options import put_set, set_at
from trickkit.batch.search.positions import Alike, Distinct, Past, key_of, one_of_each, open_options, past_of

HUGE = 1 << 60
"""More than anything is worth."""

DONE, ASK, LIMIT = range(3)
"""How a search stops: the value is found; the points of a deal must be computed first; there were too many positions.
"""

(DEPTH, STAGE, NODES, VALUE) = range(4)
"""How far a search has come."""
ENTER, LEAVE, NEXT = range(3)


class Line(NamedTuple):
    """The line that is looked at, by depth.

    Args:
        rows: where the deal stands.
        todo: the options that are still to be tried, as `options` has sets.
        option: the one that is being tried.
        best: what the best so far is worth to the first side.
        chosen: which that is.
        alpha: what the first side can get elsewhere.
        beta: what the second side can hold it to elsewhere.
        low, high: the window at the beginning.
        key: of the position.
        past: the number of the tricks taken.
    """

    rows: Array
    todo: Array
    option: Array
    best: Array
    chosen: Array
    alpha: Array
    beta: Array
    low: Array
    high: Array
    key: Array
    past: Array


@kernel(inline="code")
def _first_side(row: Numbers, side_of: Array) -> bool:
    return get(side_of, row[layout.ACTOR]) == 0


@kernel(inline="code")
def _likeliest(todo: Mask, history: Array, hand: int) -> int:
    """Of some options the one that has cut most."""
    found, most = lowest(todo), np.int64(-1)
    while todo:
        option = lowest(todo)
        todo = rest(todo)
        cut = history[hand, option]
        if cut > most:
            found, most = option, cut
    return found


@entry
def search(
    tables: Numbers,
    cards: Any,
    line: Line,
    memory: Array,
    history: Array,
    ending: Ending,
    past: Past,
    alike: Alike,
    distinct: Distinct,
    weights: Array,
    side_of: Array,
    progress: Numbers,
    limit: int,
) -> int:
    """Find out what a position is worth to the first side, or on which side of a window that is (*fail-soft*).

    Args:
        tables: of the rules.
        cards: the deck as it was shuffled.
        line: the position is the row at depth 0, the window stands there as well.
        memory: by the lowest bits of the key of a position: the key, bounds of what it is worth, and the best option;
            also from searches before.
        history: by hand and option, how often it cut.
        ending: gives the points of deals that are over.
        past: what tricks mean.
        alike: which cards serve alike.
        distinct: what tells positions apart.
        weights: by seat, by what points are multiplied.
        side_of: by seat, its side, 0 or 1.
        progress: how far it has come, as DEPTH, STAGE, NODES and VALUE; it goes on from there.
        limit: how many positions are looked at, at most.

    Returns:
        DONE, ASK or LIMIT.
    """
    depth, stage, value = progress[DEPTH], progress[STAGE], progress[VALUE]
    slots = memory.shape[0] - 1
    while True:
        row = line.rows[depth]
        if stage == ENTER:
            if progress[NODES] >= limit:
                progress[DEPTH], progress[STAGE] = depth, ENTER
                return LIMIT
            stage = LEAVE
            if row[layout.ACTOR] < 0:
                if not settled(row, cards, tables, ending):
                    progress[DEPTH], progress[STAGE] = depth, ENTER
                    return ASK
                value = 0
                for seat in range(tables[layout.PLAYERS]):
                    value += weights[seat] * ending.written.points[0, seat]
            else:
                progress[NODES] += 1
                taken = past_of(row, tables, distinct, ending)
                alpha, beta = line.low[depth], line.high[depth]
                low, high, first = get(past.low, taken), get(past.high, taken), -1
                if low >= beta or low == high:
                    value = low
                elif high <= alpha:
                    value = high
                else:
                    key = key_of(row, tables, distinct, get(past.classes, taken))
                    slot = key >> 1 & slots
                    if memory[slot, 0] == key:
                        low = memory[slot, 1] + past.offsets[taken, 0]
                        high = memory[slot, 2] + past.offsets[taken, 0]
                        first = memory[slot, 3]
                    if low >= beta or low == high:
                        value = low
                    elif high <= alpha:
                        value = high
                    else:
                        todo = open_options(row, tables)
                        if distinct.kind < 2:
                            todo = one_of_each(row, tables, todo, alike)
                        # What is remembered to be best is tried first, also where it serves alike with another one.
                        line.option[depth] = first if first >= 0 and has(todo, first) else -1
                        put_set(line.todo, tables, depth, todo)
                        line.key[depth], line.past[depth] = key, taken
                        line.alpha[depth], line.beta[depth] = alpha, beta
                        line.best[depth] = -HUGE if _first_side(row, side_of) else HUGE
                        stage = NEXT
        if stage == LEAVE:
            if depth == 0:
                progress[DEPTH], progress[STAGE], progress[VALUE] = 0, LEAVE, value
                return DONE
            depth -= 1
            row = line.rows[depth]
            option = line.option[depth]
            line.option[depth] = -1
            if _first_side(row, side_of):
                if value > line.best[depth]:
                    line.best[depth], line.chosen[depth] = value, option
                    line.alpha[depth] = max(line.alpha[depth], value)
            elif value < line.best[depth]:
                line.best[depth], line.chosen[depth] = value, option
                line.beta[depth] = min(line.beta[depth], value)
            cut = line.alpha[depth] >= line.beta[depth]
            if cut or not set_at(line.todo, tables, depth):
                value = line.best[depth]
                if cut:
                    history[row[layout.HAND] + 1, line.chosen[depth]] += 1
                _remember(memory, line, depth, value, past.offsets[line.past[depth], 0])
                continue
            stage = NEXT
        if stage == NEXT:
            option, todo = line.option[depth], set_at(line.todo, tables, depth)
            if option < 0:
                option = _likeliest(todo, history, row[layout.HAND] + 1)
                line.option[depth] = option
            put_set(line.todo, tables, depth, todo & ~one_face(tables, option))
            go_on(line.rows, depth, distinct.span, cards, tables, option)
            line.low[depth + 1], line.high[depth + 1] = line.alpha[depth], line.beta[depth]
            depth += 1
            stage = ENTER


@kernel(inline="code")
def _remember(memory: Array, line: Line, depth: int, value: int, offset: int) -> None:
    """Write down what was found of a position: its value, or a bound."""
    key = line.key[depth]
    slot = key >> 1 & (memory.shape[0] - 1)
    low, high = -HUGE, HUGE
    if memory[slot, 0] == key:
        low, high = memory[slot, 1], memory[slot, 2]
    if value > line.low[depth]:
        low = value - offset
    if value < line.high[depth]:
        high = value - offset
    memory[slot, 0], memory[slot, 1], memory[slot, 2] = key, low, high
    memory[slot, 3] = line.chosen[depth]
