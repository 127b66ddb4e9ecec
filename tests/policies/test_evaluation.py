"""Which cards on the table score, and when a deal is over early."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit import Deal, Face, InvalidRules
from trickkit.model.cards import french
from trickkit.policies.evaluation import (
    AtLeastOfRank,
    AtPoints,
    Award,
    Closing,
    Evaluation,
    ExactlyOfRank,
    MajoritySuit,
    Never,
)
from trickkit.variants import game5211

FACES = {face.text: face for face in game5211.deck().faces}


def faces(text: str) -> list[Face]:
    """The faces of the cards on a table."""
    return [FACES[card] for card in text.split()]


@pytest.mark.parametrize(
    ("table", "exactly", "at_least"),
    [
        ("", (), ()),
        ("G1 B2 Y3", (), ()),
        ("G1 B2 B1", (Award("exactly 2 aces", (0, 2)),), (Award("2 aces", (0, 2)),)),
        ("G1 B1 B2 G1", (), (Award("3 aces", (0, 1, 3)),)),
    ],
)
def test_cards_of_a_rank(table: str, exactly: tuple[Award, ...], at_least: tuple[Award, ...]) -> None:
    assert ExactlyOfRank(rank=1, number=2, name="ace").awards(faces(table)) == exactly
    assert AtLeastOfRank(rank=1, number=2, name="ace").awards(faces(table)) == at_least


def test_one_card_of_a_rank_is_told_in_the_singular() -> None:
    for policy, reason in ((ExactlyOfRank, "exactly 1 card"), (AtLeastOfRank, "1 card")):
        assert policy(rank=3, number=1).awards(faces("B2 G3")) == (Award(reason, (1,)),)


def test_rank_of_nought_is_a_rank() -> None:
    suit = french().suits[0]
    nought = Face(suit, 0, "0C")
    assert ExactlyOfRank(rank=0, number=1).awards([nought]) == (Award("exactly 1 card", (0,)),)


@given(st.lists(st.sampled_from(sorted(FACES)), max_size=20), st.integers(0, 6), st.integers(1, 8))
def test_ranks_against_counting(texts: list[str], rank: int, number: int) -> None:
    found = tuple(place for place, text in enumerate(texts) if int(text[1]) == rank)
    exactly = ExactlyOfRank(rank=rank, number=number).awards(faces(" ".join(texts)))
    at_least = AtLeastOfRank(rank=rank, number=number).awards(faces(" ".join(texts)))
    assert [award.cards for award in exactly] == ([found] if len(found) == number else [])
    assert [award.cards for award in at_least] == ([found] if len(found) >= number else [])


@pytest.mark.parametrize(
    ("table", "cards"),
    [
        ("", None),
        ("G1", (0,)),
        ("G1 B1", None),
        ("G1 B1 G6", (0, 2)),
        ("B2 G1 B3 G2 Y6", (4,)),
        ("B2 B2 B2 B2 G1", (4,)),
        ("B2 B2 B2 B2 G1 Y1", None),
        ("B2 B2 B2 G1 G1 G1 Y1 Y1 O6", (6, 7)),
    ],
)
def test_majority(table: str, cards: tuple[int, ...] | None) -> None:
    """With a limit of four."""
    awards = MajoritySuit(limit=4).awards(faces(table))
    assert (awards[0].cards if awards else None) == cards
    assert all(award.times == 1 for award in awards)


def majority(suits: list[str], limit: int) -> str | None:
    """The suit that scores, by taking suits away one step after the other."""
    left = {suit: count for suit, count in Counter(suits).items() if count < limit}
    while left:
        top = [suit for suit in left if left[suit] == max(left.values())]
        if len(top) == 1:
            return top[0]
        left = {suit: count for suit, count in left.items() if suit not in top}
    return None


@given(st.lists(st.sampled_from("BGYOP"), max_size=24), st.integers(1, 12))
def test_majority_against_taking_suits_away(suits: list[str], limit: int) -> None:
    awards = MajoritySuit(limit=limit).awards(faces(" ".join(f"{suit}2" for suit in suits)))
    wanted = majority(suits, limit)
    assert len(awards) == (wanted is not None)
    for award in awards:
        assert award.cards == tuple(place for place, suit in enumerate(suits) if suit == wanted)
        assert award.reason == f"{FACES[f'{wanted}2'].suit} has the majority"


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: ExactlyOfRank(rank=-1, number=1), "rank=-1 is not a whole number from 0 on"),
        (lambda: ExactlyOfRank(rank=1, number=0), "number=0 is not a whole number from 1 on"),
        (lambda: ExactlyOfRank(rank=1, number=1, name=3), "ExactlyOfRank: name=3 is not a str"),  # type: ignore[arg-type]
        (lambda: AtLeastOfRank(rank=-1, number=1), "rank=-1 is not a whole number from 0 on"),
        (lambda: AtLeastOfRank(rank=1, number=0), "number=0 is not a whole number from 1 on"),
        (lambda: AtLeastOfRank(rank=1, number=1, name=3), "AtLeastOfRank: name=3 is not a str"),  # type: ignore[arg-type]
        (lambda: MajoritySuit(limit=0), "limit=0 is not a whole number from 1 on"),
        (lambda: AtPoints(points=0), "points=0 is not a whole number from 1 on"),
        (lambda: AtPoints(points=1, first_deal=-1), "first_deal=-1 is not a whole number from 0 on"),
    ],
)
def test_numbers_that_cannot_be(make: Any, told: str) -> None:
    with pytest.raises(InvalidRules, match=told):
        make()


@pytest.mark.parametrize(
    ("number", "totals", "closes"),
    [
        (0, (49, 49), False),
        (0, (50, 0), False),
        (1, (49, 49), False),
        (1, (49, 50), True),
        (1, (51, 0), True),
        (7, (0, 80), True),
    ],
)
def test_enough_points_close_a_deal_from_the_first_one_on_that_counts(
    number: int, totals: tuple[int, ...], closes: bool
) -> None:
    deal = Deal.fresh(french(), players=2, number=number, totals=totals)
    assert AtPoints(points=50, first_deal=1).closes(deal) == closes
    assert AtPoints(points=50).closes(deal) == (max(totals) >= 50)
    assert not Never().closes(deal)


def test_a_policy_of_ones_own_gives_its_method() -> None:
    for base in (Evaluation, Closing):
        with pytest.raises(TypeError, match="abstract"):
            base()
