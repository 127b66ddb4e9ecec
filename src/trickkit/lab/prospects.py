"""The prospects of a deal: the results of random play from each of its tricks on."""

from __future__ import annotations

from random import Random

import numpy as np

from trickkit import batch
from trickkit.batch.kernel.arrays import Array
from trickkit.bots.utility import Utility, deal_played
from trickkit.lab.trace import Trace
from trickkit.phases.tricks import Tricks
from trickkit.play.rules import Rules
from trickkit.play.state import State

__all__ = ["prospects_of"]

PLAYOUTS = 64
"""The number of playouts from each trick on."""
BY_REFERENCE = 8
"""The number of playouts if the rules do not compile."""


def prospects_of(trace: Trace, rules: Rules, utility: Utility) -> Array:
    """The results of random play in a deal, from each of its tricks on and at its end.

    Args:
        trace: the deal.
        rules: of the deal.
        utility: what is good for a seat, and who is on a side.

    Returns:
        Returns (tricks + 1, playouts, sides): the points, with the sign chosen so that more are better. At the end all
        playouts are equal.

    >>> from trickkit import load
    >>> from trickkit.lab.observed import Observed
    >>> from trickkit.lab.playing import Table
    >>> seen = Observed.of(Table(load("pikoko", players=3), ("random",) * 3, seed=7), range(1), traced=1)
    >>> prospects_of(seen.traces[0], seen.rules, seen.utility).shape
    (9, 64, 3)
    """
    own = [side[0] for side in utility.sides]
    begun: dict[int, State] = {}
    for state in trace.states[:-1]:
        if isinstance(state.phase, Tricks):
            begun.setdefault(len(state.deal[Tricks].tricks), state)
    results = [_played_on(state, trace.number * 100 + trick) for trick, state in begun.items()]
    end = np.array(trace.states[-1].results[-1].scores)
    playouts = PLAYOUTS if batch.supports(rules) else BY_REFERENCE
    results.append(np.tile(end, (playouts, 1)))
    points: Array = utility.sign * np.array(results)[:, :, own]
    return points


def _played_on(state: State, seed: int) -> Array:
    """The points of random playouts of a deal, by playout and seat."""
    if batch.supports(state.rules):
        return batch.playouts(state, PLAYOUTS, seed, threads=1).points
    draw, index = Random(f"{seed}/prospects").random, len(state.results)
    return np.array([deal_played(state, draw).results[index].scores for _ in range(BY_REFERENCE)])
