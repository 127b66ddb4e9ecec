"""Hands that are stored card by card, and the cards in front of seats, in compiled code.

A card is a byte: the number of its kind plus 1; 0 stands for no card. Up to 16 cards are packed into two numbers, with
the newest card in the lowest byte.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import STRIDE, below, kernel, leading
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look1, look2, put, start
from trickkit.batch.kernel.masks import Mask, mask_from, mask_of, nth, one_face, put_mask, shifted, size, words

_ONES = 0x0101010101010101
_LOW = 0x7F7F7F7F7F7F7F7F
_TOPS = -0x7F7F7F7F7F7F7F80
_ALL_BUT_TOP = (1 << 56) - 1


class Bytes(NamedTuple):
    """Up to 16 bytes: of cards, or of the seats that know them, as bits."""

    low: int
    high: int


class Seat(NamedTuple):
    """The cards of a seat: the kinds of its hand as bits, its hand, and the cards in front of it."""

    kinds: Mask
    hand: Bytes
    table: Bytes


@kernel(inline="code")
def _bytes(row: Numbers, index: int) -> Bytes:
    """Read bytes from a row."""
    return Bytes(get(row, index), get(row, index + 1))


@kernel(inline="code")
def _put_bytes(row: Numbers, index: int, numbers: Bytes) -> None:
    """Write bytes into a row."""
    put(row, index, numbers.low)
    put(row, index + 1, numbers.high)


@kernel(inline="code")
def _with(numbers: Bytes, new: int) -> Bytes:
    """Bytes with one more, below the others."""
    return Bytes(numbers.low << 8 | new, numbers.high << 8 | (numbers.low >> 56 & 255))


@kernel(inline="code")
def _without(numbers: Bytes, shift: int) -> Bytes:
    """Bytes without the one at a bit: those above it shift down."""
    low, high = numbers.low, numbers.high
    if shift >= 64:
        kept = (1 << (shift - 64)) - 1
        return Bytes(low, high & kept | high >> 8 & _ALL_BUT_TOP & ~kept)
    kept = (1 << shift) - 1
    return Bytes(low & kept | low >> 8 & _ALL_BUT_TOP & ~kept | high << 56, high >> 8 & _ALL_BUT_TOP)


@kernel(inline="code")
def _equal(tables: Numbers, numbers: int, card: int) -> int:
    """The highest bit of each of eight bytes that equals a card: the zero-byte test on all of them at once."""
    different = numbers ^ card * _ONES
    if words(tables) > 1:
        # The number of a kind may need all eight bits of a byte, which must not carry over into the next one.
        return ~((different & _LOW) + _LOW | different) & _TOPS
    return ~(different + _LOW) & _TOPS


@kernel(inline="code")
def _seat(row: Numbers, tables: Numbers, seat: int) -> Seat:
    """Read the cards of a seat from a row."""
    index = layout.HELD + layout.PACKED * seat
    return Seat(mask_of(row, tables, layout.HANDS + seat), _bytes(row, index), _bytes(row, index + layout.IN_FRONT))


@kernel(inline="code")
def _put_seat(row: Numbers, tables: Numbers, seat: int, found: Seat) -> None:
    """Write the cards of a seat into a row."""
    index = layout.HELD + layout.PACKED * seat
    put_mask(row, tables, layout.HANDS + seat, found.kinds)
    _put_bytes(row, index, found.hand)
    _put_bytes(row, index + layout.IN_FRONT, found.table)


@kernel(inline="code")
def _found(tables: Numbers, hand: Bytes, kind: int) -> tuple[int, bool]:
    """The bit at which the oldest card of a kind begins, and whether it is the only one of its kind."""
    low, high = _equal(tables, hand.low, kind + 1), _equal(tables, hand.high, kind + 1)
    if high:
        return 120 - leading(high), not (low | high & (high - 1))
    return 56 - leading(low), not low & (low - 1)


@kernel(inline="code")
def _laid(tables: Numbers, found: Seat, kind: int, shift: int, only: bool) -> Seat:
    """Lay a card from a hand."""
    kinds = found.kinds ^ shifted(mask_from(tables, only), kind)
    return Seat(kinds, _without(found.hand, shift), _with(found.table, kind + 1))


@kernel(inline="code")
def set_aside(row: Numbers, tables: Numbers) -> None:
    """Clear hands and table before cards are dealt."""
    for seat in range(tables[layout.PLAYERS]):
        _put_seat(row, tables, seat, Seat(mask_from(tables, 0), Bytes(0, 0), Bytes(0, 0)))
    for index in range(layout.LAID_KINDS, layout.LAID_KINDS + 8 * words(tables)):
        row[index] = 0
    for index in range(layout.THROWN, layout.SLOTTED_WIDTH):
        row[index] = 0


@kernel(inline="code")
def give(row: Numbers, cards: Any, tables: Numbers, hand: int, begin: int, end: int, viewers: int) -> None:
    """Put cards of the deck into a hand.

    Args:
        row: the position of the deal.
        cards: the deck as it was shuffled.
        tables: the tables of the rules.
        hand: the hand.
        begin: the index of the first card in the deck.
        end: the index after the last one.
        viewers: the seats that see them, as bits.
    """
    index, kinds = layout.HELD + layout.PACKED * hand, tables[layout.HEADER + layout.HEAD * layout.T_KIND_OF]
    held, known, mask = (
        _bytes(row, index),
        _bytes(row, index + layout.KNOWN_TO),
        mask_of(row, tables, layout.HANDS + hand),
    )
    for position in range(begin, end):
        kind = get(tables, kinds + get(cards, position))
        held, known, mask = _with(held, kind + 1), _with(known, viewers), mask | one_face(tables, kind)
    _put_bytes(row, index, held)
    _put_bytes(row, index + layout.KNOWN_TO, known)
    put_mask(row, tables, layout.HANDS + hand, mask)


@kernel(inline="code")
def _draw(row: Numbers, cards: Any, tables: Numbers) -> None:
    """Refill the hands from the stock, as long as it lasts."""
    hand_size, players = row[layout.SIZE], tables[layout.PLAYERS]
    begin, end = hand_size * players + row[layout.TOP], row[layout.END]
    for seat in range(players):
        held = _bytes(row, layout.HELD + layout.PACKED * seat)
        count = (71 - leading(held.low) >> 3) + (71 - leading(held.high) >> 3)
        upto = max(begin, min(end, begin + hand_size - count))
        give(row, cards, tables, seat, begin, upto, 1 << seat)
        begin = upto
    row[layout.TOP] = begin - hand_size * players


@kernel(inline="code")
def _throw(row: Numbers, tables: Numbers) -> None:
    """Throw all hands away."""
    for seat in range(tables[layout.PLAYERS]):
        put_mask(row, tables, layout.HANDS + seat, mask_from(tables, 0))
        if tables[layout.SLOTTED]:
            # What seats know about these cards does not change.
            _put_bytes(row, layout.THROWN + 2 * seat, _bytes(row, layout.HELD + layout.PACKED * seat))
            _put_bytes(row, layout.HELD + layout.PACKED * seat, Bytes(0, 0))


@kernel(inline="code")
def begin_reveal(row: Numbers, tables: Numbers) -> None:
    """Ask the first seat for its first card."""
    row[layout.TURN] = 0
    row[layout.ACTOR] = 0
    put_mask(row, tables, layout.MASK, mask_of(row, tables, layout.HANDS))


@kernel(inline="code")
def lay(row: Numbers, tables: Numbers, operand: int, kind: int) -> bool:
    """Lay a card, and store who knows it; returns whether it was the last of the cards that are revealed together."""
    seat = row[layout.ACTOR]
    packed, before = layout.HELD + layout.PACKED * seat, _seat(row, tables, seat)
    first, only = _found(tables, before.hand, kind)
    _put_seat(row, tables, seat, _laid(tables, before, kind, first, only))
    known = _bytes(row, packed + layout.KNOWN_TO)
    viewers = (known.high >> (first - 64) if first >= 64 else known.low >> first) & 255
    _put_bytes(row, packed + layout.KNOWN_TO, _without(known, first))
    _put_bytes(row, packed + layout.LAID_KNOWN_TO, _with(_bytes(row, packed + layout.LAID_KNOWN_TO), viewers))
    counts = layout.LAID_KINDS + (kind >> 3)
    put(row, counts, get(row, counts) + (np.int64(1) << (8 * (kind & 7))))
    row[layout.TURN] += 1
    if row[layout.TURN] == (seat + 1) * look1(tables, layout.T_REVEAL_CARDS, operand):
        seat += 1
    if seat == tables[layout.PLAYERS]:
        return True
    row[layout.ACTOR] = seat
    put_mask(row, tables, layout.MASK, mask_of(row, tables, layout.HANDS + seat))
    return False


@kernel
def lay_out(row: Numbers, cards: Any, tables: Numbers, seats: Any, actions: Any) -> int:
    """Lay cards at random, through all phases of laying cards and those between; returns the index of the next phase.

    The decisions are recorded if there is room for them. What seats know of each other's hands is not stored, as it is
    not needed in a deal that is played out at random.
    """
    counter = row[layout.COUNTER]
    while True:
        _lay_out(row, tables, counter, seats, actions)
        counter += 1
        while counter < tables[layout.PHASES] and not row[layout.CLOSED] and between(row, cards, tables, counter):
            counter += 1
        if (
            counter == tables[layout.PHASES]
            or row[layout.CLOSED]
            or look1(tables, layout.T_OPCODE, counter) != layout.REVEAL
        ):
            return counter
        begin_reveal(row, tables)


@kernel(inline="code")
def _lay_out(row: Numbers, tables: Numbers, counter: int, seats: Any, actions: Any) -> None:
    """Lay cards at random until they are revealed."""
    players = tables[layout.PLAYERS]
    each = look1(tables, layout.T_REVEAL_CARDS, look1(tables, layout.T_OPERAND, counter))
    state, made, seat = row[layout.RNG], row[layout.DECISIONS], row[layout.ACTOR]
    left = (seat + 1) * each - row[layout.TURN]
    while seat < players:
        cards = _seat(row, tables, seat)
        for _ in range(left):
            state += STRIDE
            kind = nth(cards.kinds, below(state, size(cards.kinds)))
            if actions.shape[0]:
                seats[made] = seat
                actions[made] = look2(tables, layout.T_CODE, counter, kind)
            made += 1
            first, only = _found(tables, cards.hand, kind)
            cards = _laid(tables, cards, kind, first, only)
        _put_seat(row, tables, seat, cards)
        seat += 1
        left = each
    row[layout.RNG], row[layout.DECISIONS] = state, made


@kernel(inline="code")
def _worth(row: Numbers, tables: Numbers, seat: int, table: int) -> int:
    """The sum of a table's entries for the cards in front of a seat."""
    index, total = layout.HELD + layout.PACKED * seat + layout.IN_FRONT, 0
    for half in range(2):
        cards = get(row, index + half)
        while cards:
            total += get(tables, table + (cards & 255))
            cards = cards >> 8 & _ALL_BUT_TOP
    return total


@kernel(inline="code")
def _evaluate(row: Numbers, tables: Numbers, operand: int) -> None:
    """Score the cards on the table by the first evaluation that awards any, and clear the table."""
    players = tables[layout.PLAYERS]
    for evaluation in range(
        look2(tables, layout.T_EVALUATIONS, operand, 0), look2(tables, layout.T_EVALUATIONS, operand, 1)
    ):
        index, radix = look1(tables, layout.T_AWARD_START, evaluation), start(tables, layout.T_RADIX, evaluation)
        for seat in range(players):
            index += _worth(row, tables, seat, radix)
        award = look1(tables, layout.T_AWARD, index)
        if award:
            cards, points = start(tables, layout.T_AWARD_CARDS, award), start(tables, layout.T_AWARD_POINTS, award)
            for seat in range(players):
                row[layout.PILES + seat] += _worth(row, tables, seat, cards)
                row[layout.POINTS + seat] += _worth(row, tables, seat, points)
            break
    closing = look2(tables, layout.T_CLOSING, operand, 0)
    closes = closing and row[layout.NUMBER] >= look2(tables, layout.T_CLOSING, operand, 1)
    for seat in range(players):
        _put_bytes(row, layout.HELD + layout.PACKED * seat + layout.IN_FRONT, Bytes(0, 0))
        if closes and row[layout.TOTALS + seat] + row[layout.POINTS + seat] >= closing:
            row[layout.CLOSED] = 1


@kernel
def between(row: Numbers, cards: Any, tables: Numbers, counter: int) -> bool:
    """Run a phase if it is one of those between reveals, in which nobody decides; returns whether it was."""
    opcode = look1(tables, layout.T_OPCODE, counter)
    if opcode == layout.DRAW:
        _draw(row, cards, tables)
    elif opcode == layout.EVALUATE:
        _evaluate(row, tables, look1(tables, layout.T_OPERAND, counter))
    elif opcode == layout.THROW:
        _throw(row, tables)
    else:
        return False
    return True


@kernel
def laid_in_turn(row: Any, tables: Numbers) -> int:
    """The number of cards that each seat lays in the current turn; 0 outside such a phase."""
    counter = row[layout.COUNTER]
    if row[layout.ACTOR] < 0 or look1(tables, layout.T_OPCODE, counter) != layout.REVEAL:
        return 0
    return look1(tables, layout.T_REVEAL_CARDS, look1(tables, layout.T_OPERAND, counter))


@kernel
def seen_slots(row: Any, tables: Numbers, seat: int, hands: Any, out: Any, table: Any, committed: Any) -> None:
    """What a seat sees; cards laid in secret still count as held.

    Args:
        row: the position of the deal.
        tables: the tables of the rules.
        seat: 0..players-1.
        hands, out, table, committed: as in `seen_cards`, of this row.
    """
    each = laid_in_turn(row, tables)
    for kind in range(out.shape[0]):
        out[kind] = row[layout.LAID_KINDS + (kind >> 3)] >> (8 * (kind & 7)) & 255
    for hand in range(tables[layout.PLAYERS]):
        index = layout.HELD + layout.PACKED * hand
        secret = min(max(row[layout.TURN] - hand * each, 0), each)
        for half in range(2):
            cards, known = row[index + half], row[index + layout.KNOWN_TO + half] >> seat
            while cards:
                hands[hand, (cards & 255) - 1] += known & 1
                cards, known = cards >> 8 & _ALL_BUT_TOP, known >> 8
            cards, known = row[layout.THROWN + 2 * hand + half], row[index + layout.KNOWN_TO + half] >> seat
            while cards:
                out[(cards & 255) - 1] += known & 1
                cards, known = cards >> 8 & _ALL_BUT_TOP, known >> 8
            cards, known = row[index + layout.IN_FRONT + half], row[index + layout.LAID_KNOWN_TO + half] >> seat
            while cards:
                kind = (cards & 255) - 1
                if secret:
                    secret -= 1
                    out[kind] -= 1
                    hands[hand, kind] += known & 1
                    committed[kind] += hand == seat
                else:
                    table[hand, kind] += 1
                cards, known = cards >> 8 & _ALL_BUT_TOP, known >> 8
