"""Views that go on from an earlier one of the same seat: their worlds are those found without it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from attrs import evolve

from trickkit import State, View, batch, load
from trickkit.batch.worlds import Dealer, dealer, incremental
from trickkit.batch.worlds.recent import RecentCache
from trickkit.phases import LayAway, PassCards, Tricks

SHARED = ("cards", "kinds", "may", "groups", "takers", "stock", "ways", "splits", "chances", "written")
GAMES = ["pikoko", "belote", "bridge", "euchre", "german_whist", "hearts", "oh_hell", "rope_team", "skat", "whist"]


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incremental, "_remembered", RecentCache(incremental.REMEMBERED))
    monkeypatch.setattr(incremental, "_choosing", RecentCache(incremental.REMEMBERED))


def states(key: str, seed: int) -> Iterator[State]:
    """The states of a deal in which its tricks are played at random."""
    state, draw = load(key).start(seed=seed), Random(seed)
    while not state.results:
        if isinstance(state.phase, Tricks):
            yield state
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))


def is_quick(view: View) -> bool:
    """Whether it was not worked out where unknown cards may lie."""
    return "_worlds" not in view.__dict__


def without_beginning(*_: object) -> None:
    """In place of `begins`: no view is found from the beginning of its deal."""


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", GAMES)
def test_worlds_are_those_found_without_the_earlier_view(key: str) -> None:
    quick = 0
    for number, state in enumerate(states(key, 5)):
        view = state.view(state.actors[0])
        made = Dealer.of(view)
        if made.plan is None or not is_quick(view):
            continue
        quick += 1
        if quick % 4 == 1:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(incremental, "_remembered", RecentCache(incremental.REMEMBERED))
                patch.setattr(dealer, "begins", without_beginning)
                plain = Dealer.of(state.view(state.actors[0]))
                assert plain.plan is not None
                for name in SHARED:
                    assert np.array_equal(getattr(made.plan, name), getattr(plain.plan, name)), (number, name)
                said, expected = (batch.evaluate(one.view, worlds=8, playouts=8, threads=1) for one in (made, plain))
                assert said == expected
    assert quick


def test_an_earlier_view_is_found_without_a_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealer, "begins", without_beginning)
    early, *_, late = [state for state in states("whist", 3) if state.actors == (0,)]
    batch.evaluate(late.view(0), playouts=1)
    view = early.view(0)
    batch.evaluate(view, playouts=1)
    assert not is_quick(view)
    again = late.view(0)
    batch.evaluate(again, playouts=1)
    assert is_quick(again)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", GAMES)
def test_views_of_a_deal_that_is_played_twice_are_no_earlier_ones_of_each_other(key: str) -> None:
    """Both have what came before the tricks in common."""
    begun = next(states(key, 3))
    for seed in range(4):
        state, draw = begun, Random(seed)
        for _ in range(3 * begun.rules.players):
            if state.results:
                break
            view = state.view(state.actors[0])
            made = Dealer.of(view)
            if made.plan is not None:
                fresh = Dealer._made(evolve(view, deal=evolve(view.deal)))
                assert {*made.plan.cards.tolist()} == {*fresh.plan.cards.tolist()}
                assert sorted(made.plan.takers[:, 2]) == sorted(fresh.plan.takers[:, 2])
            state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))


def test_views_of_other_seats_and_deals_are_no_earlier_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealer, "begins", without_beginning)
    first, second = ([state for state in states("whist", seed) if state.actors == (0,)] for seed in (3, 4))
    batch.evaluate(first[1].view(0), playouts=1)
    for other in (second[2].view(0), first[2].view(1)):
        Dealer.of(other)
        assert not is_quick(other)


def test_a_view_that_was_built_from_its_events_is_its_own_first_one() -> None:
    state = [state for state in states("whist", 3) if state.actors == (0,)][2]
    deal = state.view(0).deal
    view = evolve(state.view(0), deal=evolve(deal))
    assert Dealer.of(view).plan is not None
    assert not incremental._remembered


def test_few_views_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incremental, "_remembered", RecentCache(2))
    for seed in range(3):
        Dealer.of(next(states("whist", seed)).view(0))
    assert len(incremental._remembered) == 2


@pytest.mark.parametrize(("key", "again"), [("hearts", 8), ("skat", 1)])
def test_a_seat_that_chooses_cards_one_by_one_is_dealt_the_same_worlds(key: str, again: int) -> None:
    state, draw, quick = load(key).start(seed=1), Random(1), 0
    while not isinstance(state.phase, Tricks):
        view = state.view(state.actors[0])
        if isinstance(state.phase, PassCards | LayAway):
            evaluation = batch.evaluate(view, worlds=8, playouts=8, threads=1)
            if is_quick(view):
                quick += 1
                with pytest.MonkeyPatch.context() as patch:
                    patch.setattr(incremental, "_choosing", RecentCache(incremental.REMEMBERED))
                    assert evaluation == batch.evaluate(state.view(view.seat), worlds=8, playouts=8, threads=1)
        state = state.play(state.actors[0], draw.choice(view.legal()))
    assert quick >= again
