"""Observations: what a seat knows in arrays, nothing less and nothing more."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from house_rules import house_rules
from hypothesis import given, settings
from hypothesis import strategies as st
from neighbours import neighbour
from strategies import effort, seeds, walk

from trickkit import (
    Deal,
    InvalidAction,
    InvalidRules,
    InvalidSeat,
    Rules,
    ScoreLine,
    State,
    View,
    batch,
    learn,
    load,
    playout,
)
from trickkit.catalog.registry import keys
from trickkit.scoring import ScoreBids

GAMES = (
    *("pikoko", "pikinni", "5211", "oh_hell", "hearts", "spades", "euchre", "bridge", "skat", "whist", "german_whist"),
    *("belote", "coinche", "schieber", "doppelkopf", "sechsundsechzig", "wizard", "skull_king", "tarot", "tarok"),
)


def known(view: View) -> list[Any]:
    """What a view says of the deal, but for when the seat came to know what it knows."""
    deal, cards = view.deal, (view.deal.hands, view.deal.stock, view.deal.out, view.deal.rolls)
    facts = deal.trump, deal.declarer, deal.resting, deal.number, deal.starter, deal.size, deal.totals, deal.lines
    return [view.legal(), view.moves, view.committed, cards, facts, deal.records, view.phase]


def hold_to_law(code: learn.Encoding, one: State, two: State) -> None:
    """Two games look the same to a seat in arrays exactly if they do in views, and as a text likewise."""
    for seat in range(code.players):
        mine, other = one.view(seat), two.view(seat)
        seen, seen_there = code.observe(mine), code.observe(other)
        same = all(np.array_equal(array, seen_there[name]) for name, array in seen.items())
        assert same == (known(mine) == known(other))
        assert (code.text(mine) == code.text(other)) == (mine == other and mine.moves == other.moves)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", GAMES)
def test_observations_are_equal_exactly_if_views_are(key: str) -> None:
    rules, rng = load(key), Random(key)
    code = learn.encoding(rules)
    walked = [state for state in walk(rules.start(seed=7), 120, 7) if not state.is_over]
    for state in rng.sample(walked, 12):
        other = neighbour(state, rng)
        if other is not None:
            hold_to_law(code, state, other)


@pytest.mark.sample(0)
@settings(max_examples=effort(12))
@given(house_rules, seeds, st.integers(0, 40))
def test_observations_of_house_rules_are_equal_exactly_if_views_are(rules: Rules, seed: int, steps: int) -> None:
    # Some house rules go on for very many deals.
    hold_to_bounds(learn.encoding(rules), walk(rules.start(seed=seed), 250, seed)[-1])
    state, rng = walk(rules.start(seed=seed), steps, seed)[-1], Random(seed)
    other = None if state.is_over else neighbour(state, rng)
    if other is not None:
        hold_to_law(learn.encoding(rules), state, other)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", [*GAMES, "rope_team"])
def test_lanes_give_what_views_give(key: str) -> None:
    rules, lanes = load(key), batch.lanes(load(key), 3, 3)
    code = learn.encoding(rules)
    states = [next(batch.deals(rules, 3, 3, moves=True).states(lane)) for lane in range(3)]
    for _ in range(30):
        seen = code.observe_lanes(lanes)
        for lane, state in enumerate(states):
            view = state.view(int(lanes.seats[lane]))
            for name, array in code.observe(view).items():
                np.testing.assert_array_equal(seen[name][lane], array, name)
                assert seen[name].dtype == array.dtype
            np.testing.assert_array_equal(lanes.legal()[lane], code.legal(view))
        choice = lanes.random()
        states = [
            state.play(int(seat), code.action(int(action)))
            for state, seat, action in zip(states, lanes.seats, choice, strict=True)
        ]
        if len(lanes.step(choice)):
            break


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["german_whist", "skat"])
def test_it_is_pickled_also_after_use(key: str) -> None:
    rules = load(key)
    code, game, lanes = learn.encoding(rules), batch.start(rules, seed=3), batch.lanes(rules, 2, 3)
    seen = code.observe_game(game, game.actors[0]).tolist()
    code.observe_lanes(lanes)
    code.features().active_in_lanes(lanes)
    again, features = pickle.loads(pickle.dumps((code, code.features())))
    assert again == features.encoding == code
    assert again.observe_game(game, game.actors[0]).tolist() == seen


def test_what_was_observed_stays_as_it_is_while_somebody_holds_it() -> None:
    rules = load("pikinni")
    code, lanes = learn.encoding(rules), batch.lanes(rules, 5, 3)
    first = code.observe_lanes(lanes)["history"]
    held, before, addresses = first[2:4, 1], first[2:4, 1].copy(), set()
    del first
    for _ in range(12):
        lanes.step(lanes.random())
        history = code.observe_lanes(lanes)["history"]
        addresses.add(history.ctypes.data)
        np.testing.assert_array_equal(held, before)
        np.testing.assert_array_equal(history, code.observe_seen(lanes.seen())["history"])
        del history
    # One is free again as soon as nobody holds any part of it.
    assert len(addresses) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", sorted(keys()))
def test_a_game_in_place_gives_what_views_give(key: str) -> None:
    rules = load(key)
    code, game, rng = learn.encoding(rules), batch.start(rules, seed=3), Random(3)
    for step in range(90):
        seat = rng.choice([rng.randrange(rules.players), *game.actors])
        seen, legal = code.observe_turn(game, seat)
        np.testing.assert_array_equal(seen, code.flat(code.observe(game.view(seat))))
        np.testing.assert_array_equal(seen, code.observe_game(game, seat))
        assert legal.astype(bool).tolist() == code.legal(game.view(seat)).tolist()
        if step % 7 == 6:
            game = game.copy()
        if game.actors:
            seat = rng.choice(game.actors)
            game.play(seat, rng.choice(game.legal(seat)))
    with pytest.raises(InvalidSeat):
        code.observe_game(game, 9)
    with pytest.raises(InvalidRules, match="is not a game of"):
        code.observe_game(game.state(), 0)  # type: ignore[arg-type]


def hold_to_bounds(code: learn.Encoding, end: State) -> None:
    """The points of every deal, and those before it, are within their bounds."""
    (totals,) = (block for block in code.blocks if block.name == "totals")
    for result in end.results:
        assert totals.low <= min(result.deal.totals) <= max(result.deal.totals) <= totals.high
        if code.points is not None:
            assert code.points[0] <= min(result.scores) <= max(result.scores) <= code.points[1]


@pytest.mark.sample(0)
@pytest.mark.parametrize(
    ("key", "points", "totals"),
    [
        ("pikoko", (-1, 11), (-2, 22)),
        ("hearts", (0, 26), (0, 99)),
        ("whist", (0, 7), (0, 4)),
        ("oh_hell", (0, 20), (0, 360)),
        ("bridge", (0, 7600), (0, 2**31 - 1)),
        ("sechsundsechzig", None, (1 - 2**31, 2**31 - 1)),
        # Six times four cards: the highest of a colour are 6, 5, and twice 4.
        ("5211", (0, 6 * 19), (0, 0)),
        # Grand ouvert with four jacks; 264 bid, where the next value in diamonds is 270, and lost.
        ("skat", (-2 * 270, 264), (-35 * 540, 35 * 264)),
        # Garde contre: 25, all 91 points where 36 are enough, and the Petit; two handfuls, a slam; from three seats.
        ("tarot", (-3 * (6 * (25 + 56 + 10) + 40 + 200), 3 * (6 * (25 + 55 + 10) + 40 + 400)), (-44802, 55860)),
        # Ten tricks, four fourteens, three pirates in a trick of four, and two mermaids.
        ("skull_king", (-100, 200 + 50 + 90 + 40), (-900, 3420)),
        # 21 for a game with all that is promised, alone against three.
        ("doppelkopf", (-63, 63), (-23 * 63, 23 * 63)),
        ("tarok", (-500 - 20, 500), (1 - 2**31, 2**31 - 1)),
        # Four times capot with the points of the cards, and four times king and queen.
        ("coinche", (0, 4 * (160 + 250) + 80), (0, 2**31 - 1)),
        ("rope_team", (0, 4 + 2), (0, 12)),
    ],
)
def test_bounds_on_points_follow_from_the_rules(
    key: str, points: tuple[int, int] | None, totals: tuple[int, int]
) -> None:
    code = learn.encoding(load(key), blocks=["totals"])
    assert code.points == points
    assert (code.blocks[0].low, code.blocks[0].high) == totals


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("key", "options", "points"),
    [
        ("sechsundsechzig", {"carry": False}, (0, 3)),
        ("belote", {}, None),
        ("belote", {"tie": "failed"}, (0, 252 + 80)),
        # Four sets: jacks, nines, and twice a hundred.
        ("belote", {"tie": "failed", "melds": True}, (0, 252 + 80 + 550)),
        ("skat", {"seeger_fabian": True}, (-590, 314)),
        ("skull_king", {"bonuses": "characters"}, (-100, 330)),
        ("skull_king", {"bonuses": "none", "deals": 3}, (-30, 60)),
    ],
    ids=str,
)
def test_bounds_follow_from_options(key: str, options: dict[str, Any], points: tuple[int, int] | None) -> None:
    assert learn.encoding(load(key, **options)).points == points


def test_who_scores_otherwise_has_other_bounds() -> None:
    @frozen(kw_only=True)
    class Tenfold(ScoreBids):
        def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
            return tuple([evolve(line, points=10 * line.points) for line in super().lines(deal)])

    @frozen(kw_only=True)
    class Doubly(ScoreBids):
        def line(self, *args: Any, **given: Any) -> ScoreLine:
            found = super().line(*args, **given)
            return evolve(found, points=2 * found.points)

    rules = load("pikoko")
    assert learn.encoding(rules.replace(scoring=Doubly(exact=2, close=1))).points is None
    assert learn.encoding(rules.replace(scoring=Tenfold(exact=2, close=1))).points is None
    assert learn.encoding(rules.replace(scoring=ScoreBids(exact=2, close=1))).points == (0, 8)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", GAMES)
def test_observations_keep_to_their_blocks_and_texts_are_short(key: str) -> None:
    rules = load(key)
    code = learn.encoding(rules)
    end = playout(rules, seed=3)
    assert max(len(result.moves) for result in end.results) <= code.longest
    hold_to_bounds(code, end)
    for state in (*walk(rules.start(seed=3), 60, 3)[::20], end):
        for seat in range(rules.players):
            arrays = code.observe(state.view(seat))
            assert [*arrays] == [block.name for block in code.blocks]
            for block in code.blocks:
                array = arrays[block.name]
                assert (array.shape, array.dtype) == (block.shape, np.dtype(block.dtype)), block
                assert array.size == 0 or block.low <= array.min() <= array.max() <= block.high, block
            assert len(code.text(state.view(seat)).encode()) <= 2000
            assert code.flat(arrays).shape == (code.width,)


def test_a_seat_comes_first_in_what_it_sees() -> None:
    rules = load("pikinni", players=3)
    state = rules.start(seed=7, first=1)
    code = learn.encoding(rules, blocks=["hands", "starter"])
    kinds = list(rules.deck.kinds)
    for seat in range(3):
        arrays = code.observe(state.view(seat))
        assert [kinds[kind] for kind in np.flatnonzero(arrays["hands"][0])] == [str(state.deal.hands[seat])]
        assert not arrays["hands"][1:].any()
        assert arrays["starter"] == (1 - seat) % 3


def test_the_history_has_no_room_for_more_than_was_said() -> None:
    rules = load("pikinni", players=3)
    state = rules.start(seed=7, first=0).play(0, "0").play(1, "0")
    with pytest.raises(InvalidRules, match="2 decisions in a deal; the history has room for 1: give longest="):
        learn.encoding(rules, longest=1).observe(state.view(0))
    history = learn.encoding(rules, longest=3).observe(state.view(1))["history"]
    assert history.tolist() == [[2, 2, -1], [0, 2, 0], [-1, -1, -1]]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"blocks": ["hand"]}, r"there is no block 'hand' \(did you mean 'hands'\?\); there are: seat"),
        ({"blocks": "hands"}, "blocks='hands': give a list of names"),
        ({"blocks": []}, "an observation has at least one block"),
        ({"longest": 0}, "longest=0: a whole number, 1 or more"),
    ],
    ids=str,
)
def test_what_no_encoding_has_is_refused(given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(InvalidRules, match=wrong):
        learn.encoding(load("pikinni"), **given)


def test_views_of_others_are_refused() -> None:
    code, other = learn.encoding(load("pikinni", players=3)), load("pikinni", players=4)
    with pytest.raises(InvalidRules, match="not of a spectator"):
        code.observe(code.rules.start(seed=1).view(None))
    with pytest.raises(InvalidRules, match="this is the encoding of"):
        code.text(other.start(seed=1).view(0))
    with pytest.raises(InvalidRules, match="are not lanes of Pikinni"):
        code.observe_lanes(batch.lanes(other, 2))
    with pytest.raises(InvalidAction, match=r"99 is the number of no action; they go from 0 to \d+"):
        code.action(99)
    with pytest.raises(InvalidAction, match="is not an action of this game"):
        code.number("R7")
