"""Games as environments of PettingZoo, which pass its tests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from blocks import ROOT

from trickkit import IllegalAction, InvalidAction, InvalidRules, Rules, load

tests = pytest.importorskip("pettingzoo.test", reason="PettingZoo is not installed: pip install 'trickkit[pettingzoo]'")
wrappers = pytest.importorskip("pettingzoo.utils.wrappers")
pettingzoo = pytest.importorskip("trickkit.learn.pettingzoo")

GAMES = (
    *("pikoko", "pikinni", "5211", "oh_hell", "hearts", "spades", "euchre", "bridge", "skat", "whist", "german_whist"),
    *("belote", "coinche", "schieber", "doppelkopf", "sechsundsechzig", "wizard", "skull_king", "tarot", "tarok"),
    "rope_team",
)
ROUNDS = ("pikoko", "pikinni", "5211", "oh_hell", "hearts", "spades", "whist", "german_whist")
"""Those in which each seat decides once a round, as PettingZoo's test of broken off episodes expects it."""


def wrapped(rules: Rules) -> Any:
    """An environment in the usual wrappers of PettingZoo."""
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(pettingzoo.env(rules), illegal_reward=-1))


def run(test: Callable[..., Any], *given: Any, cycles: int = 30) -> None:
    test(*given, num_cycles=cycles)


# It would rather have observations without a mask.
@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:.*render:UserWarning")
@pytest.mark.sample(1)
@pytest.mark.parametrize("key", GAMES)
def test_its_tests_pass(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = load(key)
    run(tests.api_test, pettingzoo.env(rules, blocks=["hands", "table", "bids", "totals"]))
    run(tests.api_test, wrapped(rules))
    run(tests.parallel_api_test, pettingzoo.parallel_env(rules))
    run(tests.seed_test, lambda: pettingzoo.env(rules), cycles=12)
    run(tests.parallel_seed_test, lambda: pettingzoo.parallel_env(rules), cycles=12)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ROUNDS)
def test_it_is_broken_off(key: str) -> None:
    def of(make: Callable[..., Any]) -> Callable[[int], Any]:
        return lambda max_cycles: make(load(key), max_cycles=max_cycles, blocks=["held"])

    tests.max_cycles_test(SimpleNamespace(env=of(pettingzoo.env), parallel_env=of(pettingzoo.parallel_env)))


def test_rewards_are_what_a_deal_scored() -> None:
    table = pettingzoo.env(load("hearts"), deals=1, blocks=["held"])
    table.reset(seed=7)
    gained = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, terminated, _, _ = table.last()
        gained[agent] += reward
        table.step(None if terminated else int(np.flatnonzero(seen["action_mask"])[0]))
    result = table.table.game.results[0]
    assert [*gained.values()] == [-float(points) for points in result.scores]


def test_what_is_not_legal_changes_nothing() -> None:
    table = pettingzoo.env(load("pikinni"), blocks=["held"])
    table.reset(seed=7)
    illegal = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
    before = table.table.game.state()
    with pytest.raises(IllegalAction):
        table.step(illegal)
    with pytest.raises(InvalidAction, match="is the number of no action"):
        table.step(999)
    both = pettingzoo.parallel_env(load("pikinni", players=3), blocks=["held"])
    both.reset(seed=7)
    with pytest.raises(IllegalAction, match="seat_1 may act, and no action is given"):
        both.step({"seat_0": 0})
    assert both.table.game.state().moves == table.table.game.state().moves == before.moves == ()


@pytest.mark.sample(1)
@pytest.mark.parametrize("options", [{"double": True}, {"change": True, "double": True}], ids=str)
def test_legal_actions_are_played_together_though_an_earlier_call_overtakes_a_later_one(
    options: dict[str, Any],
) -> None:
    for seed in range(4):
        table = pettingzoo.parallel_env(load("pikinni", call_order="as_called", **options), deals=2, blocks=["held"])
        table.reset(seed=seed)
        while table.agents:
            table.step({agent: table.action_space(agent).sample() for agent in table.agents})
        assert table.table.game.deals == 2


def test_a_seat_that_was_overtaken_is_asked_again() -> None:
    rules = load("pikinni", players=3, double=True, call_order="as_called")
    table, texts = pettingzoo.parallel_env(rules, blocks=["held"]), [*rules.actions]
    table.reset(seed=7)
    while not any(str(action) == "double" for action in table.table.game.legal(0)):
        table.step({agent: table.action_space(agent).sample() for agent in table.agents})
    before = len(table.table.game.state().moves)
    _, _, _, _, infos = table.step(dict.fromkeys(table.agents, texts.index("double")))
    state = table.table.game.state()
    assert [(seat, str(action)) for seat, action in state.moves[before:]] == [(0, "double"), (1, "double")]
    assert {agent for agent, info in infos.items() if info["acts"]} == {f"seat_{seat}" for seat in state.actors}
    with pytest.raises(IllegalAction):
        table.step(dict.fromkeys(table.agents, texts.index("0")) | {"seat_1": texts.index("double")})
    assert table.table.game.state() == state


@pytest.mark.parametrize("given", [{"deals": 0}, {"max_cycles": 0}, {"blocks": ["nothing"]}], ids=str)
def test_what_no_environment_has_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidRules):
        pettingzoo.env(load("pikinni"), **given)


def test_all_may_see_the_table_as_text() -> None:
    table = pettingzoo.env(load("pikinni"), render_mode="ansi", blocks=["held"])
    table.reset(seed=7)
    assert "Deal 0 begins" in str(table.render())


def test_the_benchmark_finds_what_it_compares_with() -> None:
    benchmark = run_path(str(ROOT / "benchmarks" / "learn.py"))
    # Some of PettingZoo's games need packages that it does not install.
    with suppress(ImportError):
        assert {*benchmark["BESIDE"]} < {name for name, *_ in benchmark["environments"]()}
