"""Who plays a study that leaves it to the lab."""

from __future__ import annotations

from pathlib import Path

import pytest

from trickkit import InvalidRules, Rules, bots, lab, load
from trickkit.lab import players
from trickkit.policies.ending import AfterDeals


@pytest.mark.sample(0)
def test_a_game_that_greedy_bots_play_is_played_by_them() -> None:
    found = lab.profile("oh_hell", bots="auto", deals=4, metrics=["points"])
    assert found.study.bots == "greedy"


@pytest.mark.sample(0)
def test_where_they_hardly_play_it_an_installed_network_does() -> None:
    found = lab.profile("skat", bots="auto", deals=40, metrics=["points"])
    assert found.study.bots == "learned"
    assert not found.certificates[0].warnings


def with_warnings(monkeypatch: pytest.MonkeyPatch, **by_name: int) -> list[tuple[str, int, int]]:
    """Let bots have so many warnings, level 2 of `best` more; what was looked at, as bots, rules and seed."""
    asked = list[tuple[str, int, int]]()

    def warnings(rules: list[Rules], name: str, seed: int) -> int:
        asked.append((name, len(rules), seed))
        return by_name.get(name, 9)

    monkeypatch.setattr(players, "_warnings", warnings)
    return asked


@pytest.mark.sample(0)
def test_rules_without_a_network_are_left_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = with_warnings(monkeypatch)
    assert players.players_for([load("skat"), load("skat", seeger_fabian=True)], 5) == "greedy"
    assert [name for name, _, _ in asked] == ["greedy", "best:2"]


@pytest.mark.sample(0)
def test_if_nobody_plays_it_those_with_the_fewest_warnings_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with_warnings(monkeypatch, greedy=2, learned=1)
    assert players.players_for([load("skat")], 5) == "learned"


def test_of_many_rules_some_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = with_warnings(monkeypatch, greedy=0)
    rules = [load("pikinni").replace(ending=AfterDeals(deals=deals + 1)) for deals in range(100)]
    assert players.players_for(rules, 5) == "greedy"
    assert asked == [("greedy", 6, 5)]


def test_both_samples_of_a_search_have_the_same_players(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = with_warnings(monkeypatch, greedy=0)
    balance = lab.balance("pikinni", aim="ties low", players=[2, 3], bots="auto", deals=20)
    assert balance.search.study.bots == balance.fresh.study.bots == "greedy"
    assert len(asked) == 1


def test_it_is_for_all_seats() -> None:
    with pytest.raises(InvalidRules, match="no bot 'auto'"):
        lab.profile("pikinni", bots=["auto", "greedy"], deals=10)


def test_a_study_is_a_function_of_the_players_that_were_chosen() -> None:
    chosen = lab.profile("pikinni", bots="auto", deals=10, metrics=["points"])
    named = lab.profile("pikinni", bots="greedy", deals=10, metrics=["points"])
    assert chosen == named


@pytest.mark.sample(0)
def test_networks_learn_each_of_the_rules_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trained = list[str]()

    def train(rules: Rules, minutes: float, *, path: Path, **_settings: object) -> None:
        trained.append(f"{rules.players} for {minutes}")
        bots.train(rules, steps=2, path=path)

    monkeypatch.setattr(players, "train", train)
    two, three = load("pikinni", players=2), load("pikinni", players=3)
    name = lab.taught([two, three, two], 1, tmp_path / "networks", seed=5)
    assert trained == ["2 for 1", "3 for 1"]
    assert name == f"learned:{tmp_path / 'networks' / '1-minutes-seed-5'}"
    assert lab.taught([three], 1, tmp_path / "networks", seed=5) == name
    assert len(trained) == 2
    assert lab.compare(two, three, bots=name, deals=4, metrics=["points"]).study.bots == name


def test_a_training_that_was_interrupted_is_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_rules: Rules, _minutes: float, *, path: Path, **_settings: object) -> None:
        path.write_text("begun")
        raise KeyboardInterrupt

    monkeypatch.setattr(players, "train", interrupted)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            lab.taught([load("pikinni", players=2)], 1, tmp_path)
    assert not list(tmp_path.rglob("*.npz"))


def test_a_folder_that_cannot_be_written_to_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidRules, match="cannot be written to"):
        lab.taught([load("pikinni")], 1, tmp_path / "file")
