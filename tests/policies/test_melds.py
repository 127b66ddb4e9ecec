"""Melds: runs and sets, which is the better one, and cards that stand in two."""

from __future__ import annotations

from typing import Any

import pytest

from trickkit import Hand, InvalidRules
from trickkit.model.cards import Suit, french
from trickkit.policies.melds import RunsAndSets

DECK = french("6789TJQKA")
SUITS = {**{suit.letter: suit for suit in DECK.suits}, "low": Suit("low", "L")}
POINTS: dict[str, Any] = {"order": "6789TJQKA", "runs": {3: 20, 4: 50, 5: 100}, "sets": {"K": 100, "9": 150, "J": 200}}


def melds(cards: str, trump: str = "S", **options: Any) -> list[str]:
    melding = RunsAndSets(**POINTS | {"low_wins": ["low"]} | options)
    return [str(meld) for meld in melding.melds(Hand.of(DECK, cards.split()), SUITS[trump])]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("6C 7C 9C TC", []),
        ("6C 7C 8D", []),
        ("KC AC 6D", []),
        ("6C 7C 8C", ["6C 7C 8C (20)"]),
        ("JC QC KC AC", ["JC QC KC AC (50)"]),
        ("6C 7C 8C 9C TC JC", ["6C 7C 8C 9C TC JC (100)"]),
        ("6C 7C 8C TC JC QC", ["TC JC QC (20)", "6C 7C 8C (20)"]),
        ("QC QD QH QS", []),
        ("KC KD KH", []),
        ("9C 9D 9H 9S JC JD JH JS", ["JC JD JH JS (200)", "9C 9D 9H 9S (150)"]),
    ],
)
def test_runs_and_sets(cards: str, expected: list[str]) -> None:
    assert melds(cards) == expected


@pytest.mark.parametrize(
    ("cards", "trump", "best"),
    [
        ("6C 7C 8C 9C JD QD KD", "S", "6C 7C 8C 9C (50)"),
        ("6C 7C 8C 9C TC KC KD KH KS", "S", "6C 7C 8C 9C TC (100)"),
        ("6C 7C 8C 7D 8D 9D", "S", "7D 8D 9D (20)"),
        ("6C 7C 8C 7D 8D 9D", "C", "7D 8D 9D (20)"),
        ("6C 7C 8C 7D 8D 9D", "low", "6C 7C 8C (20)"),
        ("6C 7C 8C 6D 7D 8D", "D", "6D 7D 8D (20)"),
        ("6C 7C 8C 6D 7D 8D", "C", "6C 7C 8C (20)"),
    ],
)
def test_the_better_meld_has_more_points_then_cards_then_height_then_trump(cards: str, trump: str, best: str) -> None:
    assert melds(cards, trump)[0] == best


@pytest.mark.parametrize(
    ("cards", "shared", "alone"),
    [
        ("KC KD KH KS QH AH", ["KC KD KH KS (100)", "QH KH AH (20)"], ["KC KD KH KS (100)"]),
        (
            "KC KD KH KS TH JH QH AH",
            ["KC KD KH KS (100)", "TH JH QH KH AH (100)"],
            ["KC KD KH KS (100)", "TH JH QH (20)"],
        ),
        ("JC JD JH JS 8H 9H TH", ["JC JD JH JS (200)", "8H 9H TH JH (50)"], ["JC JD JH JS (200)", "8H 9H TH (20)"]),
    ],
)
def test_a_card_may_stand_in_two_melds_or_not(cards: str, shared: list[str], alone: list[str]) -> None:
    assert sorted(melds(cards)) == sorted(shared)
    assert melds(cards, shared=False) == alone


def test_a_run_is_kept_where_it_scores_more_than_the_set_that_breaks_it() -> None:
    points = {"runs": {3: 20, 4: 50, 5: 150}, "sets": {"K": 100}}
    cards = "KC KD KH KS TH JH QH AH"
    assert melds(cards, shared=False, **points) == ["TH JH QH KH AH (150)"]


@pytest.mark.parametrize(("trump", "strength"), [("H", (20, 3, 2, 0)), ("C", (20, 3, 2, 1)), ("low", (20, 3, 8, 0))])
def test_the_height_of_a_run_is_the_place_of_its_best_card(trump: str, strength: tuple[int, ...]) -> None:
    melding = RunsAndSets(**POINTS, low_wins=["low"])
    (run,) = melding.melds(Hand.of(DECK, ["6C", "7C", "8C"]), SUITS[trump])
    assert run.strength == strength


def test_values() -> None:
    assert RunsAndSets(**POINTS).values() == (20, 50, 100, 150, 200)
    assert RunsAndSets(order="KA", runs={2: 5}, sets={}).values() == (5,)
    assert RunsAndSets(order="KA", runs={}, sets={"A": 11}).melds(Hand.of(DECK, ["KC", "AC"]), None) == ()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"runs": {1: 20}}, "runs has 20 for 1; it must have whole points by 2 cards or more"),
        ({"runs": {3: "20"}}, "runs has '20' for 3"),
        ({"sets": {"2": 100}}, "sets has 100 for '2'; it must have whole points by rank, of 6 7 8 9 T J Q K A"),
        ({"order": [6, 7]}, "order"),
        ({"shared": "no"}, "shared"),
    ],
)
def test_what_it_refuses(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        RunsAndSets(**POINTS | changed)


def test_sets_may_be_better_than_all_runs() -> None:
    points = {"order": "789TJQKA", "runs": {3: 20, 5: 100}, "sets": {"T": 100, "Q": 100, "J": 200}}
    hand = Hand.of(french("789TJQKA"), ["7C", "8C", "9C", "TC", "JC", "QC", "TD", "TH", "TS", "QD", "QH", "QS"])
    best = [str(meld) for meld in RunsAndSets(**points).melds(hand, None)]
    assert best == ["7C 8C 9C TC JC QC (100)", "QC QD QH QS (100)", "TC TD TH TS (100)"]
    belote = RunsAndSets(**points, sets_first=True, set_order="QTJ")
    assert [str(meld) for meld in belote.melds(hand, None)] == [best[2], best[1], best[0]]


def test_an_order_of_sets_has_every_set() -> None:
    with pytest.raises(InvalidRules, match=r"set_order=\('Q',\) lacks 'T', of which there is a set"):
        RunsAndSets(order="789TJQKA", runs={3: 20}, sets={"T": 100}, set_order="Q")


def test_of_choices_that_score_the_same_the_one_with_the_better_meld_counts() -> None:
    points = {"order": "789TJQKA", "runs": {5: 100}, "sets": {"Q": 100}, "shared": False}
    hand = Hand.of(french("789TJQKA"), ["8C", "9C", "TC", "JC", "QC", "QD", "QH", "QS"])
    assert [str(meld) for meld in RunsAndSets(**points).melds(hand, None)] == ["8C 9C TC JC QC (100)"]
    best = RunsAndSets(**points, sets_first=True).melds(hand, None)
    assert [str(meld) for meld in best] == ["QC QD QH QS (100)"]
