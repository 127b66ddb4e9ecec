"""Drama: how often the lead changes, how late the winner is certain, and how far winners come back."""

from __future__ import annotations

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.lab.metrics.base import Column, Metric, columns_of
from trickkit.lab.observed import Observed
from trickkit.lab.prospects import PLAYOUTS
from trickkit.phases.tricks import Tricks

__all__ = ["Certain", "Comeback", "LeadChanges"]


def _applies(seen: Observed) -> bool:
    """Whether the game has tricks and more than one side."""
    return len(seen.utility.sides) > 1 and any(isinstance(phase, Tricks) for phase in seen.rules.phases)


@frozen
class LeadChanges(Metric):
    """How often another side takes the lead in a deal, judged by random play from each trick on.

    After Browne's *lead change* (Evolutionary Game Design, 2011), which Ludii measures as well; playouts replace a
    search as the judge of who is ahead.

    >>> from trickkit import lab
    >>> lab.profile("pikoko", bots="random", deals=100, metrics=["lead changes"]).rows[0].values[0].mean > 0.5
    True
    """

    name = "lead changes"
    unit = "times"
    about = "how often the lead changes in a deal"
    needs = "tricks, and two sides or more"
    source = "random play from each trick on; Browne's lead change, as in Ludii"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        if not _applies(seen):
            return []
        leaders = [points.sum(axis=1).argmax(axis=1) for points in seen.prospects]
        return columns_of(np.array([(series[1:] != series[:-1]).sum() for series in leaders]), 1)


@frozen
class Certain(Metric):
    """After what share of the tricks the winner is certain: all random play from there on ends with the same winners.

    CardStock, TAG and Ludii measure in other ways how early games are decided.

    >>> from trickkit import lab
    >>> 0 < lab.profile("pikoko", bots="random", deals=100, metrics=["decided after"]).rows[0].values[0].mean <= 1
    True
    """

    name = "decided after"
    unit = "share"
    about = "how late a deal is decided"
    needs = "tricks, and two sides or more"
    source = "random play from each trick on; CardStock, TAG and Ludii measure the same in other ways"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        if not _applies(seen):
            return []
        counts = np.array([*map(_decided, seen.prospects)]).reshape(-1, 2)
        return columns_of(counts[:, 0], counts[:, 1])


def _decided(points: Array) -> tuple[int, int]:
    """The number of tricks after which the winners are certain, and the number of tricks."""
    best = points == points.max(axis=2, keepdims=True)
    certain = (best == best[-1:, :1]).all(axis=(1, 2))
    uncertain = np.flatnonzero(~certain)
    return int(uncertain[-1]) + 1 if len(uncertain) else 0, len(points) - 1


@frozen
class Comeback(Metric):
    """How many points the winner of a deal is behind the leader, at the trick when its prospects are worst.

    After Browne's *drama* (Evolutionary Game Design, 2011; Ludii's `DramaMaximum`), in points, with playouts instead of
    a search.

    >>> from trickkit import lab
    >>> lab.profile("pikoko", bots="random", deals=100, metrics=["comebacks"]).rows[0].values[0].mean > 0
    True
    """

    name = "comebacks"
    unit = "points"
    about = "how far the winner of a deal comes back"
    needs = "tricks, and two sides or more"
    source = "random play from each trick on; Browne's drama, Ludii's DramaMaximum, in points"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        if not _applies(seen):
            return []
        return columns_of(np.array([*map(_behind, seen.prospects)]), 1, scale=PLAYOUTS)


def _behind(points: Array) -> int:
    """How far behind the least trailing winner was at worst, summed over `PLAYOUTS` playouts."""
    winners = points[-1, 0] == points[-1, 0].max()
    expected = points.sum(axis=1) * (PLAYOUTS // points.shape[1])
    behind = (expected.max(axis=1, keepdims=True) - expected).max(axis=0)
    return int(behind[winners].min())
