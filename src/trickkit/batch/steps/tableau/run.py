"""Hands that are kept card by card, and the cards in front of seats, as compiled code.

A card is a byte, one more than the number of its kind, so that 0 is none. Up to 16 of them are two numbers, in which
the last card that came stands lowest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.kernel import layout as at
from trickkit.batch.kernel.intrinsics import STRIDE, below, inlined, leading, nth, size, within
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look1, look2, put, start

_ONES = 0x0101010101010101
_LOW = 0x7F7F7F7F7F7F7F7F
_TOPS = -0x7F7F7F7F7F7F7F80
_ALL_BUT_TOP = (1 << 56) - 1


class Bytes(NamedTuple):
    """Up to 16 bytes: of cards, or of the seats that know them, as bits."""

    low: int
    high: int


class Seat(NamedTuple):
    """What lies with a seat: the kinds of its hand as bits, its hand, and what is in front of it."""

    kinds: int
    hand: Bytes
    table: Bytes


@inlined
def _bytes(s: Numbers, place: int) -> Bytes:
    """Bytes, out of a row."""
    return Bytes(get(s, place), get(s, place + 1))


@inlined
def _put_bytes(s: Numbers, place: int, numbers: Bytes) -> None:
    """Write bytes into a row."""
    put(s, place, numbers.low)
    put(s, place + 1, numbers.high)


@inlined
def _with(numbers: Bytes, new: int) -> Bytes:
    """Bytes with one more, below the others."""
    return Bytes(numbers.low << 8 | new, numbers.high << 8 | (numbers.low >> 56 & 255))


@inlined
def _without(numbers: Bytes, place: int) -> Bytes:
    """Bytes without the one that begins at a bit: those above it move down."""
    low, high = numbers.low, numbers.high
    if place >= 64:
        kept = (1 << (place - 64)) - 1
        return Bytes(low, high & kept | high >> 8 & _ALL_BUT_TOP & ~kept)
    kept = (1 << place) - 1
    return Bytes(low & kept | low >> 8 & _ALL_BUT_TOP & ~kept | high << 56, high >> 8 & _ALL_BUT_TOP)


@inlined
def _equal(numbers: int, card: int) -> int:
    """In which of eight bytes a card stands: the highest bit of each."""
    return ~((numbers ^ card * _ONES) + _LOW) & _TOPS


@inlined
def _seat(s: Numbers, seat: int) -> Seat:
    """What lies with a seat, out of a row."""
    place = at.HELD + at.PACKED * seat
    return Seat(get(s, at.HANDS + seat), _bytes(s, place), _bytes(s, place + at.IN_FRONT))


@inlined
def _put_seat(s: Numbers, seat: int, found: Seat) -> None:
    """Write into a row what lies with a seat."""
    place = at.HELD + at.PACKED * seat
    put(s, at.HANDS + seat, found.kinds)
    _put_bytes(s, place, found.hand)
    _put_bytes(s, place + at.IN_FRONT, found.table)


@inlined
def _found(hand: Bytes, kind: int) -> tuple[int, bool]:
    """At which bit a card of a kind begins, of equal copies the one that came first, and whether it is the only one."""
    low, high = _equal(hand.low, kind + 1), _equal(hand.high, kind + 1)
    if high:
        return 120 - leading(high), not (low | high & (high - 1))
    return 56 - leading(low), not low & (low - 1)


@inlined
def _laid(found: Seat, kind: int, place: int, only: bool) -> Seat:
    """Lay a card out of a hand."""
    return Seat(found.kinds ^ only << kind, _without(found.hand, place), _with(found.table, kind + 1))


@inlined
def set_aside(s: Numbers, t: Numbers) -> None:
    """Before cards are dealt: no seat has any."""
    for seat in range(t[at.PLAYERS]):
        _put_seat(s, seat, Seat(0, Bytes(0, 0), Bytes(0, 0)))
    for place in range(at.LAID_KINDS, at.WIDE):
        s[place] = 0


@inlined
def give(s: Numbers, cards: Any, t: Numbers, hand: int, begin: int, end: int, viewers: int) -> None:
    """Put cards of the deck into a hand.

    Args:
        s: the row.
        cards: the deck as it was shuffled.
        t: the tables of the rules.
        hand: which one.
        begin: the place of the first card in the deck.
        end: the place after the last one.
        viewers: the seats that see them, as bits.
    """
    place, kinds = at.HELD + at.PACKED * hand, t[at.HEADER + at.HEAD * at.T_KIND_OF]
    held, known, mask = _bytes(s, place), _bytes(s, place + at.KNOWN_TO), get(s, at.HANDS + hand)
    for number in range(begin, end):
        kind = get(t, kinds + get(cards, number))
        held, known, mask = _with(held, kind + 1), _with(known, viewers), mask | np.int64(1) << kind
    _put_bytes(s, place, held)
    _put_bytes(s, place + at.KNOWN_TO, known)
    put(s, at.HANDS + hand, mask)


@inlined
def _draw(s: Numbers, cards: Any, t: Numbers) -> None:
    """Fill up the hands from the stock, as long as there are cards."""
    hand_size, players = s[at.SIZE], t[at.PLAYERS]
    begin, end = hand_size * players + s[at.TOP], s[at.END]
    for seat in range(players):
        held = _bytes(s, at.HELD + at.PACKED * seat)
        count = (71 - leading(held.low) >> 3) + (71 - leading(held.high) >> 3)
        upto = max(begin, min(end, begin + hand_size - count))
        give(s, cards, t, seat, begin, upto, 1 << seat)
        begin = upto
    s[at.TOP] = begin - hand_size * players


@inlined
def _throw(s: Numbers, t: Numbers) -> None:
    """Throw the hands away."""
    for seat in range(t[at.PLAYERS]):
        s[at.HANDS + seat] = 0
        if t[at.SLOTTED]:
            _put_bytes(s, at.HELD + at.PACKED * seat, Bytes(0, 0))


@inlined
def begin_reveal(s: Numbers) -> None:
    """Before the first card is laid."""
    s[at.TURN] = 0
    s[at.ACTOR] = 0
    s[at.MASK] = s[at.HANDS]


@inlined
def lay(s: Numbers, t: Numbers, place: int, kind: int) -> bool:
    """Lay a card, and keep who knows it; whether it was the last one of those that are revealed together."""
    seat = s[at.ACTOR]
    packed, before = at.HELD + at.PACKED * seat, _seat(s, seat)
    first, only = _found(before.hand, kind)
    _put_seat(s, seat, _laid(before, kind, first, only))
    known = _bytes(s, packed + at.KNOWN_TO)
    viewers = (known.high >> (first - 64) if first >= 64 else known.low >> first) & 255
    _put_bytes(s, packed + at.KNOWN_TO, _without(known, first))
    _put_bytes(s, packed + at.LAID_KNOWN_TO, _with(_bytes(s, packed + at.LAID_KNOWN_TO), viewers))
    counts = at.LAID_KINDS + (kind >> 3)
    put(s, counts, get(s, counts) + (np.int64(1) << (8 * (kind & 7))))
    s[at.TURN] += 1
    if s[at.TURN] == (seat + 1) * look1(t, at.T_REVEAL_CARDS, place):
        seat += 1
    if seat == t[at.PLAYERS]:
        return True
    s[at.ACTOR] = seat
    s[at.MASK] = get(s, at.HANDS + seat)
    return False


@within
def lay_out(s: Numbers, cards: Any, t: Numbers, seats: Any, actions: Any) -> int:
    """Lay cards at random, through all phases in which they are laid and those between; gives the phase after them.

    Who lays what is written down, where there is room for it. What seats know of each other's hands, which nobody is
    going to ask in a deal that is played on at random, is not kept.
    """
    step = s[at.STEP]
    while True:
        _lay_out(s, t, step, seats, actions)
        step += 1
        while step < t[at.PHASES] and not s[at.CLOSED] and between(s, cards, t, step):
            step += 1
        if step == t[at.PHASES] or s[at.CLOSED] or look1(t, at.T_KIND, step) != at.REVEAL:
            return step
        begin_reveal(s)


@inlined
def _lay_out(s: Numbers, t: Numbers, step: int, seats: Any, actions: Any) -> None:
    """Lay cards at random until they are revealed."""
    players = t[at.PLAYERS]
    each = look1(t, at.T_REVEAL_CARDS, look1(t, at.T_PLACE, step))
    state, made, seat = s[at.RNG], s[at.DECISIONS], s[at.ACTOR]
    left = (seat + 1) * each - s[at.TURN]
    while seat < players:
        found = _seat(s, seat)
        for _ in range(left):
            state += STRIDE
            kind = nth(found.kinds, below(state, size(found.kinds)))
            if actions.shape[0]:
                seats[made] = seat
                actions[made] = look2(t, at.T_CODE, step, kind)
            made += 1
            first, only = _found(found.hand, kind)
            found = _laid(found, kind, first, only)
        _put_seat(s, seat, found)
        seat += 1
        left = each
    s[at.RNG], s[at.DECISIONS] = state, made


@inlined
def _worth(s: Numbers, t: Numbers, seat: int, table: int) -> int:
    """What a table says of the cards in front of a seat, in all."""
    place, found = at.HELD + at.PACKED * seat + at.IN_FRONT, 0
    for half in range(2):
        cards = get(s, place + half)
        while cards:
            found += get(t, table + (cards & 255))
            cards >>= 8
    return found


@inlined
def _evaluate(s: Numbers, t: Numbers, place: int) -> None:
    """Score the cards on the table by the first evaluation that awards any, and clear them away."""
    players = t[at.PLAYERS]
    for one in range(look2(t, at.T_EVALUATIONS, place, 0), look2(t, at.T_EVALUATIONS, place, 1)):
        found, radix = look1(t, at.T_AWARD_START, one), start(t, at.T_RADIX, one)
        for seat in range(players):
            found += _worth(s, t, seat, radix)
        award = look1(t, at.T_AWARD, found)
        if award:
            cards, points = start(t, at.T_AWARD_CARDS, award), start(t, at.T_AWARD_POINTS, award)
            for seat in range(players):
                s[at.PILES + seat] += _worth(s, t, seat, cards)
                s[at.POINTS + seat] += _worth(s, t, seat, points)
            break
    closing = look2(t, at.T_CLOSING, place, 0)
    closes = closing and s[at.NUMBER] >= look2(t, at.T_CLOSING, place, 1)
    for seat in range(players):
        _put_bytes(s, at.HELD + at.PACKED * seat + at.IN_FRONT, Bytes(0, 0))
        if closes and s[at.TOTALS + seat] + s[at.POINTS + seat] >= closing:
            s[at.CLOSED] = 1


@within
def between(s: Numbers, cards: Any, t: Numbers, step: int) -> bool:
    """Run a phase of those between reveals, in which nobody decides anything; whether it is one."""
    kind = look1(t, at.T_KIND, step)
    if kind == at.DRAW:
        _draw(s, cards, t)
    elif kind == at.EVALUATE:
        _evaluate(s, t, look1(t, at.T_PLACE, step))
    elif kind == at.THROW:
        _throw(s, t)
    else:
        return False
    return True


@within
def seen_slots(s: Any, t: Numbers, hands: Any, out: Any, table: Any, committed: Any) -> None:
    """What the seat that decides sees; what was laid in secret still counts as held.

    Args:
        s: the row.
        t: the tables of the rules.
        hands, out, table, committed: as in `engine.seen_cards`, of this row.
    """
    seat, step = s[at.ACTOR], s[at.STEP]
    revealing = look1(t, at.T_KIND, step) == at.REVEAL
    each = look1(t, at.T_REVEAL_CARDS, look1(t, at.T_PLACE, step)) if revealing else 0
    for kind in range(out.shape[0]):
        out[kind] = s[at.LAID_KINDS + (kind >> 3)] >> (8 * (kind & 7)) & 255
    for hand in range(t[at.PLAYERS]):
        place = at.HELD + at.PACKED * hand
        secret = min(max(s[at.TURN] - hand * each, 0), each)
        for half in range(2):
            cards, known = s[place + half], s[place + at.KNOWN_TO + half] >> seat
            while cards:
                hands[hand, (cards & 255) - 1] += known & 1
                cards, known = cards >> 8, known >> 8
            cards, known = s[place + at.IN_FRONT + half], s[place + at.LAID_KNOWN_TO + half] >> seat
            while cards:
                kind = (cards & 255) - 1
                if secret:
                    secret -= 1
                    out[kind] -= 1
                    hands[hand, kind] += known & 1
                    committed[kind] += hand == seat
                else:
                    table[hand, kind] += 1
                cards, known = cards >> 8, known >> 8
