"""Worker processes that end with their parent."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from threading import Thread
from typing import Any

__all__ = ["end_with_parent", "worker_pool"]


@contextmanager
def worker_pool(count: int, begin: Callable[..., object], *given: Any) -> Iterator[ProcessPoolExecutor]:
    """A pool of worker processes; an error or an interruption ends them at once.

    Args:
        count: how many, 1 or more.
        begin: called in each of them first.
        given: its arguments.

    >>> with worker_pool(1, end_with_parent) as pool:
    ...     list(pool.map(abs, [-1, 2]))
    [1, 2]
    """
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(count, mp_context=context, initializer=begin, initargs=given) as pool:
        try:
            yield pool
        except BaseException:
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def end_with_parent() -> None:
    """Make this process end as soon as its parent ends; to be called when a pool's worker starts.

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
