"""An order for each suit, as trump and otherwise, with cards of other suits among the trumps."""

from __future__ import annotations

from typing import Any

import pytest

from trickkit import InvalidRules
from trickkit.model.cards import french
from trickkit.policies.ranking import Ranked
from trickkit.policies.suit_orders import SuitOrders

OMBRE = SuitOrders(
    trump={"clubs spades": "3 4 5 6 7 J Q K AC 2 AS", "diamonds hearts": "6 5 4 3 2 J Q K A AC 7 AS"},
    plain={"clubs spades": "2 3 4 5 6 7 J Q K", "diamonds hearts": "7 6 5 4 3 2 A J Q K"},
)
TWENTY_FIVE = SuitOrders(
    trump={
        "clubs spades": "T 9 8 7 6 4 3 2 Q K A AH J 5",
        "diamonds hearts": "2 3 4 6 7 8 9 T Q K A AH J 5",
    },
    plain={"clubs spades": "T 9 8 7 6 5 4 3 2 A J Q K", "diamonds hearts": "A 2 3 4 5 6 7 8 9 T J Q K"},
)


@pytest.mark.parametrize(
    ("ranking", "ranks", "trump", "expected"),
    [
        (
            OMBRE,
            "234567JQKA",
            "H",
            "AS 7H AC AH KH QH JH 2H 3H 4H 5H 6H KC QC JC 7C 6C 5C 4C 3C 2C "
            "KD QD JD AD 2D 3D 4D 5D 6D 7D KS QS JS 7S 6S 5S 4S 3S 2S",
        ),
        (
            OMBRE,
            "27JQKA",
            "S",
            "AS 2S AC KS QS JS 7S KC QC JC 7C 2C KD QD JD AD 2D 7D KH QH JH AH 2H 7H",
        ),
        (
            TWENTY_FIVE,
            "25TJQKA",
            "C",
            "5C JC AH AC KC QC 2C TC KD QD JD TD 5D 2D AD KH QH JH TH 5H 2H KS QS JS AS 2S 5S TS",
        ),
        (
            TWENTY_FIVE,
            "25TJQKA",
            "H",
            "5H JH AH KH QH TH 2H KC QC JC AC 2C 5C TC KD QD JD TD 5D 2D AD KS QS JS AS 2S 5S TS",
        ),
    ],
)
def test_each_suit_has_its_own_order(ranking: SuitOrders, ranks: str, trump: str, expected: str) -> None:
    deck = french(ranks)
    suit = next(suit for suit in deck.suits if suit.letter == trump)
    assert " ".join(face.text for face in Ranked(ranking, suit).order(deck)) == expected


def test_a_card_of_another_suit_than_trump_and_the_one_led_never_wins() -> None:
    deck = french()
    clubs, diamonds, _, spades = deck.suits
    assert TWENTY_FIVE.strength(deck.card("KS").faces[0], led=diamonds, trump=clubs) == 0
    assert TWENTY_FIVE.strength(deck.card("AH").faces[0], led=spades, trump=clubs) > 1 << 16


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"clubs": "A", "spades clubs": "A"}, "SuitOrders: plain has two orders for 'clubs'"),
        ({"clubs": [1]}, r"SuitOrders: plain has \(1,\) for 'clubs'; it has texts of ranks and cards"),
    ],
)
def test_orders_are_checked(given: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        SuitOrders(trump={}, plain=given)


@pytest.mark.parametrize(
    ("card", "trump", "message"),
    [
        ("TH", "H", "SuitOrders: TH has no place in hearts: 6 5 4 3 2 J Q K A AC 7 AS"),
        ("AS", "", "SuitOrders: AS has no place in spades: 2 3 4 5 6 7 J Q K"),
    ],
)
def test_a_card_without_a_place_is_named(card: str, trump: str, message: str) -> None:
    face = french().card(card).faces[0]
    suit = face.suit if trump else None
    with pytest.raises(InvalidRules, match=message):
        OMBRE.strength(face, face.suit, suit)


def test_a_suit_without_an_order_is_named() -> None:
    hearts = french().suits[2]
    ranking = SuitOrders(trump={"heart": "A"}, plain={})
    with pytest.raises(InvalidRules, match=r"trump has no order for 'hearts' \(did you mean 'heart'\?\)"):
        ranking.suit(french().card("AH").faces[0], hearts)
