"""Positions with one right answer are answered rightly: every other answer is worse whatever the others hold and do."""

from __future__ import annotations

from random import Random

import pytest
from blunders import Planted, planted, right_answer
from tiers import DEEP, sampled

from trickkit.bots import ISMCTS, best

PLANTED = planted()


def test_there_are_many_of_many_games() -> None:
    assert len(PLANTED) == len({*PLANTED}) == 100
    assert len({one.key for one in PLANTED}) >= 18


@pytest.mark.sample(1)
@pytest.mark.parametrize("given", sampled(PLANTED, 8), ids=lambda given: f"{given.key}-{given.seed}")
def test_the_best_bot_answers_rightly(given: Planted) -> None:
    state = given.state
    view = state.view(state.actors[0])
    assert str(best(state.rules, 5).act(view, 1000 if DEEP else 100)) == given.right


@pytest.mark.sample(0)
@pytest.mark.parametrize("given", sampled(PLANTED, 4), ids=lambda given: f"{given.key}-{given.seed}")
def test_tree_search_answers_rightly(given: Planted) -> None:
    state = given.state
    assert str(ISMCTS(1000 if DEEP else 200).act(state.view(state.actors[0]))) == given.right


@pytest.mark.sample(0)
@pytest.mark.parametrize("given", sampled(PLANTED, 2), ids=lambda given: f"{given.key}-{given.seed}")
def test_no_other_answer_is_as_good(given: Planted) -> None:
    assert str(right_answer(given.state, Random("again"))) == given.right
