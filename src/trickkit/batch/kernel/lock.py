"""Processes that need the same compiled code: one compiles it, the others wait and load it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

try:
    from fcntl import LOCK_EX, lockf
except ImportError:  # pragma: no cover  (Windows has no such locks: every process compiles for itself)
    lockf = None  # type: ignore[assignment]

NAME = "trickkit.lock"
"""Of the file in the folder of compiled code that a process locks while it compiles."""

_inside, _depth = RLock(), [0]


def one_process_compiles(dispatcher: Any) -> Any:
    """Let a function be compiled, or loaded, by one process at a time of those that keep it in the same folder.

    Args:
        dispatcher: a function of Numba that keeps what was compiled.
    """
    compile_here: Callable[[Any], Any] = dispatcher.compile
    folder = Path(dispatcher.stats.cache_path)

    def compile_alone(signature: Any) -> Any:
        with alone(folder):
            return compile_here(signature)

    dispatcher.compile = compile_alone
    return dispatcher


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other processes waiting that want the same; the lock of one that dies is gone with it.

    Where nothing can be written or locked, nobody waits, as nothing that was compiled can be kept there, either.

    Args:
        folder: in which the locked file is.
    """
    # Compiling a function compiles those that it calls, and the lock of a process is gone with the first that lets go.
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
    """A file that this process has locked, once no other one has; None where there can be none."""
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
