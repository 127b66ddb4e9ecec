"""The base of metrics: numbers that add up over deals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from inspect import getdoc
from typing import ClassVar

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.lab.observed import Observed

__all__ = ["Column", "Metric", "columns_of", "place_name"]


@frozen
class Column:
    """One number of a metric.

    Args:
        label: what or whom it is about, such as `"the starter"`; empty if the metric has only one number.
        numbers: (2, deals): numerators and denominators by deal, integers.
        scale: the divisor of numerators, so that fractions are integers as well.

    >>> Column("", np.array([[1, 0], [1, 1]])).scale
    1
    """

    label: str
    numbers: Array
    scale: int = 1


class Metric(ABC):
    """Something that is measured in each deal: a ratio of two integer sums over deals.

    A metric of your own computes its columns for many deals at once:

    >>> from trickkit import lab, load
    >>> @frozen
    ... class LongDeals(lab.Metric):
    ...     name, unit = "long deals", "share"
    ...     def columns(self, seen):
    ...         return [Column("", np.stack([seen.deals.decisions > 50, np.ones(len(seen.deals))]).astype(np.int64))]
    >>> found = lab.profile(load("pikoko"), bots="random", deals=1000, metrics=[LongDeals()])
    >>> [row.what for row in found.rows]
    ['long deals']
    """

    __slots__ = ()

    name: ClassVar[str]
    """The name by which studies and files request it."""

    unit: ClassVar[str]
    """The unit of its numbers: `"share"` for a part of a whole, printed in per cent, or a noun such as `"points"`."""

    about: ClassVar[str] = ""
    """The quantity that rises or falls, for sentences: `{who}` stands for the label in words, `{at}` for a phase or
    trick."""

    needs: ClassVar[str] = ""
    """What a game and its players must have for it; empty if all games have it."""

    source: ClassVar[str] = ""
    """The data from which it is computed, and whose definition it follows, if not the library's own."""

    of_games: ClassVar[bool] = False
    """Whether it measures whole games instead of deals, in studies of whole games."""

    traced: ClassVar[bool] = False
    """Whether it looks at deals state by state; if the batch engine plays, only a few deals can be."""

    @property
    def definition(self) -> str:
        """The definition in words: the first paragraph of the docstring; empty if there is none.

        >>> from trickkit.lab import METRICS
        >>> METRICS["bids off"].definition
        'By how many tricks a bid is off.'
        """
        return " ".join((getdoc(type(self)) or "").partition("\n\n")[0].split())

    @abstractmethod
    def columns(self, seen: Observed) -> list[Column]:
        """The metric's numbers, by row of `seen.deals`; for a traced metric, by trace.

        The set of columns depends on the rules alone. Cases that do not occur have denominators of 0.
        """


def columns_of(top: Array, bottom: Array | int, labels: list[str] | None = None, *, scale: int = 1) -> list[Column]:
    """Columns from arrays of numerators and denominators.

    Args:
        top: (deals, columns), or (deals,) for one: the numerators.
        bottom: of the same shape, or one number for all: the denominators.
        labels: of the columns; None for a single column.
        scale: the divisor of numerators.

    >>> [column.label for column in columns_of(np.array([[1, 2], [3, 4]]), 1, ["a", "b"])]
    ['a', 'b']
    """
    tops = np.atleast_2d(np.asarray(top, np.int64).T)
    bottoms = np.broadcast_to(np.atleast_2d(np.asarray(bottom, np.int64).T), tops.shape)
    pairs = zip(labels or [""], tops, bottoms, strict=True)
    return [Column(label, np.stack([numerator, other]), scale) for label, numerator, other in pairs]


def place_name(place: int) -> str:
    """The name of a place, counted from the starter.

    >>> [place_name(place) for place in range(3)]
    ['the starter', 'place 1', 'place 2']
    """
    return f"place {place}" if place else "the starter"
