"""Decisions that seats commit in secret, as a run that is looked at from outside shows them."""

from __future__ import annotations

from trickkit import Bid, Deal
from trickkit.model.cards import french
from trickkit.phases import Estimates


def test_what_is_committed_is_uncovered_as_if_it_were_revealed() -> None:
    run = Estimates().begin(Deal.fresh(french(), players=2, size=5))
    at = run.play(run.start(), 0, Bid(1))
    assert str(run.record(at)[Estimates]) == "not shown yet"
    assert str(run.uncovered(at)[Estimates]) == "seat 0: 1"
    end = run.play(at, 1, Bid(2))
    assert str(run.uncovered(end)[Estimates]) == str(run.record(end)[Estimates]) == "seat 0: 1; seat 1: 2"


def test_what_others_have_committed_makes_no_difference_in_a_single_turn() -> None:
    run = Estimates().begin(Deal.fresh(french(), players=2, size=5))
    after = [run.play(run.start(), 0, Bid(number)) for number in (1, 2)]
    assert run.summary(after[0]) == run.summary(after[1]) != run.summary(run.start())
