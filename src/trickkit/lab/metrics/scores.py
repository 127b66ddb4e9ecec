"""Scores: how many points are scored, and how close deals are."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.lab.metrics.base import Column, Metric, columns_of
from trickkit.lab.metrics.bids import BidsExact, BidsOff
from trickkit.lab.observed import Observed

__all__ = ["BidsExact", "BidsOff", "Points", "Shutouts", "Spread", "Ties"]


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
    about = "the points of a seat in a deal"
    source = "points of all deals"

    def columns(self, seen: Observed) -> list[Column]:
        return columns_of(seen.deals.points.sum(axis=1), seen.rules.players)


@frozen
class Spread(Metric):
    """Points between the best and the worst side of a deal. Less is closer.

    >>> from trickkit import lab, load
    >>> lab.profile(load("pikoko"), bots="random", deals=100, metrics=["spread"]).rows[0].values[0].mean > 1
    True
    """

    name = "spread"
    unit = "points"
    about = "the gap between the best and the worst of a deal"
    needs = "two sides or more"
    source = "points of all deals; CardStock measures a spread as well"

    def columns(self, seen: Observed) -> list[Column]:
        points = _by_side(seen)
        return columns_of(points.max(axis=1) - points.min(axis=1), 1) if points.shape[1] > 1 else []


@frozen
class Ties(Metric):
    """Share of the deals that more than one side wins.

    >>> from trickkit import lab, load
    >>> 0 < lab.profile(load("pikoko"), bots="random", deals=100, metrics=["ties"]).rows[0].values[0].mean < 1
    True
    """

    name = "ties"
    unit = "share"
    about = "how often a deal is tied"
    needs = "two sides or more"
    source = "points of all deals; Ludii's Drawishness, for deals"

    def columns(self, seen: Observed) -> list[Column]:
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
    about = "how often a hand takes no trick"
    needs = "tricks"
    source = "tricks of all deals"

    def columns(self, seen: Observed) -> list[Column]:
        tricks = seen.deals.tricks
        with_tricks = tricks.sum(axis=1) > 0
        shut = ((tricks == 0) & with_tricks[:, None]).sum(axis=1)
        return columns_of(shut, np.where(with_tricks, seen.rules.players, 0))
