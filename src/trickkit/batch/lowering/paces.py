"""Which of two engines plays deals faster, as far as it was measured: most are left to that one."""

from __future__ import annotations

from threading import Lock

from attrs import define, field

__all__ = ["Paces"]

TRIED = 0.02
"""What share of the time goes into finding out whether the other engine has become faster."""
KEPT = 0.5
"""How much earlier measurements count for each later one."""
WARM_UP = 2.0
"""How many seconds of play in lanes are not measured, while tables grow and code is compiled."""

ALONE = 8
"""How much fewer deals make up a measurement of the reference engine, which is as fast with few."""


@define(eq=False)
class Paces:
    """How many seconds a decision takes by compiled code with phases in Python, and by the reference engine.

    Both make the same decisions, so it does not matter which of them plays a deal.

    Args:
        warm_up: how many seconds are not measured at first.

    >>> paces = Paces()
    >>> paces.by_reference(200)
    4
    >>> paces.note(mixed=(10.0, 1000), reference=(0.1, 100))
    >>> paces.by_reference(1000), paces.by_reference(1000)
    (998, 998)

    In lanes, compiled code plays several deals together.

    >>> [paces.by_reference(500, together=3) for _ in range(3)]
    [500, 500, 497]
    """

    _warm_up: float = 0.0
    _seconds: list[float] = field(init=False, factory=lambda: [0.0, 0.0])
    _decisions: list[float] = field(init=False, factory=lambda: [0.0, 0.0])
    _owed: float = field(init=False, default=0.0)
    """How many deals of the slower engine are due, which are played when it is a whole one."""
    _trying: bool = field(init=False, default=False)
    _lock: Lock = field(init=False, factory=Lock)

    def by_reference(self, deals: int, together: int = 1) -> int:
        """How many of some deals the reference engine should play.

        Args:
            deals: how many there are.
            together: how many compiled code should play at least, where it plays few, since it is faster with many.
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
        """Note how long it took.

        Args:
            mixed: the seconds, and how many decisions of finished deals were made in them; 0.0 and 0 if it played none.
            reference: likewise.
        """
        self._warm_up -= mixed[0] + reference[0]
        for engine, (seconds, decisions) in enumerate((mixed, reference)):
            if seconds and self._warm_up < 0:
                self._seconds[engine] = KEPT * self._seconds[engine] + seconds
                self._decisions[engine] = KEPT * self._decisions[engine] + decisions

    @property
    def _paces(self) -> tuple[float, float]:
        """Seconds a decision; compiled code is taken for faster until both are known."""
        if not all(self._seconds):
            return 0.0, 0.0
        mixed, reference = [
            seconds / max(decisions, 1.0) for seconds, decisions in zip(self._seconds, self._decisions, strict=True)
        ]
        return mixed, reference
