"""Deals in which nobody scores: dealt again, and not counted."""

from __future__ import annotations

import pytest
from attrs import evolve

from trickkit import Deal, InvalidRules, Result, ScoreLine, playout
from trickkit.model.cards import french
from trickkit.policies.ending import AfterScoredDeals, BestDeal
from trickkit.policies.schedule import AgainWithoutScore
from trickkit.variants import pikoko


def finished(*scores: tuple[int, ...] | None) -> list[Result]:
    """Finished deals with these scores; None for one without a score."""
    found: list[Result] = []
    for number, points in enumerate(scores):
        given = points or (0, 0)
        lines = tuple(ScoreLine(seat, "given", value) for seat, value in enumerate(given)) if points else ()
        before = found[-1].totals if found else (0, 0)
        deal = evolve(Deal.fresh(french(), players=2, number=number, starter=1), lines=lines)
        found.append(Result(deal, given, tuple(old + new for old, new in zip(before, given, strict=True))))
    return found


@pytest.mark.parametrize(("points", "starter"), [((1, 0), 0), ((0, 0), 0), (None, 1)])
def test_after_a_deal_without_a_score_the_same_seat_starts_again(points: tuple[int, ...] | None, starter: int) -> None:
    assert AgainWithoutScore().after(finished(points)[0]) == starter


@pytest.mark.parametrize(
    ("deals", "scores", "reason"),
    [
        (1, [None], None),
        (1, [None, (0, 0)], "1 deal is scored"),
        (2, [(1, 0), None], None),
        (2, [None, (1, 0), None, (2, 0)], "2 deals are scored"),
    ],
)
def test_deals_without_a_score_are_not_counted(
    deals: int, scores: list[tuple[int, ...] | None], reason: str | None
) -> None:
    outcome = AfterScoredDeals(deals=deals).outcome(finished(*scores))
    assert (outcome and outcome.reason) == reason
    assert AfterScoredDeals(deals=deals).most_deals() is None


def test_the_most_points_win_and_ties_may_be_broken() -> None:
    results = finished((5, 1), (1, 5))
    plain, broken = AfterScoredDeals(deals=2).outcome(results), AfterScoredDeals(deals=2, ties=BestDeal())
    assert plain is not None
    assert plain.ranking == ((0, 1),)
    later = broken.outcome(finished((5, 1), (1, 4)))
    assert later is not None
    assert later.ranking == ((0,), (1,))


def test_there_is_a_deal() -> None:
    with pytest.raises(InvalidRules, match="deals=0 is not a whole number from 1 on"):
        AfterScoredDeals(deals=0)


def test_a_deal_knows_the_scores_of_the_earlier_ones() -> None:
    end = playout(pikoko.rules(players=3), seed=7)
    lines = [result.lines for result in end.results]
    assert [result.deal.earlier for result in end.results] == [(), (lines[0],), (lines[0], lines[1])]
    assert end.view(0).results[2].deal.earlier == (lines[0], lines[1])
