"""The rules of a deal as compiled code that looks everything up in tables: one deal is a row of numbers.

A row is where a deal stands, as `layout` has it. `begin` deals it out up to its first decision; `decide` makes the
decision that is waited for and goes on to the next one. Nothing here knows a game, or a policy: what they answer stands
in the tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel import layout as at
from trickkit.batch.kernel.intrinsics import STRIDE, below, drawn, high, inlined, merged, within
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look1, look2, look3, put
from trickkit.batch.steps.asking.run import next_asked, next_bid, next_called, pass_on
from trickkit.batch.steps.tableau.run import begin_reveal, between, give, lay, set_aside
from trickkit.batch.steps.tricks.run import begin_tricks, played


@merged
def begin(s: Numbers, cards: Any, t: Numbers) -> None:
    """Begin a deal: deal out, up to the first decision.

    The row has the state of its random numbers, the number of the deal, the size of the hands, the starter, the totals,
    and whether the order of the cards is given; all else is set here.
    """
    s[at.TRUMP] = t[at.SUITS]
    s[at.DECLARER] = -1
    s[at.TOP] = 0
    s[at.END] = t[at.CARDS]
    s[at.DEALT] = 0
    s[at.DECISIONS] = 0
    if not s[at.STACKED]:
        # All that is drawn at random is drawn first, so that decisions make no difference to it.
        _shuffle(s, cards, t)
        s[at.SHOWN] = -1
        if t[at.CUTS]:
            s[at.RNG] += STRIDE
            s[at.SHOWN] = below(s[at.RNG], t[at.CARDS])
    s[at.OUT] = 0
    s[at.CLOSED] = 0
    s[at.DOUBLES] = 0
    s[at.BUYER] = -1
    s[at.OPENER] = -1
    s[at.LED] = -1
    s[at.COUNT] = 0
    s[at.HAND] = -1
    s[at.LAID] = 0
    # All places of a kind at once, also those of seats that there are not: whole lines of memory are written soonest.
    for place in range(at.HANDS, at.ROUND):
        s[place] = 0
    for place in range(at.TAKEN, at.TOTALS):
        s[place] = 0
    for place in range(at.BACKS, at.SPENT):
        s[place] = -1
    for place in range(at.SPENT, at.OPENS):
        s[place] = 0
    for place in range(at.BIDS_MADE, at.WIDTH):
        s[place] = -1
    if t[at.SLOTTED]:
        set_aside(s, t)
    s[at.STEP] = 0
    advance(s, cards, t)


@within
def advance(s: Numbers, cards: Any, t: Numbers) -> None:
    """Begin phases, from the present one on, until one waits for a decision or the deal is over."""
    while s[at.STEP] < t[at.PHASES] and not s[at.CLOSED]:
        if _begun(s, cards, t, look1(t, at.T_KIND, s[at.STEP]), look1(t, at.T_PLACE, s[at.STEP])):
            return
        s[at.STEP] += 1
    s[at.STEP] = t[at.PHASES]
    s[at.ACTOR] = -1
    s[at.MASK] = 0


@inlined
def _begun(s: Numbers, cards: Any, t: Numbers, kind: int, place: int) -> bool:
    """Begin a phase; whether it waits for a decision."""
    players, hand_size = t[at.PLAYERS], s[at.SIZE]
    if kind == at.TRICKS:
        begin_tricks(s, t, place)
        return True
    if kind == at.DEAL:
        _deal(s, cards, t, place)
    elif kind == at.TURN_UP:
        _turn_up(s, cards, t, place)
    elif kind == at.CUT:
        s[at.TRUMP] = look2(t, at.T_TRUMP_FIXED, place, hand_size)
        if s[at.TRUMP] < 0:
            s[at.TRUMP] = look2(t, at.T_TRUMP_OF, place, s[at.SHOWN])
    elif kind == at.DEALERS:
        # The last card that the dealer is going to be dealt, unless it is given.
        if not s[at.STACKED]:
            s[at.SHOWN] = cards[(s[at.STARTER] + 1) * hand_size - 1]
        for viewer in range(players + 1):
            s[at.KNOWN + viewer] |= look1(t, at.T_CARD_MASK, s[at.SHOWN])
        s[at.TRUMP] = look2(t, at.T_TRUMP_OF, place, s[at.SHOWN])
    elif kind == at.TRUMP_FIXED:
        s[at.TRUMP] = look2(t, at.T_TRUMP_FIXED, place, hand_size)
    elif kind == at.REMOVE:
        s[at.END] -= look1(t, at.T_REMOVED, place)
    elif kind == at.BIDS:
        s[at.TURN] = 0
        return next_bid(s, t, place)
    elif kind == at.CONFIDENCE:
        s[at.TURN] = 0
        s[at.ACTOR] = 0
        s[at.MASK] = look2(t, at.T_BACKS, place, 0)
        return True
    elif kind == at.ESTIMATES:
        s[at.TURN] = 0
        s[at.ACTOR] = 0
        s[at.MASK] = (np.int64(2) << hand_size) - 1
        return True
    elif kind == at.CALLED:
        s[at.WAITING] = (1 << players) - 1
        return next_called(s, t, place)
    elif kind in (at.DOUBLE, at.BUY):
        if not look2(t, at.T_SOLD, place, hand_size) or (kind == at.BUY and s[at.BUYER] >= 0):
            return False
        s[at.WAITING] = (1 << players) - 1
        return next_asked(s, t, kind, place)
    elif kind == at.PASS:
        s[at.TURN] = 0
        for seat in range(players):
            s[at.CHOSEN + seat] = 0
        s[at.ACTOR] = 0
        s[at.MASK] = s[at.HANDS]
        return look2(t, at.T_PASS_STEP, place, s[at.NUMBER]) != 0
    elif kind == at.REVEAL:
        begin_reveal(s)
        return True
    else:
        between(s, cards, t, s[at.STEP])
    return False


@inlined
def _deal(s: Numbers, cards: Any, t: Numbers, place: int) -> None:
    """Deal every hand a portion."""
    players, hand_size, masks = t[at.PLAYERS], s[at.SIZE], t[at.HEADER + at.HEAD * at.T_CARD_MASK]
    dealt = s[at.DEALT]
    upto = dealt + look3(t, at.T_DEAL_CARDS, place, hand_size, dealt)
    s[at.DEALT] = upto
    for hand in range(players):
        first = hand * hand_size
        if t[at.SLOTTED]:
            viewers = look2(t, at.T_DEAL_SEES, place, hand) & ((1 << players) - 1)
            give(s, cards, t, hand, first + dealt, first + upto, viewers)
            continue
        new = np.int64(0)
        for number in range(first + dealt, first + upto):
            new |= get(t, masks + get(cards, number))
        s[at.HANDS + hand] |= new
        viewers = look2(t, at.T_DEAL_SEES, place, hand)
        for viewer in range(players + 1):
            s[at.KNOWN + viewer] |= new & -(viewers >> viewer & 1)


@inlined
def _shuffle(s: Numbers, cards: Any, t: Numbers) -> None:
    """The cards in random order, as many of them as may come into play."""
    count, state, bits = t[at.CARDS], s[at.RNG], np.int64(0)
    for place in range(count):
        put(cards, place, place)
    for place in range(min(count - 1, s[at.SIZE] * t[at.PLAYERS] + t[at.STOCK])):
        # Four places are chosen with one random number: what a product leaves below is as random as it was.
        if not place & 3:
            state += STRIDE
            bits = drawn(state)
        left = count - place
        other = place + high(bits, left)
        bits *= left
        card = get(cards, place)
        put(cards, place, get(cards, other))
        put(cards, other, card)
    s[at.RNG] = state


@within
def _turn_up(s: Numbers, cards: Any, t: Numbers, place: int) -> None:
    """Turn up the top card of the stock."""
    top = s[at.SIZE] * t[at.PLAYERS] + s[at.TOP]
    if top >= s[at.END]:
        s[at.TRUMP] = t[at.SUITS]
        return
    card = cards[top]
    s[at.SHOWN] = card
    s[at.TOP] += 1
    s[at.OUT] |= look1(t, at.T_CARD_MASK, card)
    for viewer in range(t[at.PLAYERS] + 1):
        s[at.KNOWN + viewer] |= look1(t, at.T_CARD_MASK, card)
    s[at.TRUMP] = look2(t, at.T_TRUMP_OF, place, card)


@merged
def decide(s: Numbers, cards: Any, t: Numbers, option: int) -> None:
    """Make the decision that is waited for, and go on to the next one.

    Args:
        s: the row.
        cards: the deck as it was shuffled.
        t: the tables of the rules.
        option: the number of a bit of `s[MASK]`.
    """
    kind = look1(t, at.T_KIND, s[at.STEP])
    s[at.DECISIONS] += 1
    done = played(s, t, option) if kind == at.TRICKS else decided(s, t, kind, option)
    if done:
        s[at.STEP] += 1
        advance(s, cards, t)


@inlined
def decided(s: Numbers, t: Numbers, kind: int, option: int) -> bool:
    """Make a decision in a phase that is no tricks; whether the phase is done."""
    seat, players, place = s[at.ACTOR], t[at.PLAYERS], look1(t, at.T_PLACE, s[at.STEP])
    if kind == at.BIDS:
        subject = look3(t, at.T_BID_SUBJECT, place, s[at.STARTER], s[at.TURN])
        s[at.BIDS_MADE + seat * at.SEATS + subject] = option
        s[at.SPENT + seat] += option
        s[at.TURN] += 1
        return not next_bid(s, t, place)
    if kind == at.CONFIDENCE:
        s[at.BACKS + seat] = option
        s[at.ACTOR] = seat + 1
        s[at.MASK] = look2(t, at.T_BACKS, place, min(seat + 1, players - 1))
        return seat + 1 == players
    if kind == at.ESTIMATES:
        s[at.ESTIMATES_MADE + seat] = option
        s[at.ACTOR] = seat + 1
        return seat + 1 == players
    if kind == at.CALLED:
        s[at.ESTIMATES_MADE + seat] = option
        s[at.WAITING] &= ~(1 << seat)
        return not next_called(s, t, place)
    if kind == at.DOUBLE:
        if option == 0:
            s[at.DOUBLES] += 1
        if option or not look2(t, at.T_POLL, place, 1):
            s[at.WAITING] &= ~(1 << seat)
        if s[at.DOUBLES] == look2(t, at.T_POLL, place, 0):
            return True
        return not next_asked(s, t, kind, place)
    if kind == at.BUY:
        if option < t[at.SUITS]:
            s[at.TRUMP] = option
            s[at.BUYER] = seat
            return True
        s[at.WAITING] &= ~(1 << seat)
        return not next_asked(s, t, kind, place)
    if kind == at.PASS:
        s[at.CHOSEN + seat] |= np.int64(1) << option
        s[at.TURN] += 1
        seat = s[at.TURN] // look1(t, at.T_PASS_CARDS, place)
        if seat == players:
            pass_on(s, t, look2(t, at.T_PASS_STEP, place, s[at.NUMBER]))
            return True
        s[at.ACTOR] = seat
        s[at.MASK] = s[at.HANDS + seat] & ~s[at.CHOSEN + seat]
        return False
    return lay(s, t, place, option)
