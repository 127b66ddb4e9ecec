"""Combinations from a list: how often a hand has each, what that scores, and which cards lie on the table."""

from __future__ import annotations

import pytest

from trickkit import Hand, InvalidRules, load
from trickkit.model.cards import Deck, french
from trickkit.policies.combinations import Combinations

DECK = Deck(card for card in french("9JQKTA") for _ in range(2))
FOURFOLD = Deck(card for card in french("JQKTA") for _ in range(4))
HEARTS = DECK.suits[2]
PINOCHLE = Combinations(
    trumps={"A T K Q J": (150, 1500), "K Q": 40, "9": 10},
    plain={"K Q": 20},
    sets={"A": (100, 1000), "K": (80, 800)},
    cards={"QS JD": (40, 300)},
)


def hand(cards: str, deck: Deck = DECK) -> Hand:
    return Hand.of(deck, cards.split())


def melds(cards: str, melding: Combinations = PINOCHLE, deck: Deck = DECK) -> list[str]:
    """The melds of a hand where hearts are trump."""
    return [str(meld) for meld in melding.melds(hand(cards, deck), deck.suits[2])]


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("KC QD JS", []),
        ("KC QC QC", ["KC QC (20)"]),
        ("KC KC QC QC", ["KC QC KC QC (40)"]),
        ("KH QH 9H 9H", ["KH QH (40)", "9H 9H (20)"]),
        ("AH TH KH QH JH", ["AH TH KH QH JH (150)"]),
        ("AH TH KH QH JH KH", ["AH TH KH QH JH (150)"]),
        ("AH TH KH QH JH KH QH", ["AH TH KH QH JH (150)", "KH QH (40)"]),
        ("AH TH KH QH JH AH TH KH QH JH", ["AH TH KH QH JH AH TH KH QH JH (1500)"]),
        ("AC AD AH AS AS", ["AC AD AH AS (100)"]),
        # The queen of spades counts for a marriage and for a pinochle.
        ("KS QS JD", ["QS JD (40)", "KS QS (20)"]),
        ("KC KD KH KS QC", ["KC KD KH KS (80)", "KC QC (20)"]),
    ],
)
def test_a_combination_scores_as_often_as_it_is_held(cards: str, found: list[str]) -> None:
    assert melds(cards) == found


def test_a_part_of_a_larger_combination_scores_only_by_option() -> None:
    melding = Combinations(trumps={"A K Q": 50, "K Q": 40, "Q": 5}, contained=True)
    assert melds("AH KH QH QH", melding) == ["AH KH QH (50)", "KH QH (40)", "QH QH (10)"]
    without = Combinations(trumps={"A K Q": 50, "K Q": 40, "Q": 5})
    assert melds("AH KH QH QH", without) == ["AH KH QH (50)", "QH (5)"]
    assert melds("AH KH KH QH QH", without) == ["AH KH QH (50)", "KH QH (40)"]


def test_the_last_total_counts_for_more_than_are_listed() -> None:
    melding = Combinations(sets={"A": (100, 1000)}, cards={"QS JD": 40})
    assert melds("AC AD AH AS AC AD AH AS AC AD AH AS QS JD QS JD QS JD", melding, FOURFOLD) == [
        "AC AD AH AS AC AD AH AS AC AD AH AS (1000)",
        "QS JD QS JD QS JD (120)",
    ]


def test_all_cards_of_combinations_lie_on_the_table_and_each_once() -> None:
    laid = PINOCHLE.laid(hand("AH TH KH QH JH KH QH QS JD 9C"), HEARTS)
    assert str(Hand(DECK, laid)) == "JD JH QH QH KH KH TH AH QS"
    assert not PINOCHLE.laid(hand("9C"), HEARTS)


def test_without_trump_every_suit_is_plain() -> None:
    assert [str(meld) for meld in PINOCHLE.melds(hand("KH QH 9H"), None)] == ["KH QH (20)"]


def test_hands_score_no_more_than_the_bound() -> None:
    assert PINOCHLE.most(DECK, hands=1, cards=12) == 1500 + 80 + 20 + 3 * 40 + 1000 + 800 + 300
    few = Combinations(cards={"QS JD": (40, 300)})
    assert [few.most(DECK, hands=2, cards=cards) for cards in (1, 2, 3, 4)] == [0, 80, 80, 300]
    assert few.values() == (40, 300)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"trumps": {"": 10}}, "trumps has ''; a combination is named by its cards"),
        ({"cards": {"QS QS": 10}}, "cards has 'QS QS'; a combination is named by its cards, each once"),
        ({"sets": {"A": "100"}}, "sets has '100' for 'A'; it has the whole points of each"),
        ({"plain": {"K Q": ()}}, r"plain has \(\) for 'K Q'; it has the whole points of each"),
        ({"plain": {"K Q": [20, True]}}, r"plain has \(20, True\) for 'K Q'"),
    ],
)
def test_refused_arguments(given: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        Combinations(**given)  # type: ignore[arg-type]


def test_a_card_that_the_deck_lacks_is_named() -> None:
    with pytest.raises(InvalidRules, match="the deck has no card 2H of one face, which is part of 2H"):
        melds("KH", Combinations(trumps={"2": 10}))


def test_cards_with_several_faces_make_no_combination() -> None:
    deck = load("pikoko").deck
    with pytest.raises(InvalidRules, match="no card P1 of one face, which is part of P1"):
        Combinations(cards={"P1": 10}).combinations(deck, None)
