"""What a seat knows and may do in a single game, written by compiled code in one call."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1, put
from trickkit.batch.kernel.masks import has, mask_of
from trickkit.batch.machine.loop import action_number
from trickkit.batch.machine.single import CONTROL, DECK, DEPTH, ROOM, WIDTH
from trickkit.learn.rows import HISTORY, LONGEST, SAID, observe

FULL, MASKED, LEFT = -1, 1, 0
"""What `observe_turn` gives: the history has too little room; what the seat may do was written; it was not."""


@entry
def observe_turn(
    tables: Numbers,
    block: Any,
    seat: int,
    kinds: Any,
    phases: Any,
    telling: Any,
    in_tricks: Any,
    shown: Any,
    numbers: Any,
    places: Any,
    slots: Any,
    choices: Any,
    seen: Any,
    legal: Any,
) -> int:
    """Write what a seat knows, and what it may do if it is the one that its row waits for.

    Args:
        tables: of the rules.
        block: of the game, as `machine.single` has it, with all decisions of the deal.
        seat: whose they are.
        kinds, phases, telling, in_tricks, shown, numbers, places, slots: as in `observe_rows`.
        choices: by phase, how many options it has.
        seen: where the blocks are written, one after the other; it is 0 before.
        legal: by action, where a 1 is written for those that are legal; it is 0 before.

    Returns:
        One of the numbers above.
    """
    decisions, width = block[DEPTH], block[WIDTH] - DECK
    if decisions > numbers[LONGEST] and (places[SAID] >= 0 or places[HISTORY] >= 0):
        return FULL
    first = CONTROL + block[ROOM]
    row = block[first + block[ROOM] :][:width]
    noted = block[first : first + decisions]
    observe(
        tables, row, seat, noted, kinds, phases, telling, in_tricks, shown, numbers, places, slots,
        numbers[LONGEST], seen, seen, seen,
    )  # fmt: skip
    if row[layout.ACTOR] != seat:
        return LEFT
    _write_legal(row, tables, choices, legal)
    return MASKED


@kernel
def _write_legal(row: Any, tables: Numbers, choices: Any, legal: Any) -> None:
    """Write which actions are legal for the seat that a row waits for."""
    counter = row[layout.COUNTER]
    opcode = look1(tables, layout.T_OPCODE, counter)
    if opcode == layout.EXPLORED:
        for option in range(row[layout.MASK]):
            put(legal, action_number(row, tables, opcode, option), 1)
        return
    options = mask_of(row, tables, layout.MASK)
    for option in range(choices[counter]):
        if has(options, option):
            put(legal, action_number(row, tables, opcode, option), 1)
