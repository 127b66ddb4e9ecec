"""Games of OpenSpiel, which pass its tests and which its algorithms solve."""

from __future__ import annotations

import pytest

from trickkit import InvalidRules, load
from trickkit.policies.ending import AfterDeals

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'trickkit[openspiel]'")
cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
openspiel = pytest.importorskip("trickkit.learn.openspiel")

TINY = load("pikinni", players=2).replace(ending=AfterDeals(deals=1))


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikinni", "pikoko", "oh_hell"])
def test_its_test_passes_with_serialization(key: str) -> None:
    rules = load(key, players=3).replace(ending=AfterDeals(deals=1))
    pyspiel.random_sim_test(openspiel.game(rules, deals=4), num_sims=1, serialize=True, verbose=False)


def test_a_tiny_game_is_solved() -> None:
    made = openspiel.game(TINY, deals=3)
    assert made.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    solver = cfr.CFRSolver(made)
    found = []
    for _ in range(12):
        solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(made, solver.average_policy()))
    assert found[-1] < found[0] / 4


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
