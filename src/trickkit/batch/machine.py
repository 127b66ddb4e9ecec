"""The rules of a deal as compiled code that looks everything up in tables: one deal is a row of numbers.

A row is where a deal stands, as `layout` has it. `begin` deals it out up to its first decision; `decide` makes the
decision that is waited for and goes on to the next one. Nothing here knows a game, or a policy: what they answer stands
in the tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from trickkit.batch.bits import STRIDE, below, lowest, nth, size
from trickkit.batch.layout import (
    ACTOR,
    AFTER,
    AT_ALLOWED,
    AT_BINDS,
    AT_CASCADE,
    AT_FACES,
    AT_STEPS,
    AT_STRENGTH,
    AT_SUIT,
    BACKS,
    BEST,
    BEST_HAND,
    BIDS,
    BIDS_MADE,
    BREAKERS,
    BROKEN,
    BUY,
    BUYER,
    BY_BEST,
    BY_LEADING,
    BY_LED,
    CALLED,
    CARDS,
    CHOOSER,
    CHOSEN,
    CLOSED,
    CONFIDENCE,
    COUNT,
    CUT,
    CUTS,
    DEAL,
    DEALT,
    DECISIONS,
    DECLARER,
    DOUBLE,
    DOUBLES,
    DRAW,
    END,
    ESTIMATES,
    ESTIMATES_MADE,
    EVALUATE,
    EXPOSING,
    FIRST,
    HAND,
    HANDS,
    HEAD,
    HEADER,
    HELD,
    KIND,
    KNOWN,
    LAID,
    LEADS,
    LED,
    LEFT,
    MASK,
    NUMBER,
    OPENER,
    OPENS,
    OUT,
    OUT_KIND,
    PASS,
    PENDING,
    PHASES,
    PILES,
    PLAYERS,
    PLAYING,
    POINTS,
    REMOVE,
    REVEAL,
    RNG,
    SEATS,
    SHOWN,
    SIZE,
    SLOT,
    SLOTS,
    SLOTTED,
    SPENT,
    STACKED,
    STARTER,
    STEP,
    STOCK,
    STRONG,
    SUITS,
    TABLE,
    TABLED,
    TABLED_KIND,
    TAKEN,
    TAKES,
    THROW,
    TOP,
    TOTALS,
    TRICKS,
    TRUMP,
    TRUMP_FIXED,
    TURN,
    TURN_UP,
    T_ALLOWED,
    T_AWARD,
    T_AWARD_CARDS,
    T_AWARD_START,
    T_AWARD_TIMES,
    T_BACKS,
    T_BID_MASK,
    T_BID_SEAT,
    T_BID_SUBJECT,
    T_BID_TURNS,
    T_BINDS,
    T_BREAKERS,
    T_CARD_MASK,
    T_CASCADE,
    T_CHOOSER,
    T_CLASSES,
    T_CLOSING,
    T_DEAL_CARDS,
    T_DEAL_SEES,
    T_EVALUATIONS,
    T_EXPOSED,
    T_FACE_CARD,
    T_KIND,
    T_KIND_OF,
    T_LEADER,
    T_LIMITS,
    T_LIMIT_START,
    T_LIMIT_WAY,
    T_MOST_TRICKS,
    T_OPENS,
    T_OPENS_WITH,
    T_ORDER,
    T_PASS_CARDS,
    T_PASS_STEP,
    T_PLACE,
    T_POLL,
    T_RADIX,
    T_RANK_OF,
    T_READS,
    T_REMOVED,
    T_REVEAL_CARDS,
    T_SOLD,
    T_STEPS,
    T_STRENGTH,
    T_SUIT,
    T_TAKER,
    T_TRUMP_FIXED,
    T_TRUMP_OF,
    VIEWERS,
    WAITING,
    WON,
    Numbers,
)


@njit(cache=True, nogil=True, _nrt=False)
def at1(t: Numbers, table: int, one: int) -> int:
    """A number of a table with one dimension."""
    return t[t[HEADER + HEAD * table] + one]  # type: ignore[no-any-return]


@njit(cache=True, nogil=True, _nrt=False)
def at2(t: Numbers, table: int, one: int, two: int) -> int:
    """A number of a table with two dimensions."""
    h = HEADER + HEAD * table
    return t[t[h] + one * t[h + 1] + two]  # type: ignore[no-any-return]


@njit(cache=True, nogil=True, _nrt=False)
def at3(t: Numbers, table: int, one: int, two: int, three: int) -> int:
    """A number of a table with three dimensions."""
    h = HEADER + HEAD * table
    return t[t[h] + one * t[h + 1] + two * t[h + 2] + three]  # type: ignore[no-any-return]


@njit(cache=True, nogil=True, _nrt=False)
def at4(t: Numbers, table: int, one: int, two: int, three: int, four: int) -> int:
    """A number of a table with four dimensions."""
    h = HEADER + HEAD * table
    return t[t[h] + one * t[h + 1] + two * t[h + 2] + three * t[h + 3] + four]  # type: ignore[no-any-return]


@njit(cache=True, nogil=True, _nrt=False)
def begin(s: Numbers, cards: Any, t: Numbers) -> None:
    """Begin a deal: deal out, up to the first decision.

    The row has the state of its random numbers, the number of the deal, the size of the hands, the starter, the totals,
    and whether the order of the cards is given; all else is set here.
    """
    players = t[PLAYERS]
    s[TRUMP] = t[SUITS]
    s[DECLARER] = -1
    s[TOP] = 0
    s[END] = t[CARDS]
    s[DEALT] = 0
    s[DECISIONS] = 0
    if not s[STACKED]:
        # All that is drawn at random is drawn first, so that decisions make no difference to it.
        _shuffle(s, cards, t)
        s[SHOWN] = -1
        if t[CUTS]:
            s[RNG] += STRIDE
            s[SHOWN] = below(s[RNG], t[CARDS])
    s[OUT] = 0
    s[CLOSED] = 0
    s[DOUBLES] = 0
    s[BUYER] = -1
    s[OPENER] = -1
    s[LED] = -1
    s[COUNT] = 0
    s[HAND] = -1
    s[LAID] = 0
    s[KNOWN + players] = 0
    for seat in range(players):
        s[HANDS + seat] = 0
        s[TAKEN + seat] = 0
        s[WON + seat] = 0
        s[KNOWN + seat] = 0
        s[POINTS + seat] = 0
        s[PILES + seat] = 0
        s[BACKS + seat] = -1
        s[ESTIMATES_MADE + seat] = -1
        s[SPENT + seat] = 0
        s[TABLE + seat] = -1
        s[CHOSEN + seat] = 0
        for subject in range(players):
            s[BIDS_MADE + seat * SEATS + subject] = -1
        if t[SLOTTED]:
            s[HELD + seat] = 0
            s[TABLED + seat] = 0
            s[PENDING + seat] = 0
    if t[SLOTTED]:
        for kind in range(64):
            s[OUT_KIND + kind] = 0
    _advance(s, cards, t, 0)


@njit(cache=True, nogil=True, _nrt=False)
def _advance(s: Numbers, cards: Any, t: Numbers, step: int) -> None:
    """Begin phases, from one of them, until one waits for a decision or the deal is over."""
    while step < t[PHASES] and not s[CLOSED]:
        s[STEP] = step
        if _begun(s, cards, t, at1(t, T_KIND, step), at1(t, T_PLACE, step)):
            return
        step += 1
    s[STEP] = t[PHASES]
    s[ACTOR] = -1
    s[MASK] = 0


@njit(cache=True, nogil=True, _nrt=False)
def _begun(s: Numbers, cards: Any, t: Numbers, kind: int, place: int) -> bool:
    """Begin a phase; whether it waits for a decision."""
    players, hand_size = t[PLAYERS], s[SIZE]
    if kind == TRICKS:
        _begin_tricks(s, t, place)
        return True
    if kind == DEAL:
        _deal(s, cards, t, place)
    elif kind == TURN_UP:
        _turn_up(s, cards, t, place)
    elif kind == CUT:
        s[TRUMP] = at2(t, T_TRUMP_FIXED, place, hand_size)
        if s[TRUMP] < 0:
            s[TRUMP] = at2(t, T_TRUMP_OF, place, s[SHOWN])
    elif kind == TRUMP_FIXED:
        s[TRUMP] = at2(t, T_TRUMP_FIXED, place, hand_size)
    elif kind == REMOVE:
        s[END] -= at1(t, T_REMOVED, place)
    elif kind == DRAW:
        for seat in range(players):
            while s[HELD + seat] < hand_size and hand_size * players + s[TOP] < s[END]:
                _give(s, t, seat, cards[hand_size * players + s[TOP]], 1 << seat)
                s[TOP] += 1
    elif kind == THROW:
        for seat in range(players):
            s[HANDS + seat] = 0
            if t[SLOTTED]:
                s[HELD + seat] = 0
    elif kind == EVALUATE:
        _evaluate(s, t, place)
    elif kind == BIDS:
        s[TURN] = 0
        for seat in range(players):
            s[SPENT + seat] = 0
        return _next_bid(s, t, place)
    elif kind == CONFIDENCE:
        s[TURN] = 0
        s[ACTOR] = 0
        s[MASK] = at2(t, T_BACKS, place, 0)
        return True
    elif kind == ESTIMATES:
        s[TURN] = 0
        s[ACTOR] = 0
        s[MASK] = (np.int64(2) << hand_size) - 1
        return True
    elif kind == CALLED:
        s[WAITING] = (1 << players) - 1
        return _next_called(s, t, place)
    elif kind in (DOUBLE, BUY):
        if not at2(t, T_SOLD, place, hand_size) or (kind == BUY and s[BUYER] >= 0):
            return False
        s[WAITING] = (1 << players) - 1
        return _next_asked(s, t, kind, place)
    elif kind == PASS:
        s[TURN] = 0
        for seat in range(players):
            s[CHOSEN + seat] = 0
        s[ACTOR] = 0
        s[MASK] = s[HANDS]
        return at2(t, T_PASS_STEP, place, s[NUMBER]) != 0
    elif kind == REVEAL:
        s[TURN] = 0
        s[ACTOR] = 0
        s[MASK] = s[HANDS]
        return True
    return False


@njit(cache=True, nogil=True, _nrt=False)
def _deal(s: Numbers, cards: Any, t: Numbers, place: int) -> None:
    """Deal every hand a portion."""
    players, hand_size = t[PLAYERS], s[SIZE]
    dealt = s[DEALT]
    upto = dealt + at3(t, T_DEAL_CARDS, place, hand_size, dealt)
    s[DEALT] = upto
    for hand in range(players):
        first = hand * hand_size
        if t[SLOTTED]:
            viewers = 0
            for viewer in range(players):
                viewers |= at3(t, T_DEAL_SEES, place, viewer, hand) << viewer
            for number in range(first + dealt, first + upto):
                _give(s, t, hand, cards[number], viewers)
            continue
        new = np.int64(0)
        for number in range(first + dealt, first + upto):
            new |= at1(t, T_CARD_MASK, cards[number])
        s[HANDS + hand] |= new
        for viewer in range(players + 1):
            if at3(t, T_DEAL_SEES, place, viewer, hand):
                s[KNOWN + viewer] |= new


@njit(cache=True, nogil=True, _nrt=False)
def _shuffle(s: Numbers, cards: Any, t: Numbers) -> None:
    """The cards in random order, as many of them as may come into play."""
    count, state = t[CARDS], s[RNG]
    for place in range(count):
        cards[place] = place
    for place in range(min(count - 1, s[SIZE] * t[PLAYERS] + t[STOCK])):
        state += STRIDE
        other = place + below(state, count - place)
        cards[place], cards[other] = cards[other], cards[place]
    s[RNG] = state


@njit(cache=True, nogil=True, _nrt=False)
def _turn_up(s: Numbers, cards: Any, t: Numbers, place: int) -> None:
    """Turn up the top card of the stock."""
    at = s[SIZE] * t[PLAYERS] + s[TOP]
    if at >= s[END]:
        s[TRUMP] = t[SUITS]
        return
    card = cards[at]
    s[SHOWN] = card
    s[TOP] += 1
    s[OUT] |= at1(t, T_CARD_MASK, card)
    for viewer in range(t[PLAYERS] + 1):
        s[KNOWN + viewer] |= at1(t, T_CARD_MASK, card)
    s[TRUMP] = at2(t, T_TRUMP_OF, place, card)


@njit(cache=True, nogil=True, _nrt=False)
def decide(s: Numbers, cards: Any, t: Numbers, option: int) -> None:
    """Make the decision that is waited for, and go on to the next one.

    Args:
        s: the row.
        cards: the deck as it was shuffled.
        t: the tables of the rules.
        option: the number of a bit of `s[MASK]`.
    """
    step = s[STEP]
    kind = at1(t, T_KIND, step)
    s[DECISIONS] += 1
    if kind == TRICKS:
        if not _played(s, t, option):
            return
    elif not _decided(s, t, kind, at1(t, T_PLACE, step), option):
        return
    _advance(s, cards, t, step + 1)


@njit(cache=True, nogil=True, _nrt=False)
def _decided(s: Numbers, t: Numbers, kind: int, place: int, option: int) -> bool:
    """Make a decision outside tricks; whether the phase is done."""
    seat, players = s[ACTOR], t[PLAYERS]
    if kind == BIDS:
        subject = at3(t, T_BID_SUBJECT, place, s[STARTER], s[TURN])
        s[BIDS_MADE + seat * SEATS + subject] = option
        s[SPENT + seat] += option
        s[TURN] += 1
        return not _next_bid(s, t, place)
    if kind == CONFIDENCE:
        s[BACKS + seat] = option
        s[ACTOR] = seat + 1
        s[MASK] = at2(t, T_BACKS, place, min(seat + 1, players - 1))
        return seat + 1 == players  # type: ignore[no-any-return]
    if kind == ESTIMATES:
        s[ESTIMATES_MADE + seat] = option
        s[ACTOR] = seat + 1
        return seat + 1 == players  # type: ignore[no-any-return]
    if kind == CALLED:
        s[ESTIMATES_MADE + seat] = option
        s[WAITING] &= ~(1 << seat)
        return not _next_called(s, t, place)
    if kind == DOUBLE:
        if option == 0:
            s[DOUBLES] += 1
        if option or not at2(t, T_POLL, place, 1):
            s[WAITING] &= ~(1 << seat)
        if s[DOUBLES] == at2(t, T_POLL, place, 0):
            return True
        return not _next_asked(s, t, kind, place)
    if kind == BUY:
        if option < t[SUITS]:
            s[TRUMP] = option
            s[BUYER] = seat
            return True
        s[WAITING] &= ~(1 << seat)
        return not _next_asked(s, t, kind, place)
    if kind == PASS:
        s[CHOSEN + seat] |= np.int64(1) << option
        s[TURN] += 1
        seat = s[TURN] // at1(t, T_PASS_CARDS, place)
        if seat == players:
            _pass_on(s, t, at2(t, T_PASS_STEP, place, s[NUMBER]))
            return True
        s[ACTOR] = seat
        s[MASK] = s[HANDS + seat] & ~s[CHOSEN + seat]
        return False
    _lay(s, seat, option)
    s[TURN] += 1
    seat = s[TURN] // at1(t, T_REVEAL_CARDS, place)
    if seat == players:
        for one in range(players):
            for card in range(s[TABLED + one] - s[PENDING + one], s[TABLED + one]):
                s[OUT_KIND + (s[TABLED_KIND + one * SLOTS + card] & KIND)] += 1
            s[PENDING + one] = 0
        return True
    s[ACTOR] = seat
    s[MASK] = s[HANDS + seat]
    return False


@njit(cache=True, nogil=True, _nrt=False)
def _next_bid(s: Numbers, t: Numbers, place: int) -> bool:
    """The next bid; False when all are made."""
    if s[TURN] == at2(t, T_BID_TURNS, place, s[STARTER]):
        return False
    seat = at3(t, T_BID_SEAT, place, s[STARTER], s[TURN])
    s[ACTOR] = seat
    s[MASK] = at3(t, T_BID_MASK, place, s[SIZE], s[SPENT + seat])
    return True


@njit(cache=True, nogil=True, _nrt=False)
def _asked(s: Numbers, t: Numbers, place: int) -> int:
    """The next seat that answers, of several the lowest; -1 when nobody is left."""
    if not s[WAITING]:
        return -1
    return lowest(np.int64(at3(t, T_ORDER, place, s[STARTER], s[WAITING])))  # type: ignore[no-any-return, call-arg]


@njit(cache=True, nogil=True, _nrt=False)
def _next_called(s: Numbers, t: Numbers, place: int) -> bool:
    """The next estimate that is called; False when all are made."""
    seat, players, hand_size = _asked(s, t, place), t[PLAYERS], s[SIZE]
    if seat < 0:
        return False
    s[ACTOR] = seat
    s[MASK] = (np.int64(2) << hand_size) - 1
    way = at1(t, T_LIMIT_WAY, place)
    if way == 1:
        said, total = 0, 0
        for other in range(players):
            if s[ESTIMATES_MADE + other] >= 0:
                said += 1
                total += s[ESTIMATES_MADE + other]
        most = players * hand_size + 1
        s[MASK] = at1(t, T_LIMITS, at2(t, T_LIMIT_START, place, hand_size) + (seat * players + said) * most + total)
    elif way == 2:
        found = 0
        for other in range(players):
            found = found * (hand_size + 2) + s[ESTIMATES_MADE + other] + 1
        every = (hand_size + 2) ** players
        s[MASK] = at1(t, T_LIMITS, at2(t, T_LIMIT_START, place, hand_size) + seat * every + found)
    return True


@njit(cache=True, nogil=True, _nrt=False)
def _next_asked(s: Numbers, t: Numbers, kind: int, place: int) -> bool:
    """The next seat that may double, or buy; False when nobody is left."""
    seat = _asked(s, t, place)
    if seat < 0:
        return False
    s[ACTOR] = seat
    s[MASK] = 3
    if kind == BUY:
        s[MASK] = 1 << t[SUITS]
        if not at2(t, T_POLL, place, 1) or s[TOTALS + seat] >= at2(t, T_POLL, place, 0):
            s[MASK] = (2 << t[SUITS]) - 1
            if not at2(t, T_POLL, place, 2) and s[TRUMP] < t[SUITS]:
                s[MASK] &= ~(1 << s[TRUMP])
    return True


@njit(cache=True, nogil=True, _nrt=False)
def _pass_on(s: Numbers, t: Numbers, step: int) -> None:
    """Hand on the cards that were chosen; who gave a card and who was given it know where it is."""
    players, held = t[PLAYERS], np.int64(0)
    for seat in range(players):
        held |= s[HANDS + seat]
    for seat in range(players):
        given, received = s[CHOSEN + seat], s[CHOSEN + (seat - step) % players]
        left = s[HANDS + seat] & ~given
        s[HANDS + seat] = left | received
        s[KNOWN + seat] = s[KNOWN + seat] & (~held | left) | given | received
    s[KNOWN + players] &= ~held


@njit(cache=True, nogil=True, _nrt=False)
def _begin_tricks(s: Numbers, t: Numbers, place: int) -> None:
    """Before the first lead."""
    players, declarer = t[PLAYERS], s[DECLARER] + 1
    opener = np.int64(at3(t, T_OPENS, place, s[STARTER], declarer))
    shown = np.int64(0)
    if at1(t, T_OPENS_WITH, place):
        for hand in range(players):
            if s[HANDS + hand] & at1(t, T_OPENS_WITH, place):
                opener = hand
        shown = at1(t, T_OPENS_WITH, place) & s[HANDS + opener]
    s[OPENER] = opener
    s[EXPOSING] = 0
    for hand in range(players):
        s[CHOOSER + hand] = at3(t, T_CHOOSER, place, declarer, hand)
        s[AFTER + hand] = hand + 1 if hand + 1 < players else 0
        s[LEADS + hand] = at4(t, T_LEADER, place, declarer, opener, hand)
        s[TAKES + hand] = at2(t, T_TAKER, place, hand)
        s[OPENS + hand] = at3(t, T_EXPOSED, place, declarer, hand)
        if s[OPENS + hand] >= 0:
            s[EXPOSING] = 1
    for viewer in range(players + 1):
        s[KNOWN + viewer] |= shown
    s[PLAYING] = players
    s[LEFT] = min(s[SIZE], at1(t, T_MOST_TRICKS, place))
    s[FIRST] = at2(t, T_READS, place, 1)
    s[BROKEN] = 0
    look_up(s, t, place)
    s[STRONG] = -1
    s[HAND] = opener
    if s[EXPOSING]:
        _expose(s, t)
    next_play(s, t, opener, -1)


@njit(cache=True, nogil=True, _nrt=False)
def look_up(s: Numbers, t: Numbers, place: int) -> None:
    """Find the tables of the tricks of a deal, by its trump."""
    tables = place * (t[SUITS] + 1) + s[TRUMP]
    s[AT_FACES] = t[HEADER + HEAD * T_FACE_CARD]
    s[AT_SUIT] = t[HEADER + HEAD * T_SUIT] + tables * t[HEADER + HEAD * T_SUIT + 1]
    s[AT_STRENGTH] = t[HEADER + HEAD * T_STRENGTH] + tables * t[HEADER + HEAD * T_STRENGTH + 1]
    s[AT_CASCADE] = t[HEADER + HEAD * T_CASCADE] + tables * t[HEADER + HEAD * T_CASCADE + 1]
    s[AT_STEPS] = t[HEADER + HEAD * T_STEPS]
    s[AT_BINDS] = t[HEADER + HEAD * T_BINDS]
    s[AT_ALLOWED] = t[HEADER + HEAD * T_ALLOWED]
    s[BY_LED] = t[HEADER + HEAD * T_STRENGTH + 2]
    s[BY_LEADING] = t[HEADER + HEAD * T_CASCADE + 2]
    s[BY_BEST] = 4 * at2(t, T_READS, place, 0)
    s[BREAKERS] = at1(t, T_BREAKERS, tables)


@njit(cache=True, nogil=True, _nrt=False)
def next_play(s: Numbers, t: Numbers, hand: int, led: int) -> None:
    """What may be played next, out of a hand."""
    held = s[HANDS + hand]
    context = s[FIRST] * 2 + s[BROKEN]
    if led >= 0:
        context += s[BEST] * s[BY_BEST]
    steps = s[AT_STEPS] + t[s[AT_CASCADE] + (led + 1) * s[BY_LEADING] + context]
    legal = held
    for step in range(t[steps], t[steps + 1]):
        if held & t[s[AT_BINDS] + step]:
            legal = held & t[s[AT_ALLOWED] + step]
            break
    s[MASK] = legal
    s[ACTOR] = s[CHOOSER + hand]


@njit(cache=True, nogil=True, _nrt=False)
def _played(s: Numbers, t: Numbers, face: int) -> bool:
    """Play a card; whether it was the last one."""
    # The hottest function of all: nine in ten decisions are made here.
    hand, led = s[HAND], s[LED]
    card = t[s[AT_FACES] + face]
    s[HANDS + hand] ^= card
    s[LAID] |= card
    s[TABLE + hand] = face
    if led < 0:
        led = t[s[AT_SUIT] + face]
        s[LED] = led
    strength = t[s[AT_STRENGTH] + led * s[BY_LED] + face]
    if strength > s[STRONG]:
        s[STRONG] = strength
        s[BEST] = face
        s[BEST_HAND] = hand
    s[BROKEN] |= (s[BREAKERS] >> face) & 1
    count = s[COUNT] + 1
    s[COUNT] = count
    if s[EXPOSING]:
        s[EXPOSING] += 1
        _expose(s, t)
    if count == s[PLAYING]:
        return _complete(s, t)
    hand = s[AFTER + hand]
    s[HAND] = hand
    next_play(s, t, hand, led)
    return False


@njit(cache=True, nogil=True, _nrt=False)
def _complete(s: Numbers, t: Numbers) -> bool:
    """A trick is complete; whether it was the last one."""
    players, laid = t[PLAYERS], s[LAID]
    taker = s[TAKES + s[BEST_HAND]]
    s[TAKEN + taker] += 1
    s[WON + taker] |= laid
    s[OUT] |= laid
    s[LAID] = 0
    for hand in range(players):
        s[TABLE + hand] = -1
    s[COUNT] = 0
    s[LED] = -1
    s[STRONG] = -1
    s[FIRST] = 0
    s[LEFT] -= 1
    if not s[LEFT]:
        return True
    hand = s[LEADS + taker]
    s[HAND] = hand
    next_play(s, t, hand, -1)
    return False


@njit(cache=True, nogil=True, _nrt=False)
def _expose(s: Numbers, t: Numbers) -> None:
    """Lay open the hands whose time has come."""
    played = s[EXPOSING] - 1
    s[EXPOSING] = 0
    for hand in range(t[PLAYERS]):
        if s[OPENS + hand] > played:
            s[EXPOSING] = 1 + played
        elif s[OPENS + hand] >= 0:
            for viewer in range(t[PLAYERS] + 1):
                s[KNOWN + viewer] |= s[HANDS + hand]


@njit(cache=True, nogil=True, _nrt=False)
def _give(s: Numbers, t: Numbers, hand: int, card: int, viewers: int) -> None:
    """Put a card into a hand that is kept card by card."""
    kind = np.int64(at1(t, T_KIND_OF, card))
    s[SLOT + hand * SLOTS + s[HELD + hand]] = kind | viewers << VIEWERS
    s[HELD + hand] += 1
    s[HANDS + hand] |= np.int64(1) << kind


@njit(cache=True, nogil=True, _nrt=False)
def _lay(s: Numbers, seat: int, kind: int) -> None:
    """Lay a card out of a hand that is kept card by card; of equal copies the first."""
    first, held, left, found = SLOT + seat * SLOTS, s[HELD + seat], np.int64(0), False
    for place in range(held):
        card = s[first + place]
        if not found and card & KIND == kind:
            found = True
            s[TABLED_KIND + seat * SLOTS + s[TABLED + seat]] = card
            continue
        left |= np.int64(1) << (card & KIND)
        s[first + place - found] = card
    s[HELD + seat] = held - 1
    s[HANDS + seat] = left
    s[TABLED + seat] += 1
    s[PENDING + seat] += 1


@njit(cache=True, nogil=True, _nrt=False)
def _evaluate(s: Numbers, t: Numbers, place: int) -> None:
    """Score the cards on the table by the first evaluation that awards any, and clear them away."""
    players = t[PLAYERS]
    for one in range(at2(t, T_EVALUATIONS, place, 0), at2(t, T_EVALUATIONS, place, 1)):
        found = np.int64(0)
        for seat in range(players):
            for card in range(s[TABLED + seat]):
                found += at2(t, T_RADIX, one, at2(t, T_CLASSES, one, s[TABLED_KIND + seat * SLOTS + card] & KIND))
        award = at1(t, T_AWARD, at1(t, T_AWARD_START, one) + found)
        if award:
            for seat in range(players):
                for card in range(s[TABLED + seat]):
                    kind = s[TABLED_KIND + seat * SLOTS + card] & KIND
                    in_class = at2(t, T_CLASSES, one, kind)
                    s[PILES + seat] += at2(t, T_AWARD_CARDS, award, in_class)
                    s[POINTS + seat] += at2(t, T_AWARD_TIMES, award, in_class) * at1(t, T_RANK_OF, kind)
            break
    closing = at2(t, T_CLOSING, place, 0)
    for seat in range(players):
        s[TABLED + seat] = 0
        if closing and s[NUMBER] >= at2(t, T_CLOSING, place, 1) and s[TOTALS + seat] + s[POINTS + seat] >= closing:
            s[CLOSED] = 1
