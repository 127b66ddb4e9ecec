"""Estimates that are called one after the other."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from trickkit import Bid, Deal, IllegalAction, InvalidRules, NotYourTurn, State
from trickkit.model.cards import french
from trickkit.phases import CallEstimates, Estimates
from trickkit.phases.called import EstimateCalled
from trickkit.phases.estimates import Estimated
from trickkit.policies.estimating import Hook, Limit, PartnersWithinTricks
from trickkit.policies.order import AsCalled, Clockwise
from trickkit.variants import pikinni


def table(*, players: int = 3, size: int = 3, dealer: int = 0, **policies: Any) -> State:
    """A deal of Pikinni in which estimates are called, after the deals of fewer cards."""
    rules = pikinni.rules(players=players)
    rules = rules.after(Estimates, CallEstimates(**policies)).without(Estimates)
    state = rules.start(seed=7, first=(dealer - size + 1) % players)
    while state.deal.size < size:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    return state


def legal(state: State) -> str:
    (seat,) = state.actors
    return " ".join(str(action) for action in state.legal(seat))


def test_the_left_of_the_starter_estimates_first_then_clockwise() -> None:
    state = table(dealer=1)
    asked: list[int] = []
    for bid in "021":
        asked.append(*state.actors)
        state = state.play(state.actors[0], bid)
    assert asked == [2, 0, 1]
    assert state.deal[CallEstimates] == Estimated((2, 1, 0))


def test_another_may_be_first() -> None:
    assert table(dealer=1, order=Clockwise(0)).actors == (1,)
    assert table(order=AsCalled()).actors == (0, 1, 2)


def test_everybody_hears_every_estimate_at_once() -> None:
    state = table().play(1, "2")
    assert state.deal[CallEstimates].bids == (None, 2, None)
    assert state.deal.events[-1] == EstimateCalled(1, 2)
    for seat in (0, 1, 2, None):
        assert str(state.view(seat).deal[CallEstimates]) == "seat 1: 2"
        assert state.view(seat).deal.events[-1] == EstimateCalled(1, 2)


def test_before_the_first_estimate_there_is_none() -> None:
    assert table().deal[CallEstimates].bids == (None, None, None)
    assert str(table().deal[CallEstimates]) == "none so far"
    assert table().deal[CallEstimates].exact((0, 0, 3)) == ((), (), ())


def test_both_phases_of_estimates_have_the_same_record() -> None:
    state = table().play_all([(1, "2"), (2, "1"), (0, "0")])
    assert state.deal[Estimates] is state.deal[CallEstimates]
    assert state.deal[Estimates].exact((0, 2, 0)) == ((True,), (True,), (False,))


def test_from_none_to_all_tricks() -> None:
    assert legal(table(size=1)) == "0 1"
    assert legal(table(size=4)) == "0 1 2 3 4"


def test_limits_take_numbers_away() -> None:
    assert legal(table(limits=Hook()).play(1, "1").play(2, "1")) == "0 2 3"
    assert legal(table(players=4, limits=[Hook(), PartnersWithinTricks()]).play(1, "2")) == "0 1 2 3"
    state = table(players=4, limits=[Hook(), PartnersWithinTricks()]).play_all([(1, "0"), (2, "2"), (3, "1")])
    assert legal(state) == "1"


@pytest.mark.parametrize(("limits", "summaries"), [((), 1), ((Hook(),), 2), ((Hook(), PartnersWithinTricks()), 3)])
def test_what_was_estimated_is_told_apart_as_far_as_a_limit_asks(limits: tuple[Limit, ...], summaries: int) -> None:
    run: Any = CallEstimates(limits=limits).begin(Deal.fresh(french(), players=4, size=4))
    called = [run.play(run.play(run.start(), 1, Bid(one)), 2, Bid(other)) for one, other in ((0, 2), (2, 0), (1, 2))]
    assert len({run.summary(at) for at in called}) == summaries


def test_what_is_refused_names_the_limit() -> None:
    state = table(limits=Hook()).play(1, "1").play(2, "1")
    with pytest.raises(
        IllegalAction, match=r"seat 0 may not estimate 1: the estimates may not add up to .* legal: 0, 2, 3"
    ):
        state.play(0, "1")
    with pytest.raises(IllegalAction, match="tricks are estimated now, from 0 to 3; 4 is no such number"):
        state.play(0, "4")
    with pytest.raises(IllegalAction, match="AC is no such number"):
        state.play(0, "AC")
    with pytest.raises(NotYourTurn):
        state.play(1, "1")


def test_limits_that_leave_no_number_are_refused_before_anybody_plays() -> None:
    @frozen
    class Silence(Limit):
        def forbids(self, number: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:
            return f"{number} of {size} is not for seat {seat} after {bids}"

    with pytest.raises(InvalidRules, match="leave seat 1 no number"):
        table(limits=Silence())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"limits": 3}, r"limits\[0\]=3 is not a Limit"),
        ({"limits": [3]}, r"limits\[0\]=3 is not a Limit"),
        ({"order": 3}, "is not an Order"),
    ],
)
def test_policies_of_the_wrong_kind_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        CallEstimates(**given)
