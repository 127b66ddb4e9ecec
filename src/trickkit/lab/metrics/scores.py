"""Scores: how much is scored, how close deals are, and what bids come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.lab.metrics.base import Column, Metric, columns_of
from trickkit.model.actions import Call, CallFor, Change

if TYPE_CHECKING:
    from trickkit.lab.observed import Observed

__all__ = ["BidsExact", "BidsOff", "Calls", "Points", "Shutouts", "Spread", "Ties"]

MOST_CALLS = 12
"""How many calls are told apart."""


def _by_side(seen: Observed) -> Array:
    points: Array = seen.deals.points[:, [side[0] for side in seen.utility.sides]]
    return points


@frozen
class Points(Metric):
    """Points of a seat in a deal.

    >>> from trickkit import lab, load
    >>> lab.profile(load("hearts"), bots="random", deals=100, metrics=["points"]).rows[0].values[0].mean >= 6.5
    True
    """

    name = "points"
    unit = "points"

    def columns(self, seen: Observed) -> list[Column]:
        """One: of all seats together."""
        return columns_of(seen.deals.points.sum(axis=1), seen.rules.players)


@frozen
class Spread(Metric):
    """Points between the best and the worst side of a deal. Less is closer. CardStock measures a spread, too.

    >>> from trickkit import lab, load
    >>> lab.profile(load("pikoko"), bots="random", deals=100, metrics=["spread"]).rows[0].values[0].mean > 1
    True
    """

    name = "spread"
    unit = "points"

    def columns(self, seen: Observed) -> list[Column]:
        """One, where there is more than one side."""
        points = _by_side(seen)
        return columns_of(points.max(axis=1) - points.min(axis=1), 1) if points.shape[1] > 1 else []


@frozen
class Ties(Metric):
    """Share of the deals that more than one side wins. Ludii measures the share of draws (`Drawishness`).

    >>> from trickkit import lab, load
    >>> 0 < lab.profile(load("pikoko"), bots="random", deals=100, metrics=["ties"]).rows[0].values[0].mean < 1
    True
    """

    name = "ties"
    unit = "share"

    def columns(self, seen: Observed) -> list[Column]:
        """One, where there is more than one side."""
        points = seen.utility.sign * _by_side(seen)
        tied = (points == points.max(axis=1, keepdims=True)).sum(axis=1) > 1
        return columns_of(tied, 1) if points.shape[1] > 1 else []


@frozen
class Shutouts(Metric):
    """Share of the hands that take no trick in a deal with tricks.

    >>> from trickkit import lab, load
    >>> 0 < lab.profile(load("pikoko"), bots="random", deals=100, metrics=["shutouts"]).rows[0].values[0].mean < 0.5
    True
    """

    name = "shutouts"
    unit = "share"

    def columns(self, seen: Observed) -> list[Column]:
        """One."""
        tricks = seen.deals.tricks
        with_tricks = tricks.sum(axis=1) > 0
        shut = ((tricks == 0) & with_tricks[:, None]).sum(axis=1)
        return columns_of(shut, np.where(with_tricks, seen.rules.players, 0))


@frozen
class BidsExact(Metric):
    """Share of the bids on numbers of tricks that are exactly right.

    >>> from trickkit import lab, load
    >>> 0 < lab.profile(load("pikinni"), bots="random", deals=100, metrics=["bids exact"]).rows[0].values[0].mean < 1
    True
    """

    name = "bids exact"
    unit = "share"

    def columns(self, seen: Observed) -> list[Column]:
        """One."""
        made = seen.deals.bids >= 0
        return columns_of((seen.deals.exact() & made).sum(axis=(1, 2)), made.sum(axis=(1, 2)))


@frozen
class BidsOff(Metric):
    """By how many tricks a bid is off.

    >>> from trickkit import lab, load
    >>> lab.profile(load("pikinni"), bots="random", deals=100, metrics=["bids off"]).rows[0].unit
    'tricks'
    """

    name = "bids off"
    unit = "tricks"

    def columns(self, seen: Observed) -> list[Column]:
        """One."""
        bids, tricks = seen.deals.bids.astype(np.int64), seen.deals.tricks.astype(np.int64)
        made = bids >= 0
        off = np.where(made, np.abs(bids - tricks[:, None, :]), 0).sum(axis=(1, 2))
        return columns_of(off, made.sum(axis=(1, 2)))


@frozen
class Calls(Metric):
    """How often each call is made in a deal, such as `double`: what is said and is no card, number or pass.

    Calls that differ in what they are about count as one, such as `change S` and `change H`. In games with more than a
    dozen calls, such as those with contracts of many kinds, they are not told apart.

    >>> from trickkit import lab, load
    >>> found = lab.profile(load("pikinni", challenge=True), bots="random", deals=200, metrics=["calls"])
    >>> "double" in [row.label for row in found.rows]
    True
    """

    name = "calls"
    unit = "times"

    def columns(self, seen: Observed) -> list[Column]:
        """One for each call of the game."""
        assert seen.deals.moves is not None
        made = seen.deals.moves.actions
        called: dict[str, list[int]] = {}
        for place, action in enumerate(seen.rules.actions.values()):
            if isinstance(action, Call | CallFor | Change):
                called.setdefault(str(action).split()[0], []).append(place)
        if len(called) > MOST_CALLS:
            called = {"any": [place for places in called.values() for place in places]}
        counts = [np.isin(made, places).sum(axis=1) for places in called.values()]
        return columns_of(np.array(counts).T, 1, [*called]) if called else []
