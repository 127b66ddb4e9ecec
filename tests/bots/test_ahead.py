"""Greedy play of all seats that compiled code finds at once is what the bot decides view by view."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import effort, seeds

from trickkit import Rules, State, bots, load
from trickkit.bots import Greedy
from trickkit.bots.ahead import greedy_tricks
from trickkit.bots.playing import together
from trickkit.catalog.registry import keys
from trickkit.lab.playing import Table
from trickkit.phases import Tricks
from trickkit.play.later import later_deal
from trickkit.testing import rules

HOOK = str(Path(__file__).parents[2] / "variants" / "house" / "pikinni_hook.py")
GAMES = (*keys(), HOOK)


def in_tricks(of: Rules, seed: int) -> State | None:
    """A deal at a decision in tricks, before which seats decided at random; None where it has none."""
    draw, most = Random(seed), of.ending.most_deals() or 9
    state = later_deal(of, draw.randrange(most), seed=seed, starter=seed % of.players)
    deals = len(state.results)
    while state.actors and len(state.results) == deals:
        if isinstance(state.phase, Tricks):
            return state
        seat = draw.choice(state.actors)
        state = state.play(seat, draw.choice(state.legal(seat)))
    return None


def is_found_ahead(state: State) -> int:
    """What is found at once is what the bot decides, one by one; how many actions that are."""
    bot = Greedy()
    found = greedy_tricks(state)
    for action in found:
        seat = state.actors[0]
        assert str(bot.act(state.view(seat))) == str(action)
        state = state.play(seat, action)
    return len(found)


@pytest.mark.sample(0)
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=effort(6))
@given(data=st.data())
def test_all_games_are_played_as_view_by_view(game: str, data: st.DataObject) -> None:
    state = in_tricks(data.draw(rules(game)), data.draw(seeds))
    if state is not None:
        is_found_ahead(state)
        # In the midst of a trick as well.
        seat = state.actors[0]
        after = state.play(seat, state.legal(seat)[0])
        if after.actors and len(after.results) == len(state.results):
            is_found_ahead(after)


@pytest.mark.sample(0)
@pytest.mark.parametrize(("game", "plays"), [("whist", 52), ("hearts", 52), ("skull_king", 6), ("sechsundsechzig", 2)])
def test_tricks_are_found_to_their_end(game: str, plays: int) -> None:
    state = in_tricks(load(game), 7)
    assert state is not None
    assert is_found_ahead(state) >= plays


def test_what_is_found_ahead_is_none_besides_tricks_and_with_the_last_cards() -> None:
    state = load("pikinni", players=2).start(seed=7)
    assert not greedy_tricks(state)
    while not isinstance(state.phase, Tricks):
        state = state.play(state.actors[0], "0")
    assert not greedy_tricks(state)


@frozen
class Last(Greedy):
    """Takes what is least worth."""

    def explain(self, view, budget=None):  # type: ignore[no-untyped-def]
        said = super().explain(view, budget)
        return bots.Explanation(said.choices[::-1])


def test_actions_are_found_together_where_one_bot_plays_all_seats() -> None:
    assert together([Greedy(), Greedy()]) is greedy_tricks
    assert together([Greedy(), Greedy(seed=1)]) is None
    assert together([Greedy(), Last()]) is None
    assert together([None, None]) is None


def test_a_bot_that_decides_otherwise_is_asked_view_by_view() -> None:
    assert together([Last(), Last()]) is None


@frozen
class Slowly(Greedy):
    """The same, view by view."""


@pytest.mark.sample(0)
@pytest.mark.parametrize("game", ["whist", "oh_hell"])
def test_whole_deals_are_played_as_view_by_view(game: str) -> None:
    of = load(game)
    ways = [Greedy(), Slowly()]
    ends = [bots.states(of, [bot] * of.players, seed=7, first=0) for bot in ways]
    moves = [[state for state, _ in zip(states, range(120), strict=False)][-1].moves for states in ends]
    assert moves[0] == moves[1]
    traces = [Table(of, (bot,) * of.players, seed=7).trace(3) for bot in ways]
    assert traces[0].states[-1].results[-1].moves == traces[1].states[-1].results[-1].moves
    matches = [bots.match(of, [bot, bot], deals=2, seed=7) for bot in ways]
    assert matches[0] == matches[1]
