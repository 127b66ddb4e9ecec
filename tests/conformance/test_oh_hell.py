"""Oh Hell, replayed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from conformance import CHANCE, Entry, Played, files, games, replay
from oh_hell import OhHell


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", files("oh_hell"), ids=lambda path: path.name.partition(".")[0])
def test_games_are_replayed(path: Path) -> None:
    for played in games(path):
        replay(OhHell(), played)


def made(chance: list[int], decisions: list[tuple[int, int, list[int]]], **params: Any) -> Played:
    """A game by hand: what was dealt, then who did what of what was legal."""
    usual = {"players": 3, "num_suits": 4, "num_cards_per_suit": 13, "num_tricks_fixed": -1}
    history = [Entry(CHANCE, number, "", ()) for number in chance]
    history += [Entry(player, action, "", tuple(legal)) for player, action, legal in decisions]
    return Played({**usual, **params}, tuple(history), ())


@pytest.mark.parametrize(
    ("penalty", "points", "returns"),
    [
        (False, 3, (10, 13, 0)),
        (True, 3, (10, 13, -3)),
        (True, 0, (10, 10, 0)),
        (False, 20, (10, 30, 0)),
        (True, -2, (10, 8, 2)),
    ],
)
def test_two_suits_of_two_ranks(penalty: bool, points: int, returns: tuple[int, ...]) -> None:
    """All cards but the one turned up, which is a diamond; seat 1 has the other diamond."""
    played = made(
        [1, 0, 0, 3, 2, 1],
        [(1, 5, [4, 5]), (2, 5, [4, 5]), (0, 4, [4, 5]), (1, 3, [3]), (2, 2, [2]), (0, 0, [0])],
        num_suits=2,
        num_cards_per_suit=2,
        off_bid_penalty=penalty,
        points_per_trick=points,
    )
    replay(OhHell(), evolve(played, returns=returns))


@pytest.mark.parametrize(("penalty", "points", "last"), [(False, 5, 10), (True, 5, -5), (False, 1, 2), (True, 1, -1)])
def test_one_suit_and_a_hook(penalty: bool, points: int, last: int) -> None:
    """Seat 2 deals, may not estimate 2, and takes both tricks."""
    played = made(
        [2, 2, 0, 1, 2, 3, 4, 5, 6],
        [
            (0, 7, [7, 8, 9]),
            (1, 7, [7, 8, 9]),
            (2, 8, [7, 8]),
            (0, 3, [0, 3]),
            (1, 4, [1, 4]),
            (2, 5, [2, 5]),
            (2, 2, [2]),
            (0, 0, [0]),
            (1, 1, [1]),
        ],
        num_suits=1,
        num_cards_per_suit=7,
        num_tricks_fixed=2,
        off_bid_penalty=penalty,
        points_per_trick=points,
    )
    replay(OhHell(), evolve(played, returns=(10, 10, last)))


def test_three_suits_for_seven() -> None:
    """Of three suits the third is spades; seat 6 throws one in as trump."""
    played = made(
        [1, 5, 0, 3, 6, 9, 12, 15, 2, 5],
        [
            *[(seat, 18, [18, 19]) for seat in (6, 0, 1, 2, 3, 4)],
            (5, 18, [18]),
            *[(6, 2, [2]), (0, 0, [0]), (1, 3, [3]), (2, 6, [6]), (3, 9, [9]), (4, 12, [12]), (5, 15, [15])],
        ],
        players=7,
        num_suits=3,
        num_cards_per_suit=6,
        off_bid_penalty=False,
        points_per_trick=1,
    )
    replay(OhHell(), evolve(played, returns=(10, 10, 10, 10, 10, 10, 1)))
