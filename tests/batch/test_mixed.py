"""Deals in which some phases are run in Python, held to the reference engine."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from lockstep import is_replayed

from trickkit import Rules, State, batch, bots
from trickkit.batch.lowering import interpreted
from trickkit.batch.machine.program import compile_rules

SPEC = spec_from_file_location("strange_games", Path(__file__).parents[2] / "benchmarks" / "strange_games.py")
assert SPEC is not None
assert SPEC.loader is not None
strange_games: Any = module_from_spec(SPEC)
sys.modules[SPEC.name] = strange_games
SPEC.loader.exec_module(strange_games)

every_game = pytest.mark.parametrize("name", strange_games.GAMES)


def made(name: str) -> Rules:
    return strange_games.GAMES[name]()  # type: ignore[no-any-return]


def played(rules: Rules, decisions: int, seed: int) -> State:
    """A game after some decisions at random."""
    state, draw = rules.start(seed=seed), Random(seed)
    for _ in range(decisions):
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
    return state


@every_game
def test_deals_are_played_again_with_the_same_result(name: str) -> None:
    rules = made(name)
    found = batch.deals(rules, 12, 5, moves=True)
    for deal in range(12):
        is_replayed(found, deal)
    some = batch.deals(rules, 4, 5, first=6, moves=True)
    assert some.points.tolist() == found.points[6:10].tolist()


@every_game
@pytest.mark.parametrize("decisions", [1, 6, 18])
def test_playouts_from_any_position_are_played_again_with_the_same_result(name: str, decisions: int) -> None:
    state = played(made(name), decisions, seed=decisions)
    found = batch.playouts(state, 6, 7, moves=True)
    for deal in range(6):
        is_replayed(found, deal)
    assert found.points.tolist() == batch.playouts(state, 6, 7).points.tolist()


@every_game
def test_all_but_the_strange_phases_is_compiled(name: str) -> None:
    rules = made(name)
    support = batch.supports(rules)
    own = {type(phase).__name__ for phase in rules.phases if type(phase).__module__ == "strange_games"}
    assert bool(support) == (not own)
    if name == "a hook after a card":
        # Tricks that are played in Python are not gone on with: whole deals are the reference engine's.
        assert not support.is_mixed
        assert {phase.how for phase in support.phases} == {"python"}
        return
    assert support.is_mixed == bool(own)
    assert {phase.name for phase in support.phases if phase.how == "python"} == own
    assert all((phase.how == "python") == bool(phase.why) == bool(phase.cost) for phase in support.phases)


@every_game
def test_worlds_of_a_view_are_played_on_by_compiled_code(name: str) -> None:
    state = played(made(name), 22, seed=4)
    found = batch.evaluate(state.view(state.actors[0]), worlds=4, playouts=8)
    assert found.how == "reference" if name == "a hook after a card" else found.how in ("compiled", "sampled")
    assert bots.best(state.rules, 2).act(state.view(state.actors[0])) in found.actions


@every_game
def test_a_game_that_changes_in_place_goes_as_a_state_does(name: str) -> None:
    state, draw = made(name).start(seed=6), Random(6)
    table = batch.start(state)
    while not state.results:
        assert table.actors == state.actors
        seat = state.actors[0]
        assert table.legal(seat) == state.legal(seat)
        action = draw.choice(state.legal(seat))
        state = state.play(seat, action)
        table.play(seat, action)
    assert table.state() == state


def test_what_is_drawn_in_a_phase_differs_from_deal_to_deal() -> None:
    found = batch.deals(made("a market"), 30, 5, moves=True)
    orders = {deal[strange_games.Market].order for deal in (found.result(number).deal for number in range(30))}
    assert len(orders) > 10


def test_chances_in_a_phase_are_equal() -> None:
    """Each of the four seats names trump last as often."""
    rules = made("a market")
    found = batch.deals(rules, 800, 5)
    counts = np.bincount(found.declarer + 1, minlength=5)
    assert (counts[1:] > 130).all()
    assert 20 < counts[0] < 90


def test_outcomes_that_nobody_has_seen_are_learned() -> None:
    rules = made("an auction").replace(key="unknown")
    before = compile_rules(rules)
    found = batch.deals(rules, 40, 8, moves=True)
    after = compile_rules(rules)
    assert len(after.interpreted.outcomes) > before.extent[0]
    is_replayed(found, 39)


def test_deals_with_more_outcomes_than_there_is_room_for_are_right_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreted, "MOST_OUTCOMES", 9)
    rules = made("an auction").replace(key="full")
    found = batch.deals(rules, 30, 8, moves=True)
    assert len(compile_rules(rules).interpreted.outcomes) == 9
    for deal in range(30):
        is_replayed(found, deal)
    state = played(rules, 2, seed=2)
    found = batch.playouts(state, 10, 7, moves=True)
    for deal in range(10):
        is_replayed(found, deal)
