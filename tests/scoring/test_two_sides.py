"""What one side wins the other loses, seat by seat."""

from __future__ import annotations

import pytest
from attrs import evolve, frozen

from trickkit import Deal
from trickkit.model.cards import french
from trickkit.phases.tricks.finding import FoundByTrick
from trickkit.phases.tricks.record import Trick, TrickTable
from trickkit.policies.sides import DeclarerAlone, Sides
from trickkit.scoring import ScoreTwoSides


@frozen
class Fixed(Sides):
    seats: tuple[int, ...]

    def known(self, deal: Deal) -> tuple[bool | None, ...]:
        return tuple(seat in self.seats for seat in deal.seats)


@frozen(kw_only=True)
class Five(ScoreTwoSides):
    def parts(self, deal: Deal, seats: tuple[int, ...]) -> list[tuple[str, int]]:  # noqa: ARG002
        return [("five", 5), ("two less", -2)]


def deal() -> Deal:
    fresh = evolve(Deal.fresh(french(), players=4), declarer=1)
    return fresh.with_record(TrickTable((), Trick(()), (0, 0, 0, 0)))


@pytest.mark.parametrize(
    ("seats", "points"), [((0, 2), [3, -3, 3, -3]), ((1,), [-3, 9, -3, -3]), ((0, 1, 3), [3, 3, -9, 3])]
)
def test_one_who_is_alone_scores_from_every_opponent(seats: tuple[int, ...], points: list[int]) -> None:
    lines = Five(sides=Fixed(seats)).lines(deal())
    assert [sum(line.points for line in lines if line.seat == seat) for seat in range(4)] == points
    assert [line.reason for line in lines] == ["five"] * 4 + ["two less"] * 4


def test_nothing_is_scored_before_sides_are_settled() -> None:
    assert Five(sides=FoundByTrick()).lines(deal()) == ()


def test_nothing_is_scored_in_a_deal_that_ended_before_its_tricks() -> None:
    closed = Deal.fresh(french(), players=4).changed(closed=True)
    assert Five(sides=DeclarerAlone()).lines(closed) == ()
