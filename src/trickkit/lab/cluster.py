"""Blocks of a study on a cluster of Dask."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterator
from functools import lru_cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from trickkit.errors import InvalidRules, MissingExtra
from trickkit.lab.lines import described, study_of
from trickkit.lab.running import Blocks
from trickkit.lab.study import Study
from trickkit.lab.sums import Sums

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["connected", "on_cluster"]

AHEAD = 8
"""How many tasks for each thread of the cluster are asked for at a time: the scheduler never knows of more."""
SECONDS = 2.0
"""About how long a task takes: the scheduler needs some milliseconds for each, and a killed client loses some."""
TOGETHER = 512
"""How many blocks are a task at most."""
RETRIES = 5
"""How often a block is tried again whose worker died."""


def connected(scheduler: str) -> Client:
    """A client of a scheduler.

    Args:
        scheduler: its address, such as `tcp://host:8786`.

    Raises:
        MissingExtra: Dask is not installed.

    >>> connected("nowhere")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: no scheduler of Dask answers at 'nowhere'
    """
    client_of = _client()
    try:
        return client_of(scheduler, timeout=10)
    except (OSError, ValueError) as error:
        raise InvalidRules(f"no scheduler of Dask answers at {scheduler!r}") from error


def _client() -> type[Client]:
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtra("a cluster needs Dask: pip install 'trickkit[dask]'") from error
    return Client


def on_cluster(study: Study, client: Client) -> Blocks:
    """What plays blocks of a study on a cluster.

    Workers are sent what the study asks as text, so that no code travels: rules come from what is installed there, or
    from the text of a house-rule sheet. They send back sums. A block whose worker died is played again by another one,
    and counts once.

    Args:
        study: what is asked.
        client: of the cluster.

    Raises:
        InvalidRules: bots or metrics are given as values: others could not make them again.
        InvalidRecord: rules are made in Python, likewise.

    >>> from trickkit.lab.metrics import Wins
    >>> from trickkit.variants import pikoko
    >>> house = pikoko.rules().replace(key="mine")
    >>> on_cluster(Study(rules=(house,), names=("mine",), metrics=(Wins(),)), None)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: line 1: the rules are made in Python, as pikoko.rules().replace(key='mine'); give \
the rules of 'mine' to read it
    """
    text = json.dumps(described(study))
    _study(text)
    return partial(_played, text, client)


def _played(text: str, client: Client, numbers: range) -> Iterator[Sums]:
    """What some blocks came to, several at a time, in order."""
    name = sha256(text.encode()).hexdigest()[:16]
    threads = max(1, sum(client.nthreads().values()))
    # Where there are few, nobody is to wait for the last one.
    most = max(1, len(numbers) // (4 * threads))
    waiting, start, size = deque[Any](), numbers.start, 1
    try:
        while True:
            while start < numbers.stop and len(waiting) < AHEAD * threads:
                stop = min(start + min(size, most), numbers.stop)
                key = f"trickkit-{name}-{start}-{stop}"
                waiting.append((stop - start, client.submit(_blocks, text, start, stop, key=key, retries=RETRIES)))
                start = stop
            if not waiting:
                return
            count, task = waiting.popleft()
            seconds, line = task.result()
            size = sized(count, seconds)
            yield Sums.read(line)
    finally:
        client.cancel([task for _, task in waiting])


def sized(count: int, seconds: float) -> int:
    """How many blocks a task is to have, of which some took so many seconds.

    Args:
        count: how many blocks did.
        seconds: how long they took.

    >>> sized(1, 0.04), sized(64, 0.2), sized(4, 40)
    (50, 512, 1)
    """
    return max(1, min(TOGETHER, int(count * SECONDS / max(seconds, 1e-6))))


def _blocks(text: str, start: int, stop: int) -> tuple[float, dict[str, Any]]:
    """How long some blocks took, and what they came to together, as plain values; this runs on a worker."""
    began, study, sums = time.perf_counter(), _study(text), Sums()
    for number in range(start, stop):
        sums += study.block(number)
    return time.perf_counter() - began, sums.line()


@lru_cache(maxsize=8)
def _study(text: str) -> Study:
    """A study from its text, once in each process."""
    return study_of(json.loads(text))
