"""Flat search that postpones what is resolved world by world to the next decision of the seat, for `bots.py`.

Flat search tries an action out in worlds and leaves all later decisions to chance. Here other seats play on at random
until the seat decides again; what it sees then is evaluated anew, in worlds that agree with that view, and counts as
much as the best action there. So the seat never decides later by what it cannot know (Arjonilla, Saffidine and
Cazenave, *Perfect Information Monte Carlo with Postponing Reasoning*, 2024).
"""

from __future__ import annotations

from random import Random

from attrs import evolve, frozen

from trickkit import Action, State, View, batch
from trickkit.bots import Bot, Explanation, Utility
from trickkit.bots.base import Budget, check_budget, choices, source
from trickkit.bots.flat import explained
from trickkit.bots.utility import gained

__all__ = ["AS_MANY", "Postponed"]

AS_MANY = {"euchre": 612, "whist": 1127, "oh_hell": 892}
"""By game, how many playouts of each action `Postponed()` makes on average: as many are given to flat search."""


@frozen
class Postponed(Bot):
    """Flat search with one more decision of its own.

    Args:
        worlds: in how many worlds each action is followed to the next decision.
        playouts: how often each action is played out there, each time in another world.
        seed: any integer: the same one, the same decisions.
    """

    worlds: int = 16
    playouts: int = 16
    seed: int = 0

    def seeded(self, seed: int) -> Postponed:
        """The bot with another seed."""
        return evolve(self, seed=seed)

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """What each legal action comes to on average, if the best one seen from there is taken after it."""
        check_budget(budget)
        legal, draw = choices(view), source(view, self.seed)
        values = []
        for _ in range(self.worlds):
            world, seed = view.sample(draw), draw.getrandbits(64)
            values.append([self._worth(world, view, action, seed) for action in legal])
        return explained(legal, values, self.worlds * self.playouts)

    def _worth(self, world: State, view: View, action: Action, seed: int) -> float:
        """What an action comes to in a world."""
        seat, draw = view.seat, Random(seed)
        assert seat is not None  # A spectator has no legal actions.
        state = world.play(seat, action)
        while len(state.results) == len(world.results) and len(state.legal(seat)) < 2:
            actor = seat if seat in state.actors else state.actors[0]
            options = state.legal(actor)
            state = state.play(actor, options[0] if actor == seat else draw.choice(options))
        if len(state.results) > len(world.results):
            return Utility.said_by(view.rules).of(gained(world, state), seat)
        later = state.view(seat)
        found = batch.evaluate(later, worlds=self.playouts, playouts=self.playouts, seed=seed, threads=1)
        return max(found.means)
