"""Look-ups in the tables of a program, for compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.bounds import CHECKED
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.masks import check_place, check_within


@kernel(inline="code")
def start(tables: Numbers, table: int, one: int) -> int:
    """The index at which a row of a two-dimensional table starts."""
    head = layout.HEADER + layout.HEAD * table
    if CHECKED:
        check_place(tables, table, one * tables[head + 1], tables[head + 1])
    return tables[head] + one * tables[head + 1]


@kernel(inline="code")
def look1(tables: Numbers, table: int, one: int) -> int:
    """An entry of a one-dimensional table."""
    if CHECKED:
        check_place(tables, table, one, 1)
    return tables[tables[layout.HEADER + layout.HEAD * table] + one]


@kernel(inline="code")
def look2(tables: Numbers, table: int, one: int, two: int) -> int:
    """An entry of a two-dimensional table."""
    head = layout.HEADER + layout.HEAD * table
    if CHECKED:
        check_place(tables, table, one * tables[head + 1], tables[head + 1])
        check_within(two, tables[head + 1])
    return tables[tables[head] + one * tables[head + 1] + two]


@kernel(inline="code")
def look3(tables: Numbers, table: int, one: int, two: int, three: int) -> int:
    """An entry of a three-dimensional table."""
    head = layout.HEADER + layout.HEAD * table
    if CHECKED:
        check_place(tables, table, one * tables[head + 1], tables[head + 1])
        check_within(two * tables[head + 2], tables[head + 1])
        check_within(three, tables[head + 2])
    return tables[tables[head] + one * tables[head + 1] + two * tables[head + 2] + three]


@kernel(inline="code")
def get(numbers: Any, place: int) -> Any:
    """An element at an index that is not negative: faster than `numbers[place]`, which checks for negative indices."""
    return numbers[np.uint64(place)]


@kernel(inline="code")
def put(numbers: Any, place: int, number: int) -> None:
    """Write an element at an index that is not negative."""
    numbers[np.uint64(place)] = number


column = kernel(inline="code")(layout.fact_column)
"""The column of a seat within a block of facts: `layout.fact_column`, compiled."""
