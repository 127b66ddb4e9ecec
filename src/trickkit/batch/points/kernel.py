"""Looks up points in tables, for many deals at once: compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel.intrinsics import GOLDEN, entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, put
from trickkit.batch.kernel.masks import size

UNCOMPUTED = np.iinfo(np.int64).min
"""What stands in a table of points for a case that has not been computed yet."""

BLOCK = 256
"""How many deals are looked at in one go, such that what is read of them stays in the first cache of the processor."""

# The kinds of features: see `Feature`.
FACT, INDIRECT, CARDS, TAKERS, TOTAL = range(5)
TERM, FEATURE = 4, 7
"""How many numbers of a plan describe a term, without its seats, and how many describe a feature."""

_MULTIPLIER = int(GOLDEN.view(np.int64))


@entry
def add_up(
    plan: Numbers,
    tables: Numbers,
    facts: Any,
    won: Any,
    totals: Any,
    points: Any,
    cases: Numbers,
    progress: Numbers,
) -> int:
    """Add the points of the terms of a plan to those of deals, until a case comes up that has not been computed.

    A case of a term is a value of each of its features, as one number in mixed radix: the index into its table.

    Args:
        plan: term after term: where its table begins, how many cases it has, to how many seats it gives points and how
            many features it has; then these seats, and for each feature what `Feature` has.
        tables: the points of all terms by case, one table after the other.
        facts, won, totals: of the deals.
        points: by deal and seat, to which is added.
        cases: room for one number per deal of a block.
        progress: where it goes on, which is moved on: the first deal of the block, the position in the plan, and the
            position in the block.

    Returns:
        Returns the index in the tables of the case that has not been computed; -1 when all is added up. A value out of
        range gives -2 minus the deal in which it occurs.
    """
    while progress[0] < facts.shape[0]:
        begin = progress[0]
        count = min(BLOCK, facts.shape[0] - begin)
        while progress[1] < plan.shape[0]:
            seats = progress[1] + TERM
            features = seats + plan[progress[1] + 2]
            after = features + FEATURE * plan[progress[1] + 3]
            if features == after:
                cases[:] = 0
            for feature in range(features, after, FEATURE):
                numbers, seats_there = plan[feature : feature + FEATURE], points.shape[1]
                _refine(numbers, feature == features, facts, won, totals, seats_there, cases, begin, count)
            table, size_of_table, first_seat = plan[progress[1]], plan[progress[1] + 1], plan[seats]
            for index in range(progress[2], count):
                case = get(cases, index)
                if np.uint64(case) >= np.uint64(size_of_table):
                    return -2 - (begin + index)
                given = get(tables, table + case)
                if given == UNCOMPUTED:
                    progress[2] = index
                    return table + case
                points[np.uint64(begin + index), np.uint64(first_seat)] += given
                for seat in range(seats + 1, features):
                    points[np.uint64(begin + index), np.uint64(get(plan, seat))] += given
            progress[2] = 0
            progress[1] = after
        progress[0] += count
        progress[1] = 0
    return -1


@kernel
def _refine(
    feature: Numbers,
    is_first: bool,
    facts: Any,
    won: Any,
    totals: Any,
    seats: int,
    cases: Numbers,
    begin: int,
    count: int,
) -> None:
    """Append the value of one more feature, as a digit in mixed radix, to the cases of the deals of a block.

    The first feature of a term overwrites the cases of the term before.
    """
    kind, radix, source, operand, first, step, last = feature
    if is_first:
        radix = 0
    if kind == FACT:
        for index in range(count):
            value = facts[np.uint64(begin + index), np.uint64(source)] + operand
            put(cases, index, get(cases, index) * radix + value)
    elif kind == INDIRECT:
        for index in range(count):
            column = first + step * min(np.int64(facts[np.uint64(begin + index), np.uint64(source)]), last)
            value = facts[np.uint64(begin + index), np.uint64(column)] + operand
            put(cases, index, get(cases, index) * radix + value)
    elif kind == CARDS:
        above = source + seats
        for index in range(count):
            taken = size(won[np.uint64(begin + index), np.uint64(source)] & operand)
            if first:
                taken += size(won[np.uint64(begin + index), np.uint64(above)] & first)
            put(cases, index, get(cases, index) * radix + taken)
    elif kind == TAKERS:
        for index in range(count):
            takers = 0
            for seat in range(seats):
                taken = won[np.uint64(begin + index), np.uint64(seat)] & operand
                if first:
                    taken |= won[np.uint64(begin + index), np.uint64(seats + seat)] & first
                takers += taken != 0
            put(cases, index, get(cases, index) * radix + takers)
    else:
        one_row = totals.shape[0] == 1
        for index in range(count):
            total = totals[0 if one_row else begin + index, source]
            put(cases, index, get(cases, index) * radix + total % operand)


@entry
def recall(
    slots: Numbers,
    keys: Numbers,
    worth: Numbers,
    count: int,
    origins: Numbers,
    columns: Numbers,
    facts: Any,
    totals: Any,
    points: Any,
    key: Numbers,
    progress: Numbers,
) -> bool:
    """Add to the points of deals those of deals with the same outcome, until one has a new outcome.

    The outcomes are stored in a hash table with linear probing.

    Args:
        slots: the hash table: by slot, the index of an outcome from 1; 0 for an empty slot. Its size is a power of two,
            and some slots are empty.
        keys: by outcome, its key: the origin of the deal, the points of earlier deals, some facts.
        worth: by outcome and seat, the points.
        count: how many outcomes there are; what follows may be incomplete.
        origins: where the deals came from, in turn.
        columns: the facts that are part of the key.
        facts, totals: of the deals.
        points: by deal and seat, to which is added.
        key: room for one, which in the end is that of the new outcome.
        progress: the deal, which is moved on; then the slot in which the new outcome belongs.

    Returns:
        Returns whether there is a new outcome.
    """
    shared = totals.shape[0] == 1
    while progress[0] < facts.shape[0]:
        deal = progress[0]
        key[0] = origins[deal % origins.shape[0]]
        for seat in range(totals.shape[1]):
            key[1 + seat] = totals[0 if shared else deal, seat]
        for index in range(columns.shape[0]):
            key[1 + totals.shape[1] + index] = facts[deal, columns[index]]
        code = np.int64(0)
        for index in range(key.shape[0]):
            code = (code ^ get(key, index)) * _MULTIPLIER
            code ^= code >> 29
        progress[1] = code & (slots.shape[0] - 1)
        outcome = -1
        while outcome < 0:
            outcome = get(slots, progress[1]) - 1
            if outcome < 0 or outcome >= count:
                return True
            for index in range(key.shape[0]):
                if keys[outcome, index] != key[index]:
                    outcome = -1
                    progress[1] = (progress[1] + 1) & (slots.shape[0] - 1)
                    break
        for seat in range(worth.shape[1]):
            points[deal, seat] += worth[outcome, seat]
        progress[0] += 1
    return False
