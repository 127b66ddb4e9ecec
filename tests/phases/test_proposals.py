"""Proposals: a bid that another seat may answer, whereby the two become partners; without an answer it falls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from lockstep import runs_compiled
from strategies import effort
from turns import legal

from trickkit import Deal, IllegalAction, InvalidRules, Rules, State, load
from trickkit.model.actions import Call
from trickkit.model.cards import french
from trickkit.phases import DealOut, LadderAuction, Tricks
from trickkit.phases.proposals import DeclarerAndAnswerer, ProposalAnswered
from trickkit.policies.all_pass import PlayByDefault
from trickkit.policies.ending import AfterDeals
from trickkit.policies.ladders import Words
from trickkit.policies.partners import Opposite
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.speaking import OneRound, TwoByTwo, UntilAllPass
from trickkit.scoring import ScoreTwoSides
from trickkit.testing import laws

LADDER = Words(["prop", "cop", "solo", "misere"])


@frozen(kw_only=True)
class PointPerTrick(ScoreTwoSides):
    """The declarer's side wins a point for each of its tricks."""

    def parts(self, deal: Deal, seats: tuple[int, ...]) -> list[tuple[str, int]]:
        return [("tricks", sum(deal[Tricks].taken[seat] for seat in seats))]


def game(**terms: Any) -> Rules:
    """Four players, of whom two may find each other in the auction; seat 1 speaks first."""
    auction = LadderAuction(**{"ladder": LADDER, "answering": {"cop": "prop"}, **terms})
    return Rules(
        key="proposals",
        name="Proposals",
        players=4,
        deck=french("TJQKA"),
        phases=(DealOut(), auction, Tricks()),
        scoring=PointPerTrick(sides=DeclarerAndAnswerer()),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=1),
    )


def said(calls: str, **terms: Any) -> State:
    state = game(**terms).start(seed=3, first=0)
    for call in calls.split(", ") if calls else ():
        state = state.play(state.actors[0], call)
    return state


def test_a_proposal_is_answered_by_another_seat_and_the_two_play_together() -> None:
    state = said("pass, prop, pass, cop")
    assert state.actors == (2,)
    state = state.play(2, "pass")
    bids = state.deal[LadderAuction]
    assert (state.deal.declarer, bids.contract, bids.partner) == (2, "cop", 0)
    assert DeclarerAndAnswerer().side(state.deal) == (0, 2)
    assert ProposalAnswered(2, 0) in state.events


def test_an_answer_may_be_given_only_to_a_proposal_of_another_seat() -> None:
    assert legal(said("")) == ["prop", "solo", "misere", "pass"]
    assert legal(said("prop")) == ["cop", "solo", "misere", "pass"]
    assert legal(said("prop, cop")) == ["solo", "misere", "pass"]
    with pytest.raises(IllegalAction, match="cop answers prop of another seat, before anybody has bid more"):
        said("").play(1, "cop")


def test_a_higher_bid_leaves_no_answer() -> None:
    with pytest.raises(IllegalAction, match="cop is not higher than solo by seat 2"):
        said("prop, solo").play(3, "cop")
    state = said("prop, cop, solo, pass, pass, pass")
    assert (state.deal.declarer, DeclarerAndAnswerer().side(state.deal)) == (3, (3,))


def test_a_seat_does_not_answer_its_own_proposal() -> None:
    run: Any = game().phases[1].begin(said("").deal)
    assert [str(call) for call in run.choices(((1, Call("prop")),), 1)] == ["solo", "misere", "pass"]


def test_a_proposal_without_an_answer_falls() -> None:
    assert said("prop, pass, pass, pass").is_over
    state = said("prop, pass, pass, pass", all_pass=PlayByDefault("open"))
    assert (state.deal.declarer, state.deal[LadderAuction].contract) == (None, "open")


def test_a_proposal_is_no_contract() -> None:
    assert game().phases[1].games(french()) == ("cop", "solo", "misere")


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"answering": {"cop": "pop"}}, r"answering=\('cop', 'pop'\): 'pop' is not on the ladder"),
        ({"answering": {"prop": "cop"}}, "'prop' answers 'cop', but is not above it"),
        ({"answering": 3}, "answering=3 does not give the proposal of each answer, as {'cop': 'prop'} does"),
        ({"answering": ["cop"]}, r"answering=\('cop',\) does not give the proposal of each answer"),
        ({"doublings": 1, "partners": Opposite()}, "does not go with doublings=1"),
        ({"renames": True}, "does not go with renames=True"),
        ({"speaking": TwoByTwo()}, r"does not go with speaking=TwoByTwo\(\)"),
    ],
    ids=str,
)
def test_what_proposals_do_not_go_with_is_refused(terms: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        game(**terms).start(seed=1)


def test_a_sheet_says_it(tmp_path: Path) -> None:
    sheet = tmp_path / "solo.toml"
    sheet.write_text(
        'base = "whist"\n[phases.LadderAuction]\nafter = "DealOut"\nanswering = { cop = "prop" }\n'
        'ladder = { policy = "Words", words = ["prop", "cop", "solo"] }\n'
    )
    auction = LadderAuction(ladder=Words(["prop", "cop", "solo"]), answering={"cop": "prop"})
    assert auction in load(str(sheet)).phases


@pytest.mark.parametrize("terms", [{}, {"speaking": UntilAllPass()}, {"speaking": OneRound()}], ids=str)
def test_it_runs_compiled(terms: dict[str, Any]) -> None:
    runs_compiled(game(**terms), lanes=8, deals=40, seed=3)


TestProposals = laws(game(), examples=effort(8), moves=20)
