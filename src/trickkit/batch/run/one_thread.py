"""Guards objects that change in place: only one thread at a time uses them, and interrupted calls are repaired.

An interruption (KeyboardInterrupt) or an error in a user's policy may break off any call. CPython switches threads and
raises interruptions at function calls and at the ends of loop iterations, but not between two assignments. Therefore
neither can happen between reading `_busy` and setting it, or between consecutive assignments.

A class of such objects has `_busy`: the thread at work, FREE or BROKEN_OFF. It also has `_forget()`, which clears
derived values that may be out of date, and `_recover()`, which repairs the effects of a broken-off call.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import get_ident
from typing import Any, TypeVar

from trickkit.errors import TrickkitError

FREE, BROKEN_OFF = 0, -1
"""In place of a thread: no thread is at work; or none is, and the last call was broken off."""


F = TypeVar("F", bound=Callable[..., Any])


def one_thread(method: F) -> F:
    """Decorates a method so that it refuses calls while another thread uses the same object.

    Args:
        method: a method that changes the object. If it raises an error of the library, it must have changed nothing.
    """

    @wraps(method)
    def guarded(thing: Any, /, *given: Any, **more: Any) -> Any:
        me = get_ident()
        if thing._busy == me:
            return method(thing, *given, **more)
        if thing._busy > FREE:
            raise TrickkitError(
                f"another thread is at work at {thing!r}, which changes in place: let one thread at a time call it, or "
                "give each thread one of its own"
            )
        before, thing._busy = thing._busy, me
        try:
            if before == BROKEN_OFF:
                thing._recover()
            result = method(thing, *given, **more)
        except TrickkitError:
            thing._busy = FREE
            raise
        except BaseException:
            thing._busy = BROKEN_OFF
            thing._forget()
            raise
        thing._busy = FREE
        return result

    return guarded  # type: ignore[return-value]
