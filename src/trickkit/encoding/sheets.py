"""Arrays for observations that are reused as soon as nobody holds their earlier contents."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from sys import getrefcount

import numpy as np
from attrs import define, field, frozen

from trickkit.batch.kernel.arrays import Array

MOST = 3
"""The number of sheets kept: for the observations before and after a step, and one to write on."""


@frozen(eq=False)
class Sheet:
    """Arrays that hold some observations.

    Args:
        arrays: by the name of a type, a row for each observation.
        parts: by the name of a block, its part of one of them.
        written: by row, how much of it differs from a blank row.
    """

    arrays: Mapping[str, Array]
    parts: Mapping[str, Array]
    written: Array

    @property
    def is_free(self) -> bool:
        """Whether nobody else holds a reference to an array, or to a part of one."""
        alone = HELD_HERE * len(self.arrays) + (HELD_HERE + 1) * len(self.parts)
        return holders(self.arrays) + holders(self.parts) == alone


def holders(arrays: Mapping[str, Array]) -> int:
    """The total number of references to some arrays, including those of the caller.

    >>> import numpy as np
    >>> arrays = {"one": np.zeros(2)}
    >>> holders(arrays) - HELD_HERE, holders({**arrays}) - HELD_HERE
    (0, 1)
    """
    return sum(map(getrefcount, arrays.values()))


HELD_HERE = holders({"one": np.zeros(1)})
"""The number of references to an array that nobody else holds."""


@define(eq=False)
class Sheets:
    """Reusable sheets for observations; several threads may use them at once.

    >>> import numpy as np
    >>> def blank():
    ...     whole = np.zeros((2, 3), np.uint8)
    ...     return Sheet({"uint8": whole}, {"held": whole[:, 1:]}, np.zeros(2, np.int64))
    >>> sheets = Sheets()
    >>> first = sheets.taken(blank)
    >>> held = first.parts["held"][1]
    >>> sheets.keep(first)
    >>> sheets.taken(blank) is first
    False
    >>> del held
    >>> sheets.taken(blank) is first
    True
    """

    _sheets: deque[Sheet] = field(init=False, factory=lambda: deque(maxlen=MOST))

    def taken(self, blank: Callable[[], Sheet]) -> Sheet:
        """A sheet that nobody holds, with its last contents; a new one if all are held."""
        for _ in range(len(self._sheets)):
            try:
                sheet = self._sheets.popleft()
            except IndexError:
                # Other threads have taken them.
                break
            if sheet.is_free:
                return sheet
            self._sheets.append(sheet)
        return blank()

    def keep(self, sheet: Sheet) -> None:
        """Keep a sheet for reuse as soon as nobody holds it."""
        self._sheets.append(sheet)
