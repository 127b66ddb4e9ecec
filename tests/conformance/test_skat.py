"""Skat, replayed."""

from __future__ import annotations

from pathlib import Path

import pytest
from conformance import files, games, replay
from skat import Skat


@pytest.mark.parametrize("path", files("skat"), ids=lambda path: path.name.partition(".")[0])
def test_games_are_replayed(path: Path) -> None:
    for played in games(path):
        replay(Skat(), played)
