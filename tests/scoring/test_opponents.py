"""What others lose when a side scores."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from trickkit import Deal, InvalidRules, ScoreLine
from trickkit.model.cards import french
from trickkit.phases import Tricks
from trickkit.scoring import OthersLose, Scoring

DEAL = Deal.fresh(french(), players=4)


@frozen
class Gives(Scoring):
    """Gives points to seats, in parts."""

    reads = (Tricks,)

    points: tuple[tuple[int, int], ...]

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:  # noqa: ARG002
        return tuple(ScoreLine(seat, "given", points) for seat, points in self.points)


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ([(0, 70), (2, 70)], [70, -70, 70, -70]),
        ([(1, 60), (3, 60), (1, 50), (3, 50)], [-110, 110, -110, 110]),
        ([(3, 5)], [-5, -5, -5, 5]),
    ],
)
def test_who_is_given_nothing_loses_what_a_seat_of_the_others_is_given(
    points: list[tuple[int, int]], scores: list[int]
) -> None:
    lines = OthersLose(scoring=Gives(tuple(points))).lines(DEAL)
    assert [sum(line.points for line in lines if line.seat == seat) for seat in range(4)] == scores
    assert {line.reason for line in lines} == {"given", "scored by others"}


def test_where_nobody_scores_all_are_given_nothing() -> None:
    lines = OthersLose(scoring=Gives(())).lines(DEAL)
    assert lines == tuple(ScoreLine(seat, "nobody scores", 0) for seat in range(4))


def test_it_reads_what_the_other_scoring_reads_and_takes_nothing_else() -> None:
    assert OthersLose(scoring=Gives(())).reads == (Tricks,)
    given: Any = 1
    with pytest.raises(InvalidRules, match="scoring=1 is not a Scoring"):
        OthersLose(scoring=given)
