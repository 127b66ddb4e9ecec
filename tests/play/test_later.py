"""A deal in the midst of a game can be begun without those before it."""

from __future__ import annotations

from random import Random

import pytest

from trickkit import Stacked, State, load
from trickkit.model.chance import Chance
from trickkit.play.later import earlier, later_deal, unknown_lines
from trickkit.play.state import resumed


def played(state: State, moves: int, draw: Random) -> State:
    for _ in range(moves):
        seat = state.actors[0]
        state = state.play(seat, draw.choice(state.legal(seat)))
    return state


@pytest.mark.parametrize(("key", "number"), [("pikinni", 0), ("pikinni", 6), ("5211", 0), ("hearts", 2), ("pikoko", 1)])
def test_it_is_played_and_sampled_like_any_other(key: str, number: int) -> None:
    rules = load(key)
    state = later_deal(rules, number, seed=3, starter=1)
    assert (state.deal.number, state.deal.size) == (number, rules.schedule.hand_sizes.size(number))
    for moves in (0, 3, 8):
        state = played(state, moves, Random(moves))
        view = state.view(state.actors[0])
        assert view.sample(Random(1)).view(view.seat) == view


def test_its_seed_says_its_cards() -> None:
    rules = load("pikinni")
    hands = [later_deal(rules, 4, seed=seed, starter=0).deal.hands for seed in (5, 5, 6)]
    assert hands[0] == hands[1] != hands[2]


def test_all_deals_before_it_are_taken_to_have_had_a_score() -> None:
    for number in range(4):
        state = later_deal(load("bridge"), number, seed=3, starter=1)
        assert (state.deal.scored_before, len(state.deal.earlier)) == (number, number)


def test_what_a_deal_before_it_scored_is_noted_when_it_is_looked_at() -> None:
    lines = unknown_lines()
    state = resumed(load("bridge"), 0, earlier(load("bridge"), 0, (0,) * 4, 2, lines), 0, Stacked(), Chance(7))
    assert not unknown_lines().looked_at
    assert [state.deal.points_before(["no such"]), lines.looked_at] == [(0, 0, 0, 0), True]
    for look in (len, list, lambda lines: lines[0]):
        lines = unknown_lines()
        look(lines)
        assert lines.looked_at
