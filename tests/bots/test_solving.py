"""Positions that lie open are solved as plain enumeration solves them, by compiled code and by the reference engine."""

from __future__ import annotations

import random

import pytest
from endings import near_end
from tiers import sampled

from trickkit import GameOver, NotYourTurn, State, TooManyPositions, batch, bots, load, playout
from trickkit.batch.search import solved_worlds
from trickkit.bots import Solver, Utility, solve
from trickkit.bots.solving import by_compiled_code, by_reference
from trickkit.catalog.registry import keys


def enumerated(state: State, utility: Utility) -> set[tuple[float, ...]]:
    """What a position may come to, by seat: all ways to play on are tried, and each seat takes one of its best."""
    if state.results:
        return {tuple([utility.of(state.results[0].scores, seat) for seat in range(state.rules.players)])}
    seat = state.actors[0]
    ways = [enumerated(state.play(seat, action), utility) for action in state.legal(seat)]
    least = max(min(to[seat] for to in way) for way in ways)
    return {to for way in ways for to in way if to[seat] > least - 1e-6}


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", keys())
def test_every_game_is_solved_as_by_enumeration(key: str) -> None:
    utility = Utility.said_by(load(key))
    for seed in sampled(range(100), 1):
        state = near_end(key, seed)
        seat = state.actors[0]
        legal = state.legal(seat)
        expected = [enumerated(state.play(seat, action), utility) for action in legal]
        solution = solve(state)
        for (_, value), possible in zip(solution.values, expected, strict=True):
            assert any(value == pytest.approx(to[seat]) for to in possible)
        assert [action for action, _ in solution.values] == [*legal]
        slowly = by_reference(state, seat, legal, utility, 50_000)
        assert slowly.values == solution.values
        # A scoring that is asked about deals themselves may have turned out to need it.
        assert solution.compiled == by_compiled_code(load(key)) or batch.supports(load(key)).slow


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikoko", "pikinni", "5211", "hearts", "spades", "bridge", "euchre", "wizard"])
def test_compiled_code_solves_what_it_plays(key: str) -> None:
    assert solve(near_end(key, 5)).compiled


def test_seats_that_decide_at_once_are_taken_in_turn() -> None:
    state = load("pikinni", players=2).start(seed=7, first=0)
    utility = Utility.said_by(state.rules)
    assert len(state.actors) == 2
    for seat in state.actors:
        expected = [enumerated(state.play(seat, action), utility) for action in state.legal(seat)]
        values = [value for _, value in solve(state, seat=seat).values]
        assert [{to[seat] for to in possible} for possible in expected] == [{value} for value in values]


def test_beyond_the_limit_it_says_so() -> None:
    state = load("whist").start(seed=1)
    with pytest.raises(TooManyPositions, match="more than 1,000 positions: solve it when fewer cards are left"):
        solve(state, positions=1000)
    with pytest.raises(TooManyPositions, match="more than 10 positions"):
        by_reference(state, state.actors[0], state.legal(state.actors[0]), Utility.said_by(state.rules), 10)


def test_only_a_seat_that_decides_is_solved_for() -> None:
    with pytest.raises(NotYourTurn, match="seat 0 has nothing to decide now"):
        solve(load("pikoko").start(seed=7, first=0), seat=0)
    with pytest.raises(GameOver):
        solve(playout(load("pikinni"), seed=7))


def test_a_world_is_solved_as_the_position_where_nothing_is_unknown() -> None:
    """Third to the last trick of Whist, a seat can tell the last card: every world is the one that is played."""
    state = load("whist").start(seed=5)
    while sum(map(len, state.deal.hands)) > 2:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    seat, utility = state.actors[0], Utility.said_by(state.rules)
    worlds = solved_worlds(state.view(seat), utility.weights, utility.sides, 100, seed=1)
    value = solve(state)[state.legal(seat)[0]]
    assert [next(worlds)[0][utility.side_of(seat)] for _ in range(20)] == [value] * 20


# The bot


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikoko", "bridge", "hearts", "schieber"])
def test_the_solver_takes_a_sure_thing(key: str) -> None:
    """Where each hand has two cards left and an action is worse in every world, that one is never taken."""
    state = near_end(key, 3)
    seat = state.actors[0]
    view = state.view(seat)
    worlds = [solve(view.sample(random.Random(number)), seat=seat).values for number in range(30)]
    best = [max(value for _, value in values) for values in worlds]
    losers = {
        action
        for place, (action, _) in enumerate(worlds[0])
        if all(values[place][1] < most for values, most in zip(worlds, best, strict=True))
    }
    assert Solver(12).act(view) not in losers


def test_another_bot_decides_before_the_last_tricks() -> None:
    view = load("pikoko", players=3).start(seed=7).view(1)
    other = bots.Random(5)
    assert Solver(otherwise=other).explain(view) == other.explain(view)
    assert Solver(otherwise=other).seeded(3) == Solver(seed=3, otherwise=bots.Random(3))


def test_it_says_how_many_worlds_it_solved() -> None:
    state = near_end("pikoko", 3)
    view = state.view(state.actors[0])
    assert str(Solver(5).explain(view)).endswith("5 worlds solved (compiled)")
    assert str(Solver(5).explain(view, 7)).endswith("7 worlds solved (compiled)")
    state = near_end("rope_team", 2)
    assert "2 worlds solved" in str(Solver(2).explain(state.view(state.actors[0])))
