"""The certainty of a mean: its standard error, and the 95 % interval derived from it."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import stdev

__all__ = ["reach", "standard_error"]


def standard_error(values: Sequence[float]) -> float | None:
    """The standard error of a mean; None for a single value.

    >>> standard_error([2, 0, 4]), standard_error([2])
    (1.1547005383792517, None)
    """
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else None


def reach(error: float) -> float:
    """Half the width of the 95 % interval of a mean.

    Args:
        error: the standard error of the mean, 0 or more.

    >>> reach(0.5)
    0.98
    """
    return 1.96 * error
