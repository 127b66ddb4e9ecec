"""The tables of tricks: what is looked up is what the policies would answer."""

from __future__ import annotations

from typing import Any

import pytest

from trickkit.model.cards import french
from trickkit.phases import Tricks
from trickkit.policies.resolution import StrongestWins


def test_where_strengths_decide_nothing_is_folded_after_the_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    deck, fold = french("AK7"), StrongestWins.fold

    def leads(self: StrongestWins, value: Any, face: Any, place: int, ranked: Any) -> Any:
        assert not place
        return fold(self, value, face, place, ranked)

    monkeypatch.setattr(StrongestWins, "fold", leads)
    tables = Tricks().tables(deck, deck.suits[1])
    resolution: Any = tables.resolution
    for node in tables.reachable(3):
        folded = [fold(resolution, node.value, face, node.place, tables.ranked) for face in deck.faces]
        assert [node.value_after(index) for index in range(len(deck.faces))] == folded
