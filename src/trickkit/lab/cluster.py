"""Plays blocks of a study on a Dask cluster."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Iterator
from functools import lru_cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from trickkit.catalog.sending import packed, unpacked
from trickkit.errors import InvalidRecord, InvalidRules, MissingExtra, quoted
from trickkit.lab.lines import described, study_of
from trickkit.lab.running import Blocks
from trickkit.lab.study import Study
from trickkit.lab.sums import Sums
from trickkit.record.header import written

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["connected", "on_cluster"]

AHEAD = 8
"""The maximum number of tasks for each thread of the cluster that the scheduler holds at a time."""
SECONDS = 2.0
"""The approximate time for a task. The scheduler needs some milliseconds for each, and a killed client loses a few
tasks."""
TOGETHER = 512
"""The maximum number of blocks in a task."""
RETRIES = 5
"""How often a block is retried after its worker has died."""


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
        raise InvalidRules(f"no scheduler of Dask answers at {quoted(scheduler)}") from error


def _client() -> type[Client]:
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtra("a cluster needs Dask: pip install 'trickkit[dask]'") from error
    return Client


def on_cluster(study: Study, client: Client, *, send_python: bool = False) -> Blocks:
    """A function that plays blocks of a study on a cluster.

    Workers receive the study as text, so that no code is sent: they build the rules from the installed games, or from
    the text of a house-rule sheet. They send back sums. If a worker dies, another one plays its block again, and it
    counts once.

    Args:
        study: the study.
        client: of the cluster.
        send_python: whether to send rules made in Python as well, with the texts of their files, which are run there.

    Raises:
        InvalidRules: bots or metrics are given as values, which other machines could not rebuild; or rules are made in
            Python, and must not be sent.

    >>> from trickkit.lab.metrics import Wins
    >>> from trickkit.variants import pikoko
    >>> house = pikoko.rules().replace(key="mine")
    >>> on_cluster(Study(rules=(house,), names=("mine",), metrics=(Wins(),)), None)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: the rules of 'mine' are made in Python; a cluster is sent and runs them with \
send_python=True only
    """
    text, rules = json.dumps(described(study)), packed(study.rules) if send_python else b""
    try:
        _study(text, rules)
    except InvalidRecord as error:
        made = next((game.key for game in study.rules if written(game).made), None)
        if send_python or made is None:
            raise
        raise InvalidRules(
            f"the rules of {quoted(made)} are made in Python; a cluster is sent and runs them with send_python=True "
            "only"
        ) from error
    return partial(_played, (text, rules), client)


def _played(asked: tuple[str, bytes], client: Client, numbers: range) -> Iterator[Sums]:
    """The results of some blocks, several at a time, in order."""
    name = sha256(asked[0].encode() + asked[1]).hexdigest()[:16]
    threads = max(1, sum(client.nthreads().values()))
    # With few blocks left, nobody should wait for the last one.
    most = max(1, len(numbers) // (4 * threads))
    waiting, start, size = deque[Any](), numbers.start, 1
    try:
        while True:
            while start < numbers.stop and len(waiting) < AHEAD * threads:
                stop = min(start + min(size, most), numbers.stop)
                key = f"trickkit-{name}-{start}-{stop}"
                waiting.append((stop - start, client.submit(_blocks, *asked, start, stop, key=key, retries=RETRIES)))
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
    """How many blocks the next tasks should contain, given how long the last one took.

    Args:
        count: how many blocks were played.
        seconds: how long they took.

    >>> sized(1, 0.04), sized(64, 0.2), sized(4, 40)
    (50, 512, 1)
    """
    return max(1, min(TOGETHER, int(count * SECONDS / max(seconds, 1e-6))))


def _blocks(text: str, rules: bytes, start: int, stop: int) -> tuple[float, dict[str, Any]]:
    """The seconds that some blocks took, and their combined sums as plain values; runs on a worker."""
    began, study, sums = time.perf_counter(), _study(text, rules), Sums()
    for block in range(start, stop):
        sums += study.block(block)
    return time.perf_counter() - began, sums.line()


@lru_cache(maxsize=8)
def _study(text: str, rules: bytes) -> Study:
    """The study that a text and, if they were sent, pickled rules describe; cached per process."""
    return study_of(json.loads(text), unpacked(rules) if rules else ())
