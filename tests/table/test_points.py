"""Points so far in a deal: those of the cards taken, as the scoring itself counts them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import frozen

from trickkit import Rules, ScoreLine, load
from trickkit.model.deal import Deal
from trickkit.phases.tricks.phase import Tricks
from trickkit.play.playout import states
from trickkit.play.state import State
from trickkit.scoring import ScoreCards, ScoreFractions, Scoring
from trickkit.table.points import card_points, worths


def tricks(rules: Rules, seed: int = 1) -> Iterator[State]:
    """The positions of the first deal in which tricks have been taken."""
    for state in states(rules, seed=seed):
        if state.results:
            break
        if state.deal.get(Tricks) and state.deal[Tricks].tricks:
            yield state


def test_each_heart_and_the_queen_count_for_whoever_took_them() -> None:
    worth = {"QS": 13, **{f"{rank}H": 1 for rank in "23456789TJQKA"}}
    for state in tricks(load("hearts")):
        expected = [0] * 4
        for trick in state.deal[Tricks].tricks:
            assert trick.taker is not None
            expected[trick.taker] += sum(worth.get(play.card, 0) for play in trick.plays)
        for seat in (*range(4), None):
            assert card_points(state.view(seat)) == tuple(expected)


@pytest.mark.parametrize("game", ["belote", "skat", "doppelkopf", "schieber"])
def test_cards_count_by_the_trump_of_the_deal(game: str) -> None:
    shown = [card_points(state.view(0)) for state in tricks(load(game))]
    totals = [sum(points) for points in shown if points is not None]
    assert len(totals) == len(shown)
    assert totals == sorted(totals)
    assert totals[-1] > 90


@pytest.mark.parametrize("game", ["whist", "bridge", "pikoko", "tarot"])
def test_nothing_is_shown_where_tricks_count_or_cards_in_several_ways(game: str) -> None:
    assert {card_points(state.view(0)) for state in tricks(load(game))} == {None}


@frozen
class Fails(Scoring):
    """A scoring that cannot do with a deal that is not over."""

    reads = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return (ScoreLine(0, "the last trick", 10 // (len(deal[Tricks].tricks) // 13)),)


def test_a_scoring_that_fails_before_the_end_keeps_no_other_from_counting() -> None:
    rules = load("hearts")
    both = rules.replace(scoring=(Fails(), *rules.scoring))
    assert all(card_points(state.view(1)) is not None for state in tricks(both))


def test_fractions_are_no_points_to_be_shown() -> None:
    thirds = ScoreFractions(parts=ScoreCards(cards={"AS": 3, "KS": 1}), of=3, rounding="down")
    rules = load("hearts").replace(scoring=thirds)
    assert {card_points(state.view(0)) for state in tricks(rules)} == {None}


def test_cards_that_count_in_one_of_many_contracts_are_in_no_list() -> None:
    assert worths(load("king")) is None
    assert worths(load("skat")) is not None
