"""A game that somebody plays in the terminal, with all its earlier states."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from trickkit.errors import TrickkitError
from trickkit.model.actions import Action
from trickkit.play.state import State
from trickkit.record import Recorder

__all__ = ["History"]


class History:
    """A game in progress, with its earlier states for undo; recorded if a file is given.

    Args:
        states: at the beginning, and after each move.
        recorder: records those states; None if nothing is recorded.

    >>> from trickkit.variants import pikoko
    >>> history = History([pikoko.rules(players=3).start(seed=7, first=0)])
    >>> history.play(1, "3")
    >>> str(history.undo(1)), history.state.moves
    ('3', ())
    """

    def __init__(self, states: Sequence[State], recorder: Recorder | None = None) -> None:
        self.states = [*states]
        self.recorder = recorder

    @property
    def state(self) -> State:
        """The current state."""
        return self.states[-1]

    def play(self, seat: int, action: Action | str) -> None:
        """Play an action.

        Raises:
            TrickkitError: whatever `State.play` and `Recorder.write` raise.
        """
        state = self.state.play(seat, action)
        if self.recorder is not None:
            self.recorder.write(state)
        self.states.append(state)

    def undo(self, seat: int, decided: Callable[[State], bool] = lambda _before: True) -> Action:
        """Take back the last decision of a seat and everything after it; returns that decision.

        Args:
            seat: the seat.
            decided: whether the seat's move was a real decision, given the state before it.

        Raises:
            TrickkitError: the seat has decided nothing yet; or whatever `Recorder.undo` raises.
        """
        for back, (mover, action) in enumerate(reversed(self.state.moves), start=1):
            if mover == seat and decided(self.states[-back - 1]):
                if self.recorder is not None:
                    self.recorder.undo(back)
                del self.states[-back:]
                return action
        raise TrickkitError("you have decided nothing yet that could be taken back")
