"""Runs a study block by block, in one process or several, until it is done."""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from itertools import islice

from trickkit.errors import InvalidRules, TrickkitError, quoted
from trickkit.lab.results import Found
from trickkit.lab.study import Study
from trickkit.lab.sums import Sums
from trickkit.locks import close_inherited
from trickkit.processes import end_with_parent, worker_pool

__all__ = ["Blocks", "run", "workers"]

AHEAD = 8
"""The number of blocks for each process that are requested at a time."""

Blocks = Callable[[range], Iterator[Sums]]
"""Plays some blocks of a study, and yields their results in order, one by one or several together."""


def run(
    study: Study,
    blocks: Blocks,
    *,
    begun: Sums | None = None,
    budget: timedelta | None = None,
    seen: Callable[[Found], object] = lambda _: None,
    kept: Callable[[Sums], object] = lambda _: None,
) -> Found:
    """Play blocks of a study until it is done or the time is over.

    Args:
        study: the study.
        blocks: plays blocks.
        begun: the results of the first blocks, if they were played before.
        budget: stop after the block in which this time runs out; None for no limit.
        seen: called after each block with the results so far.
        kept: called after each block with its results.

    Raises:
        InvalidRules: the budget is empty.

    >>> from trickkit import load
    >>> from trickkit.lab.metrics import Wins
    >>> study = Study(rules=(load("pikoko"),), names=("pikoko",), metrics=(Wins(),), deals=5000)
    >>> run(study, lambda numbers: map(study.block, numbers)).deals
    5000
    """
    if budget is not None and budget <= timedelta():
        raise InvalidRules(f"a budget of {budget}: give a span of time above 0")
    end = None if budget is None else time.perf_counter() + budget.total_seconds()
    results = Found(study, begun or Sums())
    for interim in study.interim:
        done = results.deals // study.at_once + (results.deals % study.at_once > 0)
        if done < interim:
            for sums in blocks(range(done, interim)):
                results = Found(study, results.sums + sums)
                kept(sums)
                seen(results)
                if end is not None and time.perf_counter() >= end:
                    return results
        if done <= interim and results.is_done:
            break
    return results


@contextmanager
def workers(study: Study, count: int) -> Iterator[Blocks]:
    """A function that plays blocks of a study, in this process or in several others.

    Args:
        study: the study.
        count: 1 for this process, or how many others.

    Raises:
        InvalidRules: the number of workers is invalid.

    >>> from trickkit import load
    >>> from trickkit.lab.metrics import Wins
    >>> study = Study(rules=(load("pikoko"),), names=("pikoko",), metrics=(Wins(),), deals=5000)
    >>> with workers(study, 1) as blocks:
    ...     [sums.deals for sums in blocks(range(3))]
    [2048, 2048, 904]
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InvalidRules(f"workers={quoted(count)} is not a whole number from 1 on")
    if count == 1 or multiprocessing.current_process().daemon:
        yield lambda numbers: map(study.block, numbers)
        return
    with worker_pool(count, _begin, study) as pool:
        yield partial(_played, pool, count)


def _played(pool: Executor, count: int, numbers: range) -> Iterator[Sums]:
    """The results of some blocks in order, requested a few at a time, as a study may have more than fit into memory."""
    waiting, left = deque[Future[Sums]](), iter(numbers)
    try:
        while True:
            waiting += [pool.submit(_block, block) for block in islice(left, AHEAD * count - len(waiting))]
            if not waiting:
                return
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise TrickkitError("a process that played for the study was killed; earlier results are kept") from None
    finally:
        for future in waiting:
            future.cancel()


_study: list[Study] = []


def _begin(study: Study) -> None:
    end_with_parent()
    close_inherited()
    _study[:] = [study]


def _block(number: int) -> Sums:
    return _study[0].block(number)
