"""Bounds on points before a game is played: what each part of a scoring says of itself, and what endings make of it."""

from __future__ import annotations

import pytest

from trickkit.model.bounds import Bounds
from trickkit.model.cards import french, piquet
from trickkit.phases import DealOut, Draw, Evaluate, Reveal
from trickkit.policies.ending import AfterDeals, AtTarget, Ending
from trickkit.policies.evaluation import AtLeastOfRank, Evaluation, ExactlyOfRank, MajoritySuit
from trickkit.policies.melds import RunsAndSets
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

SIDES = ScoreSides(trick=10)
TENS = DeclarerPoints(ranks={"A": 11, "T": 10}, half=20, null=30)
ESTIMATES = ScoreEstimates(trick=10, bonus=10, off=-10)
CARDS = ScoreCards(cards={"QS": 13, "JD": -10}, suits={"hearts": 1})


class Unsaid(Evaluation):
    """Says nothing of its bounds."""

    def awards(self, _faces: object) -> tuple[()]:
        return ()

    def __repr__(self) -> str:
        return "Unsaid()"


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
    ("evaluation", "bounds"),
    [
        # Of one suit ace, king and queen, of which the ace is highest; four of a kind.
        (MajoritySuit(limit=9), (0, 14 + 13 + 12)),
        (MajoritySuit(limit=3), (0, 14 + 13)),
        (AtLeastOfRank(rank=12, number=2), (0, 36)),
        (ExactlyOfRank(rank=12, number=2), (0, 24)),
        ((ExactlyOfRank(rank=2, number=2), MajoritySuit(limit=2)), (0, 14)),
        ((MajoritySuit(limit=3), Unsaid()), None),
    ],
    ids=repr,
)
def test_the_table_gives_what_a_seat_may_have_on_it(
    evaluation: Evaluation | tuple[Evaluation, ...], bounds: Bounds
) -> None:
    evaluate = Evaluate(evaluation=evaluation)
    phases = (DealOut(), Reveal(cards=2), evaluate, Reveal(cards=2), Draw(), Reveal(cards=1), evaluate)
    assert evaluate.bounds(Extent(french(), players=3, size=5, tricks=0, phases=phases)) == bounds


@pytest.mark.parametrize(
    ("shared", "hands", "cards", "most"),
    [
        # Two sets, or one and a run of four, or a run of five and one of three; where cards are shared, most of it.
        (False, 1, 8, 300),
        (False, 1, 7, 200 + 20),
        (False, 1, 5, 200),
        (True, 1, 8, 300 + 100 + 20),
        # No more sets than there are.
        (False, 2, 8, 300 + 100 + 20),
    ],
)
def test_hands_have_no_more_melds_than_their_cards_make(shared: bool, hands: int, cards: int, most: int) -> None:
    melding = RunsAndSets(order="789TJQKA", runs={3: 20, 4: 50, 5: 100}, sets={"J": 200, "9": 100}, shared=shared)
    assert melding.most(piquet(), hands, cards) == most


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
