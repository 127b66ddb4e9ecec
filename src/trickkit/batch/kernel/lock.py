"""A lock between processes that need the same compiled code: one compiles it, the others wait and load it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

try:
    from fcntl import LOCK_EX, lockf
except ImportError:  # pragma: no cover  (Windows has no such locks: every process compiles for itself)
    lockf = None  # type: ignore[assignment]

NAME = f"trickkit.{sys.implementation.cache_tag}.lock"
"""The name of the file, in the folder of compiled code, that a process locks while it compiles: one for each Python."""

_inside, _depth = RLock(), [0]


def one_process_compiles(dispatcher: Any) -> Any:
    """Make processes that share a cache folder take turns at compiling or loading a function.

    Args:
        dispatcher: a function that Numba compiles and caches.
    """
    compile_here: Callable[[Any], Any] = dispatcher.compile
    folder = Path(dispatcher.stats.cache_path)

    def compile_alone(signature: Any) -> Any:
        with uncollected(), alone(folder):
            return compile_here(signature)

    dispatcher.compile = compile_alone
    return dispatcher


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause the cyclic garbage collector: nearly everything created then stays, and would be scanned repeatedly."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold a folder's lock, for which other processes wait; if a process dies, its lock is released.

    If the folder cannot be written to or locked, nobody waits, because no compiled code could be stored there, either.

    Args:
        folder: the folder of the locked file.
    """
    # Compiling a function also compiles those that it calls, and a process loses its lock as soon as it closes the file
    # once.
    with _inside:
        file = _locked(folder) if not _depth[0] else None
        _depth[0] += 1
        try:
            yield
        finally:
            _depth[0] -= 1
            if file is not None:
                os.close(file)


def _locked(folder: Path) -> int | None:
    """Wait for the lock; return the locked file, or None if locking is not possible."""
    if lockf is None:  # pragma: no cover
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:
        return None
    try:
        lockf(file, LOCK_EX)
    except OSError:
        os.close(file)
        return None
    except BaseException:
        os.close(file)
        raise
    return file
