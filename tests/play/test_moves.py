"""Decisions kept by deal, who hears of them, and deals that a phase ends early."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve, frozen
from game5211_table import any_round, start
from strategies import KEYS

from trickkit import UNKNOWN, Deal, ScoreLine, State, load, playout
from trickkit.model.events import DealScored
from trickkit.model.moves import heard, in_turns
from trickkit.phases import Bids, Confidence, Phase, Reveal, Tricks
from trickkit.variants import game5211, pikoko

RULES = pikoko.rules(players=3)
BIDS = [(1, "2"), (2, "0"), (0, "1"), (2, "3"), (0, "4"), (1, "1"), (0, "2"), (1, "0"), (2, "6")]


def told(state: State, viewer: int | None) -> list[str]:
    """The moves of the current deal as somebody hears them."""
    return [f"{seat}:{action}" for seat, action, _ in state.view(viewer).moves]


@pytest.mark.parametrize("key", KEYS)
def test_the_decisions_of_a_game_are_those_of_its_deals(key: str) -> None:
    end = playout(load(key, players=3), seed=7)
    moves = [move for result in end.results for move in result.moves]
    assert [(seat, action) for seat, action, _ in moves] == list(end.moves)
    assert all(action in end.rules.phases[place].actions(end.rules.deck, 3) for _, action, place in moves)
    for result in end.results:
        places = [place for _, _, place in result.moves]
        assert places == sorted(places)
    assert end.view(0).moves == ()
    heard = [in_turns(result.moves, result.together, 1) for result in end.results]
    assert [result.moves for result in end.view(1).results] == heard
    assert [Counter(moves) for moves in heard] == [Counter(result.moves) for result in end.results]


def test_a_deal_that_begins_has_no_decisions_yet() -> None:
    state = RULES.start(seed=7, first=0)
    assert state.view(0).moves == ()
    state = state.play_all([*BIDS, (0, "no trust"), (1, "no trust"), (2, "no trust")])
    while not state.results:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert state.view(0).moves == ()
    assert len(state.results[0].moves) == 9 + 3 + 24
    assert len(state.play(state.actors[0], "0").view(None).moves) == 1


def test_bids_are_heard_when_all_have_bid() -> None:
    state = RULES.start(seed=7, first=0).play(1, "2")
    assert [told(state, viewer) for viewer in (0, 1, 2, None)] == [["1:??"], ["1:2"], ["1:??"], ["1:??"]]
    state = state.play(2, "0")
    assert [told(state, viewer) for viewer in (0, 1, 2, None)] == [["1:2", "2:0"]] * 4
    state = state.play(0, "1")
    assert told(state, 1) == ["1:2", "2:0", "0:??"]


def test_confidence_is_heard_when_the_deal_is_scored() -> None:
    state = RULES.start(seed=7, first=0).play_all([*BIDS, (0, "trust 1"), (1, "no trust")])
    assert told(state, 0)[-2:] == ["0:trust 1", "1:??"]
    state = state.play(2, "trust 0")
    while not state.results:
        assert told(state, 1)[9:12] == ["0:??", "1:no trust", "2:??"]
        assert told(state, None)[9:12] == ["0:??", "1:??", "2:??"]
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    for viewer in (0, 1, 2, None):
        laid = [action for _, action, _ in state.view(viewer).results[0].moves[9:12]]
        assert [str(action) for action in laid] == ["trust 1", "no trust", "trust 0"]


def test_a_phase_says_who_may_hear_its_decisions() -> None:
    deal = RULES.start(seed=7).deal
    scored = evolve(deal, scored=True)
    for viewer in (0, 1, None):
        assert all(phase.hears(deal, 1, viewer) for phase in (Bids(), Tricks(), Reveal()))
        assert not Confidence().hears(deal, 1, viewer)
        assert Confidence().hears(scored, 1, viewer)


def test_ones_own_decisions_are_always_heard() -> None:
    @frozen
    class Deaf(Phase):
        def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:  # noqa: ARG002
            return viewer == 2

        def begin(self, deal: Deal) -> Deal:
            return deal

    moves = ((0, RULES.action("2"), 0), (1, RULES.action("3"), 1))
    phases, deal = (Deaf(), Bids()), RULES.start(seed=7).deal
    assert heard(moves, phases, deal, 0) == heard(moves, phases, deal, 2) == moves
    for viewer in (1, None):
        assert heard(moves, phases, deal, viewer) == ((0, UNKNOWN, 0), moves[1])


def test_two_cards_of_a_turn_are_heard_together() -> None:
    state = start("G2 G2 B3 P1 / Y1 Y4 B3 O2").play_all([(0, "G2"), (1, "Y4"), (1, "Y1")])
    assert told(state, 0) == ["0:G2", "1:??", "1:??"]
    assert told(state, 1) == ["0:??", "1:Y4", "1:Y1"]
    assert told(state, None) == ["0:??", "1:??", "1:??"]
    state = state.play(0, "B3")
    assert told(state, 0) == ["0:G2", "0:B3", "1:Y1", "1:Y4"]
    assert told(state, 1) == ["0:B3", "0:G2", "1:Y4", "1:Y1"]
    assert told(state, None) == ["0:B3", "0:G2", "1:Y1", "1:Y4"]
    state = state.play(1, "B3")
    assert told(state, 0)[-2:] == ["1:Y4", "1:??"]
    assert [place for _, _, place in state.view(0).moves] == [2, 2, 2, 2, 4]


# Deals that a phase ends


@frozen
class Stop(Phase):
    """Ends the deal."""

    def begin(self, deal: Deal) -> Deal:
        return evolve(deal, closed=True, lines=(*deal.lines, ScoreLine(1, "stopped", 4)))


def test_a_closed_deal_leaves_out_the_phases_after_it() -> None:
    rules = pikoko.rules(players=3).before(Tricks, Stop()).replace(scoring=())
    state = rules.start(seed=7, first=0).play_all([*BIDS, (0, "no trust"), (1, "no trust"), (2, "no trust")])
    (result,) = state.results
    assert (result.deal.closed, result.deal.scored, result.scores) == (True, True, (0, 4, 0))
    assert result.deal.get(Tricks) is None
    assert [len(hand) for hand in result.deal.hands] == [8, 8, 8]
    assert isinstance(result.deal.events[-1], DealScored)
    assert (state.deal.number, state.deal.closed, state.scores) == (1, False, (0, 4, 0))
    for viewer in (0, 1, 2, None):
        assert state.view(viewer).results[0].deal.closed


def test_a_deal_that_is_closed_at_its_last_phase_is_like_any_other() -> None:
    rules = game5211.rules(players=2, long_game=True, long_target=1, long_check="every_round")
    end = rules.start(seed=1)
    while not end.is_over:
        end = any_round(end)
    assert end.deal.closed
    assert end.outcome is not None
    assert max(end.scores) >= 1
