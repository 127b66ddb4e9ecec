"""Who is asked next and what may be answered, outside tricks, as compiled code."""

from __future__ import annotations

import numpy as np

from trickkit.batch.kernel import layout as at
from trickkit.batch.kernel.intrinsics import inlined, lowest, within
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, look2, look3


@inlined
def next_bid(s: Numbers, t: Numbers, place: int) -> bool:
    """The next bid; False when all are made."""
    if s[at.TURN] == look2(t, at.T_BID_TURNS, place, s[at.STARTER]):
        return False
    seat = look3(t, at.T_BID_SEAT, place, s[at.STARTER], s[at.TURN])
    s[at.ACTOR] = seat
    s[at.MASK] = look3(t, at.T_BID_MASK, place, s[at.SIZE], s[at.SPENT + seat])
    return True


@inlined
def _asked(s: Numbers, t: Numbers, place: int) -> int:
    """The next seat that answers, of several the lowest; -1 when nobody is left."""
    if not s[at.WAITING]:
        return -1
    return lowest(look3(t, at.T_ORDER, place, s[at.STARTER], s[at.WAITING]))


@inlined
def next_called(s: Numbers, t: Numbers, place: int) -> bool:
    """The next estimate that is called; False when all are made."""
    seat, players, hand_size = _asked(s, t, place), t[at.PLAYERS], s[at.SIZE]
    if seat < 0:
        return False
    s[at.ACTOR] = seat
    s[at.MASK] = (np.int64(2) << hand_size) - 1
    way = look1(t, at.T_LIMIT_WAY, place)
    if way == 1:
        said, total = 0, 0
        for other in range(players):
            if s[at.ESTIMATES_MADE + other] >= 0:
                said += 1
                total += s[at.ESTIMATES_MADE + other]
        most = players * hand_size + 1
        s[at.MASK] = look1(
            t, at.T_LIMITS, look2(t, at.T_LIMIT_START, place, hand_size) + (seat * players + said) * most + total
        )
    elif way == 2:
        found = 0
        for other in range(players):
            found = found * (hand_size + 2) + s[at.ESTIMATES_MADE + other] + 1
        every = (hand_size + 2) ** players
        s[at.MASK] = look1(t, at.T_LIMITS, look2(t, at.T_LIMIT_START, place, hand_size) + seat * every + found)
    return True


@within
def next_asked(s: Numbers, t: Numbers, kind: int, place: int) -> bool:
    """The next seat that may double, or buy; False when nobody is left."""
    seat = _asked(s, t, place)
    if seat < 0:
        return False
    s[at.ACTOR] = seat
    s[at.MASK] = 3
    if kind == at.BUY:
        s[at.MASK] = 1 << t[at.SUITS]
        if not look2(t, at.T_POLL, place, 1) or s[at.TOTALS + seat] >= look2(t, at.T_POLL, place, 0):
            s[at.MASK] = (2 << t[at.SUITS]) - 1
            if not look2(t, at.T_POLL, place, 2) and s[at.TRUMP] < t[at.SUITS]:
                s[at.MASK] &= ~(1 << s[at.TRUMP])
    return True


@within
def pass_on(s: Numbers, t: Numbers, step: int) -> None:
    """Hand on the cards that were chosen; who gave a card and who was given it know where it is."""
    players, held = t[at.PLAYERS], np.int64(0)
    for seat in range(players):
        held |= s[at.HANDS + seat]
    for seat in range(players):
        given, received = s[at.CHOSEN + seat], s[at.CHOSEN + (seat - step) % players]
        left = s[at.HANDS + seat] & ~given
        s[at.HANDS + seat] = left | received
        s[at.KNOWN + seat] = s[at.KNOWN + seat] & (~held | left) | given | received
    s[at.KNOWN + players] &= ~held
