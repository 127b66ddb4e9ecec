"""What calls tell of hands: worlds in which they were likely are looked at more often."""

from __future__ import annotations

import random

import numpy as np
import pytest

from trickkit import InvalidRules, State, load
from trickkit.batch.kernel import layout
from trickkit.batch.search import Growing
from trickkit.batch.worlds import Dealer
from trickkit.batch.worlds.weighing import drawn
from trickkit.bots import ISMCTS, Flat, Greedy, Utility
from trickkit.bots.calls import CallModel
from trickkit.catalog.registry import keys
from trickkit.phases import Tricks

CALLS = CallModel(Greedy(), deals=24)


def called(key: str, seed: int) -> State:
    """A deal at its first lead, after calls by `Greedy`."""
    state, bot = load(key).start(seed=seed, first=0), Greedy(1)
    while not isinstance(state.phase, Tricks):
        seat = state.actors[0]
        state = state.play(seat, bot.act(state.view(seat)))
    return state


OH_HELL = [called("oh_hell", seed) for seed in range(6)]


@pytest.mark.sample(0)
def test_the_hands_that_were_held_are_likelier_than_others() -> None:
    shares = []
    for state in OH_HELL:
        view = state.view(state.actors[0])
        weigh = CALLS.weigher(view)
        assert weigh is not None
        others = [view.sample(random.Random(number)).deal.held for number in range(20)]
        held, *logarithms = weigh(np.array([state.deal.held, *others], np.int64))
        shares.append(np.mean(np.array(logarithms) < held))
    assert np.mean(shares) > 0.6


def test_worlds_are_drawn_as_likely_as_they_are_said_to_be() -> None:
    view = OH_HELL[0].view(OH_HELL[0].actors[0])
    dealer, weigh = Dealer.of(view), CALLS.weigher(view)
    assert weigh is not None
    alike, drawn_by_weights = (
        weigh(rows[:, layout.HANDS : layout.HANDS + 4])
        for rows, _ in (dealer.rows(4000, 1), drawn(dealer, 1000, 2, weigh))
    )
    weights = np.exp(alike)
    expected = (weights * alike).sum() / weights.sum()
    assert expected > alike.mean() + 0.2
    assert drawn_by_weights.mean() == pytest.approx(expected, abs=0.1)


def test_worlds_that_are_as_likely_are_those_of_the_dealer() -> None:
    dealer = Dealer.of(OH_HELL[0].view(0))
    assert (drawn(dealer, 8, 3, None)[0] == dealer.rows(8, 3)[0]).all()


def test_what_calls_tell_is_the_same_for_equal_views() -> None:
    view = OH_HELL[1].view(OH_HELL[1].actors[0])
    other = view.sample(random.Random(1)).view(view.seat)
    for bot in (ISMCTS(200, calls=CALLS), Flat(16, calls=CALLS)):
        assert bot.explain(view) == bot.explain(other)


def test_a_tree_that_listens_grows_in_parts() -> None:
    view = OH_HELL[1].view(OH_HELL[1].actors[0])
    whole, parts = (Growing(view, Utility.said_by(view.rules), 0.7, 1, weigh=CALLS.weigher(view)) for _ in range(2))
    whole.grow(2500)
    for iterations in (100, 1024, 1500, 2500):
        parts.grow(iterations)
    assert whole.found() == parts.found()


def test_it_changes_what_is_expected() -> None:
    view = OH_HELL[2].view(OH_HELL[2].actors[0])
    assert Flat(64, calls=CALLS).explain(view) != Flat(64).explain(view)


def test_nothing_is_heard_where_nobody_else_has_called() -> None:
    assert CALLS.weigher(load("hearts").start(seed=7).view(0)) is None
    state = load("oh_hell").start(seed=7, first=0)
    assert CALLS.weigher(state.view(1)) is None
    assert CALLS.weigher(state.play(1, "3").view(1)) is None


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", sorted({*keys()} - {"5211"}))
def test_trees_listen_in_every_game(key: str) -> None:
    state, rng = load(key).start(seed=4), random.Random(4)
    while not state.results and not isinstance(state.phase, Tricks):
        state = state.play(state.actors[0], rng.choice(state.legal(state.actors[0])))
    view = state.view(state.actors[0])
    assert ISMCTS(12, calls=CallModel(Greedy(1), deals=24)).act(view) in view.legal()


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(InvalidRules, match="temperature 0: give a number above 0"):
        CallModel(Greedy(), temperature=0)
    with pytest.raises(InvalidRules, match="deals"):
        CallModel(Greedy(), deals=3)
    with pytest.raises(InvalidRules, match="Bot"):
        CallModel("greedy")  # type: ignore[arg-type]
