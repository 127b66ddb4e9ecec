"""Hearts as OpenSpiel plays it."""

from __future__ import annotations

from pathlib import Path

import pytest
from conformance import files, games, replay
from hearts import Hearts


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", [pytest.param(path, id=path.name.partition(".")[0]) for path in files("hearts")])
def test_it_plays_the_same_games(path: Path) -> None:
    played = games(path)
    assert played
    for game in played:
        replay(Hearts(), game)
