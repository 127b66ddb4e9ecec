"""The same deals and the same decisions, one after the other: compiled, and on the reference engine."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from house_rules import TwoPerTrick, house_rules, trick_games
from hypothesis import given, settings
from hypothesis import strategies as st
from lockstep import is_followed, is_replayed
from strategies import effort, seeds, variants
from tiny_games import uncompiled

from trickkit import Rules, batch, load
from trickkit.testing import rules

HOOK = str(Path(__file__).parents[2] / "variants" / "house" / "pikinni_hook.py")
CLASSICS = ("oh_hell", "hearts", "spades", "bridge", "euchre", "skat", "german_whist", "wizard", "tarok")
CLASSICS += ("tarot", "belote", "coinche", "schieber", "skull_king", "rope_team", "sechsundsechzig", "doppelkopf")
classics = st.sampled_from((*CLASSICS, HOOK)).flatmap(rules)


@st.composite
def places(draw: st.DrawFn, of: Rules) -> tuple[int | None, int | None]:
    """The number of a deal in its game and who starts it, each given or left to the engine."""
    most = of.ending.most_deals() or 9
    numbers, starters = st.integers(0, most - 1), st.integers(0, of.players - 1)
    return draw(st.none() | numbers, label="number"), draw(st.none() | starters, label="starter")


def follows(of: Rules, data: st.DataObject, lanes: int = 2) -> None:
    """Lanes of a game are followed."""
    assert batch.supports(of)
    number, starter = data.draw(places(of))
    is_followed(of, lanes, data.draw(seeds, label="seed"), number, starter)


def replays(of: Rules, data: st.DataObject) -> None:
    """Deals at random are played again, with points of earlier deals."""
    assert batch.supports(of)
    number, starter = data.draw(places(of))
    totals = None
    if number:
        before = st.lists(st.integers(-120, 60), min_size=of.players, max_size=of.players)
        totals = data.draw(st.none() | before, label="totals")
    seed = data.draw(seeds, label="seed")
    found = batch.deals(of, 3, seed, number=number, starter=starter, totals=totals, moves=True, cards=True)
    for deal in range(3):
        is_replayed(found, deal)


@settings(max_examples=effort(16))
@given(variants(), st.data())
def test_lanes_of_all_games_take_the_same_decisions(of: Rules, data: st.DataObject) -> None:
    follows(of, data)


@pytest.mark.sample(0)
@settings(max_examples=effort(6))
@given(classics, st.data())
def test_lanes_of_classic_games_take_the_same_decisions(of: Rules, data: st.DataObject) -> None:
    follows(of, data)


@pytest.mark.sample(0)
@settings(max_examples=effort(16))
@given(house_rules, st.data())
def test_lanes_of_house_rules_take_the_same_decisions(of: Rules, data: st.DataObject) -> None:
    follows(of, data)


@settings(max_examples=effort(16))
@given(variants(), st.data())
def test_deals_of_all_games_are_played_again_with_the_same_result(of: Rules, data: st.DataObject) -> None:
    replays(of, data)


@pytest.mark.sample(0)
@settings(max_examples=effort(10))
@given(classics, st.data())
def test_deals_of_classic_games_are_played_again_with_the_same_result(of: Rules, data: st.DataObject) -> None:
    replays(of, data)


@pytest.mark.sample(0)
@settings(max_examples=effort(16))
@given(house_rules, st.data())
def test_deals_of_house_rules_are_played_again_with_the_same_result(of: Rules, data: st.DataObject) -> None:
    replays(of, data)


@pytest.mark.sample(0)
@settings(max_examples=effort(8))
@given(trick_games().map(lambda of: of.replace(scoring=(*of.scoring, TwoPerTrick()))), st.data())
def test_a_scoring_that_is_asked_deal_by_deal(of: Rules, data: st.DataObject) -> None:
    replays(of, data)
    follows(of, data, lanes=1)


@pytest.mark.sample(0)
@settings(max_examples=effort(6))
@given(st.just(uncompiled()), st.data())
def test_lanes_on_the_reference_engine_take_the_same_decisions(of: Rules, data: st.DataObject) -> None:
    number, starter = data.draw(places(of))
    is_followed(of, 2, data.draw(seeds, label="seed"), number, starter)


@pytest.mark.sample(0)
@pytest.mark.parametrize(("key", "calls"), [("skat", 1), ("bridge", 2), ("oh_hell", 1), ("spades", 3)])
def test_nothing_that_was_said_is_missing_in_lanes(key: str, calls: int) -> None:
    of = load(key)
    heard = set()
    for action in range(2):
        lanes = batch.lanes(of, 1, 3, starter=0)
        for _ in range(calls):
            lanes.step(np.array([np.flatnonzero(lanes.legal()[0])[action]]))
        seen = lanes.seen()
        heard.add(str(seen.heard.tolist()))
        assert (seen.heard[0, :, 2] >= 0).sum() == calls
    assert len(heard) == 2


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", ["5211", "hearts", "bridge"])
def test_what_was_heard_stays_what_it_was(key: str) -> None:
    lanes = batch.lanes(load(key), 3, 3)
    for _ in range(5):
        lanes.step(lanes.random())
    seen, same = lanes.seen(), lanes.seen().heard.tolist()
    kept = pickle.loads(pickle.dumps(seen))
    for _ in range(400):
        lanes.step(lanes.random())
    assert seen.heard.tolist() == kept.heard.tolist() == same
    assert seen.of(np.array([2, 0])).heard.tolist() == [same[2], same[0]]


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", ["pikoko", "pikinni", "5211", *CLASSICS])
def test_deals_are_dealt_out_in_the_order_of_the_game(key: str) -> None:
    of = load(key)
    most = of.ending.most_deals() or 1
    sizes = [of.schedule.hand_sizes.size(number) for number in range(most)]
    found = batch.deals(of, 2 * most + 1, 3)
    assert found.number.tolist() == [*range(most), *range(most), 0]
    assert found.size.tolist() == [*sizes, *sizes, sizes[0]]
    assert {*batch.deals(of, 100, 3, number=most - 1).number.tolist()} == {most - 1}


@pytest.mark.sample(0)
def test_every_seat_starts_as_often() -> None:
    starters = batch.deals(load("pikoko", players=5), 10_000, 7).starter.tolist()
    assert all(1_800 < starters.count(seat) < 2_200 for seat in range(5))
    assert {*batch.deals(load("pikoko", players=5), 100, 7, starter=3).starter.tolist()} == {3}


@pytest.mark.sample(0)
def test_every_card_is_dealt_to_every_place_as_often() -> None:
    of = load("pikinni", players=4)
    moves = batch.deals(of, 32_000, 7, number=10, moves=True).moves
    assert moves is not None
    for place in range(32):
        dealt = moves.dealt[:, place].tolist()
        assert all(850 < dealt.count(card) < 1_150 for card in range(32))
