"""A bot that takes any legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from trickkit.bots.base import Bot, Budget, Choice, Explanation, check_budget, choices, source
from trickkit.model.checks import is_a

if TYPE_CHECKING:
    from trickkit.play.view import View

__all__ = ["Random"]


@frozen
class Random(Bot):
    """Chooses uniformly among the legal actions.

    Args:
        seed: any integer; equal seeds give equal decisions.

    >>> from trickkit import load
    >>> view = load("pikoko", players=3).start(seed=7).view(1)
    >>> len({str(Random(seed).act(view)) for seed in range(40)}) > 5
    True
    """

    seed: int = field(default=0, validator=is_a(int))

    def seeded(self, seed: int) -> Random:
        """The bot with another seed."""
        return evolve(self, seed=seed)

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """The legal actions in random order; it expects nothing of any."""
        check_budget(budget)
        legal = [*choices(view)]
        source(view, self.seed).shuffle(legal)
        return Explanation([Choice(action, 0.0) for action in legal])
