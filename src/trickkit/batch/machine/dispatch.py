"""The interpreter of a deal: compiled code that looks up the tabulated answers of phases and policies.

A row is the position of a deal, as `layout` defines it. `begin` deals up to the first decision; `decide` makes the
pending decision and goes on to the next one. Nothing here knows a game, or a policy.

All opcodes are in `proceed`, by far the largest part of the compiled code. It is compiled once, and called by all code
that makes decisions.
"""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import STRIDE, below, entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, put
from trickkit.batch.kernel.masks import clear, mask_from, put_mask
from trickkit.batch.steps.asking.run import begin_bids, begin_called, bid, call_estimate
from trickkit.batch.steps.choosing.run import begin_choosing, choose
from trickkit.batch.steps.dealing.run import cut, deal_out, show_dealers_card, shuffle, turn_up
from trickkit.batch.steps.explored.run import answer, moved, walk
from trickkit.batch.steps.laying.run import begin_laying, lay_down
from trickkit.batch.steps.tableau.run import begin_reveal, between, lay, set_aside
from trickkit.batch.steps.talon.run import (
    begin_take,
    draw_after,
    draw_in_turn,
    fill_hands,
    show_bottom,
    show_top,
    take_or_leave,
)
from trickkit.batch.steps.tricks.powered import begin_powered, with_powers
from trickkit.batch.steps.tricks.run import begin_tricks, played

OVER = -1
"""In place of an option: the current phase is over."""


@kernel(inline="source")
def begin(row: Numbers, cards: Any, tables: Numbers) -> None:
    """Begin a deal: deal the cards, up to the first decision.

    The row contains the state of its random numbers, the number of the deal, the hand size, the starter, the totals,
    and whether the order of the cards is given; everything else is set here.
    """
    row[layout.TRUMP] = tables[layout.SUITS]
    row[layout.DECLARER] = -1
    row[layout.TOP] = 0
    row[layout.END] = tables[layout.CARDS]
    row[layout.DEALT] = 0
    row[layout.DECISIONS] = 0
    if not row[layout.STACKED]:
        # Everything random is drawn first, so that decisions do not affect it.
        shuffle(row, cards, tables)
        row[layout.SHOWN] = -1
        if tables[layout.CUTS]:
            row[layout.RNG] += STRIDE
            # Until the deck is cut, its card is stored as a number below -1.
            row[layout.SHOWN] = -2 - below(row[layout.RNG], tables[layout.CARDS])
        for lot in range(tables[layout.LOTS]):
            row[layout.RNG] += STRIDE
            put(cards, tables[layout.CARDS] + lot, below(row[layout.RNG], tables[layout.LOTS_OF] - lot))
    row[layout.MOVES] = 0
    row[layout.CLOSED] = 0
    row[layout.DOUBLES] = 0
    row[layout.BUYER] = -1
    row[layout.RESTING] = 0
    row[layout.OPENER] = -1
    row[layout.LED] = -1
    row[layout.COUNT] = 0
    row[layout.PLAYED] = 0
    row[layout.HAND] = -1
    put_mask(row, tables, layout.OUT, mask_from(tables, 0))
    put_mask(row, tables, layout.AWAY, mask_from(tables, 0))
    put_mask(row, tables, layout.LAID, mask_from(tables, 0))
    put_mask(row, tables, layout.BOTTOM, mask_from(tables, 0))
    put_mask(row, tables, layout.MUST, mask_from(tables, 0))
    row[layout.CHANGED] = 0
    # All places of a kind are cleared at once, including those of absent seats: it is fastest to write whole cache
    # lines.
    clear(row, tables, layout.HANDS, layout.ROUND)
    clear(row, tables, layout.TAKEN, layout.TOTALS)
    for index in range(layout.BACKS, layout.SPENT):
        row[index] = -1
    clear(row, tables, layout.SPENT, layout.OPENS)
    for index in range(layout.BIDS_MADE, layout.NOTED):
        row[index] = -1
    if tables[layout.SLOTTED]:
        set_aside(row, tables)
    row[layout.COUNTER] = -1
    proceed(row, cards, tables, OVER)


@kernel
def opcode_of(row: Numbers, tables: Numbers) -> int:
    """The opcode of the phase with the pending decision; NOTHING when the deal is over."""
    return look1(tables, layout.T_OPCODE, row[layout.COUNTER]) if row[layout.ACTOR] >= 0 else layout.NOTHING


@kernel(inline="code")
def _begun(row: Numbers, cards: Any, tables: Numbers, opcode: int, operand: int) -> bool:
    """Begin a phase; returns whether it has a pending decision."""
    if opcode == layout.TRICKS:
        return begin_tricks(row, tables, operand)
    if opcode == layout.DEAL:
        deal_out(row, cards, tables, operand)
    elif opcode == layout.TURN_UP:
        turn_up(row, cards, tables, operand)
    elif opcode == layout.CUT:
        cut(row, tables, operand)
    elif opcode == layout.DEALERS:
        show_dealers_card(row, cards, tables, operand)
    elif opcode == layout.REMOVE:
        row[layout.END] -= look1(tables, layout.T_REMOVED, operand)
    elif opcode == layout.BIDS:
        return begin_bids(row, tables, operand)
    elif opcode == layout.EXPLORED:
        waits = walk(row, tables, operand)
        while row[layout.MOVES]:
            waits = moved(row, cards, tables)
        return waits
    elif opcode == layout.CALLED:
        return begin_called(row, tables, operand)
    elif opcode == layout.TAKE:
        return begin_take(row, cards, tables, operand)
    elif opcode == layout.SHOW_TOP:
        show_top(row, cards, tables, operand)
    elif opcode == layout.SHOW_BOTTOM:
        show_bottom(row, cards, tables, operand)
    elif opcode == layout.DRAW_IN_TURN:
        draw_in_turn(row, cards, tables)
    elif opcode == layout.DRAW_AFTER:
        draw_after(row, cards, tables)
    elif opcode == layout.FILL:
        fill_hands(row, cards, tables, operand)
    elif opcode == layout.CHOOSE:
        return begin_choosing(row, cards, tables, operand)
    elif opcode == layout.REVEAL:
        begin_reveal(row, tables)
        return True
    elif opcode == layout.PYTHON:
        row[layout.ACTOR] = -1
        return True
    elif opcode == layout.POWERS:
        return begin_powered(row, tables, operand)
    elif opcode == layout.LAY:
        return begin_laying(row, tables, operand)
    else:
        between(row, cards, tables, row[layout.COUNTER])
    return False


@kernel
def _advance(row: Numbers, cards: Any, tables: Numbers) -> None:
    """Begin phases, from the present one on, until one waits for a decision or the deal is over."""
    while row[layout.COUNTER] < tables[layout.PHASES] and not row[layout.CLOSED]:
        counter = row[layout.COUNTER]
        if _begun(
            row, cards, tables, look1(tables, layout.T_OPCODE, counter), look1(tables, layout.T_OPERAND, counter)
        ):
            return
        row[layout.COUNTER] += 1
    row[layout.COUNTER] = tables[layout.PHASES]
    row[layout.ACTOR] = -1
    put_mask(row, tables, layout.MASK, mask_from(tables, 0))


@kernel(inline="code")
def _decided(row: Numbers, cards: Any, tables: Numbers, option: int) -> bool:
    """Make a decision; returns whether the phase is done."""
    opcode = look1(tables, layout.T_OPCODE, row[layout.COUNTER])
    if opcode == layout.TRICKS:
        return played(row, tables, option)
    operand = look1(tables, layout.T_OPERAND, row[layout.COUNTER])
    if opcode == layout.BIDS:
        return bid(row, tables, operand, option)
    if opcode == layout.EXPLORED:
        done = answer(row, tables, option)
        while row[layout.MOVES]:
            done = not moved(row, cards, tables)
        return done
    if opcode == layout.CALLED:
        return call_estimate(row, tables, operand, option)
    if opcode == layout.TAKE:
        return take_or_leave(row, cards, tables, operand, option)
    if opcode == layout.CHOOSE:
        return choose(row, cards, tables, operand, option)
    if opcode >= layout.POWERS:
        return with_powers(row, cards, tables, operand, option)
    if opcode == layout.LAY:
        return lay_down(row, tables, option)
    return lay(row, tables, operand, option)


@kernel(inline="code")
def proceed_linked(row: Numbers, cards: Any, tables: Numbers, option: int) -> None:
    """Make the pending decision without counting it, and go on to the next one, or to the end of the deal.

    Args:
        row: the position of the deal.
        cards: the deck as it was shuffled.
        tables: the tables of the rules.
        option: the number of a bit of `row[MASK]`; in an explored phase, one of 0..row[MASK]-1. Or OVER.
    """
    if option == OVER or _decided(row, cards, tables, option):
        row[layout.COUNTER] += 1
        _advance(row, cards, tables)


@entry(turns="few")
def proceed(row: Numbers, cards: Any, tables: Numbers, option: int) -> None:
    """As `proceed_linked`, but compiled only once for all callers."""
    proceed_linked(row, cards, tables, option)


@kernel(inline="code")
def decide(row: Numbers, cards: Any, tables: Numbers, option: int) -> None:
    """Make the pending decision, and go on to the next one: see `proceed`."""
    row[layout.DECISIONS] += 1
    proceed(row, cards, tables, option)
