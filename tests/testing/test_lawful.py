"""No false alarms: unusual games that are lawful keep all laws."""

from __future__ import annotations

import pytest
from lawful import LAWFUL

from trickkit.testing import LAWS
from trickkit.testing.positions import Positions
from trickkit.testing.suite import within


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", LAWFUL)
def test_an_unusual_game_keeps_all_laws(name: str) -> None:
    positions = Positions.of(LAWFUL[name], moves=60, source=0)
    for law in LAWS:
        verdict = positions.hold(law, within(6))
        assert verdict.broken is None, str(verdict.broken)
