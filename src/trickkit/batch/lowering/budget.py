"""A budget for exploring rules in advance: counted in units of work, so that the speed of a machine decides nothing.

Phases and policies are called with deals that nobody has played, and nobody can predict how many of these they
distinguish. The exploration counts its work in units of some five microseconds; rules that take more than a second or
so are left to the reference engine.
"""

from __future__ import annotations

from time import thread_time

from attrs import define, field

from trickkit.batch.lowering.unsupported import Unsupported

MOST, MOST_AFTER = 360_000, 40_000
"""So many units rules may take; and what comes after a phase for which that is not enough."""
ASK, POSITION, MET, ACTION, TURN, VALUE = 8, 14, 2, 1, 10, 20
"""What it takes to ask a phase once more from its beginning, to ask it in a position, to come by one again, to try out
an action, to ask what may be called in a turn, and to fold a value of a trick with every face, in units: fitted to the
games that come with the library."""
UNIT = 5e-6
"""About how many seconds of processor time a unit takes."""
SECONDS, SLOWER = 3.0, 3
"""The last resort, for code that is slow in itself: a phase that has taken so many seconds, and is so many times slower
than it was counted as, is asked no more."""


@define(eq=False)
class Budget:
    """Counts the work of preparing one game.

    >>> budget = Budget()
    >>> budget.spend("Auction", MOST)
    >>> budget.spend("Tricks", 1)
    Traceback (most recent call last):
        ...
    trickkit.batch.lowering.unsupported.Unsupported: Tricks: what it looks at comes in too many cases ...
    """

    left: int = MOST
    _spent: int = field(init=False, default=0)
    _began: float = field(init=False, factory=thread_time)

    def begin(self) -> None:
        """Begin with the next phase."""
        self._spent, self._began = 0, thread_time()
        if self.left < 0:
            self.left = MOST_AFTER

    def spend(self, name: str, units: int) -> None:
        """Charge some work.

        Args:
            name: of the phase that needs it, for errors.
            units: how much it is.

        Raises:
            Unsupported: the budget is exceeded.
        """
        self.left -= units
        self._spent += units
        took = thread_time() - self._began
        if self.left >= 0 and (took < SECONDS or took < SLOWER * UNIT * self._spent):
            return
        self.left = -1
        raise Unsupported(
            f"{name}: what it looks at comes in too many cases to be asked beforehand; let it look at less, as at "
            "fewer cards of fewer hands, or let `summary` of its run say what of the progress is enough to go on"
        )
