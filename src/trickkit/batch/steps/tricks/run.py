"""Tricks, as compiled code: what may be played, who takes a trick, who leads the next."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import intrinsics
from trickkit.batch.kernel import layout as at
from trickkit.batch.kernel.intrinsics import STRIDE, below, entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look1, look2, look3, put
from trickkit.batch.kernel.masks import (
    Mask,
    add_faces,
    each_kind_once,
    has,
    look_mask,
    mask_at,
    mask_from,
    mask_of,
    nth,
    put_mask,
    size,
    words,
)
from trickkit.batch.steps.explored.run import walk
from trickkit.batch.steps.tricks.called import call, calls_from, calls_of, may_call, next_turn, note_lead
from trickkit.batch.steps.tricks.exposed import expose
from trickkit.batch.steps.tricks.noted import clear_notes, note_trick, show
from trickkit.batch.steps.tricks.progress import Looked, Trick, folds_tricks, read_trick, trick_tables, write_trick

NOTHING = -1 << 16
"""What wins a trick before anything was played: no strength, the first face, the first hand."""


@kernel(inline="code")
def begin_tricks(s: Numbers, t: Numbers, operand: int) -> bool:
    """Before the first lead; False where the hands are empty."""
    players = t[at.PLAYERS]
    walk(s, t, look1(t, at.T_SEATED, operand))
    seating, place = s[at.SEATING], s[at.PLACE]
    goes_on = s[at.OPENER] >= 0
    if not goes_on:
        clear_notes(s, t)
        opener = look2(t, at.T_OPENS, seating, 0)
        shown = look_mask(t, at.T_OPENS_WITH, operand)
        if shown:
            for hand in range(players):
                if mask_of(s, t, at.HANDS + hand) & shown:
                    opener = hand
            shown = shown & mask_of(s, t, at.HANDS + opener)
        s[at.OPENER] = opener
        s[at.HAND] = opener
        s[at.TRICK] = 1
        s[at.LEADS] = 0
        s[at.CONTEXT] = 2 * look2(t, at.T_READS, place, 1)
        for viewer in range(players + 1):
            add_faces(s, t, at.KNOWN + viewer, shown)
        if look2(t, at.T_READS, place, 5):
            walk(s, t, look1(t, at.T_CALLING, operand))
    s[at.EXPOSING] = 0
    for hand in range(players):
        before = mask_of(s, t, at.HELD_FIRST + hand) if goes_on else mask_from(t, 0)
        put_mask(s, t, at.HELD_FIRST + hand, mask_of(s, t, at.HANDS + hand) | before)
        s[at.ROUND + hand] = look3(t, at.T_ROUND, seating, s[at.OPENER], hand)
        if goes_on and s[at.ROUND + hand] >> 32:
            # The tricks of earlier phases do not count.
            s[at.ROUND + hand] += size(s[at.TAKEN + (s[at.ROUND + hand] >> 24 & 255)]) << 32
        s[at.OPENS + hand] = look2(t, at.T_EXPOSED, seating, hand)
        if s[at.OPENS + hand] >= 0:
            s[at.EXPOSING] = 1 + intrinsics.lowest(s[at.TRICK]) * look2(t, at.T_OPENS, seating, 2)
    s[at.PLAYING] = look2(t, at.T_OPENS, seating, 2)
    held = mask_of(s, t, at.HANDS + s[at.HAND]) & mask_at(t, at.FIRSTS)
    s[at.TRICKS_END] = s[at.TRICK] << min(size(held), look2(t, at.T_OPENS, seating, 1))
    s[at.PLAYED] = 0
    s[at.WINNING] = NOTHING
    if s[at.EXPOSING]:
        expose(s, t)
    if not held:
        return False
    first_play(s, t)
    return True


@kernel(inline="code")
def _cascade(t: Numbers, looked: Looked, led: int, winning: int, context: int) -> int:
    """Where the cascade begins that says what may be played."""
    best = (winning >> 8 & 255) * looked.by_best
    return looked.steps + get(t, looked.cascade + (led + 1) * looked.by_leading + best + context)


@kernel(inline="code")
def _legal(s: Numbers, t: Numbers, trick: Trick) -> Mask:
    """What may be played next, out of the hand that plays."""
    held, step = mask_of(s, t, at.HANDS + trick.hand), trick.binds
    # The last step binds any hand. Whether a hand can follow is a matter of chance, so that no branch hangs on it.
    if trick.led >= 0:
        step += 2 * words(t) * (not held & mask_at(t, step))
    while not held & mask_at(t, step):
        step += 2 * words(t)
    return held & mask_at(t, step + words(t))


@kernel(inline="code")
def _better(winning: int, strength: int, face: int, hand: int) -> int:
    """What wins after a card of some strength: the first of the strongest."""
    return strength << 16 | face << 8 | hand if strength > winning >> 16 else winning


@kernel(inline="code")
def _played(s: Numbers, t: Numbers, looked: Looked, trick: Trick, face: int, varies: bool) -> Trick:
    """Play a card.

    Args:
        s: the row.
        t: the tables.
        looked: where they begin.
        trick: how far it has come.
        face: what is played.
        varies: whether what the first card binds to may change while a trick is played, or the tricks may end early.
    """
    # The hottest function of all: nine in ten decisions are made here.
    hand, led, binds, ranks, winning = trick.hand, trick.led, trick.binds, trick.ranks, trick.winning
    card = mask_at(t, looked.faces + words(t) * face)
    put_mask(s, t, at.HANDS + hand, mask_of(s, t, at.HANDS + hand) ^ card)
    first = led < 0
    if first:
        led = get(t, looked.suit + face)
        ranks = looked.strength + led * looked.by_led
    winning = _better(winning, get(t, ranks + face), face, hand)
    context = trick.context | has(looked.breakers, face)
    if varies or first:
        binds = _cascade(t, looked, led, winning, context if varies else context & 2)
    laid, cards = trick.laid | card, trick.cards + 1
    if cards < looked.playing:
        return Trick(get(s, at.ROUND + hand) >> 8 & 255, led, binds, ranks, winning, laid, cards, context, trick.number)
    round_ = get(s, at.ROUND + (winning & 255))
    taker, ends = round_ >> 24 & 255, round_ >> 32
    taken = get(s, at.TAKEN + taker) | trick.number
    put(s, at.TAKEN + taker, taken)
    add_faces(s, t, at.WON + taker, laid)
    add_faces(s, t, at.OUT, laid)
    if looked.noted:
        note_trick(s, t, hand, taker, taker)
    context &= 1
    binds = _cascade(t, looked, -1, NOTHING, context)
    number = trick.number << 1
    if varies and (size(taken) == ends or (s[at.UNTIL] and ended(s, t, number))):
        number = looked.end
    return Trick(round_ >> 16 & 255, -1, binds, ranks, NOTHING, mask_from(t, 0), 0, context, number)


@kernel
def ended(s: Numbers, t: Numbers, number: int) -> bool:
    """Whether the tricks are over by what was taken in them.

    Args:
        s: the row.
        t: the tables.
        number: of the trick that would come next, as a bit.
    """
    s[at.TRICK] = number
    walk(s, t, s[at.UNTIL])
    return s[at.ENDED] != 0


@kernel(inline="code")
def _value(winning: int) -> int:
    """The value of a trick that is folded; 0 before its lead."""
    return max(winning, 0)


PART = (1 << at.PART_BITS) - 1


@kernel(inline="code")
def _after(t: Numbers, looked: Looked, value: int, face: int) -> int:
    """The value of a trick after a card."""
    if looked.many:
        return _parts_after(t, looked, value, face)
    return get(t, looked.fold + value * looked.by_value + face)


@kernel
def _parts_after(t: Numbers, looked: Looked, value: int, face: int) -> int:
    """The same where several resolutions are folded at once: the value has that of each part."""
    found = 0
    for part in range(looked.many):
        number = get(t, looked.parts + 1 + part) + (value >> at.PART_BITS * part & PART)
        found |= get(t, looked.fold + number * looked.by_value + face) << at.PART_BITS * part
    return found


@kernel(inline="code")
def _wins(t: Numbers, looked: Looked, value: int) -> int:
    """Who wins a trick, and who leads after it, as `layout.T_WINS` has it."""
    if looked.many:
        place = get(t, looked.parts + 1 + looked.many)
        for part in range(looked.many):
            begin = looked.wins + get(t, looked.parts + 1 + part)
            place += get(t, begin + (value >> at.PART_BITS * part & PART))
        return get(t, looked.wins + place)
    return get(t, looked.wins + value)


@kernel(inline="code")
def _binding(t: Numbers, looked: Looked, value: int, order: int, hand: int, context: int) -> int:
    """Where the cascade begins that says what a hand may play to a trick that is folded.

    Args:
        t: the tables.
        looked: where they begin.
        value: of the trick.
        order: who played to it, the first lowest, 4 bits each.
        hand: the one that plays next.
        context: what else the follow policy looks at.
    """
    winner = 0
    if looked.winners:
        place = _wins(t, looked, value) & 255
        if place:
            winner = (order >> 4 * (place - 1) & 15) - hand
            winner += looked.winners if winner < 0 else 0
    return looked.steps + get(t, looked.cascade + (value & PART) * looked.by_leading + 4 * winner + context)


@kernel(inline="code")
def _folded(s: Numbers, t: Numbers, looked: Looked, trick: Trick, face: int) -> Trick:
    """Play a card to a trick that is folded; the arguments are those of `_played`."""
    hand, cards, value = trick.hand, trick.cards, _value(trick.winning)
    card = mask_at(t, looked.faces + words(t) * face)
    put_mask(s, t, at.HANDS + hand, mask_of(s, t, at.HANDS + hand) ^ card)
    order = (trick.ranks if cards else 0) | hand << 4 * cards
    value = _after(t, looked, value, face)
    context, laid, cards = trick.context | has(looked.breakers, face), trick.laid | card, cards + 1
    if cards < looked.playing:
        after = get(s, at.ROUND + hand) >> 8 & 255
        binds = _binding(t, looked, value, order, after, context)
        return Trick(after, 0, binds, order, value, laid, cards, context, trick.number)
    wins = _wins(t, looked, value)
    best = order >> 4 * (wins >> 8) & 15
    round_ = get(s, at.ROUND + best)
    taker, number = round_ >> 24 & 255, trick.number << 1
    taken_by = taker if wins & 255 and taker != at.NOBODY else -1
    if looked.noted:
        note_trick(s, t, hand, taken_by, taker if taker != at.NOBODY else best)
    if taken_by >= 0:
        taken = get(s, at.TAKEN + taker) | trick.number
        put(s, at.TAKEN + taker, taken)
        add_faces(s, t, at.WON + taker, laid)
        if size(taken) == round_ >> 32:
            number = looked.end
    add_faces(s, t, at.OUT, laid)
    if s[at.UNTIL] and ended(s, t, trick.number << 1):
        number = looked.end
    context &= 1
    leads = round_ >> 16 & 255
    binds = _binding(t, looked, 0, 0, leads, context)
    return Trick(leads, -1, binds, 0, NOTHING, mask_from(t, 0), 0, context, number)


WINS = 1 << 16
"""What is added to the strength of a card that would be winning."""


@kernel
def prospect(s: Numbers, t: Numbers, face: int) -> int:
    """How strong a card is that may be played next, among those of its suit; WINS more where it would be winning.

    Where tricks are folded, nothing else is known of it than whether it would be winning.
    """
    looked, trick = trick_tables(s, t), read_trick(s, t)
    if folds_tricks(s, t):
        value = _after(t, looked, _value(trick.winning), face)
        return WINS * (_wins(t, looked, value) & 255 == trick.cards + 1)
    strength = get(t, looked.strength + get(t, looked.suit + face) * looked.by_led + face)
    if trick.led < 0 or get(t, trick.ranks + face) > trick.winning >> 16:
        strength += WINS
    return strength


@entry
def lie(s: Numbers, t: Numbers, hand: int, face: int) -> None:
    """A card that a hand has played to the trick already, where a deal is set out."""
    looked = trick_tables(s, t)
    if folds_tricks(s, t):
        s[at.RANKS] = (s[at.RANKS] if s[at.COUNT] else 0) | hand << 4 * s[at.COUNT]
        s[at.WINNING] = _after(t, looked, _value(s[at.WINNING]), face)
        s[at.LED] = 0
    else:
        if s[at.LED] < 0:
            s[at.LED] = get(t, looked.suit + face)
            s[at.RANKS] = looked.strength + s[at.LED] * looked.by_led
        s[at.WINNING] = _better(s[at.WINNING], get(t, s[at.RANKS] + face), face, hand)
    add_faces(s, t, at.LAID, mask_at(t, looked.faces + words(t) * face))
    s[at.COUNT] += 1
    show(s, hand, face)


@entry
def first_play(s: Numbers, t: Numbers) -> None:
    """What may be played next where a deal was set out, and who chooses."""
    looked = trick_tables(s, t)
    if folds_tricks(s, t):
        s[at.BINDS] = _binding(t, looked, _value(s[at.WINNING]), s[at.RANKS], s[at.HAND], s[at.CONTEXT])
    else:
        s[at.BINDS] = _cascade(t, looked, s[at.LED], s[at.WINNING], s[at.CONTEXT])
    next_play(s, t)


@kernel
def _with_calls(s: Numbers, t: Numbers, faces: Mask, hand: int) -> Mask:
    """What may be played of some faces after what was called, and what may be called."""
    may = may_call(s, t, hand)
    bound = faces & mask_of(s, t, at.MUST)
    return (bound if bound else faces) | may


@kernel
def begin_again(s: Numbers, t: Numbers) -> None:
    """Before the same lead, after a call has changed the hands or the stock."""
    s[at.CHANGED] = 0
    begin_tricks(s, t, look1(t, at.T_OPERAND, s[at.COUNTER]))


@kernel(inline="code")
def next_play(s: Numbers, t: Numbers) -> None:
    """What may be played next, and who chooses."""
    mask = each_kind_once(t, _legal(s, t, read_trick(s, t)))
    put_mask(s, t, at.MASK, _with_calls(s, t, mask, s[at.HAND]) if calls_from(s, t) else mask)
    s[at.ACTOR] = get(s, at.ROUND + s[at.HAND]) & 255


@kernel(inline="code")
def played(s: Numbers, t: Numbers, face: int) -> bool:
    """Play a card; whether it was the last one."""
    hand, calls = s[at.HAND], calls_from(s, t)
    if calls and face >= calls:
        call(s, t, face - calls, calls_of(s, t), hand)
        if s[at.CLOSED]:
            return True
        if s[at.CHANGED]:
            begin_again(s, t)
        else:
            next_play(s, t)
        return False
    looked, trick = trick_tables(s, t), read_trick(s, t)
    if calls:
        next_turn(s, t)
        if not trick.cards:
            note_lead(s, trick.number, face)
    show(s, hand, face)
    trick = _folded(s, t, looked, trick, face) if folds_tricks(s, t) else _played(s, t, looked, trick, face, True)
    if not trick.cards:
        s[at.PLAYED] = 0
    write_trick(s, t, trick)
    if s[at.EXPOSING]:
        s[at.EXPOSING] += 1
        expose(s, t)
    if trick.number == looked.end:
        return True
    next_play(s, t)
    return False


@kernel
def play_out(s: Numbers, t: Numbers, seats: Any, actions: Any) -> bool:
    """Play the tricks on to their end, at random; write down who plays what, where there is room for it.

    Whether they are over: after a call that changed the hands or the stock, they begin again.
    """
    # Where what binds does not change within a trick, the cards of one do not wait for each other.
    if folds_tricks(s, t):
        return _play_out(s, t, seats, actions, True, True)
    if look2(t, at.T_READS, s[at.PLACE], 2):
        return _play_out(s, t, seats, actions, True, False)
    return _play_out(s, t, seats, actions, False, False)


@kernel(inline="code")
def _play_out(s: Numbers, t: Numbers, seats: Any, actions: Any, varies: bool, folds: bool) -> bool:
    looked, trick, mask = trick_tables(s, t), read_trick(s, t), mask_of(s, t, at.MASK)
    faces = calls_from(s, t) if folds else 0
    state, made = s[at.RNG], s[at.DECISIONS]
    while True:
        state += STRIDE
        face = nth(mask, below(state, size(mask)))
        if actions.shape[0]:
            seats[made] = get(s, at.ROUND + trick.hand) & 255
            actions[made] = look2(t, at.T_CODE, s[at.COUNTER], face)
        made += 1
        if folds and faces and face >= faces:
            call(s, t, face - faces, calls_of(s, t), trick.hand)
            if s[at.CLOSED] or s[at.CHANGED]:
                break
            mask = _with_calls(s, t, each_kind_once(t, _legal(s, t, trick)), trick.hand)
            continue
        if folds and faces:
            next_turn(s, t)
            if not trick.cards:
                note_lead(s, trick.number, face)
        if looked.noted:
            show(s, trick.hand, face)
        trick = _folded(s, t, looked, trick, face) if folds else _played(s, t, looked, trick, face, varies)
        if trick.number == looked.end:
            break
        mask = _legal(s, t, trick)
        if folds:
            mask = each_kind_once(t, mask)
        if folds and faces:
            s[at.TRICK], s[at.COUNT] = trick.number, trick.cards
            mask = _with_calls(s, t, mask, trick.hand)
    s[at.RNG], s[at.DECISIONS] = state, made
    write_trick(s, t, trick)
    if folds and s[at.CHANGED]:
        begin_again(s, t)
        return False
    return True
