"""One game that changes in place is the game of the reference engine, whatever is played, taken back and copied."""

from __future__ import annotations

import copy
import pickle
import sys
from inspect import signature
from random import Random

import numpy as np
import pytest
from house_rules import house_rules
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import KEYS, effort, seeds

from trickkit import GameOver, InvalidRules, Rules, Stacked, State, TrickkitError, batch, learn, load

GAMES = (
    *("pikoko", "pikinni", "5211", "oh_hell", "hearts", "spades", "euchre", "bridge", "skat", "whist", "german_whist"),
    *("belote", "coinche", "schieber", "doppelkopf", "sechsundsechzig", "wizard", "skull_king"),
    "fox_in_the_forest",
)


def is_alike(game: batch.Game, state: State) -> None:
    """A game and a state say the same to the questions that are asked in between."""
    assert (game.actors, game.is_over) == (state.actors, state.is_over)
    for seat in range(state.rules.players):
        assert game.legal(seat) == state.legal(seat)


def is_same(game: batch.Game, state: State) -> None:
    """They say the same to all others."""
    assert game.state() == state
    assert game.state().moves == state.moves
    assert (game.scores, game.results, game.outcome) == (state.scores, state.results, state.outcome)
    assert (game.view(0), game.view(None)) == (state.view(0), state.view(None))


def refuses(game: batch.Game, state: State, rng: Random) -> None:
    """Both refuse the same, in the same words; what neither does is not tried."""
    seat, action = rng.randrange(state.rules.players), rng.choice([*state.rules.actions.values()])
    if not state.can(seat, action):
        with pytest.raises(TrickkitError) as expected:
            state.play(seat, action)
        with pytest.raises(TrickkitError) as refused:
            game.play(seat, rng.choice([action, str(action)]))
        assert (type(refused.value), str(refused.value)) == (type(expected.value), str(expected.value))


def go_apart(game: batch.Game, state: State, rng: Random) -> None:
    """A game is played on and taken back, and its copies must not notice."""
    for _ in range(rng.randrange(5)):
        if state.actors:
            action = rng.choice(state.legal(state.actors[0]))
            game.play(state.actors[0], action)
            state = state.play(state.actors[0], action)
    assert game.state() == state
    for _ in range(rng.randrange(4)):
        if state.moves:
            try:
                game.undo()
            except GameOver:
                return
    if game.actors:
        game.play(game.actors[0], game.legal(game.actors[0])[-1])


def is_followed(rules: Rules, seed: int, steps: int) -> None:
    """A game and a state take the same decisions, also out of turn; some are taken back, and games are copied."""
    state, rng = rules.start(seed=seed), Random(seed)
    game, history = batch.start(rules, seed=seed), [state]
    for _ in range(steps):
        is_alike(game, state)
        what = rng.random()
        if state.is_over or (what < 0.1 and len(history) > 1):
            history.pop()
            state = history[-1]
            game.undo()
        elif what < 0.2:
            other, game = game, game.copy()
            go_apart(other, state, rng)
        elif what < 0.3:
            refuses(game, state, rng)
        else:
            seat = rng.choice(state.actors) if what > 0.8 else state.actors[0]
            action = rng.choice(state.legal(seat))
            game.play(seat, action if what < 0.9 else str(action))
            state = state.play(seat, action)
            history.append(state)
        if what > 0.95:
            is_same(game, state)
    is_same(game, state)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", GAMES)
def test_a_game_in_place_is_the_same_game(key: str) -> None:
    is_followed(load(key), 7, 120)


def test_whoever_has_chosen_all_cards_to_pass_does_not_act() -> None:
    rules = load("hearts")
    game, state = batch.start(rules, seed=7), rules.start(seed=7)
    while len(state.moves) < 12:
        is_alike(game, state)
        seat = state.actors[0]
        game.play(seat, state.legal(seat)[0])
        state = state.play(seat, state.legal(seat)[0])


@settings(max_examples=effort(12))
@given(house_rules, seeds, st.integers(1, 60))
def test_a_game_in_place_of_house_rules_is_the_same_game(rules: Rules, seed: int, steps: int) -> None:
    is_followed(rules, seed, steps)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", sorted({*KEYS, *GAMES}))
def test_deals_follow_each_other_as_in_a_state(key: str) -> None:
    rules, rng = load(key), Random(key)
    game, state = batch.start(rules, seed=11), rules.start(seed=11)
    before = list[State]()
    while state.actors and len(state.moves) < 1500:
        assert (game.deals, game.actors, game.totals) == (len(state.results), state.actors, totals(state))
        assert game._story.origin.found is not None or game._story.origin.past is not None
        number = len(state.results)
        while len(state.results) == number and state.actors:
            seat = state.actors[0]
            assert game.legal(seat) == state.legal(seat)
            action = rng.choice(state.legal(seat))
            before.append(state)
            state = state.play(seat, action)
            game.play(seat, action)
    assert (game.deals, game.actors, game.totals) == (len(state.results), state.actors, totals(state))
    assert learn.encoding(rules).observe_game(game, 1).tolist() == flat(state, 1)
    for _ in range(min(40, len(before))):
        other = game.copy()
        game.undo()
        assert other.actors == state.actors
        state = before.pop()
        assert (game.deals, game.actors, game.totals) == (len(state.results), state.actors, totals(state))
    assert game.view(0) == state.view(0)


def totals(state: State) -> tuple[int, ...]:
    """The points of the finished deals."""
    return state.results[-1].totals if state.results else (0,) * state.rules.players


def flat(state: State, seat: int) -> list[float]:
    """What a seat knows, as an array."""
    code = learn.encoding(state.rules)
    return code.flat(code.observe(state.view(seat))).tolist()  # type: ignore[no-any-return]


def test_a_deal_that_is_over_is_taken_back_before_anybody_has_looked() -> None:
    rules = load("pikinni", players=2)
    game, state = batch.start(rules, seed=7), rules.start(seed=7)
    while not state.results:
        before, seat = state, state.actors[0]
        action = state.legal(seat)[0]
        state = state.play(seat, action)
        game.play(seat, action)
    game.undo()
    assert (game.deals, game.actors, game.state()) == (0, before.actors, before)


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", ["pikoko", "pikinni", "5211", "hearts", "skat"])
def test_what_follows_a_deal_is_told_by_its_row(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng, by_state = batch.start(load(key), seed=7), Random(7), list[State]()
    monkeypatch.setattr(batch.Game, "_begin", lambda _game, _program, state, _past: by_state.append(state))
    while game.deals < 1:
        game.play(game.actors[0], rng.choice(game.legal(game.actors[0])))
    assert len(game.totals) == game.rules.players
    assert by_state == []


def test_a_game_goes_on_over_its_deals_and_back() -> None:
    rules = load("pikinni", players=2)
    start = rules.start(seed=7)
    game, rng, states = batch.start(start), Random(7), [start]
    while game.actors:
        seat = game.actors[0]
        action = rng.choice(game.legal(seat))
        game.play(seat, action)
        states.append(states[-1].play(seat, action))
        assert game.deals == len(states[-1].results)
    assert game.outcome == states[-1].outcome
    with pytest.raises(GameOver):
        game.play(0, "0")
    for state in states[-2::-1]:
        game.undo()
        assert (game.actors, game.deals) == (state.actors, len(state.results))
    assert game.state() == start
    with pytest.raises(GameOver, match="no decision has been made that could be taken back"):
        game.undo()


def test_a_game_is_copied_and_pickled_where_it_stands() -> None:
    game = batch.start(load("oh_hell"), seed=7)
    for _ in range(9):
        game.play(game.actors[0], game.legal(game.actors[0])[0])
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), game.copy().copy()):
        assert other.state() == game.state()
        assert other.legal(other.actors[0]) == game.legal(game.actors[0])


def test_a_game_without_a_seed_is_refused_what_a_state_is() -> None:
    rules = load("pikinni", players=2)
    texts = [card.text for card in rules.deck]
    deal = Stacked(hands=[[texts[0]], [texts[1]]], turned=texts[0], stock=texts[2:])
    state = rules.start(seed=None, first=0, deals=[deal])
    game = batch.start(state)
    for _ in range(3):
        seat = state.actors[0]
        action = state.legal(seat)[0]
        state = state.play(seat, action)
        game.play(seat, action)
    with pytest.raises(TrickkitError) as expected:
        state.play(state.actors[0], state.legal(state.actors[0])[0])
    with pytest.raises(TrickkitError) as refused:
        game.play(game.actors[0], game.legal(game.actors[0])[0])
    assert str(refused.value) == str(expected.value)
    assert game.state() == state


def test_only_rules_and_states_are_started() -> None:
    with pytest.raises(InvalidRules, match="a game is started from Rules or a State, not from 'pikoko'"):
        batch.start("pikoko")  # type: ignore[arg-type]


def test_compiled_methods_are_called_as_those_in_python_are() -> None:
    game = batch.start(load("oh_hell"), seed=7)
    seat = game.actors[0]
    action = game.legal(seat=seat)[0]
    assert game.legal(np.int64(seat)) == game.legal(seat)
    game.play(action=action, seat=seat)
    game.undo()
    game.play(seat, action=str(action))
    assert game.state().moves == ((seat, action),)
    assert signature(game.play).parameters.keys() == signature(batch.Game.play).parameters.keys() - {"self"}
    for call in (game.play, lambda: game.play(0, action, 1), lambda: game.legal(), lambda: game.legal(seats=0)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TrickkitError):
        game.play(game.actors[0], [])  # type: ignore[arg-type]
    assert len(game.state().moves) == 1


def test_compiled_methods_count_references() -> None:
    game = batch.start(load("pikinni", players=3), seed=7)
    seat, other = game.actors[0], game.copy()
    action = game.legal(seat)[0]

    def counts() -> list[int]:
        return [sys.getrefcount(thing) for thing in (None, action, game.actors, game._asked, game._memory, game._story)]

    def play(times: int) -> None:
        for _ in range(times):
            one = game.copy()
            one.play(seat, action)
            one.legal(one.actors[0])
            one.undo()
            one.copy().legal(seat)

    play(10)
    before = counts()
    play(1000)
    assert all(abs(now - then) < 100 for now, then in zip(counts(), before, strict=True))
    assert other.state() == game.state()
