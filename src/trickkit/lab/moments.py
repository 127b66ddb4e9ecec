"""Integer sums over deals, which give a ratio and its error; they merge exactly, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt

import numpy as np
from attrs import field, frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.lab.quantiles import student
from trickkit.shares import wilson

__all__ = ["Estimate", "Moments"]

SAFE = 2**62
"""The bound below which a sum of products fits into 64 bits."""


@frozen
class Estimate:
    """A number and its interval.

    Args:
        mean: the number.
        low: the lower end.
        high: the upper end.

    >>> Estimate(0.5, 0.25, 0.75).excludes(0), Estimate(0.5, 0.25, 0.75).half
    (True, 0.25)
    """

    mean: float
    low: float
    high: float

    @classmethod
    def of_share(cls, share: float, count: int, level: float) -> Estimate:
        """The estimate of a share of independent observations, with the Wilson interval (1927).

        Args:
            share: among those observed.
            count: how many were observed.
            level: the maximum probability that the interval misses.

        >>> Estimate.of_share(0, 100, 0.05).high
        0.0369...
        """
        low, high = wilson(share * count, count, level)
        return cls(share, min(low, share), max(high, share))

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def most(self) -> float:
        """The largest absolute value in the interval."""
        return max(abs(self.low), abs(self.high))

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside the interval."""
        return not self.low <= value <= self.high


def _whole(given: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(int, given))


@frozen
class Moments:
    """How many deals there were, the sums of their numbers, and the sums of products of these numbers.

    A deal gives a numerator and a denominator, or a pair of these under each of two rules. The estimate is the ratio of
    their sums, or the difference of the two ratios. Deals are independent, so the error of a ratio follows from the
    deals' residuals (the *delta method*), and the error of a difference from paired residuals.

    Args:
        deals: how many.
        sums: of each number.
        products: of each pair of numbers, as `itertools.combinations_with_replacement` orders them.
        apart: how many deals gave other numbers under the second rule than under the first.
        low: the lowest numerator; 0 if there is no deal.
        high: the highest numerator.

    >>> of_two_rules = Moments.of(np.array([[1, 0, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1]]))
    >>> of_two_rules.deals, of_two_rules.sums, of_two_rules.apart
    (3, (2, 3, 3, 3), 1)
    >>> Moments.of(np.array([[1, 0], [1, 1]])) + Moments.of(np.array([[1], [1]])) == of_two_rules.first
    True
    """

    deals: int = 0
    sums: tuple[int, ...] = field(default=(), converter=_whole)
    products: tuple[int, ...] = field(default=(), converter=_whole)
    apart: int = 0
    low: int = 0
    high: int = 0

    @classmethod
    def of(cls, numbers: Array) -> Moments:
        """The moments of some deals.

        Args:
            numbers: (2 or 4, deals), integers: alternating numerators and denominators.
        """
        count = numbers.shape[1]
        if not count:
            return cls()
        if int(np.abs(numbers).max()) ** 2 * count >= SAFE:
            numbers = numbers.astype(object)
        products = [(numbers[row] * numbers[other]).sum() for row, other in _pairs(len(numbers))]
        apart = int((numbers[:2] != numbers[2:]).any(axis=0).sum()) if len(numbers) > 2 else 0
        tops = numbers[::2]
        return cls(count, numbers.sum(axis=1), products, apart, int(tops.min()), int(tops.max()))

    def __add__(self, other: Moments) -> Moments:
        if not self.deals or not other.deals:
            return self if self.deals else other
        return Moments(
            self.deals + other.deals,
            tuple(total + more for total, more in zip(self.sums, other.sums, strict=True)),
            tuple(product + more for product, more in zip(self.products, other.products, strict=True)),
            self.apart + other.apart,
            min(self.low, other.low),
            max(self.high, other.high),
        )

    @property
    def has_meaning(self) -> bool:
        """Whether each ratio has a denominator other than 0."""
        return self.deals > 0 and all(self.sums[1::2])

    @property
    def is_possible(self) -> bool:
        """Whether some numbers can have these sums: the matrix of products must be positive semidefinite.

        >>> Moments(2, (3, 2), (4, 3, 2)).is_possible, Moments.of(np.array([[1, 2], [1, 1]])).is_possible
        (False, True)
        """
        width = len(self.sums)
        products = self._by_pair | {(-1, key): total for key, total in enumerate(self.sums)} | {(-1, -1): self.deals}
        rows = [
            [Fraction(products[min(key, other), max(key, other)]) for other in range(-1, width)]
            for key in range(-1, width)
        ]
        # By elimination: each pivot is positive, or its whole row is 0.
        for index, row in enumerate(rows):
            pivot, rest = row[index], row[index + 1 :]
            if pivot < 0 or (pivot == 0 and any(rest)):
                return False
            for other in rows[index + 1 :] if pivot else ():
                share = other[index] / pivot
                other[:] = [value - share * by for value, by in zip(other, row, strict=True)]
        return True

    @property
    def first(self) -> Moments:
        """The moments under the first rule alone."""
        return self._only(0)

    @property
    def second(self) -> Moments:
        """The moments under the second rule alone."""
        return self._only(2)

    def _only(self, begin: int) -> Moments:
        both = range(begin, begin + 2)
        kept = [product for pair, product in self._by_pair.items() if set(pair) <= set(both)]
        return Moments(self.deals, self.sums[begin : begin + 2], kept, 0, self.low, self.high)

    @property
    def _by_pair(self) -> dict[tuple[int, int], int]:
        return dict(zip(_pairs(len(self.sums)), self.products, strict=True))

    def ratio(self, scale: int, level: float) -> Estimate | None:
        """The ratio of the sums under the first rule.

        Args:
            scale: the divisor of numerators.
            level: the maximum probability that the interval misses it.

        Returns:
            Returns the ratio; None if nothing was counted, or in fewer than two deals.

        >>> Moments.of(np.array([[1, 0, 1, 0], [1, 1, 1, 1]])).ratio(1, 0.05).mean
        0.5
        """
        return self._estimated([(0, 1)], scale, level)

    def difference(self, scale: int, level: float) -> Estimate | None:
        """The ratio under the second rule minus that under the first; arguments and result as for `ratio`.

        If all deals came out alike, the interval allows for as many exceptions as may have been missed.

        >>> found = Moments.of(np.array([[1, 0, 3], [1, 1, 1], [2, 1, 4], [1, 1, 1]])).difference(1, 0.05)
        >>> found.mean, found.low < 1 < found.high
        (1.0, True)
        """
        return self._estimated([(0, -1), (2, 1)], scale, level)

    def _estimated(self, ratios: list[tuple[int, int]], scale: int, level: float) -> Estimate | None:
        if self.deals < 2 or any(self.sums[column + 1] == 0 for column, _ in ratios):
            return None
        # Uses fractions, because equal sums must cancel.
        value, weights = Fraction(0), [Fraction(0)] * len(self.sums)
        for column, sign in ratios:
            ratio = Fraction(self.sums[column], self.sums[column + 1])
            value += sign * ratio
            weight = sign * Fraction(self.deals, self.sums[column + 1])
            weights[column], weights[column + 1] = weight, -weight * ratio
        squares = sum(
            ((1 if row == other else 2) * weights[row] * weights[other] * product)
            for (row, other), product in self._by_pair.items()
        )
        mean, count = float(value / scale), self.deals
        variance = float(squares / (count - 1)) / scale**2
        if len(ratios) == 1 and self._is_share(scale):
            return Estimate.of_share(mean, count, level)
        if not variance or (len(ratios) > 1 and not self.apart):
            half = (1 - level ** (1 / count)) * self._range(scale) * count / self.sums[1] / scale
            return Estimate(mean, mean - half, mean + half)
        if len(ratios) > 1:
            return _scored(mean, variance, self.apart, count, level)
        half = student(1 - level / 2, count - 1) * sqrt(variance / count)
        return Estimate(mean, mean - half, mean + half)

    def _is_share(self, scale: int) -> bool:
        """Whether each deal counts once, as 0 or 1."""
        (top, bottom), (squares, _, bottoms) = self.sums, self.products
        return squares == scale * top and self.low >= 0 and bottom == bottoms == self.deals

    def _range(self, scale: int) -> int:
        """A bound on how far apart numerators of unseen deals may be, judged by those seen."""
        return max(self.high - self.low, abs(self.high), abs(self.low), scale)

    def line(self) -> list[int]:
        """All numbers as one list, for a file."""
        return [self.deals, self.apart, self.low, self.high, *self.sums, *self.products]

    @classmethod
    def read(cls, line: Sequence[int]) -> Moments:
        """The moments from a list that `line` returned.

        >>> moments = Moments.of(np.array([[1, 0, 1], [1, 1, 1]]))
        >>> Moments.read(moments.line()) == moments
        True
        """
        deals, apart, low, high, *others = line
        width = 4 if len(others) > 5 else 2 if others else 0
        return cls(deals, others[:width], others[width:], apart, low, high)


def _scored(mean: float, variance: float, apart: int, count: int, level: float) -> Estimate:
    """The interval of a mean difference to which perhaps only a few deals contribute.

    It is Wilson's interval for differences of any size. It contains all means that the observed mean does not
    contradict, if the variance grows with the mean at the rate given by the skewness. The skewness is that of a number
    which is usually 0, and otherwise normal with the observed mean and variance. It counts only as far as the sign of
    the mean is known, because if effects cancel, it would favour one side by chance. Only the deals that differ tell
    about the variance. Therefore the interval is wider if they are few or very unequal; simulations determined by how
    much (`benchmarks/intervals.py`). A few deals that all differ in the same direction may do so by chance, as in a
    sign test; they do not rule out that there is no effect.
    """
    rare, factor, slope = apart / count, student(1 - level / 2, count - 1) ** 2, 0.0
    if rare < 1:
        effect, square = mean / rare, (variance * (count - 1) / count + mean**2) / rare
        third = rare * effect * (3 * square - 2 * effect**2) - 3 * rare * square * mean + 2 * mean**3
        # 1 where all effects are the same, 0 where they cancel.
        alike = min(effect**2 / square, 1)
        if alike:
            slope = third / variance * max(0, 1 - factor * (1 - alike) / (2 * alike * apart))
        factor *= 1 + (3 + 4 * alike) * (1 - alike) * (1 - rare) * (factor + 1) / (2 * apart)
    factor /= count
    middle = mean + factor * slope / 2
    half = sqrt((factor * slope / 2) ** 2 + factor * variance)
    low, high = middle - half, middle + half
    if 2 * 0.5**apart > level:
        low, high = min(low, 0.0), max(high, 0.0)
    return Estimate(mean, low, high)


def _pairs(width: int) -> list[tuple[int, int]]:
    return [*combinations_with_replacement(range(width), 2)]
