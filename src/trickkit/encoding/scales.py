"""Look-up tables of binary features, and how many there are."""

from __future__ import annotations

from typing import Any, NamedTuple

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import kernel

MOST = 16
"""Bids, tricks and hand sizes above this have the same feature as this number."""
SHORT = 3
"""The most surplus tricks over a bid that features distinguish."""

PLAYERS, KINDS, SUITS, ACTIONS, PHASES, LONGEST, VOIDS, MUTUAL, PLACES, OPEN = range(10)
"""The numbers of seats, kinds, suits, actions, phases and decisions of a deal; whether voids are features; whether
seats bid on each other; the number of places in a suit if cards on the table are counted, otherwise 0; and whether
seats see hands of others."""
TOPS = 4
"""The number of strongest cards of a suit that features locate if hands are open."""


class Scales(NamedTuple):
    """The look-up tables for scanning observations.

    Args:
        places: by block, its first column among the blocks of its type.
        numbers: the counts.
        renamed: (renamings, suits): by place, the suit that comes there.
        suits: (renamings, suits): by old number of a suit, the new one.
        kinds: (renamings, kinds): by new number of a kind, the old one.
        actions: (seats, renamings, actions): by new number of an action, the old one.
        suit_of: (1 + suits, kinds): by trump, none first, the suit to which a kind belongs.
        ranks: by kind, the weight of a card in its suit.
        kind_of: by action, the kind that it plays; -1 for none, and last for an unknown action.
        in_tricks: by distinct phase, whether tricks are played in it; last after the end.
        place_of: by kind, its place in its printed suit; -1 if it has none.
        strengths: (1 + suits, suits, kinds): by trump, none first, and by led suit, how strong a kind is in a trick.
        subjects: (seats, starters, turns): on which hands a seat bids, one after the other, -1 for none. Starters and
            hands are counted clockwise from the seat.
    """

    places: Array
    numbers: Array
    renamed: Array
    suits: Array
    kinds: Array
    actions: Array
    suit_of: Array
    ranks: Array
    kind_of: Array
    in_tricks: Array
    place_of: Array
    strengths: Array
    subjects: Array


@kernel(inline="code")
def note(found: Any, active: int, index: int) -> int:
    """Store an index if there is room; returns the new number of indices."""
    if active < found.shape[0]:
        found[active] = index
    return active + 1
