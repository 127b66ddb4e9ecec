"""Sets of options and cards in the arrays of a search: a row each, as long as a mask."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers, halves
from trickkit.batch.kernel.masks import Mask, lower, mask_from, shifted, upper, words


@kernel(inline="code")
def set_at(sets: Array, tables: Numbers, index: int) -> Mask:
    """The set of cards stored in row `index`, as a mask."""
    mask = mask_from(tables, sets[np.uint64(index), 0])
    if words(tables) > 1:
        mask = mask | shifted(mask_from(tables, sets[np.uint64(index), 1]), 64)
    return mask


@kernel(inline="code")
def put_set(sets: Array, tables: Numbers, index: int, mask: Mask) -> None:
    """Write a set to a row of an array."""
    sets[np.uint64(index), 0] = lower(mask)
    if words(tables) > 1:
        sets[np.uint64(index), 1] = upper(mask)


def sets_of(masks: Iterable[int], words: int) -> Array:
    """An array of sets.

    Args:
        masks: for each set, the mask; -1 has all bits.
        words: the number of integers that a mask takes.
    """
    return np.array([halves(mask % (1 << 128))[:words] for mask in masks], np.int64)
