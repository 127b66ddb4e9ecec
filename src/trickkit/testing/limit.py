"""A time limit for code that may never end."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType

__all__ = ["TimeIsUp", "at_most"]

AGAIN = 0.01
"""The number of seconds until the alarm rings again, if it rang at a moment that may not be interrupted."""

_NOT_WITHIN = {*sys.stdlib_module_names, "_pytest", "coverage", "hypothesis", "pluggy"} - {"__main__"}
"""Packages whose functions may hold a lock, or may be called where an unexpected exception would be lost."""


class TimeIsUp(BaseException):
    """The time limit was reached. It is not an `Exception`, so that code under test cannot catch it as an error.

    >>> isinstance(TimeIsUp(), Exception)
    False
    """


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Interrupts the code of a `with` block when its time is up.

    Only the main thread of a system with alarms can be interrupted; elsewhere there is no limit.

    Args:
        seconds: more than 0; None for no limit.

    Raises:
        TimeIsUp: the time has passed.

    >>> with at_most(0.01):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
        ...
    trickkit.testing.limit.TimeIsUp
    """
    if seconds is None or current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_number: int, frame: FrameType | None) -> None:
        # The alarm may ring again before this function has examined where the first one interrupted.
        while frame is not None and frame.f_code is ring.__code__:
            frame = frame.f_back
        package = "" if frame is None else frame.f_globals.get("__name__", "").partition(".")[0]
        # On a busy machine the alarm may ring again before it was handled.
        if package in _NOT_WITHIN or (frame is not None and frame.f_code is ring.__code__):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise TimeIsUp

    before, began = signal.signal(signal.SIGALRM, ring), monotonic()
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            # An alarm set by other code, such as the limit of a whole test, still rings.
            signal.setitimer(signal.ITIMER_REAL, max(left - (monotonic() - began), AGAIN), interval)
