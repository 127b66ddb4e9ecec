"""Lanes as a vector environment of Gymnasium."""

from __future__ import annotations

import numpy as np
import pytest

from trickkit import IllegalAction, InvalidRules, batch, learn, load

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'trickkit[gymnasium]'")
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
            assert rewards[lane] == infos["points"][lane, seats[lane]] == own - (deals.points[place].sum() - own) / 2
            ended += 1
    assert ended


def test_the_same_seed_gives_the_same_deals_and_none_gives_others() -> None:
    table = vector_env(load("pikinni"), 3, blocks=["hands"])
    first, again, other = table.reset(seed=5)[0], table.reset(seed=5)[0], table.reset()[0]
    assert (first["hands"] == again["hands"]).all()
    assert not (first["hands"] == other["hands"]).all()


def test_what_is_not_legal_is_refused() -> None:
    table = vector_env(load("pikinni"), 2, blocks=["held"])
    with pytest.raises(IllegalAction, match="lane 0"):
        table.step(np.array([40, 40]))
    for wrong in ({"lanes": 0}, {"lanes": 2, "seed": "a"}, {"lanes": 2, "blocks": ["none"]}):
        with pytest.raises(InvalidRules):
            vector_env(load("pikinni"), **wrong)
