"""What the card points of a declarer are worth."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from trickkit import Deal, InvalidRules
from trickkit.model.actions import Play
from trickkit.model.cards import piquet
from trickkit.model.hands import Hand, Pile
from trickkit.phases.talon import LaidAway
from trickkit.phases.tricks.record import Played, Trick, TrickTable
from trickkit.scoring import DeclarerPoints

DECK = piquet()
POINTS = DeclarerPoints(ranks={"A": 11, "T": 10, "K": 4}, half=20, null=7)


def deal(declarer: int | None, takers: list[int], trump: bool = True) -> Deal:
    """Two tricks of 25 and 4 card points, 10 laid away by seat 1, and 11 left in the stock."""
    cards = [["AS", "TS", "KS"], ["KH", "7H", "8H"]]
    tricks = [
        Trick(tuple(Played(seat, seat, Play(text), text) for seat, text in enumerate(texts)), taker)
        for texts, taker in zip(cards, takers, strict=True)
    ]
    stock = Pile(DECK, tuple(DECK.numbers(["AD", "9D"])))
    suit = DECK.suits[3] if trump else None
    made = evolve(Deal.fresh(DECK, players=3), declarer=declarer, trump=suit, stock=stock)
    made = made.with_record(LaidAway((Hand(DECK), Hand.of(DECK, ["TD"]), Hand(DECK))))
    taken = tuple(takers.count(seat) for seat in range(3))
    return made.with_record(TrickTable(tuple(tricks), Trick(()), taken))


@pytest.mark.parametrize(
    ("declarer", "takers", "points"), [(1, [1, 0], 46), (1, [0, 2], 21), (0, [0, 0], 40), (2, [0, 1], 11)]
)
def test_tricks_and_what_lies_aside_count(declarer: int, takers: list[int], points: int) -> None:
    made = deal(declarer, takers)
    assert POINTS.taken(made, declarer) == points
    lines = POINTS.lines(made)
    assert [line.points for line in lines] == [
        2 * (points - 20) if seat == declarer else 20 - points for seat in range(3)
    ]
    assert {line.reason for line in lines} == {f"declarer has {points}"}


@pytest.mark.parametrize(
    ("takers", "points", "reason"),
    [
        ([0, 2], [-7, 14, -7], "declarer took no trick"),
        ([0, 1], [7, -14, 7], "declarer took 1 trick"),
        ([1, 1], [7, -14, 7], "declarer took 2 tricks"),
    ],
)
def test_without_trump_it_takes_none(takers: list[int], points: list[int], reason: str) -> None:
    lines = POINTS.lines(deal(1, takers, trump=False))
    assert [line.points for line in lines] == points
    assert lines[0].reason == reason


def test_without_a_declarer_nobody_scores() -> None:
    assert POINTS.lines(deal(None, [0, 0])) == ()


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"ranks": {"A": "11"}, "half": 60}, "DeclarerPoints: ranks has '11' for 'A'"),
        ({"ranks": {1: 11}, "half": 60}, "DeclarerPoints: ranks has the key 1; it must have whole points by rank"),
        ({"ranks": {}, "half": 1.5}, "DeclarerPoints: half=1.5 is not an int"),
        ({"ranks": {}, "half": 1, "null": None}, "DeclarerPoints: null=None is not an int"),
    ],
)
def test_points_are_whole(how: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        DeclarerPoints(**how)
