"""Episodes side by side: what waits, what is played inside, what is gained, and what was known at the end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tiny_games import uncompiled

from trickkit import IllegalAction, InvalidAction, InvalidRules, InvalidSeat, batch, bots, learn, load
from trickkit.policies.ending import AfterDeals

PIKINNI = load("pikinni", players=3)
SOME = ["held", "hands"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikoko", "pikinni", "5211", "hearts", "skat", "skull_king", "schieber", "tarot"])
def test_every_seat_sees_what_its_view_shows_to_the_end(key: str) -> None:
    rules = load(key)
    rules = rules.replace(ending=AfterDeals(deals=1, wins=rules.ending.wins))
    lanes, code = batch.lanes(rules, 1, 3), learn.encoding(rules)
    state = lanes.state(0)
    while not state.is_over:
        seat, action = int(lanes.seats[0]), int(lanes.random()[0])
        state = state.play(seat, code.action(action))
        ended = lanes.step(np.array([action]))
        for viewer in range(rules.players):
            seen = code.observe_seen(lanes.seen_at_end([viewer]) if len(ended) else lanes.seen([viewer]))
            for name, array in code.observe(state.view(viewer)).items():
                np.testing.assert_array_equal(seen[name][0], array, name)


def test_lanes_that_wait_stay_as_they_are() -> None:
    one, two = (learn.episodes(PIKINNI, 4, seed=7) for _ in range(2))
    for _ in range(20):
        before = two.observe()
        choice = two.random()
        two.step(choice, waits=np.arange(4) >= 2)
        for name, array in two.observe().items():
            np.testing.assert_array_equal(array[2:], before[name][2:])
        two.step(np.where(np.arange(4) < 2, -1, choice), waits=np.arange(4) < 2)
        one.step(choice)
        for name, array in one.observe().items():
            np.testing.assert_array_equal(array, two.observe()[name], name)


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", ["pikoko", "pikinni", "5211", "hearts", "spades"])
def test_whole_games_are_those_of_the_batch_engine(key: str) -> None:
    rules = load(key)
    table, expected = batch.lanes(rules, 3, 7, of="games"), batch.games(rules, 6, 7)
    found: dict[int, Any] = {}
    totals = np.zeros((3, rules.players), np.int64)
    while not found.keys() >= {*range(6)}:
        before = table.episodes
        deals = table.step(table.random())
        totals[table.last] += deals.points
        for lane in table.last[table.over]:
            found[int(before[lane])] = totals[lane].tolist()
            totals[lane] = 0
    assert [found[game] for game in range(6)] == expected.scores.tolist()


@pytest.mark.sample(0)
def test_whole_games_of_the_reference_engine_end_as_their_rules_say() -> None:
    rules = load("sechsundsechzig")
    table = learn.episodes(rules, 2, seed=7, of="games", blocks=SOME)
    while not (step := table.step(table.random())).ended.any():
        pass
    assert max(step.scores[step.ended][0]) >= 7
    final = step.final(table.encoding, np.zeros(2, np.int64))
    assert final["held"].shape == (2, 2)


def test_the_others_are_played_inside_and_the_learner_alone_is_asked() -> None:
    lowest = np.linspace(1, 0, len(PIKINNI.actions))

    def first(seen: batch.Seen, legal: Any) -> Any:
        assert (seen.seat == players.index(first)).all()
        return legal.argmax(axis=1)

    asked = []
    for players in ([None, first, lowest], [None, bots.Random(), bots.Greedy()], [first, None, bots.Random()]):
        table = learn.episodes(PIKINNI, 3, seed=7, players=[*players], number=2, blocks=SOME)
        learner = players.index(None)
        for _ in range(9):
            assert table.seats.tolist() == [learner] * 3
            step = table.step(table.random())
            asked.append(int(step.ended.sum()))
        if learner == 1:
            break
    assert sum(asked) > 3


def test_weights_draw_nothing_without_one() -> None:
    never = np.ones(len(PIKINNI.actions))
    never[learn.encoding(PIKINNI).number("0")] = 0
    table = learn.episodes(PIKINNI, 200, seed=7, players=[None, never, never], number=1, blocks=["said"])
    estimates = learn.encoding(PIKINNI).number("0")
    table.step(table.random())
    assert not table.observe()["said"][:, 1:, estimates].any()
    assert table.observe()["said"][:, 0, estimates].any()


def test_trajectories_are_cut_by_seat() -> None:
    table = learn.episodes(PIKINNI, 5, seed=7, number=2)
    seen_by, scores = [], {}

    def policy(seen: Any, legal: Any) -> Any:
        seen_by.append((table.episodes, table.seats, seen["hands"], table.random()))
        return seen_by[-1][3]

    for _ in range(2):
        found = table.collect(policy, 6)
        assert (np.diff(found.episodes) >= 0).all()
        for begin, end in zip(found.starts[:-1], found.starts[1:], strict=True):
            episode, seat = found.episodes[begin], found.seats[begin]
            assert (found.episodes[begin:end] == episode).all()
            assert (found.seats[begin:end] == seat).all()
            made = [
                (hands[lane], actions[lane])
                for episodes, seats, hands, actions in seen_by
                for lane in np.flatnonzero((episodes == episode) & (seats == seat))
            ]
            assert [action for _, action in made] == found.actions[begin:end].tolist()
            np.testing.assert_array_equal([hands for hands, _ in made], found.observations["hands"][begin:end])
            assert found.last[begin:end].tolist() == [False] * (end - begin - 1) + [True]
            assert found.returns()[begin] == found.rewards[begin:end].sum()
            scores[int(episode), int(seat)] = found.returns(0.5)[begin], found.rewards[end - 1], end - begin
    deals = batch.deals(PIKINNI, 40, 7, number=2)
    for (episode, seat), (half, reward, length) in scores.items():
        points = deals.points[episode]
        assert reward == points[seat] - (points.sum() - points[seat]) / 2
        assert half == reward * 0.5 ** (length - 1)


def test_wrong_shapes_lanes_and_players_are_named() -> None:
    table = learn.episodes(PIKINNI, 2, blocks=SOME)
    before = table.observe()
    with pytest.raises(InvalidAction, match="one for each of 2 lanes; these are int64 of shape"):
        table.step(np.zeros(3, np.int64))
    with pytest.raises(IllegalAction, match=r"lane 1: .* is not legal"):
        table.step(np.array([0, len(PIKINNI.actions) - 1]))
    with pytest.raises(InvalidAction, match="True or False for each of 2 lanes"):
        table.step(table.random(), waits=[0, 1])
    with pytest.raises(InvalidSeat, match=r"lane 1: 3 is not a seat of 0\.\.2"):
        table.lanes.seen([0, 3])
    np.testing.assert_array_equal(before["hands"], table.observe()["hands"])
    for players, wrong in (
        ([bots.Random()] * 3, "no seat is None, the learner"),
        ([None], "one for each of 3 seats"),
        ([None, "random", None], "the player of seat 1, 'random', is neither a bot"),
        ([None, None, [1.0]], "is neither a bot, nor a function, nor an array of"),
    ):
        with pytest.raises(InvalidRules, match=wrong):
            learn.episodes(PIKINNI, 2, players=players)
    for given in ({"lanes": 0}, {"lanes": 1, "of": "tricks"}, {"lanes": 1, "of": "games", "number": 1}):
        with pytest.raises(InvalidRules):
            learn.episodes(PIKINNI, **given)
    bad = learn.episodes(PIKINNI, 2, players=[None, lambda seen, legal: [0.5], None], blocks=SOME)
    with pytest.raises(InvalidAction, match="the player of seat 1 returned float64"):
        bad.collect(lambda seen, legal: bad.random(), 1)


def test_rules_that_do_not_run_compiled_are_stepped_alike() -> None:
    rules = uncompiled()
    assert not batch.supports(rules)
    table = learn.episodes(rules, 2, seed=7, players=[None, *[bots.Random()] * 3], blocks=SOME)
    found = table.collect(lambda seen, legal: table.random(), 3)
    assert {*found.seats.tolist()} == {0}
    assert found.returns()[0] == found.rewards[: found.starts[1]].sum()
