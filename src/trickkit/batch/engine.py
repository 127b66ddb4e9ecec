"""Many rows at once: whole deals, deals played on from somewhere, and rows that wait for decisions from outside."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from trickkit.batch.bits import STRIDE, below, lowest, nth, seeded, size
from trickkit.batch.layout import (
    ACTOR,
    BACKS,
    BIDS,
    BIDS_MADE,
    BUYER,
    CHOSEN,
    COUNT,
    DECISIONS,
    DOUBLES,
    ESTIMATES,
    ESTIMATES_MADE,
    FORCED,
    FORCING,
    HANDS,
    HELD,
    KIND,
    KNOWN,
    LAID,
    MASK,
    NOTHING,
    NUMBER,
    OPENER,
    OUT,
    OUT_KIND,
    PASS,
    PENDING,
    PILES,
    PLAYERS,
    POINTS,
    RNG,
    SEATS,
    SHOWN,
    SIZE,
    SLOT,
    SLOTS,
    SLOTTED,
    STACKED,
    STARTER,
    STEP,
    TABLE,
    TABLED,
    TABLED_KIND,
    TAKEN,
    TOTALS,
    TRUMP,
    TURN,
    T_BID_GROUP,
    T_BID_SEAT,
    T_BID_SUBJECT,
    T_CODE,
    T_KIND,
    T_PLACE,
    VIEWERS,
    WON,
    Numbers,
)
from trickkit.batch.machine import at1, at2, at3, begin, decide

FACTS = 8
"""How many facts of a deal there are before those that every seat has: see `_write`."""


@njit(cache=True, nogil=True, _nrt=False)
def _play_on(s: Numbers, cards: Any, t: Numbers, seats: Any, actions: Any) -> None:
    """Decide at random until the deal is over; write down who decides what, where there is room for it."""
    writes = actions.shape[0] > 0
    while s[ACTOR] >= 0:
        if s[FORCING] and s[FORCED + s[ACTOR]]:
            # It was made before: it is neither counted nor written down.
            option = (s[FORCED + s[ACTOR]] & 127) - 1
            s[FORCED + s[ACTOR]] >>= 7
            s[FORCING] -= 1
            s[DECISIONS] -= 1
        else:
            mask = s[MASK]
            s[RNG] += STRIDE
            option = nth(mask, below(s[RNG], size(mask)))
            if writes:
                seats[s[DECISIONS]] = s[ACTOR]
                actions[s[DECISIONS]] = at2(t, T_CODE, s[STEP], option)
        decide(s, cards, t, option)


@njit(cache=True, nogil=True, _nrt=False)
def _write(s: Numbers, t: Numbers, facts: Any, won: Any, points: Any) -> None:
    """Write down what came of a deal."""
    _write_facts(s, t, facts)
    for seat in range(t[PLAYERS]):
        points[seat] = s[POINTS + seat]
        if won.shape[0]:
            won[seat] = s[WON + seat]


@njit(cache=True, nogil=True, _nrt=False)
def _write_facts(s: Numbers, t: Numbers, facts: Any) -> None:
    """Write down where a deal stands, but for the cards."""
    players = t[PLAYERS]
    facts[0] = s[NUMBER]
    facts[1] = s[SIZE]
    facts[2] = s[STARTER]
    facts[3] = s[TRUMP]
    facts[4] = s[OPENER]
    facts[5] = s[DOUBLES]
    facts[6] = s[BUYER]
    facts[7] = s[DECISIONS]
    at = FACTS
    for seat in range(players):
        facts[at + seat] = s[TAKEN + seat]
        facts[at + players + seat] = s[ESTIMATES_MADE + seat]
        facts[at + 2 * players + seat] = s[BACKS + seat]
        facts[at + 3 * players + seat] = s[PILES + seat]
    at += 4 * players
    if facts.shape[0] > at:
        for seat in range(players):
            for subject in range(players):
                facts[at + seat * players + subject] = s[BIDS_MADE + seat * SEATS + subject]


@njit(cache=True, nogil=True, _nrt=False)
def set_out(
    s: Numbers, cards: Any, t: Numbers, seed: int, deal: int, number: int, cards_each: int, starter: int, totals: Any
) -> None:
    """Set out one deal, up to its first decision."""
    s[RNG] = seeded(seed, deal)
    s[NUMBER] = number
    s[SIZE] = cards_each
    s[STARTER] = starter
    if starter < 0:
        s[RNG] += STRIDE
        s[STARTER] = below(s[RNG], t[PLAYERS])
    for seat in range(t[PLAYERS]):
        s[TOTALS + seat] = totals[seat]
    begin(s, cards, t)


@njit(cache=True, nogil=True, _nrt=False)
def play_deals(
    t: Numbers,
    s: Numbers,
    cards: Any,
    seed: int,
    games: Any,
    sizes: Any,
    numbers: Any,
    starters: Any,
    totals: Any,
    facts: Any,
    won: Any,
    points: Any,
    dealt: Any,
    seats: Any,
    actions: Any,
) -> None:
    """Play whole deals at random.

    Args:
        t: the tables.
        s: a row to work in.
        cards: a deck to work in.
        seed: of all deals.
        games: by deal, the number that its random numbers follow from.
        sizes: by number of a deal in its game, the size of the hands.
        numbers: by deal, its number in its game.
        starters: by deal, the starter; -1 for one at random.
        totals: by deal and seat, the points before; one row for all where they are the same.
        facts, won, points, dealt, seats, actions: by deal, what is written down; `won`, `dealt`, `seats` and `actions`
            may have no second dimension to speak of, and then are not.
    """
    s[STACKED] = 0
    s[FORCING] = 0
    for deal in range(games.shape[0]):
        number = numbers[deal]
        before = totals[deal if totals.shape[0] > 1 else 0]
        set_out(s, cards, t, seed, games[deal], number, sizes[number], starters[deal], before)
        _play_on(s, cards, t, seats[deal], actions[deal])
        _write(s, t, facts[deal], won[deal], points[deal])
        if dealt.shape[1]:
            dealt[deal, 0] = s[SHOWN]
            for place in range(dealt.shape[1] - 1):
                dealt[deal, place + 1] = cards[place]


@njit(cache=True, nogil=True, _nrt=False)
def play_on_from(
    t: Numbers,
    s: Numbers,
    cards: Any,
    seed: int,
    first: int,
    rows: Any,
    decks: Any,
    facts: Any,
    won: Any,
    points: Any,
    seats: Any,
    actions: Any,
) -> None:
    """Play deals on from rows, again and again, one after the other.

    Args:
        t: the tables.
        s: a row to work in.
        cards: a deck to work in.
        seed: of all.
        first: the number of the first one.
        rows: where the deals stand.
        decks: by row, the cards as they were shuffled.
        facts, won, points, seats, actions: by deal, what is written down, as in `play_deals`.
    """
    for deal in range(facts.shape[0]):
        row = (first + deal) % rows.shape[0]
        for place in range(rows.shape[1]):
            s[place] = rows[row, place]
        for place in range(decks.shape[1]):
            cards[place] = decks[row, place]
        s[RNG] = seeded(seed, first + deal)
        _play_on(s, cards, t, seats[deal], actions[deal])
        _write(s, t, facts[deal], won[deal], points[deal])


@njit(cache=True, nogil=True, _nrt=False)
def step_rows(t: Numbers, rows: Any, decks: Any, options: Any) -> None:
    """Make one decision in every row.

    Args:
        t: the tables.
        rows: where the deals stand.
        decks: by row, the cards as they were shuffled.
        options: by row, the option, which is legal; -1 to leave the row as it is.
    """
    for row in range(rows.shape[0]):
        if options[row] >= 0:
            decide(rows[row], decks[row], t, options[row])


@njit(cache=True, nogil=True, _nrt=False)
def first_illegal(t: Numbers, rows: Any, inverse: Any, actions: Any, options: Any) -> int:
    """The first row in which an action is not legal; -1 where all are. Finds the options that the actions are.

    Args:
        t: the tables.
        rows: where the deals stand.
        inverse: by phase and number of an action, the option; -1 for none.
        actions: by row, the number of an action.
        options: by row, where the option is written.
    """
    for row in range(rows.shape[0]):
        action = actions[row]
        if action < 0 or action >= inverse.shape[1]:
            return row
        option = inverse[rows[row, STEP], action]
        if option < 0 or not (rows[row, MASK] >> option) & 1:
            return row
        options[row] = option
    return -1


@njit(cache=True, nogil=True, _nrt=False)
def legal_actions(t: Numbers, rows: Any, found: Any) -> None:
    """By row and number of an action, whether it is legal."""
    for row in range(rows.shape[0]):
        for action in range(found.shape[1]):
            found[row, action] = 0
        mask, step = rows[row, MASK], rows[row, STEP]
        while mask:
            found[row, at2(t, T_CODE, step, lowest(mask))] = 1
            mask &= mask - 1


@njit(cache=True, nogil=True, _nrt=False)
def random_actions(t: Numbers, rows: Any, seed: int, turn: int, found: Any) -> None:
    """By row, a legal action at random; a function of a seed, the turn and the row."""
    for row in range(rows.shape[0]):
        mask = rows[row, MASK]
        option = nth(mask, below(seeded(seed, turn * rows.shape[0] + row), size(mask)))
        found[row] = at2(t, T_CODE, rows[row, STEP], option)


@njit(cache=True, nogil=True, _nrt=False)
def seen_cards(t: Numbers, rows: Any, kinds: Any, hands: Any, out: Any, table: Any, committed: Any) -> None:
    """What the seats that decide see of the cards, in arrays that are 0.

    Args:
        t: the tables.
        rows: where the deals stand.
        kinds: by face, the number of its kind.
        hands: by row, hand and kind, how many the seat knows to be there.
        out: by row and kind, how many were played, laid or turned up.
        table: by row, hand and kind, how many lie in front of that hand, face up.
        committed: by row and kind, how many the seat has chosen in secret.
    """
    for row in range(rows.shape[0]):
        s = rows[row]
        if s[ACTOR] < 0:
            continue
        if t[SLOTTED]:
            _seen_slots(s, t, hands[row], out[row], table[row], committed[row])
            continue
        for hand in range(t[PLAYERS]):
            _count(s[HANDS + hand] & s[KNOWN + s[ACTOR]], kinds, hands[row, hand])
            if s[COUNT] and s[TABLE + hand] >= 0:
                table[row, hand, kinds[s[TABLE + hand]]] += 1
        _count(s[OUT] | s[LAID], kinds, out[row])
        if at1(t, T_KIND, s[STEP]) == PASS:
            _count(s[CHOSEN + s[ACTOR]], kinds, committed[row])


@njit(cache=True, nogil=True, _nrt=False)
def _count(cards: int, kinds: Any, found: Any) -> None:
    while cards:
        found[kinds[lowest(cards)]] += 1
        cards &= cards - 1


@njit(cache=True, nogil=True, _nrt=False)
def _seen_slots(s: Any, t: Numbers, hands: Any, out: Any, table: Any, committed: Any) -> None:
    """What a seat sees where hands are kept card by card; what was laid in secret still counts as held."""
    seat = s[ACTOR]
    for hand in range(t[PLAYERS]):
        for place in range(s[HELD + hand]):
            card = s[SLOT + hand * SLOTS + place]
            hands[hand, card & KIND] += (card >> (VIEWERS + seat)) & 1
        open_cards = s[TABLED + hand] - s[PENDING + hand]
        for place in range(s[TABLED + hand]):
            card = s[TABLED_KIND + hand * SLOTS + place]
            if place < open_cards:
                table[hand, card & KIND] += 1
            else:
                hands[hand, card & KIND] += (card >> (VIEWERS + seat)) & 1
                committed[card & KIND] += hand == seat
    for kind in range(out.shape[0]):
        out[kind] = s[OUT_KIND + kind]


@njit(cache=True, nogil=True, _nrt=False)
def seen_facts(t: Numbers, rows: Any, facts: Any) -> None:
    """What the seats that decide know besides the cards: as `_write` has it, less what others decided in secret."""
    players = t[PLAYERS]
    for row in range(rows.shape[0]):
        s = rows[row]
        seat, kind = s[ACTOR], at1(t, T_KIND, s[STEP]) if s[ACTOR] >= 0 else NOTHING
        _write_facts(s, t, facts[row])
        place = at1(t, T_PLACE, s[STEP]) if seat >= 0 else 0
        for other in range(players):
            if other != seat:
                facts[row, FACTS + 2 * players + other] = -1
                if kind == ESTIMATES:
                    facts[row, FACTS + players + other] = -1
        if kind == BIDS:
            for turn in range(at3(t, T_BID_GROUP, place, s[STARTER], s[TURN]), s[TURN]):
                other = at3(t, T_BID_SEAT, place, s[STARTER], turn)
                subject = at3(t, T_BID_SUBJECT, place, s[STARTER], turn)
                if other != seat:
                    facts[row, FACTS + 4 * players + other * players + subject] = -1


@njit(cache=True, nogil=True, _nrt=False)
def set_out_rows(
    t: Numbers, rows: Any, decks: Any, lanes: Any, seed: int, deals: Any, numbers: Any, sizes: Any, starters: Any
) -> None:
    """Set out new deals in some rows, after no points.

    Args:
        t: the tables.
        rows: where the deals stand.
        decks: by row, the cards as they are shuffled.
        lanes: which rows.
        seed: of all deals.
        deals, numbers, sizes, starters: for each of those rows, as in `play_deals`.
    """
    for place in range(lanes.shape[0]):
        row = lanes[place]
        for seat in range(SEATS):
            rows[row, TOTALS + seat] = 0
        before = rows[row, TOTALS : TOTALS + SEATS]
        set_out(rows[row], decks[row], t, seed, deals[place], numbers[place], sizes[place], starters[place], before)


@njit(cache=True, nogil=True, _nrt=False)
def write_rows(t: Numbers, rows: Any, facts: Any, won: Any, points: Any) -> None:
    """Write down what came of deals that are over."""
    for row in range(rows.shape[0]):
        _write(rows[row], t, facts[row], won[row], points[row])
