"""Lanes and what stands beside them: their states, what is refused, interruptions and threads."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from threading import Thread
from typing import Any

import numpy as np
import pytest
from attrs import evolve
from tiers import EVERY

from trickkit import IllegalAction, InvalidAction, InvalidRules, Rules, TrickkitError, batch, bots, learn, load
from trickkit.batch.followed_lanes import FollowedLanes
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.run.fallback import game_begun, looked
from trickkit.batch.run.succession import OfStates
from trickkit.catalog.registry import keys
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize
from trickkit.testing.strategies import Choice

FIELDS = ("phase", "hand", "held", "hands", "out", "table", "committed", "tricks", "bids", "backs", "piles", "totals")


def agrees(rules: Rules, steps: int, *, of: Any = "deals") -> None:
    """Every lane and its state say the same of who decides, of what is legal, and of what is seen."""
    lanes, code = batch.lanes(rules, 3, 7, of=of), learn.encoding(rules)
    for step in range(steps):
        if step % 7 == 0 or step == steps - 1:
            states, observed = [lanes.state(lane) for lane in range(3)], code.observe_lanes(lanes)
            seats, legal, seen = lanes.seats, lanes.legal(), lanes.seen()
            for lane, state in enumerate(states):
                assert seats[lane] == state.actors[0]
                numbers = [code.number(action) for action in state.legal(state.actors[0])]
                assert np.flatnonzero(legal[lane]).tolist() == sorted(numbers)
                view = state.view(state.actors[0])
                for name, array in code.observe(view).items():
                    np.testing.assert_array_equal(observed[name][lane], array, name)
            there = looked(rules, [state.view(state.actors[0]) for state in states])
            for name in FIELDS:
                np.testing.assert_array_equal(getattr(seen, name), getattr(there, name), name)
        lanes.step(lanes.random())


def with_any_options(key: str, seed: int) -> Rules:
    random = Random(f"{key}/{seed}")
    choice = Choice.of(key, {})
    return choice.picked([random.randrange(100) if random.random() < 0.3 else 0 for _ in choice.values])


@pytest.mark.sample(0)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("key", [key for key in keys() if EVERY or key in ("5211", "skat", "tarok")])
def test_a_lane_and_its_state_say_the_same(key: str, seed: int) -> None:
    try:
        rules = with_any_options(key, seed)
    except InvalidRules:
        rules = load(key)
    agrees(rules, 30 if seed or not EVERY else 200, of="games" if seed % 2 and batch.supports(rules) else "deals")


@pytest.mark.sample(1)
@pytest.mark.parametrize("options", [{}, {"players": 3, "growing": False}, {"players": 5, "tasks": "cards"}])
def test_a_lane_of_rope_team_has_the_missions_that_were_drawn(options: dict[str, Any]) -> None:
    agrees(load("rope_team", **options), 15)


@pytest.mark.sample(0)
def test_bots_inside_lanes_of_rope_team_find_what_is_legal() -> None:
    rules = load("rope_team")
    table = learn.episodes(rules, 3, seed=7, players=[None, *[bots.Greedy()] * (rules.players - 1)])
    for _ in range(12):
        table.step(table.random())


WAIT = -(1 << 62)


@pytest.mark.parametrize(
    "actions",
    [
        [WAIT] * 4,
        np.full(4, (1 << 64) + WAIT, np.uint64),
        np.full(4, -1, np.int8),
        [1 << 40] * 4,
        np.full(4, (1 << 64) - 1, np.uint64),
    ],
)
@pytest.mark.parametrize("key", ["pikinni", "reference"])
def test_only_numbers_of_actions_are_taken_in_a_step(key: str, actions: Any) -> None:
    lanes = lanes_of(key)
    before = lanes.decisions.tolist(), lanes.legal().tolist()
    with pytest.raises(IllegalAction, match="lane 0: "):
        lanes.step(actions)
    for wrong in ([[1], [2, 3]], object(), [1 << 80] * 4, "x", [1.0] * 4, [True] * 4):
        with pytest.raises(InvalidAction, match="actions are whole numbers, one for each of 4 lanes"):
            lanes.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidAction, match="waits="):
        lanes.step(lanes.random(), waits=[[1], [2, 3]])  # type: ignore[arg-type]
    assert before == (lanes.decisions.tolist(), lanes.legal().tolist())


@pytest.mark.parametrize("lane", [-1, 4, 1 << 80, 1.0, True, None, "0", [0], np.array([0, 1])])
@pytest.mark.parametrize("key", ["pikinni", "reference"])
def test_a_lane_that_does_not_exist_has_no_state(key: str, lane: Any) -> None:
    with pytest.raises(InvalidRules, match=r"lane=.* is not one of 0..3"):
        lanes_of(key).state(lane)


def lanes_of(key: str) -> Any:
    """Four lanes; those of the reference engine stand for rules that do not compile."""
    if key != "reference":
        return batch.lanes(load(key), 4, seed=7)
    rules = load("pikinni")
    succession = OfStates(np.arange(4), partial(game_begun, rules, 7, -1), in_games=True)
    return FollowedLanes(compile_rules(rules), 7, succession)


@pytest.mark.parametrize("key", ["pikinni", "reference"])
@pytest.mark.parametrize("name", ["step", "legal", "seen", "state", "random", "seats"])
def test_a_second_thread_is_refused(key: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a thread is in the midst of a step, another one asks for something."""
    lanes, said = lanes_of(key), list[str]()
    given = {"step": (lanes.random(),), "state": (0,)}.get(name, ())

    def second() -> None:
        try:
            if name == "seats":
                lanes.seats  # noqa: B018
            else:
                getattr(lanes, name)(*given)
        except TrickkitError as error:
            said.append(str(error))

    def asked_meanwhile(*_given: object) -> None:
        thread = Thread(target=second)
        thread.start()
        thread.join()
        raise KeyboardInterrupt

    broken_off(monkeypatch, lanes, asked_meanwhile)
    with pytest.raises(KeyboardInterrupt):
        lanes.step(lanes.random())
    assert said
    assert "another thread is at work" in said[0]


def broken_off(monkeypatch: pytest.MonkeyPatch, lanes: Any, during: Callable[..., None]) -> None:
    """Let something happen in the midst of the next step of lanes, once all decisions are made."""

    def once(*_given: object, **_more: object) -> None:
        monkeypatch.undo()
        during()

    monkeypatch.setattr(lanes, "_ended", once)


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.sample(2)
@pytest.mark.parametrize("place", ["_results", "_set_out", "_settle", "_ended"])
@pytest.mark.parametrize("of", ["deals", "games"])
def test_a_step_that_is_interrupted_is_made(of: Any, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Afterwards the lanes stand where those do that were not interrupted."""
    rules = load("pikinni", players=3)
    lanes, others = batch.lanes(rules, 3, 7, of=of), batch.lanes(rules, 3, 7, of=of)
    for step in range(60):
        choice = lanes.random()

        def once(*_given: object) -> None:
            monkeypatch.undo()
            interrupt()

        if step % 3 == 0:
            monkeypatch.setattr(batch.Lanes, place, once)
        with suppress(KeyboardInterrupt):
            lanes.step(choice)
        monkeypatch.undo()
        others.step(choice)
        assert lanes.decisions.tolist() == others.decisions.tolist()
        assert lanes.seats.tolist() == others.seats.tolist()
        assert lanes.episodes.tolist() == others.episodes.tolist()
        assert (lanes.last.tolist(), lanes.over.tolist()) == (others.last.tolist(), others.over.tolist())
        assert lanes.state(1) == others.state(1)
        assert (lanes.legal() == others.legal()).all()


@pytest.mark.sample(0)
def test_lanes_that_cannot_go_on_say_why() -> None:
    rules = load("tarot")
    short = rules.replace(schedule=evolve(rules.schedule, hand_sizes=SameSize(1)), ending=AfterDeals(deals=1))
    lanes = batch.lanes(short, 200, 7)
    with pytest.raises(InvalidRules, match="LayAway: a hand has too few cards"):  # noqa: PT012
        for _ in range(60):
            lanes.step(lanes.random())
    for call in (lanes.legal, lanes.random, lanes.seen):
        with pytest.raises(InvalidRules, match="these lanes cannot go on: LayAway"):
            call()
