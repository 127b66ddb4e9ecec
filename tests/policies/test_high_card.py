"""Which card is the stronger, at the ends of the ranks."""

from __future__ import annotations

import pytest

from trickkit import Face, Suit
from trickkit.policies.ranking import HighCard

RED, BLUE, WHITE = Suit("red", "R"), Suit("blue", "B"), Suit("white", "W")


def strength(suit: Suit, rank: int) -> int:
    """How strong a card is where red was led and white is trump."""
    return HighCard().strength(Face(suit, rank, f"{suit.letter}{rank}"), led=RED, trump=WHITE)


def test_a_card_of_rank_0_beats_what_does_not_follow() -> None:
    assert strength(BLUE, 99) == 0 < strength(RED, 0) < strength(RED, 1)


@pytest.mark.parametrize("rank", [1, 13, 100, 60_000])
def test_the_lowest_trump_beats_the_highest_card_of_the_led_suit(rank: int) -> None:
    assert strength(RED, rank) < strength(WHITE, 0) < strength(WHITE, 1)
