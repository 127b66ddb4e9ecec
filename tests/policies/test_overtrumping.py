"""Following suit among partners: what must be beaten, and when anything may be played."""

from __future__ import annotations

import pytest

from trickkit import InvalidRules
from trickkit.model.cards import Suit, piquet
from trickkit.phases.tricks.tables import TrickTables, cascade
from trickkit.policies.follow import Follow
from trickkit.policies.overtrumping import DiscardOrOvertrump, HeadTrumps, OvertrumpOpponents
from trickkit.policies.ranking import TrumpOrder

DECK = piquet()
ALL = Suit("all trumps", "AT")
RANKING = TrumpOrder(trump="78QKTA9J", plain="789JQKTA", games={ALL: "78QKTA9J"})
SUITS = {**{suit.letter: suit for suit in DECK.suits}, "AT": ALL, "": None}


def allowed(follow: Follow, hand: str, lying: str, trump: str) -> str:
    """What of a hand may be played to some cards, in the order of the hand."""
    tables, plays = TrickTables(DECK, RANKING, follow, SUITS[trump]), lying.split()
    node = tables.root
    for text in plays:
        node = node[DECK.kinds[text]]
    context = tables.context(node, winner=0 if node.winner is None else (node.winner - len(plays)) % 4)
    cards = DECK.mask(hand.split())
    faces = next(cards & may for binds, may, _ in cascade(follow, context) if cards & binds)
    return " ".join(text for text in hand.split() if DECK.kinds[text] & faces)


@pytest.mark.parametrize(
    ("lying", "hand", "expected"),
    [
        ("", "7C 8H AS", "7C 8H AS"),
        ("8C", "7C AC JH", "7C AC"),
        ("TC", "JH 7H 8D", "JH 7H"),
        ("AC 7C", "8D 7H JH", "8D 7H JH"),
        ("AC 7H", "8H QH 8D", "8H QH"),
        ("AC 7C 8H", "7H 8D", "7H"),
        ("AC 9H", "JH AH 8D", "JH"),
        ("AC JH", "9H 7H 8D", "9H 7H"),
        ("7C 8C QH", "7H KH 8D", "KH"),
        ("7C QH 8C", "7H KH 8D", "7H KH 8D"),
        ("AC KC QH", "KH 7D", "KH"),
        ("7C 8C JH", "8D 9H", "9H"),
        ("8C KH", "8D 7D", "8D 7D"),
        ("AH", "9H TH 7C", "9H"),
        ("JH", "9H TH 7C", "9H TH"),
        ("AH 7H", "9H TH", "9H"),
        ("AH", "8D 7C", "8D 7C"),
    ],
)
def test_what_may_be_played(lying: str, hand: str, expected: str) -> None:
    assert allowed(OvertrumpOpponents(), hand, lying, "H") == expected


def test_one_who_cannot_beat_the_trump_of_an_opponent_may_keep_its_trumps() -> None:
    follow = OvertrumpOpponents(undertrump=False)
    assert allowed(follow, "9H 7H 8D", "AC JH", "H") == "9H 7H 8D"
    assert allowed(follow, "9H 7H 8D", "AC QH", "H") == "9H"
    assert allowed(follow, "9H 7H 8D", "AC", "H") == "9H 7H"


def test_a_partner_that_is_winning_a_trump_lead_may_be_let_be() -> None:
    follow = OvertrumpOpponents(over_partner=False)
    assert allowed(follow, "9H TH", "AH 7H", "H") == "9H TH"
    assert allowed(follow, "9H TH", "7H AH", "H") == "9H"


def test_where_all_suits_are_trumps_every_lead_is_beaten() -> None:
    follow = OvertrumpOpponents(headed=[ALL])
    assert allowed(follow, "9C TC JH", "AC", "AT") == "9C"
    assert allowed(follow, "7C JH", "AC", "AT") == "7C"
    assert allowed(follow, "9C 7C", "7D 8C", "AT") == "9C 7C"
    assert allowed(follow, "AH JH", "AC", "AT") == "AH JH"


def test_without_trump_suit_is_followed() -> None:
    assert allowed(OvertrumpOpponents(headed=[ALL]), "9C TC JH", "KC", "") == "9C TC"
    assert allowed(OvertrumpOpponents(headed=[ALL]), "9D JH", "KC", "") == "9D JH"


def test_the_partner_may_sit_elsewhere() -> None:
    assert allowed(OvertrumpOpponents(partner=3), "8D 7H", "AC", "H") == "8D 7H"
    with pytest.raises(InvalidRules, match="partner=0 is not a whole number from 1 on"):
        OvertrumpOpponents(partner=0)
    with pytest.raises(InvalidRules, match="undertrump=1 is not a bool"):
        OvertrumpOpponents(undertrump=1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lying", "hand", "expected"),
    [
        ("", "7C 8H AS", "7C 8H AS"),
        ("8C", "7C AC JH", "7C AC"),
        ("8C", "7H JH AS", "7H JH AS"),
        ("8C QH", "7H JH AS", "JH AS"),
        ("8C JH", "7H 9H AS", "AS"),
        ("8C JH", "7H 9H", "7H 9H"),
        ("JH", "7H 9H AS", "7H 9H"),
    ],
)
def test_one_may_throw_off_or_overtrump(lying: str, hand: str, expected: str) -> None:
    assert allowed(DiscardOrOvertrump(), hand, lying, "H") == expected


@pytest.mark.parametrize(
    ("lying", "hand", "expected"),
    [
        ("", "7C 8H AS", "7C 8H AS"),
        ("8C", "7C AC JH", "7C AC"),
        ("AC 9H", "JH 7H 8D", "JH 7H"),
        ("AC", "8D 7S", "8D 7S"),
        ("TH", "KH AH JH", "AH JH"),
        ("JH", "9H TH 7C", "9H TH"),
        ("7H", "8D 7C", "8D 7C"),
    ],
)
def test_only_trumps_that_were_led_must_be_beaten(lying: str, hand: str, expected: str) -> None:
    assert allowed(HeadTrumps(), hand, lying, "H") == expected
