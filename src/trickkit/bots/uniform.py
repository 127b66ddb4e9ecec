"""A bot that takes any legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.bots.base import Bot, Budget, Choice, Explanation, check_budget, choices, source
from trickkit.model.checks import is_a

if TYPE_CHECKING:
    from trickkit.batch.kernel.arrays import Array
    from trickkit.batch.stepping import Lanes
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

    def explain(self, view: View, budget: Budget | None = None) -> Explanation:
        """The legal actions in random order, with nothing expected of any."""
        check_budget(budget)
        legal = [*choices(view)]
        source(view, self.seed).shuffle(legal)
        return Explanation([Choice(action, 0.0) for action in legal])

    def act_lanes(self, lanes: Lanes, which: Array) -> Array:
        """Random decisions, a function of the seed and of each lane's episode and number of decisions."""
        import numpy as np

        legal = lanes.legal()[which]
        drawn = np.full(len(legal), self.seed & 2**63 - 1, np.uint64)
        for key in (lanes.episodes, lanes.decisions, lanes.seats):
            drawn = _mixed(drawn + key[which].astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15))
        nth = drawn % legal.sum(axis=1).astype(np.uint64)
        chosen: Array = (legal.cumsum(axis=1) > nth[:, None]).argmax(axis=1)
        return chosen


def _mixed(numbers: Array) -> Array:
    """64 bits, each of which depends on every bit of a number: the output function of SplitMix64."""
    import numpy as np

    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    return numbers
