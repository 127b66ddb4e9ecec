"""A deal of a study, state by state."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from trickkit.batch.results import Deals
from trickkit.bots.base import Explanation
from trickkit.play.state import State

__all__ = ["Trace"]


@frozen(eq=False)
class Trace:
    """A deal, state by state.

    Args:
        number: the number of the deal in its study.
        states: as it was dealt, and after each decision.
        said: by decision, the bot's explanation; None if it played at random, had no choice, or decided several actions
            at once.
        turn: by how many seats the bots have moved on.

    >>> from trickkit.lab.playing import Table
    >>> from trickkit import load
    >>> trace = Table(load("pikinni", players=2), ("greedy",) * 2, seed=7).trace(0)
    >>> len(trace.states) == len(trace.said) + 1
    True
    """

    number: int
    states: tuple[State, ...]
    said: tuple[Explanation | None, ...]
    turn: int = 0

    @classmethod
    def of_batch(cls, number: int, deals: Deals, row: int) -> Trace:
        """A deal that the batch engine played at random.

        Args:
            number: of the deal in its study.
            deals: that were played.
            row: its index among them.
        """
        states = tuple(deals.states(row))
        return cls(number, states, (None,) * (len(states) - 1))

    @cached_property
    def options(self) -> tuple[int, ...]:
        """The number of legal actions at each decision.

        >>> from trickkit.lab.playing import Table
        >>> from trickkit import load
        >>> Table(load("pikinni", players=2), ("random",) * 2, seed=7).trace(0).options
        (2, 2, 1, 1)
        """
        # Of several actors, any one may decide first.
        moved = self.states[-1].results[-1].moves
        return tuple([len(state.legal(seat)) for state, (seat, *_) in zip(self.states, moved, strict=False)])
