"""Euchre, replayed."""

from __future__ import annotations

from pathlib import Path

import pytest
from conformance import files, games, replay
from euchre import Euchre


@pytest.mark.parametrize("path", files("euchre"), ids=lambda path: path.name.partition(".")[0])
def test_games_are_replayed(path: Path) -> None:
    for played in games(path):
        replay(Euchre(), played)
