"""`trickkit train`: a file is written, played, gone on from, and never overwritten by accident."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from trickkit.bots.training import learner, playing, schedule

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer lanes, decisions and deals than learning takes."""
    for module, name, number in ((playing, "LANES", 16), (learner, "BATCH", 64), (schedule, "DEALS", 16)):
        monkeypatch.setattr(module, name, number)


def test_what_is_learned_is_written_and_played(run: Run, refused: Callable[..., str], tmp_path: Path) -> None:
    words = ("train", "pikinni", "--players", 2, "--steps", 40, "-o", tmp_path / "one.npz")
    result = run(*words)
    assert (result.exit_code, result.stderr) == (0, "")
    first, second = result.stdout.splitlines()
    assert first.startswith(f"{tmp_path / 'one.npz'}: ")
    assert second == f"Play it: trickkit match pikinni --bots learned:{tmp_path / 'one.npz'},greedy"
    texts = f"learned:{tmp_path / 'one.npz'},random"
    assert run("match", "pikinni", "--players", 2, "--bots", texts, "--deals", 5).exit_code == 0
    assert "exists; --continue resumes it" in refused(*words)
    assert run(*words, "--continue").exit_code == 0


@pytest.mark.sample(0)
def test_it_says_how_strong_the_bot_is_even_if_a_deal_takes_all_the_time(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(schedule, "AGAINST", 0)
    monkeypatch.setattr(schedule, "LEAST", 1e-6)
    result = run("train", "pikinni", "--players", 2, "--minutes", 0.02, "-o", tmp_path / "one.npz")
    for level, line in enumerate(result.stdout.splitlines()[1:3], start=1):
        assert re.fullmatch(rf"[+-]\d+\.\d\d ± \d+\.\d\d points a deal ahead of level {level}", line)


@pytest.mark.sample(0)
def test_several_processes_learn(run: Run, tmp_path: Path) -> None:
    words = ("train", "pikinni", "--players", 2, "--steps", 40, "--workers", 2, "-o", tmp_path / "one.npz")
    assert run(*words).stdout.splitlines()[0].endswith("minutes of each of 2 cores")


def test_what_cannot_be_meant_is_refused(refused: Callable[..., str], tmp_path: Path) -> None:
    words = ("train", "pikinni", "--steps", 2, "-o", tmp_path / "none.npz")
    assert "leave out --continue to begin one" in refused(*words, "--continue")
    assert "both say how long; give one of them" in refused(*words, "--minutes", 1)


def test_it_says_how_much_can_be_gained_on_a_bot(run: Run, tmp_path: Path) -> None:
    words = ("train", "pikinni", "--players", 2, "--steps", 8, "--against")
    result = run(*words, "random", "-o", tmp_path / "answer.npz")
    assert result.exit_code == 0
    said = " ".join(result.stdout.split())
    assert re.search(r"points a deal ahead of random in 64 deals; (at least that much|nothing was found)", said)


def test_a_time_too_short_for_a_deal_is_told(run: Run, tmp_path: Path) -> None:
    result = run("train", "pikinni", "--players", 2, "--steps", 1, "-o", tmp_path / "one.npz")
    assert result.stdout.splitlines()[1].startswith("No deal came to its end in this time, so nothing was learned")


def test_a_match_with_a_file_of_other_rules_is_refused(run: Run, refused: Callable[..., str], tmp_path: Path) -> None:
    run("train", "pikinni", "--players", 2, "--steps", 5, "-o", tmp_path / "one.npz")
    found = refused("match", "pikoko", "--bots", f"learned:{tmp_path / 'one.npz'},random")
    assert "was trained for pikinni (players=2" in found
    assert "there is no file 'none.npz'; trickkit train writes one" in refused(
        "match", "pikoko", "--bots", "learned:none.npz,random"
    )
