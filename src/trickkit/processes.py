"""Worker processes that end with their parent."""

from __future__ import annotations

import multiprocessing
import os
from threading import Thread

__all__ = ["end_with_parent"]


def end_with_parent() -> None:
    """Makes this process end as soon as its parent has ended; call it at the start of a pool's worker.

    A worker waits for its next task in a pipe whose other end it also holds: it would wait forever for a killed parent.
    In a process without a parent of this kind, nothing happens.

    >>> end_with_parent()
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def end() -> None:
        parent.join()
        os._exit(1)

    Thread(target=end, name="end with parent", daemon=True).start()
