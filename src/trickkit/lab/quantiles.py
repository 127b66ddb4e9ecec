"""Quantiles of Student's distribution."""

from __future__ import annotations

from math import cos, pi, sqrt
from statistics import NormalDist

__all__ = ["student"]


def student(share: float, freedom: int) -> float:
    """A quantile of Student's t distribution: the value below which a given share lies.

    Exact for one and two degrees of freedom; otherwise an expansion around the normal distribution, which is accurate
    to three digits from ten degrees on.

    Args:
        share: above 0 and below 1.
        freedom: degrees of freedom, 1 or more.

    Source: M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 26.7.5.

    >>> round(student(0.975, 10), 3), round(student(0.975, 10**6), 3), round(student(0.975, 1), 1)
    (2.228, 1.96, 12.7)
    """
    if freedom == 1:
        return -cos(pi * share) / sqrt(1 - cos(pi * share) ** 2)
    if freedom == 2:
        return (2 * share - 1) / sqrt(2 * share * (1 - share))
    z = NormalDist().inv_cdf(share)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    series = (term / freedom**power for power, term in enumerate(terms, 1))
    return float(z + sum(series))
