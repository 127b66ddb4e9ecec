"""`trickkit analyze FILE`: what each decision of a recorded game cost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from trickkit import Stacked, record
from trickkit.variants import pikinni

Run = Callable[..., Result]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game in which seat 0 estimates no trick with the highest trump."""
    rules = pikinni.rules(players=2)
    state = rules.start(seed=1, first=0, deals=[Stacked(hands=[["AS"], ["KC"]], turned="8S")])
    for seat, estimate in enumerate("01"):
        state = state.play(seat, estimate)
    record.write(state, tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


def test_the_worst_decision_is_shown_with_what_would_have_been_better(run: Run, file: Path) -> None:
    result = run("analyze", file, "--bot", "flat:16", "--worst", 1)
    assert (result.exit_code, result.stderr) == (0, "")
    row = next(line.split() for line in result.stdout.splitlines() if "estimates" in line)
    assert row[:6] == ["1", "1", "1", "estimates", "0", "1"]
    assert float(row[6]) > 20
    assert row[7] == "±"
    assert "points a deal behind the best action, as flat:16 sees it" in result.stdout


def test_every_decision_as_json(run: Run, file: Path) -> None:
    found = json.loads(run("analyze", file, "--bot", "flat:8", "--json").stdout)
    assert (found["bot"], found["game"]) == ("flat:8", "pikinni")
    assert [(one["seat"], one["made"], one["phase"]) for one in found["decisions"]] == [
        (0, "0", "Estimates"), (1, "1", "Estimates"),
    ]  # fmt: skip
    assert found["decisions"][0]["cost"] > 20
    one_seat = json.loads(run("analyze", file, "--bot", "flat:8", "--seat", 2, "--json").stdout)
    assert one_seat["decisions"] == found["decisions"][1:]


def test_all_decisions_are_shown_on_request(run: Run, file: Path) -> None:
    assert run("analyze", file, "--bot", "flat:8", "--all").stdout.count("estimates") == 2


def test_what_cannot_be_analyzed(refused: Callable[..., str], run: Run, file: Path, tmp_path: Path) -> None:
    assert "no bot 'flut'" in refused("analyze", file, "--bot", "flut")
    assert "seat 5: this game has the seats 1..2" in refused("analyze", file, "--seat", 5)
    assert "cannot be read" in refused("analyze", tmp_path / "missing.jsonl")
    published = tmp_path / "published.jsonl"
    published.write_text(run("redact", file).stdout, encoding="utf-8")
    assert "the record holds only what a spectator saw" in refused("analyze", published)
    empty = tmp_path / "empty.jsonl"
    record.write(pikinni.rules(players=2).start(seed=1), empty)
    assert "no decision was made in this game" in refused("analyze", empty)
