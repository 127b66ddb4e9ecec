"""Following suit or trumping: trumps may always be played, but for those that are too low."""

from __future__ import annotations

import pytest

from trickkit import InvalidRules
from trickkit.model.cards import french
from trickkit.phases.tricks.tables import TrickTables, cascade
from trickkit.policies.ranking import TrumpOrder
from trickkit.policies.trumping import FollowOrTrump, LowestTrump

DECK = french("6789TJQKA")
RANKING = TrumpOrder(trump="678TQKA9J", plain="6789TJQKA")
BEST = FollowOrTrump(held_back="J")
LOWEST = FollowOrTrump(held_back="J", undertrump="lowest")


def allowed(follow: FollowOrTrump, hand: str, lying: str, trump: str = "H") -> str:
    """What of a hand may be played to some cards, in the order of the hand."""
    suits = {suit.letter: suit for suit in DECK.suits}
    tables = TrickTables(DECK, RANKING, follow, suits.get(trump), LowestTrump())
    node = tables.root
    for text in lying.split():
        node = node[DECK.kinds[text]]
    cards = DECK.mask(hand.split())
    faces = next(cards & may for binds, may, _ in cascade(follow, tables.context(node)) if cards & binds)
    return " ".join(text for text in hand.split() if DECK.kinds[text] & faces)


@pytest.mark.parametrize(
    ("lying", "hand", "expected"),
    [
        ("", "7C 6H AS", "7C 6H AS"),
        ("8C", "7C 6H AS", "7C 6H"),
        ("8C", "6H 7D AS", "6H 7D AS"),
        ("8C TH", "7C 8H QH JH AS", "7C QH JH"),
        ("8C TH", "7C 8H AS", "7C"),
        ("8C TH", "8H QH 7D AS", "QH 7D AS"),
        ("8C TH", "8H 6H", "8H 6H"),
        ("8C TH", "8H 9H", "8H 9H"),
        ("8C 9H", "AH KH 7D", "7D"),
        ("8C AC 7H", "KC 6H 8H", "KC 8H"),
        ("7H", "6H 8C", "6H"),
        ("7H", "JH 8C AS", "JH 8C AS"),
        ("7H", "JH 6H AS", "JH 6H"),
        ("7H", "9H AS", "9H"),
        ("7H", "8C AS", "8C AS"),
    ],
)
def test_what_may_be_played(lying: str, hand: str, expected: str) -> None:
    assert allowed(BEST, hand, lying) == expected


@pytest.mark.parametrize(
    ("lying", "hand", "best", "lowest", "free"),
    [
        ("8C 7H KH", "TH 6H 7D", "7D", "TH 7D", "TH 6H 7D"),
        ("8C 7H KH", "TH 6H 7C", "7C", "TH 7C", "TH 6H 7C"),
        ("8C AC TH", "8H QH 7D", "QH 7D", "QH 7D", "8H QH 7D"),
        # The nine is the lowest by its rank, and the second highest trump.
        ("8C QH 9H", "AH JH 7D", "JH 7D", "JH 7D", "AH JH 7D"),
        ("7H 8H KH", "TH 7D", "TH", "TH", "TH"),
        ("8C AC KC", "6H 7D", "6H 7D", "6H 7D", "6H 7D"),
    ],
)
def test_what_trumps_are_compared_with(lying: str, hand: str, best: str, lowest: str, free: str) -> None:
    assert allowed(BEST, hand, lying) == best
    assert allowed(LOWEST, hand, lying) == lowest
    assert allowed(FollowOrTrump(undertrump="free"), hand, lying) == free


def test_without_trump_suit_must_be_followed() -> None:
    assert allowed(BEST, "7C AH 6D", "8C", trump="") == "7C"
    assert allowed(BEST, "AH 6D", "8C", trump="") == "AH 6D"


def test_where_no_trump_may_be_held_back() -> None:
    assert allowed(FollowOrTrump(), "JH 8C AS", "7H") == "JH"


def test_arguments_of_the_wrong_kind_are_refused() -> None:
    with pytest.raises(InvalidRules, match="undertrump"):
        FollowOrTrump(undertrump="never")  # type: ignore[arg-type]
    with pytest.raises(InvalidRules, match="held_back"):
        FollowOrTrump(held_back=[1])  # type: ignore[list-item]
