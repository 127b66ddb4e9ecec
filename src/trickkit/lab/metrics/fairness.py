"""Fairness: how much each place at the table is worth."""

from __future__ import annotations

from math import lcm

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.lab.metrics.base import Column, Metric, columns_of, place_name
from trickkit.lab.observed import Observed

__all__ = ["PointsByPlace", "PointsBySeat", "Wins", "by_place", "won"]

SIDES = 8
"""The number of sides that may share first place in most games."""


def by_place(seen: Observed, by_seat: Array) -> Array:
    """Numbers by seat, reordered by place after the starter.

    Args:
        seen: the deals.
        by_seat: (deals, seats).

    >>> from trickkit import load
    >>> from trickkit.lab.observed import Observed
    >>> from trickkit.lab.playing import Table
    >>> seen = Observed.of(Table(load("pikoko", players=3), ("random",) * 3, seed=7), range(2))
    >>> seen.deals.starter.tolist(), by_place(seen, np.array([[7, 8, 9], [7, 8, 9]])).tolist()
    ([2, 1], [[9, 7, 8], [8, 9, 7]])
    """
    places = np.arange(seen.rules.players)
    seats = (seen.deals.starter[:, None].astype(np.int64) + places) % seen.rules.players
    ordered: Array = np.take_along_axis(by_seat, seats, axis=1)
    return ordered


def won(seen: Observed) -> tuple[Array, int]:
    """Each seat's share of first place in each deal, as an integer numerator, and the common denominator.

    >>> from trickkit import load
    >>> from trickkit.lab.observed import Observed
    >>> from trickkit.lab.playing import Table
    >>> shares, scale = won(Observed.of(Table(load("spades"), ("random",) * 4, seed=7), range(1)))
    >>> sorted(share / scale for share in shares[0].tolist())
    [0.0, 0.0, 1.0, 1.0]
    """
    sides, sign = seen.utility.sides, seen.utility.sign
    points = sign * seen.deals.points[:, [side[0] for side in sides]]
    best = points == points.max(axis=1, keepdims=True)
    # It is the same for similar numbers of players, so that their rules can be compared.
    scale = lcm(*range(1, max(SIDES, len(sides)) + 1))
    shares = best * (scale // best.sum(axis=1, keepdims=True))
    by_seat = [seen.utility.side_of(seat) for seat in range(seen.rules.players)]
    return shares[:, by_seat], scale


@frozen
class Wins(Metric):
    """How often a deal is won, by place after the starter. The best score wins; sides win together.

    If several sides win a deal, it counts as a fraction for each of them. The metric is meaningless in games that all
    win or lose together.

    >>> from trickkit import lab, load
    >>> found = lab.profile(load("pikoko", players=3), bots="random", deals=500, metrics=["wins"])
    >>> [row.label for row in found.rows], round(sum(row.values[0].mean for row in found.rows), 9)
    (['the starter', 'place 1', 'place 2'], 1.0)
    """

    name = "wins"
    unit = "share"
    about = "how often {who} wins a deal"
    needs = "two sides or more"
    source = "points of all deals; Ludii's AdvantageP1, for each place"

    def columns(self, seen: Observed) -> list[Column]:
        if len(seen.utility.sides) < 2:
            return []
        shares, scale = won(seen)
        return columns_of(by_place(seen, shares), 1, [*map(place_name, range(seen.rules.players))], scale=scale)


@frozen
class PointsByPlace(Metric):
    """Points a deal, by place after the starter.

    >>> from trickkit import lab, load
    >>> found = lab.profile(load("pikoko", players=3), bots="random", deals=500, metrics=["points by place"])
    >>> found.rows[0].unit, len(found.rows)
    ('points', 3)
    """

    name = "points by place"
    unit = "points"
    about = "the points of {who} in a deal"
    source = "points of all deals"

    def columns(self, seen: Observed) -> list[Column]:
        return columns_of(by_place(seen, seen.deals.points), 1, [*map(place_name, range(seen.rules.players))])


@frozen
class PointsBySeat(Metric):
    """Points a deal, by seat: shows a rule that favours a seat regardless of who starts.

    >>> from trickkit import lab, load
    >>> found = lab.profile(load("pikoko", players=3), bots="random", deals=500, metrics=["points by seat"])
    >>> [row.label for row in found.rows]
    ['seat 0', 'seat 1', 'seat 2']
    """

    name = "points by seat"
    unit = "points"
    about = "the points of {who} in a deal"
    source = "points of all deals"

    def columns(self, seen: Observed) -> list[Column]:
        return columns_of(seen.deals.points, 1, [f"seat {seat}" for seat in range(seen.rules.players)])
