"""Calls: how often each is made, and how much it is worth to the caller."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.lab.metrics.base import Column, Metric, columns_of, place_name
from trickkit.lab.metrics.fairness import by_place, won
from trickkit.lab.observed import Observed
from trickkit.model.actions import Call, CallFor, Change
from trickkit.play.rules import Rules

__all__ = ["Calls", "CallsThatPay", "Declares", "PointsByCall", "WinsByCall", "callers", "calls_of"]

MOST_CALLS = 12
"""The maximum number of calls that are distinguished."""


def calls_of(rules: Rules) -> dict[str, list[int]]:
    """The calls of a game by first word, each with its indices in `rules.actions`.

    Calls that differ only in their object count as one, such as `change S` and `change H`. More than a dozen, such as
    many contracts, are not distinguished.

    >>> from trickkit import load
    >>> [*calls_of(load("pikinni", challenge=True))], [*calls_of(load("bridge"))]
    (['double', 'change'], ['double', 'redouble'])
    """
    called: dict[str, list[int]] = {}
    for index, action in enumerate(rules.actions.values()):
        if isinstance(action, Call | CallFor | Change):
            called.setdefault(str(action).split()[0], []).append(index)
    if len(called) > MOST_CALLS:
        return {"any": [index for places in called.values() for index in places]}
    return called


def callers(seen: Observed) -> dict[str, Array]:
    """(deals, seats), by call: which seats made it; first, which seat was the declarer.

    >>> from trickkit import load
    >>> from trickkit.lab.observed import Observed
    >>> from trickkit.lab.playing import Table
    >>> seen = Observed.of(Table(load("euchre"), ("random",) * 4, seed=7), range(9))
    >>> callers(seen)["the declarer"].shape
    (9, 4)
    """
    moves = seen.deals.moves
    assert moves is not None
    by_call: dict[str, Array] = {"the declarer": seen.deals.declarer[:, None] == np.arange(seen.rules.players)}
    for word, places in calls_of(seen.rules).items():
        made = np.zeros_like(by_call["the declarer"])
        rows, columns = np.nonzero(np.isin(moves.actions, places))
        made[rows, moves.seats[rows, columns]] = True
        by_call[f"who said {word}"] = made
    return by_call


@frozen
class Calls(Metric):
    """How often each call, such as `double`, is made in a deal; cards, numbers and passes do not count.

    Calls that differ only in their object count as one, such as `change S` and `change H`. If a game has more than a
    dozen, such as many contracts, they are not distinguished.

    >>> from trickkit import lab, load
    >>> found = lab.profile(load("pikinni", challenge=True), bots="random", deals=200, metrics=["calls"])
    >>> "double" in [row.label for row in found.rows]
    True
    """

    name = "calls"
    unit = "times"
    about = "how often {who} is called in a deal"
    needs = "a game in which something is called, such as 'double'"
    source = "moves of all deals"

    def columns(self, seen: Observed) -> list[Column]:
        assert seen.deals.moves is not None
        called = calls_of(seen.rules)
        counts = [np.isin(seen.deals.moves.actions, places).sum(axis=1) for places in called.values()]
        return columns_of(np.array(counts).T, 1, [*called]) if called else []


@frozen
class Declares(Metric):
    """How often each seat becomes the declarer, by place after the starter; `wins by call` says how often it then wins.

    >>> from trickkit import lab
    >>> found = lab.profile("euchre", bots="random", deals=200, metrics=["declares"])
    >>> len(found.rows), 0 < sum(row.values[0].mean for row in found.rows) <= 1
    (4, True)
    """

    name = "declares"
    unit = "share"
    about = "how often {who} declares"
    needs = "a game with a declarer"
    source = "moves of all deals"

    def columns(self, seen: Observed) -> list[Column]:
        if not any(phase.finds_declarer or phase.is_own for phase in seen.rules.phases):
            return []
        declares = by_place(seen, callers(seen)["the declarer"])
        return columns_of(declares, 1, [*map(place_name, range(seen.rules.players))])


@frozen
class PointsByCall(Metric):
    """Points a deal of the declarer, and of the seats that made each call, such as `double`.

    >>> from trickkit import lab
    >>> found = lab.profile("euchre", bots="random", deals=200, metrics=["points by call"])
    >>> found.rows[0].label, found.rows[0].unit
    ('the declarer', 'points')
    """

    name = "points by call"
    unit = "points"
    about = "the points of {who} in a deal"
    needs = "a game in which something is called, such as 'double'"
    source = "moves and points of all deals"

    def columns(self, seen: Observed) -> list[Column]:
        return _by_call(seen, seen.deals.points)


@frozen
class WinsByCall(Metric):
    """How often a deal is won by the declarer, and by the seats that made each call; ties count as for `wins`.

    >>> from trickkit import lab
    >>> found = lab.profile("euchre", bots="random", deals=200, metrics=["wins by call"])
    >>> found.rows[0].label, 0 < found.rows[0].values[0].mean < 1
    ('the declarer', True)
    """

    name = "wins by call"
    unit = "share"
    about = "how often {who} wins a deal"
    needs = "calls, and two sides or more"
    source = "moves and points of all deals"

    def columns(self, seen: Observed) -> list[Column]:
        if len(seen.utility.sides) < 2:
            return []
        shares, scale = won(seen)
        return _by_call(seen, shares, scale=scale)


@frozen
class CallsThatPay(Metric):
    """How often a call was worth it: the share of calls after which the seat did better than the average.

    >>> from trickkit import lab
    >>> found = lab.profile("euchre", bots="random", deals=200, metrics=["calls that pay"])
    >>> found.rows[0].label, found.rows[0].values[0].mean < 0.5
    ('the declarer', True)
    """

    name = "calls that pay"
    unit = "share"
    about = "how often it pays for {who}"
    needs = "a game in which something is called, such as 'double'"
    source = "moves and points of all deals"

    def columns(self, seen: Observed) -> list[Column]:
        points = seen.utility.sign * seen.deals.points
        better = points * seen.rules.players > points.sum(axis=1, keepdims=True)
        return _by_call(seen, better)


def _by_call(seen: Observed, numbers: Array, *, scale: int = 1) -> list[Column]:
    """For the declarer and the makers of each call, a column of the mean of their numbers."""
    made = callers(seen)
    tops = np.array([(numbers * makers).sum(axis=1) for makers in made.values()])
    bottoms = np.array([makers.sum(axis=1) for makers in made.values()])
    return columns_of(tops.T, bottoms.T, [*made], scale=scale)
