"""Spades, replayed."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from conformance import files, games, replay
from spades import Spades


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", files("spades"), ids=lambda path: path.name.partition(".")[0])
def test_games_are_replayed(path: Path) -> None:
    for played in games(path):
        replay(Spades(), played)


NARROW = Path(__file__).parent / "data" / "spades__lowthresholds.jsonl.gz"


@pytest.mark.parametrize(
    ("win", "mercy", "bonus", "returns"),
    [
        (500, -350, 200, (40, 36)),
        (30, -350, 7, (47, 36)),
        (40, 0, 7, (47, 36)),
        (41, 36, 7, (40, 29)),
        (36, 36, 7, (47, 29)),
        (36, 40, -10, (30, 26)),
        (41, -350, 7, (40, 36)),
    ],
)
def test_other_thresholds(win: int, mercy: int, bonus: int, returns: tuple[int, int]) -> None:
    """A game that ends 40 to 36, with thresholds that no file has; what was not read by the rules is not read."""
    (played,) = [one for one in games(NARROW) if one.returns == (40, 36, 40, 36)]
    params = {"win_threshold": win, "mercy_threshold": mercy, "win_or_loss_bonus": bonus}
    ignored = {"use_mercy_rule": False, "num_tricks": 13}
    replay(Spades(), evolve(played, params={**params, **ignored}, returns=returns * 2))
