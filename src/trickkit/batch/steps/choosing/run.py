"""Choosing cards that go to other seats or are laid away, in compiled code."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look2
from trickkit.batch.kernel.masks import (
    Mask,
    add_faces,
    clear,
    drop_faces,
    each_kind_once,
    kinds_of,
    look_mask,
    mask_from,
    mask_of,
    one_face,
    put_mask,
    rest,
    show_everybody,
    size,
)
from trickkit.batch.steps.explored.run import stock_card, walk
from trickkit.errors import InvalidRules

NODE, SHOWN_KEPT, OPENLY, TOGETHER, DRAWS = range(5)
DOWN = 127
"""In place of a number of cards: the surplus of a hand over the cards that it was dealt, as far as it may be laid
away."""
DRAWN, STAY = -1, -2
"""In place of a destination: the seats draw as many cards from the stock as they have just laid away; or the cards
stay."""


@kernel
def begin_choosing(row: Numbers, cards: Any, tables: Numbers, operand: int) -> bool:
    """Begin with the first stage; returns False if nobody chooses a card."""
    row[layout.STAGE] = 0
    clear(row, tables, layout.CHOSEN, layout.CHOSEN + tables[layout.PLAYERS])
    return _next_stage(row, cards, tables, operand)


@kernel
def _next_stage(row: Numbers, cards: Any, tables: Numbers, operand: int) -> bool:
    """Go on to the next stage in which a seat chooses; returns False if there is none."""
    while True:
        row[layout.QUEUE] = 0
        walk(row, tables, look2(tables, layout.T_CHOOSE, operand, NODE))
        if row[layout.QUEUE] == 0:
            return False
        row[layout.STAGE] += 1
        if row[layout.GOES] == DRAWN:
            _draw(row, cards, tables)
        elif _lets_choose(row, tables, operand):
            return True


@kernel
def _draw(row: Numbers, cards: Any, tables: Numbers) -> None:
    """Let seats draw in turn as many cards of the stock as they have laid away."""
    queue = row[layout.QUEUE]
    while queue:
        seat, new = (queue & 15) - 1, mask_from(tables, 0)
        for _ in range(size(mask_of(row, tables, layout.CHOSEN + seat))):
            top = row[layout.SIZE] * tables[layout.PLAYERS] + row[layout.TOP]
            new = new | stock_card(row, cards, tables, top)
            row[layout.TOP] += 1
        add_faces(row, tables, layout.HANDS + seat, new)
        add_faces(row, tables, layout.KNOWN + seat, new)
        queue >>= 4


@kernel
def _lets_choose(row: Numbers, tables: Numbers, operand: int) -> bool:
    """Let the first seat choose; returns False if no hand has cards to choose."""
    if look2(tables, layout.T_CHOOSE, operand, SHOWN_KEPT):
        kept = mask_of(row, tables, layout.KNOWN)
        for viewer in range(1, tables[layout.PLAYERS] + 1):
            kept = kept & mask_of(row, tables, layout.KNOWN + viewer)
        put_mask(row, tables, layout.KEPT, kinds_of(tables, kept))
    waiting, counts, queue, numbers, index = row[layout.QUEUE], row[layout.LAYING], 0, 0, 0
    while waiting:
        seat, count = (waiting & 15) - 1, counts & 127
        held = mask_of(row, tables, layout.HANDS + seat)
        free = size(held & ~mask_of(row, tables, layout.KEPT))
        if count == DOWN:
            count = min(size(held) - row[layout.SIZE], free)
        elif look2(tables, layout.T_CHOOSE, operand, DRAWS):
            count = min(count, free)
        elif free < count:
            raise InvalidRules("a hand has too few cards that may be chosen")
        if count > 0:
            queue |= (seat + 1) << 4 * index
            numbers |= count << 7 * index
            index += 1
        waiting >>= 4
        counts >>= 7
    row[layout.QUEUE], row[layout.LAYING] = queue, numbers
    clear(row, tables, layout.CHOSEN, layout.CHOSEN + tables[layout.PLAYERS])
    clear(row, tables, layout.GIFTS, layout.GIFTS + tables[layout.PLAYERS])
    if queue == 0:
        return False
    choose_from_start(row)
    put_mask(row, tables, layout.MASK, may_choose(row, tables))
    return True


@kernel(inline="code")
def choose_from_start(row: Numbers) -> None:
    """Let the first seat of a stage choose."""
    row[layout.TURN] = row[layout.SERVED] = 0
    row[layout.ACTOR] = (row[layout.QUEUE] & 15) - 1


@kernel(inline="code")
def _chooses(row: Numbers) -> int:
    """The number of cards that the deciding seat chooses."""
    return row[layout.LAYING] >> 7 * row[layout.SERVED] & 127


@kernel(inline="code")
def may_choose(row: Numbers, tables: Numbers) -> Mask:
    """The faces that a seat may choose next, equal copies once.

    Cards of last resort are included if there are too few others.
    """
    seat, last = row[layout.ACTOR], mask_of(row, tables, layout.LAST)
    free = mask_of(row, tables, layout.HANDS + seat) & ~mask_of(row, tables, layout.KEPT)
    chosen = mask_of(row, tables, layout.CHOSEN + seat)
    if last and size(chosen & last) >= _chooses(row) - size(free & ~last):
        free = free & ~last
    return each_kind_once(tables, free & ~chosen)


@kernel(inline="code")
def goes_to(row: Numbers, tables: Numbers, seat: int, place: int) -> int:
    """The seat to which a chosen card goes, given how many its owner has chosen before; -1 for none."""
    steps = row[layout.GOES] >> 4 * place & 15 if row[layout.GOES] > 0 else 0
    if steps == 0:
        return -1
    to = seat + steps
    return to - tables[layout.PLAYERS] if to >= tables[layout.PLAYERS] else to


@kernel(inline="code")
def choose(row: Numbers, cards: Any, tables: Numbers, operand: int, face: int) -> bool:
    """Choose a card; returns whether it was the last one of the phase. Chosen cards go at the end of a stage."""
    seat = row[layout.ACTOR]
    chosen = size(mask_of(row, tables, layout.CHOSEN + seat))
    to = goes_to(row, tables, seat, chosen)
    if to >= 0:
        add_faces(row, tables, layout.GIFTS + to, one_face(tables, face))
    add_faces(row, tables, layout.CHOSEN + seat, one_face(tables, face))
    row[layout.TURN] += 1
    if chosen + 1 == _chooses(row):
        row[layout.SERVED] += 1
        following = row[layout.QUEUE] >> 4 * row[layout.SERVED] & 15
        if following == 0:
            _go(row, tables, look2(tables, layout.T_CHOOSE, operand, OPENLY))
            return not _next_stage(row, cards, tables, operand)
        row[layout.ACTOR] = following - 1
    put_mask(row, tables, layout.MASK, may_choose(row, tables))
    return False


@kernel
def _go(row: Numbers, tables: Numbers, openly: int) -> None:
    """Move the chosen cards; from then on, givers and receivers know where they are."""
    players, moved = tables[layout.PLAYERS], mask_from(tables, 0)
    last, secret = mask_of(row, tables, layout.LAST), ~mask_of(row, tables, layout.KEPT)
    for seat in range(players):
        moved = moved | mask_of(row, tables, layout.CHOSEN + seat)
    shown = moved if openly else moved & last
    if row[layout.GOES] == STAY:
        show_everybody(row, tables, shown)
        return
    for viewer in range(players + 1):
        lost, received = mask_from(tables, 0), mask_from(tables, 0)
        if viewer < players:
            received = mask_of(row, tables, layout.GIFTS + viewer)
        for seat in range(players):
            chosen = mask_of(row, tables, layout.CHOSEN + seat)
            # A receiver of all cards that a seat gives also knows the cards left in its hand.
            if seat != viewer and chosen & ~received:
                lost = lost | mask_of(row, tables, layout.HANDS + seat) & secret & ~last
        if not openly:
            drop_faces(row, tables, layout.KNOWN + viewer, lost)
        add_faces(row, tables, layout.KNOWN + viewer, shown | received)
    for seat in range(players):
        received = mask_of(row, tables, layout.GIFTS + seat)
        kept = mask_of(row, tables, layout.HANDS + seat) & ~mask_of(row, tables, layout.CHOSEN + seat)
        put_mask(row, tables, layout.HANDS + seat, kept | received)
        moved = moved & ~received
        if received and tables[layout.COPIED]:
            for viewer in range(players + 1):
                _know_first_copies(row, tables, layout.KNOWN + viewer, kept | received)
    add_faces(row, tables, layout.AWAY, moved)


@kernel
def _know_first_copies(row: Numbers, tables: Numbers, place: int, hand: Mask) -> None:
    """Let a viewer that knows some of several equal cards in a hand know the first ones, which leave the hand first."""
    for kind in range(tables[layout.COPIED]):
        copies = look_mask(tables, layout.T_COPIES, kind) & hand
        known, first = mask_of(row, tables, place) & copies, copies
        drop_faces(row, tables, place, known)
        while known:
            add_faces(row, tables, place, first ^ rest(first))
            known, first = rest(known), rest(first)
