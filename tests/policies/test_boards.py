"""Boards: spaces, neighbours, groups; and where markers are placed."""

from __future__ import annotations

import pytest

from trickkit import InvalidRules
from trickkit.model.actions import Play
from trickkit.model.cards import french
from trickkit.model.tricks import Played, Trick
from trickkit.policies.boards import Board, EachPlay, WinningPlay

GRID = Board([["a", "b", "c"], ["d", "", "f"], ["g", "h", "i"]])


def trick(*faces: str, taker: int | None) -> Trick:
    return Trick(tuple(Played(hand, hand, Play(face), face) for hand, face in enumerate(faces)), taker)


def test_spaces_side_by_side_are_neighbours_but_not_across_a_gap_or_diagonally() -> None:
    assert {space: "".join(sorted(beside)) for space, beside in GRID.neighbours.items()} == {
        "a": "bd", "b": "ac", "c": "bf", "d": "ag", "f": "ci", "g": "dh", "h": "gi", "i": "fh",
    }  # fmt: skip


def test_rows_may_have_different_lengths() -> None:
    assert Board([["a"], ["b", "c"]]).neighbours == {"a": ("b",), "b": ("c", "a"), "c": ("b",)}


def test_named_neighbours_replace_those_side_by_side() -> None:
    ring = Board([["a", "b", "c"]], joined=[("a", "c"), ("a", "c")])
    assert ring.neighbours == {"a": ("c",), "b": (), "c": ("a",)}


@pytest.mark.parametrize(
    ("spaces", "groups"),
    [
        ("", ""),
        ("ai", "a i"),
        ("iha", "hi a"),
        ("abcfi", "abcfi"),
        ("bh", "b h"),
        ("adgchi", "adghi c"),
    ],
)
def test_groups_are_connected_spaces_the_largest_first(spaces: str, groups: str) -> None:
    assert " ".join("".join(group) for group in GRID.groups(spaces)) == groups
    assert GRID.largest(spaces) == len(groups.split()[0] if groups else "")


def test_a_board_of_faces_has_a_row_for_each_suit_and_a_column_for_each_rank() -> None:
    board = Board.of_faces(french("QKA", suits="CH"), suits=["hearts", "clubs"])
    assert board.rows == (("QH", "KH", "AH"), ("QC", "KC", "AC"))


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: Board([]), "list the texts of spaces"),
        (lambda: Board([["", ""]]), "list the texts of spaces"),
        (lambda: Board(None), "rows=None; they list the texts of spaces"),  # type: ignore[arg-type]
        (lambda: Board([1]), r"rows=\[1\]; they list the texts of spaces"),  # type: ignore[list-item]
        (lambda: Board([["a", "b"]], joined=1), r"joined=1; it lists pairs of spaces"),  # type: ignore[arg-type]
        (lambda: Board([["a"], ["a"]]), "'a' occurs twice in rows"),
        (lambda: Board([["east", "west"]], joined=[("east", "wes")]), r"'wes' is no space .*\(did you mean 'west'\?\)"),
        (lambda: Board([["a", "b"]], joined=[("a", "a")]), "pairs of different spaces"),
        (lambda: GRID.groups("ax"), "'x' is no space of the board"),
        (lambda: Board.of_faces(french(), suits=["hearts"]), "the suits of the deck are clubs, diamonds"),
    ],
)
def test_what_is_no_board_is_refused(made: object, why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        made()  # type: ignore[operator]


def test_each_play_takes_the_space_of_its_face_and_a_trick_none() -> None:
    assert (EachPlay().by_play("KC"), EachPlay().by_trick(trick("KC", "AC", taker=1))) == ("KC", ())


@pytest.mark.parametrize(("taker", "spaces"), [(1, ("AC",)), (0, ("KC",)), (2, ())])
def test_the_taker_of_a_trick_takes_the_space_of_the_face_that_it_played(taker: int, spaces: tuple[str, ...]) -> None:
    assert (WinningPlay().by_play("KC"), WinningPlay().by_trick(trick("KC", "AC", taker=taker))) == ("", spaces)
