"""Studies on a cluster of Dask find what one process finds."""

from __future__ import annotations

from collections.abc import Iterator

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
def client() -> Iterator[object]:
    """Two workers in this process."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="inproc"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
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


def test_what_others_cannot_make_again_is_refused(client: object) -> None:
    with pytest.raises(InvalidRecord, match="the rules are made in Python"):
        lab.profile(pikoko.rules().replace(key="mine"), deals=10, client=client)
    with pytest.raises(InvalidRules, match="workers=2 and a client: a study runs on one of them"):
        lab.profile("pikoko", deals=10, client=client, workers=2)
