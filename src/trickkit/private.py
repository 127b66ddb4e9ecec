"""Files and folders that only their owner can read, as they hold seeds and hidden cards."""

from __future__ import annotations

import os
from errno import EPERM
from pathlib import Path
from stat import S_IMODE, S_ISVTX

__all__ = ["folder", "opener", "restrict"]


def opener(path: str | os.PathLike[str], flags: int) -> int:
    """Open a file as `open` does; a new file is readable by its owner alone from the start.

    Args:
        path: of the file.
        flags: as for `os.open`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as inside, open(Path(inside, "seed"), "x", opener=opener) as file:
    ...     oct(os.fstat(file.fileno()).st_mode & 0o777)
    '0o600'
    """
    return os.open(path, flags, 0o600)


def folder(path: str | os.PathLike[str]) -> Path:
    """A folder that only its owner can read; it is created if missing, otherwise restricted.

    Raises:
        OSError: it cannot be made or closed, or is shared by everybody, as `/tmp` is.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as inside:
    ...     oct(folder(Path(inside, "tables")).stat().st_mode & 0o777)
    '0o700'
    """
    made = Path(path)
    made.mkdir(parents=True, exist_ok=True, mode=0o700)
    if made.stat().st_mode & S_ISVTX:
        raise PermissionError(EPERM, "everybody may write there; choose a folder inside it")
    _allow(made, 0o700)
    return made


def restrict(path: str | os.PathLike[str]) -> None:
    """Make an existing file readable by its owner alone; do nothing if there is none.

    Raises:
        OSError: it belongs to somebody else.

    >>> restrict("no such file")
    """
    if os.path.exists(path):
        _allow(path, 0o600)


def _allow(path: str | os.PathLike[str], mode: int) -> None:
    # Windows knows no such modes: there, folders in a user's profile are the user's alone.
    if os.name == "posix" and S_IMODE(os.stat(path).st_mode) != mode:
        os.chmod(path, mode)
