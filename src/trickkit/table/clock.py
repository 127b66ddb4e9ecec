"""A clock for decisions: how long each person has left, and who has run out of time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping
from time import monotonic

__all__ = ["Clock"]


class Clock:
    """Runs for every seat that has to decide, and calls back when the time of one runs out.

    A decision that is interrupted, for example by a question to all, continues with its remaining time.

    Args:
        run_out: called when the time of a seat runs out.
        now: returns the time in seconds.

    >>> clock = Clock(run_out=print, now=lambda: 0.0)
    >>> clock.wind(30, {2: 7})
    >>> clock.left, clock.late
    ({2: 30.0}, set())
    >>> clock.wind(30, {})
    >>> clock.left
    {}
    """

    def __init__(self, run_out: Callable[[], None], now: Callable[[], float] = monotonic) -> None:
        self._run_out, self._now = run_out, now
        self._ends: dict[int, tuple[Hashable, float]] = {}
        self._rests: dict[int, tuple[Hashable, float]] = {}
        """By seat, its last interrupted or completed decision, and the seconds left for it."""
        self._timer: asyncio.TimerHandle | None = None

    def wind(self, seconds: float, decisions: Mapping[int, Hashable]) -> None:
        """Set the pending decisions; one that is already running, or was interrupted, keeps its remaining time.

        Args:
            seconds: the time for a decision; 0 for no limit.
            decisions: by seat, a value that identifies the decision among those of the seat.
        """
        self.stop()
        now = self._now()
        runs = decisions if seconds else {}
        for seat, (decision, end) in [*self._ends.items()]:
            if seat not in runs or runs[seat] != decision:
                self._rests[seat] = decision, max(0.0, end - now)
                del self._ends[seat]
        for seat in runs.keys() - self._ends.keys():
            known, rest = self._rests.pop(seat, (None, 0.0))
            self._ends[seat] = runs[seat], now + (rest if known == runs[seat] else seconds)
        waiting = [end for _, end in self._ends.values() if end > now]
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if waiting:
            self._timer = loop.call_later(min(waiting) - now, self._run_out)

    def stop(self) -> None:
        """Call nobody back until the clock is wound again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def left(self) -> dict[int, float]:
        """By seat with a pending decision, the seconds left, 0 or more."""
        now = self._now()
        return {seat: max(0.0, round(end - now, 1)) for seat, (_, end) in self._ends.items()}

    @property
    def late(self) -> set[int]:
        """The seats whose time has run out."""
        now = self._now()
        return {seat for seat, (_, end) in self._ends.items() if end <= now}
