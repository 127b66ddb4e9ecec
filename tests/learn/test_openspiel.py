"""Games of OpenSpiel, which pass its tests and which its algorithms solve."""

from __future__ import annotations

from importlib import import_module
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from trickkit import Deck, InvalidRules, Rules, bots, load
from trickkit.catalog.registry import keys
from trickkit.phases import Bids, Confidence
from trickkit.policies.bidding import TokensOnEveryone
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'trickkit[openspiel]'")
cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
openspiel = pytest.importorskip("trickkit.learn.openspiel")
exploitability_of = pytest.importorskip("trickkit.learn.exploitability").exploitability

TINY = load("pikinni", players=2).replace(ending=AfterDeals(deals=1))


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", sorted(keys()))
def test_its_test_passes_with_serialization(key: str) -> None:
    rules = load(key).replace(ending=AfterDeals(deals=1))
    pyspiel.random_sim_test(openspiel.game(rules, deals=4), num_sims=1, serialize=True, verbose=False)


ZERO_SUM, GENERAL_SUM = pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.GENERAL_SUM


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("key", "kind", "bounds"),
    [
        ("hearts", ZERO_SUM, (-26, 26)),
        # Partners win together, and each pair loses what the other one gains.
        ("spades", ZERO_SUM, (-1133, 1133)),
        # All win together: what is gained is what they score.
        ("rope_team", GENERAL_SUM, (0, 4)),
        # Nothing bounds what a deal is worth.
        ("sechsundsechzig", ZERO_SUM, (float("-inf"), float("inf"))),
    ],
)
def test_its_type_says_whether_utilities_add_up_to_zero(key: str, kind: object, bounds: tuple[float, float]) -> None:
    made = openspiel.game(load(key).replace(ending=AfterDeals(deals=1)), deals=4)
    assert made.get_type().utility == kind
    assert made.utility_sum() == (0 if kind == ZERO_SUM else None)
    assert (made.min_utility(), made.max_utility()) == bounds


@pytest.mark.sample(0)
def test_a_tiny_game_is_solved() -> None:
    made = openspiel.game(TINY, deals=3)
    assert made.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    solver = cfr.CFRSolver(made)
    found = []
    for _ in range(12):
        solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(made, solver.average_policy()))
    assert found[-1] < found[0] / 4


def answered(made: Any, bot: bots.Bot, seat: int) -> float:
    """What the best of all ways to answer a bot is worth for a seat, found by trying all of them."""
    numbers = made.board.numbers

    def value(state: Any, plan: dict[str, int]) -> float:
        if state.is_terminal():
            return float(state.returns()[seat])
        if state.is_chance_node():
            return fmean(value(state.child(deal), plan) for deal, _ in state.chance_outcomes())
        player = state.current_player()
        if player != seat:
            return value(state.child(numbers[bot.act(state.game_in_place.view(player))]), plan)
        knows, legal = state.information_state_string(), state.legal_actions()
        if knows in plan:
            return value(state.child(plan[knows]), plan)
        # Not planned yet: it matters for all deals in which the seat knows the same.
        raise Open(knows, legal)

    def best(plan: dict[str, int]) -> float:
        try:
            return value(made.new_initial_state(), plan)
        except Open as met:
            knows, legal = met.args
        return max(best({**plan, knows: action}) for action in legal)

    return best({})


class Open(Exception):
    """A decision that no plan says."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("bot", [bots.Greedy(), bots.Random(3)])
def test_a_bot_is_as_exploitable_as_trying_out_all_answers_says(bot: bots.Bot) -> None:
    made = openspiel.game(TINY, deals=2)
    assert exploitability_of(TINY, bot, deals=2) == pytest.approx(fmean(answered(made, bot, seat) for seat in range(2)))


def test_only_zero_sum_games_have_an_exploitability() -> None:
    with pytest.raises(InvalidRules, match="only for zero-sum games"):
        exploitability_of(load("rope_team"), bots.Random())


def tiny_pikoko() -> Rules:
    """Pikoko for two with three cards each, a bid on one of the hands, and no confidence."""
    base = load("pikoko", players=3)
    deck = Deck([card for card in base.deck if card.text in ("R2", "R3", "R5", "Y2", "Y3", "B2", "B3")])
    rules = Rules(
        key="tiny_pikoko", name="Tiny Pikoko", summary="Pikoko for two, with three cards.", source="Pikoko", players=2,
        deck=deck, phases=base.phases, scoring=base.scoring[:1], ending=AfterDeals(deals=1),
        schedule=Schedule(hand_sizes=SameSize(3), starter=base.schedule.starter),
    )  # fmt: skip
    return rules.without(Confidence).replace(Bids, bidding=TokensOnEveryone(1))


PIKOKO = openspiel.game(tiny_pikoko(), deals=2)


@pytest.mark.sample(0)
def test_a_tiny_pikoko_is_solved() -> None:
    tree = pyspiel.convert_to_cached_tree(PIKOKO)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(25):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(tree, solver.average_policy()) < 0.01


@pytest.mark.sample(0)
def test_its_searches_play_with_worlds_sampled_for_a_view() -> None:
    draw = np.random.RandomState(7)
    rollouts = mcts.RandomRolloutEvaluator(1, draw)
    for bot in (
        ismcts.ISMCTSBot(game=PIKOKO, evaluator=rollouts, uct_c=2.0, max_simulations=6, random_state=draw),
        mcts.MCTSBot(PIKOKO, 2.0, 6, rollouts, random_state=draw),
    ):
        state = PIKOKO.new_initial_state()
        state.apply_action(1)
        while not state.is_terminal():
            state.apply_action(bot.step(state))
        assert sum(state.returns()) == 0


def test_a_resampled_state_looks_the_same_and_is_another() -> None:
    made = openspiel.game(load("pikoko", players=3), deals=4)
    state = made.new_initial_state()
    with pytest.raises(InvalidRules, match="nothing is dealt yet"):
        state.resample_from_infostate(0, Random(7).random)
    state.apply_action(1)
    others = [state.resample_from_infostate(1, Random(seed).random) for seed in range(4)]
    assert {other.information_state_string(1) for other in others} == {state.information_state_string(1)}
    assert len({other.information_state_string(0) for other in others}) > 1


@pytest.mark.sample(0)
def test_playthroughs_are_generated() -> None:
    # It takes a second to import, for a look at statistics that no game here needs.
    playthroughs = import_module("open_spiel.python.algorithms.generate_playthrough")
    text = playthroughs.playthrough(str(PIKOKO), action_sequence=None, observation_params_string=None)
    assert text.count("# State") > 8


def test_a_state_says_what_the_game_says() -> None:
    made = openspiel.game(TINY, deals=10)
    state = made.new_initial_state()
    assert state.chance_outcomes()[3] == (3, 0.1)
    state.apply_action(3)
    other = state.clone()
    at = TINY.start(seed=3)
    while not state.is_terminal():
        seat = state.current_player()
        assert seat == at.actors[0]
        assert [state.action_to_string(action) for action in state.legal_actions()] == [
            str(one) for one in sorted(at.legal(seat), key=made.board.code.number)
        ]
        assert state.information_state_string(seat).startswith(made.board.code.text(at.view(seat)))
        at = at.play(seat, state.action_to_string(state.legal_actions()[-1]))
        state.apply_action(state.legal_actions()[-1])
    assert state.returns() == [float(at.scores[seat] - at.scores[1 - seat]) for seat in range(2)]
    assert not other.is_terminal()


def test_given_deals_are_dealt_and_others_refused() -> None:
    deals = list(openspiel.all_deals(TINY, size=1))[::5000]
    state = openspiel.game(TINY, deals=deals).new_initial_state()
    state.apply_action(2)
    hands = state.game_in_place.state().deal.hands
    assert [str(hand) for hand in hands] == [hand[0] for hand in deals[2].hands or () if hand]
    for wrong in (0, True, [], ["deal"]):
        with pytest.raises(InvalidRules):
            openspiel.game(TINY, deals=wrong)
    with pytest.raises(InvalidRules, match="at most 1,000,000"):
        list(openspiel.all_deals(TINY, size=5))
    with pytest.raises(Exception, match="make the game with"):
        openspiel.CardGame({"rules": "unknown"})


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikoko", "pikinni", "hearts"])
def test_what_is_legal_and_who_decides_is_what_open_spiel_finds(key: str) -> None:
    state, draw = (
        openspiel.game(load(key).replace(ending=AfterDeals(deals=1)), deals=5).new_initial_state(),
        Random(key),
    )
    while True:
        assert state.is_chance_node() == pyspiel.State.is_chance_node(state)
        assert state.legal_actions() == pyspiel.State.legal_actions(state)
        for player in (*range(state.num_players()), state.current_player()):
            assert state.legal_actions(player) == pyspiel.State.legal_actions(state, player)
        if state.is_terminal():
            break
        state.apply_action(draw.choice(state.legal_actions()))
    assert state.legal_actions() == []
