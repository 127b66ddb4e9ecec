"""Lanes as a vector environment of Gymnasium."""

from __future__ import annotations

import numpy as np
import pytest

from trickkit import IllegalAction, InvalidRules, batch, bots, learn, load

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'trickkit[gymnasium]'")
env_checker = pytest.importorskip("gymnasium.utils.env_checker")
vector_env = pytest.importorskip("trickkit.learn.gymnasium").vector_env


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", ["pikinni", "hearts", "5211", "schieber"])
def test_what_it_gives_is_in_its_spaces(key: str) -> None:
    table = vector_env(load(key), 6, seed=3)
    seen, infos = table.reset(seed=7)
    assert isinstance(table, gymnasium.vector.VectorEnv)
    for _ in range(20):
        assert table.observation_space.contains(seen)
        assert table.action_space.contains(table.sample())
        assert infos["seat"].tolist() == seen["seat"].tolist()
        seen, rewards, terminated, truncated, infos = table.step(table.sample())
        assert (rewards.shape, terminated.dtype, truncated.any()) == ((6,), np.bool_, np.False_)


def test_it_is_what_lanes_are() -> None:
    rules = load("pikinni", players=3)
    table, lanes, code = vector_env(rules, 4), batch.lanes(rules, 4, 7), learn.encoding(rules)
    seen, _ = table.reset(seed=7)
    ended = 0
    for _ in range(40):
        for name, array in code.observe_lanes(lanes).items():
            np.testing.assert_array_equal(seen[name], array, name)
        np.testing.assert_array_equal(seen["action_mask"], lanes.legal())
        choice, seats = lanes.random(), lanes.seats
        deals = lanes.step(choice)
        seen, rewards, terminated, _, infos = table.step(choice)
        assert np.flatnonzero(terminated).tolist() == lanes.last.tolist()
        for place, lane in enumerate(lanes.last):
            own = deals.points[place, seats[lane]]
            assert rewards[lane] == infos["rewards"][lane, seats[lane]] == own - (deals.points[place].sum() - own) / 2
            assert infos["scores"][lane].tolist() == deals.points[place].tolist()
            final = code.observe_seen(lanes.seen_at_end(seats[lanes.last]))
            for name, array in final.items():
                np.testing.assert_array_equal(infos["final_obs"][name][lane], array[place], name)
            ended += 1
    assert ended


def test_the_same_seed_gives_the_same_deals_and_none_gives_others() -> None:
    table = vector_env(load("pikinni"), 3, blocks=["hands"])
    first, again, other = table.reset(seed=5)[0], table.reset(seed=5)[0], table.reset()[0]
    assert (first["hands"] == again["hands"]).all()
    assert not (first["hands"] == other["hands"]).all()


@pytest.mark.filterwarnings("ignore:.*not within the observation space:UserWarning")
def test_it_is_registered_and_the_checker_of_gymnasium_passes() -> None:
    players = [None, *[bots.Random()] * 3]
    # It draws actions before it begins an episode.
    one = gymnasium.make("trickkit/Cards-v0", rules="pikinni", players=players, illegal_reward=-100)
    env_checker.check_env(one.unwrapped, skip_render_check=True)
    many = gymnasium.make_vec("trickkit/Cards-v0", num_envs=3, rules=load("hearts"), players=players)
    seen, _ = many.reset(seed=7)
    assert isinstance(many, gymnasium.vector.VectorEnv)
    assert seen["seat"].tolist() == [0] * 3
    assert many.observation_space.contains(seen)


def test_one_table_is_one_lane() -> None:
    players = [None, bots.Random(), bots.Random(), bots.Random()]
    one = gymnasium.make("trickkit/Cards-v0", rules="pikinni", players=players).unwrapped
    many = vector_env(load("pikinni"), 1, players=players)
    seen, _ = one.reset(seed=7)
    there, _ = many.reset(seed=7)
    for _ in range(25):
        for name, array in seen.items():
            np.testing.assert_array_equal(array, there[name][0], name)
        choice = many.sample()
        seen, reward, over, *_, infos = one.step(int(choice[0]))
        there, rewards, terminated, _, _ = many.step(choice)
        assert (reward, over) == (rewards[0], terminated[0])
        if over:
            assert infos["scores"].shape == (4,)
            assert not seen["action_mask"].any()
            with pytest.raises(IllegalAction, match="before reset begins an episode"):
                one.step(0)
            seen, _ = one.reset()


def test_what_is_not_legal_is_refused() -> None:
    table = vector_env(load("pikinni"), 2, blocks=["held"])
    with pytest.raises(IllegalAction, match="lane 0"):
        table.step(np.array([40, 40]))
    for wrong in ({"lanes": 0}, {"lanes": 2, "seed": "a"}, {"lanes": 2, "blocks": ["none"]}):
        with pytest.raises(InvalidRules):
            vector_env(load("pikinni"), **wrong)
