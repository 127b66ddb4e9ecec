"""Masks of one number and of two: what compiled code does with them is what Python does with whole numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import high, leading
from trickkit.batch.kernel.linking import EntryCompiler
from trickkit.batch.kernel.masks import (
    has,
    lower,
    lowest,
    mask_at,
    mask_from,
    mask_of,
    nth,
    put_mask,
    rest,
    shifted,
    size,
    times,
    upper,
    words,
    words_of,
)


@njit(pipeline_class=EntryCompiler)
def compiled(tables: Any, row: Any, numbers: Any, face: Any) -> None:
    """Do everything with the masks at the first two places of a row, and with the first one of the tables."""
    one, other = mask_of(row, tables, 0), mask_of(row, tables, 1)
    put_mask(row, tables, 2, one & other)
    put_mask(row, tables, 3, one | other)
    put_mask(row, tables, 4, one ^ other)
    put_mask(row, tables, 5, one & ~other)
    put_mask(row, tables, 6, rest(one))
    put_mask(row, tables, 7, times(one, face & 1))
    put_mask(row, tables, 8, shifted(mask_from(tables, 1), face))
    put_mask(row, tables, 9, mask_at(tables, 0))
    numbers[0], numbers[1], numbers[2] = size(one), lowest(one), has(one, face)
    numbers[3], numbers[4], numbers[5] = nth(one, size(one) - 1), words(tables), words_of(one)
    numbers[6], numbers[7] = lower(one), upper(one)
    numbers[8], numbers[9] = bool(one & other), not one & other
    numbers[10], numbers[11] = leading(lower(one)), high(lower(one), lower(other))


def halves(mask: int) -> list[int]:
    """The two numbers of a mask, as a row has them."""
    return np.array([mask % 2**64, mask >> 64], np.uint64).astype(np.int64).tolist()


@pytest.mark.parametrize("count", [1, 2])
@given(data=st.data())
def test_masks_are_whole_numbers(count: int, data: st.DataObject) -> None:
    most = (1 << 64 * count) - 1
    one, other = data.draw(st.integers(1, most)), data.draw(st.integers(0, most))
    face = data.draw(st.integers(0, 64 * count - 1))
    row, numbers, tables = np.zeros(2 * layout.UPPER, np.int64), np.zeros(12, np.int64), np.array(halves(one))
    for place, mask in enumerate((one, other)):
        row[place], row[place + layout.UPPER] = halves(mask)
    # Tables for masks of two numbers cannot be written to.
    tables.flags.writeable = count == 1
    compiled(tables, row, numbers, face)
    expected = [one & other, one | other, one ^ other, one & ~other, one & one - 1, one * (face & 1), 1 << face, one]
    assert [[row[2 + place], row[2 + place + layout.UPPER]] for place in range(8)] == [*map(halves, expected)]
    low, up = halves(one)
    assert numbers.tolist() == [
        *(one.bit_count(), (one & -one).bit_length() - 1, one >> face & 1, one.bit_length() - 1, count, count),
        *(low, up, bool(one & other), not one & other),
        *(64 - (one % 2**64).bit_length(), halves((one % 2**64) * (other % 2**64))[1]),
    ]
