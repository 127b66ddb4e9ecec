"""Folded tricks, in compiled code: the value after each card, who wins, and what may be played."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, put
from trickkit.batch.kernel.masks import add_faces, has, mask_at, mask_from, mask_of, put_mask, size, words
from trickkit.batch.steps.explored.run import walk
from trickkit.batch.steps.tricks.noted import note_trick
from trickkit.batch.steps.tricks.progress import Trick, TrickLookup

NOTHING = -1 << 16
"""The winner of a trick before the lead: no strength, the first face, the first hand."""


@kernel(inline="code")
def ended(row: Numbers, tables: Numbers, number: int) -> bool:
    """Whether the tricks are over because of what was taken in them.

    Args:
        row: the position of the deal.
        tables: the tables of the rules.
        number: the number of the trick that would come next, as a bit.
    """
    row[layout.TRICK] = number
    walk(row, tables, row[layout.UNTIL])
    return row[layout.ENDED] != 0


@kernel(inline="code")
def value_of(winning: int) -> int:
    """The value of a folded trick; 0 before its lead."""
    return max(winning, 0)


PART = (1 << layout.PART_BITS) - 1


@kernel(inline="code")
def value_after(tables: Numbers, looked: TrickLookup, value: int, face: int) -> int:
    """The value of a trick after a card."""
    if looked.many:
        return _parts_after(tables, looked, value, face)
    return get(tables, looked.fold + value * looked.by_value + face)


@kernel
def _parts_after(tables: Numbers, looked: TrickLookup, value: int, face: int) -> int:
    """As `value_after`, for several resolutions at once: the value combines those of the parts."""
    combined = 0
    for part in range(looked.many):
        node = get(tables, looked.parts + 1 + part) + (value >> layout.PART_BITS * part & PART)
        combined |= get(tables, looked.fold + node * looked.by_value + face) << layout.PART_BITS * part
    return combined


@kernel(inline="code")
def ending_of(tables: Numbers, looked: TrickLookup, value: int) -> int:
    """Who wins a trick, and who leads after it, as `layout.T_WINS` encodes it."""
    if looked.many:
        index = get(tables, looked.parts + 1 + looked.many)
        for part in range(looked.many):
            begin = looked.wins + get(tables, looked.parts + 1 + part)
            index += get(tables, begin + (value >> layout.PART_BITS * part & PART))
        return get(tables, looked.wins + index)
    return get(tables, looked.wins + value)


@kernel(inline="code")
def binding(tables: Numbers, looked: TrickLookup, value: int, order: int, hand: int, context: int) -> int:
    """The index of the cascade that says what a hand may play to a folded trick.

    Args:
        tables: the tables of the rules.
        looked: the indices of the tables.
        value: the value of the trick.
        order: the hands that played to it, 4 bits each, the first in the lowest bits.
        hand: the one that plays next.
        context: what else the follow policy reads.
    """
    winner = 0
    if looked.winners:
        turn = ending_of(tables, looked, value) & 255
        if turn:
            winner = (order >> 4 * (turn - 1) & 15) - hand
            winner += looked.winners if winner < 0 else 0
    context += looked.by_winner * winner + (looked.by_winner - 4) * (hand == looked.declarer)
    return looked.steps + get(tables, looked.cascade + (value & PART) * looked.by_leading + context)


@kernel
def holding(row: Numbers, tables: Numbers, hand: int) -> int:
    """A hand or, if it has no card, the next one that has."""
    for _ in range(tables[layout.PLAYERS]):
        if mask_of(row, tables, layout.HANDS + hand):
            return hand
        hand = get(row, layout.ROUND + hand) >> 8 & 255
    return hand


@kernel
def holding_leader(row: Numbers, tables: Numbers, hand: int) -> int:
    """The hand that leads a trick to which only hands with cards play; writes the number of these."""
    leader, hands = holding(row, tables, hand), 1
    hand = holding(row, tables, get(row, layout.ROUND + leader) >> 8 & 255)
    while hand != leader:
        hand, hands = holding(row, tables, get(row, layout.ROUND + hand) >> 8 & 255), hands + 1
    row[layout.PLAYING] = hands
    return leader


@kernel(inline="code")
def folded(row: Numbers, tables: Numbers, looked: TrickLookup, trick: Trick, face: int) -> Trick:
    """Play a card to a folded trick; the arguments are those of `_played` in `run`."""
    hand, cards, value = trick.hand, trick.cards, value_of(trick.winning)
    card = mask_at(tables, looked.faces + words(tables) * face)
    put_mask(row, tables, layout.HANDS + hand, mask_of(row, tables, layout.HANDS + hand) ^ card)
    order = (trick.ranks if cards else 0) | hand << 4 * cards
    value = value_after(tables, looked, value, face)
    context, laid, cards = trick.context | has(looked.breakers, face), trick.laid | card, cards + 1
    if cards < row[layout.PLAYING]:
        after = get(row, layout.ROUND + hand) >> 8 & 255
        if looked.differ:
            after = holding(row, tables, after)
        binds = binding(tables, looked, value, order, after, context)
        return Trick(
            after, max(trick.led, 0) if trick.cards else face, binds, order, value, laid, cards, context, trick.number
        )
    wins = ending_of(tables, looked, value)
    best = order >> 4 * (wins >> 8) & 15
    round_ = get(row, layout.ROUND + best)
    taker, next_trick = round_ >> 24 & 255, trick.number << 1
    taken_by = taker if wins & 255 and taker != layout.NOBODY else -1
    if looked.noted:
        note_trick(row, tables, order & 15, taken_by, taker if taker != layout.NOBODY else best)
    if taken_by >= 0:
        taken = get(row, layout.TAKEN + taker) | trick.number
        put(row, layout.TAKEN + taker, taken)
        add_faces(row, tables, layout.WON + taker, laid)
        if size(taken) == round_ >> 32:
            next_trick = looked.end
    add_faces(row, tables, layout.OUT, laid)
    if row[layout.UNTIL] and ended(row, tables, trick.number << 1):
        next_trick = looked.end
    context &= 1
    leads = round_ >> 16 & 255
    if looked.differ and next_trick != looked.end:
        leads = holding_leader(row, tables, leads)
    binds = binding(tables, looked, 0, 0, leads, context)
    return Trick(leads, -1, binds, 0, NOTHING, mask_from(tables, 0), 0, context, next_trick)
