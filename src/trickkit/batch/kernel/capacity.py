"""The capacity of rows and arrays."""

from __future__ import annotations

from trickkit.batch.kernel import layout


def unnoted_width(words: int, *, slotted: bool) -> int:
    """The length of a row without records of single tricks and calls.

    Args:
        words: how many numbers a mask takes.
        slotted: whether hands are stored card by card.
    """
    if words > 1:
        return layout.LONGEST
    return layout.SLOTTED_WIDTH if slotted else layout.WIDTH


def set_count(players: int) -> int:
    """How many sets of a deal are written down for scorings, as `Written` has them, apart from the upper halves."""
    return 3 * players + 2


def most_queued(opcode: int, words: int) -> int:
    """How many decisions of a seat can be given beforehand in a phase.

    Args:
        opcode: the opcode of the phase.
        words: how many numbers a mask takes.
    """
    return 63 // (layout.FORCED_ACTION if opcode == layout.EXPLORED else layout.FORCED_OPTION + words)
