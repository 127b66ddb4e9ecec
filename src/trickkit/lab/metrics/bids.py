"""Bids on numbers of tricks, by the number that was bid and by hand size."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.lab.metrics.base import Column, Metric, columns_of
from trickkit.lab.observed import Observed
from trickkit.model.actions import Bid

__all__ = [
    *("Bids", "BidsByNumber", "BidsExact", "BidsExactByNumber", "BidsExactBySize"),
    *("BidsOff", "BidsOffByNumber", "BidsOffBySize"),
    *("exact", "off"),
]


def exact(seen: Observed) -> Array:
    """(deals, seats, seats): whether each bid is exactly right; 0 where there is no bid.

    >>> from trickkit import load
    >>> from trickkit.lab.observed import Observed
    >>> from trickkit.lab.playing import Table
    >>> exact(Observed.of(Table(load("pikoko"), ("random",) * 4, seed=7), range(3))).shape
    (3, 4, 4)
    """
    right: Array = (seen.deals.exact() & (seen.deals.bids >= 0)).astype(np.int64)
    return right


def off(seen: Observed) -> Array:
    """(deals, seats, seats): how many tricks each bid is off; 0 where there is no bid.

    >>> from trickkit import load
    >>> from trickkit.lab.observed import Observed
    >>> from trickkit.lab.playing import Table
    >>> off(Observed.of(Table(load("pikoko"), ("random",) * 4, seed=7), range(3))).shape
    (3, 4, 4)
    """
    bids, tricks = seen.deals.bids.astype(np.int64), seen.deals.tricks.astype(np.int64)
    return np.where(bids >= 0, np.abs(bids - tricks[:, None, :]), 0)


class Bids(Metric):
    """A quantity of each bid, summed over groups of bids.

    For example, bids of 0 and higher bids:

    >>> from trickkit import lab
    >>> @frozen
    ... class ExactZeros(Bids):
    ...     name, unit = "exact zeros", "share"
    ...     def kinds(self, seen):
    ...         return {"zero": seen.deals.bids == 0, "more": seen.deals.bids > 0}
    ...     def of_each(self, seen):
    ...         return exact(seen)
    >>> [row.label for row in lab.profile("pikoko", bots="random", deals=200, metrics=[ExactZeros()]).rows]
    ['more', 'zero']
    """

    __slots__ = ()

    needs = "bids on numbers of tricks"
    source = "bids and tricks of all deals"

    @abstractmethod
    def kinds(self, seen: Observed) -> dict[str, Array]:
        """By label, the bids that belong to a group: (deals, seats, seats), or an array that broadcasts to it."""

    @abstractmethod
    def of_each(self, seen: Observed) -> Array:
        """(deals, seats, seats): the quantity of each bid."""

    def columns(self, seen: Observed) -> list[Column]:
        kinds, made, numbers = self.kinds(seen), seen.deals.bids >= 0, self.of_each(seen)
        if not kinds:
            return []
        chosen = [made & kind for kind in kinds.values()]
        tops = np.array([(numbers * kind).sum(axis=(1, 2)) for kind in chosen])
        bottoms = np.array([kind.sum(axis=(1, 2)) for kind in chosen])
        return columns_of(tops.T, bottoms.T, [*kinds])


class _Exact(Bids):
    __slots__ = ()

    unit = "share"

    def of_each(self, seen: Observed) -> Array:
        """(deals, seats, seats): whether each bid is exactly right."""
        return exact(seen)


class _Off(Bids):
    __slots__ = ()

    unit = "tricks"

    def of_each(self, seen: Observed) -> Array:
        return off(seen)


class _OfAll(Bids):
    __slots__ = ()

    def kinds(self, seen: Observed) -> dict[str, Array]:
        return {"": np.ones(1, np.bool_)}


class _ByNumber(Bids):
    __slots__ = ()

    def kinds(self, seen: Observed) -> dict[str, Array]:
        numbers = sorted({action.number for action in seen.rules.actions.values() if isinstance(action, Bid)})
        return {f"bids of {bid}": seen.deals.bids == bid for bid in numbers}


class _BySize(Bids):
    __slots__ = ()

    def kinds(self, seen: Observed) -> dict[str, Array]:
        """A group for each hand size; {} if there is only one size."""
        rules = seen.rules
        sizes = sorted(rules.schedule.hand_sizes.distinct(rules.ending.most_deals()))
        of_size = {f"hands of {size}": (seen.deals.size == size)[:, None, None] for size in sizes}
        return of_size if len(of_size) > 1 else {}


@frozen
class BidsByNumber(_ByNumber):
    """How often each number is bid, as a share of all bids on numbers of tricks.

    >>> from trickkit import lab
    >>> found = lab.profile("pikoko", bots="random", deals=200, metrics=["bids by number"])
    >>> found.rows[0].what, round(sum(row.values[0].mean for row in found.rows), 9)
    ('bids by number, bids of 0', 1.0)
    """

    name = "bids by number"
    unit = "share"
    about = "the share of {who}"
    source = "bids of all deals"

    def of_each(self, seen: Observed) -> Array:
        return np.ones(seen.deals.bids.shape, np.int64)

    def columns(self, seen: Observed) -> list[Column]:
        made = (seen.deals.bids >= 0).sum(axis=(1, 2))
        return [Column(column.label, np.stack([column.numbers[0], made])) for column in super().columns(seen)]


@frozen
class BidsExact(_Exact, _OfAll):
    """Share of the bids on numbers of tricks that are exactly right.

    >>> from trickkit import lab, load
    >>> 0 < lab.profile(load("pikinni"), bots="random", deals=100, metrics=["bids exact"]).rows[0].values[0].mean < 1
    True
    """

    name = "bids exact"
    about = "how often a bid is exact"


@frozen
class BidsOff(_Off, _OfAll):
    """By how many tricks a bid is off.

    >>> from trickkit import lab, load
    >>> lab.profile(load("pikinni"), bots="random", deals=100, metrics=["bids off"]).rows[0].unit
    'tricks'
    """

    name = "bids off"
    about = "by how much bids are off"


@frozen
class BidsExactByNumber(_Exact, _ByNumber):
    """Share of the bids that are exactly right, by the number that was bid.

    >>> from trickkit import lab
    >>> lab.profile("pikoko", bots="random", deals=200, metrics=["bids exact by number"]).rows[0].label
    'bids of 0'
    """

    name = "bids exact by number"
    about = "how often {who} are exact"


@frozen
class BidsExactBySize(_Exact, _BySize):
    """Share of the bids that are exactly right, by hand size, in games where that varies.

    >>> from trickkit import lab
    >>> lab.profile("pikinni", bots="random", deals=200, metrics=["bids exact by hand size"]).rows[0].label
    'hands of 1'
    """

    name = "bids exact by hand size"
    about = "how often bids with {who} are exact"


@frozen
class BidsOffByNumber(_Off, _ByNumber):
    """By how many tricks a bid is off, by the number that was bid.

    >>> from trickkit import lab
    >>> lab.profile("pikoko", bots="random", deals=200, metrics=["bids off by number"]).rows[0].unit
    'tricks'
    """

    name = "bids off by number"
    about = "by how much {who} are off"


@frozen
class BidsOffBySize(_Off, _BySize):
    """By how many tricks a bid is off, by hand size, in games where that varies.

    >>> from trickkit import lab
    >>> lab.profile("pikinni", bots="random", deals=200, metrics=["bids off by hand size"]).rows[0].unit
    'tricks'
    """

    name = "bids off by hand size"
    about = "by how much bids with {who} are off"
