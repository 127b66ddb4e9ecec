"""The cache of compiled functions: entries that are older than the source are removed.

Numba keeps compiled functions in a folder, by default beside their file. It compiles a function again when the file of
that function changes, but does not notice when the file of a function that it calls does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from numba.core.dispatcher import Dispatcher

from trickkit.batch.kernel.shared import Shared


def compiled_functions(modules: Iterable[ModuleType]) -> Iterator[Any]:
    """The functions of some modules that Numba compiles, in any order, each at least once."""
    values = (value for module in modules for value in list(vars(module).values()))
    dispatchers = (value.dispatcher if isinstance(value, Shared) else value for value in values)
    return (value for value in dispatchers if isinstance(value, Dispatcher))


def sources(functions: Iterable[Any]) -> set[Path]:
    """The files of compiled functions, and those beside this one, whose constants are compiled into them."""
    return {*Path(__file__).parent.glob("*.py"), *(Path(one.py_func.__code__.co_filename) for one in functions)}


def throw_away_stale(files: Iterable[Path], folders: Iterable[Path]) -> None:
    """Remove what was compiled before the last change of any source.

    Args:
        files: the sources.
        folders: where compiled functions are kept.
    """
    changed = max(path.stat().st_mtime_ns for path in files)
    for index in (index for folder in folders for index in folder.glob("*.nbi")):
        # Another process may have removed it. Where this one may not remove it, it cannot write a new one, either.
        with suppress(OSError):
            if index.stat().st_mtime_ns < changed:
                index.unlink()
