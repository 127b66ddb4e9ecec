"""Points looked up in tables, for many deals at once: compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.bits import compiled, size
from trickkit.batch.layout import Numbers
from trickkit.batch.lookup import get, put

UNASKED = np.iinfo(np.int64).min
"""What stands in a table of answers for a case that was not asked yet."""

BLOCK = 256
"""How many deals are looked at together, so that what is read of them stays in the processor's first cache."""

# What a number is: see `Number`.
FACT, POINTED, CARDS, TAKERS, TOTAL = range(5)
TERM, NUMBER = 4, 7
"""How many numbers of a plan say what a term is, without its seats, and what a number is that it looks at."""


@compiled
def add_up(
    plan: Numbers,
    answers: Numbers,
    facts: Any,
    won: Any,
    totals: Any,
    points: Any,
    cases: Numbers,
    at: Numbers,
) -> int:
    """Add to the points of deals what the terms of a plan give, until a case comes that was not asked.

    Args:
        plan: term after term where its answers begin, how many there are, for how many seats they are and how many
            numbers it looks at; then these seats, and for each of these numbers what `Number` has.
        answers: the tables of all terms.
        facts, won, totals: of the deals.
        points: by deal and seat, to which is added.
        cases: room for as many numbers as a block has deals.
        at: the deal and the place in the plan where it goes on; both are moved on.

    Returns:
        The place among the answers of the case that was not asked; -1 when all is added up. A case for which there is
        no place gives -2 less the deal in which it occurs.
    """
    while at[0] < facts.shape[0]:
        begin = at[0]
        many = min(BLOCK, facts.shape[0] - begin)
        while at[1] < plan.shape[0]:
            seats = at[1] + TERM
            numbers = seats + plan[at[1] + 2]
            after = numbers + NUMBER * plan[at[1] + 3]
            for place in range(many):
                put(cases, place, 0)
            for number in range(numbers, after, NUMBER):
                _count_on(plan[number : number + NUMBER], facts, won, totals, cases, begin, many)
            first, count = plan[at[1]], plan[at[1] + 1]
            for place in range(many):
                case = get(cases, place)
                if case < 0 or case >= count:
                    return -2 - (begin + place)
                found = get(answers, first + case)
                if found == UNASKED:
                    return first + case
                put(cases, place, found)
            for one in range(seats, numbers):
                seat = plan[one]
                for place in range(many):
                    points[np.uint64(begin + place), np.uint64(seat)] += get(cases, place)
            at[1] = after
        at[0] += many
        at[1] = 0
    return -1


@compiled
def _count_on(number: Numbers, facts: Any, won: Any, totals: Any, cases: Numbers, begin: int, many: int) -> None:
    """Tell cases further apart by one more number."""
    kind, values, where, more, first, step, last = number
    if kind == FACT:
        for place in range(many):
            put(cases, place, get(cases, place) * values + facts[np.uint64(begin + place), np.uint64(where)] + more)
    elif kind == POINTED:
        for place in range(many):
            column = first + step * min(np.int64(facts[np.uint64(begin + place), np.uint64(where)]), last)
            put(cases, place, get(cases, place) * values + facts[np.uint64(begin + place), np.uint64(column)] + more)
    elif kind == CARDS:
        for place in range(many):
            taken = won[np.uint64(begin + place), np.uint64(where)] & more
            put(cases, place, get(cases, place) * values + size(taken))
    elif kind == TAKERS:
        for place in range(many):
            takers = 0
            for seat in range(won.shape[1]):
                takers += (won[np.uint64(begin + place), np.uint64(seat)] & more) != 0
            put(cases, place, get(cases, place) * values + takers)
    else:
        one_row = totals.shape[0] == 1
        for place in range(many):
            total = totals[0 if one_row else begin + place, where]
            put(cases, place, get(cases, place) * values + total % more)
