"""Whole games: who starts, when they end, and who wins, as the policies of the rules say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from lockstep import assert_game
from strategies import KEYS, effort, seeds, variants

from trickkit import Result, Rules, batch, load, playout
from trickkit.batch.reference_lanes import ReferenceLanes
from trickkit.batch.run.fallback import game_seed
from trickkit.batch.run.succession import why_not_games
from trickkit.policies.ending import AfterDeals, AtTarget, BestDeal, TieBreak
from trickkit.policies.schedule import NextSeat, Schedule, Starter

GAMES = (*KEYS, "oh_hell", "hearts", "spades")


@pytest.mark.parametrize("key", ["belote", "sechsundsechzig"])
def test_games_whose_rules_look_at_earlier_deals_are_those_of_the_reference_engine(key: str) -> None:
    rules = load(key)
    assert "score lines of earlier deals" in why_not_games(rules)
    found = batch.games(rules, 2, 7)
    ends = [playout(rules, seed=game_seed(7, number)) for number in range(2)]
    assert found.scores.tolist() == [[*end.scores] for end in ends]
    assert isinstance(batch.lanes(rules, 2, seed=7, of="games"), ReferenceLanes)


@settings(max_examples=effort(16))
@given(variants(*GAMES), seeds, st.integers(0, 10**6))
def test_a_game_is_as_its_policies_say(rules: Rules, seed: int, number: int) -> None:
    assert_game(rules, seed, number)


@pytest.mark.parametrize("key", [*GAMES, "bridge"])
def test_many_games_are_the_games_one_by_one(key: str) -> None:
    rules, n = load(key), 6
    found = batch.games(rules, n, 3, threads=1)
    assert len(found) == n
    each = [batch.games(rules, 1, 3, first=number, threads=1) for number in range(n)]
    for name in ("deals", "scores", "wins"):
        assert getattr(found, name).tolist() == np.concatenate([getattr(one, name) for one in each]).tolist()
    assert found.wins.sum(axis=1).tolist() == pytest.approx([1.0] * n)
    assert len(found.played) == found.deals.sum()
    assert found.scores.sum(axis=0).tolist() == found.played.points.sum(axis=0).tolist()
    rows = sorted(found.played.points.tolist())
    assert rows == sorted(row for one in each for row in one.played.points.tolist())


@frozen
class Middle(TieBreak):
    """Not known to the engine."""

    def value(self, seat: int, results: Any) -> int:
        return -abs(seat - 1)


@frozen
class TheSame(Starter):
    """Not known to the engine."""

    def after(self, result: Result) -> int:
        return result.deal.starter


ENDINGS = [
    AfterDeals(deals=1),
    AfterDeals(deals=2, ties=(BestDeal(),)),
    AfterDeals(deals=3, wins="fewest"),
    AfterDeals(deals=2, ties=(Middle(),)),
    AtTarget(points=12),
    AtTarget(points=12, ties=(BestDeal(),), lost_at=0),
    AtTarget(points=60, lost_at=-2, wins="fewest"),
]


@pytest.mark.sample(5)
@pytest.mark.parametrize("starter", [NextSeat(), TheSame()])
@pytest.mark.parametrize("ending", ENDINGS, ids=str)
def test_endings_and_starters_of_a_house(ending: Any, starter: Starter) -> None:
    rules = load("pikoko", players=3)
    rules = rules.replace(ending=ending, schedule=Schedule(hand_sizes=rules.schedule.hand_sizes, starter=starter))
    for number in range(25):
        assert_game(rules, 5, number)


def test_games_in_which_points_are_held_over_are_played_by_the_reference_engine() -> None:
    assert (
        why_not_games(load("belote")) == "a scoring looks at score lines of earlier deals: held over, held over before"
    )
    assert not why_not_games(load("belote", tie="shared"))
