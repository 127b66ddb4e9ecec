"""The three games: how far the numbers among their options go, and what each treats alike."""

from __future__ import annotations

import pytest

from trickkit import InvalidRules, load


@pytest.mark.parametrize(
    ("key", "option", "least", "most"),
    [
        ("pikoko", "players", 3, 5),
        ("pikinni", "players", 2, 4),
        ("5211", "players", 2, 5),
        ("5211", "long_target", 1, 500),
    ],
)
def test_a_number_goes_from_here_to_there(key: str, option: str, least: int, most: int) -> None:
    for value in (least, most):
        assert load(key, **{option: value}).options[option] == value
    for value in (least - 1, most + 1):
        with pytest.raises(InvalidRules, match=option):
            load(key, **{option: value})


@pytest.mark.parametrize(
    ("key", "suits"),
    [("pikoko", ""), ("pikinni", "clubs diamonds spades"), ("5211", "blue green yellow orange purple")],
)
def test_what_a_game_treats_alike(key: str, suits: str) -> None:
    """All seats; of the suits not those that its rules name or that share cards with others."""
    symmetry = load(key).symmetry
    assert symmetry.seats
    assert " ".join(map(str, symmetry.suits)) == suits
