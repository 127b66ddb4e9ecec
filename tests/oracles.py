"""Games beside an oracle: a deal as its rulebook plays it, which knows nothing of the library."""

from __future__ import annotations

from random import Random
from typing import Protocol

from trickkit import State


class Oracle(Protocol):
    """A deal, with cards and calls as texts."""

    def legal(self, seat: int) -> set[str]: ...

    def play(self, seat: int, said: str) -> None: ...


def play_deal(state: State, oracle: Oracle, random: Random) -> State:
    """Play a deal at random to its end: at every decision the same actions are legal."""
    deals = len(state.results)
    while len(state.results) == deals:
        seat = random.choice(state.actors)
        assert {str(action) for action in state.legal(seat)} == oracle.legal(seat)
        said = random.choice(sorted(oracle.legal(seat)))
        state = state.play(seat, said)
        oracle.play(seat, said)
    return state
