"""The options of the three games: how far each number goes, and what is taken where nothing is said."""

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
    ("key", "expected"),
    [
        (
            "pikoko",
            {
                "players": 4,
                "next_lead": "winning_peacock",
                "start_basis": "total",
                "start_tie": "after_current",
                "absent_confidence": "illegal",
                "self_confidence": True,
                "multi_must_follow": True,
            },
        ),
        (
            "pikinni",
            {
                "players": 4,
                "challenge": False,
                "zero": False,
                "change": False,
                "double": False,
                "short_schedule": "climb_then_three_eights",
                "trick_lead": "winner",
                "zero_mode": "replace",
                "change_in_hearts": True,
                "change_same_suit": False,
                "change_needs_points": False,
                "change_window": "after_deal",
                "call_order": "left_of_dealer",
                "double_stack": "multiply",
                "same_player_twice": False,
                "must_overtrump": False,
                "tie": "shared",
            },
        ),
        (
            "5211",
            {
                "players": 4,
                "long_game": False,
                "long_target": 50,
                "long_check": "round_after_first_deck",
                "long_tiebreak": "current_pile",
                "kododo_mode": "exact",
            },
        ),
    ],
)
def test_what_is_taken_where_nothing_is_said(key: str, expected: dict[str, object]) -> None:
    options = load(key).options
    assert {name: options[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("key", "suits"),
    [("pikoko", ""), ("pikinni", "clubs diamonds spades"), ("5211", "blue green yellow orange purple")],
)
def test_what_a_game_treats_alike(key: str, suits: str) -> None:
    """All seats; of the suits not those that its rules name or that share cards with others."""
    symmetry = load(key).symmetry
    assert symmetry.seats
    assert " ".join(map(str, symmetry.suits)) == suits
