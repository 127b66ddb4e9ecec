"""Fresh random games, played in lock-step with OpenSpiel where it is installed (the extra `peers`)."""

from __future__ import annotations

from random import Random

import pytest
from bridge import BridgeAdapter
from conformance import CHANCE, Adapter, Entry, Played, replay
from euchre import Euchre
from hearts import Hearts
from oh_hell import OhHell
from skat import Skat
from spades import Spades

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'trickkit[peers]'")

GAMES = 50

ADAPTERS: tuple[type[Adapter], ...] = (BridgeAdapter, Euchre, Hearts, OhHell, Skat, Spades)


def played(name: str, seed: int) -> Played:
    """A random game of OpenSpiel's, noted as the data note theirs."""
    random, game = Random(f"{name} {seed}"), pyspiel.load_game(name)
    state, history = game.new_initial_state(), []
    while not state.is_terminal():
        legal = state.legal_actions()
        # Most calls of an auction are passes, so that the play is not all at the seven level.
        action = legal[0] if name == "bridge" and 52 in legal and random.random() < 0.7 else random.choice(legal)
        player = CHANCE if state.is_chance_node() else state.current_player()
        history.append(Entry(player, action, state.action_to_string(player, action), tuple(legal)))
        state.apply_action(action)
    return Played(dict(game.get_parameters()), tuple(history), tuple(state.returns()))


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.name)
def test_fresh_games_go_the_same_way(adapter: type[Adapter]) -> None:
    name = "bridge(use_double_dummy_result=false)" if adapter.name == "bridge" else adapter.name
    for seed in range(GAMES):
        replay(adapter(), played(name, seed))
