"""Compiled code that is older than its source is thrown away.

Numba keeps compiled functions in a folder, which is beside their file unless it is told otherwise, and compiles a
function anew when its own file changes; of the files from which it calls others it knows nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from numba.core.dispatcher import Dispatcher


def compiled_functions(modules: Iterable[ModuleType]) -> Iterator[Any]:
    """The functions of some modules that Numba compiles, in no order, each at least once."""
    return (value for module in modules for value in list(vars(module).values()) if isinstance(value, Dispatcher))


def sources(functions: Iterable[Any]) -> set[Path]:
    """The files that compiled functions stand in, and those beside this one, whose numbers are compiled in."""
    return {*Path(__file__).parent.glob("*.py"), *(Path(one.py_func.__code__.co_filename) for one in functions)}


def throw_away_stale(files: Iterable[Path], folders: Iterable[Path]) -> None:
    """Remove what was compiled before any of the sources was changed.

    Args:
        files: the sources.
        folders: those in which compiled functions are kept.
    """
    changed = max(path.stat().st_mtime_ns for path in files)
    for index in (index for folder in folders for index in folder.glob("*.nbi")):
        # Another process may have removed it; and where it may not be removed, nothing new can be written, either.
        with suppress(OSError):
            if index.stat().st_mtime_ns < changed:
                index.unlink()
