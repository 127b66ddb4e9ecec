"""The current deal of a game, played on again and again."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from house_rules import house_rules
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lawful import LAWFUL, DrawLots
from lockstep import assert_result, is_replayed
from strategies import KEYS, effort, secret_turns, seeds, variants, walk

from trickkit import Rules, State, batch, load, record
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.run.chunks import run_on
from trickkit.model.actions import Pass
from trickkit.phases import Auction, DeclareMelds, Phase, Tricks
from trickkit.play.playout import states as playout_states
from trickkit.play.utility import deal_played

EACH = 4
"""How often a state is played on here."""


@st.composite
def positions(draw: st.DrawFn, of: st.SearchStrategy[Rules]) -> State:
    """A game somewhere in its first deals, not over."""
    start = draw(of).start(seed=draw(seeds))
    steps = draw(st.integers(0, 150), label="steps")
    walked = walk(start, steps, draw(seeds))
    return walked[-1] if walked[-1].actors else walked[-2]


def is_played_on(state: State, seed: int) -> None:
    """A state is played on as it is: the decisions made before stay, and what comes after is lawful."""
    found = batch.playouts(state, EACH, seed, threads=1, moves=True)
    assert found.number.tolist() == [state.deal.number] * EACH
    for deal in range(EACH):
        assert next(found.states(deal)) is state
        is_replayed(found, deal)


def worlds_agree(state: State, seat: int | None, seed: int) -> None:
    """What is played on for a view are worlds that agree with it."""
    view = state.view(seat)
    found = batch.playouts(view, EACH, seed, worlds=2, threads=1, moves=True)
    begins = [next(found.states(deal)) for deal in range(EACH)]
    assert all(begin.view(seat) == view for begin in begins)
    assert begins[0] is begins[2]
    assert begins[1] is begins[3]
    for deal in range(EACH):
        is_replayed(found, deal)


@settings(max_examples=effort(14))
@given(positions(variants()), seeds)
def test_states_of_all_games(state: State, seed: int) -> None:
    is_played_on(state, seed)


@pytest.mark.sample(0)
@settings(max_examples=effort(10))
@given(positions(house_rules), seeds)
def test_states_of_house_rules(state: State, seed: int) -> None:
    is_played_on(state, seed)


@pytest.mark.sample(0)
@settings(max_examples=effort(8))
@given(positions(variants("oh_hell", "hearts", "spades")), seeds)
def test_states_of_classic_games(state: State, seed: int) -> None:
    is_played_on(state, seed)


@settings(max_examples=effort(10))
@given(secret_turns(), seeds)
def test_states_in_which_some_have_decided_in_secret(state: State, seed: int) -> None:
    is_played_on(state, seed)


@pytest.mark.sample(0)
@settings(max_examples=effort(8))
@given(st.sampled_from(("bridge", "euchre", "skat", "whist", "german_whist")), st.data())
def test_tricks_of_games_whose_other_phases_are_not_compiled(key: str, data: st.DataObject) -> None:
    state = load(key).start(seed=data.draw(seeds))
    walked = walk(state, data.draw(st.integers(20, 90), label="steps"), data.draw(seeds))
    in_tricks = [one for one in walked if one.actors and isinstance(one.phase, Tricks)]
    assume(in_tricks)
    is_played_on(data.draw(st.sampled_from(in_tricks)), data.draw(seeds))


@settings(max_examples=effort(10))
@given(positions(variants()), st.data())
def test_views_of_all_games(state: State, data: st.DataObject) -> None:
    seat = data.draw(st.none() | st.integers(0, state.rules.players - 1), label="seat")
    worlds_agree(state, seat, data.draw(seeds))


@pytest.mark.sample(0)
@settings(max_examples=effort(6))
@given(st.sampled_from(("hearts", "bridge", "euchre")), st.data())
def test_views_of_classic_games(key: str, data: st.DataObject) -> None:
    state = data.draw(positions(st.just(load(key))))
    worlds_agree(state, data.draw(st.sampled_from(state.actors)), data.draw(seeds))


@pytest.mark.sample(2)
@pytest.mark.parametrize("steps", range(0, 11, 2))
def test_what_was_drawn_at_random_in_mid_deal_is_drawn_no_more(steps: int) -> None:
    rules = LAWFUL["lots among a million"]
    *_, state = walk(rules.start(seed=3), steps, 5)
    is_played_on(state, 1)
    for seat in (None, 0, 1):
        worlds_agree(state, seat, 1)
    if state.deal.get(DrawLots) is not None:
        for viewer in (state, state.view(0)):
            ends = batch.playouts(viewer, EACH, 2, threads=1, moves=True)
            lots = [ends.result(deal).deal[DrawLots] for deal in range(EACH)]
            assert [lot.open for lot in lots] == [state.deal[DrawLots].open] * EACH


def without_a_seed(state: State) -> State:
    """The same position as a record of the game gives it: nothing is known but what was dealt."""
    return record.of(state).replay()


@pytest.mark.sample(0)
@settings(max_examples=effort(8))
@given(positions(variants() | variants("hearts", "german_whist")), st.data())
def test_states_without_a_seed(state: State, data: st.DataObject) -> None:
    # A record tells no cards before they are dealt: without a seed, others are drawn.
    assume(any(len(hand) for hand in state.deal.hands))
    seed, bare = data.draw(seeds), without_a_seed(state)
    found, expected = (batch.playouts(one, EACH, seed, threads=1, moves=True) for one in (bare, state))
    assert found.points.tolist() == expected.points.tolist()
    for deal in range(EACH):
        begin = next(found.states(deal))
        assert (begin.moves, begin.deal.hands, begin.deal.stock) == (state.moves, state.deal.hands, state.deal.stock)
        is_replayed(found, deal)
    worlds_agree(bare, data.draw(st.none() | st.sampled_from(bare.actors)), seed)


def test_what_is_still_to_be_drawn_without_a_seed() -> None:
    rules = LAWFUL["a die in mid-deal"]
    state = without_a_seed(rules.start(seed=3))
    found = batch.playouts(state, EACH, seed=1, threads=1, moves=True)
    assert found.points.tolist() == batch.playouts(state, EACH, seed=1, threads=1).points.tolist()
    for deal in range(EACH):
        is_replayed(found, deal)


def test_a_seat_that_has_decided_in_secret_does_not_decide_again() -> None:
    state = load("5211", players=3).start(seed=4)
    for seat in (2, 0, 2):
        state = state.play(seat, state.legal(seat)[-1])
    found = batch.playouts(state, 50, seed=1, moves=True)
    assert found.moves is not None
    assert sorted(found.moves.seats[0, :3].tolist()) == [0, 1, 1]
    for deal in range(50):
        *_, last = found.states(deal)
        assert last.moves[:3] == state.moves


def test_seats_have_answered_in_another_order_than_around_the_table() -> None:
    state = load("pikinni", players=4, double=True, call_order="as_called").start(seed=0, first=0)
    while state.deal.number == 0:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    for calls in ("3 double, 2 double", "3 pass, 1 double", "2 double"):
        asked = state
        for call in calls.split(", "):
            seat, action = call.split()
            asked = asked.play(int(seat), action)
        is_played_on(asked, 0)


@pytest.mark.parametrize("options", [{"change": True, "change_window": "any"}, {"double": True}], ids=str)
def test_cards_that_are_still_to_be_dealt_are_those_of_the_state(options: dict[str, Any]) -> None:
    state = load("pikinni", players=3, **options).start(seed=3)
    while state.deal.number < 7:
        is_played_on(state, 0)
        deal = state.deal.number
        while state.deal.number == deal:
            state = state.play(state.actors[0], state.legal(state.actors[0])[-1])


@pytest.mark.parametrize("key", KEYS)
def test_every_decision_that_is_open_is_made_now_and_then(key: str) -> None:
    state = load(key).start(seed=3)
    for _ in range(9):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    found = batch.playouts(state, 2_000, seed=5, moves=True)
    assert found.moves is not None
    every = list(state.rules.actions.values())
    seat = int(found.moves.seats[0, 0])
    made = {every[number] for number in np.unique(found.moves.actions[:, 0])}
    assert made == {*state.legal(seat)}


@pytest.mark.sample(0)
def test_as_many_worlds_as_are_asked_for() -> None:
    view = load("pikoko", players=3).start(seed=7).view(1)
    few = batch.playouts(view, 40, seed=1, worlds=5, moves=True)
    assert len({id(next(few.states(deal))) for deal in range(40)}) == 5
    most = batch.playouts(view, 300, seed=1, moves=True)
    assert len({id(next(most.states(deal))) for deal in range(300)}) == 256
    assert len(batch.playouts(view, 3, seed=1, worlds=10)) == 3


def test_the_last_decision_of_a_deal() -> None:
    before, state = None, load("pikinni", players=2).start(seed=5)
    while not state.results:
        before, state = state, state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert before is not None
    found = batch.playouts(before, 3, moves=True)
    assert found.decisions.tolist() == [1, 1, 1]
    assert_result(found, 2, state.results[0])


def test_deals_that_were_passed_out_have_no_score() -> None:
    # Vulnerable is who is by the number of the deals with a score.
    rules = load("bridge")
    state = rules.start(seed=7)
    while not state.results:
        state = state.play(state.actors[0], "pass")
    found = batch.playouts(state, 30, seed=1, moves=True)
    assert (state.deal.number, state.deal.scored_before) == (1, 0)
    assert found.points.tolist() == [[*found.result(deal).scores] for deal in range(30)]


@pytest.mark.sample(0)
@pytest.mark.parametrize(("key", "phase"), [("bridge", Auction), ("schieber", DeclareMelds)])
def test_playouts_pass_where_a_seat_would_be_bound_and_nowhere_else(key: str, phase: type[Phase]) -> None:
    rules = load(key)
    states = (state for seed in range(50) for state in playout_states(rules, seed=seed))
    state = next(one for one in states if isinstance(one.phase, phase) and len(one.legal(one.actors[0])) > 1)
    assert Pass() in state.legal(state.actors[0])
    made, draw = len(state.moves), Random(5)
    found = run_on(compile_rules(rules), [state], 7, 40, threads=1, moves=True, passes=True)
    compiled = {str([*found.states(deal)][1].moves[made][1]) for deal in range(40)}
    ends = [deal_played(state, draw.random, passes=True) for _ in range(40)]
    assert ({str(end.moves[made][1]) for end in ends} == {"pass"}) is phase.binding
    assert (compiled == {"pass"}) is phase.binding
