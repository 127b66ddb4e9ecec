"""What markers on a board score, and a hand that could play none of its cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from trickkit import Deal, InvalidRules, load
from trickkit.model.cards import french
from trickkit.phases.estimates import Estimated
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.board import BoardTricks
from trickkit.phases.tricks.markers import Markers
from trickkit.phases.tricks.record import Trick, TrickTable
from trickkit.policies.boards import Board, WinningPlay
from trickkit.scoring import Extent, ScoreCards, ScoreGroup, ScoreMajorities, ScoreTricks, Scoring, UnlessStuck

BOARD = Board([["a", "b", "c"], ["d", "e", "f"]])


def points(scoring: Scoring, *, stuck: int | None = None, bids: tuple[int, ...] = (1, 2)) -> list[tuple[int, int]]:
    """Hand 0 has a, b and f, and took a trick; hand 1 has c, and took two."""
    markers = Markers(BOARD, (0, 0, 1, None, None, 0), ((), ()))
    deal = (
        Deal.fresh(french(), players=2).with_record(markers).with_record(TrickTable((), Trick(()), (1, 2), stuck=stuck))
    )
    return [(line.seat, line.points) for line in scoring.lines(deal.with_record(Estimated(bids)))]


def test_areas_that_are_no_mapping_are_refused() -> None:
    with pytest.raises(InvalidRules, match="3 gives no values by name"):
        ScoreMajorities(areas=3, worth={"a": 1})  # type: ignore[arg-type]


def test_the_largest_group_scores() -> None:
    assert points(ScoreGroup(5)) == [(0, 10), (1, 5)]


@pytest.mark.parametrize(("bids", "scored"), [((1, 2), [(0, 2), (1, 1)]), ((2, 2), [(1, 1)]), ((0, 1), [])])
def test_a_group_scores_only_for_an_exact_estimate(bids: tuple[int, ...], scored: list[tuple[int, int]]) -> None:
    assert points(ScoreGroup(exact=True), bids=bids) == scored


def test_a_hand_without_a_marker_scores_nothing() -> None:
    deal = Deal.fresh(french(), players=2).with_record(Markers(BOARD, (None,) * 6, ((), ())))
    assert ScoreGroup().lines(deal) == ()


@pytest.mark.parametrize(
    ("stuck", "scored"),
    [(None, [(0, 1), (1, 2), (0, 2), (1, 1)]), (0, [(1, 2), (1, 1), (0, -1)]), (1, [(0, 1), (0, 2), (1, -2)])],
)
def test_a_stuck_hand_has_a_scoring_of_its_own(stuck: int | None, scored: list[tuple[int, int]]) -> None:
    assert points(UnlessStuck([ScoreTricks(), ScoreGroup()], stuck=ScoreTricks(-1)), stuck=stuck) == scored


def test_a_stuck_hand_may_score_nothing() -> None:
    assert points(UnlessStuck(ScoreTricks()), stuck=1) == [(0, 1)]


def test_the_parts_say_what_they_read_and_are_checked() -> None:
    assert UnlessStuck(ScoreTricks(), stuck=ScoreGroup()).reads == (Tricks, BoardTricks)
    with pytest.raises(InvalidRules, match=r"UnlessStuck: scorings\[0\]=3 is not a Scoring"):
        UnlessStuck([3])  # type: ignore[list-item]
    with pytest.raises(InvalidRules, match="'QZ' is nothing in the deck"):
        UnlessStuck(ScoreTricks(), stuck=ScoreCards(cards={"QZ": 1})).check(french())


@pytest.mark.parametrize("placing", [{}, {"placing": WinningPlay()}])
def test_one_hand_may_have_all_spaces(placing: dict[str, WinningPlay]) -> None:
    extent = Extent(french(), players=2, size=5, tricks=5, phases=(BoardTricks(board=BOARD, **placing),))
    assert ScoreGroup(2).bounds(extent) == (0, 12)
    assert UnlessStuck([ScoreTricks(), ScoreGroup(2)], stuck=ScoreTricks(-1)).bounds(extent) == (-5, 12 + 5)


AREAS = {"north": ["a", "b", "c"], "south": ["d", "e", "f"], "coast": ["c", "f"], "sea": ["d", "e"]}


def test_the_most_markers_of_an_area_score_for_all_who_have_as_many_or_for_nobody() -> None:
    scoring = ScoreMajorities(areas=AREAS, worth={"north": 5, "south": 3, "coast": 2, "sea": 9})
    assert points(scoring) == [(0, 5), (0, 3), (0, 2), (1, 2)]
    assert points(evolve(scoring, ties="nobody")) == [(0, 5), (0, 3)]
    assert scoring.bounds(Extent(french(), players=2, size=6, tricks=6)) == (0, 19)


def test_areas_and_what_they_are_worth_belong_together() -> None:
    with pytest.raises(InvalidRules, match=r"ScoreMajorities: 'nort' is not an area \(did you mean 'north'\?\)"):
        ScoreMajorities(areas={"north": ["a"]}, worth={"north": 5, "nort": 5})
    with pytest.raises(InvalidRules, match="ScoreMajorities: 'north' has no worth"):
        ScoreMajorities(areas={"north": ["a"]}, worth={})
    with pytest.raises(InvalidRules, match="ScoreMajorities: areas has 3 for 'north'; it must have lists of spaces"):
        ScoreMajorities(areas={"north": 3}, worth={"north": 5})


def test_spaces_that_the_board_lacks_are_refused_before_a_game() -> None:
    house = load(str(Path(__file__).parents[2] / "variants" / "house" / "provinces.py"))
    scoring = ScoreMajorities(areas={"north": ["AC", "1C"]}, worth={"north": 5})
    with pytest.raises(InvalidRules, match="ScoreMajorities: '1C' is not a space of the board"):
        house.replace(scoring=(ScoreGroup(), scoring)).start()
