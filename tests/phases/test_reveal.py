"""Laying cards in secret: one, two or more in a turn, equal copies, and what stands in the way."""

from __future__ import annotations

from typing import Any

import pytest

from trickkit import Deal, Deck, Hand, IllegalAction, InvalidRules, Play, Rules, Stacked
from trickkit.model.cards import french
from trickkit.phases import DealOut, Draw, Evaluate, Reveal
from trickkit.phases.reveal import Laid, Revealed
from trickkit.policies.ending import AfterDeals
from trickkit.policies.evaluation import MajoritySuit
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.variants import pikoko

PAIRS = Deck(tuple(card for card in french("QKA") for _ in range(2)))


def snap(*phases: Any, deck: Deck = PAIRS, players: int = 2, cards: int = 3) -> Rules:
    """A plain game of laying cards."""
    return Rules(
        key="snap",
        name="Snap",
        players=players,
        deck=deck,
        phases=(DealOut(), *phases, Evaluate(evaluation=MajoritySuit(limit=9))),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(cards)),
        ending=AfterDeals(deals=1),
    )


HANDS = [["QC", "QC", "AS"], ["KC", "AS", "QD"]]


def test_a_turn_takes_as_many_cards_as_it_says() -> None:
    for cards in (1, 2, 3):
        state = snap(Reveal(cards=cards)).start(seed=1)
        while state.actors:
            state = state.play(state.actors[0], state.legal(state.actors[0])[0])
        assert len(state.moves) == 2 * cards
        assert [len(hand) for hand in state.deal.hands] == [3 - cards] * 2


def test_what_is_laid_is_listed_in_the_order_of_the_deck_turn_after_turn() -> None:
    state = snap(Reveal(cards=2), Reveal()).start(deals=[Stacked(hands=HANDS)])
    state = state.play_all([(0, "AS"), (1, "QD"), (0, "QC"), (1, "KC")])
    assert str(state.deal[Reveal]) == "seat 0: QC AS; seat 1: KC QD"
    assert state.deal[Reveal] == Laid(
        tuple(tuple(PAIRS.card(text) for text in row) for row in (["QC", "AS"], ["KC", "QD"]))
    )
    end = state.play_all([(1, "AS"), (0, "QC")])
    revealed = [event for event in end.events if isinstance(event, Revealed)]
    assert [str(event) for event in revealed] == [
        "Revealed: seat 0: QC AS; seat 1: KC QD.",
        "Revealed: seat 0: QC; seat 1: AS.",
    ]
    assert revealed[0].out_of_hands == ((0, "QC"), (0, "AS"), (1, "KC"), (1, "QD"))


def test_nothing_lies_on_the_table_before_anything_is_revealed() -> None:
    state = snap(Reveal(cards=2)).start(deals=[Stacked(hands=HANDS)])
    assert str(state.deal[Reveal]) == str(state.play(0, "AS").deal[Reveal]) == "seat 0: -; seat 1: -"
    assert state.play(0, "AS").deal == state.deal


def test_what_is_laid_is_known_to_all_and_out() -> None:
    state = snap(Reveal(), Reveal()).start(deals=[Stacked(hands=HANDS)]).play_all([(0, "QC"), (1, "AS")])
    deal = state.deal
    assert str(deal.out) == "QC AS"
    for viewer in (0, 1, None):
        assert not deal.out.mask & ~deal.knows(viewer)
        assert str(state.view(viewer).deal.out) == "QC AS"
    assert str(state.view(1).deal.hands[0]) == "?? ??"


def test_a_copy_in_another_hand_is_another_card() -> None:
    hands = [["QC", "AS", "KS"], ["QC", "AS", "KS"]]
    state = snap(Reveal(cards=2), Reveal()).start(deals=[Stacked(hands=hands)])
    state = state.play_all([(0, "QC"), (0, "AS"), (1, "AS"), (1, "QC")])
    assert [str(hand) for hand in state.deal.hands] == ["KS", "KS"]


@pytest.mark.parametrize(("cards", "lay", "told"), [(2, "QC", "still holds QC AS"), (2, "AS", "still holds QC QC")])
def test_the_second_card_is_another_one(cards: int, lay: str, told: str) -> None:
    state = snap(Reveal(cards=cards)).start(deals=[Stacked(hands=HANDS)]).play(0, lay)
    with pytest.raises(IllegalAction, match=f"hand 0 does not hold KC; it {told}; legal: "):
        state.play(0, "KC")
    assert [str(action) for action in state.legal(0)] == (["QC", "AS"] if lay == "QC" else ["QC"])


def test_more_cards_than_a_hand_has_cannot_be_laid() -> None:
    with pytest.raises(InvalidRules, match="Reveal: hand 0 has 3 cards; 4 are to be laid"):
        snap(Reveal(cards=4)).start(seed=1)


def test_hands_that_were_not_filled_up_are_found_when_they_are_to_lay() -> None:
    state = snap(Reveal(cards=2), Reveal(cards=2)).start(deals=[Stacked(hands=HANDS)])
    state = state.play_all([(0, "QC"), (0, "QC"), (1, "KC")])
    with pytest.raises(InvalidRules, match="Reveal: hand 0 has 1 cards; 2 are to be laid") as caught:
        state.play(1, "AS")
    assert caught.value.seat == 0
    filled = snap(Reveal(cards=2), Draw(), Reveal(cards=2)).start(deals=[Stacked(hands=HANDS)])
    filled = filled.play_all([(0, "QC"), (0, "QC"), (1, "KC"), (1, "AS")])
    assert [len(hand) for hand in filled.deal.hands] == [3, 3]


def test_cards_of_several_faces_are_laid_by_their_own_names() -> None:
    deck = pikoko.deck(3)
    hands = tuple([Hand.of(deck, cards) for cards in (["M1", "R2"], ["R3", "M4"])])
    run = Reveal().begin(Deal.fresh(deck, players=2).changed(hands=hands))
    after = run.record(run.play(run.play(run.start(), 0, Play("M1")), 1, Play("R3")))
    assert ([str(hand) for hand in after.hands], str(after.out)) == (["R2", "M4"], "R3 M1")


@pytest.mark.parametrize("cards", [0, -1, 1.5, "2", None])
def test_a_turn_takes_a_card_at_least(cards: Any) -> None:
    with pytest.raises(InvalidRules, match="is not a whole number from 1 on"):
        Reveal(cards=cards)


def test_actions_are_the_kinds_of_the_deck() -> None:
    assert [str(action) for action in Reveal().actions(PAIRS, 2)] == [str(card) for card in french("QKA")]


def test_the_same_phase_lays_the_cards_of_any_deck() -> None:
    phase = Reveal()
    for deck in (PAIRS, french(), PAIRS):
        state = snap(phase, deck=deck).start(seed=1)
        assert [str(action) for action in state.legal(0)] == list(
            dict.fromkeys(str(card) for card in state.deal.hands[0])
        )


@pytest.mark.parametrize(("cards", "words"), [(1, "a card"), (2, "card 1 of 2")])
def test_the_question_counts_the_cards_of_a_turn_of_several(cards: int, words: str) -> None:
    view = snap(Reveal(cards=cards)).start(seed=1).view(0)
    assert Reveal(cards=cards).question(view).text == f"Choose {words} to lay face down."
