"""Arrays that observations are written into, used again as soon as nobody holds what was written before."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from sys import getrefcount

import numpy as np
from attrs import define, field, frozen

from trickkit.batch.kernel.arrays import Array

MOST = 3
"""How many sheets are kept: what was seen before a step and after it, and one to write on."""


@frozen(eq=False)
class Sheet:
    """What some observations are written into.

    Args:
        arrays: by the name of a type, a row for each observation.
        written: by row, how much of it is not as it is where nothing is written.
    """

    arrays: Mapping[str, Array]
    written: Array

    @property
    def is_free(self) -> bool:
        """Whether nobody holds an array, or a part of one."""
        # A part of an array holds the array.
        return max(map(getrefcount, self.arrays.values())) <= HELD_HERE


@define(eq=False)
class Sheets:
    """Sheets for observations that are made again and again; several threads may use them at once.

    >>> sheets = Sheets()
    >>> first = sheets.taken(2, {"uint8": 3}, 5)
    >>> held = first.arrays["uint8"][1]
    >>> sheets.keep(first)
    >>> sheets.taken(2, {"uint8": 3}, 5) is first
    False
    >>> del held
    >>> sheets.taken(2, {"uint8": 3}, 5) is first
    True
    """

    _sheets: deque[Sheet] = field(init=False, factory=lambda: deque(maxlen=MOST))

    def taken(self, rows: int, widths: Mapping[str, int], written: int) -> Sheet:
        """A sheet that nobody holds, with what was last written on it; a new one where all are held.

        Args:
            rows: how many observations there are; always the same.
            widths: by the name of a type, how many numbers an observation has of it; always the same.
            written: what `Sheet.written` says of new ones, which are 0.
        """
        for _ in range(len(self._sheets)):
            try:
                sheet = self._sheets.popleft()
            except IndexError:
                # Other threads have taken them.
                break
            if sheet.is_free:
                return sheet
            self._sheets.append(sheet)
        return Sheet({name: np.zeros((rows, width), name) for name, width in widths.items()}, np.full(rows, written))

    def keep(self, sheet: Sheet) -> None:
        """Keep a sheet that was written on, to be taken again as soon as nobody holds it.

        Args:
            sheet: that was taken.
        """
        self._sheets.append(sheet)


def _held_here() -> int:
    """How many hold an array that only its sheet holds, counted as `Sheet.is_free` counts."""
    arrays = {"uint8": np.zeros((1, 1), np.uint8)}
    return max(map(getrefcount, arrays.values()))


HELD_HERE = _held_here()
