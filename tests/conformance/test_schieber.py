"""Schieber, replayed; and fresh random games, played in lock-step with jass-kit where it is installed (`peers`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from conformance import files, games, replay
from schieber import Schieber
from tiers import DEEP

TRUMPS = Path(__file__).parent / "data" / "schieber__trumps.jsonl.gz"
FRESH = 1000 if DEEP else 20


def replay_all(path: Path) -> None:
    for played in games(path):
        replay(Schieber(), played)


@pytest.mark.parametrize("path", files("schieber"), ids=lambda path: path.name.partition(".")[0])
def test_games_are_replayed(path: Path) -> None:
    replay_all(path)


@pytest.mark.parametrize("undertrump", ["best", "free"])
def test_the_games_tell_with_what_trumps_are_compared(undertrump: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Schieber, "undertrump", undertrump)
    with pytest.raises(AssertionError, match="legal are"):
        replay_all(TRUMPS)


@pytest.mark.parametrize("choice", ["uniform", "trumps"])
def test_fresh_games_go_the_same_way(choice: str) -> None:
    jass_kit = pytest.importorskip("jass_kit", reason="jass-kit is not installed: pip install 'trickkit[peers]'")
    for seed in range(FRESH // 2):
        replay(Schieber(), jass_kit.played(seed, jass_kit.CHOICES[choice]))
