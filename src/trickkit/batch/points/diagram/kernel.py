"""Decision diagrams of scorings, as compiled code: it walks from a root to the points of a deal."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import N_CALLS, N_SEAT, N_TRICKS, Numbers
from trickkit.batch.kernel.lookup import get
from trickkit.batch.kernel.masks import size

# What stands first in a node. After it come, for
POINTS = (
    1  # the points of a deal: those of each seat, how many numbers are added, and for each what it is, as a part of
)
#             a COUNT has it without the factor, how many seats are given it, and for each the seat and a factor; it may
#             also be an OUTCOME: a column of the facts, and where the numbers begin of which the one for the outcome is
#             meant; EACH: 0, and the root of the diagram that is walked for each trick; or a QUOTIENT: the divisor, and
#             where the dividend stands, as a summand, how many parts it has, and the parts;
FACT = 2  # a column of the facts: the column, what is added, and the children by what this gives;
CLASS = 3  # the outcome of a phase: the column, where its classes begin, 0, and the children by class;
COUNT = 4  # a number of cards or tricks: how it is looked at, an operand, a summand, how many parts, the parts, and the
#            children by what this gives; a part is a factor, an array, a column in it, and a mask;
NOTE = 5  # 8 bits of a note: its place, how far up they stand, where the classes of what they say begin, or 0, 0, and
#           the children by that.
ASKED = 6  # a deal about which the scoring itself is asked: nothing comes after it.
VALUE, BELOW, EQUALS, DIVIDED = range(4)
"""How a COUNT is looked at: added to the operand, compared with it, or divided by it."""
WON, SETS, ALL_OF, NOTED, CALLED, FIGURE, TURN, BEFORE, OUTCOME, EACH, QUOTIENT = range(11)
"""What a number is: how many of a mask are in the tricks of a hand, in another set, or in a noted trick; whether all
are in that set; how many calls are of a mask; 1 and a fact; the number of the trick for which a diagram is walked;
points of earlier deals; what a table has for the outcome of a phase; a sum over the tricks; or a quotient."""
PART, GIVEN = 4, 2
"""How many numbers say what is counted, and who is given what."""
BY_TRICK = 16
"""By so many bits is moved up, in the place of a note, by how much it moves on with the trick that is looked at."""
BY_SEAT = 32
"""By so many bits is moved up, in the place where calls are noted, 1 and the seat whose calls are counted, or 0."""

LACKING, SUMS = 2, 4
"""Where in the progress it is told which diagram lacks a node, and where the numbers of the seats begin."""

ROOTS = 0
"""How many diagrams there are; where the first nodes of each are told comes next. 0 there and in place of a child is
one that is not known yet."""


@entry
def settle(
    nodes: Numbers, facts: Any, won: Any, sets: Any, notes: Any, before: Any, points: Any, progress: Numbers
) -> bool:
    """Add the points of deals, until one reaches a node that is not known yet.

    Args:
        nodes: of the diagrams.
        facts, won, sets, notes: of the deals.
        before: of each deal, or in one row for all: the points of earlier deals, and those of some of their lines.
        points: by deal and seat; receives the sums.
        progress: the deal and the diagram, which are moved on; then the root of the diagram that is walked for each
            trick and lacks a node, or 0, or -1 where the scoring itself is asked about the deal; and the trick; then
            room for a number for each seat.

    Returns:
        Returns whether all deals are done.
    """
    while progress[0] < facts.shape[0]:
        deal = progress[0]
        row = deal if before.shape[0] > 1 else 0
        while progress[1] < nodes[ROOTS]:
            progress[LACKING] = 0
            node = _found(
                nodes, ROOTS + 1 + progress[1], facts[deal], won[deal], sets[deal], notes[deal], before[row], 0
            )
            if not node:
                return False
            if get(nodes, node) == ASKED:
                progress[LACKING] = -1
                return False
            if not _given(nodes, node, facts[deal], won[deal], sets[deal], notes[deal], before[row], progress):
                return False
            for seat in range(points.shape[1]):
                points[deal, seat] += progress[SUMS + seat]
            progress[1] += 1
        progress[1] = 0
        progress[0] += 1
    return True


@kernel(inline="code")
def _given(
    nodes: Numbers, node: int, facts: Any, won: Any, sets: Any, notes: Any, before: Any, progress: Numbers
) -> bool:
    """Compute the points at a node; returns whether all of them are known."""
    seats = progress.shape[0] - SUMS
    for seat in range(seats):
        progress[SUMS + seat] = get(nodes, node + 1 + seat)
    part = node + 2 + seats
    for _ in range(get(nodes, part - 1)):
        array, operand = get(nodes, part), get(nodes, part + 2)
        if array == OUTCOME:
            number = get(nodes, operand + facts[get(nodes, part + 1)])
        elif array == EACH:
            number = _over_tricks(nodes, operand, facts, won, sets, notes, before, progress)
            if progress[LACKING]:
                return False
        else:
            number = _added(nodes, part, facts, won, sets, notes, before, 0)
        end = part + PART + GIVEN * get(nodes, part + 3)
        for given in range(part + PART, end, GIVEN):
            progress[SUMS + get(nodes, given)] += get(nodes, given + 1) * number
        part = end
    return True


@kernel
def _over_tricks(
    nodes: Numbers, root: int, facts: Any, won: Any, sets: Any, notes: Any, before: Any, progress: Numbers
) -> int:
    """The sum over tricks of the results of a diagram, until it lacks a node."""
    total = 0
    for trick in range(notes[N_TRICKS]):
        node = _found(nodes, root, facts, won, sets, notes, before, trick)
        if not node:
            progress[LACKING] = root
            progress[LACKING + 1] = trick
            return 0
        # One number is given: there are no seats here.
        total += get(nodes, node + 1)
        part = node + 3
        for _ in range(get(nodes, node + 2)):
            total += get(nodes, part + PART + 1) * _added(nodes, part, facts, won, sets, notes, before, trick)
            part += PART + GIVEN
    return total


@kernel(inline="code")
def _placed(place: int, trick: int) -> int:
    """The index of a note, which may be one of the current trick."""
    return (place & (1 << BY_TRICK) - 1) + (place >> BY_TRICK) * trick


@kernel
def _called(notes: Any, column: int, words: int) -> int:
    """How many calls have certain words, by a seat or by any; the column says where the first of them is noted."""
    count, place, seat = 0, column & (1 << BY_TRICK) - 1, (column >> BY_SEAT) - 1
    for number in range(notes[N_CALLS]):
        call = get(notes, place + number)
        if seat < 0 or call >> N_SEAT & 255 == seat:
            count += words >> (call & 255) & 1
    return count


@kernel
def _added(nodes: Numbers, part: int, facts: Any, won: Any, sets: Any, notes: Any, before: Any, trick: int) -> int:
    """A number that is added to points: a count of cards or tricks, or a quotient."""
    if get(nodes, part) != QUOTIENT:
        return _counted(nodes, part, facts, won, sets, notes, before, trick)
    dividend = get(nodes, part + 2)
    return _summed(nodes, dividend, facts, won, sets, notes, before, trick) // get(nodes, part + 1)


@kernel(inline="code")
def _summed(nodes: Numbers, place: int, facts: Any, won: Any, sets: Any, notes: Any, before: Any, trick: int) -> int:
    """A sum, stored as a summand, the number of its other parts, and these."""
    total = get(nodes, place)
    for part in range(place + 2, place + 2 + PART * get(nodes, place + 1), PART):
        total += get(nodes, part) * _counted(nodes, part + 1, facts, won, sets, notes, before, trick)
    return total


@kernel(inline="code")
def _counted(nodes: Numbers, part: int, facts: Any, won: Any, sets: Any, notes: Any, before: Any, trick: int) -> int:
    """How many of some cards or tricks there are."""
    array, column, mask = get(nodes, part), get(nodes, part + 1), get(nodes, part + 2)
    if array == FIGURE:
        return int(np.int64(get(facts, column))) + 1
    if array == TURN:
        return trick
    if array == BEFORE:
        return get(before, column)
    if array == NOTED:
        return size(get(notes, _placed(column, trick)) & mask)
    if array == CALLED:
        return _called(notes, column, mask)
    there = (get(won, column) if array == WON else get(sets, column)) & mask
    return int(there == mask) if array == ALL_OF else size(there)


@kernel(inline="code")
def _found(nodes: Numbers, root: int, facts: Any, won: Any, sets: Any, notes: Any, before: Any, trick: int) -> int:
    """The node with the points of a deal, or of a trick of it; 0 if it is not known yet."""
    node = get(nodes, root)
    while node:
        kind = get(nodes, node)
        if kind in (POINTS, ASKED):
            return node
        if kind == CLASS:
            outcome = np.int64(get(facts, get(nodes, node + 1)))
            node = get(nodes, node + 4 + get(nodes, get(nodes, node + 2) + outcome))
        elif kind == FACT:
            node = get(nodes, node + 3 + get(facts, get(nodes, node + 1)) + get(nodes, node + 2))
        elif kind == NOTE:
            said = get(notes, _placed(get(nodes, node + 1), trick)) >> get(nodes, node + 2) & 255
            if get(nodes, node + 3):
                said = get(nodes, get(nodes, node + 3) + said)
            node = get(nodes, node + 5 + said)
        else:
            value = _summed(nodes, node + 3, facts, won, sets, notes, before, trick)
            children = node + 5 + PART * get(nodes, node + 4)
            how, operand = get(nodes, node + 1), get(nodes, node + 2)
            if how == VALUE:
                value += operand
            elif how == BELOW:
                value = np.int64(value < operand)
            elif how == EQUALS:
                value = np.int64(value == operand)
            else:
                value //= operand
            node = get(nodes, children + value)
    return 0
