"""Compiled code that writes observations from rows of the batch engine."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look1, put
from trickkit.batch.kernel.masks import count_kinds, mask_at, mask_of, size
from trickkit.batch.machine import single
from trickkit.batch.machine.dispatch import opcode_of
from trickkit.batch.machine.hearing import bid_in, first_secret_bid, pending, secret_bids, secret_estimates, told
from trickkit.batch.machine.loop import write_legal
from trickkit.batch.machine.whereabouts import held_in_slots
from trickkit.batch.steps.tableau.run import seen_slots

SEAT, PHASE, NUMBER, SIZE, STARTER, TRUMP, DECLARER, SHOWN, PLAYING, LEADER, LED = range(11)
HANDS, HELD, TABLE, OUT, STOCK, COMMITTED, TRICKS, PILES, BIDS, SAID, TOTALS, HISTORY = range(11, 23)
NAMES = tuple(name.lower() for name, value in list(globals().items()) if isinstance(value, int))
"""The blocks, in the order of their places."""
KINDS, ACTIONS, LONGEST, BY_SUBJECT, NUMBERS = range(5)
"""The numbers of kinds of cards, of actions and of decisions of a deal, and whether seats bid on each other."""
FULL, MASKED, LEFT = -1, 1, 0
"""The results of `observe_turn`: the history has too little room; the legal actions were written; they were not."""
OPENLY, SORTED, ASKED = 0, 1, 2
"""How others hear decisions: all of them, in the order in which they are made; consecutive decisions of a seat in the
order of their actions; not all seats hear them."""


class Maps(NamedTuple):
    """The look-up tables for writing observations.

    Args:
        kinds: by face, the number of its kind.
        phases: by phase, its number among the distinct ones.
        telling: by phase, how others hear its decisions: `OPENLY`, or the sum of some flags after it.
        in_tricks: by phase, whether tricks are played in it.
        shown: by card, the number of its kind.
        numbers: the counts.
    """

    kinds: Array
    phases: Array
    telling: Array
    in_tricks: Array
    shown: Array
    numbers: Array


@entry
def observe_rows(
    tables: Numbers,
    rows: Any,
    seats: Any,
    noted: Any,
    maps: Maps,
    places: Any,
    slots: Any,
    written: Any,
    bytes8: Any,
    words16: Any,
    words32: Any,
) -> None:
    """Write the observations of seats, each in its own row.

    Args:
        tables: the tables of the rules.
        rows: the positions of the deals, which may be over.
        seats: by row, the seat.
        noted: by row and decision, the decision, as `layout` packs it.
        maps: the look-up tables.
        places: by block, its first column; -1 if it is not requested.
        slots: work space if hands are stored card by card: (2 seats + 3, kinds), uint8.
        written: by row, the number of decisions in its history, after which everything is -1. Updated in place.
        bytes8: receives the blocks of uint8, one row each; must be 0 before. All three may be the same array.
        words16: the same for int16.
        words32: the same for int32.
    """
    for index in range(rows.shape[0]):
        written[index] = observe(
            tables, rows[index], seats[index], noted[index], maps, places, slots, written[index],
            bytes8[index], words16[index], words32[index],
        )  # fmt: skip


@kernel
def observe(
    tables: Numbers,
    row: Any,
    seat: int,
    noted: Any,
    maps: Maps,
    places: Any,
    slots: Any,
    written: int,
    bytes8: Any,
    words16: Any,
    words32: Any,
) -> int:
    """Write the observation of a seat from a row; returns the number of decisions in its history."""
    _write_numbers(row, tables, seat, maps, places, words16)
    _write_seats(row, tables, seat, maps.numbers, places, words16, words32)
    if tables[layout.SLOTTED]:
        _write_slots(row, tables, seat, maps.numbers, places, slots, bytes8, words16)
    else:
        _write_cards(row, tables, seat, maps, places, bytes8, words16)
    if places[SAID] < 0 and places[HISTORY] < 0:
        return written
    decisions: int = _write_heard(row, tables, seat, noted, maps, places, written, bytes8, words16)
    return decisions


@kernel
def _clockwise(tables: Numbers, seat: int, other: int) -> int:
    """The number of seats clockwise from one seat to another; -1 if there is no other."""
    if other < 0:
        return -1
    return other - seat if other >= seat else other - seat + tables[layout.PLAYERS]


@kernel
def _put(target: Any, places: Any, block: int, step: int, number: int) -> None:
    if places[block] >= 0:
        target[places[block] + step] = number


@kernel
def _write_numbers(row: Any, tables: Numbers, seat: int, maps: Maps, places: Any, words: Any) -> None:
    """Write the blocks of a single number, except the leader."""
    trump, card, counter = row[layout.TRUMP], row[layout.SHOWN], row[layout.COUNTER]
    _put(words, places, SEAT, 0, seat)
    _put(words, places, PHASE, 0, maps.phases[counter])
    _put(words, places, NUMBER, 0, row[layout.NUMBER])
    _put(words, places, SIZE, 0, row[layout.SIZE])
    _put(words, places, STARTER, 0, _clockwise(tables, seat, row[layout.STARTER]))
    _put(words, places, TRUMP, 0, trump if trump < tables[layout.SUITS] else -1)
    _put(words, places, DECLARER, 0, _clockwise(tables, seat, row[layout.DECLARER]))
    _put(words, places, SHOWN, 0, maps.shown[card] if card >= 0 else -1)
    _put(words, places, PLAYING, 0, _clockwise(tables, seat, row[layout.HAND]) if maps.in_tricks[counter] else -1)


@kernel
def _write_seats(row: Any, tables: Numbers, seat: int, numbers: Any, places: Any, words: Any, longs: Any) -> None:
    """Write the blocks by seat: tricks, piles, totals and bids."""
    players = tables[layout.PLAYERS]
    for other in range(players):
        step = _clockwise(tables, seat, other)
        _put(words, places, TRICKS, step, size(row[layout.TAKEN + other]))
        _put(words, places, PILES, step, row[layout.PILES + other])
        _put(longs, places, TOTALS, step, row[layout.TOTALS + other])
    if places[BIDS] < 0:
        return
    secret, unheard = secret_estimates(row, tables), secret_bids(row, tables)
    for other in range(players):
        first = places[BIDS] + players * _clockwise(tables, seat, other)
        for subject in range(players):
            bid = -1
            if numbers[BY_SUBJECT]:
                if not unheard >> other & 1:
                    bid = row[layout.BIDS_MADE + other * layout.SEATS + subject]
            elif subject == other and not secret >> other & 1:
                bid = row[layout.ESTIMATES_MADE + other]
            words[first + _clockwise(tables, seat, subject)] = bid
    for turn in range(first_secret_bid(row, tables), row[layout.TURN]):
        other, subject = bid_in(row, tables, turn)
        words[places[BIDS] + players * _clockwise(tables, seat, other) + _clockwise(tables, seat, subject)] = -1


@kernel
def _write_cards(row: Any, tables: Numbers, seat: int, maps: Maps, places: Any, bytes8: Any, words: Any) -> None:
    """Write the places of cards, who led, and what was led."""
    players, many, kinds = tables[layout.PLAYERS], maps.numbers[KINDS], maps.kinds
    known, played = mask_of(row, tables, layout.KNOWN + seat), row[layout.PLAYED]
    left, firsts = known, mask_at(tables, layout.FIRSTS)
    for column in (layout.OUT, layout.LAID, layout.AWAY):
        left = left & ~mask_of(row, tables, column)
    for hand in range(players):
        step, cards = _clockwise(tables, seat, hand), mask_of(row, tables, layout.HANDS + hand)
        _put(bytes8, places, HELD, step, size(cards & firsts))
        left = left & ~cards
        if places[HANDS] >= 0:
            count_kinds(cards & known, kinds, bytes8, places[HANDS] + many * step)
        if places[TABLE] >= 0 and played >> hand & 1:
            bytes8[places[TABLE] + many * step + kinds[row[layout.TABLE] >> 8 * hand & 255]] += 1
    if places[STOCK] >= 0:
        count_kinds(left, kinds, bytes8, places[STOCK])
    if places[OUT] >= 0:
        laid, away = mask_of(row, tables, layout.LAID), mask_of(row, tables, layout.AWAY)
        count_kinds(mask_of(row, tables, layout.OUT) | laid | away & known, kinds, bytes8, places[OUT])
    opcode = opcode_of(row, tables)
    if places[COMMITTED] >= 0 and opcode == layout.CHOOSE:
        count_kinds(mask_of(row, tables, layout.CHOSEN + seat), kinds, bytes8, places[COMMITTED])
    leader, led = -1, -1
    if maps.in_tricks[row[layout.COUNTER]]:
        # Hands play clockwise: the first hand that has played is the first one after the next to play.
        for step in range(1, players + 1):
            hand = (row[layout.HAND] + step) % players
            if played >> hand & 1:
                leader, led = _clockwise(tables, seat, hand), kinds[row[layout.TABLE] >> 8 * hand & 255]
                break
    _put(words, places, LEADER, 0, leader)
    _put(words, places, LED, 0, led)


@kernel
def _write_slots(
    row: Any, tables: Numbers, seat: int, numbers: Any, places: Any, slots: Any, bytes8: Any, words: Any
) -> None:
    """Write the places of cards that are stored one by one, in games without tricks."""
    players, many = tables[layout.PLAYERS], numbers[KINDS]
    for line in range(slots.shape[0]):
        for kind in range(many):
            slots[line, kind] = 0
    hands, table = slots[:players], slots[players : 2 * players]
    out, committed, held = slots[2 * players], slots[2 * players + 1], slots[2 * players + 2]
    seen_slots(row, tables, seat, hands, out, table, committed)
    held_in_slots(row, tables, held)
    for hand in range(players):
        step = _clockwise(tables, seat, hand)
        _put(bytes8, places, HELD, step, held[hand])
        _copy(bytes8, places[HANDS], many * step, hands[hand], many)
        _copy(bytes8, places[TABLE], many * step, table[hand], many)
    _copy(bytes8, places[OUT], 0, out, many)
    _copy(bytes8, places[COMMITTED], 0, committed, many)
    _put(words, places, LEADER, 0, -1)
    _put(words, places, LED, 0, -1)


@kernel
def _copy(target: Any, place: int, step: int, numbers: Any, many: int) -> None:
    """Copy numbers to a block that begins at an index; nothing is copied if the index is -1."""
    if place >= 0:
        for index in range(many):
            put(target, place + step + index, numbers[index])


@kernel
def _write_heard(
    row: Any,
    tables: Numbers,
    seat: int,
    noted: Any,
    maps: Maps,
    places: Any,
    written: int,
    bytes8: Any,
    words: Any,
) -> int:
    """Write the decisions that a seat knows, chosen as in `hearing`; returns the number of decisions.

    A hot function: it reads all decisions of the deal again, because each seat counts from itself.
    """
    # After the end a view has no decisions of a current deal, either.
    decisions = row[layout.DECISIONS] if row[layout.ACTOR] >= 0 else 0
    players, actions, spoken, history = tables[layout.PLAYERS], maps.numbers[ACTIONS], places[SAID], places[HISTORY]
    revealed = decisions - pending(tables, row[layout.COUNTER], row[layout.TURN], row[layout.STARTER], row[layout.NODE])
    for index in range(decisions):
        made = np.int64(get(noted, index))
        counter, step = made >> layout.NOTED_COUNTER, (made >> layout.NOTED_SEAT & 255) - seat
        step += players & step >> 63
        action, slot = made & layout.NOTED_ACTION, index
        how = get(maps.telling, counter) if step else OPENLY
        if (step and index >= revealed) or (how & ASKED and not _is_told(row, tables, seat, made)):
            action = np.int64(-1)
        elif how & SORTED and history >= 0:
            slot = _place(noted, words, history, index, made)
        if spoken >= 0 and action >= 0:
            count = spoken + step * actions + action
            put(bytes8, count, min(get(bytes8, count) + 1, 255))
        if history >= 0:
            put(words, history + 3 * index, step)
            put(words, history + 3 * index + 1, get(maps.phases, counter))
            put(words, history + 3 * slot + 2, action)
    if history >= 0:
        for slot in range(history + 3 * decisions, history + 3 * written):
            put(words, slot, -1)
    return decisions


@kernel
def _is_told(row: Any, tables: Numbers, seat: int, made: int) -> bool:
    """Whether a seat hears a decision of another one that was recorded in `noted`."""
    counter, other = made >> layout.NOTED_COUNTER, made >> layout.NOTED_SEAT & 255
    opcode = look1(tables, layout.T_OPCODE, counter)
    return bool(told(tables, opcode, counter, row[layout.NUMBER], other, seat))


@kernel
def _place(noted: Any, words: Any, history: int, number: int, made: int) -> int:
    """The index in the history for the action of a decision; larger actions of the same seat are moved to make room.

    Cards that another seat chose were shown together, and are sorted by the numbers of their actions.
    """
    slot = number
    while slot > 0 and (get(noted, slot - 1) ^ made) >> layout.NOTED_SEAT == 0:
        action = get(words, history + 3 * slot - 1)
        if action <= made & layout.NOTED_ACTION:
            break
        put(words, history + 3 * slot + 2, action)
        slot -= 1
    return slot


@entry
def observe_turn(
    tables: Numbers,
    block: Any,
    seat: int,
    maps: Maps,
    places: Any,
    slots: Any,
    seen: Any,
    legal: Any,
) -> int:
    """Write the observation of a seat, and its legal actions if its decision is pending.

    Args:
        tables: the tables of the rules.
        block: the block of the game, as in `machine.single`, with all decisions of the deal.
        seat: the observing seat.
        maps, places, slots: as in `observe_rows`.
        seen: receives the blocks, one after the other; it must be filled with 0.
        legal: by action, receives a 1 for legal ones; it must be filled with 0.

    Returns:
        `FULL`, `MASKED` or `LEFT`.
    """
    decisions, width = block[single.DEPTH], block[single.WIDTH] - single.DECK
    if decisions > maps.numbers[LONGEST] and (places[SAID] >= 0 or places[HISTORY] >= 0):
        return FULL
    first = single.CONTROL + block[single.ROOM]
    row = block[first + block[single.ROOM] :][:width]
    noted = block[first : first + decisions]
    observe(tables, row, seat, noted, maps, places, slots, maps.numbers[LONGEST], seen, seen, seen)
    if row[layout.ACTOR] != seat:
        return LEFT
    write_legal(row, tables, legal)
    return MASKED
