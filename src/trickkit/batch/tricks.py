"""Tricks, as compiled code: what may be played, who takes a trick, who leads the next."""

from __future__ import annotations

import numpy as np

from trickkit.batch import layout as at
from trickkit.batch.bits import compiled, inlined
from trickkit.batch.layout import Numbers
from trickkit.batch.lookup import get, look1, look2, look3, look4, put


@compiled
def begin_tricks(s: Numbers, t: Numbers, place: int) -> None:
    """Before the first lead."""
    players, declarer = t[at.PLAYERS], s[at.DECLARER] + 1
    opener = look3(t, at.T_OPENS, place, s[at.STARTER], declarer)
    shown = np.int64(0)
    if look1(t, at.T_OPENS_WITH, place):
        for hand in range(players):
            if s[at.HANDS + hand] & look1(t, at.T_OPENS_WITH, place):
                opener = hand
        shown = look1(t, at.T_OPENS_WITH, place) & s[at.HANDS + opener]
    s[at.OPENER] = opener
    s[at.EXPOSING] = 0
    for hand in range(players):
        s[at.CHOOSER + hand] = look3(t, at.T_CHOOSER, place, declarer, hand)
        s[at.AFTER + hand] = hand + 1 if hand + 1 < players else 0
        s[at.LEADS + hand] = look4(t, at.T_LEADER, place, declarer, opener, hand)
        s[at.TAKES + hand] = look2(t, at.T_TAKER, place, hand)
        s[at.OPENS + hand] = look3(t, at.T_EXPOSED, place, declarer, hand)
        if s[at.OPENS + hand] >= 0:
            s[at.EXPOSING] = 1
    for viewer in range(players + 1):
        s[at.KNOWN + viewer] |= shown
    s[at.PLAYING] = players
    s[at.LEFT] = min(s[at.SIZE], look1(t, at.T_MOST_TRICKS, place))
    s[at.CONTEXT] = 2 * look2(t, at.T_READS, place, 1)
    s[at.PLAYED] = 0
    look_up(s, t, place)
    s[at.STRONG] = -1
    s[at.HAND] = opener
    if s[at.EXPOSING]:
        _expose(s, t)
    next_play(s, t, opener, -1)


@compiled
def look_up(s: Numbers, t: Numbers, place: int) -> None:
    """Find the tables of the tricks of a deal, by its trump."""
    tables = place * (t[at.SUITS] + 1) + s[at.TRUMP]
    s[at.AT_FACES] = t[at.HEADER + at.HEAD * at.T_FACE_CARD]
    s[at.AT_SUIT] = t[at.HEADER + at.HEAD * at.T_SUIT] + tables * t[at.HEADER + at.HEAD * at.T_SUIT + 1]
    s[at.AT_STRENGTH] = t[at.HEADER + at.HEAD * at.T_STRENGTH] + tables * t[at.HEADER + at.HEAD * at.T_STRENGTH + 1]
    s[at.AT_CASCADE] = t[at.HEADER + at.HEAD * at.T_CASCADE] + tables * t[at.HEADER + at.HEAD * at.T_CASCADE + 1]
    s[at.AT_STEPS] = t[at.HEADER + at.HEAD * at.T_STEPS]
    s[at.BY_LED] = t[at.HEADER + at.HEAD * at.T_STRENGTH + 2]
    s[at.BY_LEADING] = t[at.HEADER + at.HEAD * at.T_CASCADE + 2]
    s[at.BY_BEST] = 4 * look2(t, at.T_READS, place, 0)
    s[at.BREAKERS] = look1(t, at.T_BREAKERS, tables)


@inlined
def next_play(s: Numbers, t: Numbers, hand: int, led: int) -> None:
    """What may be played next, out of a hand."""
    held, context = get(s, at.HANDS + hand), s[at.CONTEXT]
    if led >= 0:
        context += s[at.BEST] * s[at.BY_BEST]
    step = s[at.AT_STEPS] + get(t, s[at.AT_CASCADE] + (led + 1) * s[at.BY_LEADING] + context)
    # The last step binds any hand.
    while not held & get(t, step):
        step += 2
    s[at.MASK] = held & get(t, step + 1)
    s[at.ACTOR] = get(s, at.CHOOSER + hand)


@inlined
def played(s: Numbers, t: Numbers, face: int) -> bool:
    """Play a card; whether it was the last one."""
    # The hottest function of all: nine in ten decisions are made here.
    hand, led = s[at.HAND], s[at.LED]
    card = get(t, s[at.AT_FACES] + face)
    put(s, at.HANDS + hand, get(s, at.HANDS + hand) ^ card)
    s[at.LAID] |= card
    put(s, at.TABLE + hand, face)
    s[at.PLAYED] |= 1 << hand
    if led < 0:
        led = get(t, s[at.AT_SUIT] + face)
        s[at.LED] = led
    strength = get(t, s[at.AT_STRENGTH] + led * s[at.BY_LED] + face)
    if strength > s[at.STRONG]:
        s[at.STRONG] = strength
        s[at.BEST] = face
        s[at.BEST_HAND] = hand
    s[at.CONTEXT] |= (s[at.BREAKERS] >> face) & 1
    if s[at.EXPOSING]:
        s[at.EXPOSING] += 1
        _expose(s, t)
    count = s[at.COUNT] + 1
    if count < s[at.PLAYING]:
        s[at.COUNT] = count
        hand = get(s, at.AFTER + hand)
    else:
        if _completed(s):
            return True
        hand, led = s[at.LEADER], -1
    s[at.HAND] = hand
    next_play(s, t, hand, led)
    return False


@inlined
def _completed(s: Numbers) -> bool:
    """Take the trick; whether it was the last one."""
    taker, laid = get(s, at.TAKES + s[at.BEST_HAND]), s[at.LAID]
    put(s, at.TAKEN + taker, get(s, at.TAKEN + taker) + 1)
    put(s, at.WON + taker, get(s, at.WON + taker) | laid)
    s[at.OUT] |= laid
    s[at.LAID] = 0
    s[at.PLAYED] = 0
    s[at.COUNT] = 0
    s[at.LED] = -1
    s[at.STRONG] = -1
    s[at.CONTEXT] &= 1
    s[at.LEADER] = get(s, at.LEADS + taker)
    s[at.LEFT] -= 1
    return s[at.LEFT] == 0


@compiled
def _expose(s: Numbers, t: Numbers) -> None:
    """Lay open the hands whose time has come."""
    played = s[at.EXPOSING] - 1
    s[at.EXPOSING] = 0
    for hand in range(t[at.PLAYERS]):
        if s[at.OPENS + hand] > played:
            s[at.EXPOSING] = 1 + played
        elif s[at.OPENS + hand] >= 0:
            for viewer in range(t[at.PLAYERS] + 1):
                s[at.KNOWN + viewer] |= s[at.HANDS + hand]
