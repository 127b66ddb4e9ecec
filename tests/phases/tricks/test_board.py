"""Tricks with a board: spaces that plays and tricks take, suits given up for good, and hands that can play nothing."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen
from blocks import ROOT
from lockstep import is_replayed
from turns import at_random, legal, play

from trickkit import (
    Card,
    Deal,
    Deck,
    Face,
    IllegalAction,
    InvalidRules,
    Rules,
    Stacked,
    State,
    Suit,
    batch,
    load,
    pictures,
    record,
    testing,
)
from trickkit.model.cards import french
from trickkit.model.tricks import Trick
from trickkit.phases import BoardTricks, DealOut, FixedTrump, LayAway, Tricks
from trickkit.policies.boards import Board, EachPlay, Placing, WinningPlay
from trickkit.policies.breaking import SuitBreaks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.follow import Anything, MustFollow, NotBeforeBroken
from trickkit.policies.participants import Everyone
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.until import AfterTricks
from trickkit.scoring import ScoreGroup, ScoreTricks, UnlessStuck

RED, BLUE = Suit("red", "R"), Suit("blue", "B")


def number(rank: int) -> Card:
    """A card of two colours."""
    return Card(f"N{rank}", [Face(suit, rank, f"{suit.letter}{rank}") for suit in (RED, BLUE)])


DECK = Deck([number(rank) for rank in range(1, 5) for _ in range(3)])
BOARD = Board.of_faces(DECK)


def rules(*, deck: Deck = DECK, board: Board = BOARD, size: int = 4, **policies: Any) -> Rules:
    """Two players, red as trump, a point for each trick."""
    return Rules(
        key="board",
        name="Board",
        players=2,
        deck=deck,
        phases=(DealOut(), FixedTrump(deck.suits[0].name), BoardTricks(board=board, **policies)),
        scoring=UnlessStuck((ScoreTricks(1), ScoreGroup(10)), stuck=ScoreTricks(-1)),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=2),
    )


FREE = rules(follow=Anything(), void_for_good=True)
STRICT = rules(follow=NotBeforeBroken("red", follow=MustFollow()), breaking=SuitBreaks("red"), void_for_good=True)
PLAIN = rules(deck=french("QKA"), board=Board.of_faces(french("QKA")), placing=WinningPlay())


def dealt(hands: str, game: Rules = FREE) -> State:
    """A deal of these hands, led by seat 0."""
    each = [hand.split() for hand in hands.split("/")]
    return game.replace(schedule=Schedule(hand_sizes=SameSize(len(each[0])))).start(
        first=0, deals=[Stacked(hands=each), Stacked()], seed=1
    )


class TestLawsOfFreePlay(testing.laws(lambda: FREE, examples=3, moves=16)):  # type: ignore[misc]
    """Any face that the board leaves."""


class TestLawsOfStrictPlay(testing.laws(lambda: STRICT, examples=3, moves=16)):  # type: ignore[misc]
    """Follow suit among the faces that the board leaves."""


class TestLawsOfWonSpaces(testing.laws(lambda: PLAIN, examples=3, moves=16)):  # type: ignore[misc]
    """The winning card takes a space."""


def test_a_face_whose_space_is_taken_cannot_be_played() -> None:
    state = play(dealt("N1 N2 / N1 N3"), "B1")
    assert legal(state) == ["R1", "R3", "B3"]
    with pytest.raises(IllegalAction, match="B1 is not allowed: the space B1 is taken by hand 0"):
        state.play(1, "B1")


def test_an_equal_copy_leaves_the_hand_and_the_others_stay() -> None:
    state = play(dealt("N1 N1 / N1 N3"), "B1")
    assert [str(hand) for hand in state.deal.hands] == ["N1", "N1 N3"]


def test_who_plays_another_suit_than_the_one_led_may_not_play_that_suit_again() -> None:
    state = play(dealt("N1 N2 N4 / N3 N3 N4"), "B1 R3")
    assert legal(state) == ["R4"]
    assert "Hand 1 plays no more blue in this deal." in map(str, state.events)
    assert state.deal[BoardTricks].voids == ((), (BLUE,))
    with pytest.raises(IllegalAction, match="hand 1 did not follow that suit, and may not play it again"):
        state.play(1, "B4")


def test_without_the_rule_a_suit_may_be_played_again() -> None:
    state = play(dealt("N1 N2 N4 / N3 N3 N4", rules(follow=Anything())), "B1 R3")
    assert "B4" in legal(state)


def test_must_follow_binds_who_can_follow_with_a_face_that_is_left() -> None:
    assert legal(play(dealt("N1 N2 / N1 N3", STRICT), "B1")) == ["B3"]
    assert legal(play(dealt("N1 N2 / N1 N1", STRICT), "B1")) == ["R1"]


def test_a_suit_that_is_not_broken_is_led_only_where_the_board_leaves_nothing_else() -> None:
    state = dealt("N1 N2 / N1 N3", STRICT)
    assert legal(state) == ["B1", "B2"]
    with pytest.raises(IllegalAction, match="R1 is not allowed: no red may be led before they are broken"):
        state.play(0, "R1")


def stuck() -> State:
    """Hand 0 has not followed red, and all that it holds is taken in blue."""
    state = play(dealt("N2 N1 N1 / N2 N1 N3"), "B2 R2 R1 B1")
    assert legal(state) == ["R3"]
    return play(state, "R3")


def test_a_hand_that_can_play_nothing_is_shown_and_ends_the_deal() -> None:
    state = stuck()
    deal = state.results[0].deal
    assert deal[Tricks].stuck == 0
    assert str(deal.events[-2]) == "Hand 0 can play none of its cards, which ends the deal: N1."
    assert str(state.view(1).results[0].deal.hands[0]) == "N1"


def test_a_trick_that_a_stuck_hand_breaks_off_goes_to_nobody_and_its_markers_stay() -> None:
    deal = stuck().results[0].deal
    assert (deal[Tricks].taken, str(deal[Tricks].current)) == ((0, 2), "R3")
    assert str(deal[BoardTricks]) == ("hand 0: B1 B2; hand 1: R1 R2 R3; hand 0 is void in red; hand 1 is void in blue")


def test_a_stuck_hand_is_scored_otherwise() -> None:
    lines = stuck().results[0].lines
    assert [str(line) for line in lines] == ["seat 1: +2 took 2 tricks", "seat 1: +30 a group of 3 markers"]


def test_the_winner_of_a_trick_takes_the_space_of_its_card() -> None:
    state = play(dealt("QC KC / AC AD", PLAIN), "QC AC")
    markers = state.deal[BoardTricks]
    assert (markers.of(0), markers.of(1)) == ((), ("AC",))
    assert [str(event) for event in state.events][-2:] == ["Trick 0 goes to hand 1.", "Hand 1 takes the space AC."]


def test_a_second_phase_goes_on_with_the_board_and_with_what_was_given_up() -> None:
    half = BoardTricks(board=BOARD, follow=Anything(), void_for_good=True, until=AfterTricks(1))
    twice = FREE.replace(phases=(DealOut(), FixedTrump("red"), half, BoardTricks(board=BOARD, follow=Anything())))
    assert legal(play(dealt("N1 N2 N4 / N3 N3 N4", twice), "B1 R3")) == ["R4"]


def test_a_hand_whose_only_card_of_a_suit_is_barred_in_a_second_phase_is_not_taken_to_lack_the_suit() -> None:
    deck = Deck([card for card in french("9TJQKA", suits="CD") for _ in range(2)])
    board = Board.of_faces(deck)
    won = BoardTricks(board=board, placing=WinningPlay(), until=AfterTricks(1))
    game = PLAIN.replace(deck=deck, phases=(DealOut(), FixedTrump("diamonds"), won, BoardTricks(board=board)))
    state = play(dealt("AC KC 9D TD / 9C AC QD KD", game), "AC 9C KC QD")
    testing.nothing_true_is_ruled_out(state, seed=1)
    assert not any(void.faces & state.deal.held[1] for void in state.phase.voids(state.view(0).deal))


def test_all_phases_have_the_same_board() -> None:
    won = BoardTricks(board=Board.of_faces(french("QKA")), placing=WinningPlay(), until=AfterTricks(1))
    other = BoardTricks(board=Board([*Board.of_faces(french("QKA")).rows[::-1]]))
    with pytest.raises(InvalidRules, match="the tricks before it have another board"):
        PLAIN.replace(phases=(DealOut(), FixedTrump("clubs"), won, other)).start(seed=1)


@pytest.mark.parametrize("placing", [EachPlay(), WinningPlay()])
def test_some_card_can_take_every_space(placing: Placing) -> None:
    with pytest.raises(InvalidRules, match=r"BoardTricks: no card can take the space 'R11' \(did you mean 'R1'\?\)"):
        rules(board=Board([*BOARD.rows, ["R11"]]), placing=placing).start(seed=1)


def test_a_card_that_seeks_a_space_finds_one_for_one_of_its_faces() -> None:
    with pytest.raises(InvalidRules, match="BoardTricks: N4 can take no space: the board has no R4 or B4"):
        rules(board=Board([row[:-1] for row in BOARD.rows])).start(seed=1)
    assert rules(board=Board([*BOARD.rows[:1], BOARD.rows[1][:2]])).start(seed=1).actors


@frozen
class Twice(Placing):
    """The taker of a trick takes the space of each card, of equal ones as well."""

    def by_play(self, face: str) -> str:  # noqa: ARG002
        """No space."""
        return ""

    def by_trick(self, trick: Trick) -> tuple[str, ...]:
        """The faces of the trick, and the first once more."""
        faces = [play.action.face for play in trick.plays]
        return (*faces, faces[0])


def test_a_space_is_taken_once() -> None:
    game = PLAIN.replace(BoardTricks, placing=Twice())
    state = play(dealt("KC QD / AC QS", game), "KC AC")
    assert [str(event) for event in state.events][-2:] == ["Hand 1 takes the space KC.", "Hand 1 takes the space AC."]


def test_faces_of_the_same_suit_and_rank_have_no_board() -> None:
    deck = Deck([Card(text, [Face(RED, 1, text)]) for text in ("J1", "J2")])
    with pytest.raises(InvalidRules, match="J1 and J2 have the same suit and rank"):
        Board.of_faces(deck)


def test_a_deal_without_tricks_scores_no_group() -> None:
    deal = Deal.fresh(DECK, players=2)
    assert ScoreGroup(2).lines(deal) == UnlessStuck((), stuck=()).lines(deal) == ()


@pytest.mark.parametrize("game", [FREE, STRICT, PLAIN], ids=["free", "strict", "won"])
def test_worlds_agree_with_the_view_everywhere(game: Rules) -> None:
    random, state = Random(3), game.start(seed=5)
    while not state.is_over:
        for viewer in (0, 1, None):
            view = state.view(viewer)
            assert view.sample(random).view(viewer) == view
        seat = state.actors[0]
        state = state.play(seat, random.choice(state.legal(seat)))


def test_a_suit_given_up_says_nothing_about_the_cards() -> None:
    view = play(dealt("N1 N2 N4 / N3 N3 N4"), "B1 R3").view(0)
    assert view.phase is not None
    assert view.phase.voids(view.deal) == ()
    assert len({str(view.sample(Random(seed)).deal.hands[1]) for seed in range(40)}) > 3


def test_who_leads_an_unbroken_suit_shows_that_it_has_nothing_else_that_the_board_leaves() -> None:
    never = STRICT.replace(BoardTricks, void_for_good=False, breaking=SuitBreaks("none"))
    state = play(dealt("N3 N1 N1 / N1 N4 N4", never), "B3 B1")
    assert legal(state) == ["R1"]
    view = play(state, "R1").view(1)
    assert view.phase is not None
    (void,) = view.phase.voids(view.deal)
    assert (void.hand, void.faces) == (0, DECK.kinds["B2"] | DECK.kinds["B4"])
    assert {str(view.sample(Random(seed)).deal.hands[0]) for seed in range(40)} <= {"N1 N1", "N1", "N3"}


def test_a_sheet_gives_a_game_a_board(tmp_path: Path) -> None:
    sheet = tmp_path / "board_hearts.toml"
    sheet.write_text(
        """
        base = "oh_hell"
        name = "Oh Board"
        without = ["Tricks"]
        scoring = [{ policy = "ScoreGroup", points = 3 }]
        [options]
        players = 3
        cards = 3
        [phases.BoardTricks]
        after = "CallEstimates"
        placing = "WinningPlay"
        opening = "LeftOfStarter"
        board = { policy = "Board", rows = [["AC", "AD"], ["AH", "AS"]], joined = [["AC", "AS"]] }
        """,
        encoding="utf-8",
    )
    game = load(str(sheet))
    tricks = game.phases[-1]
    assert game.scoring == (ScoreGroup(3),)
    assert isinstance(tricks, BoardTricks)
    assert (tricks.board.neighbours["AC"], tricks.placing) == (("AS",), WinningPlay())


def test_records_replay() -> None:
    state = at_random(FREE.start(seed=2), 4, 12)
    again = record.loads(str(record.of(state)), FREE).replay(seed=2)
    assert again.view(0) == state.view(0)


def test_json_and_pictures_show_the_board() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    state = at_random(FREE.start(seed=2), 4, 5)
    view, markers = state.view(0), state.deal[BoardTricks]
    shown = view.to_json()
    jsonschema.validate(shown, json.loads((ROOT / "docs/reference/schemas/view.json").read_text(encoding="utf-8")))
    assert shown["board"]["rows"] == [[*row] for row in BOARD.rows]
    assert shown["board"]["markers"] == {space: hand for hand in (0, 1) for space in markers.of(hand)}
    plain = FREE.replace(phases=(DealOut(), Tricks(follow=Anything())), scoring=ScoreTricks(1))
    assert plain.start(seed=2).view(0).to_json()["board"] is None
    assert f"Board: {markers}" in pictures.table(view).alt
    assert pictures.table(view).svg.count('class="quiet"') == markers.hands.count(None) + 1


def test_deals_with_a_board_are_the_reference_engines() -> None:
    assert batch.supports(PLAIN).why.startswith("BoardTricks: a row has no room for the markers")
    found = batch.deals(PLAIN, 4, 5, moves=True)
    for deal in range(4):
        is_replayed(found, deal)


def test_deals_with_equal_cards_of_several_faces_are_the_reference_engines() -> None:
    assert batch.supports(FREE).why.startswith("equal cards with several faces")
    found = batch.deals(FREE, 4, 5, moves=True)
    for deal in range(4):
        is_replayed(found, deal)


def test_cards_of_several_faces_are_laid_away_by_their_own_text() -> None:
    game = FREE.before(BoardTricks, LayAway(who=Everyone()))
    state = dealt("N1 N1 N2 / N2 N3 N3", game)
    assert [str(action) for action in state.legal(0)] == ["N1", "N2"]
    state = state.play(0, "N1").play(1, "N3")
    assert [str(hand) for hand in state.deal.hands] == ["N1 N2", "N2 N3"]
    assert str(state.view(1).deal[LayAway]) == "hand 0: ??; hand 1: N3"
    assert state.view(1).sample(Random(1)).view(1) == state.view(1)
