"""A beginner overlooks some of what it could do, and takes the best of the rest; others forget which cards are gone."""

from __future__ import annotations

import pytest
from attrs import evolve

from trickkit import InvalidRules, View, bots, load
from trickkit.bots import Beginner, Forgetful, Greedy
from trickkit.bots.playing import together


def views(key: str, seeds: int = 20) -> list[View]:
    """First views of deals with a choice."""
    states = [load(key).start(seed=seed) for seed in range(seeds)]
    return [state.view(state.actors[0]) for state in states]


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikoko", "hearts", "skat"])
def test_it_says_what_the_other_bot_thinks_of_every_action(key: str) -> None:
    for view in views(key):
        said, other = Beginner(30).explain(view), Greedy().explain(view)
        assert evolve(said, choices=other.choices) == other
        assert sorted(map(repr, said.choices)) == sorted(map(repr, other.choices))


def test_what_it_notices_stands_first_in_the_order_of_the_other_bot() -> None:
    for view in views("pikoko"):
        order = [choice.behind for choice in Beginner(50).explain(view).choices]
        rises = [place for place in range(1, len(order)) if order[place] < order[place - 1]]
        assert len(rises) <= 1, order


@pytest.mark.sample(0)
def test_it_overlooks_as_many_actions_as_it_says() -> None:
    asked = views("pikoko", 300)
    is_best = [Beginner(40).act(view) == Greedy().act(view) for view in asked]
    assert 0.3 < sum(is_best) / len(is_best) < 0.5
    assert all(Beginner(100).act(view) == Greedy().act(view) for view in asked[:20])


def test_who_notices_next_to_nothing_takes_anything() -> None:
    assert len({str(Beginner(1).act(view)) for view in views("pikoko", 60)}) == 10


def test_equal_views_get_equal_answers_and_other_seeds_others() -> None:
    view = views("pikoko", 1)[0]
    assert Beginner().explain(view) == Beginner().explain(view)
    assert len({str(Beginner(30, seed=seed).act(view)) for seed in range(30)}) > 3
    assert Beginner().seeded(7) == Beginner(seed=7, bot=Greedy(seed=7))


@pytest.mark.sample(0)
def test_levels_are_a_sure_step_apart() -> None:
    rules = load("pikinni")
    for better, worse in (("beginner", "random"), ("beginner:80", "beginner:30"), ("greedy", "beginner")):
        ahead, error = bots.match(rules, [bots.read(better), bots.read(worse)], deals=150).ahead(0, 1)
        assert ahead > 3 * (error or 0), better


@pytest.mark.parametrize("notices", [0, 101, True, 0.5, "50"])
def test_what_is_no_percentage(notices: object) -> None:
    with pytest.raises(InvalidRules, match="give a whole number from 1 to 100"):
        Beginner(notices)  # type: ignore[arg-type]


def test_it_needs_a_bot() -> None:
    with pytest.raises(InvalidRules, match="bot"):
        Beginner(bot="greedy")  # type: ignore[arg-type]


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikoko", "hearts", "skat", "5211", "doppelkopf"])
def test_who_remembers_all_tricks_plays_like_the_other_bot(key: str) -> None:
    rules = load(key)
    states = bots.states(rules, [bots.Random()] * rules.players, seed=5)
    seen = [state.view(seat) for state in states for seat in state.actors][:80]
    assert [Forgetful(99).explain(view) for view in seen] == [Greedy().explain(view) for view in seen]
    assert all(Forgetful(0).act(view) in view.legal() for view in seen)


def test_it_is_not_taken_for_the_bot_that_forgets_nothing() -> None:
    assert together([Forgetful(0)] * 4) is None
    assert bots.read("forgetful:2") == Forgetful(2)
    with pytest.raises(InvalidRules):
        Forgetful(-1)


@pytest.mark.sample(0)
def test_who_forgets_is_surely_behind() -> None:
    ahead, error = bots.match(load("whist"), [Greedy(), Forgetful(0)], deals=150).ahead(0, 1)
    assert ahead > 2 * (error or 0)
