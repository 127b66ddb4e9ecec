"""Fresh random games, played in lock-step with OpenSpiel where it is installed (the extra `peers`)."""

from __future__ import annotations

import pytest
from bridge import BridgeAdapter
from conformance import Adapter, replay
from euchre import Euchre
from hearts import Hearts
from oh_hell import OhHell
from peers import played, played_tarok
from skat import Skat
from spades import Spades
from tarok import Tarok
from tiers import DEEP, EVERY

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'trickkit[peers]'")

GAMES = 1000 if DEEP else 50 if EVERY else 20

ADAPTERS: tuple[type[Adapter], ...] = (BridgeAdapter, Euchre, Hearts, OhHell, Skat, Spades)


@pytest.mark.sample(1)
@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.name)
def test_fresh_games_go_the_same_way(adapter: type[Adapter]) -> None:
    name = "bridge(use_double_dummy_result=false)" if adapter.name == "bridge" else adapter.name
    for seed in range(GAMES):
        replay(adapter(), played(name, seed))


@pytest.mark.sample(1)
@pytest.mark.parametrize("players", [3, 4])
def test_fresh_games_of_tarok_go_the_same_way(players: int) -> None:
    adapter = Tarok()
    for seed in range(GAMES):
        replay(adapter, played_tarok(players, seed))
