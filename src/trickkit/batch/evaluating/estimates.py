"""The worth of actions, estimated by playouts in shared worlds, with standard errors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from attrs import field, frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.model.actions import Action

__all__ = ["Evaluation"]


@frozen
class Evaluation:
    """The estimated worth of the legal actions of a view.

    Args:
        actions: all legal actions, in the order of `legal`.
        means: for each, the mean utility.
        errors: for each, the standard error of the mean, which counts worlds, because playouts in one world are alike;
            nan with only one world.
        behind: for each, how far its mean is below that of the best one; 0 for the best.
        behind_errors: the standard error of that difference, paired world by world.
        worlds: the number of worlds in which all actions were tried.
        playouts: how many times each action was played to the end of the deal.
        how: `"compiled"` if compiled code dealt the worlds and played them out; `"sampled"` if worlds were sampled and
            then played out by compiled code; `"reference"` if the reference engine did everything.
        why: what kept compiled code from dealing the worlds; `""` if nothing did.

    >>> from trickkit import batch, load
    >>> found = batch.evaluate(load("hearts").start(seed=7).view(0), worlds=16, playouts=64)
    >>> len(found.actions) == len(found.means), found.best in found.actions, found.how
    (True, True, 'compiled')
    """

    actions: tuple[Action, ...]
    means: tuple[float, ...]
    errors: tuple[float, ...]
    behind: tuple[float, ...]
    behind_errors: tuple[float, ...]
    worlds: int
    playouts: int
    how: str
    why: str = field(default="", kw_only=True)

    @property
    def best(self) -> Action:
        """The action with the highest mean; the first of several."""
        return self.actions[self.means.index(max(self.means))]


def estimated(actions: tuple[Action, ...], utilities: Array, worlds: int, how: str, why: str) -> Evaluation:
    """The evaluation of actions, given the utilities of their playouts.

    Args:
        actions: all legal actions.
        utilities: (actions, playouts): playout k uses world k modulo their number.
        worlds: the number of worlds, at most that of playouts.
        how: as above.
        why: as above.
    """
    playouts, statistics = utilities.shape[1], np.empty((len(actions), 4))
    work_out(utilities, statistics, np.empty((2, worlds)))
    means, errors, behind, behind_errors = [tuple(column) for column in statistics.T.tolist()]
    return Evaluation(actions, means, errors, behind, behind_errors, worlds, playouts, how, why=why)


@entry
def work_out(utilities: Any, found: Any, sums: Any) -> None:
    """Compute means and standard errors.

    Args:
        utilities: as above.
        found: (actions, 4), float64: receives each mean, its error, how far it is behind the best one, and the error of
            that difference.
        sums: (2, worlds), float64: work space.
    """
    actions, playouts, worlds, best = utilities.shape[0], utilities.shape[1], sums.shape[1], 0
    for action in range(actions):
        found[action, 0] = mean_of(utilities[action], sums[0])
        found[action, 1] = _error(sums[0], playouts)
        if found[action, 0] > found[best, 0]:
            best = action
    _add_up(utilities[best], sums[1])
    for action in range(actions):
        _add_up(utilities[action], sums[0])
        for world in range(worlds):
            sums[0, world] = sums[1, world] - sums[0, world]
        found[action, 2], found[action, 3] = found[best, 0] - found[action, 0], _error(sums[0], playouts)


@kernel
def mean_of(utilities: Any, sums: Any) -> float:
    """The mean of utilities that are summed world by world; `sums` receives the sums of the worlds."""
    _add_up(utilities, sums)
    total = 0.0
    for world in range(sums.shape[0]):
        total += sums[world]
    return total / utilities.shape[0]


@kernel
def _add_up(utilities: Any, sums: Any) -> None:
    """Add up utilities world by world: playout k uses world k modulo the number of worlds."""
    worlds = sums.shape[0]
    for world in range(worlds):
        sums[world] = 0.0
    for playout in range(utilities.shape[0]):
        sums[playout % worlds] += utilities[playout]


@kernel
def _error(sums: Any, playouts: int) -> float:
    """The standard error of a mean over clusters of about equal size; nan for a single one.

    Args:
        sums: (clusters,): the summands.
        playouts: the total number, assigned to the clusters in turn.
    """
    worlds, total, squares = sums.shape[0], 0.0, 0.0
    if worlds == 1:
        return np.nan
    for world in range(worlds):
        total += sums[world]
    for world in range(worlds):
        count = playouts // worlds + (1 if world < playouts % worlds else 0)
        off = sums[world] - count * (total / playouts)
        squares += off * off
    return math.sqrt(squares * worlds / (worlds - 1)) / playouts
