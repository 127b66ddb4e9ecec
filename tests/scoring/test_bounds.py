"""Bounds on points before a game is played: what each part of a scoring says of itself, and what endings make of it."""

from __future__ import annotations

import pytest

from trickkit.model.cards import french, piquet
from trickkit.policies.ending import AfterDeals, AtTarget, Ending
from trickkit.policies.partners import Opposite
from trickkit.scoring import (
    DeclarerPoints,
    Doubled,
    Extent,
    OthersLose,
    ScoreBags,
    ScoreBids,
    ScoreBoughtTrump,
    ScoreCards,
    ScoreEstimates,
    ScoreNil,
    ScoreNoTricks,
    ScoreSides,
    Scoring,
    ShootTheMoon,
)
from trickkit.scoring.base import Bounds

SIDES = ScoreSides(trick=10)
TENS = DeclarerPoints(ranks={"A": 11, "T": 10}, half=20, null=30)
ESTIMATES = ScoreEstimates(trick=10, bonus=10, off=-10)
CARDS = ScoreCards(cards={"QS": 13, "JD": -10}, suits={"hearts": 1})


class Unknown(Scoring):
    """Says nothing of its bounds."""

    def lines(self, _deal: object) -> tuple[()]:
        return ()


@pytest.mark.parametrize(
    ("part", "bounds"),
    [
        # All 26 tricks of the hands of a side, estimated and missed or made.
        (SIDES, (-260, 260)),
        # Nine bags of before and 13 more are twice ten.
        (ScoreBags(sides=SIDES, every=10, penalty=-100), (-200, 13)),
        (ScoreNil(points=100), (-200, 200)),
        # 13 of 13 estimated, 13 * 10 + 10, or 13 too many; doubled twice.
        (ESTIMATES, (-130, 140)),
        (Doubled(scoring=ESTIMATES), (-520, 560)),
        (Doubled(scoring=ESTIMATES, adds=True), (-390, 420)),
        (Doubled(scoring=Unknown()), None),
        (ScoreBoughtTrump(price=30), (-30, 0)),
        (ScoreBids(exact=3, close=-1), (-4, 12)),
        (CARDS, (-10, 26)),
        (ShootTheMoon(cards=CARDS, shooter=0, others=40), (-10, 40)),
        (ScoreNoTricks(points=-5), (-5, 0)),
        (OthersLose(scoring=ScoreNoTricks(points=7)), (-7, 7)),
        (OthersLose(scoring=Unknown()), None),
        (Unknown(), None),
    ],
    ids=lambda given: repr(given)[:40],
)
def test_parts_say_what_they_may_give(part: Scoring, bounds: Bounds) -> None:
    assert part.bounds(Extent(french(), players=4, size=13, tricks=13, doubles=2)) == bounds


def test_a_declarer_wins_or_loses_from_all_others() -> None:
    # 84 points of cards, of which 20 are half: 64 with all, -20 with none, 30 where tricks alone count.
    assert TENS.bounds(Extent(piquet(), players=3, size=10, tricks=10)) == (-64, 128)


@pytest.mark.parametrize(
    ("ending", "low", "high", "totals"),
    [
        (AfterDeals(deals=5), -2, 10, (-8, 40)),
        (AtTarget(points=50), 0, 10, (0, 49)),
        (AtTarget(points=50), -2, 10, (None, 49)),
        (AtTarget(points=50, lost_at=-20), -2, 10, (-19, 49)),
        # Sides that are tied go on, whatever they have.
        (AtTarget(points=50, sides=Opposite()), 0, 10, (0, None)),
    ],
    ids=repr,
)
def test_endings_bound_what_seats_have_before_a_deal(
    ending: Ending, low: int, high: int, totals: tuple[int | None, int | None]
) -> None:
    assert ending.totals(low, high) == totals
