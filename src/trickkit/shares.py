"""The confidence interval of a share."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

__all__ = ["wilson"]


def wilson(wins: float, games: int, level: float = 0.05) -> tuple[float, float]:
    """The Wilson score interval of a share.

    Args:
        wins: 0..games; need not be an integer.
        games: 1 or more.
        level: the probability that the interval misses the share; 0.05 for a 95 % interval.

    Returns:
        Returns the lower and the upper end, 0..1.

    Source: E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, 1927.

    >>> [round(end, 4) for end in wilson(50, 100)]
    [0.4038, 0.5962]
    """
    share, z = wins / games, NormalDist().inv_cdf(1 - level / 2)
    middle = share + z**2 / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + z**2 / (4 * games**2))
    whole = 1 + z**2 / games
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)
