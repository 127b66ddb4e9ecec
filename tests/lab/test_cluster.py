"""Studies on a cluster of Dask find what one process finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from trickkit import InvalidRecord, InvalidRules, lab
from trickkit.variants import pikinni, pikoko

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.filterwarnings("default::DeprecationWarning"),
    pytest.mark.filterwarnings("default::ResourceWarning"),
    pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers in this process."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="inproc"
    ) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def client(cluster: Any) -> Iterator[Any]:
    with distributed.Client(cluster) as client:
        yield client


def test_a_cluster_finds_the_same(client: object) -> None:
    ask = {"bots": "random", "deals": 9000, "metrics": ["wins", "choices"]}
    rules = pikoko.rules(players=3), pikoko.rules(players=3, next_lead="start_player")
    assert lab.compare(*rules, **ask, client=client).sums == lab.compare(*rules, **ask).sums  # type: ignore[arg-type]


def test_blocks_that_are_sent_together_come_to_the_same(client: object) -> None:
    ask = {"bots": "greedy", "deals": 43, "metrics": ["wins"]}
    rules = pikinni.rules(players=2)
    assert lab.profile(rules, **ask, client=client) == lab.profile(rules, **ask)  # type: ignore[arg-type]


def test_a_study_on_a_cluster_stops_at_a_width(client: object) -> None:
    rules = pikinni.rules(players=2)
    ask = {"bots": "random", "deals": 10**6, "metrics": ["wins"], "until": 0.03}
    assert lab.profile(rules, **ask, client=client) == lab.profile(rules, **ask)  # type: ignore[arg-type]


def test_a_worker_that_dies_loses_nothing_and_counts_nothing_twice(cluster: Any, client: Any) -> None:
    """One of the two ends after the first task, with what it has and what it plays; then another one begins."""
    rules = pikinni.rules(players=2)
    ask: Any = {"bots": "greedy", "deals": 200, "metrics": ["wins", "choices"]}
    died = []

    def die(_found: lab.Found) -> None:
        if not died:
            died.append(cluster.workers[next(iter(cluster.workers))])
            client.sync(died[0].close, nanny=False, executor_wait=False)
            cluster.scale(2)

    assert lab.profile(rules, **ask, client=client, seen=die) == lab.profile(rules, **ask)
    assert died[0].status.name == "closed"


def test_what_others_cannot_make_again_is_refused(client: object) -> None:
    with pytest.raises(InvalidRecord, match="the rules are made in Python"):
        lab.profile(pikoko.rules().replace(key="mine"), deals=10, client=client)
    with pytest.raises(InvalidRules, match="workers=2 and a client: a study runs on one of them"):
        lab.profile("pikoko", deals=10, client=client, workers=2)
