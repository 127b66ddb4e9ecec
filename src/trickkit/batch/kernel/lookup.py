"""Look-ups in the tables of a game, for compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel import layout as at
from trickkit.batch.kernel.intrinsics import inlined
from trickkit.batch.kernel.layout import Numbers


@inlined
def start(t: Numbers, table: int, one: int) -> int:
    """Where a row of a table with two dimensions begins."""
    h = at.HEADER + at.HEAD * table
    return t[h] + one * t[h + 1]


@inlined
def look1(t: Numbers, table: int, one: int) -> int:
    """A number of a table with one dimension."""
    return t[t[at.HEADER + at.HEAD * table] + one]


@inlined
def look2(t: Numbers, table: int, one: int, two: int) -> int:
    """A number of a table with two dimensions."""
    h = at.HEADER + at.HEAD * table
    return t[t[h] + one * t[h + 1] + two]


@inlined
def look3(t: Numbers, table: int, one: int, two: int, three: int) -> int:
    """A number of a table with three dimensions."""
    h = at.HEADER + at.HEAD * table
    return t[t[h] + one * t[h + 1] + two * t[h + 2] + three]


@inlined
def look4(t: Numbers, table: int, one: int, two: int, three: int, four: int) -> int:
    """A number of a table with four dimensions."""
    h = at.HEADER + at.HEAD * table
    return t[t[h] + one * t[h + 1] + two * t[h + 2] + three * t[h + 3] + four]


@inlined
def get(numbers: Any, place: int) -> Any:
    """A number at a place that is not negative: faster than `numbers[place]`, which may count from the end."""
    return numbers[np.uint64(place)]


@inlined
def put(numbers: Any, place: int, number: int) -> None:
    """Write a number at a place that is not negative."""
    numbers[np.uint64(place)] = number


column = inlined(at.fact_column)
"""The column in which a block of facts has those of a seat, as `layout.fact_column` says."""
