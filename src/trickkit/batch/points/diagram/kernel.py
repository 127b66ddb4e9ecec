"""Decision diagrams of scorings in compiled code, which walks from a root to the points of a deal."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import IS, LESS, N_CALLS, N_SEAT, N_TRICKS, REST, VALUE, Numbers
from trickkit.batch.kernel.lookup import get, put
from trickkit.batch.kernel.masks import size

# The kinds of nodes, by their first number, and what follows it.
POINTS = 1
# The points of a deal: those of each seat, and the number of numbers to add. For each of these: its type and contents,
# as in a part of a COUNT without the factor; the number of seats that get it; and for each of them the seat and a
# factor. The number may also be an OUTCOME: a column of the facts, and the index of a table with a number for each
# outcome; EACH: 0, and the root of the diagram that is walked for each trick; or a QUOTIENT: the divisor, and the index
# of the dividend, which is stored as a constant, the number of its parts, and the parts.
FACT = 2  # a column of the facts: the column, a number to add, and the children by the sum
CLASS = 3  # the outcome of a phase: the column, the index of the table of its classes, 0, and the children by class
COUNT = 4  # a number of cards or tricks: how it is examined, an operand, a constant, the number of parts, the parts,
#            and the children by result; a part is a factor, an array, a column in it, and a mask
NOTE = 5  # 8 bits of a note: its place, the shift of the bits, the index of the table of the classes of their values,
#           or 0, 0, and the children by class
ASKED = 6  # a deal with which the scoring itself must be called: nothing follows
SUMMED = 7  # the same as POINTS, if one of the numbers to add is a sum over tricks
MEMO = 8
# A table of points by the values of few small numbers, in front of the first node of a diagram: the index of that node,
# the index of the table, the number of cases, the number of seats that get points, the number of numbers, these seats,
# and for each number its minimum, how many values it has, how it is examined, an operand, the number of its parts, and
# the parts.
DIVIDED = 4
"""How a COUNT is examined, in addition to the ways of sums in `layout`: divided by the operand. For VALUE, the operand
is added."""
WON, SETS, ALL_OF, NOTED, CALLED, FIGURE, TURN, BEFORE, OUTCOME, EACH, QUOTIENT = range(11)
"""The types of numbers: how many cards of a mask are in the tricks of a hand, in another set, or in a noted trick;
whether all are in that set; how many calls are in a mask; a fact; the number of the trick for which a diagram is
walked; points of earlier deals; the table entry for the outcome of a phase; a sum over the tricks; or a quotient."""
PART, GIVEN, KEPT_BY = 4, 2, 5
"""The lengths, without parts, of what is counted, of who gets which points, and of a number that indexes points."""
GROUPS = 4
"""The most groups of deals at the same node whose points are added column by column, which is faster; the rest are
added deal by deal."""
BY_TRICK = 16
"""The shift, in the place of a note, of the step by which the place advances with each trick."""
BY_SEAT = 32
"""The shift, in the place of the notes of calls, of 1 plus the seat whose calls are counted, or of 0 for any seat."""

LACKING, SUMS = 3, 5
"""The indices in the progress of the diagram that lacks a node, and of the numbers by seat."""

ROOTS = 0
"""The index of the number of diagrams, which the pointers to their first nodes follow. A pointer of 0, here or to a
child, stands for an unknown node."""

BLOCK = 256
"""The number of deals handled together, so that their data stay in the processor's first-level cache."""
UNKNOWN = np.iinfo(np.int64).min
"""The entry in a table of points for a case that has not occurred yet."""


class Finished(NamedTuple):
    """The recorded results of finished deals, or of one of them, without the first dimension.

    Args:
        facts, won, sets, notes: as in `Written`.
        before: by deal, or in one row for all: the points of earlier deals, and those of some of their lines.
    """

    facts: Array
    won: Array
    sets: Array
    notes: Array
    before: Array


@kernel(inline="code")
def one_of(deals: Finished, deal: int) -> Finished:
    """The recorded results of one of the deals."""
    before = deals.before[deal if deals.before.shape[0] > 1 else 0]
    return Finished(deals.facts[deal], deals.won[deal], deals.sets[deal], deals.notes[deal], before)


@entry
def settle(nodes: Numbers, deals: Finished, points: Any, work: Any, progress: Numbers) -> bool:
    """Add the points of deals, until one reaches an unknown node.

    Args:
        nodes: the nodes of the diagrams; points of memos are written into them.
        deals: their recorded results.
        points: by deal and seat; receives the sums.
        work: (3, BLOCK): work space.
        progress: the first deal of the block, the diagram, and the deal in the block, which are advanced; then the root
            of a diagram for each trick that lacks a node, 0 for none, or -1 if the scoring must be called with the
            deal; then the trick; then room for a number for each seat.

    Returns:
        Returns whether all deals are done.
    """
    while progress[0] < deals.facts.shape[0]:
        begin = progress[0]
        count = min(BLOCK, deals.facts.shape[0] - begin)
        while progress[1] < nodes[ROOTS]:
            root, index = ROOTS + 1 + progress[1], progress[2]
            memo = get(nodes, root)
            if memo and get(nodes, memo) == MEMO:
                root = memo + 1
                _number_cases(nodes, memo, deals, work, begin, count)
            else:
                memo = np.int64(0)
            progress[2] = _walked(nodes, root, memo, deals, points, work, begin, index, count, progress)
            if not memo:
                _add_leaves(nodes, work[1], deals, points, begin, index, progress[2], progress)
            if progress[2] < count:
                return False
            progress[2] = 0
            progress[1] += 1
        progress[1] = 0
        progress[0] += count
    return True


@kernel
def _walked(
    nodes: Numbers,
    root: int,
    memo: int,
    deals: Finished,
    points: Any,
    work: Any,
    begin: int,
    index: int,
    count: int,
    progress: Numbers,
) -> int:
    """Walk deals of a block through a diagram until one reaches an unknown node; returns that deal.

    Without a memo, the points of the nodes reached have yet to be added.
    """
    cases, leaves = work[0], work[1]
    while True:
        if memo:
            index = _add_kept(nodes, memo, cases, points, begin, index, count)
        if index == count:
            return index
        if not memo and get(nodes, root) and get(nodes, get(nodes, root)) == POINTS:
            # All deals have the same node.
            for other in range(index, count):
                put(leaves, other, get(nodes, root))
            return count
        deal = begin + index
        progress[LACKING] = 0
        node = _found(nodes, root, one_of(deals, deal), 0)
        if not node:
            return index
        if get(nodes, node) == ASKED:
            progress[LACKING] = -1
            return index
        if memo or get(nodes, node) == SUMMED:
            put(leaves, index, 0)
            if not _given(nodes, node, one_of(deals, deal), points, deal, progress):
                return index
            if memo and np.uint64(get(cases, index)) < np.uint64(get(nodes, memo + 3)):
                _keep(nodes, memo, get(cases, index), progress)
        else:
            put(leaves, index, node)
        index += 1


@kernel(inline="code")
def _add_kept(nodes: Numbers, memo: int, cases: Numbers, points: Any, begin: int, index: int, count: int) -> int:
    """Add the stored points to deals of a block; returns the first deal whose case has none."""
    table, limit, seats = get(nodes, memo + 2), get(nodes, memo + 3), get(nodes, memo + 4)
    first = np.uint64(get(nodes, memo + 6))
    while index < count:
        case = get(cases, index)
        if np.uint64(case) >= np.uint64(limit):
            return index
        kept = get(nodes, table + case * seats)
        if kept == UNKNOWN:
            return index
        for column in range(1, seats):
            if get(nodes, table + case * seats + column) == UNKNOWN:
                return index
        points[np.uint64(begin + index), first] += kept
        for column in range(1, seats):
            other = np.uint64(get(nodes, memo + 6 + column))
            points[np.uint64(begin + index), other] += get(nodes, table + case * seats + column)
        index += 1
    return index


@kernel(inline="code")
def _keep(nodes: Numbers, memo: int, case: int, progress: Numbers) -> None:
    """Store the points of a case."""
    seats = get(nodes, memo + 4)
    for column in range(seats):
        put(nodes, get(nodes, memo + 2) + case * seats + column, progress[SUMS + get(nodes, memo + 6 + column)])


@kernel
def _number_cases(nodes: Numbers, memo: int, deals: Finished, work: Any, begin: int, count: int) -> None:
    """By deal of a block, the values of the numbers that index points, as one number in mixed radix."""
    cases, answers, weight = work[0], work[2], np.int64(0)
    cursor = memo + 6 + get(nodes, memo + 4)
    for _ in range(get(nodes, memo + 5)):
        least, radix, how, operand = nodes[cursor], nodes[cursor + 1], nodes[cursor + 2], nodes[cursor + 3]
        first = cursor + KEPT_BY
        cursor = first + PART * get(nodes, cursor + 4)
        digits, times, more = (cases, weight * radix, -least) if how == VALUE else (answers, np.int64(0), np.int64(0))
        for part in range(first, cursor, PART):
            _append(nodes, part, deals, digits, times, more, begin, count)
            times, more = np.int64(1), np.int64(0)
        if how == LESS:
            for index in range(count):
                put(cases, index, 2 * weight * get(cases, index) + (get(answers, index) < operand))
        elif how == IS:
            for index in range(count):
                put(cases, index, 2 * weight * get(cases, index) + (get(answers, index) == operand))
        elif how == REST:
            for index in range(count):
                put(cases, index, weight * radix * get(cases, index) + get(answers, index) % operand)
        # The work space before the first digit does not count.
        weight = np.int64(1)


@kernel
def _append(
    nodes: Numbers, part: int, deals: Finished, sums: Numbers, times: int, more: int, begin: int, count: int
) -> None:
    """For all deals of a block, multiply sums by a number, and add another number and a part of a sum."""
    factor, array, column = get(nodes, part), get(nodes, part + 1), np.uint64(get(nodes, part + 2))
    mask = get(nodes, part + 3)
    if array == FIGURE:
        for index in range(count):
            value = np.int64(deals.facts[np.uint64(begin + index), column])
            put(sums, index, get(sums, index) * times + more + factor * value)
    elif array == OUTCOME:
        for index in range(count):
            value = get(nodes, mask + deals.facts[np.uint64(begin + index), column])
            put(sums, index, get(sums, index) * times + more + factor * value)
    elif array == WON:
        for index in range(count):
            value = size(deals.won[np.uint64(begin + index), column] & mask)
            put(sums, index, get(sums, index) * times + more + factor * value)
    else:
        for index in range(count):
            deal = begin + index
            value = _counted(nodes, part + 1, one_of(deals, deal), 0)
            put(sums, index, get(sums, index) * times + more + factor * value)


@kernel
def _add_leaves(
    nodes: Numbers, leaves: Numbers, deals: Finished, points: Any, begin: int, first: int, end: int, progress: Numbers
) -> None:
    """Add the points of some deals of a block, given the nodes that they have reached, or 0."""
    for _ in range(GROUPS):
        while first < end and not get(leaves, first):
            first += 1
        if first == end:
            return
        leaf = get(leaves, first)
        for seat in range(points.shape[1]):
            worth = get(nodes, leaf + 1 + seat)
            if worth:
                for index in range(first, end):
                    if get(leaves, index) == leaf:
                        points[np.uint64(begin + index), np.uint64(seat)] += worth
        part = leaf + 2 + points.shape[1]
        for _ in range(get(nodes, part - 1)):
            after = part + PART + GIVEN * get(nodes, part + 3)
            array, column, mask = get(nodes, part), np.uint64(get(nodes, part + 1)), get(nodes, part + 2)
            for given in range(part + PART, after, GIVEN):
                to, factor = np.uint64(get(nodes, given)), get(nodes, given + 1)
                if array == WON:
                    for index in range(first, end):
                        if get(leaves, index) == leaf:
                            value = size(deals.won[np.uint64(begin + index), column] & mask)
                            points[np.uint64(begin + index), to] += factor * value
                else:
                    for index in range(first, end):
                        if get(leaves, index) == leaf:
                            deal = begin + index
                            value = _added(nodes, part, one_of(deals, deal), 0)
                            points[np.uint64(deal), to] += factor * value
            part = after
        for index in range(first, end):
            if get(leaves, index) == leaf:
                put(leaves, index, 0)
    for index in range(first, end):
        leaf = get(leaves, index)
        if leaf:
            deal = begin + index
            _given(nodes, leaf, one_of(deals, deal), points, deal, progress)


@kernel
def _given(nodes: Numbers, node: int, one: Finished, points: Any, deal: int, progress: Numbers) -> bool:
    """Add the points of a node to those of a deal; returns whether all are known, and otherwise adds nothing."""
    seats = progress.shape[0] - SUMS
    for seat in range(seats):
        progress[SUMS + seat] = get(nodes, node + 1 + seat)
    part = node + 2 + seats
    for _ in range(get(nodes, part - 1)):
        if get(nodes, part) == EACH:
            value = _over_tricks(nodes, get(nodes, part + 2), one, progress)
            if progress[LACKING]:
                return False
        else:
            value = _added(nodes, part, one, 0)
        end = part + PART + GIVEN * get(nodes, part + 3)
        for given in range(part + PART, end, GIVEN):
            progress[SUMS + get(nodes, given)] += get(nodes, given + 1) * value
        part = end
    for seat in range(seats):
        points[deal, seat] += progress[SUMS + seat]
    return True


@kernel
def _over_tricks(nodes: Numbers, root: int, one: Finished, progress: Numbers) -> int:
    """The sum over tricks of the results of a diagram, until an unknown node."""
    total = 0
    for trick in range(one.notes[N_TRICKS]):
        node = _found(nodes, root, one, trick)
        if not node:
            progress[LACKING] = root
            progress[LACKING + 1] = trick
            return 0
        # The result is one number, without seats.
        total += get(nodes, node + 1)
        part = node + 3
        for _ in range(get(nodes, node + 2)):
            total += get(nodes, part + PART + 1) * _added(nodes, part, one, trick)
            part += PART + GIVEN
    return total


@kernel(inline="code")
def _placed(place: int, trick: int) -> int:
    """The index of a note, which may belong to the current trick."""
    return (place & (1 << BY_TRICK) - 1) + (place >> BY_TRICK) * trick


@kernel
def _called(notes: Any, column: int, words: int) -> int:
    """The number of calls with certain words, by a seat or by any; the column is the place of the first call."""
    count, offset, seat = 0, column & (1 << BY_TRICK) - 1, (column >> BY_SEAT) - 1
    for index in range(notes[N_CALLS]):
        call = get(notes, offset + index)
        if seat < 0 or call >> N_SEAT & 255 == seat:
            count += words >> (call & 255) & 1
    return count


@kernel
def _added(nodes: Numbers, part: int, one: Finished, trick: int) -> int:
    """A number to add to points: a count of cards or tricks, or a quotient."""
    if get(nodes, part) != QUOTIENT:
        return _counted(nodes, part, one, trick)
    dividend = get(nodes, part + 2)
    return _summed(nodes, dividend, one, trick) // get(nodes, part + 1)


@kernel(inline="code")
def _summed(nodes: Numbers, place: int, one: Finished, trick: int) -> int:
    """A sum, stored as a constant, the number of its other parts, and the parts."""
    total = get(nodes, place)
    for part in range(place + 2, place + 2 + PART * get(nodes, place + 1), PART):
        total += get(nodes, part) * _counted(nodes, part + 1, one, trick)
    return total


@kernel(inline="code")
def _counted(nodes: Numbers, part: int, one: Finished, trick: int) -> int:
    """A number of cards or tricks, or another number."""
    array, column, mask = get(nodes, part), get(nodes, part + 1), get(nodes, part + 2)
    if array == FIGURE:
        return int(np.int64(get(one.facts, column)))
    if array <= ALL_OF:
        overlap = (get(one.won, column) if array == WON else get(one.sets, column)) & mask
        return int(overlap == mask) if array == ALL_OF else size(overlap)
    if array == OUTCOME:
        return get(nodes, mask + one.facts[column])
    if array == TURN:
        return trick
    if array == BEFORE:
        return get(one.before, column)
    if array == NOTED:
        return size(get(one.notes, _placed(column, trick)) & mask)
    return _called(one.notes, column, mask)


@kernel(inline="code")
def _found(nodes: Numbers, root: int, one: Finished, trick: int) -> int:
    """The node with the points of a deal, or of one of its tricks; 0 if it is unknown."""
    node = get(nodes, root)
    while node:
        kind = get(nodes, node)
        if kind == POINTS or kind >= ASKED:
            return node
        if kind == CLASS:
            outcome = np.int64(get(one.facts, get(nodes, node + 1)))
            node = get(nodes, node + 4 + get(nodes, get(nodes, node + 2) + outcome))
        elif kind == FACT:
            node = get(nodes, node + 3 + get(one.facts, get(nodes, node + 1)) + get(nodes, node + 2))
        elif kind == NOTE:
            answer = get(one.notes, _placed(get(nodes, node + 1), trick)) >> get(nodes, node + 2) & 255
            if get(nodes, node + 3):
                answer = get(nodes, get(nodes, node + 3) + answer)
            node = get(nodes, node + 5 + answer)
        else:
            value = _summed(nodes, node + 3, one, trick)
            children = node + 5 + PART * get(nodes, node + 4)
            how, operand = get(nodes, node + 1), get(nodes, node + 2)
            if how == VALUE:
                value += operand
            elif how == LESS:
                value = np.int64(value < operand)
            elif how == IS:
                value = np.int64(value == operand)
            elif how == REST:
                value %= operand
            else:
                value //= operand
            node = get(nodes, children + value)
    return 0
