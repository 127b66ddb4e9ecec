"""Processes that work for another one, and end with it."""

from __future__ import annotations

import multiprocessing
import os
from threading import Thread

__all__ = ["end_with_parent"]


def end_with_parent() -> None:
    """Let this process end as soon as the one that started it has; what starts a worker of a pool calls it.

    A worker waits for its next task in a pipe whose other end it holds, too: it would wait forever for a parent that
    was killed. In the process that nobody started, nothing happens.

    >>> end_with_parent()
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def end() -> None:
        parent.join()
        os._exit(1)

    Thread(target=end, name="end with parent", daemon=True).start()
