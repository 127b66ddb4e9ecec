"""Measures which of two engines plays deals faster, and assigns most deals to it."""

from __future__ import annotations

from threading import Lock

from attrs import define, field

__all__ = ["Paces"]

TRIED = 0.02
"""The share of the time that is spent on measuring whether the other engine has become faster."""
KEPT = 0.5
"""The weight of earlier measurements when a new one is added."""
WARM_UP = 2.0
"""The number of seconds of play in lanes before measurement starts, while tables grow and code is compiled."""

ALONE = 8
"""The factor by which a measurement of the reference engine has fewer deals, as its speed does not depend on their
number."""


@define(eq=False)
class Paces:
    """The time of a decision: in compiled code with phases in Python, and on the reference engine.

    Both make the same decisions, so it does not matter which of them plays a deal.

    Args:
        warm_up: the number of seconds before measurement starts.

    >>> paces = Paces()
    >>> paces.by_reference(200)
    4
    >>> paces.note(mixed=(10.0, 1000), reference=(0.1, 100))
    >>> paces.by_reference(1000), paces.by_reference(1000)
    (998, 998)

    Compiled code plays several deals of lanes together.

    >>> [paces.by_reference(500, together=3) for _ in range(3)]
    [500, 500, 497]
    """

    _warm_up: float = 0.0
    _seconds: list[float] = field(init=False, factory=lambda: [0.0, 0.0])
    _decisions: list[float] = field(init=False, factory=lambda: [0.0, 0.0])
    _owed: float = field(init=False, default=0.0)
    """The number of deals that the slower engine owes, and plays once there are enough of them."""
    _trying: bool = field(init=False, default=False)
    _lock: Lock = field(init=False, factory=Lock)

    def by_reference(self, deals: int, together: int = 1) -> int:
        """How many of a number of deals the reference engine should play.

        Args:
            deals: the number of deals.
            together: the least number of deals for compiled code while it is the slower engine, since it is faster with
                many.
        """
        if self._warm_up > 0:
            return 0
        mixed, reference = self._paces
        quick, slow = sorted([mixed, reference])
        with self._lock:
            self._owed += TRIED * deals * (quick / slow if slow else 1)
            least = 1 if self._trying else together if reference < mixed else together / ALONE
            tried = min(deals, int(self._owed)) if self._owed >= least else 0
            self._owed -= tried
            self._trying = tried > 0 and self._owed >= 1
        return deals - tried if reference < mixed else tried

    def note(self, *, mixed: tuple[float, int], reference: tuple[float, int]) -> None:
        """Record the time that deals took.

        Args:
            mixed: the seconds that compiled code took, and the number of decisions in the deals that it finished; 0.0
                and 0 if it played none.
            reference: the same for the reference engine.
        """
        self._warm_up -= mixed[0] + reference[0]
        for engine, (seconds, decisions) in enumerate((mixed, reference)):
            if seconds and self._warm_up < 0:
                self._seconds[engine] = KEPT * self._seconds[engine] + seconds
                self._decisions[engine] = KEPT * self._decisions[engine] + decisions

    @property
    def _paces(self) -> tuple[float, float]:
        """The seconds per decision of both; until both are known, compiled code counts as faster."""
        if not all(self._seconds):
            return 0.0, 0.0
        mixed, reference = [
            seconds / max(decisions, 1.0) for seconds, decisions in zip(self._seconds, self._decisions, strict=True)
        ]
        return mixed, reference
