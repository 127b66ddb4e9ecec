"""The observation and the legal actions of a seat in a single game, written by compiled code in one call."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import entry
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.machine.loop import write_legal
from trickkit.batch.machine.single import CONTROL, DECK, DEPTH, ROOM, WIDTH
from trickkit.encoding.rows import HISTORY, LONGEST, SAID, Maps, observe

FULL, MASKED, LEFT = -1, 1, 0
"""What `observe_turn` gives: the history has too little room; what the seat may do was written; it was not."""


@entry
def observe_turn(
    tables: Numbers,
    block: Any,
    seat: int,
    maps: Maps,
    places: Any,
    slots: Any,
    seen: Any,
    legal: Any,
) -> int:
    """Write the observation of a seat, and its legal actions if its decision is pending.

    Args:
        tables: of the rules.
        block: of the game, as in `machine.single`, with all decisions of the deal.
        seat: whose they are.
        maps, places, slots: as in `observe_rows`.
        seen: receives the blocks, one after the other; it must be 0 before.
        legal: by action, receives a 1 for legal ones; it must be 0 before.

    Returns:
        One of the numbers above.
    """
    decisions, width = block[DEPTH], block[WIDTH] - DECK
    if decisions > maps.numbers[LONGEST] and (places[SAID] >= 0 or places[HISTORY] >= 0):
        return FULL
    first = CONTROL + block[ROOM]
    row = block[first + block[ROOM] :][:width]
    noted = block[first : first + decisions]
    observe(tables, row, seat, noted, maps, places, slots, maps.numbers[LONGEST], seen, seen, seen)
    if row[layout.ACTOR] != seat:
        return LEFT
    write_legal(row, tables, legal)
    return MASKED
