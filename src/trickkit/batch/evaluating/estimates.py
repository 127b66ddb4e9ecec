"""Means and errors of what actions are worth, estimated by playouts in shared worlds."""

from __future__ import annotations

import numpy as np
from attrs import field, frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.model.actions import Action

__all__ = ["Evaluation"]


@frozen
class Evaluation:
    """What the legal actions of a view are worth.

    Args:
        actions: all that are legal, in their legal order.
        means: of each, the mean utility.
        errors: of each, the standard error of the mean, which counts worlds, since playouts in one world are alike; nan
            where there is one world.
        behind: of each, by how much its mean is below that of the best one; 0 for the best.
        behind_errors: the standard error of that difference, paired world by world.
        worlds: how many worlds all actions were tried out in.
        playouts: how many times each action was played to the end of the deal.
        how: `"compiled"`, where worlds were dealt and played on in compiled code; `"sampled"`, where they were sampled
            and then played on in compiled code; `"reference"`, where the reference engine did all.
        why: what kept compiled code from dealing them; `""` where nothing did.

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
    """Means and errors.

    Args:
        actions: all that are legal.
        utilities: (actions, playouts): playout k is one of world k modulo their number.
        worlds: how many there are, no more than playouts.
        how: as above.
        why: as above.
    """
    playouts = utilities.shape[1]
    rounds = playouts // worlds
    sums = utilities[:, : rounds * worlds].reshape(len(actions), rounds, worlds).sum(axis=1, dtype=np.float64)
    counts = np.full(worlds, rounds)
    more = playouts - rounds * worlds
    sums[:, :more] += utilities[:, rounds * worlds :]
    counts[:more] += 1
    means = sums.sum(axis=1) / playouts
    best = int(means.argmax())
    return Evaluation(
        actions,
        tuple(means.tolist()),
        tuple(_errors(sums, counts).tolist()),
        tuple((means[best] - means).tolist()),
        tuple(_errors(sums[best] - sums, counts).tolist()),
        worlds,
        playouts,
        how,
        why=why,
    )


def _errors(sums: Array, counts: Array) -> Array:
    """The standard errors of means of clusters that are as large as each other, or about so.

    Args:
        sums: (rows, worlds): by row and cluster, what is added up.
        counts: (worlds,): how much it is.
    """
    worlds, everything = len(counts), counts.sum()
    if worlds == 1:
        return np.full(len(sums), np.nan)
    off = sums - counts * (sums.sum(axis=1, keepdims=True) / everything)
    found: Array = np.sqrt((off**2).sum(axis=1) * worlds / (worlds - 1)) / everything
    return found
