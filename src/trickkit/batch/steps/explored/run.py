"""Runs explored phases, by walking their diagrams in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import entry, kernel, lowest
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, put
from trickkit.batch.kernel.masks import (
    Mask,
    add_faces,
    look_mask,
    mask_at,
    mask_from,
    mask_of,
    nth,
    put_mask,
    rest,
    show_everybody,
    size,
)
from trickkit.batch.steps.explored.holding import choose, chosen_action, declared, options_of
from trickkit.batch.steps.explored.melds import show_melds
from trickkit.errors import InvalidRules


@kernel(inline="code")
def _nodes(tables: Numbers) -> int:
    """The index of the nodes in the tables."""
    return tables[layout.HEADER + layout.HEAD * layout.T_NODES]


@kernel
def _calls_made(row: Numbers, tables: Numbers, seat: int, words: int) -> int:
    """The number of recorded calls with certain words that a seat has made."""
    count = 0
    for index in range(get(row, tables[layout.NOTED_AT] + layout.N_CALLS)):
        call = get(row, tables[layout.CALLS_AT] + index)
        if call >> layout.N_SEAT & 255 == seat:
            count += words >> (call & 255) & 1
    return count


@kernel
def summed(row: Numbers, tables: Numbers, nodes: int, at: int) -> int:
    """The answer to a question about a sum at an index: see `layout.ADDED`."""
    total, part = 0, at + 3
    for _ in range(get(tables, at + 2)):
        kind, column, mask = get(tables, part), get(tables, part + 1), get(tables, part + 3)
        if kind == layout.S_NUMBER:
            term = get(row, column)
        elif kind == layout.S_TRICKS:
            term = size(get(row, column) & mask)
        elif kind == layout.S_CALLED:
            term = _calls_made(row, tables, column, mask)
        else:
            wanted = mask_at(tables, nodes + mask)
            if kind == layout.S_CARDS:
                term = size(mask_of(row, tables, column) & wanted)
            else:
                played = mask_of(row, tables, column - layout.HANDS + layout.HELD_FIRST) & ~mask_of(row, tables, column)
                term = size(played & wanted)
                if kind == layout.S_ALL_PLAYED:
                    term = 1 if term == size(wanted) else 0
        total += get(tables, part + 2) * term
        part += 4
    operand = get(tables, at + 1)
    if get(tables, at) == layout.VALUE:
        return total - operand
    if get(tables, at) == layout.LESS:
        return 1 if total < operand else 0
    if get(tables, at) == layout.REST:
        return total % operand
    return 1 if total == operand else 0


@kernel
def looked(row: Numbers, tables: Numbers, nodes: int, at: int) -> int:
    """The answer of an ASK node at an index, by number."""
    how, column, operand = get(tables, at + 1), get(tables, at + 2), get(tables, at + 3)
    value = get(row, column)
    if how == layout.MEETS:
        return 1 if mask_of(row, tables, column) & mask_at(tables, nodes + operand) else 0
    if how == layout.COUNTED:
        return size(mask_of(row, tables, column) & mask_at(tables, nodes + operand))
    if how == layout.SUMMED:
        return summed(row, tables, nodes, nodes + operand)
    if how == layout.LEFT:
        return row[layout.END] - row[layout.SIZE] * tables[layout.PLAYERS] - value
    return get(tables, nodes + (operand >> 8) + (value >> (operand & 255) & 255))


@kernel
def done(row: Numbers, tables: Numbers, nodes: int, at: int) -> int:
    """Execute a node at an index that records something, shows cards, or declares; returns the node after it."""
    kind = get(tables, at)
    if kind == layout.NOTE:
        column = get(tables, at + 1)
        if get(row, column) < 0:
            put(row, column, row[layout.ACTOR])
        return get(tables, at + 2 + get(row, column))
    if kind == layout.SHOW:
        add_faces(row, tables, get(tables, at + 1), mask_at(tables, nodes + get(tables, at + 2)))
        return get(tables, at + 3)
    if kind == layout.SHOW_HELD:
        shown = mask_of(row, tables, get(tables, at + 1)) & mask_at(tables, nodes + get(tables, at + 2))
        show_everybody(row, tables, shown)
        return get(tables, at + 3)
    if kind == layout.EXCHANGE:
        _exchange(row, tables, get(tables, at + 1), mask_at(tables, nodes + get(tables, at + 2)))
        return get(tables, at + 3)
    if kind == layout.CLOSE_STOCK:
        _close_stock(row, tables, mask_at(tables, nodes + get(tables, at + 1)))
        return get(tables, at + 2)
    if kind == layout.OFFERS:
        row[layout.CHOICES] |= np.int64(1) << get(tables, at + 1)
        row[layout.HOLDS] = row[layout.CHOICES]
        return get(tables, at + 2)
    if kind == layout.SOME_LEFT and row[layout.CHOICES]:
        return get(tables, at + 1)
    if kind in (layout.REFUSES, layout.SOME_LEFT):
        raise InvalidRules("after these earlier deals a phase refuses to go on; play a state on to see why")
    if kind == layout.TALLY:
        tally(row, tables, nodes, at)
        return get(tables, at + 3)
    if kind == layout.SHOW_MELDS:
        show_melds(row, tables, nodes, get(tables, at + 1), nodes + get(tables, at + 2), get(tables, at + 3))
        return get(tables, at + 4)
    return declared(row, tables, nodes, at)


@kernel
def _exchange(row: Numbers, tables: Numbers, hand: int, cards: Mask) -> None:
    """Exchange the first of some cards in a hand for the one that lies under the stock; everybody sees both."""
    gave, got = mask_of(row, tables, layout.HANDS + hand) & cards, mask_of(row, tables, layout.BOTTOM)
    gave = gave ^ rest(gave)
    for column in (layout.HANDS + hand, layout.HELD_FIRST + hand):
        put_mask(row, tables, column, mask_of(row, tables, column) & ~gave | got)
    show_everybody(row, tables, gave | got)
    put_mask(row, tables, layout.BOTTOM, gave)
    row[layout.CHANGED] = 1


@kernel
def _close_stock(row: Numbers, tables: Numbers, cards: Mask) -> None:
    """Put the cards of the stock, which are those in no other place, out of play."""
    for hand in range(tables[layout.PLAYERS]):
        cards = cards & ~mask_of(row, tables, layout.HANDS + hand)
    for column in (layout.OUT, layout.LAID, layout.AWAY):
        cards = cards & ~mask_of(row, tables, column)
    add_faces(row, tables, layout.AWAY, cards)
    row[layout.TOP] = row[layout.END] - row[layout.SIZE] * tables[layout.PLAYERS]
    put_mask(row, tables, layout.BOTTOM, mask_from(tables, 0))
    row[layout.CHANGED] = 1


@kernel
def draw(row: Numbers, cards: Any, tables: Numbers, count: int, tasks: int) -> None:
    """Draw tasks, from which seats choose; nobody has taken one on yet."""
    left, drawn = (np.int64(1) << tasks) - 1, np.int64(0)
    for index in range(count):
        task = np.int64(1) << nth(left, np.int64(get(cards, tables[layout.CARDS] + index)))
        left ^= task
        drawn |= task
    for word in range(2):
        row[layout.HOLDS + word] = 0 if word else drawn
        row[layout.CHOICES + word] = 0 if word else drawn
    for seat in range(tables[layout.PLAYERS]):
        row[layout.TASKS + seat] = 0


@kernel
def tally(row: Numbers, tables: Numbers, nodes: int, at: int) -> None:
    """Write the state of the tasks that were taken on."""
    begin, column = nodes + get(tables, at + 1), get(tables, at + 2)
    for outcome in range(3):
        row[column + outcome] = 0
    for seat in range(tables[layout.PLAYERS]):
        left, first = row[layout.TASKS + seat], begin + 1 + seat * get(tables, begin)
        while left:
            row[column + _judged(row, tables, nodes, get(tables, first + lowest(left)))] += 1
            left &= left - 1


@kernel
def _judged(row: Numbers, tables: Numbers, nodes: int, node: int) -> int:
    """The state of a task."""
    while True:
        offset = nodes + node
        if get(tables, offset) == layout.SAYS:
            return get(tables, offset + 1)
        node = get(tables, offset + 4 + looked(row, tables, nodes, offset))


@kernel(inline="code")
def walk(row: Numbers, tables: Numbers, node: int) -> bool:
    """Walk from a node to the next decision; returns False if the phase is over before one."""
    nodes = _nodes(tables)
    while True:
        offset = nodes + node
        kind = get(tables, offset)
        if kind >= 0:
            row[layout.NODE] = node
            row[layout.ACTOR] = kind
            many = get(tables, offset + layout.COUNT_OF)
            row[layout.MASK] = many if many >= 0 else options_of(row, tables, offset)
            return True
        if kind == layout.WRITE:
            put(row, get(tables, offset + 1), get(tables, offset + 2))
            node = get(tables, offset + 3)
        elif kind == layout.ASK:
            how, value, operand = get(tables, offset + 1), get(row, get(tables, offset + 2)), get(tables, offset + 3)
            if how == layout.ADDED:
                value += operand
            elif how == layout.CLASSED:
                value = get(tables, nodes + operand + value)
            else:
                value = looked(row, tables, nodes, offset)
            node = get(tables, offset + 4 + value)
        elif kind == layout.MOVE:
            row[layout.MOVES] = node
            return False
        elif kind == layout.OVER:
            return False
        else:
            node = done(row, tables, nodes, offset)


@kernel(inline="code")
def stock_card(row: Numbers, cards: Any, tables: Numbers, place: int) -> Mask:
    """A card of the stock, by its index in the deck: the last one may have been exchanged."""
    bottom = mask_of(row, tables, layout.BOTTOM)
    return bottom if bottom and place + 1 == row[layout.END] else look_mask(tables, layout.T_CARD_MASK, cards[place])


@kernel
def moved(row: Numbers, cards: Any, tables: Numbers) -> bool:
    """Move cards of the stock as the node at which a walk has stopped requires, and walk on."""
    offset = _nodes(tables) + row[layout.MOVES]
    row[layout.MOVES] = 0
    target, first, last = get(tables, offset + 1), get(tables, offset + 2), get(tables, offset + 3)
    if target == layout.DRAWN:
        draw(row, cards, tables, first, last)
    elif target == layout.TOP:
        row[layout.TOP] += last
    else:
        top, faces = row[layout.SIZE] * tables[layout.PLAYERS] + row[layout.TOP], mask_from(tables, 0)
        for index in range(top + first, top + last):
            faces = faces | stock_card(row, cards, tables, index)
        if target == layout.EVERYBODY:
            show_everybody(row, tables, faces)
        else:
            add_faces(row, tables, target, faces)
    return walk(row, tables, get(tables, offset + 4))


@kernel(inline="code")
def answer(row: Numbers, tables: Numbers, option: int) -> bool:
    """Make a decision, given by the number of an option; returns whether the phase is over."""
    nodes = _nodes(tables)
    offset = nodes + row[layout.NODE]
    many = get(tables, offset + layout.COUNT_OF)
    listed = offset + layout.OPTIONS_OF + many + option
    return not walk(row, tables, choose(row, tables, nodes, offset, option) if many < 0 else get(tables, listed))


@kernel(inline="code")
def action_of(row: Any, tables: Numbers, option: int) -> int:
    """The number of the action for an option."""
    nodes = _nodes(tables)
    offset = nodes + row[layout.NODE]
    if get(tables, offset + layout.COUNT_OF) == layout.CHOSEN_FROM:
        return chosen_action(row, tables, nodes, offset, option)
    return get(tables, offset + layout.OPTIONS_OF + option)


@entry
def option_of(row: Any, tables: Numbers, action: int) -> int:
    """The option for an action; -1 for none."""
    for option in range(row[layout.MASK]):
        if action_of(row, tables, option) == action:
            return option
    return -1
