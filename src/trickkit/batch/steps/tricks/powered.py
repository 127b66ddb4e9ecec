"""Tricks in which cards have powers, in compiled code: the effects after a card, before the trick goes on.

A power is like a phase within the phase: while a seat decides about a power, the program counter points beyond the
phases, at the number of the power. A card is folded into the trick once all its powers are over.
"""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import intrinsics, layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look2
from trickkit.batch.kernel.masks import (
    Mask,
    add_faces,
    drop_faces,
    each_kind_once,
    lowest,
    mask_from,
    mask_of,
    one_face,
    put_mask,
    shifted,
    show_everybody,
)
from trickkit.batch.steps.explored.run import moved, stock_card, walk
from trickkit.batch.steps.tricks.folded import NOTHING, binding, ending_of, folded, value_after, value_of
from trickkit.batch.steps.tricks.noted import show
from trickkit.batch.steps.tricks.progress import Trick, read_trick, trick_tables, write_trick
from trickkit.batch.steps.tricks.run import begin_tricks, next_play, stuck

CHOICE, ABOVE, PASSES, DRAWN, TELLS, TRUMPS, COUNT, FIRST = range(8)
"""The columns of `layout.T_POWER`."""
TRACED, CARD, SUIT = -1, 1, 2
"""What a seat chooses, 0 for nothing; or TRACED for a power with nodes, by played face, in place of moves."""
CHOSEN, TOP, FACE_UP, HAND, UNDER = range(5)
"""The origins and destinations of moved cards."""
LOSING = 1 << 40
"""A bit among the powers of a face: whether a losing hand that played it leads next."""
HAS_DRAWN = 1 << 41
"""A bit among the powers still to come: whether the hand has drawn a card since the play."""
POWERS = LOSING - 1


@kernel
def begin_powered(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Set up the first lead. Unlike `begin_tricks`, this is not inlined, since one copy of that code is enough."""
    return begin_tricks(row, tables, operand)


@kernel
def with_powers(row: Numbers, cards: Any, tables: Numbers, phase: int, option: int) -> bool:
    """Play a card, or decide about the pending power; returns whether the tricks are over."""
    if row[layout.COUNTER] > tables[layout.PHASES]:
        power = row[layout.COUNTER] - tables[layout.PHASES] - 1
        row[layout.COUNTER] = phase
        _carry_out(row, cards, tables, power, option)
        return _go_on(row, cards, tables)
    hand = row[layout.HAND]
    show(row, hand, option)
    row[layout.TURN] = look2(tables, layout.T_POWERS, row[layout.COUNTER], 1 + option) & POWERS
    if not row[layout.TURN]:
        return _lay(row, tables, option)
    drop_faces(row, tables, layout.HANDS + hand, one_face(tables, option))
    add_faces(row, tables, layout.LAID, one_face(tables, option))
    return _go_on(row, cards, tables)


@kernel
def power_choices(row: Numbers, cards: Any, tables: Numbers, power: int) -> Mask:
    """The options about a power of the seat that played the card; empty if nobody decides."""
    none, choice = mask_from(tables, 0), look2(tables, layout.T_POWER, power, CHOICE)
    if choice <= 0 or not _comes(row, cards, tables, power):
        return none
    above = look2(tables, layout.T_POWER, power, ABOVE)
    if choice == SUIT:
        options, many = none, tables[layout.SUITS]
    else:
        options, many = each_kind_once(tables, mask_of(row, tables, layout.HANDS + row[layout.HAND])), 0
    return options | shifted(mask_from(tables, (1 << many + look2(tables, layout.T_POWER, power, PASSES)) - 1), above)


@kernel
def _go_on(row: Numbers, cards: Any, tables: Numbers) -> bool:
    """Carry out the remaining powers until a seat must decide; after the last one, the trick goes on."""
    phase, hand = row[layout.COUNTER], row[layout.HAND]
    first = look2(tables, layout.T_POWERS, phase, 0)
    while row[layout.TURN] & POWERS:
        power = first + intrinsics.lowest(row[layout.TURN])
        row[layout.TURN] &= row[layout.TURN] - 1
        options = power_choices(row, cards, tables, power)
        if options:
            row[layout.COUNTER] = tables[layout.PHASES] + 1 + power
            row[layout.ACTOR] = get(row, layout.ROUND + hand) & 255
            put_mask(row, tables, layout.MASK, options)
            return False
        if look2(tables, layout.T_POWER, power, CHOICE) == TRACED:
            _walk_on(row, cards, tables, power)
        elif not look2(tables, layout.T_POWER, power, CHOICE):
            _carry_out(row, cards, tables, power, -1)
    face = row[layout.TABLE] >> 8 * hand & 255
    add_faces(row, tables, layout.HANDS + hand, one_face(tables, face))
    drop_faces(row, tables, layout.LAID, one_face(tables, face))
    _fold_again(row, tables)
    return _lay(row, tables, face)


@kernel
def _fold_again(row: Numbers, tables: Numbers) -> None:
    """Fold the cards before the last one once more, as the trump may have changed."""
    looked, value, order = trick_tables(row, tables), 0, row[layout.RANKS]
    for index in range(row[layout.COUNT]):
        value = value_after(tables, looked, value, row[layout.TABLE] >> 8 * (order >> 4 * index & 15) & 255)
    row[layout.WINNING] = value if row[layout.COUNT] else NOTHING


@kernel
def _lay(row: Numbers, tables: Numbers, face: int) -> bool:
    """Lay a card of the hand into the trick; returns whether the tricks are over."""
    looked, before = trick_tables(row, tables), read_trick(row, tables)
    trick = folded(row, tables, looked, before, face)
    if not trick.cards:
        row[layout.PLAYED] = 0
        leads = _loser(row, tables, before, face)
        if leads >= 0 and trick.number != looked.end:
            binds = binding(tables, looked, 0, 0, leads, trick.context)
            trick = Trick(
                leads, trick.led, binds, trick.ranks, trick.winning, trick.laid, 0, trick.context, trick.number
            )
    write_trick(row, tables, trick)
    if trick.number == looked.end:
        return True
    next_play(row, tables)
    return stuck(row, tables, mask_of(row, tables, layout.MASK), trick.hand)


@kernel
def _loser(row: Numbers, tables: Numbers, before: Trick, face: int) -> int:
    """The losing hand that leads after a trick, given the trick before its last card; -1 for none."""
    looked, order = trick_tables(row, tables), (before.ranks if before.cards else 0) | before.hand << 4 * before.cards
    wins = ending_of(tables, looked, value_after(tables, looked, value_of(before.winning), face))
    best = order >> 4 * (wins >> 8) & 15
    taker = get(row, layout.ROUND + best) >> 24 & 255
    counted = best if taker == layout.NOBODY else taker
    for index in range(before.cards + 1):
        hand = order >> 4 * index & 15
        laid = row[layout.TABLE] >> 8 * hand & 255
        if hand != counted and look2(tables, layout.T_POWERS, row[layout.COUNTER], 1 + laid) & LOSING:
            return hand
    return -1


@kernel
def _left(row: Numbers, tables: Numbers) -> int:
    """The number of cards in the stock, without those that were put under it."""
    return row[layout.END] - row[layout.SIZE] * tables[layout.PLAYERS] - row[layout.TOP]


@kernel
def _face_up(row: Numbers, cards: Any, tables: Numbers) -> Mask:
    """The card that lies face up under the stock, as a mask; 0 for none."""
    if _left(row, tables) < 1:
        return mask_from(tables, 0)
    bottom = stock_card(row, cards, tables, row[layout.END] - 1)
    return bottom & mask_of(row, tables, layout.KNOWN + tables[layout.PLAYERS])


@kernel
def _comes(row: Numbers, cards: Any, tables: Numbers, power: int) -> bool:
    """Whether the cards that a power moves exist."""
    if look2(tables, layout.T_POWER, power, DRAWN) and not row[layout.TURN] & HAS_DRAWN:
        return False
    for index in range(look2(tables, layout.T_POWER, power, COUNT)):
        source = look2(tables, layout.T_POWER, power, FIRST + 2 * index)
        if source == CHOSEN and not mask_of(row, tables, layout.HANDS + row[layout.HAND]):
            return False
        if source == FACE_UP and not _face_up(row, cards, tables):
            return False
        if source == TOP and _left(row, tables) <= (1 if _face_up(row, cards, tables) else 0):
            return False
    return True


@kernel
def _carry_out(row: Numbers, cards: Any, tables: Numbers, power: int, option: int) -> None:
    """Carry out a power after a decision (-1 for none): name the trump, or move cards."""
    above = look2(tables, layout.T_POWER, power, ABOVE)
    if option >= above:
        if look2(tables, layout.T_POWER, power, CHOICE) == SUIT and option < above + tables[layout.SUITS]:
            row[layout.TRUMP] = option - above
        return
    if not _comes(row, cards, tables, power):
        return
    chosen = one_face(tables, option) if option >= 0 else mask_from(tables, 0)
    for index in range(look2(tables, layout.T_POWER, power, COUNT)):
        source = look2(tables, layout.T_POWER, power, FIRST + 2 * index)
        target = look2(tables, layout.T_POWER, power, FIRST + 2 * index + 1)
        card = _taken(row, cards, tables, source, chosen)
        if target == HAND:
            _take_up(row, tables, card)
        elif target == FACE_UP:
            _turn_up(row, tables, power, card)
        else:
            _put_under(row, tables, card)


@kernel
def _walk_on(row: Numbers, cards: Any, tables: Numbers, power: int) -> None:
    """Carry out a traced power, about which nobody decides."""
    offset = row[layout.SIZE] * tables[layout.PLAYERS] + row[layout.TOP]
    row[layout.STAGE] = get(cards, offset) if offset < row[layout.END] else 0
    walk(row, tables, look2(tables, layout.T_POWER, power, FIRST + (row[layout.TABLE] >> 8 * row[layout.HAND] & 255)))
    while row[layout.MOVES]:
        moved(row, cards, tables)
    row[layout.STAGE] = 0


@kernel
def _taken(row: Numbers, cards: Any, tables: Numbers, source: int, chosen: Mask) -> Mask:
    """The card that a power takes from a place, as a mask."""
    if source == FACE_UP:
        return _face_up(row, cards, tables)
    if source == CHOSEN:
        return chosen
    row[layout.TURN] |= HAS_DRAWN
    row[layout.TOP] += 1
    return stock_card(row, cards, tables, row[layout.SIZE] * tables[layout.PLAYERS] + row[layout.TOP] - 1)


@kernel
def _take_up(row: Numbers, tables: Numbers, card: Mask) -> None:
    """Add a card to the hand; its seat and the seat that plays from it know the card."""
    hand = row[layout.HAND]
    for column in (layout.HANDS, layout.HELD_FIRST, layout.KNOWN):
        add_faces(row, tables, column + hand, card)
    add_faces(row, tables, layout.KNOWN + (get(row, layout.ROUND + hand) & 255), card)


@kernel
def _turn_up(row: Numbers, tables: Numbers, power: int, card: Mask) -> None:
    """Lay a card of the hand face up under the stock."""
    for column in (layout.HANDS, layout.HELD_FIRST):
        drop_faces(row, tables, column + row[layout.HAND], card)
    show_everybody(row, tables, card)
    put_mask(row, tables, layout.BOTTOM, card)
    if look2(tables, layout.T_POWER, power, TELLS):
        row[layout.SHOWN] = lowest(card)
    trumps = look2(tables, layout.T_POWER, power, TRUMPS)
    if trumps >= 0:
        row[layout.TRUMP] = look2(tables, layout.T_TRUMP_OF, trumps, lowest(card))


@kernel
def _put_under(row: Numbers, tables: Numbers, card: Mask) -> None:
    """Put a card of the hand under the stock; the other seats lose track of the hand's cards."""
    hand, held = row[layout.HAND], mask_of(row, tables, layout.HANDS + row[layout.HAND])
    for column in (layout.HANDS, layout.HELD_FIRST):
        drop_faces(row, tables, column + hand, card)
    for viewer in range(tables[layout.PLAYERS] + 1):
        if viewer != hand and viewer != get(row, layout.ROUND + hand) & 255:
            drop_faces(row, tables, layout.KNOWN + viewer, held)


@kernel
def choose_again(row: Numbers, cards: Any, tables: Numbers) -> None:
    """Recompute the options of the pending power."""
    power = row[layout.COUNTER] - tables[layout.PHASES] - 1
    put_mask(row, tables, layout.MASK, power_choices(row, cards, tables, power))
