"""Drawing from the stock, removing cards unseen, throwing away what is left."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from trickkit import UNKNOWN, Deal, Deck, Hand, InvalidRules, Pile
from trickkit.model.cards import french
from trickkit.phases import Draw, FillHands, RemoveCards, ThrowAway
from trickkit.phases.stock import Drawn, Removed, ThrownAway

DECK = french()


def dealt(*hands: str, stock: str = "", size: int = 3, deck: Deck = DECK) -> Deal:
    """A deal with these hands and this stock, every seat knowing its own hand; the rest of the deck is out."""
    numbers = iter(deck.numbers([text for row in (*hands, stock) for text in row.split()]))
    held = tuple(Hand(deck, sum(deck.masks[next(numbers)] for _ in hand.split())) for hand in hands)
    order = tuple(numbers)
    lying = sum(deck.masks[number] for number in order) | sum(hand.mask for hand in held)
    return evolve(
        Deal.fresh(deck, players=len(hands), size=size),
        hands=held,
        stock=Pile(deck, order),
        out=Hand(deck, deck.all & ~lying),
        known=(*(hand.mask for hand in held), 0),
    )


def hands(deal: Deal) -> list[str]:
    return [str(hand) for hand in deal.hands]


# Draw


def test_hands_are_filled_up_seat_0_first_from_the_top() -> None:
    deal = Draw().begin(dealt("2C", "3C 4C", "", stock="AS KS QS JS TS 9S 8S"))
    assert hands(deal) == ["2C KS AS", "3C 4C QS", "9S TS JS"]
    assert str(deal.stock) == "8S"
    assert str(deal.events[-1]) == "Drawn: hand 0: KS AS; hand 1: QS; hand 2: 9S TS JS."
    assert [str(card) for card in deal.events[-1].off_stock] == ["KS", "AS", "QS", "9S", "TS", "JS"]
    assert deal.events[-1].into_hands == (0, 0, 1, 2, 2, 2)


def test_who_draws_sees_it_and_nobody_else() -> None:
    before = dealt("2C", "3C 4C", stock="AS KS QS JS")
    deal = Draw().begin(before)
    assert [str(Hand(DECK, deal.knows(seat))) for seat in (0, 1, None)] == ["2C KS AS", "3C 4C QS", "-"]
    told = [str(deal.events[-1].seen_by(seat, scored=True)) for seat in (0, 1, None)]
    assert told == [
        "Drawn: hand 0: KS AS; hand 1: ??.",
        "Drawn: hand 0: ?? ??; hand 1: QS.",
        "Drawn: hand 0: ?? ??; hand 1: ??.",
    ]
    seen = deal.events[-1].seen_by(1, scored=False)
    assert isinstance(seen, Drawn)
    assert seen.known == ()
    assert seen.seen_by(0, scored=False) == seen
    assert list(seen.off_stock) == [UNKNOWN, UNKNOWN, DECK.card("QS")]


def test_a_stock_that_runs_out_fills_the_first_seats() -> None:
    deal = Draw().begin(dealt("2C", "3C", "4C", stock="AS KS QS"))
    assert hands(deal) == ["2C KS AS", "3C QS", "4C"]
    assert (len(deal.stock), deal.events[-1].into_hands) == (0, (0, 0, 1))


@pytest.mark.parametrize(
    "deal",
    [dealt("2C", "3C", stock=""), dealt("2C 3C 4C", "5C 6C 7C", stock="AS")],
    ids=["no stock", "full hands"],
)
def test_where_nothing_is_drawn_nothing_is_told(deal: Deal) -> None:
    assert Draw().begin(deal) is deal


def test_a_hand_that_is_too_large_draws_nothing_and_gives_nothing_back() -> None:
    deal = Draw().begin(dealt("2C 3C 4C 5C 6C", "7C", stock="AS KS QS"))
    assert hands(deal) == ["2C 3C 4C 5C 6C", "7C KS AS"]
    assert str(deal.stock) == "QS"


def test_equal_copies_that_are_drawn_do_not_tell_which_they_are() -> None:
    deck = Deck(tuple(card for card in french("QKA") for _ in range(2)))
    first = Draw().begin(dealt("KC", "AS", stock="QC", size=2, deck=deck)).events[-1]
    second = Draw().begin(dealt("KC", "QC", stock="QC", size=2, deck=deck)).events[-1]
    assert isinstance(first, Drawn)
    assert isinstance(second, Drawn)
    assert first.hands[0].mask != second.hands[0].mask
    assert first.seen_by(0, scored=False) == second.seen_by(0, scored=False)


# FillHands


def test_hands_are_dealt_up_to_a_number_the_starters_left_first() -> None:
    before = evolve(dealt("2C", "3C 4C", "", stock="AS KS QS JS TS 9S 8S"), starter=1)
    deal = FillHands(cards=3).begin(before)
    assert hands(deal) == ["2C TS JS", "3C 4C 9S", "QS KS AS"]
    assert str(deal.stock) == "8S"
    assert [str(card) for card in deal.events[-1].off_stock] == ["QS", "KS", "AS", "TS", "JS", "9S"]
    assert deal.events[-1].into_hands == (2, 2, 2, 0, 0, 1)
    assert [str(Hand(DECK, deal.knows(seat))) for seat in (0, 1, 2, None)] == ["2C TS JS", "3C 4C 9S", "QS KS AS", "-"]


def test_a_full_hand_is_dealt_no_card() -> None:
    assert hands(FillHands(cards=2).begin(dealt("2C 5C", "3C", stock="AS KS"))) == ["2C 5C", "3C AS"]


def test_the_stock_must_suffice_to_fill_the_hands() -> None:
    with pytest.raises(InvalidRules, match="FillHands: hand 0 lacks 3 cards, and 1 are left"):
        FillHands(cards=3).begin(dealt("", "3C", stock="AS KS QS"))


# RemoveCards


def test_cards_are_removed_from_the_bottom_unseen() -> None:
    deal = RemoveCards(cards=2).begin(dealt("2C", "3C", stock="AS KS QS JS"))
    assert str(deal.stock) == "AS KS"
    assert {str(card) for card in deal.out} >= {"QS", "JS"}
    assert deal.known == dealt("2C", "3C").known
    (event,) = [event for event in deal.events if isinstance(event, Removed)]
    assert ([str(card) for card in event.which], str(event)) == (["JS", "QS"], "2 cards are removed, unseen.")
    for viewer in (0, 1, None):
        seen = event.seen_by(viewer, scored=True)
        assert seen == Removed(2, (UNKNOWN, UNKNOWN))
        assert seen.seen_by(viewer, scored=True) == seen


def test_one_card_and_all_cards_may_be_removed() -> None:
    assert str(RemoveCards(cards=1).begin(dealt("2C", stock="AS KS")).events[-1]) == "1 card is removed, unseen."
    assert len(RemoveCards(cards=2).begin(dealt("2C", stock="AS KS")).stock) == 0


def test_no_card_is_removed_in_silence() -> None:
    deal = dealt("2C", stock="AS KS")
    assert RemoveCards(cards=0).begin(deal) is deal


def test_more_cards_than_there_are_cannot_be_removed() -> None:
    with pytest.raises(InvalidRules, match="RemoveCards: it takes 3 cards, but the stock has 2"):
        RemoveCards(cards=3).begin(dealt("2C", stock="AS KS"))


@pytest.mark.parametrize("cards", [-1, 1.5, "2", None])
def test_the_cards_removed_are_a_number(cards: Any) -> None:
    with pytest.raises(InvalidRules, match="is not a whole number from 0 on"):
        RemoveCards(cards=cards)


# ThrowAway


def test_hands_are_thrown_away_and_stay_secret() -> None:
    before = dealt("2C 3C", "4C", stock="AS")
    deal = ThrowAway().begin(before)
    assert [len(hand) for hand in deal.hands] == [0, 0]
    assert {str(card) for card in deal.out} >= {"2C", "3C", "4C"}
    assert str(deal.stock) == "AS"
    event = deal.events[-1]
    assert isinstance(event, ThrownAway)
    assert str(event) == "Thrown away: hand 0: 2C 3C; hand 1: 4C."
    assert event.out_of_hands == ((0, "2C"), (0, "3C"), (1, "4C"))
    assert [str(event.seen_by(seat, scored=True)) for seat in (0, 1, None)] == [
        "Thrown away: hand 0: 2C 3C; hand 1: ??.",
        "Thrown away: hand 0: ?? ??; hand 1: 4C.",
        "Thrown away: hand 0: ?? ??; hand 1: ??.",
    ]
    assert event.seen_by(0, scored=False).out_of_hands == ((0, "2C"), (0, "3C"), (1, "??"))
    assert {str(card) for card in deal.seen_by(1).out.known} == {"4C"}
    assert event.seen_by(0, scored=False).seen_by(0, scored=False) == event.seen_by(0, scored=False)


def test_empty_hands_may_be_thrown_away() -> None:
    assert str(ThrowAway().begin(dealt("", "")).events[-1]) == "Thrown away: hand 0: -; hand 1: -."
