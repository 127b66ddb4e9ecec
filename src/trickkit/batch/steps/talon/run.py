"""Showing, taking and drawing cards of the stock, in compiled code."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look2
from trickkit.batch.kernel.masks import (
    add_faces,
    look_mask,
    mask_at,
    mask_from,
    mask_of,
    put_mask,
    show_everybody,
    size,
)
from trickkit.batch.steps.explored.run import stock_card, walk

TAKES, CARDS, LEAVES, OUTCOME, FACE_UP = range(5)


@kernel(inline="code")
def _known_to_all(row: Numbers, tables: Numbers, card: int) -> None:
    show_everybody(row, tables, look_mask(tables, layout.T_CARD_MASK, card))


@kernel(inline="code")
def _show(row: Numbers, tables: Numbers, operand: int, card: int) -> None:
    row[layout.SHOWN] = card
    row[layout.TRUMP] = look2(tables, layout.T_TRUMP_OF, operand, card)
    _known_to_all(row, tables, card)


@kernel(inline="code")
def show_top(row: Numbers, cards: Any, tables: Numbers, operand: int) -> None:
    """Turn the top of the stock face up; it stays there."""
    _show(row, tables, operand, cards[row[layout.SIZE] * tables[layout.PLAYERS] + row[layout.TOP]])


@kernel
def show_bottom(row: Numbers, cards: Any, tables: Numbers, operand: int) -> None:
    """Turn the last card of the stock face up; it stays there."""
    card = cards[row[layout.END] - 1]
    put_mask(row, tables, layout.BOTTOM, look_mask(tables, layout.T_CARD_MASK, card))
    _show(row, tables, operand, card)


@kernel(inline="code")
def _take(row: Numbers, cards: Any, tables: Numbers, operand: int, seat: int) -> None:
    """Take cards off the top of the stock."""
    top, new = row[layout.SIZE] * tables[layout.PLAYERS] + row[layout.TOP], mask_from(tables, 0)
    count = look2(tables, layout.T_TALON, operand, CARDS)
    for index in range(count):
        new = new | look_mask(tables, layout.T_CARD_MASK, cards[top + index])
    row[layout.TOP] += count
    add_faces(row, tables, layout.HANDS + seat, new)
    add_faces(row, tables, layout.KNOWN + seat, new)
    if look2(tables, layout.T_TALON, operand, FACE_UP):
        show_everybody(row, tables, new)
    row[look2(tables, layout.T_TALON, operand, OUTCOME)] = 1 + seat


@kernel(inline="code")
def begin_take(row: Numbers, cards: Any, tables: Numbers, operand: int) -> bool:
    """Let a seat take cards of the stock; returns whether it must first decide whether to take them."""
    walk(row, tables, look2(tables, layout.T_TALON, operand, TAKES))
    row[look2(tables, layout.T_TALON, operand, OUTCOME)] = 0
    if row[layout.ACTOR] < 0:
        return False
    if look2(tables, layout.T_TALON, operand, LEAVES):
        put_mask(row, tables, layout.MASK, mask_from(tables, 3))
        return True
    _take(row, cards, tables, operand, row[layout.ACTOR])
    return False


@kernel
def take_or_leave(row: Numbers, cards: Any, tables: Numbers, operand: int, option: int) -> bool:
    """Take the cards, or leave them."""
    if option == 0:
        _take(row, cards, tables, operand, row[layout.ACTOR])
    return True


@kernel
def fill_hands(row: Numbers, cards: Any, tables: Numbers, operand: int) -> None:
    """Fill every hand from the stock up to a number of cards, beginning to the left of the starter."""
    players, wanted = tables[layout.PLAYERS], look2(tables, layout.T_TALON, operand, CARDS)
    for step in range(players):
        seat = (row[layout.STARTER] + 1 + step) % players
        top, new = row[layout.SIZE] * players + row[layout.TOP], mask_from(tables, 0)
        lacking = max(0, wanted - size(mask_of(row, tables, layout.HANDS + seat) & mask_at(tables, layout.FIRSTS)))
        for index in range(lacking):
            new = new | look_mask(tables, layout.T_CARD_MASK, cards[top + index])
        row[layout.TOP] += lacking
        add_faces(row, tables, layout.HANDS + seat, new)
        add_faces(row, tables, layout.KNOWN + seat, new)


@kernel
def draw_after(row: Numbers, cards: Any, tables: Numbers) -> None:
    """The winner of the last trick draws the face-up card, then the others draw; the next one is shown."""
    players, first = tables[layout.PLAYERS], row[layout.HAND]
    top = row[layout.SIZE] * players + row[layout.TOP]
    for step in range(players):
        seat, card = (first + step) % players, look_mask(tables, layout.T_CARD_MASK, cards[top + step])
        add_faces(row, tables, layout.HANDS + seat, card)
        add_faces(row, tables, layout.KNOWN + seat, card)
        if step == 0:
            _known_to_all(row, tables, cards[top])
    row[layout.TOP] += players
    if top + players < row[layout.END]:
        _known_to_all(row, tables, cards[top + players])


@kernel
def draw_in_turn(row: Numbers, cards: Any, tables: Numbers) -> None:
    """The winner of the last trick draws the top of the stock, then the others draw; nobody draws from an empty one."""
    players = tables[layout.PLAYERS]
    top = row[layout.SIZE] * players + row[layout.TOP]
    if row[layout.OPENER] < 0 or top >= row[layout.END]:
        return
    for step in range(players):
        seat, card = (row[layout.HAND] + step) % players, stock_card(row, cards, tables, top + step)
        add_faces(row, tables, layout.HANDS + seat, card)
        add_faces(row, tables, layout.KNOWN + seat, card)
    row[layout.TOP] += players
