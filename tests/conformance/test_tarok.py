"""Slovenian Tarok, replayed."""

from __future__ import annotations

from pathlib import Path

import pytest
from conformance import files, games, replay
from tarok import Tarok

ADAPTER = Tarok()


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", files("tarok"), ids=lambda path: path.name.partition(".")[0])
def test_games_are_replayed(path: Path) -> None:
    for played in games(path):
        replay(ADAPTER, played)
