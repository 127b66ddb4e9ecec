"""Studies on a cluster of Dask find what one process finds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from trickkit import InvalidRules, lab, load
from trickkit.catalog.sending import packed, unpacked
from trickkit.variants import pikinni, pikoko

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.filterwarnings("default::DeprecationWarning"),
    pytest.mark.filterwarnings("default::ResourceWarning"),
    pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers in this process, at a port that is free."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0", protocol="inproc"
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


@pytest.mark.sample(0)
def test_blocks_that_are_sent_together_come_to_the_same(client: object) -> None:
    ask = {"bots": "greedy", "deals": 43, "metrics": ["wins"]}
    rules = pikinni.rules(players=2)
    assert lab.profile(rules, **ask, client=client) == lab.profile(rules, **ask)  # type: ignore[arg-type]


def test_a_study_on_a_cluster_stops_at_a_width(client: object) -> None:
    rules = pikinni.rules(players=2)
    ask = {"bots": "random", "deals": 10**6, "metrics": ["wins"], "until": 0.03}
    assert lab.profile(rules, **ask, client=client) == lab.profile(rules, **ask)  # type: ignore[arg-type]


@pytest.mark.sample(0)
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


def test_rules_of_files_travel_by_their_text(client: Any, tmp_path: Path) -> None:
    """A worker that never saw a file runs its text, if that is allowed; a changed file is another one."""
    file, ran = tmp_path / "travels.py", tmp_path / "ran.txt"
    file.write_text(
        "from pathlib import Path\n"
        f"ran = Path({str(ran)!r})\n"
        "ran.write_text((ran.read_text() if ran.exists() else '') + 'once ')\n"
        "from attrs import frozen\n"
        "from trickkit.policies.follow import MustFollow\n"
        "from trickkit.phases import Tricks\n"
        "from trickkit.variants import pikinni\n"
        "@frozen\n"
        "class Follows(MustFollow):\n"
        "    pass\n"
        "def rules(*, players: int = 2):\n"
        "    return pikinni.rules(players=players).replace(Tricks, follow=Follows()).replace(key='travels')\n"
    )
    ask: Any = {"bots": "random", "deals": 50, "metrics": ["points"]}
    rules = load(str(file))
    here = lab.profile(rules, **ask)
    with pytest.raises(InvalidRules, match="the rules of 'travels' are made in Python"):
        lab.profile(rules, **ask, client=client)
    data = packed([rules])
    assert ran.read_text() == "once "
    # As in a process in which nobody loaded it.
    loaded = sys.modules.pop("travels")
    assert unpacked(data)[0].name == rules.name
    sys.modules["travels"] = loaded
    assert ran.read_text() == "once once "
    assert lab.profile(rules, **ask, client=client, send_python=True).sums == here.sums
    file.write_text("")
    with pytest.raises(InvalidRules, match=r"travels\.py is not as it was when the rules were loaded"):
        lab.profile(rules, **ask, client=client, send_python=True)


def test_sheets_travel_by_their_text(client: Any, tmp_path: Path) -> None:
    sheet = tmp_path / "house.toml"
    sheet.write_text('base = "pikinni"\nscoring.ScoreEstimates.off = -5\n')
    ask: Any = {"bots": "random", "deals": 50, "metrics": ["points"]}
    here, rules = lab.profile(str(sheet), **ask), load(str(sheet))
    sheet.unlink()
    assert lab.profile(rules, **ask, client=client).sums == here.sums


def test_what_others_cannot_make_again_is_refused(client: object) -> None:
    with pytest.raises(InvalidRules, match="the rules of 'mine' are made in Python; a cluster is sent and runs"):
        lab.profile(pikoko.rules().replace(key="mine"), deals=10, client=client)
    with pytest.raises(InvalidRules, match="workers=2 and a client: give only one of them"):
        lab.profile("pikoko", deals=10, client=client, workers=2)
