"""Points looked up in tables, for many deals at once: compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel.intrinsics import GOLDEN, entry, kernel, size
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, put

UNASKED = np.iinfo(np.int64).min
"""What stands in a table of answers for a case that was not asked yet."""

BLOCK = 256
"""How many deals are looked at together, so that what is read of them stays in the processor's first cache."""

# What a number is: see `Number`.
FACT, POINTED, CARDS, TAKERS, TOTAL = range(5)
TERM, NUMBER = 4, 7
"""How many numbers of a plan say what a term is, without its seats, and what a number is that it looks at."""

_MIXING = int(GOLDEN.view(np.int64))


@entry
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
        at: where it goes on, which is moved on: the first deal of a block, the place in the plan, that in the block.

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
            if numbers == after:
                cases[:] = 0
            for number in range(numbers, after, NUMBER):
                _count_on(plan[number : number + NUMBER], number == numbers, facts, won, totals, cases, begin, many)
            first, count, seat = plan[at[1]], plan[at[1] + 1], plan[seats]
            for place in range(at[2], many):
                case = get(cases, place)
                if np.uint64(case) >= np.uint64(count):
                    return -2 - (begin + place)
                found = get(answers, first + case)
                if found == UNASKED:
                    at[2] = place
                    return first + case
                points[np.uint64(begin + place), np.uint64(seat)] += found
                for one in range(seats + 1, numbers):
                    points[np.uint64(begin + place), np.uint64(get(plan, one))] += found
            at[2] = 0
            at[1] = after
        at[0] += many
        at[1] = 0
    return -1


@kernel
def _count_on(
    number: Numbers, is_first: bool, facts: Any, won: Any, totals: Any, cases: Numbers, begin: int, many: int
) -> None:
    """Tell cases further apart by one more number; what stood there before the first one goes."""
    kind, values, where, more, first, step, last = number
    if is_first:
        values = 0
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


@entry
def recall(
    slots: Numbers,
    rows: Numbers,
    worth: Numbers,
    count: int,
    origins: Numbers,
    columns: Numbers,
    facts: Any,
    totals: Any,
    points: Any,
    row: Numbers,
    at: Numbers,
) -> bool:
    """Add to the points of deals what others were worth that are like them, until one comes that is like none.

    Args:
        slots: where rows may stand that have something in common: their places from 1, 0 for none. They are as many as
            a power of two, and some are 0.
        rows: what tells deals apart: where they came from, the points of earlier deals, some facts.
        worth: by row and seat, the points.
        count: how many rows there are; what stands in other places may be in the making.
        origins: where the deals came from, in turn.
        columns: which facts tell them apart.
        facts, totals: of the deals.
        points: by deal and seat, to which is added.
        row: room for one, which tells in the end what the deal is like that is new.
        at: the deal, which is moved on; then the slot in which the new one belongs.

    Returns:
        Whether there is a new one.
    """
    shared = totals.shape[0] == 1
    while at[0] < facts.shape[0]:
        deal = at[0]
        row[0] = origins[deal % origins.shape[0]]
        for seat in range(totals.shape[1]):
            row[1 + seat] = totals[0 if shared else deal, seat]
        for place in range(columns.shape[0]):
            row[1 + totals.shape[1] + place] = facts[deal, columns[place]]
        mixed = np.int64(0)
        for place in range(row.shape[0]):
            mixed = (mixed ^ get(row, place)) * _MIXING
            mixed ^= mixed >> 29
        at[1] = mixed & (slots.shape[0] - 1)
        found = -1
        while found < 0:
            found = get(slots, at[1]) - 1
            if found < 0 or found >= count:
                return True
            for place in range(row.shape[0]):
                if rows[found, place] != row[place]:
                    found = -1
                    at[1] = (at[1] + 1) & (slots.shape[0] - 1)
                    break
        for seat in range(worth.shape[1]):
            points[deal, seat] += worth[found, seat]
        at[0] += 1
    return False
