"""Passing cards on: the directions, what everybody sees of it, equal copies, and what stands in the way."""

from __future__ import annotations

from typing import Any

import pytest
from strategies import effort

from trickkit import Deck, IllegalAction, InvalidRules, Rules, Stacked, State
from trickkit.model.cards import UNKNOWN, french
from trickkit.phases import DealOut, PassCards, Tricks
from trickkit.phases.passing import CardsPassed, Passed
from trickkit.policies.ending import AfterDeals
from trickkit.policies.passing import InTurn
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.visibility import AllHands
from trickkit.testing import laws
from trickkit.variants import pikoko

PAIRS = Deck(tuple(card for card in french("QKA") for _ in range(2)))
HANDS = [["QC", "KC"], ["QD", "KD"], ["QH", "KH"]]


def game(*passes: PassCards, deck: Deck | None = None, players: int = 3, size: int = 2, deals: int = 1) -> Rules:
    """A plain game of tricks before which cards are passed on."""
    return Rules(
        key="pass",
        name="Pass",
        players=players,
        deck=deck or french("QKA"),
        phases=(DealOut(), *passes, Tricks()),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=deals),
    )


def begun(directions: Any = "left", cards: int = 1, hands: list[list[str]] = HANDS, **how: Any) -> State:
    """A deal of these hands before anybody has passed on a card."""
    passes = PassCards(cards=cards, passing=InTurn(directions))
    return game(passes, players=len(hands), size=len(hands[0]), **how).start(first=0, deals=[Stacked(hands=hands)])


def held(state: State, viewer: int | None = None) -> list[str]:
    """The hands, as they are or as somebody sees them."""
    deal = state.deal if viewer is None else state.view(viewer).deal
    return [str(hand) for hand in deal.hands]


@pytest.mark.parametrize(
    ("direction", "hands"),
    [("left", ["KC QH", "QC KD", "QD KH"]), ("right", ["KC QD", "KD QH", "QC KH"])],
)
def test_cards_go_to_a_neighbour(direction: str, hands: list[str]) -> None:
    state = begun(direction).play_all([(2, "QH"), (0, "QC"), (1, "QD")])
    assert held(state) == hands


def test_cards_go_across() -> None:
    hands = [["QC"], ["QD"], ["QH"], ["QS"]]
    state = begun("across", hands=hands).play_all([(seat, hand[0]) for seat, hand in enumerate(hands)])
    assert held(state) == ["QH", "QS", "QC", "QD"]


@pytest.mark.parametrize(("players", "step"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)])
def test_across_is_half_way_round_or_nearly(players: int, step: int) -> None:
    assert InTurn("across").step(0, players) == step


def test_the_direction_changes_from_deal_to_deal() -> None:
    passing = InTurn(["left", "right", "across", "hold"])
    assert [passing.step(number, players=4) for number in range(9)] == [1, 3, 2, 0, 1, 3, 2, 0, 1]
    assert [InTurn(("left", "hold")).step(number, players=3) for number in range(4)] == [1, 0, 1, 0]
    assert InTurn("right") == InTurn(["right"])


def test_nobody_is_asked_in_a_deal_without_passing() -> None:
    state = game(PassCards(cards=1, passing=InTurn(["hold", "left"])), deals=2).start(seed=1)
    assert isinstance(state.phase, Tricks)
    assert state.deal[PassCards] == Passed(0)
    while state.deal.number == 0:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert isinstance(state.phase, PassCards)
    assert str(state.deal[PassCards]) == "to the left"


def test_several_cards_are_chosen_one_by_one_and_go_together() -> None:
    state = begun(cards=2)
    assert state.actors == (0, 1, 2)
    state = state.play_all([(0, "KC"), (1, "QD"), (0, "QC")])
    assert state.actors == (1, 2)
    assert held(state) == ["QC KC", "QD KD", "QH KH"]
    state = state.play_all([(2, "QH"), (2, "KH"), (1, "KD")])
    assert held(state) == ["QH KH", "QC KC", "QD KD"]


def test_what_is_chosen_may_not_be_chosen_again() -> None:
    state = begun(cards=2).play(0, "KC")
    assert [str(action) for action in state.legal(0)] == ["QC"]
    with pytest.raises(IllegalAction, match="hand 0 does not hold KC; it still holds QC; legal: QC"):
        state.play(0, "KC")


def test_only_cards_of_ones_own_hand_are_passed_on() -> None:
    with pytest.raises(IllegalAction, match="hand 1 does not hold QC; it holds QD KD; legal: QD, KD") as caught:
        begun().play(1, "QC")
    assert (caught.value.seat, caught.value.deal, caught.value.trick) == (1, 0, None)


def test_giver_and_receiver_know_the_cards_and_nobody_else() -> None:
    state = begun().play_all([(0, "QC"), (1, "QD"), (2, "QH")])
    assert held(state, 0) == ["KC QH", "QC ??", "?? ??"]
    assert held(state, 1) == ["?? ??", "QC KD", "QD ??"]
    assert held(state, 2) == ["QH ??", "?? ??", "QD KH"]
    assert [str(hand) for hand in state.view(None).deal.hands] == ["?? ??"] * 3


def test_what_is_known_of_other_hands_may_have_been_passed_on() -> None:
    """Only who gets all that a hand passes on knows what stayed there."""
    rules = game(PassCards(cards=1)).replace(DealOut, visibility=AllHands())
    state = rules.start(first=0, deals=[Stacked(hands=HANDS)])
    assert held(state, 0) == ["QC KC", "QD KD", "QH KH"]
    state = state.play_all([(0, "QC"), (1, "QD"), (2, "QH")])
    assert held(state, 0) == ["KC QH", "QC ??", "KH ??"]
    assert [str(hand) for hand in state.view(None).deal.hands] == ["?? ??"] * 3


def test_the_log_tells_each_seat_what_it_gave_and_what_it_was_given() -> None:
    state = begun().play_all([(0, "QC"), (1, "QD"), (2, "QH")])
    told = [str(event) for seat in (0, None) for event in state.view(seat).events if isinstance(event, CardsPassed)]
    assert told == [
        "Passed on: hand 0 to hand 1: QC; hand 1 to hand 2: ??; hand 2 to hand 0: QH.",
        "Passed on: hand 0 to hand 1: ??; hand 1 to hand 2: ??; hand 2 to hand 0: ??.",
    ]
    (event,) = [event for event in state.view(0).events if isinstance(event, CardsPassed)]
    assert event.passed == ((0, 1, "QC"), (1, 2, "??"), (2, 0, "QH"))
    assert event.seen_by(2, scored=True) == event


def test_the_receiver_hears_what_the_giver_decided_and_nobody_else() -> None:
    state = begun().play_all([(0, "QC"), (1, "QD")])
    assert [move[1] for move in state.view(1).moves] == [UNKNOWN, state.rules.action("QD")]
    state = state.play(2, "QH")
    heard = {seat: ["??" if a is UNKNOWN else str(a) for _, a, _ in state.view(seat).moves] for seat in (0, 1, 2, None)}
    assert heard == {0: ["QC", "??", "QH"], 1: ["QC", "QD", "??"], 2: ["??", "QD", "QH"], None: ["??"] * 3}


def test_a_copy_that_was_given_is_the_first_to_leave() -> None:
    """A seat that was given a second queen of clubs plays one; the giver cannot know which of them."""
    hands = [["KC", "QC"], ["QC", "KD"]]
    state = begun(hands=hands, deck=PAIRS).play_all([(0, "QC"), (1, "KD")])
    assert held(state, 0) == ["KC KD", "QC ??"]
    state = state.play(0, "KC").play(1, "QC")
    assert held(state, 0) == ["KD", "??"]
    assert held(state) == ["KD", "QC"]
    state = begun(hands=hands, deck=PAIRS).play_all([(0, "KC"), (1, "QC")])
    assert held(state, 1) == ["QC ??", "KC KD"]
    state = state.play(0, "QC")
    assert held(state, 1) == ["??", "KC KD"]
    assert held(state) == ["QC", "KC KD"]


@pytest.mark.parametrize("cards", [0, -1, 1.5, "2", None])
def test_a_card_at_least_is_passed_on(cards: Any) -> None:
    with pytest.raises(InvalidRules, match=r"PassCards: cards=.* is not a whole number from 1 on"):
        PassCards(cards=cards)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (lambda: game(PassCards(cards=3)), "PassCards: hand 0 has 2 cards; 3 are to be passed on"),
    ],
)
def test_rules_that_cannot_be_played_are_refused_at_the_start(rules: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        rules().start(seed=1)


@pytest.mark.parametrize(
    ("directions", "message"),
    [
        ("lft", r"InTurn: 'lft' is not a direction \(did you mean 'left'\?\); there are left, right, across, hold"),
        ([], "InTurn: directions are empty; they are some of left, right, across, hold"),
        ([3], r"InTurn: directions\[0\]=3 is not a str"),
    ],
)
def test_a_direction_is_one_of_a_few(directions: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        InTurn(directions)


def test_cards_of_several_faces_are_passed_on_by_their_own_names() -> None:
    hands = [["M1", "R5"], ["R2", "R3"], ["R6", "M4"]]
    state = begun(hands=hands, deck=pikoko.deck(3)).play_all([(0, "M1"), (1, "R2"), (2, "M4")])
    assert held(state) == ["R5 M4", "R3 M1", "R2 R6"]
    with pytest.raises(IllegalAction, match="R1 is a face of M1"):
        begun(hands=hands, deck=pikoko.deck(3)).play(0, "R1")


def test_passing_is_a_policy() -> None:
    with pytest.raises(InvalidRules, match="PassCards: passing='left' is not a Passing"):
        PassCards(passing="left")  # type: ignore[arg-type]


def test_a_card_that_was_passed_on_may_be_passed_on_again() -> None:
    state = game(PassCards(cards=1), PassCards(cards=1)).start(first=0, deals=[Stacked(hands=HANDS)])
    state = state.play_all([(0, "QC"), (1, "QD"), (2, "QH")])
    assert held(state, 0) == ["KC QH", "QC ??", "?? ??"]
    for passed in ("QC", "KD"):
        after = state.play_all([(0, "KC"), (1, passed), (2, "QD")])
        assert held(after, 0) == ["QD QH", "KC ??", "?? ??"]


TestPassingTwice = laws(game(PassCards(cards=1), PassCards(cards=1), size=3), examples=effort(8), moves=20)
TestPassing = laws(game(PassCards(cards=2), deals=2, size=3), examples=effort(8), moves=20)
TestPassingFaces = laws(game(PassCards(cards=2), deck=pikoko.deck(3), size=5), examples=effort(8), moves=20)
TestPassingCopies = laws(game(PassCards(cards=2), deck=PAIRS, deals=2, size=3), examples=effort(8), moves=20)
