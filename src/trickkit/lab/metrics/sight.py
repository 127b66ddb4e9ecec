"""The value of seeing all cards: a player that peeks, compared with one that does not."""

from __future__ import annotations

from functools import partial
from random import Random

import numpy as np
from attrs import frozen

from trickkit import batch
from trickkit.bots.flat import Flat
from trickkit.bots.utility import Utility, deal_played, gained
from trickkit.lab.metrics.base import Column, Metric, columns_of
from trickkit.lab.observed import Observed
from trickkit.lab.trace import Trace
from trickkit.model.actions import Action
from trickkit.play.state import State

__all__ = ["Sight", "peeking"]

PLAYOUTS = 64
"""The number of playouts of each action to the end of the deal."""
BY_REFERENCE = 8
"""The number of playouts if the rules do not compile."""


@frozen
class Sight(Metric):
    """By how many points a deal a seat does better by seeing all cards; all others play as in the study.

    Each deal is played twice more with another player at one seat. It plays each action out at random and takes the
    best on average, as `flat:64` does: once in worlds that agree with what it has seen, and once with the true cards.
    In games that the fewest points win, it counts how many fewer.

    >>> from trickkit import lab
    >>> found = lab.profile("pikinni", bots="greedy", deals=4, metrics=["value of sight"])
    >>> found.rows[0].unit
    'points'
    """

    name = "value of sight"
    unit = "points"
    about = "what seeing all cards is worth"
    source = "each deal played again, twice"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        return columns_of(np.array([_gained(seen, trace) for trace in seen.traces]), 1)


def _gained(seen: Observed, trace: Trace) -> int:
    """How many points a random seat gains by seeing all cards."""
    name = f"{seen.table.seed}/sight {trace.number}/{trace.turn}"
    seat, seed = Random(name).randrange(seen.rules.players), Random(name).getrandbits(64)
    playouts = PLAYOUTS if batch.supports(seen.rules) else BY_REFERENCE
    flat = Flat(playouts, seed=seed)
    blind = seen.table.with_player(trace, seat, lambda state: flat.act(state.view(seat)))
    open_ = seen.table.with_player(trace, seat, partial(peeking, seen.utility, seed=seed))
    return seen.utility.sign * (open_[seat] - blind[seat])


def peeking(utility: Utility, state: State, *, seed: int) -> Action:
    """The action with the best mean utility over random playouts, for a player that sees all cards.

    Args:
        utility: what is good for a seat.
        state: one in which the seat has a choice.
        seed: any integer; equal seeds give equal decisions.

    >>> from trickkit import Stacked, load
    >>> rules = load("pikinni", players=2)
    >>> state = rules.start(first=0, deals=[Stacked(hands=[["7S"], ["8S"]], turned="9D")])
    >>> str(peeking(Utility.said_by(rules), state, seed=7))
    '0'
    """
    seat = state.actors[0]
    values = [_worth(utility, state.play(seat, action), state, seat, seed) for action in state.legal(seat)]
    return state.legal(seat)[values.index(max(values))]


def _worth(utility: Utility, after: State, state: State, seat: int, seed: int) -> float:
    """The mean utility of random playouts of the deal after an action."""
    if len(after.results) > len(state.results):
        return float(utility.of(gained(state, after), seat, state.scores))
    if batch.supports(state.rules):
        points = batch.playouts(after, PLAYOUTS, seed, threads=1).points
        return float(np.mean(utility.of([*points.T], seat, state.scores)))
    draw = Random(seed).random
    ends = [gained(state, deal_played(after, draw)) for _ in range(BY_REFERENCE)]
    return float(sum(utility.of(points, seat, state.scores) for points in ends)) / len(ends)
