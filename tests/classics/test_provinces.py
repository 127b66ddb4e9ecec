"""Provinces: the clauses of its rules, and an oracle that knows nothing of the library."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from oracles import play_deal
from strategies import effort

from trickkit import load
from trickkit.phases import BoardTricks
from trickkit.testing import laws

FILE = str(Path(__file__).parents[2] / "variants" / "house" / "provinces.py")
RANKS, SUITS = "23456789TJQKA", "CDHS"
PLACES = {(SUITS.index(suit), RANKS.index(rank)): rank + suit for suit in SUITS for rank in RANKS}

TestProvinces = laws(FILE, examples=effort(3), moves=60)


def province(card: str) -> str:
    """The province in which the place of a card lies."""
    if RANKS.index(card[0]) < 8:
        return "coast" if RANKS.index(card[0]) < 4 else "hills"
    return "forest" if card[1] in "CS" else "town"


def largest(cards: set[str]) -> int:
    """How many markers are in the largest group."""
    left, most = {place for place, card in PLACES.items() if card in cards}, 0
    while left:
        group, edge = set[tuple[int, int]](), [left.pop()]
        while edge:
            row, column = edge.pop()
            group.add((row, column))
            beside = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & left
            left -= beside
            edge += beside
        most = max(most, len(group))
    return most


class Oracle:
    """A deal of Provinces."""

    def __init__(self, hands: list[list[str]], turn: int, trump: str) -> None:
        self.hands, self.turn, self.trump = hands, turn, trump
        self.trick, self.won = list[tuple[int, str]](), [set[str]() for _ in hands]

    def legal(self, seat: int) -> set[str]:
        """The cards that a seat may play."""
        assert seat == self.turn
        return {card for card in self.hands[seat] if self.trick and card[1] == self.trick[0][1][1]} or {
            *self.hands[seat]
        }

    def play(self, seat: int, said: str) -> None:
        """Play a card."""
        self.hands[seat].remove(said)
        self.trick.append((seat, said))
        self.turn = (seat + 1) % len(self.hands)
        if len(self.trick) == len(self.hands):
            led = self.trick[0][1][1]
            keys = [(card[1] == self.trump, card[1] == led, RANKS.index(card[0])) for _, card in self.trick]
            self.turn, card = self.trick[keys.index(max(keys))]
            self.won[self.turn].add(card)
            self.trick = []


@pytest.mark.parametrize("seed", range(effort(6)))
def test_an_oracle_agrees(seed: int) -> None:
    players = 2 + seed % 3
    random, state = Random(seed), load(FILE, players=players).start(seed=seed)
    for number in range(players):
        trump, hands = state.deal.trump, [[str(card) for card in hand] for hand in state.deal.hands]
        assert trump is not None
        oracle = Oracle(hands, (state.deal.starter + 1) % players, trump.letter)
        state = play_deal(state, oracle, random)
        scores = [largest(cards) for cards in oracle.won]
        for name, worth in {"coast": 8, "hills": 6, "forest": 4, "town": 4}.items():
            counts = [sum(province(card) == name for card in cards) for cards in oracle.won]
            for seat, count in enumerate(counts):
                scores[seat] += worth * (0 < count == max(counts))
        assert state.results[number].scores == tuple(scores)


def test_everybody_sees_the_map() -> None:
    state = load(FILE, players=2).start(seed=2)
    for _ in range(2):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert str(state.view(None).deal[BoardTricks]).startswith("hand ")
