"""Suits, faces, cards, decks, hands and piles."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit import UNKNOWN, Card, Deck, Face, Hand, InvalidCard, InvalidRules, Pile, Suit
from trickkit.model.cards import french, piquet
from trickkit.variants import game5211, pikoko

RED, BLUE = Suit("red", "R"), Suit("blue", "B")
R1, R2, B1 = Card.plain(RED, 1, "R1"), Card.plain(RED, 2, "R2"), Card.plain(BLUE, 1, "B1")
JOKER = Card("J", (Face(RED, 3, "R3"), Face(BLUE, 3, "B3")))
COPIES = Deck((R1, R1, R1, R2, B1, B1))


def test_texts() -> None:
    assert [str(value) for value in (RED, JOKER.faces[0], JOKER, UNKNOWN)] == ["red", "R3", "J", "??"]
    assert str(Deck((R1, JOKER))) == "R1 J"


@pytest.mark.parametrize("cards", [(R1, B1, R1), (R1, Card.plain(BLUE, 1, "R1")), (JOKER, Card.plain(RED, 3, "R3"))])
def test_texts_are_unique_in_a_deck_and_equal_copies_side_by_side(cards: tuple[Card, ...]) -> None:
    with pytest.raises(InvalidRules, match="occurs twice in the deck"):
        Deck(cards)


def test_there_is_one_unknown() -> None:
    assert copy.deepcopy(UNKNOWN) is UNKNOWN
    assert pickle.loads(pickle.dumps(UNKNOWN)) is UNKNOWN


def test_lists_become_tuples() -> None:
    assert Deck([R1, B1]) == Deck((R1, B1))  # type: ignore[arg-type]
    assert hash(Card("J", list(JOKER.faces))) == hash(JOKER)  # type: ignore[arg-type]


def test_a_face_is_no_card() -> None:
    with pytest.raises(InvalidCard, match="'W7' is not a card of this deck; it is a face of M7"):
        pikoko.deck(3).card("W7")


def test_a_deck_and_a_card_are_not_empty() -> None:
    with pytest.raises(ValueError, match="cards"):
        Deck(())
    with pytest.raises(ValueError, match="faces"):
        Card("X", ())


def test_a_deck_iterates_over_its_cards() -> None:
    assert list(Deck((R1, JOKER))) == [R1, JOKER]
    assert len(COPIES) == 6


def test_masks_keep_the_faces_of_a_card_together() -> None:
    deck = Deck((R1, JOKER, B1))
    assert deck.masks == (0b0001, 0b0110, 0b1000)
    assert deck.all == 0b1111
    assert deck.plain == 0b1001
    assert deck.firsts == 0b1011
    assert deck.whole(0b0100) == 0b0110
    assert [str(deck.face(bit)) for bit in (1, 2, 4, 8)] == ["R1", "R3", "B3", "B1"]
    assert deck.suits == (RED, BLUE)


def test_equal_copies_are_bits_of_one_kind() -> None:
    assert COPIES.kinds == {"R1": 0b000111, "R2": 0b001000, "B1": 0b110000}
    assert COPIES.numbers(["B1", "R1", "B1"]) == [4, 0, 5]
    with pytest.raises(InvalidRules, match="B1 is given more often than the deck holds it"):
        COPIES.mask(["B1", "B1", "B1"])


@given(st.permutations(range(100)), st.integers(0, 100))
def test_copies_in_order_are_numbered_as_they_come(order: list[int], many: int) -> None:
    deck = game5211.deck()
    found = deck.in_order(order[:many])
    assert [deck.cards[number] for number in found] == [deck.cards[number] for number in order[:many]]
    assert found == deck.numbers([deck.cards[number].text for number in order[:many]])


def test_a_deck_without_copies_keeps_its_numbers() -> None:
    numbers = [3, 0, 7]
    assert french().in_order(numbers) == numbers
    assert COPIES.in_order([]) == []
    assert COPIES.in_order([2, 5, 0, 3]) == [0, 4, 1, 3]


@given(st.permutations(range(6)), st.integers(0, 6), st.integers(0, 6))
def test_sets_are_renumbered_without_a_card_lost(order: list[int], one: int, other: int) -> None:
    low, high = sorted((one, other))
    sets = [sum(1 << number for number in part) for part in (order[:low], order[low:high])]
    found = COPIES.renumbered(sets)
    assert [str(Hand(COPIES, cards)) for cards in found] == [str(Hand(COPIES, cards)) for cards in sets]
    assert not found[0] & found[1]
    assert COPIES.renumbered(found) == found


def test_an_unknown_card_is_named_with_the_nearest_one() -> None:
    with pytest.raises(InvalidCard, match=r"'R12' is not a card of this deck \(did you mean 'R2'\?\)"):
        pikoko.deck(5).card("R12")


@pytest.mark.parametrize("deck", [french(), piquet(), pikoko.deck(3), pikoko.deck(5), COPIES], ids=str)
def test_the_repr_of_a_deck_rebuilds_it(deck: Deck) -> None:
    assert eval(repr(deck)) == deck


def test_a_hand_counts_and_names_its_cards() -> None:
    hand = Hand.of(Deck((R1, JOKER, B1)), ["J", "B1"], hidden=1)
    assert list(hand) == [JOKER, B1, UNKNOWN]
    assert len(hand) == 3
    assert str(hand) == "J B1 ??"
    assert "J" in hand
    assert JOKER in hand
    assert "R1" not in hand
    assert str(Hand(COPIES)) == "-"
    assert eval(repr(hand)) == hand
    assert eval(repr(Hand(COPIES, 0b11))) == Hand(COPIES, 0b11)


def test_a_hand_seen_with_holes() -> None:
    hand = Hand.of(Deck((R1, JOKER, B1)), ["J", "B1"], hidden=1)
    assert str(hand.seen_with(0b0110)) == "J ?? ??"
    assert str(hand.seen_with(0)) == "?? ?? ??"


def test_a_pile_is_a_sequence() -> None:
    pile = Pile(COPIES, (5, None, 0))
    assert list(pile) == [B1, UNKNOWN, R1]
    assert list(pile[1:]) == [UNKNOWN, R1]
    assert pile[-1] == R1
    assert pile.mask == 0b100001
    assert str(pile.seen_with(1)) == "?? ?? R1"
    assert str(Pile(COPIES)) == "-"
    assert eval(repr(pile)) == pile


def test_equal_copies_are_one_object_so_that_pickles_do_not_tell_them_apart() -> None:
    deck = Deck(tuple(Card.plain(Suit("green", "G"), rank, f"G{rank}") for rank in (1, 1, 2)))
    assert deck.cards[0] is deck.cards[1]
    assert deck.cards[1] != deck.cards[2]


def test_equal_copies_are_numbered_in_the_order_of_the_sets() -> None:
    deck = Deck(tuple(card for card in french("A") for _ in range(3)))
    assert deck.renumbered([]) == []
    assert deck.renumbered([0b100, 0b010, 0b001]) == [0b001, 0b010, 0b100]
    assert deck.renumbered([0b010, 0b101, 0]) == [0b001, 0b110, 0]
    assert deck.renumbered([0, 0b110, 0b101000]) == [0, 0b011, 0b011000]
