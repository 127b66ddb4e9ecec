"""Phases that were explored, as compiled code: it walks along their diagrams."""

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
    """The index of the nodes."""
    return tables[layout.HEADER + layout.HEAD * layout.T_NODES]


@kernel
def _calls_made(row: Numbers, tables: Numbers, seat: int, words: int) -> int:
    """How many calls with certain words a seat has made, as far as they are noted."""
    found = 0
    for number in range(get(row, tables[layout.NOTED_AT] + layout.N_CALLS)):
        call = get(row, tables[layout.CALLS_AT] + number)
        if call >> layout.N_SEAT & 255 == seat:
            found += words >> (call & 255) & 1
    return found


@kernel
def summed(row: Numbers, tables: Numbers, nodes: int, at: int) -> int:
    """The answer to a question about a sum at an index: see `layout.ASK`."""
    total, part = 0, at + 3
    for _ in range(get(tables, at + 2)):
        what, place, mask = get(tables, part), get(tables, part + 1), get(tables, part + 3)
        if what == layout.S_NUMBER:
            found = get(row, place)
        elif what == layout.S_TRICKS:
            found = size(get(row, place) & mask)
        elif what == layout.S_CALLED:
            found = _calls_made(row, tables, place, mask)
        else:
            wanted = mask_at(tables, nodes + mask)
            if what == layout.S_CARDS:
                found = size(mask_of(row, tables, place) & wanted)
            else:
                played = mask_of(row, tables, place - layout.HANDS + layout.HELD_FIRST) & ~mask_of(row, tables, place)
                found = size(played & wanted)
                if what == layout.S_ALL_PLAYED:
                    found = 1 if found == size(wanted) else 0
        total += get(tables, part + 2) * found
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
    how, place, operand = get(tables, at + 1), get(tables, at + 2), get(tables, at + 3)
    value = get(row, place)
    if how == layout.MEETS:
        return 1 if mask_of(row, tables, place) & mask_at(tables, nodes + operand) else 0
    if how == layout.COUNTED:
        return size(mask_of(row, tables, place) & mask_at(tables, nodes + operand))
    if how == layout.SUMMED:
        return summed(row, tables, nodes, nodes + operand)
    if how == layout.LEFT:
        return row[layout.END] - row[layout.SIZE] * tables[layout.PLAYERS] - value
    return get(tables, nodes + (operand >> 8) + (value >> (operand & 255) & 255))


@kernel
def done(row: Numbers, tables: Numbers, nodes: int, at: int) -> int:
    """Execute a node at an index: note something, show cards, or declare; returns the node after it."""
    what = get(tables, at)
    if what == layout.NOTE:
        place = get(tables, at + 1)
        if get(row, place) < 0:
            put(row, place, row[layout.ACTOR])
        return get(tables, at + 2 + get(row, place))
    if what == layout.SHOW:
        add_faces(row, tables, get(tables, at + 1), mask_at(tables, nodes + get(tables, at + 2)))
        return get(tables, at + 3)
    if what == layout.SHOW_HELD:
        shown = mask_of(row, tables, get(tables, at + 1)) & mask_at(tables, nodes + get(tables, at + 2))
        show_everybody(row, tables, shown)
        return get(tables, at + 3)
    if what == layout.EXCHANGE:
        _exchange(row, tables, get(tables, at + 1), mask_at(tables, nodes + get(tables, at + 2)))
        return get(tables, at + 3)
    if what == layout.CLOSE_STOCK:
        _close_stock(row, tables, mask_at(tables, nodes + get(tables, at + 1)))
        return get(tables, at + 2)
    if what == layout.REFUSES:
        raise InvalidRules("after such earlier deals a phase refuses to go on; a state that is played on says why")
    if what == layout.TALLY:
        tally(row, tables, nodes, at)
        return get(tables, at + 3)
    if what == layout.SHOW_MELDS:
        show_melds(row, tables, nodes, get(tables, at + 1), nodes + get(tables, at + 2), get(tables, at + 3))
        return get(tables, at + 4)
    return declared(row, tables, nodes, at)


@kernel
def _exchange(row: Numbers, tables: Numbers, hand: int, cards: Mask) -> None:
    """Exchange the first of some cards of a hand for the one that lies under the stock; all see both."""
    gave, got = mask_of(row, tables, layout.HANDS + hand) & cards, mask_of(row, tables, layout.BOTTOM)
    gave = gave ^ rest(gave)
    for place in (layout.HANDS + hand, layout.HELD_FIRST + hand):
        put_mask(row, tables, place, mask_of(row, tables, place) & ~gave | got)
    show_everybody(row, tables, gave | got)
    put_mask(row, tables, layout.BOTTOM, gave)
    row[layout.CHANGED] = 1


@kernel
def _close_stock(row: Numbers, tables: Numbers, cards: Mask) -> None:
    """Put the cards of the stock out of play: all cards that are nowhere else."""
    for hand in range(tables[layout.PLAYERS]):
        cards = cards & ~mask_of(row, tables, layout.HANDS + hand)
    for place in (layout.OUT, layout.LAID, layout.AWAY):
        cards = cards & ~mask_of(row, tables, place)
    add_faces(row, tables, layout.AWAY, cards)
    row[layout.TOP] = row[layout.END] - row[layout.SIZE] * tables[layout.PLAYERS]
    put_mask(row, tables, layout.BOTTOM, mask_from(tables, 0))
    row[layout.CHANGED] = 1


@kernel
def draw(row: Numbers, cards: Any, tables: Numbers, count: int, tasks: int) -> None:
    """Draw tasks, from which seats choose; nobody has taken one on yet."""
    left, drawn = (np.int64(1) << tasks) - 1, np.int64(0)
    for number in range(count):
        task = np.int64(1) << nth(left, np.int64(get(cards, tables[layout.CARDS] + number)))
        left ^= task
        drawn |= task
    for word in range(2):
        row[layout.HOLDS + word] = 0 if word else drawn
        row[layout.CHOICES + word] = 0 if word else drawn
    for seat in range(tables[layout.PLAYERS]):
        row[layout.TASKS + seat] = 0


@kernel
def tally(row: Numbers, tables: Numbers, nodes: int, at: int) -> None:
    """Write down the state of the tasks that were taken on."""
    begin, place = nodes + get(tables, at + 1), get(tables, at + 2)
    for outcome in range(3):
        row[place + outcome] = 0
    for seat in range(tables[layout.PLAYERS]):
        left, first = row[layout.TASKS + seat], begin + 1 + seat * get(tables, begin)
        while left:
            row[place + _judged(row, tables, nodes, get(tables, first + lowest(left)))] += 1
            left &= left - 1


@kernel
def _judged(row: Numbers, tables: Numbers, nodes: int, node: int) -> int:
    """The state of a task."""
    while True:
        at = nodes + node
        if get(tables, at) == layout.SAYS:
            return get(tables, at + 1)
        node = get(tables, at + 4 + looked(row, tables, nodes, at))


@kernel(inline="code")
def walk(row: Numbers, tables: Numbers, node: int) -> bool:
    """Walk from a node to the next decision; returns False if the phase is over before one."""
    nodes = _nodes(tables)
    while True:
        at = nodes + node
        what = get(tables, at)
        if what >= 0:
            row[layout.NODE] = node
            row[layout.ACTOR] = what
            many = get(tables, at + layout.COUNT_OF)
            row[layout.MASK] = many if many >= 0 else options_of(row, tables, at)
            return True
        if what == layout.WRITE:
            put(row, get(tables, at + 1), get(tables, at + 2))
            node = get(tables, at + 3)
        elif what == layout.ASK:
            how, value, operand = get(tables, at + 1), get(row, get(tables, at + 2)), get(tables, at + 3)
            if how == layout.ADDED:
                value += operand
            elif how == layout.CLASSED:
                value = get(tables, nodes + operand + value)
            else:
                value = looked(row, tables, nodes, at)
            node = get(tables, at + 4 + value)
        elif what == layout.MOVE:
            row[layout.MOVES] = node
            return False
        elif what == layout.OVER:
            return False
        else:
            node = done(row, tables, nodes, at)


@kernel(inline="code")
def stock_card(row: Numbers, cards: Any, tables: Numbers, place: int) -> Mask:
    """A card of the stock, by its index in the deck: the last one may have been exchanged."""
    bottom = mask_of(row, tables, layout.BOTTOM)
    return bottom if bottom and place + 1 == row[layout.END] else look_mask(tables, layout.T_CARD_MASK, cards[place])


@kernel
def moved(row: Numbers, cards: Any, tables: Numbers) -> bool:
    """Move cards of the stock as the node requires at which a walk has stopped, and walk on."""
    at = _nodes(tables) + row[layout.MOVES]
    row[layout.MOVES] = 0
    place, first, last = get(tables, at + 1), get(tables, at + 2), get(tables, at + 3)
    if place == layout.DRAWN:
        draw(row, cards, tables, first, last)
    elif place == layout.TOP:
        row[layout.TOP] += last
    else:
        top, faces = row[layout.SIZE] * tables[layout.PLAYERS] + row[layout.TOP], mask_from(tables, 0)
        for number in range(top + first, top + last):
            faces = faces | stock_card(row, cards, tables, number)
        if place == layout.EVERYBODY:
            show_everybody(row, tables, faces)
        else:
            add_faces(row, tables, place, faces)
    return walk(row, tables, get(tables, at + 4))


@kernel(inline="code")
def answer(row: Numbers, tables: Numbers, option: int) -> bool:
    """Decide by the number of an option; returns whether the phase is over."""
    nodes = _nodes(tables)
    at = nodes + row[layout.NODE]
    many = get(tables, at + layout.COUNT_OF)
    listed = at + layout.OPTIONS_OF + many + option
    return not walk(row, tables, choose(row, tables, nodes, at, option) if many < 0 else get(tables, listed))


@kernel(inline="code")
def action_of(row: Any, tables: Numbers, option: int) -> int:
    """The number of the action for an option."""
    nodes = _nodes(tables)
    at = nodes + row[layout.NODE]
    if get(tables, at + layout.COUNT_OF) == layout.CHOSEN_FROM:
        return chosen_action(row, tables, nodes, at, option)
    return get(tables, at + layout.OPTIONS_OF + option)


@entry
def option_of(row: Any, tables: Numbers, action: int) -> int:
    """The option for an action; -1 for none."""
    for option in range(row[layout.MASK]):
        if action_of(row, tables, option) == action:
            return option
    return -1
