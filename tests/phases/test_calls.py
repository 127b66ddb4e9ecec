"""Buying trump, at the edges of what it costs."""

from __future__ import annotations

import pytest
from attrs import evolve

from trickkit import Deal
from trickkit.model.actions import Change, Pass
from trickkit.model.cards import piquet
from trickkit.phases import BuyTrump
from trickkit.phases.calls import BuyRun

DECK = piquet()
HEARTS = next(suit for suit in DECK.suits if suit.letter == "H")


def sale(points: int) -> BuyRun:
    """A sale for 30 points under hearts, in which every seat has so many points."""
    deal = evolve(Deal.fresh(DECK, players=3, size=4), totals=(points,) * 3, trump=HEARTS)
    run = BuyTrump(price=30, needs_points=True).begin(deal)
    assert isinstance(run, BuyRun)
    return run


def test_at_the_end_only_the_purchase_matters() -> None:
    run = sale(30)
    passed = run.play(run.start(), 1, Pass())
    assert passed is not None
    ends = [run.play(passed, 2, Change(suit)) for suit in "CD"]
    assert [run.summary(end) for end in ends if end is not None] == [(2, Change("C")), (2, Change("D"))]


@pytest.mark.parametrize(
    ("points", "legal", "why"),
    [
        (29, ["pass"], "change H costs 30 points; seat 1 has 29"),
        (30, ["change C", "change D", "change S", "pass"], "change H is not for sale: hearts is trump already"),
    ],
)
def test_a_refusal_says_whether_points_or_the_suit_are_the_reason(points: int, legal: list[str], why: str) -> None:
    run = sale(points)
    assert [str(action) for action in run.legal(run.start(), 1)] == legal
    assert run.refusal(run.start(), 1, Change("H")) == why
