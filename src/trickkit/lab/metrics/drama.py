"""Drama: how often the lead changes, how late the winner is certain, and how far winners come back."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from trickkit import batch
from trickkit.bots.utility import deal_played
from trickkit.lab.metrics.base import Column, Metric, columns_of
from trickkit.phases.tricks import Tricks

if TYPE_CHECKING:
    from trickkit.batch.kernel.arrays import Array
    from trickkit.lab.observed import Observed, Trace
    from trickkit.play.state import State

__all__ = ["Certain", "Comeback", "LeadChanges", "outlooks"]

PLAYOUTS = 64
"""How often a deal is played on from each trick on."""
BY_REFERENCE = 8
"""How often it is where the rules do not compile."""


def outlooks(seen: Observed, trace: Trace) -> Array:
    """What random play makes of a deal, from each of its tricks on and at its end.

    Args:
        seen: the deals.
        trace: one of them.

    Returns:
        (tricks + 1, playouts, sides): the points, turned so that more are better. At the end all playouts are alike.

    >>> from trickkit import load
    >>> from trickkit.lab.playing import Table
    >>> seen = Table(load("pikoko", players=3), ("random",) * 3, seed=7).observed(range(1), traced=1)
    >>> outlooks(seen, seen.traces[0]).shape
    (9, 64, 3)
    """
    own = [side[0] for side in seen.utility.sides]
    begun: dict[int, State] = {}
    for state in trace.states[:-1]:
        if isinstance(state.phase, Tricks):
            begun.setdefault(len(state.deal[Tricks].tricks), state)
    looks = [_played_on(state, trace.number * 100 + trick) for trick, state in begun.items()]
    end = np.array(trace.states[-1].results[-1].scores)
    playouts = PLAYOUTS if batch.supports(seen.rules) else BY_REFERENCE
    looks.append(np.tile(end, (playouts, 1)))
    points: Array = seen.utility.sign * np.array(looks)[:, :, own]
    return points


def _played_on(state: State, seed: int) -> Array:
    """The points of a deal that is played on at random, by playout and seat."""
    if batch.supports(state.rules):
        return batch.playouts(state, PLAYOUTS, seed, threads=1).points
    draw, number = Random(f"{seed}/outlook").random, len(state.results)
    return np.array([deal_played(state, draw).results[number].scores for _ in range(BY_REFERENCE)])


def _applies(seen: Observed) -> bool:
    """Whether there are tricks, and more than one side."""
    return len(seen.utility.sides) > 1 and any(isinstance(phase, Tricks) for phase in seen.rules.phases)


@frozen
class LeadChanges(Metric):
    """How often in a deal another side gets ahead, as random play from each trick on sees it.

    After Browne's *lead change* (Evolutionary Game Design, 2011), which Ludii measures as well, with playouts in place
    of a search as the judge of who is ahead.

    >>> from trickkit import lab
    >>> lab.profile("pikoko", bots="random", deals=100, metrics=["lead changes"]).rows[0].values[0].mean > 0.5
    True
    """

    name = "lead changes"
    unit = "times"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        """One, where there are tricks and more than one side."""
        if not _applies(seen):
            return []
        leaders = [outlooks(seen, trace).sum(axis=1).argmax(axis=1) for trace in seen.traces]
        return columns_of(np.array([(one[1:] != one[:-1]).sum() for one in leaders]), 1)


@frozen
class Certain(Metric):
    """After what share of the tricks it is certain who wins: all random play from there on ends with the same winners.

    CardStock, TAG and Ludii measure in other ways how early games are decided.

    >>> from trickkit import lab
    >>> 0 < lab.profile("pikoko", bots="random", deals=100, metrics=["decided after"]).rows[0].values[0].mean <= 1
    True
    """

    name = "decided after"
    unit = "share"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        """One, where there are tricks and more than one side."""
        if not _applies(seen):
            return []
        counts = np.array([_decided(outlooks(seen, trace)) for trace in seen.traces]).reshape(-1, 2)
        return columns_of(counts[:, 0], counts[:, 1])


def _decided(points: Array) -> tuple[int, int]:
    """After how many tricks the winners are certain, and how many tricks there are."""
    best = points == points.max(axis=2, keepdims=True)
    certain = (best == best[-1:, :1]).all(axis=(1, 2))
    uncertain = np.flatnonzero(~certain)
    return int(uncertain[-1]) + 1 if len(uncertain) else 0, len(points) - 1


@frozen
class Comeback(Metric):
    """How many points the winner of a deal is behind the leader, at its trick of the worst outlook.

    After Browne's *drama* (Evolutionary Game Design, 2011; Ludii's `DramaMaximum`), in points, with playouts in place
    of a search.

    >>> from trickkit import lab
    >>> lab.profile("pikoko", bots="random", deals=100, metrics=["comebacks"]).rows[0].values[0].mean > 0
    True
    """

    name = "comebacks"
    unit = "points"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        """One, where there are tricks and more than one side."""
        if not _applies(seen):
            return []
        return columns_of(np.array([_behind(outlooks(seen, trace)) for trace in seen.traces]), 1, scale=PLAYOUTS)


def _behind(points: Array) -> int:
    """How far the winner who was least behind was behind at worst, added up over so many playouts as `PLAYOUTS`."""
    winners = points[-1, 0] == points[-1, 0].max()
    expected = points.sum(axis=1) * (PLAYOUTS // points.shape[1])
    behind = (expected.max(axis=1, keepdims=True) - expected).max(axis=0)
    return int(behind[winners].min())
