"""Replays decisions in one call, as compiled code."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import STRIDE, below, entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1
from trickkit.batch.kernel.masks import has, look_mask, lowest, mask_of
from trickkit.batch.machine.dispatch import decide
from trickkit.batch.steps.explored.run import option_of

SECRET = -1
"""In place of an action: it is unknown, and any legal one will do."""
STOPPED, REFUSED = range(2)
"""The result of a replay: the row asks for none of the remaining decisions; or one of them is not legal."""


@entry
def replay(tables: Numbers, row: Numbers, cards: Any, inverse: Any, moves: Any, left: Numbers, phase: int) -> int:
    """Make given decisions in the order in which a row asks for them.

    Args:
        tables: the tables of the rules.
        row: the position of the deal.
        cards: the deck as it was dealt.
        inverse: by phase and number of an action, the option; -1 for none.
        moves: (decisions, 2), int64: the seats, each with the number of its action, or SECRET.
        left: (decisions + 1,), int64: first the number of decisions still to be made, then their indices in order;
            those that are made are removed.
        phase: stop when a phase other than this one has a pending decision; -1 for never.

    Returns:
        Returns STOPPED or REFUSED.
    """
    while row[layout.ACTOR] >= 0 and left[0] and (phase < 0 or row[layout.COUNTER] == phase):
        # If several seats may answer, let the seat decide that did so first.
        slot = 1 if asks(row, tables, moves[left[1], 0]) else _next_of(moves, left, row[layout.ACTOR])
        if not slot:
            return STOPPED
        option = _option(row, tables, inverse, moves[left[slot], 1])
        if option < 0:
            return REFUSED
        left[0] -= 1
        for index in range(slot, left[0] + 1):
            left[index] = left[index + 1]
        decide(row, cards, tables, option)
    return STOPPED


@kernel
def _next_of(moves: Any, left: Numbers, seat: int) -> int:
    """The index of a seat's next decision; 0 for none."""
    for index in range(1, left[0] + 1):
        if moves[left[index], 0] == seat:
            return index
    return 0


@kernel
def asks(row: Numbers, tables: Numbers, seat: int) -> bool:
    """Whether a seat may decide now, perhaps out of turn; if so, its decision becomes the pending one."""
    opcode = look1(tables, layout.T_OPCODE, row[layout.COUNTER])
    if opcode == layout.CALLED:
        row[layout.ACTOR] = seat
        return True
    node = row[layout.NODE] if opcode == layout.EXPLORED else 0
    while node:
        if look1(tables, layout.T_NODES, node + layout.ACTOR_OF) == seat:
            # The options belong to the seat whose decision is pending, and may depend on its hand.
            if node != row[layout.NODE]:
                row[layout.NODE], row[layout.ACTOR] = node, seat
                row[layout.MASK] = look1(tables, layout.T_NODES, node + layout.COUNT_OF)
            return True
        node = look1(tables, layout.T_NODES, node + layout.OTHER_OF)
    return False


@kernel
def _option(row: Numbers, tables: Numbers, inverse: Any, action: int) -> int:
    """The legal option for an action; -1 for none."""
    counter = row[layout.COUNTER]
    opcode = look1(tables, layout.T_OPCODE, counter)
    if opcode == layout.EXPLORED:
        if action == SECRET:
            row[layout.RNG] += STRIDE
            return below(row[layout.RNG], row[layout.MASK])
        return option_of(row, tables, action)
    option, mask = inverse[counter, action] if action >= 0 else -1, mask_of(row, tables, layout.MASK)
    if option >= 0 and opcode >= layout.CHOOSING:
        # Among equal copies, the one that may be played.
        alike = mask & look_mask(tables, layout.T_ALIKE, option)
        return lowest(alike) if alike else -1
    return option if option >= 0 and has(mask, option) else -1
