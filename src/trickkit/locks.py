"""Files with one writer at a time."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from io import FileIO
from typing import Literal
from weakref import WeakSet

from trickkit.private import opener

try:
    from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock
except ImportError:  # pragma: no cover  (Windows has no such locks: nobody is refused there)
    flock = None  # type: ignore[assignment]

__all__ = ["LockedFile", "close_inherited"]

_open: WeakSet[LockedFile] = WeakSet()


def close_inherited() -> None:
    """In a forked process, close the locked files that belong to its parent.

    Otherwise a process that outlives its parent for a moment would hold the lock that long.

    >>> close_inherited()
    """
    for file in [*_open]:
        FileIO.close(file)


class LockedFile(FileIO):
    """An unbuffered file, open for writing, which no other `LockedFile` can open until it is closed.

    The lock binds only those who ask for it: everybody may read. It is the system's, and ends with the process that
    holds it, however that ends. Where the system or the disk has no locks, nobody is refused. A new file is for its
    owner alone.

    Args:
        path: of the file.
        mode: as of `open`: `"x"` for a new file, `"r+"` for an existing one, `"a"` for either, `"w"` to empty it.

    Raises:
        BlockingIOError: another one has the file open.
        OSError: it cannot be opened.
        ValueError: the path is none.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, LockedFile(f"{folder}/game.jsonl", "x"):
    ...     try:
    ...         LockedFile(f"{folder}/game.jsonl", "r+")
    ...     except BlockingIOError as error:
    ...         print(error.strerror)
    another writer has the file open; close that one first
    """

    def __init__(self, path: str, mode: Literal["x", "r+", "a", "w"]) -> None:
        super().__init__(path, mode, opener=opener)
        try:
            _lock(self.fileno(), path)
        except BaseException:
            super().close()
            raise
        _open.add(self)

    def append(self, data: bytes, *, sync: bool = True) -> None:
        """Write bytes completely at the current position.

        Args:
            data: the bytes.
            sync: whether to wait until the disk has them, so that not even a loss of power takes them back.

        Raises:
            OSError: not all could be written.
            ValueError: the file is closed.
        """
        if self.write(data) != len(data):
            raise OSError(errno.ENOSPC, "no space is left on the disk")
        if sync:
            os.fsync(self.fileno())

    def close(self) -> None:
        """Close the file, and thus unlock it."""
        if not self.closed and flock is not None:
            # A process that was forked meanwhile has the file, too, and would keep the lock, if there is one.
            with suppress(OSError):
                flock(self.fileno(), LOCK_UN)
        super().close()


def _lock(file: int, path: str) -> None:
    """Lock an open file; refuse one that another writer has locked or replaced."""
    if flock is None:  # pragma: no cover
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
        mine = os.path.samestat(os.fstat(file), os.stat(path))
    except BlockingIOError:
        mine = False
    except OSError:
        return
    if not mine:
        raise BlockingIOError(errno.EWOULDBLOCK, "another writer has the file open; close that one first")
