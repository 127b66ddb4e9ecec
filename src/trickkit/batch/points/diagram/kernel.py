"""Decision diagrams of scorings, as compiled code: it walks from the root to the points of a deal."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get
from trickkit.batch.kernel.masks import size

# What stands first in a node. After it come, for
POINTS = 1  # the points of a deal: those of each seat, how many numbers are added, and for each the seat, a factor, and
#             a number of cards or tricks as a part of a COUNT has it; or OUTCOME, a column of the facts, and where the
#             numbers begin of which the one for the outcome is meant;
FACT = 2  # a column of the facts: the column, what is added, and the children by what this gives;
CLASS = 3  # the outcome of a phase: the column, where its classes begin, 0, and the children by class;
COUNT = 4  # a number of cards or tricks: how it is looked at, an operand, a summand, how many parts, the parts, and the
#            children by what this gives; a part is a factor, an array, a column in it, and a mask.
VALUE, BELOW, EQUALS = range(3)
"""How a COUNT is looked at: added to the operand, or compared with it."""
WON, SETS, ALL_OF, OUTCOME = range(4)
"""What a number is: how many of a mask are in the tricks of a hand, or in another set; whether all are in that set; or
what a table has for the outcome of a phase."""
PART, ADDED = 4, 5
"""How many numbers say what is counted, and what is added to the points."""

ROOT = 0
"""Where the first node is told; 0 there and in place of a child is one that is not known yet."""


@entry
def settle(nodes: Numbers, facts: Any, won: Any, sets: Any, points: Any, progress: Numbers) -> bool:
    """Add what deals are worth to their points, until one comes to a node that is not known yet.

    Args:
        nodes: of the diagram.
        facts, won, sets: of the deals.
        points: by deal and seat, to which is added.
        progress: the deal, which is moved on.

    Returns:
        Whether all deals are done.
    """
    while progress[0] < facts.shape[0]:
        deal = progress[0]
        node = _found(nodes, facts[deal], won[deal], sets[deal])
        if not node:
            return False
        for seat in range(points.shape[1]):
            points[deal, seat] += get(nodes, node + 1 + seat)
        begin = node + 2 + points.shape[1]
        for added in range(begin, begin + ADDED * get(nodes, begin - 1), ADDED):
            if get(nodes, added + 2) == OUTCOME:
                number = get(nodes, get(nodes, added + 4) + facts[deal, get(nodes, added + 3)])
            else:
                number = _counted(nodes, added + 2, won[deal], sets[deal])
            points[deal, get(nodes, added)] += get(nodes, added + 1) * number
        progress[0] += 1
    return True


@kernel(inline="code")
def _counted(nodes: Numbers, part: int, won: Any, sets: Any) -> int:
    """How many of some cards or tricks there are."""
    array, column, mask = get(nodes, part), get(nodes, part + 1), get(nodes, part + 2)
    there = (get(won, column) if array == WON else get(sets, column)) & mask
    return int(there == mask) if array == ALL_OF else size(there)


@kernel(inline="code")
def _found(nodes: Numbers, facts: Any, won: Any, sets: Any) -> int:
    """The node with the points of a deal; 0 where it is not known yet."""
    node = get(nodes, ROOT)
    while node:
        kind = get(nodes, node)
        if kind == POINTS:
            return node
        if kind == CLASS:
            outcome = np.int64(get(facts, get(nodes, node + 1)))
            node = get(nodes, node + 4 + get(nodes, get(nodes, node + 2) + outcome))
        elif kind == FACT:
            node = get(nodes, node + 3 + get(facts, get(nodes, node + 1)) + get(nodes, node + 2))
        else:
            value, children = get(nodes, node + 3), node + 5 + PART * get(nodes, node + 4)
            for part in range(node + 5, children, PART):
                value += get(nodes, part) * _counted(nodes, part + 1, won, sets)
            how, operand = get(nodes, node + 1), get(nodes, node + 2)
            if how == VALUE:
                value += operand
            elif how == BELOW:
                value = np.int64(value < operand)
            else:
                value = np.int64(value == operand)
            node = get(nodes, children + value)
    return 0
