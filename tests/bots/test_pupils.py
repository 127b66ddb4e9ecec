"""How bots learn: which calls are drawn, and several processes that learn together."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import numpy as np
import pytest

from trickkit import InvalidRules, bots, load
from trickkit.bots.learned import features_of
from trickkit.bots.network import Network
from trickkit.bots.training import learner, playing, schedule


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer lanes, decisions and deals than learning takes."""
    for module, name, number in ((playing, "LANES", 16), (learner, "BATCH", 64), (schedule, "DEALS", 16)):
        monkeypatch.setattr(module, name, number)


@pytest.mark.sample(0)
def test_every_call_is_drawn_now_and_then_even_if_it_is_worth_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "WILD", 1.0)
    monkeypatch.setattr(playing, "BY_CHANCE", 1.0)
    played = playing.SelfPlay(features_of(load("oh_hell")), 1)
    network = learner.Learner(played.features, 1).decider
    network.layers.last_bias[0] -= 3
    shares = list[float]()
    for evenly in (0.0, 1.0):
        monkeypatch.setattr(playing, "EVENLY", evenly)
        outputs = list[int]()
        for _ in range(2000):
            started = played._began == played.step
            played.play(network, None, 0.0)
            outputs += played._chosen[(played.step - 1) % len(played._chosen), started].tolist()
        shares.append(np.mean(np.array(outputs) == 0))
    assert shares[0] < 0.01
    assert shares[1] > 0.04


@pytest.mark.sample(0)
def test_only_plays_are_made_at_random_and_calls_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "WILD", 0.0)
    played = playing.SelfPlay(features_of(load("oh_hell")), 1)
    network, strays = learner.Learner(played.features, 1).decider, dict[bool, list[int]]()
    for _ in range(400):
        wanted, names = network.act(played.lanes, np.arange(16)), played.features.actions_in_lanes(played.lanes)
        calls = played.lanes.decisions < played.rules.players
        played.play(network, None, 1.0)
        made = played._chosen[(played.step - 1) % len(played._chosen)]
        for is_call in (True, False):
            some = np.flatnonzero((calls == is_call) & (made >= 0))
            strays.setdefault(is_call, []).extend((made[some] != names[some, wanted[some]]).tolist())
    assert not any(strays[True])
    assert np.mean(strays[False]) > 0.1


def test_values_are_measured_by_deals_in_which_no_call_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "BY_CHANCE", 1.0)
    units = list[float]()
    for wild in (0.0, 1.0):
        monkeypatch.setattr(playing, "WILD", wild)
        played = playing.SelfPlay(features_of(load("oh_hell")), 1)
        played.begin_with(5.0)
        network = learner.Learner(played.features, 1).decider
        for _ in range(200):
            played.play(network, None, 0.0)
        units.append(played.unit)
    assert units[0] != units[1] == 5.0


@pytest.mark.sample(0)
def test_processes_learn_together_and_equal_numbers_of_them_give_equal_files(tmp_path: Path) -> None:
    rules = load("pikinni", players=2)
    one, two, again = (
        bots.train(rules, steps=150, seed=1, workers=workers, path=tmp_path / f"{name}.npz")
        for name, workers in (("one", 1), ("two", 2), ("again", 2))
    )
    networks = [Network.load(bot.path) for bot in (one, two, again)]
    assert [bot.about["trained"].get("workers") for bot in (one, two, again)] == [None, 2, 2]
    assert two.about["trained"]["deals"] == again.about["trained"]["deals"] > 1.8 * one.about["trained"]["deals"]
    assert (networks[1].last == networks[2].last).all()
    assert (networks[1].first == networks[2].first).all()
    assert (networks[0].last != networks[1].last).any()
    with pytest.raises(InvalidRules, match="workers=0"):
        bots.train(rules, steps=5, workers=0, path=tmp_path / "none.npz")


@pytest.mark.sample(0)
def test_an_interruption_ends_the_other_processes_and_keeps_the_file(tmp_path: Path) -> None:
    def interrupt(so_far: bots.Progress) -> None:
        if so_far.deals:
            raise KeyboardInterrupt

    before = {*multiprocessing.active_children()}
    with pytest.raises(KeyboardInterrupt):
        bots.train(load("pikinni", players=2), steps=10**6, workers=2, path=tmp_path / "one.npz", seen=interrupt)
    assert {*multiprocessing.active_children()} <= before
    rules = load("pikinni", players=2)
    first = bots.Learned(tmp_path / "one.npz").about["trained"]["deals"]
    more = bots.train(rules, steps=64, workers=2, path=tmp_path / "one.npz", resume=True)
    assert more.about["trained"]["deals"] >= first > 0
