"""What hands can declare, in compiled code: the melds in a hand are a set, whose bits are stored in two numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel, lowest
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get
from trickkit.batch.kernel.masks import Mask, mask_at, mask_of, show_everybody, size

NEEDS, LACKS, WORD, ACTION, POINTS, RANK, ALONE, WIDTH = range(8)
"""The columns of a table of statements, which follow the number of statements, and the number that stand alone."""
FIRST = 2
"""The offset of the first statement in a table."""


@kernel
def _bit(number: int, word: int) -> Any:
    """A statement as the bit of one of the two numbers of a set; 0 for the other one."""
    return np.int64(1) << (number & 63) if number >> 6 == word else np.int64(0)


@kernel
def _first(low: int, high: int) -> int:
    """The number of the first statement of a set; -1 for none."""
    if low:
        return lowest(low)
    return 64 + lowest(high) if high else -1


@kernel
def _nth(low: int, high: int, place: int) -> int:
    """The number of a statement of a set, by its index."""
    for _ in range(place):
        if low:
            low &= low - 1
        else:
            high &= high - 1
    return _first(low, high)


@kernel
def _holds(tables: Numbers, nodes: int, statement: int, cards: Mask) -> bool:
    """Whether cards include all that a statement needs, and none that it excludes."""
    needs = mask_at(tables, nodes + get(tables, statement + NEEDS))
    if needs & ~cards:
        return False
    return not cards & mask_at(tables, nodes + get(tables, statement + LACKS))


@kernel
def find(row: Numbers, tables: Numbers, nodes: int, seat: int, at: int) -> None:
    """Find the statements that a hand can make, the best first.

    Some melds may not share cards with others (they stand alone). All selections of these are tried. The best selection
    is the one with the most points and, among equals, with the best melds.

    Args:
        row: the position of the deal.
        tables: the tables of the rules.
        nodes: the index of the nodes.
        seat: the seat of the hand.
        at: the index of the table of statements.
    """
    cards, count = mask_of(row, tables, layout.HANDS + seat), get(tables, at)
    low, high, alone_low, alone_high = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for index in range(count):
        statement = at + FIRST + WIDTH * index
        if _holds(tables, nodes, statement, cards):
            low |= _bit(index, 0)
            high |= _bit(index, 1)
            if get(tables, statement + ALONE):
                alone_low |= _bit(index, 0)
                alone_high |= _bit(index, 1)
    if alone_low or alone_high:
        low, high = _chosen(tables, nodes, at, cards, alone_low, alone_high)
    row[layout.HOLDS], row[layout.HOLDS + 1] = low, high
    first = _first(low, high)
    row[layout.WORD] = 0 if first < 0 else get(tables, at + FIRST + WIDTH * first + WORD)


@kernel
def _chosen(tables: Numbers, nodes: int, at: int, cards: Mask, alone_low: int, alone_high: int) -> Any:
    """Among the selections of statements that stand alone, the one with most points, then with the best ones."""
    many, count = size(alone_low) + size(alone_high), get(tables, at)
    best_low, best_high, most = np.int64(0), np.int64(0), np.int64(-1)
    for chosen in range(many + 1):
        for code in range(1 << many):
            if size(np.int64(code)) != chosen:
                continue
            low, high, points, left = np.int64(0), np.int64(0), np.int64(0), cards
            for bit in range(many):
                if code >> bit & 1:
                    index = _nth(alone_low, alone_high, bit)
                    statement = at + FIRST + WIDTH * index
                    low |= _bit(index, 0)
                    high |= _bit(index, 1)
                    points += get(tables, statement + POINTS)
                    left = left & ~mask_at(tables, nodes + get(tables, statement + NEEDS))
            for index in range(count):
                statement = at + FIRST + WIDTH * index
                if not get(tables, statement + ALONE) and _holds(tables, nodes, statement, left):
                    low |= _bit(index, 0)
                    high |= _bit(index, 1)
                    points += get(tables, statement + POINTS)
            if points > most or (points == most and _better(tables, at, low, high, best_low, best_high)):
                best_low, best_high, most = low, high, points
    return best_low, best_high


@kernel
def _better(tables: Numbers, at: int, low: int, high: int, other_low: int, other_high: int) -> bool:
    """Whether a set of statements is better than another one, compared one by one, the best first."""
    for index in range(128):
        own, other = _nth(low, high, index), _nth(other_low, other_high, index)
        if own < 0 or other < 0:
            return own >= 0
        rank = get(tables, at + FIRST + WIDTH * own + RANK)
        than = get(tables, at + FIRST + WIDTH * other + RANK)
        if rank != than:
            return rank > than
    return False


@kernel
def like_first(row: Numbers, tables: Numbers, at: int) -> None:
    """Let a seat choose among the statements with the same words as its best one."""
    left_low, left_high = row[layout.HOLDS], row[layout.HOLDS + 1]
    low, high = np.int64(0), np.int64(0)
    while left_low or left_high:
        index = _first(left_low, left_high)
        left_low &= ~_bit(index, 0)
        left_high &= ~_bit(index, 1)
        if get(tables, at + FIRST + WIDTH * index + WORD) == row[layout.WORD]:
            low |= _bit(index, 0)
            high |= _bit(index, 1)
    row[layout.CHOICES], row[layout.CHOICES + 1] = low, high


@kernel
def declared(row: Numbers, tables: Numbers, nodes: int, at: int) -> int:
    """Execute a node about what hands can declare; returns the node after it."""
    kind = get(tables, at)
    if kind == layout.FIND:
        find(row, tables, nodes, get(tables, at + 1), nodes + get(tables, at + 2))
        return get(tables, at + 3)
    if kind == layout.LIKE_FIRST:
        like_first(row, tables, nodes + get(tables, at + 1))
        return get(tables, at + 2)
    if row[layout.BEST] < get(tables, at + 2):
        row[layout.BEST_SEAT], row[layout.BEST] = get(tables, at + 1), get(tables, at + 2)
    return get(tables, at + 3)


@kernel
def options_of(row: Any, tables: Numbers, node: int) -> int:
    """The number of options when a seat chooses from a set; the last one may be a pass.

    Args:
        row: the position of the deal.
        tables: the tables of the rules.
        node: the index of the decision in the tables.
    """
    many = size(row[layout.CHOICES]) + size(row[layout.CHOICES + 1])
    return many + (1 if get(tables, node + layout.PASS_OF) >= 0 else 0)


@kernel
def chosen_action(row: Any, tables: Numbers, nodes: int, node: int, option: int) -> int:
    """The number of the action for an option, when a seat chooses from a set."""
    index = _nth(row[layout.CHOICES], row[layout.CHOICES + 1], option)
    if index < 0:
        return get(tables, node + layout.PASS_OF)
    table = nodes + get(tables, node + layout.SET_OF)
    return get(tables, table + FIRST + WIDTH * index + ACTION)


@kernel
def choose(row: Numbers, tables: Numbers, nodes: int, node: int, option: int) -> int:
    """Choose from a set, and show what was chosen; returns the node after it."""
    index = _nth(row[layout.CHOICES], row[layout.CHOICES + 1], option)
    if index < 0:
        return get(tables, node + layout.PASSED_OF)
    statement = nodes + get(tables, node + layout.SET_OF) + FIRST + WIDTH * index
    for word in range(2):
        row[layout.HOLDS + word] &= ~_bit(index, word)
        row[layout.CHOICES + word] = row[layout.HOLDS + word]
    row[get(tables, node + layout.POINTS_OF)] += get(tables, statement + POINTS)
    shown = mask_at(tables, nodes + get(tables, statement + NEEDS))
    show_everybody(row, tables, shown)
    after = get(tables, node + layout.PICKED_OF)
    return after if after else node - nodes
