"""Tables of numbers: nested lists packed into arrays, and all of them joined into one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from trickkit.batch.kernel.layout import HEAD, HEADER, TABLES_OF, Numbers

Row = list[Any]

DEPTHS = {
    "opcode": 1, "operand": 1, "card_mask": 1, "face_card": 1, "kind_of": 1, "copies": 1, "alike": 1,
    "deal_cards": 3, "deal_sees": 2, "trump_of": 2, "trump_fixed": 2, "removed": 1,
    "bid_turns": 2, "bid_seat": 3, "bid_subject": 3, "bid_group": 3, "bid_mask": 3, "order": 3, "nodes": 1,
    "told": 1, "talon": 2,
    "limit_way": 1, "limit_start": 2, "limits": 1, "choose": 2, "hears": 2, "opens": 2, "seated": 1,
    "opens_with": 1, "round": 3, "exposed": 2, "reads": 2,
    "breakers": 1, "suit": 2, "strength": 3, "cascade": 3, "steps": 1,
    "reveal_cards": 1, "evaluations": 2, "closing": 2, "radix": 2, "award_start": 1, "award": 1,
    "award_cards": 2, "award_points": 2, "code": 2,
    "fold": 3, "wins": 2, "parts": 2, "calling": 1, "turns": 2, "may_call": 1, "calls": 2, "shown": 2,
    "powers": 2, "power": 2,
}  # fmt: skip
"""The number of dimensions of a table."""


def joined(tables: dict[str, Row], begins: dict[int, int]) -> Numbers:
    """All tables as one array, as `layout` defines it.

    Args:
        tables: by name, their rows.
        begins: the numbers at the beginning of the array, by index.
    """
    header = np.zeros(HEADER + HEAD * len(TABLES_OF), np.int64)
    header[list(begins)] = list(begins.values())
    parts, ends = [header], len(header)
    for name, index in TABLES_OF.items():
        table = packed(tables[name], DEPTHS[name])
        head = HEADER + HEAD * index
        header[head] = ends
        header[head + 1 : head + table.ndim] = [stride // table.itemsize for stride in table.strides[:-1]]
        parts.append(table.ravel())
        ends += table.size
    return np.concatenate(parts)


def packed(rows: Sequence[Any], depth: int) -> Numbers:
    """Nested lists as an array of the same depth; shorter ones are padded with zeros."""
    shape = [1] * depth

    def measure(part: Any, level: int) -> None:
        shape[level] = max(shape[level], len(part))
        for child in part if level + 1 < depth else ():
            measure(child, level + 1)

    measure(rows, 0)
    array = np.zeros(shape, np.int64)

    def fill(part: Any, into: Any, level: int) -> None:
        if level == depth - 1:
            into[: len(part)] = part
        else:
            for index, child in enumerate(part):
                fill(child, into[index], level + 1)

    fill(rows, array, 0)
    return array
