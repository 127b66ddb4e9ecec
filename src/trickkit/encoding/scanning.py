"""Compiled code that scans the blocks of observations for binary features."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.encoding.open_hands import open_width, scan_open_hands
from trickkit.encoding.rows import (
    BIDS,
    COMMITTED,
    DECLARER,
    HANDS,
    HELD,
    HISTORY,
    LEADER,
    LED,
    OUT,
    PHASE,
    PILES,
    PLAYING,
    SAID,
    SEAT,
    SHOWN,
    SIZE,
    STARTER,
    STOCK,
    TABLE,
    TRICKS,
    TRUMP,
)
from trickkit.encoding.scales import (
    ACTIONS,
    KINDS,
    LONGEST,
    MOST,
    MUTUAL,
    OPEN,
    PHASES,
    PLACES,
    PLAYERS,
    SHORT,
    SUITS,
    VOIDS,
    Scales,
    note,
)


@entry(turns="few")
def scan_rows(scales: Scales, cards: Any, words: Any, work: Any, orders: Any, counts: Any, found: Any) -> None:
    """Find the active features of observations.

    Args:
        scales: the look-up tables.
        cards: by observation, the blocks of uint8.
        words: by observation, those of int16.
        work: (suits + seats + suits x `TOPS`,), int64: work space.
        orders: by observation, receives the number of its renaming.
        counts: by observation, receives how many features are active.
        found: by observation, receives their indices in ascending order, if there is room, and -1 after them.
    """
    for row in range(cards.shape[0]):
        order = _order(scales, cards[row], words[row], work)
        active = _scan(scales, cards[row], words[row], order, work, found[row])
        orders[row], counts[row] = order, active
        for column in range(active, found.shape[1]):
            found[row, column] = -1


@kernel
def _order(scales: Scales, cards: Any, words: Any, weights: Any) -> int:
    """The index of the renaming that puts the trump first, then long suits."""
    many = scales.renamed.shape[0]
    if many == 1:
        return 0
    suits, trump, hand = scales.numbers[SUITS], words[scales.places[TRUMP]], scales.places[HANDS]
    for suit in range(suits):
        weights[suit] = (1 << 50) * (suit == trump)
    for kind in range(scales.numbers[KINDS]):
        suit = scales.suit_of[0, kind]
        if suit >= 0:
            weights[suit] += cards[hand + kind] * ((1 << 40) + scales.ranks[kind])
    best = 0
    for order in range(1, many):
        for index in range(suits):
            ahead = weights[scales.renamed[order, index]] - weights[scales.renamed[best, index]]
            if ahead != 0:
                if ahead > 0:
                    best = order
                break
    return best


@kernel
def _scan(scales: Scales, cards: Any, words: Any, order: int, work: Any, found: Any) -> int:
    """Write the active features of an observation; returns their number.

    A hot function. `first` is the index of the first feature of the next part.
    """
    places, numbers = scales.places, scales.numbers
    players, kinds, suits = numbers[PLAYERS], numbers[KINDS], numbers[SUITS]
    active, first, bounded = 0, 0, MOST + 1
    active = note(found, active, words[places[PHASE]]) if words[places[PHASE]] >= 0 else active
    first += numbers[PHASES]
    active = note(found, active, first + min(words[places[SIZE]], MOST))
    first += bounded
    for block in (STARTER, DECLARER, PLAYING, LEADER):
        if words[places[block]] >= 0:
            active = note(found, active, first + words[places[block]])
        first += players
    trump, led = np.int64(words[places[TRUMP]]), np.int64(words[places[LED]])
    led_suit = scales.suit_of[trump + 1, led] if led >= 0 else -1
    for suit in (trump, led_suit):
        if suit >= 0:
            active = note(found, active, first + scales.suits[order, suit])
        first += suits
    for block in (HANDS, TABLE):
        for hand in range(players):
            offset = places[block] + hand * kinds
            active = _scan_kinds(scales, cards, offset, order, found, active, first)
            first += kinds
    for block in (OUT, STOCK, COMMITTED):
        active = _scan_kinds(scales, cards, places[block], order, found, active, first)
        first += kinds
    if words[places[SHOWN]] >= 0:
        for kind in range(kinds):
            if scales.kinds[order, kind] == words[places[SHOWN]]:
                active = note(found, active, first + kind)
    first += kinds
    seat, actions = words[places[SEAT]], numbers[ACTIONS]
    for other in range(players):
        offset = places[SAID] + other * actions
        for action in range(actions):
            if cards[offset + scales.actions[seat, order, action]]:
                active = note(found, active, first + action)
        first += actions
    for pair in range(players * players):
        bid = words[places[BIDS] + pair]
        if bid >= 0:
            active = note(found, active, first + min(bid, MOST))
        first += bounded
    for other in range(players):
        bid = words[places[BIDS] + other * (players + 1)]
        if bid >= 0:
            need = bid - words[places[TRICKS] + other] + SHORT
            active = note(found, active, first + max(0, min(need, MOST + SHORT)))
        first += bounded + SHORT
    for other in range(players):
        active = note(found, active, first + min(cards[places[HELD] + other], MOST))
        first += bounded
    for block in (TRICKS, PILES):
        for other in range(players):
            count = words[places[block] + other]
            if count >= 0:
                active = note(found, active, first + min(count, MOST))
            first += bounded
    if numbers[VOIDS]:
        active = _scan_voids(scales, cards, words, order, work[suits:], found, active, first)
        first += players * suits + (players - 1) * kinds
    if numbers[MUTUAL]:
        active = _scan_mutual_needs(scales, words, found, active, first)
        first += players * (players - 1) * (MOST + 1 + SHORT)
    if numbers[PLACES]:
        active = _scan_counts(scales, cards, order, found, active, first)
    if numbers[OPEN]:
        active = scan_open_hands(scales, cards, words, order, work[suits + players :], found, active, first)
    return active


@kernel
def _scan_mutual_needs(scales: Scales, words: Any, found: Any, active: int, first: int) -> int:
    """Write how many tricks a seat still has to take to meet what another one bid on it."""
    players, bids, tricks = scales.numbers[PLAYERS], scales.places[BIDS], scales.places[TRICKS]
    for other in range(players):
        for subject in range(players):
            if subject == other:
                continue
            bid = words[bids + other * players + subject]
            if bid >= 0:
                need = bid - words[tricks + subject] + SHORT
                active = note(found, active, first + max(0, min(need, MOST + SHORT)))
            first += MOST + 1 + SHORT
    return active


@kernel
def _scan_counts(scales: Scales, cards: Any, order: int, found: Any, active: int, first: int) -> int:
    """Write how many equal cards, cards of a suit, and cards of a place in suits lie on tables and in the hand.

    Cards that the seat has laid in secret count as its own on the table.
    """
    players, suits, kinds, places = (
        scales.numbers[PLAYERS], scales.numbers[SUITS], scales.numbers[KINDS], scales.numbers[PLACES],
    )  # fmt: skip
    hands, table, committed = scales.places[HANDS], scales.places[TABLE], scales.places[COMMITTED]
    for where in range(1 + players):
        block = hands if where == 0 else table + (where - 1) * kinds
        for kind in range(kinds):
            old = scales.kinds[order, kind]
            if cards[block + old] + (cards[committed + old] if where == 1 else 0) > 1:
                active = note(found, active, first + kind)
        first += kinds
    for where in range(2 + players):
        for suit in range(suits):
            count = 0
            for kind in range(kinds):
                if scales.suit_of[0, kind] == scales.renamed[order, suit]:
                    count += _on_tables(scales, cards, where, kind, hands, table, committed)
            active = note(found, active, first + min(count, MOST))
            first += MOST + 1
    for rank in range(places):
        count = 0
        for kind in range(kinds):
            if scales.place_of[kind] == rank:
                count += _on_tables(scales, cards, 0, kind, hands, table, committed)
        active = note(found, active, first + min(count, MOST))
        first += MOST + 1
    return active


@kernel
def _on_tables(scales: Scales, cards: Any, where: int, kind: int, hands: int, table: int, committed: int) -> int:
    """The number of cards of a kind on all tables, for 0; in the hand, for 1; or on one table, for 2 and more."""
    kinds, count = scales.numbers[KINDS], 0
    if where == 1:
        return int(cards[hands + kind])
    for other in range(scales.numbers[PLAYERS]):
        if where in (0, 2 + other):
            count += cards[table + other * kinds + kind] + (cards[committed + kind] if other == 0 else 0)
    return count


@kernel
def _scan_kinds(scales: Scales, cards: Any, place: int, order: int, found: Any, active: int, first: int) -> int:
    """Write the kinds of cards that a block contains; returns the number of active features."""
    for kind in range(scales.numbers[KINDS]):
        if cards[place + scales.kinds[order, kind]]:
            active = note(found, active, first + kind)
    return active


@kernel
def _scan_voids(
    scales: Scales, cards: Any, words: Any, order: int, voids: Any, found: Any, active: int, first: int
) -> int:
    """Write the suits that seats have failed to follow, and the unseen cards of these suits."""
    players, suits, kinds = scales.numbers[PLAYERS], scales.numbers[SUITS], scales.numbers[KINDS]
    if not _read_voids(scales, words, voids):
        return active
    for other in range(players):
        for suit in range(suits):
            if voids[other] >> scales.renamed[order, suit] & 1:
                active = note(found, active, first + suit)
        first += suits
    trump = np.int64(words[scales.places[TRUMP]])
    hands, out, stock = scales.places[HANDS], scales.places[OUT], scales.places[STOCK]
    for other in range(1, players):
        for kind in range(kinds) if voids[other] else range(0):
            old = scales.kinds[order, kind]
            suit = scales.suit_of[trump + 1, old]
            if suit < 0 or not voids[other] >> suit & 1 or cards[out + old] or cards[stock + old]:
                continue
            seen = 0
            for hand in range(players):
                seen += cards[hands + hand * kinds + old]
            if not seen:
                active = note(found, active, first + kind)
        first += kinds
    return active


@kernel
def _read_voids(scales: Scales, words: Any, voids: Any) -> bool:
    """Read from the history, as masks, the suits that each seat has failed to follow; returns whether there are any.

    A trick begins when a seat plays that has already played to the previous one.
    """
    trump, history, led, been, some = words[scales.places[TRUMP]] + 1, scales.places[HISTORY], -1, 0, False
    for seat in range(scales.numbers[PLAYERS]):
        voids[seat] = 0
    for move in range(scales.numbers[LONGEST]):
        seat, phase, action = words[history + 3 * move], words[history + 3 * move + 1], words[history + 3 * move + 2]
        if seat < 0:
            break
        kind = scales.kind_of[action]
        if kind < 0 or not scales.in_tricks[phase]:
            continue
        if been >> seat & 1:
            been, led = 0, -1
        been |= 1 << seat
        suit = scales.suit_of[trump, kind]
        if led >= 0 and suit != led:
            voids[seat] |= 1 << led
            some = True
        if led < 0:
            led = suit
    return some


def width(numbers: Array) -> int:
    """The number of features.

    Args:
        numbers: the counts, as in `Scales`.
    """
    players, kinds, suits, actions, phases, _, voids, mutual, places, is_open = numbers.tolist()
    scalars = phases + MOST + 1 + 4 * players + 2 * suits
    cards, calls = (2 * players + 4) * kinds, players * actions
    counted = (players * players + 3 * players) * (MOST + 1) + players * (MOST + 1 + SHORT)
    hidden = voids * (players * suits + (players - 1) * kinds)
    needs = mutual * players * (players - 1) * (MOST + 1 + SHORT)
    laid = (1 + players) * kinds + ((2 + players) * suits + places) * (MOST + 1) if places else 0
    return int(scalars + cards + calls + counted + hidden + needs + laid + is_open * open_width(players, suits, kinds))
