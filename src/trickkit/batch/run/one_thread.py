"""Guards objects that change in place: one thread at a time uses them, and an interrupted call is repaired.

An interruption (KeyboardInterrupt) or an error in a policy of somebody's own may break off any call. CPython switches
threads and raises interruptions where functions are called and where loops go back, not between two assignments: thus
it can neither happen between looking at `_busy` and setting it, nor between assignments that stand together.

A class of such things has `_busy`: the thread that is at work, FREE or BROKEN_OFF; `_forget()`, which forgets what
follows from all else and may not be so any more; and `_recover()`, which puts right what a broken-off call has left.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import get_ident
from typing import Any, TypeVar

from trickkit.errors import TrickkitError

FREE, BROKEN_OFF = 0, -1
"""In place of the thread that is at work: none is; or none is, and the last call was broken off."""


F = TypeVar("F", bound=Callable[..., Any])


def one_thread(method: F) -> F:
    """Decorates a method so that it refuses calls while another thread uses the same object.

    Args:
        method: of what changes in place. An error of the library means that it has changed nothing.
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
