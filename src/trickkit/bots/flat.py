"""Flat Monte Carlo search over sampled worlds: each action is tried out, and none more often than another."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from trickkit.bots.base import Bot, Budget, Choice, Explanation, check_budget, choices, source
from trickkit.bots.intervals import standard_error
from trickkit.bots.utility import Utility, deal_played, gained
from trickkit.model.checks import counted, is_a

if TYPE_CHECKING:
    from random import Random

    from trickkit.model.actions import Action
    from trickkit.play.view import View

__all__ = ["Flat"]

WORLDS = 16
"""In how many worlds actions are tried out at most, where a number of playouts is given: more of them tell little more
than more playouts in each."""


@frozen
class Flat(Bot):
    """Plays each action on to the end of the deal at random, so many times, and takes the best on average.

    All actions are tried out in the same worlds, which agree with what the seat has seen (*perfect-information Monte
    Carlo*, PIMC). Afterwards everybody plays at random: the bot plans nothing, but it sees what an action is worth
    against players who make mistakes. The mean of an action has a standard error that counts worlds, not playouts, as
    those of one world are alike.

    Args:
        playouts: how often each action is played out, 1 or more.
        seed: any integer: the same one, the same decisions.
        utility: what serves a seat; None for what the rules say.

    >>> from trickkit import load
    >>> state = load("pikinni", players=2).start(seed=7, first=0)
    >>> print(Flat(32).explain(state.view(0)).choices[0].action)
    0
    """

    playouts: int = field(default=64, validator=counted(1))
    seed: int = field(default=0, validator=is_a(int), kw_only=True)
    utility: Utility | None = field(default=None, kw_only=True)

    def seeded(self, seed: int) -> Flat:
        """The bot with another seed."""
        return evolve(self, seed=seed)

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """What each legal action came to on average."""
        check_budget(budget)
        legal, rng = choices(view), source(view, self.seed)
        utility = self.utility or Utility.said_by(view.rules)
        values: list[list[float]] = []
        if isinstance(budget, timedelta):
            end = time.perf_counter() + budget.total_seconds()
            while not values or time.perf_counter() < end:
                values.append(_tried(view, legal, 1, utility, rng))
            return _explained(legal, values, len(values))
        playouts = budget or self.playouts
        worlds = min(WORLDS, playouts)
        for world in range(worlds):
            # Where they do not come out even, the first worlds have one playout more.
            here = playouts // worlds + (world < playouts % worlds)
            values.append(_tried(view, legal, here, utility, rng))
        return _explained(legal, values, playouts)


def _tried(view: View, legal: tuple[Action, ...], playouts: int, utility: Utility, rng: Random) -> list[float]:
    """The mean utility of each action in one world."""
    seat = view.seat
    assert seat is not None  # A spectator has no legal actions.
    world, draw = view.sample(rng), rng.random
    means = []
    for action in legal:
        after = world.play(seat, action)
        total = sum(utility.of(gained(world, deal_played(after, draw)), seat) for _ in range(playouts))
        means.append(total / playouts)
    return means


def _explained(legal: tuple[Action, ...], values: list[list[float]], playouts: int) -> Explanation:
    columns = [*zip(*values, strict=True)]
    means = [sum(column) / len(column) for column in columns]
    highest = max(means)
    best = columns[means.index(highest)]
    found = []
    for action, mean, column in zip(legal, means, columns, strict=True):
        behind = [most - own for most, own in zip(best, column, strict=True)]
        found.append(Choice(action, mean, standard_error(column), highest - mean, standard_error(behind)))
    return Explanation(tuple(sorted(found, key=lambda choice: -choice.mean)), len(values), playouts)
