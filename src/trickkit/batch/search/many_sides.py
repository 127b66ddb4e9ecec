"""Max^n search for positions of more than two sides with open cards: compiled code.

Every side maximizes its own value (Luckhardt and Irani, 1986). Among equally good options the first one counts, so that
a position has a unique value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get
from trickkit.batch.kernel.masks import lowest, rest
from trickkit.batch.search.alpha_beta import ASK, DEPTH, DONE, ENTER, HUGE, LEAVE, LIMIT, NEXT, NODES, STAGE
from trickkit.batch.search.ending import Ending, go_on, settled
from trickkit.batch.search.options import put_set, set_at
from trickkit.batch.search.positions import Distinct, Past, key_of, open_options, past_of


class Paths(NamedTuple):
    """The current line of the search, by depth.

    Args:
        rows: the positions of the deal.
        todo: the untried options, in the representation of `options`.
        best: by side, the value of the best option so far; the last row is the most recent result.
        key: the key of the position.
        past: the number of the tricks taken.
    """

    rows: Array
    todo: Array
    best: Array
    key: Array
    past: Array


@entry
def search_all(
    tables: Numbers,
    cards: Any,
    line: Paths,
    memory: Array,
    ending: Ending,
    past: Past,
    distinct: Distinct,
    weights: Array,
    side_of: Array,
    progress: Numbers,
    limit: int,
) -> int:
    """Compute the value of a position to every side, into the last row of `line.best`.

    The arguments are those of `alpha_beta.search`; `weights` are by side and seat, and `memory` stores, by the lowest
    bits of the key of a position, the key and its value to every side.
    """
    depth, stage = progress[DEPTH], progress[STAGE]
    slots, sides, last = memory.shape[0] - 1, weights.shape[0], line.best.shape[0] - 1
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
                for side in range(sides):
                    value = np.int64(0)
                    for seat in range(tables[layout.PLAYERS]):
                        value += weights[side, seat] * ending.written.points[0, seat]
                    line.best[last, side] = value
            else:
                progress[NODES] += 1
                taken = past_of(row, tables, distinct, ending)
                key = key_of(row, tables, distinct, get(past.classes, taken))
                slot = key >> 1 & slots
                if memory[slot, 0] == key:
                    for side in range(sides):
                        line.best[last, side] = memory[slot, 1 + side] + past.offsets[taken, side]
                else:
                    put_set(line.todo, tables, depth, open_options(row, tables))
                    line.key[depth], line.past[depth] = key, taken
                    line.best[depth, get(side_of, row[layout.ACTOR])] = -HUGE
                    stage = NEXT
        if stage == LEAVE:
            if depth == 0:
                progress[DEPTH], progress[STAGE] = 0, LEAVE
                return DONE
            depth -= 1
            row = line.rows[depth]
            own = get(side_of, row[layout.ACTOR])
            if line.best[last, own] > line.best[depth, own]:
                for side in range(sides):
                    line.best[depth, side] = line.best[last, side]
            if not set_at(line.todo, tables, depth):
                slot, taken = line.key[depth] >> 1 & slots, line.past[depth]
                memory[slot, 0] = line.key[depth]
                for side in range(sides):
                    line.best[last, side] = line.best[depth, side]
                    memory[slot, 1 + side] = line.best[depth, side] - past.offsets[taken, side]
                continue
            stage = NEXT
        if stage == NEXT:
            todo = set_at(line.todo, tables, depth)
            option = lowest(todo)
            put_set(line.todo, tables, depth, rest(todo))
            go_on(line.rows, depth, distinct.span, cards, tables, option)
            depth += 1
            stage = ENTER
