"""What estimates are worth to partners."""

from __future__ import annotations

from typing import Any

import pytest

from trickkit import Deal, InvalidRules, ScoreLine
from trickkit.model.cards import french
from trickkit.phases.estimates import Estimated
from trickkit.phases.tricks.record import Trick, TrickTable
from trickkit.policies.partners import Alone
from trickkit.scoring import ScoreBags, ScoreEstimates, ScoreNil, ScoreSides, Scoring, TargetBonus

SIDES = ScoreSides(trick=10)


def deal(bids: str, taken: str, totals: tuple[int, ...] = (0, 0, 0, 0)) -> Deal:
    """A finished deal: what each seat estimated and took."""
    said, took = ([int(number) for number in text.split()] for text in (bids, taken))
    fresh = Deal.fresh(french(), players=len(said), size=sum(took), totals=totals)
    return fresh.with_record(Estimated(tuple(said))).with_record(TrickTable((), Trick(()), tuple(took)))


def points(scoring: Scoring, *given: Any) -> list[int]:
    """The points by seat."""
    one = deal(*given)
    return [sum(line.points for line in scoring.lines(one) if line.seat == seat) for seat in one.seats]


def test_a_side_counts_its_estimates_and_tricks_together() -> None:
    assert points(SIDES, "4 3 1 4", "2 5 3 3") == [50, 70, 50, 70]
    assert points(SIDES, "4 3 1 4", "2 5 2 4") == [-50, 70, -50, 70]
    assert points(ScoreSides(trick=10, partners=Alone()), "4 3 1", "4 2 2") == [40, -30, 10]


def test_a_side_that_estimated_none_scores_nothing() -> None:
    assert points(SIDES, "0 3 0 4", "2 5 3 3") == [0, 70, 0, 70]
    assert {line.seat for line in SIDES.lines(deal("0 3 0 4", "2 5 3 3"))} == {1, 3}


@pytest.mark.parametrize(("counts", "side", "bags"), [(True, 40, 0), (False, -40, 1)])
def test_tricks_of_a_seat_that_estimated_none(counts: bool, side: int, bags: int) -> None:
    sides = ScoreSides(trick=10, nil_counts=counts)
    assert points(sides, "0 3 4 4", "1 5 3 4")[0] == side
    assert points(ScoreBags(sides=sides, every=10, penalty=-100), "0 3 4 4", "1 5 3 4")[0] == bags


@pytest.mark.parametrize(
    ("before", "bags", "expected"),
    [(0, 9, 9), (0, 10, -90), (128, 1, 1), (128, 2, -98), (-2, 1, 1), (-2, 2, -98), (-12, 1, 1), (995, 13, 13 - 100)],
)
def test_ten_bags_cost(before: int, bags: int, expected: int) -> None:
    scoring = ScoreBags(sides=SIDES, every=10, penalty=-100)
    found = points(scoring, "0 0 0 1", f"{bags} 1 0 0", (before, 0, before, 0))
    assert found == [expected, 0, expected, 0]


def test_bags_that_cost_nothing_or_twice() -> None:
    assert points(ScoreBags(sides=SIDES, every=None, penalty=-100), "0 0 0 1", "13 1 0 0") == [13, 0, 13, 0]
    assert points(ScoreBags(sides=SIDES, every=5, penalty=-50), "0 0 0 1", "12 1 0 0") == [-88, 0, -88, 0]


def test_nil() -> None:
    assert points(ScoreNil(points=100), "0 3 4 0", "0 5 4 4") == [100, -100, 100, -100]
    assert points(ScoreNil(points=100), "0 3 0 4", "0 5 4 4") == [0, 0, 0, 0]
    assert points(ScoreNil(points=50, partners=Alone()), "0 3 0 4", "0 5 4 4") == [50, 0, -50, 0]


def test_a_premium_comes_on_top_of_the_points() -> None:
    scoring = TargetBonus(scoring=[SIDES, ScoreNil(points=100)], target=500, bonus=200, limit=-200)
    totals = (430, -130, 430, -130)
    assert points(scoring, "3 7 4 0", "4 2 3 4", totals) == [70 + 200, -170 - 200, 70 + 200, -170 - 200]
    assert points(scoring, "3 7 3 0", "4 2 3 0", totals) == [60, 30, 60, 30]
    assert points(TargetBonus(scoring=SIDES, target=500, bonus=200), "3 7 4 0", "4 2 3 4", totals)[1] == -70


def test_what_was_scored_before_the_end_of_the_deal_counts_for_the_target() -> None:
    scoring = TargetBonus(scoring=SIDES, target=500, bonus=200)
    given = deal("3 7 4 0", "4 2 3 4", (430, 0, 430, 0)).changed(
        lines=(ScoreLine(0, "early", -5), ScoreLine(2, "early", -5))
    )
    assert [line.points for line in scoring.lines(given) if line.seat == 0] == [70]
    given = given.changed(totals=(435, 0, 435, 0))
    assert [line.points for line in scoring.lines(given) if line.seat == 0] == [70, 200]


@pytest.mark.parametrize(
    ("totals", "bonuses"),
    [
        ([500, 499], [200, 0]),
        ([499, 498], [0, 0]),
        ([510, 505], [200, 0]),
        ([500, 500], [0, 0]),
        ([-200, -199], [-200, 0]),
        ([-200, -200], [0, 0]),
        ([500, -200], [200, -200]),
    ],
)
def test_a_premium_is_for_a_side_ahead_of_others(totals: list[int], bonuses: list[int]) -> None:
    scoring = TargetBonus(scoring=SIDES, target=500, bonus=200, limit=-200)
    assert scoring.bonuses(totals) == bonuses
    assert scoring.bonuses(totals[::-1]) == bonuses[::-1]


def test_a_later_side_is_compared_with_the_premium_of_an_earlier_one() -> None:
    assert TargetBonus(scoring=SIDES, target=10, bonus=-50).bonuses([30, 20]) == [-50, -50]


def test_a_wrong_estimate_may_score_the_tricks() -> None:
    scoring = ScoreEstimates(trick=1, bonus=10, off=0, missed=1)
    assert points(scoring, "2 3 0", "2 2 1") == [12, 2, 1]


@pytest.mark.parametrize(
    "make",
    [
        lambda: ScoreSides(trick="10"),  # type: ignore[arg-type]
        lambda: ScoreBags(sides=SIDES, every=0, penalty=-100),
        lambda: ScoreNil(points=-1),
        lambda: TargetBonus(scoring=(1,), target=500, bonus=200),  # type: ignore[arg-type]
    ],
)
def test_arguments_of_the_wrong_kind_are_refused(make: Any) -> None:
    with pytest.raises(InvalidRules):
        make()
