"""Bidding two by two: who names values to whom, who is left, and what may be called."""

from __future__ import annotations

from typing import Any

import pytest
from strategies import effort

from trickkit import IllegalAction, InvalidRules, Rules, State
from trickkit.model.cards import french
from trickkit.phases import BidAndHold, DealOut, Tricks
from trickkit.phases.holding import BiddingWon
from trickkit.phases.naming import AllPassed
from trickkit.policies.ending import AfterDeals
from trickkit.policies.participants import Everyone, Starter
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.testing import laws


def game(phase: BidAndHold, players: int = 3) -> Rules:
    """A plain game of tricks for which seats bid."""
    return Rules(
        key="holding",
        name="Holding",
        players=players,
        deck=french("9TJQKA"),
        phases=(DealOut(), phase, Tricks()),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=1),
    )


def called(*calls: tuple[int, str], players: int = 3, who: Any = None) -> State:
    """A deal after some calls; seat 0 listens first."""
    phase = BidAndHold(values=[18, 20, 22, 23], who=who or Everyone(after=0))
    return game(phase, players).start(seed=3, first=0).play_all(calls)


def legal(state: State) -> list[str]:
    (seat,) = state.actors
    return [str(action) for action in state.legal(seat)]


def test_the_second_names_values_and_the_first_says_yes() -> None:
    state = called()
    assert (state.actors, legal(state)) == ((1,), ["18", "20", "22", "23", "pass"])
    state = called((1, "20"))
    assert (state.actors, legal(state)) == ((0,), ["yes", "pass"])
    state = called((1, "20"), (0, "yes"))
    assert (state.actors, legal(state)) == ((1,), ["22", "23", "pass"])


@pytest.mark.parametrize(
    ("calls", "declarer", "bid"),
    [
        ("1 18, 0 pass, 2 pass", 1, 18),
        ("1 18, 0 yes, 1 pass, 2 pass", 0, 18),
        ("1 pass, 2 18, 0 yes, 2 20, 0 pass", 2, 20),
        ("1 18, 0 pass, 2 20, 1 yes, 2 pass", 1, 20),
        ("1 18, 0 pass, 2 20, 1 pass", 2, 20),
        ("1 18, 0 yes, 1 pass, 2 23, 0 yes, 2 pass", 0, 23),
        ("1 pass, 2 pass, 0 22", 0, 22),
    ],
)
def test_who_is_left_plays(calls: str, declarer: int, bid: int) -> None:
    said = [call.split() for call in calls.split(", ")]
    before = called(*[(int(seat), call) for seat, call in said[:-1]])
    assert isinstance(before.phase, BidAndHold)
    state = before.play(int(said[-1][0]), said[-1][1])
    assert state.phase == Tricks()
    assert (state.deal.declarer, state.deal[BidAndHold].bid) == (declarer, bid)
    assert [str(event) for event in state.events if isinstance(event, BiddingWon)] == [
        f"Seat {declarer} plays at {bid}."
    ]
    assert str(state.deal[BidAndHold]) == ", ".join(call for _, call in said)


def test_the_third_must_go_higher_than_the_second_did() -> None:
    assert legal(called((1, "22"), (0, "yes"), (1, "pass"))) == ["23", "pass"]


def test_above_the_highest_value_there_is_nothing_left_but_to_pass() -> None:
    assert legal(called((1, "23"), (0, "yes"))) == ["pass"]


def test_the_first_may_bid_when_nobody_else_did_or_the_deal_is_not_played() -> None:
    state = called((1, "pass"), (2, "pass"))
    assert (state.actors, legal(state)) == ((0,), ["18", "20", "22", "23", "pass"])
    state = state.play(0, "pass")
    assert state.is_over
    assert (state.deal.declarer, state.deal.closed) == (None, True)
    assert any(isinstance(event, AllPassed) for event in state.deal.events)


def test_four_may_bid() -> None:
    state = called((1, "18"), (0, "pass"), (2, "pass"), (3, "20"), (1, "yes"), (3, "pass"), players=4)
    assert state.deal.declarer == 1


@pytest.mark.parametrize(
    ("calls", "seat", "action", "message"),
    [
        ([], 1, "yes", "a bid is made now; yes is none"),
        ([(1, "20")], 0, "22", "seat 0 answers 20 by seat 1 with yes or pass, not with 22"),
        ([(1, "20"), (0, "yes")], 1, "18", "18 is not higher than 20 by seat 1: each bid must be higher than the last"),
        ([(1, "20"), (0, "yes")], 1, "QC", "a bid is made now; QC is none"),
    ],
)
def test_other_calls_are_refused(calls: Any, seat: int, action: str, message: str) -> None:
    with pytest.raises(IllegalAction, match=message):
        called(*calls).play(seat, action)


@pytest.mark.parametrize("values", [[], [20, 18], [18, 18], [-1, 18], ["18"]])
def test_values_ascend(values: Any) -> None:
    with pytest.raises(InvalidRules, match="BidAndHold"):
        BidAndHold(values=values)


def test_it_takes_two() -> None:
    with pytest.raises(InvalidRules, match="BidAndHold: 1 seats bid; it takes two"):
        called(who=Starter())


TestHolding = laws(game(BidAndHold(values=[18, 20, 22])), examples=effort(8), moves=20)
