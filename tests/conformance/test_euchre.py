"""Euchre, replayed."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from conformance import CHANCE, Entry, Played, files, games, replay
from euchre import Euchre


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", files("euchre"), ids=lambda path: path.name.partition(".")[0])
def test_games_are_replayed(path: Path) -> None:
    for played in games(path):
        replay(Euchre(), played)


DEFAULT = Path(__file__).parent / "data" / "euchre__default_busy.jsonl.gz"


def test_settings_may_be_left_out() -> None:
    for played in games(DEFAULT):
        replay(Euchre(), evolve(played, params={}))


@pytest.mark.parametrize("lone_defender", [False, True])
def test_all_may_pass_twice_where_the_dealer_is_not_stuck(lone_defender: bool) -> None:
    played = games(DEFAULT)[0]
    dealt = [entry for entry in played.history if entry.player == CHANCE]
    dealer, turned = dealt[0].action, dealt[-1].action % 4
    rounds = [[24, 25 + turned], [24, *(25 + suit for suit in range(4) if suit != turned)]]
    passes = [Entry((dealer + turn) % 4, 24, "Pass", tuple(legal)) for legal in rounds for turn in range(1, 5)]
    params = {"stick_the_dealer": False, "allow_lone_defender": lone_defender}
    replay(Euchre(), Played(params, (*dealt, *passes), (0, 0, 0, 0)))
    stuck = Entry(dealer, 24, "Pass", tuple(rounds[1][1:]))
    with pytest.raises(AssertionError, match="legal are"):
        replay(Euchre(), Played(params, (*dealt, *passes[:-1], stuck), (0, 0, 0, 0)))
