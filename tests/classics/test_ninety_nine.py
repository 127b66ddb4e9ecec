"""Ninety-Nine: the clauses of its rules, and an oracle that knows nothing of the library."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from lockstep import is_followed, is_replayed
from oracles import play_deal
from strategies import effort

from trickkit import Stacked, State, batch, load
from trickkit.batch.kernel import layout
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.run.chunks import run_on
from trickkit.batch.worlds import Dealer
from trickkit.model.cards import french
from trickkit.phases import LayAway
from trickkit.testing import laws

FILE = str(Path(__file__).parents[2] / "variants" / "house" / "ninety_nine.py")
HANDS = ["AC KC QC 6D 7D 8D 9D TD JD QD KD AD", "AH KH QH 6S 7S 8S 9S TS JS QS KS AS"]
HANDS += ["6C 7C 8C 9C TC JC 6H 7H 8H 9H TH JH"]
DECK = french("6789TJQKA")
TRICKS = {"C": 3, "H": 2, "S": 1, "D": 0}

TestNinetyNine = laws(FILE, examples=effort(4), moves=90)


def dealt(deals: int = 2) -> State:
    """Seat 2 deals, so that seat 0 leads; it holds all diamonds, seat 1 all spades."""
    return load(FILE, deals=deals).start(first=2, deals=[Stacked(hands=[hand.split() for hand in HANDS])])


def after(*laid: str) -> State:
    """The first deal, scored, after seats laid these cards away and then played their lowest cards."""
    state = dealt()
    for seat, cards in enumerate(laid):
        for card in cards.split():
            state = state.play(seat, card)
    while not state.results:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    return state


def after_bids() -> State:
    """The first deal after all have laid three cards away."""
    state = dealt()
    for seat, cards in enumerate(("AC KC 6D", "AH 6S 7S", "JC JH TH")):
        for card in cards.split():
            state = state.play(seat, card)
    return state


def test_a_bid_is_the_sum_of_the_suits_of_three_cards() -> None:
    state = after("AC KC QC", "AH KH QH", "JC JH TH")
    assert state.results[0].lines[0].reason == "took 9 tricks"
    # Seat 0 bid 9 with three clubs and took all tricks with diamonds; the others bid 6 and 7, and took none.
    assert state.results[0].scores == (9 + 30, 0, 0)


def test_the_fewer_bids_come_true_the_more_each_is_worth() -> None:
    assert after("6D 7D 8D", "AH KH QH", "JC JH TH").results[0].scores == (9, 0, 0)


@pytest.mark.parametrize(("bid", "trump"), [("6D 7D 8D", "D"), ("AC KC QC", "S")])
def test_trump_follows_from_how_many_bids_came_true(bid: str, trump: str) -> None:
    state = after(bid, "AH KH QH", "JC JH TH")
    assert state.results[0].deal.trump is None
    assert state.deal.trump == next(suit for suit in state.deal.deck.suits if suit.letter == trump)


def test_bids_are_turned_up_when_the_deal_is_scored() -> None:
    state = dealt().play(0, "AC").play(0, "KC").play(0, "QC")
    assert not state.view(1).deal[LayAway].hands[0].known
    shown = after("AC KC QC", "AH KH QH", "JC JH TH").results[0].deal.seen_by(None)[LayAway]
    assert [str(hand) for hand in shown.hands] == ["QC KC AC", "QH KH AH", "JC TH JH"]


class Oracle:
    """A deal as its rulebook plays it, with cards as texts; it knows nothing of the library."""

    def __init__(self, hands: list[list[str]], dealer: int, trump: str | None) -> None:
        self.hands, self.trump, self.turn = hands, trump, (dealer + 1) % 3
        self.laid: list[list[str]] = [[], [], []]
        self.trick: list[tuple[int, str]] = []
        self.taken = [0, 0, 0]

    def legal(self, seat: int) -> set[str]:
        """What a seat may choose now."""
        if not all(len(cards) == 3 for cards in self.laid):
            return set(self.hands[seat]) if len(self.laid[seat]) < 3 else set()
        following = {card for card in self.hands[seat] if self.trick and card[1] == self.trick[0][1][1]}
        return set() if seat != self.turn else following or set(self.hands[seat])

    def play(self, seat: int, card: str) -> None:
        """Lay a card away, or play it."""
        bidding = len(self.laid[seat]) < 3
        self.hands[seat].remove(card)
        if bidding:
            self.laid[seat].append(card)
            return
        self.trick.append((seat, card))
        self.turn = (seat + 1) % 3
        if len(self.trick) == 3:
            led = self.trick[0][1][1]
            ranks = {card: "6789TJQKA".index(card[0]) for _, card in self.trick}
            self.turn, _ = max(
                self.trick, key=lambda play: (play[1][1] == self.trump, play[1][1] == led, ranks[play[1]])
            )
            self.taken[self.turn] += 1
            self.trick = []

    def true(self) -> list[int]:
        """The seats whose bids came true."""
        return [seat for seat in range(3) if sum(TRICKS[card[1]] for card in self.laid[seat]) == self.taken[seat]]

    def scores(self) -> tuple[int, ...]:
        """The points of the deal."""
        true = self.true()
        bonus = {1: 30, 2: 20, 3: 10}.get(len(true), 0)
        return tuple(taken + bonus * (seat in true) for seat, taken in enumerate(self.taken))


@pytest.mark.parametrize("seed", range(effort(4)))
def test_an_oracle_agrees(seed: int) -> None:
    random, state, trump = Random(seed), load(FILE, deals=9).start(seed=seed), None
    for number in range(9):
        deal = state.deal
        oracle = Oracle([[str(card) for card in hand] for hand in deal.hands], deal.starter, trump)
        assert (deal.trump.letter if deal.trump else None) == trump
        state = play_deal(state, oracle, random)
        assert state.results[number].scores == oracle.scores()
        trump = "DSHC"[len(oracle.true())]


def test_it_runs_compiled() -> None:
    rules = load(FILE, deals=2)
    assert batch.supports(rules).yes
    is_followed(rules, 3, seed=3)
    found = batch.deals(rules, 40, 5, moves=True, cards=True)
    for deal in range(40):
        is_replayed(found, deal)
    assert batch.supports(rules).slow == ""


def test_worlds_tell_who_laid_what_away() -> None:
    state, shown = after_bids(), 0
    while not state.results:
        for seat in (0, 1, 2, None):
            dealer = Dealer.of(state.view(seat))
            assert dealer.how == "compiled"
            rows, _ = dealer.rows(400, seed=1)
            laid = rows[:, layout.CHOSEN : layout.CHOSEN + 3]
            away = [hand.mask for hand in state.deal[LayAway].hands]
            assert (np.bitwise_count(laid) == 3).all()
            assert (np.bitwise_or.reduce(laid, axis=1) == rows[:, layout.AWAY]).all()
            unseen = DECK.all & ~(state.deal.knows(seat) | state.deal.out.mask & ~sum(away))
            for other in range(3):
                if other == seat:
                    assert {*laid[:, other].tolist()} == {away[other]}
                else:
                    # Nothing is known about them but where else a card lies.
                    assert np.bitwise_or.reduce(laid[:, other]) == unseen
                    shown += 1
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert shown == 27 * 9


def test_playouts_are_scored_by_who_laid_what_away() -> None:
    state = after_bids()
    found = run_on(compile_rules(state.rules), [state], 1, 30, threads=1, moves=True)
    assert found.points.tolist() == [list(found.result(deal).scores) for deal in range(30)]
