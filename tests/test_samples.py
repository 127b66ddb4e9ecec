"""Samples of cases: the same ones from the same seed, all of them in the course of many commits."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import samples
from samples import LAWS_OF_A_GAME, PAGES, left_out, sampled, seed_of


def family(name: str, cases: int, most: int | None, of: type | None = None) -> list[Any]:
    """Tests of one family, as far as samples look at them."""
    marker = None if most is None else pytest.mark.sample(most).mark

    class Item(SimpleNamespace):
        __hash__ = object.__hash__
        __eq__ = object.__eq__

        def get_closest_marker(self, wanted: str) -> object:
            assert wanted == "sample"
            return marker

    names = [f"{name}::test_{case}" if of else f"{name}[{case}]" for case in range(cases)]
    return [Item(nodeid=name, cls=of) for name in names]


def test_so_many_cases_of_each_family_are_run() -> None:
    games, options, rows = family("test_games", 20, 5), family("test_options", 9, 3), family("test_rows", 30, None)
    out = left_out([*games, *options, *rows], "7")
    assert [sum(item not in out for item in items) for items in (games, options, rows)] == [5, 3, 30]


def test_a_few_laws_of_every_game_are_looked_at() -> None:
    hearts = family("test_hearts.py::TestLaws", 23, None, type("Laws", (), {}))
    spades = family("test_spades.py::TestLaws", 23, None, type("Laws", (), {}))
    out = left_out([*hearts, *spades], "7")
    kept = [[at for at, item in enumerate(items) if item not in out] for items in (hearts, spades)]
    assert [len(one) for one in kept] == [LAWS_OF_A_GAME] * 2
    assert kept[0] != kept[1]


def test_the_same_seed_gives_the_same_sample_alone_and_among_others() -> None:
    games, others = family("test_games", 20, 5), family("test_others", 20, 5)
    alone = left_out(games, "7")
    assert alone == left_out(games, "7") == left_out([*others, *games], "7") & {*games}
    assert alone != left_out(games, "8")


def test_a_page_is_run_as_a_whole_or_not_at_all() -> None:
    pages = [family(f"docs/page{page}.md::", 7, None) for page in range(PAGES + 9)]
    out = left_out([item for page in pages for item in page], "7")
    assert sorted(sum(item in out for item in page) for page in pages) == [0] * PAGES + [7] * 9
    assert not left_out(pages[0], "7")


def test_no_test_is_left_out_where_all_are_asked_for() -> None:
    laws = family("test_hearts.py::TestLaws", 23, None, type("Laws", (), {}))
    pages = [item for page in range(PAGES + 9) for item in family(f"docs/page{page}.md::", 2, None)]
    assert not left_out([*family("test_games", 20, 5), *laws, *pages], "all")


def test_many_runs_meet_every_case() -> None:
    games = family("test_games", 20, 5)
    assert {item for seed in range(60) for item in games if item not in left_out(games, str(seed))} == {*games}


def test_a_family_that_is_small_is_run_wholly() -> None:
    assert not left_out(family("test_games", 5, 5), "7")


def test_long_lists_of_cases_are_sampled_with_their_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "DEEP", False)
    found = sampled(range(1000), 30)
    assert len({*found}) == 30
    assert found[0] == 0
    assert list(found) == sorted(found) == list(sampled(range(1000), 30))
    assert sampled(range(30), 30) == range(30)
    monkeypatch.setattr(samples, "DEEP", True)
    assert sampled(range(1000), 30) == range(1000)


def test_a_commit_is_its_own_seed(tmp_path: Path) -> None:
    def commit(text: str) -> None:
        author = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
        made = ["git", *author, "commit", "-q", "--allow-empty", "-m", text]
        subprocess.run(made, cwd=tmp_path, check=True)

    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    commit("One")
    one = seed_of(tmp_path)
    assert one == seed_of(tmp_path)
    commit("Two")
    assert seed_of(tmp_path) != one


def test_the_seed_is_drawn_where_there_is_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert seed_of(tmp_path) != seed_of(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert seed_of(tmp_path) != seed_of(tmp_path)
