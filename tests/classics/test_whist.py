"""Whist: partners opposite, the dealer's last card is trump, tricks above six are points."""

from __future__ import annotations

import pytest
from strategies import effort, walk
from trickkit_classics import whist

from trickkit import Deal, InvalidRules, Outcome, Stacked, State, playout
from trickkit.model.cards import french
from trickkit.phases import Tricks
from trickkit.testing import laws

SUITS = [[f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "CDHS"]

TestWhist = laws(whist.rules, examples=effort(10))


def played(hands: list[list[str]], turned: str, dealer: int = 3, **options: object) -> State:
    """A deal in which everybody plays the lowest card that is legal, and the start of the next one."""
    state = whist.rules(**options).start(first=dealer, deals=[Stacked(hands=hands, turned=turned)])
    while not state.results:
        seat = state.actors[0]
        state = state.play(seat, state.legal(seat)[0])
    return state


def test_the_dealers_last_card_is_turned_up_for_trump_and_stays_in_its_hand() -> None:
    state = whist.rules().start(seed=5, first=2)
    (shown,) = [str(card) for card in state.view(0).deal.hands[2].known]
    assert shown[1] == state.deal.trump.letter
    assert all(str(one) == shown for seat in (1, 3, None) for one in state.view(seat).deal.hands[2].known[:1])
    assert len(state.deal.hands[2]) == 13
    assert str(state.deal.events[1]) == f"{shown}, the last card of seat 2, is turned up: {state.deal.trump} is trump."


def test_it_can_be_any_card_and_every_card_equally() -> None:
    rules = whist.rules()
    shown = {rules.start(seed=seed, first=0).deal.trump.name for seed in range(40)}
    assert shown == {"clubs", "diamonds", "hearts", "spades"}


def test_a_dealers_hand_that_is_fixed_is_turned_up_at_its_last_card() -> None:
    state = whist.rules().start(first=1, deals=[Stacked(hands=SUITS)])
    assert state.deal.trump.name == "diamonds"
    assert [str(card) for card in state.view(0).deal.hands[1].known] == ["AD"]
    assert state.play(2, "2H").can(3, "2S")


def test_a_card_that_another_hand_holds_cannot_be_turned_up() -> None:
    with pytest.raises(InvalidRules, match="2C is turned up, but the hand of the dealer, seat 1, is fixed without it"):
        whist.rules().start(first=1, deals=[Stacked(hands=SUITS, turned="2C")])


def test_the_seat_to_the_dealers_left_leads_anything_and_all_must_follow() -> None:
    state = whist.rules().start(first=3, deals=[Stacked(hands=SUITS)])
    assert state.actors == (0,)
    assert len(state.legal(0)) == 13
    mixed = [[*SUITS[0][:12], "2D"], [*SUITS[1][1:], "AC"], SUITS[2], SUITS[3]]
    state = whist.rules().start(first=3, deals=[Stacked(hands=mixed)]).play(0, "2C")
    assert [str(action) for action in state.legal(1)] == ["AC"]
    assert len(state.play(1, "AC").legal(2)) == 13


def test_each_trick_above_six_is_a_point_for_both_partners() -> None:
    # Hand 1 holds all trumps and takes every trick: thirteen, seven above the first six.
    state = played(SUITS, turned="2S", points=11)
    assert state.results[0].deal[Tricks].taken == (0, 0, 0, 13)
    assert state.results[0].scores == (0, 7, 0, 7)
    assert [line.reason for line in state.results[0].lines] == ["13 tricks", "13 tricks"]


@pytest.mark.parametrize(
    ("held", "points"),
    [("AKQJ", 4), ("AKQ", 2), ("KQJ", 2), ("AK", 0)],
)
def test_honours_score_where_they_are_asked_for(held: str, points: int) -> None:
    spades, clubs = list(SUITS[3]), list(SUITS[0])
    for place, rank in enumerate(rank for rank in "AKQJ" if rank not in held):
        spades[spades.index(f"{rank}S")] = clubs[place]
        clubs[place] = f"{rank}S"
    hands = [clubs, SUITS[1], SUITS[2], spades]
    without = played(hands, turned="2S")
    state = played(hands, turned="2S", honours=True)
    gained = [new - old for new, old in zip(state.results[0].scores, without.results[0].scores, strict=True)]
    # Fewer than three with one side are three or four with the other only when it has them all.
    assert gained == [0, points, 0, points]


def test_the_game_ends_at_the_points_or_after_the_deals() -> None:
    end = playout(whist.rules(points=7), seed=3)
    assert max(end.scores) >= 7 > max(end.results[-2].totals)
    assert isinstance(end.outcome, Outcome)
    assert end.outcome.winners in ((0, 2), (1, 3))
    assert len(playout(whist.rules(deals=4), seed=3).results) == 4


def test_the_deal_goes_round() -> None:
    states = walk(whist.rules(deals=3).start(seed=1, first=1), 400, 5)
    assert [result.deal.starter for result in states[-1].results] == [1, 2, 3]


def test_without_a_source_of_chance_nothing_is_turned_up() -> None:
    with pytest.raises(InvalidRules, match="has no source of chance"):
        whist.rules().phases[0].begin(Deal.fresh(french(), players=4, size=13))
