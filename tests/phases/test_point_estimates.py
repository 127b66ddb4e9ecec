"""Estimates of points: all at once, and often a secret until the deal is scored."""

from __future__ import annotations

from typing import Any

import pytest
from lockstep import is_followed
from strategies import effort

from trickkit import IllegalAction, InvalidRules, Rules, Stacked, State, batch
from trickkit.model.cards import french
from trickkit.phases import DealOut, EstimatePoints, Tricks
from trickkit.phases.point_estimates import PointsEstimated
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreCards, ScoreDifference, ScoreLastTricks
from trickkit.testing import laws

HANDS = [["AC", "KC"], ["AD", "KD"], ["AH", "KH"]]
WORTH = ScoreCards(ranks={"A": 11, "K": 4})


def game(secret: bool = True, highest: int = 45, **how: Any) -> Rules:
    """Three hands of two cards, which are worth 45 points together."""
    return Rules(
        key="points",
        name="Points",
        players=3,
        deck=french("KA", suits="CDH"),
        phases=(DealOut(), EstimatePoints(highest=highest, secret=secret), Tricks()),
        scoring=ScoreDifference(parts=WORTH, **how),
        schedule=Schedule(hand_sizes=SameSize(2)),
        ending=AfterDeals(deals=1, wins="fewest"),
    )


def estimated(rules: Rules) -> State:
    """Seat 0 leads and will take all; it estimates 40, seat 1 estimates 0, seat 2 estimates 7."""
    return rules.start(first=0, deals=[Stacked(hands=HANDS)]).play_all([(1, "0"), (0, "40"), (2, "7")])


def played(state: State) -> State:
    for card in ("AC", "AD", "AH", "KC", "KD", "KH"):
        state = state.play(state.actors[0], card)
    return state


def told(state: State, viewer: int | None) -> str:
    return next(str(event) for event in state.view(viewer).events if isinstance(event, PointsEstimated))


TestSecret = laws(game(), examples=effort(3))
TestOpen = laws(game(secret=False), examples=effort(3))


def test_a_secret_estimate_is_shown_when_the_deal_is_scored() -> None:
    state = estimated(game())
    assert told(state, 1) == "Estimated points: seat 0: ??, seat 1: 0, seat 2: ??."
    assert str(state.view(None).deal[EstimatePoints]) == "seat 0: ??; seat 1: ??; seat 2: ??"
    assert told(played(state), None) == "Estimated points: seat 0: 40, seat 1: 0, seat 2: 7."


def test_an_open_one_at_once() -> None:
    state = estimated(game(secret=False))
    assert told(state, None) == "Estimated points: seat 0: 40, seat 1: 0, seat 2: 7."


def test_nobody_sees_one_before_all_are_made() -> None:
    state = game(secret=False).start(first=0).play(0, "40")
    assert str(state.view(1).deal[EstimatePoints]) == "not made yet"


def test_what_an_estimate_is_off_scores() -> None:
    assert played(estimated(game())).scores == (5, 0, 7)
    assert played(estimated(game(points=-2, exact=10))).scores == (-10, 10, -14)
    parts = [WORTH, ScoreLastTricks(5)]
    assert played(estimated(game().replace(scoring=ScoreDifference(parts=parts)))).scores == (10, 0, 7)


def test_an_estimate_is_a_number_up_to_the_highest() -> None:
    with pytest.raises(IllegalAction, match="points are estimated now, from 0 to 3; AC is no such number"):
        game(highest=3).start(first=0).play(0, "AC")


def test_it_runs_compiled() -> None:
    assert (batch.supports(game()).yes, batch.supports(game()).slow) == (True, "")
    is_followed(game(), 3, seed=4)
    is_followed(game(secret=False), 3, seed=4)


def test_arguments_of_the_wrong_kind_are_refused() -> None:
    with pytest.raises(InvalidRules, match="EstimatePoints: highest=0 is not a whole number from 1 on"):
        EstimatePoints(highest=0)
    with pytest.raises(InvalidRules, match="ScoreDifference scores EstimatePoints, which is not among the phases"):
        game().without(EstimatePoints).start()
