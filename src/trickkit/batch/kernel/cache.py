"""Compiled code that is older than its source is thrown away.

Numba keeps compiled functions in a folder, which is beside their file unless it is told otherwise, and compiles a
function anew when its own file changes; of the files from which it calls others it knows nothing.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

SOURCES = (
    "asking.py",
    "bits.py",
    "engine.py",
    "hearing.py",
    "layout.py",
    "lookup.py",
    "machine.py",
    "score_lookup.py",
    "slots.py",
    "tricks.py",
)
"""The files whose functions are compiled, and those whose numbers are compiled in."""


def throw_away_stale(folder: Path, kept: Path) -> None:
    """Remove what was compiled before any of the sources was changed.

    Args:
        folder: of the sources.
        kept: the folder in which compiled functions are.
    """
    changed = max((folder / name).stat().st_mtime_ns for name in SOURCES)
    for index in kept.glob("*.nbi"):
        # Another process may have removed it; and where it may not be removed, nothing new can be written, either.
        with suppress(OSError):
            if index.stat().st_mtime_ns < changed:
                index.unlink()
