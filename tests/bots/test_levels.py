"""A bot for every level of play, chosen from what rules are like and never from their names."""

from __future__ import annotations

import runpy

import pytest
from attrs import evolve
from blocks import ROOT

from trickkit import InvalidRules, bots, load
from trickkit.bots import LEVELS, Best, Bot, best
from trickkit.variants import pikinni


@pytest.mark.parametrize("key", ["pikoko", "5211", "hearts", "rope_team"])
def test_a_key_chooses_nothing(key: str) -> None:
    rules = load(key)
    other = evolve(rules, key="another", name="Another")
    assert [Best(level).bot(rules) for level in LEVELS] == [Best(level).bot(other) for level in LEVELS]


def test_each_level_is_another_bot() -> None:
    assert len({Best(level).bot(pikinni.rules()) for level in LEVELS}) == len(LEVELS)


def test_a_number_of_playouts_takes_the_place_of_that_of_the_level() -> None:
    said = bots.read("best:2@7").explain(pikinni.rules(players=2).start(seed=7, first=1).view(0))
    assert said.playouts == 7


def test_a_bot_for_rules_refuses_views_of_others() -> None:
    rules = pikinni.rules(players=2)
    view = rules.start(seed=7).view(0)
    assert best(rules, level=1).act(view) in view.legal()
    for other in (load("hearts"), pikinni.rules(players=2, challenge=True)):
        with pytest.raises(InvalidRules, match="a bot for pikinni was given a view of"):
            best(rules, level=1).explain(other.start(seed=7).view(other.start(seed=7).actors[0]))


@pytest.mark.parametrize("level", [0, 6, True, "3", None])
def test_what_is_no_level(level: int) -> None:
    with pytest.raises(InvalidRules, match="the levels are 1 to 5"):
        best(pikinni.rules(), level=level)


def test_the_seed_is_that_of_the_bot_chosen() -> None:
    chosen: Bot = Best(3).seeded(9)
    assert isinstance(chosen, Best)
    assert chosen.bot(pikinni.rules()) == Best(3).bot(pikinni.rules()).seeded(9)


# Strategies written by hand


@pytest.mark.parametrize("key", ["pikoko", "pikinni", "game5211"])
def test_a_strategy_for_one_game_plays_it_and_refuses_others(key: str) -> None:
    bot = runpy.run_path(str(ROOT / "examples" / f"{key}_by_hand.py"))["ByHand"]()
    state = load(key.removeprefix("game"), players=3).start(seed=5)
    assert bot.act(state.view(state.actors[0])) in state.legal(state.actors[0])
    other = load("skat").start(seed=5)
    with pytest.raises(InvalidRules, match=r"this bot plays .* alone, not Skat"):
        bot.explain(other.view(other.actors[0]))
