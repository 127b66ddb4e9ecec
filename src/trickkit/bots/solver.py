"""A bot for the end of a deal: it solves sampled worlds that agree with its view."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from trickkit.bots.base import Bot, Budget, Explanation, check_budget, choices, source
from trickkit.bots.flat import Flat, explained
from trickkit.bots.solving import by_compiled_code, solve
from trickkit.bots.utility import Utility
from trickkit.errors import TooManyPositions
from trickkit.model.checks import counted, is_a, whole
from trickkit.phases.tricks import Tricks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickkit.play.view import View

__all__ = ["Solver"]

POSITIONS = 200_000
"""The maximum number of positions of a world in compiled code: some hundredths of a second."""
BY_REFERENCE = 2_000
"""The maximum number of positions on the reference engine, which takes the same time."""


@frozen
class Solver(Bot):
    """Plays the last tricks optimally in worlds that agree with what the seat has seen.

    In each world all cards are open, and every action is worth its result under optimal play by all (`bots.solve`); the
    bot takes the best on average. Before the last tricks, and if a world has too many positions, another bot decides.

    The bot plays as if everybody saw each other's cards from now on (*strategy fusion*): it neither hides cards nor
    tries to find them out.

    Args:
        worlds: how many are solved, 1 or more.
        cards: the number of cards in a hand at which it begins to solve, 1 or more. If only the reference engine can
            play the rules, it begins with fewer.
        otherwise: the bot that decides before that.
        seed: any integer; equal seeds give equal decisions.
        utility: what is good for a seat; None for what the rules say.

    >>> from trickkit import load
    >>> state = load("pikoko", players=3).start(seed=7, first=0)
    >>> while max(map(len, state.deal.hands)) > 3:
    ...     state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    >>> print(str(Solver(8).explain(state.view(state.actors[0]))).splitlines()[-1])
    8 worlds solved (compiled)
    """

    worlds: int = field(default=16, validator=whole(1))
    cards: int = field(default=6, validator=counted(1), kw_only=True)
    otherwise: Bot = field(default=Flat(), validator=is_a(Bot), kw_only=True)
    seed: int = field(default=0, validator=is_a(int), kw_only=True)
    utility: Utility | None = field(default=None, kw_only=True)

    def seeded(self, seed: int) -> Solver:
        """The bot with another seed, which `otherwise` gets as well."""
        return evolve(self, seed=seed, otherwise=self.otherwise.seeded(seed))

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """The average result of each legal action in solved worlds; before the last tricks, that of `otherwise`.

        Args:
            view: as for `act`.
            budget: as for `act`; when solving, the number of worlds, or a span of time.
        """
        check_budget(budget)
        legal = choices(view)
        compiled = by_compiled_code(view.rules)
        if len(legal) == 1 or not self._near_end(view, compiled=compiled):
            return self.otherwise.explain(view, budget)
        values: list[list[float]] = []
        worlds = self.worlds if budget is None or isinstance(budget, timedelta) else budget
        end = time.perf_counter() + budget.total_seconds() if isinstance(budget, timedelta) else None
        try:
            for solved in self._solutions(view, compiled=compiled):
                values.append(solved)
                if len(values) >= worlds if end is None else time.perf_counter() >= end:
                    break
        except TooManyPositions:
            return self.otherwise.explain(view, budget)
        how = "compiled" if compiled else "reference"
        return evolve(explained(legal, values, 0), how=how, done=f"{len(values)} worlds solved")

    def _near_end(self, view: View, *, compiled: bool) -> bool:
        """Whether only tricks remain, few enough to solve."""
        phases = view.rules.phases
        most = max(map(len, view.deal.hands), default=0)
        few = most <= (self.cards if compiled else min(self.cards, 3))
        return few and isinstance(view.phase, Tricks) and view.phase == phases[-1]

    def _solutions(self, view: View, *, compiled: bool) -> Iterator[list[float]]:
        """The result of each action, world by world."""
        rng, utility = source(view, self.seed), self.utility or Utility.said_by(view.rules)
        if compiled:
            from trickkit.batch.lowering.unsupported import Unsupported
            from trickkit.batch.search import solved_worlds

            assert view.seat is not None  # A spectator has no legal actions.
            side = utility.side_of(view.seat)
            try:
                for values in solved_worlds(view, utility.weights, utility.sides, POSITIONS, rng.getrandbits(63)):
                    yield [value[side] / utility.scale(side) for value in values]
            except Unsupported:
                pass
        while True:
            solution = solve(
                view.sample(rng), seat=view.seat, utility=utility, positions=POSITIONS if compiled else BY_REFERENCE
            )
            yield [value for _, value in solution.values]
