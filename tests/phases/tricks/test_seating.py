"""What the plays of tricks look up: the actions of a set of faces, and what would be the best card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit import Deck
from trickkit.model.actions import Play
from trickkit.model.cards import bits, french
from trickkit.phases import Tricks
from trickkit.phases.tricks.seating import MOST_TOGETHER, Plays, Seating
from trickkit.policies.resolution import Best
from trickkit.variants import pikoko

TWICE = Deck(tuple(card for card in french() for _ in range(2)))
MIXED = Deck(tuple(card for card in pikoko.deck(5) for _ in range(2)))
DECKS = {"french": french(), "pikoko": pikoko.deck(5), "french twice": TWICE, "pikoko twice": MIXED}


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
@given(data=st.data())
def test_plays_are_the_faces_of_a_set_in_the_order_of_the_deck_and_equal_copies_once(
    deck: Deck, data: st.DataObject
) -> None:
    plays = Plays(deck)
    for faces in data.draw(st.lists(st.integers(0, deck.all), min_size=1, max_size=4)):
        expected = [Play(text) for text, kind in deck.kinds.items() if kind & faces]
        assert [*plays[faces]] == [*plays[faces]] == expected


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_parts_hold_every_face_once_and_all_copies_of_a_card_together(deck: Deck) -> None:
    parts = Plays(deck).parts
    assert sum(parts) == deck.all
    for kind in deck.kinds.values():
        assert any(part & kind == kind for part in parts)
    assert max(part.bit_count() for part in parts) <= MOST_TOGETHER


def test_only_sets_within_a_part_are_remembered() -> None:
    deck, plays = french(), Plays(french())
    clubs, diamonds = deck.mask(["2C", "AC"]), deck.mask(["3D"])
    assert len(plays[clubs | diamonds]) == 3
    assert set(plays) == {clubs, diamonds}


def test_a_card_without_copies_is_named_with_all_its_faces_and_one_with_copies_is_not() -> None:
    deck = pikoko.deck(3)
    moves = Seating.of(deck, (0, 1, 2), (), Plays(deck)).moves[1]
    assert {card for _, card, *_ in moves.values()} == set(deck.masks)
    moves = Seating.of(TWICE, (0, 1), (), Plays(TWICE)).moves[1]
    assert {card for _, card, *_ in moves.values()} == {0}


@pytest.mark.sample(1)
@pytest.mark.parametrize("deck", [french(), pikoko.deck(5)], ids=["french", "pikoko"])
def test_better_faces_are_those_that_are_stronger(deck: Deck) -> None:
    for trump in (None, *deck.suits):
        tables = Tricks().tables(deck, trump)
        for led, strengths in zip(tables.suits, tables.strengths, strict=True):
            for best, face in enumerate(deck.faces):
                stronger = {1 << one for one, strength in enumerate(strengths) if strength > strengths[best]}
                assert {*bits(tables.beating(tables.node(1, Best(led, face, 0))))} == stronger
