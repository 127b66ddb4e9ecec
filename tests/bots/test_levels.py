"""A bot for every level of play, chosen from what rules are like and never from their names."""

from __future__ import annotations

import runpy

import pytest
from attrs import evolve, frozen
from blocks import ROOT
from tiny_games import uncompiled

from trickkit import Deal, InvalidRules, ScoreLine, bots, load
from trickkit.bots import ISMCTS, LEVELS, Best, Bot, CallModel, Flat, Greedy, Learned, best
from trickkit.lab.playing import Table
from trickkit.phases import Tricks
from trickkit.play.rollouts import Mixed, NeedDriven, RolloutPolicy, Uniform
from trickkit.scoring import Scoring
from trickkit.variants import pikinni

NEED = Mixed(NeedDriven(), epsilon=0.3)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikoko", "5211", "hearts", "rope_team"])
def test_a_key_chooses_nothing(key: str) -> None:
    rules = load(key)
    other = evolve(rules, key="another", name="Another")
    views = [given.start(seed=7, first=0) for given in (rules, other)]
    named, renamed = [state.view(state.actors[0]) for state in views]
    searching = [Best(level, network=None) for level in LEVELS]
    assert [bot.bot(named) for bot in searching] == [bot.bot(renamed) for bot in searching]


def test_each_level_is_another_bot() -> None:
    view = pikinni.rules().start(seed=7, first=1).view(0)
    assert len({Best(level).bot(view) for level in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize(
    ("key", "policy"),
    [("oh_hell", NEED), ("hearts", NEED), ("whist", NEED), ("spades", Uniform()), ("5211", Uniform())],
)
def test_playouts_take_tricks_by_need_unless_partners_bid_on_them(key: str, policy: RolloutPolicy) -> None:
    state = load(key).start(seed=7, first=0)
    chosen = Best(3, network=None).bot(state.view(state.actors[0]))
    assert isinstance(chosen, ISMCTS)
    assert chosen.policy == policy


@pytest.mark.parametrize(
    ("key", "level", "listens"),
    [
        ("oh_hell", 3, True),
        ("spades", 5, True),
        ("oh_hell", 2, False),
        ("pikoko", 5, False),
        ("hearts", 5, False),
    ],
)
def test_worlds_are_weighed_by_bids_on_tricks(key: str, level: int, *, listens: bool) -> None:
    state = load(key).start(seed=7, first=0)
    chosen = Best(level, network=None).bot(state.view(state.actors[0]))
    assert isinstance(chosen, ISMCTS)
    assert chosen.calls == (CallModel(Greedy()) if listens else None)


@pytest.mark.sample(1)
@pytest.mark.parametrize("level", [2, 5])
@pytest.mark.parametrize("key", ["bridge", "euchre"])
def test_calls_are_searched_flat_where_a_seat_may_pass(key: str, level: int) -> None:
    state = load(key).start(seed=7, first=0)
    searching = Best(level, network=None)
    assert isinstance(searching.bot(state.view(state.actors[0])), Flat)
    while not isinstance(state.phase, Tricks):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert isinstance(searching.bot(state.view(state.actors[0])), ISMCTS)


@pytest.mark.sample(0)
def test_installed_networks_decide_what_they_are_better_at() -> None:
    rules, changed = load("euchre"), load("euchre", stick_the_dealer=True)
    view, other = [state.view(state.actors[0]) for state in (rules.start(seed=7), changed.start(seed=7))]
    assert Learned().network_for(rules).about["best"] == ["calls"]
    assert [type(Best(level).bot(view)) for level in (1, 2, 3, 5)] == [Greedy, Learned, Learned, Learned]
    assert [type(bot.bot(view)) for bot in (best(rules), best(rules, network=None))] == [Learned, Flat]
    assert isinstance(Best(3).bot(other), Flat)
    state = load("sechsundsechzig").start(seed=7)
    assert Learned().network_for(state.rules).about["best"] == ["calls", "plays"]
    chosen = [Best(level).bot(state.view(state.actors[0])) for level in (2, 3, 5)]
    assert [isinstance(bot, Learned) for bot in chosen] == [False, True, True]


def test_studies_search_alone_as_changed_rules_have_no_network() -> None:
    table = Table(load("euchre"), ("best:3",) * 4, seed=7)
    assert table._players == [Best(3, seed=7, network=None)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("level", [2, 5])
def test_seats_that_win_together_are_searched_flat(level: int) -> None:
    state = load("rope_team").start(seed=7, first=0)
    chosen = Best(level, seed=3).bot(state.view(state.actors[0]))
    assert isinstance(chosen, Flat)
    assert chosen.seed == 3


def test_rules_that_do_not_compile_are_searched_flat() -> None:
    state = uncompiled().start(seed=7, first=0)
    view = state.view(state.actors[0])
    assert Best(2).explain(view) == Flat(4).explain(view)


@frozen
class ByEvents(Scoring):
    """A point for each event of the deal, which no compiled code writes down."""

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return (ScoreLine(0, "events", len(deal.events)),)


@pytest.mark.sample(0)
def test_less_is_played_out_where_deals_are_scored_one_by_one() -> None:
    rules = pikinni.rules(players=2).replace(scoring=(ByEvents(),))
    view = rules.start(seed=7, first=1).view(0)
    said = Best(3).explain(view)
    assert (said.how, said.playouts) == ("sampled", 32)
    assert Best(3, 20).explain(view).playouts == 20
    assert Flat(30, slowly=12).explain(pikinni.rules(players=2).start(seed=7, first=1).view(0)).playouts == 30


@pytest.mark.sample(0)
def test_many_actions_share_the_playouts_where_these_take_long() -> None:
    state = load("bridge").replace(scoring=(ByEvents(),)).start(seed=7)
    view = state.view(state.actors[0])
    assert len(view.legal()) == 36
    assert Flat(48, slowly=12).explain(view).playouts == 8
    assert Flat(48, slowly=2).explain(view).playouts == 2


def test_a_number_of_playouts_takes_the_place_of_that_of_the_level() -> None:
    view = pikinni.rules(players=2).start(seed=7, first=1).view(0)
    assert bots.read("best:2@7").explain(view).worlds == 7 * len(view.legal())


def test_a_bot_for_rules_refuses_views_of_others() -> None:
    rules = pikinni.rules(players=2)
    view = rules.start(seed=7).view(0)
    assert best(rules, level=1).act(view) in view.legal()
    for other in (load("hearts"), pikinni.rules(players=2, challenge=True)):
        with pytest.raises(InvalidRules, match="a bot for pikinni was given a view of"):
            best(rules, level=1).explain(other.start(seed=7).view(other.start(seed=7).actors[0]))


@pytest.mark.parametrize("level", [0, 6, True, "3", None])
def test_what_is_no_level(level: int) -> None:
    with pytest.raises(InvalidRules, match="choose a level from 1 to 5"):
        best(pikinni.rules(), level=level)


def test_the_seed_is_that_of_the_bot_chosen() -> None:
    chosen: Bot = Best(3).seeded(9)
    assert isinstance(chosen, Best)
    view = pikinni.rules().start(seed=7, first=1).view(0)
    assert chosen.bot(view) == Best(3).bot(view).seeded(9)


# Strategies written by hand


@pytest.mark.parametrize("key", ["pikoko", "pikinni", "game5211"])
def test_a_strategy_for_one_game_plays_it_and_refuses_others(key: str) -> None:
    bot = runpy.run_path(str(ROOT / "examples" / f"{key}_by_hand.py"))["ByHand"]()
    state = load(key.removeprefix("game"), players=3).start(seed=5)
    assert bot.act(state.view(state.actors[0])) in state.legal(state.actors[0])
    other = load("skat").start(seed=5)
    with pytest.raises(InvalidRules, match=r"this bot plays .* alone, not Skat"):
        bot.explain(other.view(other.actors[0]))
