"""Looks up the points of outcomes, for many deals at once: compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel.intrinsics import GOLDEN, entry
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get

_MULTIPLIER = int(GOLDEN.view(np.int64))


@entry
def recall(
    slots: Numbers,
    keys: Numbers,
    worth: Numbers,
    count: int,
    origins: Numbers,
    columns: Numbers,
    facts: Any,
    totals: Any,
    points: Any,
    key: Numbers,
    progress: Numbers,
) -> bool:
    """Add to the points of deals those of deals with the same outcome, until one has a new outcome.

    The outcomes are stored in a hash table with linear probing.

    Args:
        slots: the hash table: by slot, the index of an outcome from 1; 0 for an empty slot. Its size is a power of two,
            and some slots are empty.
        keys: by outcome, its key: the origin of the deal, the points of earlier deals, some facts.
        worth: by outcome and seat, the points.
        count: how many outcomes there are; what follows may be incomplete.
        origins: where the deals came from, in turn.
        columns: the facts that are part of the key.
        facts, totals: of the deals.
        points: by deal and seat, to which is added.
        key: room for one, which in the end is that of the new outcome.
        progress: the deal, which is moved on; then the slot in which the new outcome belongs.

    Returns:
        Returns whether there is a new outcome.
    """
    shared = totals.shape[0] == 1
    while progress[0] < facts.shape[0]:
        deal = progress[0]
        key[0] = origins[deal % origins.shape[0]]
        for seat in range(totals.shape[1]):
            key[1 + seat] = totals[0 if shared else deal, seat]
        for index in range(columns.shape[0]):
            key[1 + totals.shape[1] + index] = facts[deal, columns[index]]
        code = np.int64(0)
        for index in range(key.shape[0]):
            code = (code ^ get(key, index)) * _MULTIPLIER
            code ^= code >> 29
        progress[1] = code & (slots.shape[0] - 1)
        outcome = -1
        while outcome < 0:
            outcome = get(slots, progress[1]) - 1
            if outcome < 0 or outcome >= count:
                return True
            for index in range(key.shape[0]):
                if keys[outcome, index] != key[index]:
                    outcome = -1
                    progress[1] = (progress[1] + 1) & (slots.shape[0] - 1)
                    break
        for seat in range(worth.shape[1]):
            points[deal, seat] += worth[outcome, seat]
        progress[0] += 1
    return False
