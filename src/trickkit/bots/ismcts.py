"""A bot that plans: it searches one tree over many worlds that agree with its view."""

from __future__ import annotations

import time
from datetime import timedelta
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen
from attrs.validators import optional

from trickkit.bots.base import Bot, Budget, Choice, Explanation, check_budget, choices, source
from trickkit.bots.calls import CallModel
from trickkit.bots.tree import ReferenceTree
from trickkit.errors import InvalidRules, MissingExtra, quoted
from trickkit.model.checks import is_a, whole
from trickkit.play.rollouts import RolloutPolicy, Uniform
from trickkit.play.utility import Utility

if TYPE_CHECKING:
    from trickkit.batch.search import Growing
    from trickkit.model.actions import Action
    from trickkit.play.view import View

__all__ = ["ISMCTS"]

BY_REFERENCE = 300
"""The maximum number of iterations on the reference engine, which is a hundred times slower, unless time limits it."""


def _positive(_bot: object, _field: object, value: float) -> None:
    if not 0 < value < inf:
        raise InvalidRules(f"exploration {quoted(value)}: give a number above 0, usually about 1")


@frozen
class ISMCTS(Bot):
    """Searches a tree over worlds that agree with what the seat has seen.

    This is single-observer information set Monte Carlo tree search, *SO-ISMCTS* (Cowling, Powley and Whitehouse, 2012).

    Each iteration samples a world, descends the tree by what is good for each seat in turn (upper confidence bounds
    among the actions that are legal in this world), adds a node, and plays the deal out at random or by a policy. The
    edges of the tree are what the seat sees: others' secret decisions are one edge, and branch when they are revealed
    later. The bot takes the action that was tried most.

    Args:
        iterations: how many, 1 or more; each action is tried at least once.
        exploration: how strongly rarely tried actions are preferred, above 0, as a share of the spread of results.
        seed: any integer; equal seeds give equal decisions.
        utility: what is good for a seat; None for what the rules say.
        policy: how seats decide below the tree if compiled code grows it; the reference engine decides at random.
        calls: what calls of other seats reveal about their hands, if compiled code deals the worlds; None for nothing.
        otherwise: the bot that decides if compiled code cannot grow a tree; None for the reference engine, which makes
            at most 300 iterations.

    >>> from trickkit import load
    >>> view = load("pikinni", players=2).start(seed=7, first=0).view(0)
    >>> print(ISMCTS(200).act(view))
    0
    """

    iterations: int = field(default=1000, validator=whole(1))
    exploration: float = field(default=0.7, validator=_positive, kw_only=True)
    seed: int = field(default=0, validator=is_a(int), kw_only=True)
    utility: Utility | None = field(default=None, kw_only=True)
    policy: RolloutPolicy = field(default=Uniform(), validator=is_a(RolloutPolicy), kw_only=True)
    calls: CallModel | None = field(default=None, validator=optional(is_a(CallModel)), kw_only=True)
    otherwise: Bot | None = field(default=None, validator=optional(is_a(Bot)), kw_only=True)

    def seeded(self, seed: int) -> ISMCTS:
        """The bot with another seed, which `otherwise` gets as well."""
        return evolve(self, seed=seed, otherwise=self.otherwise and self.otherwise.seeded(seed))

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """The average result of the iterations through each legal action, the most tried action first.

        Args:
            view: as for `act`.
            budget: as for `act`; a number of playouts for each action is the number of iterations for each.
        """
        check_budget(budget)
        legal = choices(view)
        utility = self.utility or Utility.said_by(view.rules)
        tree: Growing | ReferenceTree | None = self._compiled(view, utility, len(legal), budget)
        compiled = tree is not None
        if tree is None and self.otherwise is not None:
            return self.otherwise.explain(view, budget)
        if tree is None:
            tree = ReferenceTree(view, utility, self.exploration, source(view, self.seed))
            self._grow(tree, len(legal), budget, most=BY_REFERENCE)
        scale = utility.scale(utility.side_of(view.seat or 0)) if compiled else 1
        tried = sorted(zip(tree.found(), legal, strict=True), key=lambda result: -result[0][0])
        means = [(total / visits / scale, _error(visits, total, own, scale)) for (visits, total, own), _ in tried]
        explained = [_choice(action, *means[0], *mean) for mean, (_, action) in zip(means, tried, strict=True)]
        return Explanation(
            explained,
            worlds=tree.iterations,
            how="compiled" if compiled else "reference",
            done=f"{tree.iterations:,} iterations in a tree of {tree.nodes:,} nodes",
        )

    def _grow(self, tree: Growing | ReferenceTree, actions: int, budget: Budget | None, *, most: int | None) -> None:
        """Grow a tree as far as the budget allows."""
        if isinstance(budget, timedelta):
            end = time.perf_counter() + budget.total_seconds()
            tree.grow(actions)
            while time.perf_counter() < end:
                tree.grow(tree.iterations + 64, more=lambda: time.perf_counter() < end)
            return
        wanted = self.iterations if budget is None else budget * actions
        tree.grow(max(actions, wanted if most is None else min(wanted, most)))

    def _compiled(self, view: View, utility: Utility, actions: int, budget: Budget | None) -> Growing | None:
        """A tree for a view, grown by compiled code; None if compiled code fails, possibly midway."""
        try:
            from trickkit.batch.lowering.unsupported import Unsupported
            from trickkit.batch.search import Growing
        except MissingExtra:
            return None
        try:
            seed = source(view, self.seed).getrandbits(63)
            weigh = self.calls.weigher(view) if self.calls else None
            tree = Growing(view, utility, self.exploration, seed, self.policy, weigh)
            self._grow(tree, actions, budget, most=None)
        except Unsupported:
            return None
        return tree


def _error(visits: int, total: float, squares: float, scale: int) -> float | None:
    """The standard error of a mean from a sum and a sum of squares; None for a single number."""
    if visits < 2:
        return None
    return sqrt(max(0.0, squares - total * total / visits) / (visits - 1) / visits) / scale


def _choice(action: Action, best: float, best_error: float | None, mean: float, error: float | None) -> Choice:
    """Compare an action with the most tried one. They were not tried in the same worlds, so their errors add up."""
    apart = None if error is None or best_error is None else hypot(error, best_error)
    behind = max(0.0, best - mean)
    return Choice(action, mean, error, behind, apart)
