"""The rules of a deal as compiled code that looks everything up in tables: one deal is a row of numbers.

A row is where a deal stands, as `layout` has it. `begin` deals it out up to its first decision; `decide` makes the
decision that is waited for and goes on to the next one. Nothing here knows a game, or a policy: what they answer stands
in the tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import STRIDE, below, drawn, high, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look1, look2, look3, put
from trickkit.batch.steps.asking.run import next_asked, next_bid, next_called, pass_on
from trickkit.batch.steps.tableau.run import begin_reveal, between, give, lay, set_aside
from trickkit.batch.steps.tricks.run import begin_tricks, played


@kernel(inline="source")
def begin(row: Numbers, cards: Any, tables: Numbers) -> None:
    """Begin a deal: deal out, up to the first decision.

    The row has the state of its random numbers, the number of the deal, the size of the hands, the starter, the totals,
    and whether the order of the cards is given; all else is set here.
    """
    row[layout.TRUMP] = tables[layout.SUITS]
    row[layout.DECLARER] = -1
    row[layout.TOP] = 0
    row[layout.END] = tables[layout.CARDS]
    row[layout.DEALT] = 0
    row[layout.DECISIONS] = 0
    if not row[layout.STACKED]:
        # All that is drawn at random is drawn first, so that decisions make no difference to it.
        _shuffle(row, cards, tables)
        row[layout.SHOWN] = -1
        if tables[layout.CUTS]:
            row[layout.RNG] += STRIDE
            row[layout.SHOWN] = below(row[layout.RNG], tables[layout.CARDS])
    row[layout.OUT] = 0
    row[layout.CLOSED] = 0
    row[layout.DOUBLES] = 0
    row[layout.BUYER] = -1
    row[layout.OPENER] = -1
    row[layout.LED] = -1
    row[layout.COUNT] = 0
    row[layout.HAND] = -1
    row[layout.LAID] = 0
    # All places of a kind at once, also those of seats that there are not: whole lines of memory are written soonest.
    for index in range(layout.HANDS, layout.ROUND):
        row[index] = 0
    for index in range(layout.TAKEN, layout.TOTALS):
        row[index] = 0
    for index in range(layout.BACKS, layout.SPENT):
        row[index] = -1
    for index in range(layout.SPENT, layout.OPENS):
        row[index] = 0
    for index in range(layout.BIDS_MADE, layout.WIDTH):
        row[index] = -1
    if tables[layout.SLOTTED]:
        set_aside(row, tables)
    row[layout.COUNTER] = 0
    advance(row, cards, tables)


@kernel
def advance(row: Numbers, cards: Any, tables: Numbers) -> None:
    """Begin phases, from the present one on, until one waits for a decision or the deal is over."""
    while row[layout.COUNTER] < tables[layout.PHASES] and not row[layout.CLOSED]:
        if _begun(
            row,
            cards,
            tables,
            look1(tables, layout.T_OPCODE, row[layout.COUNTER]),
            look1(tables, layout.T_OPERAND, row[layout.COUNTER]),
        ):
            return
        row[layout.COUNTER] += 1
    row[layout.COUNTER] = tables[layout.PHASES]
    row[layout.ACTOR] = -1
    row[layout.MASK] = 0


@kernel(inline="code")
def _begun(row: Numbers, cards: Any, tables: Numbers, opcode: int, operand: int) -> bool:
    """Begin a phase; whether it waits for a decision."""
    players, hand_size = tables[layout.PLAYERS], row[layout.SIZE]
    if opcode == layout.TRICKS:
        begin_tricks(row, tables, operand)
        return True
    if opcode == layout.DEAL:
        _deal(row, cards, tables, operand)
    elif opcode == layout.TURN_UP:
        _turn_up(row, cards, tables, operand)
    elif opcode == layout.CUT:
        row[layout.TRUMP] = look2(tables, layout.T_TRUMP_FIXED, operand, hand_size)
        if row[layout.TRUMP] < 0:
            row[layout.TRUMP] = look2(tables, layout.T_TRUMP_OF, operand, row[layout.SHOWN])
    elif opcode == layout.DEALERS:
        # The last card that the dealer is going to be dealt, unless it is given.
        if not row[layout.STACKED]:
            row[layout.SHOWN] = cards[(row[layout.STARTER] + 1) * hand_size - 1]
        for viewer in range(players + 1):
            row[layout.KNOWN + viewer] |= look1(tables, layout.T_CARD_MASK, row[layout.SHOWN])
        row[layout.TRUMP] = look2(tables, layout.T_TRUMP_OF, operand, row[layout.SHOWN])
    elif opcode == layout.TRUMP_FIXED:
        row[layout.TRUMP] = look2(tables, layout.T_TRUMP_FIXED, operand, hand_size)
    elif opcode == layout.REMOVE:
        row[layout.END] -= look1(tables, layout.T_REMOVED, operand)
    elif opcode == layout.BIDS:
        row[layout.TURN] = 0
        return next_bid(row, tables, operand)
    elif opcode == layout.CONFIDENCE:
        row[layout.TURN] = 0
        row[layout.ACTOR] = 0
        row[layout.MASK] = look2(tables, layout.T_BACKS, operand, 0)
        return True
    elif opcode == layout.ESTIMATES:
        row[layout.TURN] = 0
        row[layout.ACTOR] = 0
        row[layout.MASK] = (np.int64(2) << hand_size) - 1
        return True
    elif opcode == layout.CALLED:
        row[layout.WAITING] = (1 << players) - 1
        return next_called(row, tables, operand)
    elif opcode in (layout.DOUBLE, layout.BUY):
        if not look2(tables, layout.T_SOLD, operand, hand_size) or (opcode == layout.BUY and row[layout.BUYER] >= 0):
            return False
        row[layout.WAITING] = (1 << players) - 1
        return next_asked(row, tables, opcode, operand)
    elif opcode == layout.PASS:
        row[layout.TURN] = 0
        for seat in range(players):
            row[layout.CHOSEN + seat] = 0
        row[layout.ACTOR] = 0
        row[layout.MASK] = row[layout.HANDS]
        return look2(tables, layout.T_PASS_STEP, operand, row[layout.NUMBER]) != 0
    elif opcode == layout.REVEAL:
        begin_reveal(row)
        return True
    else:
        between(row, cards, tables, row[layout.COUNTER])
    return False


@kernel(inline="code")
def _deal(row: Numbers, cards: Any, tables: Numbers, operand: int) -> None:
    """Deal every hand a portion."""
    players, hand_size, masks = (
        tables[layout.PLAYERS],
        row[layout.SIZE],
        tables[layout.HEADER + layout.HEAD * layout.T_CARD_MASK],
    )
    dealt = row[layout.DEALT]
    upto = dealt + look3(tables, layout.T_DEAL_CARDS, operand, hand_size, dealt)
    row[layout.DEALT] = upto
    for hand in range(players):
        first = hand * hand_size
        if tables[layout.SLOTTED]:
            viewers = look2(tables, layout.T_DEAL_SEES, operand, hand) & ((1 << players) - 1)
            give(row, cards, tables, hand, first + dealt, first + upto, viewers)
            continue
        new = np.int64(0)
        for number in range(first + dealt, first + upto):
            new |= get(tables, masks + get(cards, number))
        row[layout.HANDS + hand] |= new
        viewers = look2(tables, layout.T_DEAL_SEES, operand, hand)
        for viewer in range(players + 1):
            row[layout.KNOWN + viewer] |= new & -(viewers >> viewer & 1)


@kernel(inline="code")
def _shuffle(row: Numbers, cards: Any, tables: Numbers) -> None:
    """The cards in random order, as many of them as may come into play."""
    count, state, bits = tables[layout.CARDS], row[layout.RNG], np.int64(0)
    for index in range(count):
        put(cards, index, index)
    for index in range(min(count - 1, row[layout.SIZE] * tables[layout.PLAYERS] + tables[layout.STOCK])):
        # Four places are chosen with one random number: what a product leaves below is as random as it was.
        if not index & 3:
            state += STRIDE
            bits = drawn(state)
        left = count - index
        other = index + high(bits, left)
        bits *= left
        card = get(cards, index)
        put(cards, index, get(cards, other))
        put(cards, other, card)
    row[layout.RNG] = state


@kernel
def _turn_up(row: Numbers, cards: Any, tables: Numbers, operand: int) -> None:
    """Turn up the top card of the stock."""
    top = row[layout.SIZE] * tables[layout.PLAYERS] + row[layout.TOP]
    if top >= row[layout.END]:
        row[layout.TRUMP] = tables[layout.SUITS]
        return
    card = cards[top]
    row[layout.SHOWN] = card
    row[layout.TOP] += 1
    row[layout.OUT] |= look1(tables, layout.T_CARD_MASK, card)
    for viewer in range(tables[layout.PLAYERS] + 1):
        row[layout.KNOWN + viewer] |= look1(tables, layout.T_CARD_MASK, card)
    row[layout.TRUMP] = look2(tables, layout.T_TRUMP_OF, operand, card)


@kernel(inline="source")
def decide(row: Numbers, cards: Any, tables: Numbers, option: int) -> None:
    """Make the decision that is waited for, and go on to the next one.

    Args:
        row: where the deal stands.
        cards: the deck as it was shuffled.
        tables: of the rules.
        option: the number of a bit of `row[MASK]`.
    """
    opcode = look1(tables, layout.T_OPCODE, row[layout.COUNTER])
    row[layout.DECISIONS] += 1
    done = played(row, tables, option) if opcode == layout.TRICKS else decided(row, tables, opcode, option)
    if done:
        row[layout.COUNTER] += 1
        advance(row, cards, tables)


@kernel(inline="code")
def decided(row: Numbers, tables: Numbers, opcode: int, option: int) -> bool:
    """Make a decision in a phase that is no tricks; whether the phase is done."""
    seat, players, operand = (
        row[layout.ACTOR],
        tables[layout.PLAYERS],
        look1(tables, layout.T_OPERAND, row[layout.COUNTER]),
    )
    if opcode == layout.BIDS:
        subject = look3(tables, layout.T_BID_SUBJECT, operand, row[layout.STARTER], row[layout.TURN])
        row[layout.BIDS_MADE + seat * layout.SEATS + subject] = option
        row[layout.SPENT + seat] += option
        row[layout.TURN] += 1
        return not next_bid(row, tables, operand)
    if opcode == layout.CONFIDENCE:
        row[layout.BACKS + seat] = option
        row[layout.ACTOR] = seat + 1
        row[layout.MASK] = look2(tables, layout.T_BACKS, operand, min(seat + 1, players - 1))
        return seat + 1 == players
    if opcode == layout.ESTIMATES:
        row[layout.ESTIMATES_MADE + seat] = option
        row[layout.ACTOR] = seat + 1
        return seat + 1 == players
    if opcode == layout.CALLED:
        row[layout.ESTIMATES_MADE + seat] = option
        row[layout.WAITING] &= ~(1 << seat)
        return not next_called(row, tables, operand)
    if opcode == layout.DOUBLE:
        if option == 0:
            row[layout.DOUBLES] += 1
        if option or not look2(tables, layout.T_POLL, operand, 1):
            row[layout.WAITING] &= ~(1 << seat)
        if row[layout.DOUBLES] == look2(tables, layout.T_POLL, operand, 0):
            return True
        return not next_asked(row, tables, opcode, operand)
    if opcode == layout.BUY:
        if option < tables[layout.SUITS]:
            row[layout.TRUMP] = option
            row[layout.BUYER] = seat
            return True
        row[layout.WAITING] &= ~(1 << seat)
        return not next_asked(row, tables, opcode, operand)
    if opcode == layout.PASS:
        row[layout.CHOSEN + seat] |= np.int64(1) << option
        row[layout.TURN] += 1
        seat = row[layout.TURN] // look1(tables, layout.T_PASS_CARDS, operand)
        if seat == players:
            pass_on(row, tables, look2(tables, layout.T_PASS_STEP, operand, row[layout.NUMBER]))
            return True
        row[layout.ACTOR] = seat
        row[layout.MASK] = row[layout.HANDS + seat] & ~row[layout.CHOSEN + seat]
        return False
    return lay(row, tables, operand, option)
