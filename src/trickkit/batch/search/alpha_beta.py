"""Alpha-beta search with a transposition table for positions of two sides with open cards: compiled code."""

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
"""A bound on all values."""

DONE, ASK, LIMIT = range(3)
"""Why a search stops: the value is known; the points of a deal must be computed first; there are too many positions.
"""

(DEPTH, STAGE, NODES, VALUE) = range(4)
"""The indices in the state of a search."""
ENTER, LEAVE, NEXT = range(3)


class Line(NamedTuple):
    """The current line of the search, by depth.

    Args:
        rows: the positions of the deal.
        todo: the untried options, as sets of `options`.
        option: the option being tried.
        best: the value of the best option so far to the first side.
        chosen: that option.
        alpha: what the first side can get elsewhere.
        beta: what the second side can hold it to elsewhere.
        low, high: the initial window.
        key: the key of the position.
        past: the code of the tricks taken.
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
    """Among some options, the one with the most cutoffs."""
    best, most = lowest(todo), np.int64(-1)
    while todo:
        option = lowest(todo)
        todo = rest(todo)
        cut = history[hand, option]
        if cut > most:
            best, most = option, cut
    return best


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
    """Compute the value of a position to the first side, or on which side of a window it lies (*fail-soft*).

    Args:
        tables: the tables of the rules.
        cards: the deck as it was shuffled.
        line: the position is the row at depth 0; its window is there as well.
        memory: by the lowest bits of the key of a position: the key, bounds of its value, and the best option; also
            from earlier searches.
        history: by hand and option, its number of cutoffs.
        ending: computes the points of finished deals.
        past: the meaning of the tricks taken.
        alike: which cards are equivalent.
        distinct: what distinguishes positions.
        weights: by seat, the factor for its points.
        side_of: by seat, its side, 0 or 1.
        progress: the state of the search, as DEPTH, STAGE, NODES and VALUE; it continues from there.
        limit: the maximum number of positions.

    Returns:
        Returns DONE, ASK or LIMIT.
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
                        # The remembered best option is tried first, even if it is equivalent to another one.
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
    """Store the value of a position, or a bound."""
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
