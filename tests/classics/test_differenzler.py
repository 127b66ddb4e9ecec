"""Differenzler: the clauses of its rules, and an oracle that knows nothing of the library."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from lockstep import is_followed
from oracles import play_deal
from strategies import effort

from trickkit import batch, load
from trickkit.phases import EstimatePoints
from trickkit.testing import laws

FILE = str(Path(__file__).parents[2] / "variants" / "house" / "differenzler.py")
PLAIN, TRUMPS = "6789TJQKA", "678TQKA9J"
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}

TestDifferenzler = laws(FILE, examples=effort(3), moves=90)


class Oracle:
    """A deal as its rulebook plays it, with cards as texts; it knows nothing of the library."""

    def __init__(self, hands: list[list[str]], dealer: int, trump: str) -> None:
        self.hands, self.trump, self.turn = hands, trump, (dealer + 1) % 4
        self.foretold: list[int | None] = [None] * 4
        self.trick: list[tuple[int, str]] = []
        self.points, self.tricks = [0] * 4, 0

    def legal(self, seat: int) -> set[str]:
        """What a seat may decide now."""
        if None in self.foretold:
            return {str(number) for number in range(158)} if self.foretold[seat] is None else set()
        hand = set(self.hands[seat])
        if seat != self.turn or not self.trick:
            return hand if seat == self.turn else set()
        led, trumps = self.trick[0][1][1], {card for card in hand if card[1] == self.trump}
        if led == self.trump:
            return hand if trumps <= {"J" + self.trump} else trumps
        best = max((TRUMPS.index(card[0]) for _, card in self.trick if card[1] == self.trump), default=-1)
        low = {card for card in trumps if TRUMPS.index(card[0]) < best}
        following = {card for card in hand if card[1] == led}
        return following | trumps - low if following else hand - low or hand

    def strength(self, play: tuple[int, str]) -> int:
        """How strong a card is in the trick."""
        rank, suit = play[1]
        if suit == self.trump:
            return 100 + TRUMPS.index(rank)
        return PLAIN.index(rank) if suit == self.trick[0][1][1] else -1

    def play(self, seat: int, said: str) -> None:
        """Foretell, or play a card."""
        if self.foretold[seat] is None:
            self.foretold[seat] = int(said)
            return
        self.hands[seat].remove(said)
        self.trick.append((seat, said))
        self.turn = (seat + 1) % 4
        if len(self.trick) < 4:
            return
        self.turn, _ = max(self.trick, key=self.strength)
        self.tricks += 1
        for _, (rank, suit) in self.trick:
            as_trump = {"J": 20, "9": 14} if suit == self.trump else {}
            self.points[self.turn] += as_trump.get(rank, WORTH.get(rank, 0))
        self.points[self.turn] += 5 * (self.tricks == 9)
        self.trick = []

    def scores(self) -> tuple[int, ...]:
        """What each seat is off."""
        return tuple(abs((said or 0) - took) for said, took in zip(self.foretold, self.points, strict=True))


@pytest.mark.parametrize("seed", range(effort(4)))
def test_an_oracle_agrees(seed: int) -> None:
    random, state = Random(seed), load(FILE, deals=4).start(seed=seed)
    for number in range(4):
        deal = state.deal
        assert deal.trump is not None
        oracle = Oracle([[str(card) for card in hand] for hand in deal.hands], deal.starter, deal.trump.letter)
        state = play_deal(state, oracle, random)
        assert sum(oracle.points) == 157
        assert state.results[number].scores == oracle.scores()


def test_what_a_seat_foretold_is_its_secret() -> None:
    state = load(FILE).start(seed=1).play_all([(seat, "40") for seat in range(4)])
    assert str(state.view(2).deal[EstimatePoints]) == "seat 0: ??; seat 1: ??; seat 2: 40; seat 3: ??"


def test_it_runs_compiled() -> None:
    support = batch.supports(load(FILE))
    assert (support.yes, support.slow) == (True, "")
    is_followed(load(FILE), 3, seed=3)


def test_estimates_of_points_beside_those_of_tricks_run_in_python() -> None:
    rules = load("oh_hell", players=3)
    both = rules.replace(phases=(*rules.phases[:-1], EstimatePoints(highest=4), rules.phases[-1]))
    assert "only one phase of a deal may have bids and estimates" in batch.supports(both).why
