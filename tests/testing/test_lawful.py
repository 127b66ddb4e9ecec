"""No false alarms: unusual games that are lawful keep all laws."""

from __future__ import annotations

import pytest
from lawful import LAWFUL

from trickkit.testing import LAWS, check


@pytest.mark.parametrize("name", LAWFUL)
def test_an_unusual_game_keeps_all_laws(name: str) -> None:
    for law in LAWS:
        verdict = check(law, LAWFUL[name], examples=12)
        assert verdict.broken is None, str(verdict.broken)
