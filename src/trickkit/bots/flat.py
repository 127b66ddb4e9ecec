"""Flat Monte Carlo search over sampled worlds: all actions are tried equally often."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache, partial
from math import isnan
from typing import TYPE_CHECKING

from attrs import field, frozen
from attrs.validators import optional

from trickkit.bots.base import Bot, Budget, Choice, Explanation, check_budget, choices, source
from trickkit.bots.calls import CallModel
from trickkit.bots.intervals import standard_error
from trickkit.bots.utility import Utility, deal_played, gained
from trickkit.errors import MissingExtra
from trickkit.model.checks import is_a, whole

if TYPE_CHECKING:
    from random import Random

    from trickkit.batch.evaluating import Evaluation
    from trickkit.model.actions import Action
    from trickkit.play.rules import Rules
    from trickkit.play.state import State
    from trickkit.play.view import View

__all__ = ["Flat", "compiles"]

WORLDS = 16
"""The maximum number of worlds on the reference engine, where more worlds gain little over more playouts in each."""
MOST = 1 << 20
"""The maximum number of playouts in a span of time, all actions together."""
MANY_ACTIONS, LEAST = 24, 2
"""If compiled code cannot do all the work, the total number of playouts stops growing at `MANY_ACTIONS` actions, except
that each action gets at least `LEAST`. Otherwise a choice among a hundred bids would take half a minute."""


@frozen
class Flat(Bot):
    """Plays each action out at random a number of times, and takes the best on average.

    All actions are tried in the same worlds, which agree with what the seat has seen (*perfect-information Monte
    Carlo*, PIMC). After the action everybody plays at random, and passes wherever it may in auctions: the bot plans
    nothing, but it sees what an action is worth against players who make mistakes, and what a bid is worth if it
    stands. The standard error of a mean counts worlds, not playouts, because the playouts in one world are alike.

    If the extra `fast` is installed and the rules compile, `batch.evaluate` does the work, a hundred times as fast;
    otherwise the reference engine does. They draw differently; the explanation says which one was used.

    Args:
        playouts: how often each action is played out, 1 or more.
        seed: any integer; equal seeds give equal decisions.
        utility: what is good for a seat; None for what the rules say.
        calls: what calls of other seats reveal about their hands, if compiled code deals the worlds; None for nothing.
        slowly: the number of playouts if compiled code cannot do all the work, for example if deals are scored one by
            one, 1 or more; fewer for each where there are more than 24 actions. None for the same number.

    >>> from trickkit import load
    >>> state = load("pikinni", players=2).start(seed=7, first=0)
    >>> print(Flat(32).explain(state.view(0)).choices[0].action)
    0
    """

    playouts: int = field(default=64, validator=whole(1))
    seed: int = field(default=0, validator=is_a(int), kw_only=True)
    utility: Utility | None = field(default=None, kw_only=True)
    calls: CallModel | None = field(default=None, validator=optional(is_a(CallModel)), kw_only=True)
    slowly: int | None = field(default=None, validator=optional(whole(1)), kw_only=True)

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """The average result of each legal action."""
        check_budget(budget)
        legal = choices(view)
        evaluate = _evaluating(view.rules)
        if evaluate is None:
            return self._by_reference(view, legal, budget)
        playouts = self.playouts if budget is None else budget
        weigh = self.calls.weigher(view) if self.calls else None
        seed = source(view, self.seed).getrandbits(64)
        ask = partial(evaluate, view, utility=self.utility, weigh=weigh, seed=seed, threads=1)
        if not isinstance(playouts, timedelta):
            slowly = self._slowly(legal)
            few = None if budget is not None or slowly is None else ask(playouts=slowly)
            return _explanation(ask(playouts=playouts) if few is None or few.how == "compiled" else few)
        now = time.perf_counter
        end, evaluation, took = now() + playouts.total_seconds(), None, 0.0
        count = WORLDS
        while evaluation is None or (now() + 4 * took < end and 4 * count * len(legal) <= MOST):
            began, count = now(), count * 4
            evaluation = ask(playouts=count, worlds=count // 4)
            took = now() - began
        return _explanation(evaluation)

    def _slowly(self, legal: tuple[Action, ...]) -> int | None:
        """How often each of some actions is played out if compiled code cannot do all the work; None if as often."""
        return self.slowly and min(self.slowly, max(LEAST, self.slowly * MANY_ACTIONS // len(legal)))

    def _by_reference(self, view: View, legal: tuple[Action, ...], budget: Budget | None) -> Explanation:
        """The average result of each legal action, played out by the reference engine."""
        rng, utility = source(view, self.seed), self.utility or Utility.said_by(view.rules)
        values: list[list[float]] = []
        if isinstance(budget, timedelta):
            end = time.perf_counter() + budget.total_seconds()
            while not values or time.perf_counter() < end:
                values.append(_tried(view, view.sample(rng), legal, 1, utility, rng))
            return explained(legal, values, len(values))
        playouts = budget or self._slowly(legal) or self.playouts
        worlds = view._worlds.several(rng, min(WORLDS, playouts))
        for index, world in enumerate(worlds):
            # If they cannot be divided evenly, the first worlds have one playout more.
            count = playouts // len(worlds) + (index < playouts % len(worlds))
            values.append(_tried(view, world, legal, count, utility, rng))
        return explained(legal, values, playouts)


def compiles(rules: Rules) -> bool:
    """Whether compiled code runs the playouts: the extra `fast` is installed, and the rules compile.

    >>> from trickkit import load
    >>> compiles(load("pikoko"))
    True
    """
    return _evaluating(rules) is not None


@lru_cache(maxsize=64)
def _evaluating(rules: Rules) -> Callable[..., Evaluation] | None:
    """The compiled evaluator; None if it is not installed, or the rules do not compile."""
    try:
        from trickkit import batch
    except MissingExtra:
        return None
    support = batch.supports(rules)
    return batch.evaluate if support or support.is_mixed else None


def _explanation(said: Evaluation) -> Explanation:
    """An evaluation as an explanation."""
    columns = zip(said.actions, said.means, said.errors, said.behind, said.behind_errors, strict=True)
    tried = [
        Choice(action, mean, None if isnan(error) else error, behind, None if isnan(apart) else apart)
        for action, mean, error, behind, apart in columns
    ]
    return Explanation(sorted(tried, key=lambda choice: -choice.mean), said.worlds, said.playouts, said.how)


def _tried(
    view: View, world: State, legal: tuple[Action, ...], playouts: int, utility: Utility, rng: Random
) -> list[float]:
    """The mean utility of each action in one world, over random playouts."""
    seat = view.seat
    assert seat is not None  # A spectator has no legal actions.
    draw = rng.random
    means = []
    for action in legal:
        after = world.play(seat, action)
        total = sum(utility.of(gained(world, deal_played(after, draw, passes=True)), seat) for _ in range(playouts))
        means.append(total / playouts)
    return means


def explained(legal: tuple[Action, ...], values: list[list[float]], playouts: int) -> Explanation:
    """The explanation of actions, given their results in each world.

    Args:
        legal: the actions.
        values: by world and action, the mean utility.
        playouts: how many times each action was played to the end of the deal.
    """
    columns = [*zip(*values, strict=True)]
    means = [sum(column) / len(column) for column in columns]
    highest = max(means)
    best = columns[means.index(highest)]
    tried = []
    for action, mean, column in zip(legal, means, columns, strict=True):
        behind = [most - own for most, own in zip(best, column, strict=True)]
        tried.append(Choice(action, mean, standard_error(column), highest - mean, standard_error(behind)))
    return Explanation(tuple(sorted(tried, key=lambda choice: -choice.mean)), len(values), playouts)
