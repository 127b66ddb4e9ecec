"""Provinces: the clauses of its rules, and an oracle that knows nothing of the library."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
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


@pytest.mark.parametrize("seed", range(effort(6)))
def test_an_oracle_agrees(seed: int) -> None:
    players = 2 + seed % 3
    random, state = Random(seed), load(FILE, players=players).start(seed=seed)
    for number in range(players):
        trump, turn = state.deal.trump, (state.deal.starter + 1) % players
        hands, won = [[str(card) for card in hand] for hand in state.deal.hands], [set[str]() for _ in range(players)]
        assert trump is not None
        trick: list[tuple[int, str]] = []
        while len(state.results) == number:
            assert state.actors == (turn,)
            follows = [card for card in hands[turn] if trick and card[1] == trick[0][1][1]]
            legal = follows or hands[turn]
            assert {str(action) for action in state.legal(turn)} == {*legal}
            card = random.choice(sorted(legal))
            hands[turn].remove(card)
            trick.append((turn, card))
            state, turn = state.play(turn, card), (turn + 1) % players
            if len(trick) == players:
                led = trick[0][1][1]
                keys = [(card[1] == trump.letter, card[1] == led, RANKS.index(card[0])) for _, card in trick]
                turn, card = trick[keys.index(max(keys))]
                won[turn].add(card)
                trick = []
        scores = [largest(cards) for cards in won]
        for name, worth in {"coast": 8, "hills": 6, "forest": 4, "town": 4}.items():
            counts = [sum(province(card) == name for card in cards) for cards in won]
            for seat, count in enumerate(counts):
                scores[seat] += worth * (0 < count == max(counts))
        assert state.results[number].scores == tuple(scores)


def test_everybody_sees_the_map() -> None:
    state = load(FILE, players=2).start(seed=2)
    for _ in range(2):
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert str(state.view(None).deal[BoardTricks]).startswith("hand ")
