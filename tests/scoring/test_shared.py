"""What partners score together."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from lockstep import runs_compiled

from trickkit import Deal, InvalidRules, Rules, ScoreLine, batch
from trickkit.model.cards import french
from trickkit.phases import DealOut, Tricks
from trickkit.phases.tricks.record import Trick, TrickTable
from trickkit.policies.ending import AfterDeals
from trickkit.policies.partners import Alone, Opposite
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import (
    Extent,
    PartnersShare,
    ScoreCards,
    ScoreFractions,
    ScoreLastTricks,
    ScoreTricks,
    Scoring,
)


@frozen
class Gives(Scoring):
    """Gives points to seats."""

    points: tuple[tuple[int, int], ...]

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:  # noqa: ARG002
        return tuple(ScoreLine(seat, "given", points) for seat, points in self.points)


DEAL = Deal.fresh(french(), players=4)


def scores(scoring: Scoring) -> tuple[int, ...]:
    lines = scoring.lines(DEAL)
    return tuple(sum(line.points for line in lines if line.seat == seat) for seat in DEAL.seats)


def test_partners_score_what_each_of_them_scores() -> None:
    parts = [Gives(((0, 4), (1, -1))), Gives(((2, 3),))]
    assert scores(PartnersShare(parts=parts)) == (7, -1, 7, -1)
    assert scores(PartnersShare(parts=parts, partners=Alone())) == (4, -1, 3, 0)
    assert [str(line) for line in PartnersShare(parts=parts[1]).lines(DEAL)] == [
        "seat 0: +3 partner, seat 2: given",
        "seat 2: +3 given",
    ]


def test_the_line_of_a_partner_says_whose_it_is_in_any_language() -> None:
    shared = PartnersShare(parts=ScoreTricks(points=1))
    lines = shared.lines(DEAL.with_record(TrickTable((), Trick(()), (0, 0, 5, 0))))
    assert [(line.seat, line.code, dict(line.fields)) for line in lines] == [
        (0, "partner", {"partner": 2, "of": "took_tricks", "tricks": 5}),
        (2, "took_tricks", {"tricks": 5}),
    ]


def test_fractions_of_a_side_are_added_up_before_they_are_rounded() -> None:
    part = Gives(((0, 2), (2, 2), (1, 5)))
    assert scores(ScoreFractions(parts=part, of=3, rounding="down")) == (0, 1, 0, 0)
    assert scores(ScoreFractions(parts=PartnersShare(parts=part), of=3, rounding="down")) == (1, 1, 1, 1)


def test_bounds_are_those_of_a_whole_side() -> None:
    extent = Extent(french(), players=4, size=13, tricks=13)
    parts = [ScoreTricks(points=1), ScoreLastTricks(-2)]
    assert PartnersShare(parts=parts).bounds(extent) == (-4, 26)
    assert PartnersShare(parts=parts, partners=Alone()).bounds(extent) == (-2, 13)
    assert PartnersShare(parts=Gives(())).bounds(extent) is None


def test_compiled_code_plays_it() -> None:
    shared = PartnersShare(parts=[ScoreCards(suits={"hearts": 1}), ScoreLastTricks(points=3)])
    rules = Rules(
        key="thirds",
        name="Thirds",
        players=4,
        deck=french("TJQKA"),
        phases=(DealOut(), Tricks()),
        scoring=ScoreFractions(parts=shared, of=3, rounding="down"),
        schedule=Schedule(hand_sizes=SameSize(5)),
        ending=AfterDeals(deals=1),
    )
    assert not batch.supports(rules).slow
    runs_compiled(rules, lanes=4, deals=16, seed=5)


@pytest.mark.parametrize(
    ("given", "message"),
    [({"parts": [3]}, "PartnersShare: parts"), ({"parts": (), "partners": Opposite}, "PartnersShare: partners")],
)
def test_what_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        PartnersShare(**given)
