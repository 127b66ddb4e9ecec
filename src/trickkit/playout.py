"""Random play."""

from __future__ import annotations

from random import Random

from trickkit.rules import Rules
from trickkit.state import State

__all__ = ["playout"]


def playout(rules: Rules, *, seed: int = 0, first: int | None = None) -> State:
    """Play a game to its end with uniformly random legal actions.

    Args:
        rules: the rules of the game.
        seed: any integer: the same seed gives the same game, on every machine.
        first: the seat that starts the first deal; None draws it.

    Returns:
        The state at the end.

    >>> from trickkit.variants import pikoko
    >>> state = playout(pikoko.rules(players=3), seed=7)
    >>> state.is_over, len(state.results), len(state.results[0].deal.out)
    (True, 3, 25)
    """
    state = rules.start(seed=seed, first=first)
    draw = Random(f"{seed}/play").random
    while state.actors:
        seat = state.actors[0]
        legal = state.legal(seat)
        state = state.play(seat, legal[int(draw() * len(legal))])
    return state
