"""Tricks in compiled code: what may be played, who takes a trick, and who leads the next one."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import intrinsics, layout
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
    show_everybody,
    size,
    words,
)
from trickkit.batch.steps.explored.run import walk
from trickkit.batch.steps.tricks.called import (
    call,
    calls_from,
    calls_of,
    may_call,
    may_play_shown,
    next_turn,
    note_lead,
)
from trickkit.batch.steps.tricks.folded import (
    NOTHING,
    binding,
    ended,
    ending_of,
    folded,
    holding_leader,
    value_after,
    value_of,
)
from trickkit.batch.steps.tricks.noted import clear_notes, note_trick, show
from trickkit.batch.steps.tricks.progress import Trick, TrickLookup, folds_tricks, read_trick, trick_tables, write_trick
from trickkit.errors import InvalidRules


@kernel
def expose(row: Numbers, tables: Numbers) -> None:
    """Expose the hands that are due to be exposed."""
    played = row[layout.EXPOSING] - 1
    row[layout.EXPOSING] = 0
    for hand in range(tables[layout.PLAYERS]):
        if row[layout.OPENS + hand] > played:
            row[layout.EXPOSING] = 1 + played
        elif row[layout.OPENS + hand] >= 0:
            show_everybody(row, tables, mask_of(row, tables, layout.HANDS + hand))


@kernel(inline="code")
def begin_tricks(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Set up the first lead; returns False if the hands are empty."""
    players = tables[layout.PLAYERS]
    walk(row, tables, look1(tables, layout.T_SEATED, operand))
    seating, policy_index = row[layout.SEATING], row[layout.PLACE]
    goes_on = row[layout.OPENER] >= 0
    if not goes_on:
        clear_notes(row, tables)
        opener = look2(tables, layout.T_OPENS, seating, 0)
        shown = look_mask(tables, layout.T_OPENS_WITH, operand)
        if shown:
            for hand in range(players):
                if mask_of(row, tables, layout.HANDS + hand) & shown:
                    opener = hand
            shown = shown & mask_of(row, tables, layout.HANDS + opener)
        row[layout.OPENER] = opener
        row[layout.HAND] = opener
        row[layout.TRICK] = 1
        row[layout.LEADS] = 0
        row[layout.CONTEXT] = 2 * look2(tables, layout.T_READS, policy_index, 1)
        show_everybody(row, tables, shown)
        if look2(tables, layout.T_READS, policy_index, 5):
            walk(row, tables, look1(tables, layout.T_CALLING, operand))
    row[layout.EXPOSING] = 0
    for hand in range(players):
        before = mask_of(row, tables, layout.HELD_FIRST + hand) if goes_on else mask_from(tables, 0)
        put_mask(row, tables, layout.HELD_FIRST + hand, mask_of(row, tables, layout.HANDS + hand) | before)
        row[layout.ROUND + hand] = look3(tables, layout.T_ROUND, seating, row[layout.OPENER], hand)
        if goes_on and row[layout.ROUND + hand] >> 32:
            # The tricks of earlier phases do not count.
            row[layout.ROUND + hand] += size(row[layout.TAKEN + (row[layout.ROUND + hand] >> 24 & 255)]) << 32
        row[layout.OPENS + hand] = look2(tables, layout.T_EXPOSED, seating, hand)
        if row[layout.OPENS + hand] >= 0:
            row[layout.EXPOSING] = 1 + intrinsics.lowest(row[layout.TRICK]) * look2(tables, layout.T_OPENS, seating, 2)
    row[layout.PLAYING] = look2(tables, layout.T_OPENS, seating, 2)
    held = mask_of(row, tables, layout.HANDS + row[layout.HAND]) & mask_at(tables, layout.FIRSTS)
    most = size(held)
    if look2(tables, layout.T_READS, policy_index, 10):
        for hand in range(players):
            other = mask_of(row, tables, layout.HANDS + hand) & mask_at(tables, layout.FIRSTS)
            if not row[layout.RESTING] >> hand & 1:
                most = max(most, size(other))
        if most:
            row[layout.HAND] = holding_leader(row, tables, row[layout.HAND])
        held = mask_of(row, tables, layout.HANDS + row[layout.HAND])
    row[layout.TRICKS_END] = row[layout.TRICK] << min(most, look2(tables, layout.T_OPENS, seating, 1))
    row[layout.PLAYED] = 0
    row[layout.WINNING] = NOTHING
    if row[layout.EXPOSING]:
        expose(row, tables)
    if not held:
        return False
    first_play(row, tables)
    return not stuck(row, tables, mask_of(row, tables, layout.MASK), row[layout.HAND])


@kernel(inline="code")
def _cascade(tables: Numbers, looked: TrickLookup, led: int, winning: int, context: int) -> int:
    """The index of the cascade that says what may be played."""
    best = (winning >> 8 & 255) * looked.by_best
    return looked.steps + get(tables, looked.cascade + (led + 1) * looked.by_leading + best + context)


@kernel(inline="code")
def _legal(row: Numbers, tables: Numbers, trick: Trick) -> Mask:
    """The legal cards of the hand that plays next."""
    held, step = mask_of(row, tables, layout.HANDS + trick.hand), trick.binds
    if step >= layout.COUNTS:
        return _counted(tables, held, step - layout.COUNTS)
    # The last step binds any hand. Whether a hand can follow is random, so no branch depends on it.
    if trick.led >= 0:
        step += 2 * words(tables) * (not held & mask_at(tables, step))
    while not held & mask_at(tables, step):
        step += 2 * words(tables)
        if not held:
            raise InvalidRules("Tricks: a hand is to play and has no card left: the hands are not of one size")
    return held & mask_at(tables, step + words(tables))


@kernel
def _counted(tables: Numbers, held: Mask, step: int) -> Mask:
    """The legal cards under a cascade that counts cards."""
    while size(held & mask_at(tables, step)) < get(tables, step + 2 * words(tables)):
        step += 3 * words(tables)
        if not held:
            raise InvalidRules("Tricks: a hand is to play and has no card left: the hands are not of one size")
    return held & mask_at(tables, step + words(tables))


@kernel(inline="code")
def _better(winning: int, strength: int, face: int, hand: int) -> int:
    """The winner after a card of a given strength: the first of the strongest cards wins."""
    return strength << 16 | face << 8 | hand if strength > winning >> 16 else winning


@kernel(inline="code")
def _played(row: Numbers, tables: Numbers, looked: TrickLookup, trick: Trick, face: int, varies: bool) -> Trick:
    """Play a card.

    Args:
        s: the row.
        t: the tables.
        looked: the indices of the tables for tricks.
        trick: the progress of the trick.
        face: the played face.
        varies: whether the obligations from the first card may change within a trick, or the tricks may end early.
    """
    # The hottest function of all: it makes nine in ten decisions.
    hand, led, binds, ranks, winning = trick.hand, trick.led, trick.binds, trick.ranks, trick.winning
    card = mask_at(tables, looked.faces + words(tables) * face)
    put_mask(row, tables, layout.HANDS + hand, mask_of(row, tables, layout.HANDS + hand) ^ card)
    first = led < 0
    if first:
        led = get(tables, looked.suit + face)
        ranks = looked.strength + led * looked.by_led
    winning = _better(winning, get(tables, ranks + face), face, hand)
    context = trick.context | has(looked.breakers, face)
    if varies or first:
        binds = _cascade(tables, looked, led, winning, context if varies else context & 2)
    laid, cards = trick.laid | card, trick.cards + 1
    if cards < looked.playing:
        return Trick(
            get(row, layout.ROUND + hand) >> 8 & 255, led, binds, ranks, winning, laid, cards, context, trick.number
        )
    round_ = get(row, layout.ROUND + (winning & 255))
    taker, ends = round_ >> 24 & 255, round_ >> 32
    taken = get(row, layout.TAKEN + taker) | trick.number
    put(row, layout.TAKEN + taker, taken)
    add_faces(row, tables, layout.WON + taker, laid)
    add_faces(row, tables, layout.OUT, laid)
    if looked.noted:
        note_trick(row, tables, get(row, layout.ROUND + hand) >> 8 & 255, taker, taker)
    context &= 1
    binds = _cascade(tables, looked, -1, NOTHING, context)
    next_trick = trick.number << 1
    if varies and (size(taken) == ends or (row[layout.UNTIL] and ended(row, tables, next_trick))):
        next_trick = looked.end
    return Trick(round_ >> 16 & 255, -1, binds, ranks, NOTHING, mask_from(tables, 0), 0, context, next_trick)


WINS = 1 << 16
"""Added to the strength of a card that would be winning."""


@kernel
def prospect(row: Numbers, tables: Numbers, face: int) -> int:
    """The strength of a legal card within its suit, plus WINS if it would be winning.

    For folded tricks, it is only known whether it would be winning.
    """
    looked, trick = trick_tables(row, tables), read_trick(row, tables)
    if folds_tricks(row, tables):
        value = value_after(tables, looked, value_of(trick.winning), face)
        return WINS * (ending_of(tables, looked, value) & 255 == trick.cards + 1)
    strength = get(tables, looked.strength + get(tables, looked.suit + face) * looked.by_led + face)
    if trick.led < 0 or get(tables, trick.ranks + face) > trick.winning >> 16:
        strength += WINS
    return strength


@entry(turns="few")
def first_play(row: Numbers, tables: Numbers) -> None:
    """What may be played next after setting up a deal, and who chooses."""
    looked = trick_tables(row, tables)
    if folds_tricks(row, tables):
        row[layout.BINDS] = binding(
            tables, looked, value_of(row[layout.WINNING]), row[layout.RANKS], row[layout.HAND], row[layout.CONTEXT]
        )
    else:
        row[layout.BINDS] = _cascade(tables, looked, row[layout.LED], row[layout.WINNING], row[layout.CONTEXT])
    next_play(row, tables)


@kernel(inline="code")
def _with_calls(row: Numbers, tables: Numbers, faces: Mask, hand: int) -> Mask:
    """The faces among some that may be played after the calls, and the calls that may be made, if there are any."""
    if not faces:
        return faces
    may = may_call(row, tables, hand)
    if may and look2(tables, layout.T_READS, row[layout.PLACE], 9):
        may = may_play_shown(row, tables, may, faces, hand)
    bound = faces & mask_of(row, tables, layout.MUST)
    return (bound if bound else faces) | may


@kernel
def begin_again(row: Numbers, tables: Numbers) -> None:
    """Set up the same lead again, after a call has changed the hands or the stock."""
    row[layout.CHANGED] = 0
    begin_tricks(row, tables, look1(tables, layout.T_OPERAND, row[layout.COUNTER]))


@kernel(inline="code")
def next_play(row: Numbers, tables: Numbers) -> None:
    """What may be played next, and who chooses."""
    mask = each_kind_once(tables, _legal(row, tables, read_trick(row, tables)))
    put_mask(
        row, tables, layout.MASK, _with_calls(row, tables, mask, row[layout.HAND]) if calls_from(row, tables) else mask
    )
    row[layout.ACTOR] = get(row, layout.ROUND + row[layout.HAND]) & 255


@kernel(inline="code")
def stuck(row: Numbers, tables: Numbers, mask: Mask, hand: int) -> bool:
    """End the deal if a hand can play none of its cards, given the legal ones; returns whether that is so."""
    if mask or not look2(tables, layout.T_READS, row[layout.PLACE], 11):
        return False
    row[layout.CLOSED] = layout.STUCK + hand
    return True


@kernel(inline="code")
def played(row: Numbers, tables: Numbers, face: int) -> bool:
    """Play a card; returns whether it was the last one."""
    hand, calls = row[layout.HAND], calls_from(row, tables)
    if calls and face >= calls:
        call(row, tables, face - calls, calls_of(row, tables), hand)
        if row[layout.CLOSED]:
            return True
        if row[layout.CHANGED]:
            begin_again(row, tables)
        else:
            next_play(row, tables)
        return row[layout.CLOSED] > 0
    looked, trick = trick_tables(row, tables), read_trick(row, tables)
    if calls:
        next_turn(row, tables)
        if not trick.cards:
            note_lead(row, trick.number, face)
    show(row, hand, face)
    trick = (
        folded(row, tables, looked, trick, face)
        if folds_tricks(row, tables)
        else _played(row, tables, looked, trick, face, True)
    )
    if not trick.cards:
        row[layout.PLAYED] = 0
    write_trick(row, tables, trick)
    if row[layout.EXPOSING]:
        row[layout.EXPOSING] += 1
        expose(row, tables)
    if trick.number == looked.end:
        return True
    next_play(row, tables)
    return stuck(row, tables, mask_of(row, tables, layout.MASK), trick.hand)


@kernel
def play_out(row: Numbers, tables: Numbers, seats: Any, actions: Any) -> bool:
    """Play the tricks out at random; write down the decisions, if there is room for them.

    Returns whether the tricks are over. If not, a call has changed the hands or the stock, and they must be set up
    again.
    """
    # If obligations do not change within a trick, its cards can be chosen independently of each other.
    if folds_tricks(row, tables):
        return _play_out(row, tables, seats, actions, True, True)
    if look2(tables, layout.T_READS, row[layout.PLACE], 2):
        return _play_out(row, tables, seats, actions, True, False)
    return _play_out(row, tables, seats, actions, False, False)


@kernel(inline="code")
def _play_out(row: Numbers, tables: Numbers, seats: Any, actions: Any, varies: bool, folds: bool) -> bool:
    looked, trick, mask = trick_tables(row, tables), read_trick(row, tables), mask_of(row, tables, layout.MASK)
    faces = calls_from(row, tables) if folds else 0
    state, made = row[layout.RNG], row[layout.DECISIONS]
    while True:
        state += STRIDE
        face = nth(mask, below(state, size(mask)))
        if actions.shape[0]:
            seats[made] = get(row, layout.ROUND + trick.hand) & 255
            actions[made] = look2(tables, layout.T_CODE, row[layout.COUNTER], face)
        made += 1
        if folds and faces and face >= faces:
            call(row, tables, face - faces, calls_of(row, tables), trick.hand)
            if row[layout.CLOSED] or row[layout.CHANGED]:
                break
            mask = _with_calls(row, tables, each_kind_once(tables, _legal(row, tables, trick)), trick.hand)
            continue
        if folds and faces:
            next_turn(row, tables)
            if not trick.cards:
                note_lead(row, trick.number, face)
        if looked.noted:
            show(row, trick.hand, face)
        trick = folded(row, tables, looked, trick, face) if folds else _played(row, tables, looked, trick, face, varies)
        if trick.number == looked.end:
            break
        mask = _legal(row, tables, trick)
        if folds:
            mask = each_kind_once(tables, mask)
            if stuck(row, tables, mask, trick.hand):
                break
        if folds and faces:
            row[layout.TRICK], row[layout.COUNT] = trick.number, trick.cards
            mask = _with_calls(row, tables, mask, trick.hand)
    row[layout.RNG], row[layout.DECISIONS] = state, made
    write_trick(row, tables, trick)
    if folds and row[layout.CHANGED]:
        begin_again(row, tables)
        return row[layout.CLOSED] > 0
    return True
