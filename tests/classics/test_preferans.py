"""Preferans: the clauses of its rules, and an oracle that knows nothing of the library."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from lockstep import is_followed
from strategies import effort

from trickkit import Stacked, State, batch, load
from trickkit.phases import Announce, NameTrump, Tricks
from trickkit.testing import laws

FILE = str(Path(__file__).parents[2] / "variants" / "house" / "preferans.py")
SUITS = ("S", "C", "D", "H", "NT")
GAMES = [f"{level}{suit}" for level in range(6, 11) for suit in SUITS]
LADDER = [*GAMES[:15], "misere", *GAMES[15:]]
HANDS = ["AS KS QS JS TS 9S 8S 7S AC AD", "KC QC JC TC 9C 8C 7C AH KH QH", "KD QD JD TD 9D 8D 7D JH TH 9H"]

TestPreferans = laws(FILE, examples=effort(3), moves=90)


def dealt(*calls: tuple[int, str]) -> State:
    """Seat 2 deals, and seat 0, which holds all spades and two aces, speaks first."""
    deal = Stacked(hands=[hand.split() for hand in HANDS], stock=["7H", "8H"])
    return load(FILE, deals=2).start(first=2, deals=[deal]).play_all(calls)


def named(game: str, *after: tuple[int, str]) -> State:
    """Seat 0 wins the auction with six, lays the talon away and names a game."""
    bids = (0, "bid 6S"), (1, "pass"), (2, "pass"), (0, "7H"), (0, "8H"), (0, f"name {game}")
    return dealt(*bids, *after)


def scores(state: State) -> tuple[int, ...]:
    """What the first deal scores where everybody plays the first card that may be played."""
    while not state.results:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    return state.results[0].scores


def test_a_misere_stands_between_eight_and_nine() -> None:
    legal = [str(action) for action in dealt((0, "bid 8H")).legal(1)]
    assert legal[:3] == ["bid 8NT", "misere", "bid 9S"]


def test_the_winner_names_a_game_as_high_as_its_bid_or_higher() -> None:
    state = dealt((0, "bid 7D"), (1, "pass"), (2, "pass"), (0, "7H"), (0, "8H"))
    assert [str(action) for action in state.legal(0)][:2] == ["name 7 D", "name 7 H"]


def test_where_nobody_plays_whist_the_game_is_made() -> None:
    state = named("8 S", (1, "pass"), (2, "pass"))
    assert (state.results[0].scores, state.results[0].deal.get(Tricks)) == ((6, 0, 0), None)


def test_whisters_answer_for_tricks() -> None:
    # Seat 0 takes all tricks; each trick that the opponents lack of two costs a whister four points, or both two.
    assert scores(named("7 S", (1, "whist"), (2, "pass"))) == (4, -8, 0)
    assert scores(named("7 S", (1, "whist"), (2, "whist"))) == (4, -4, -4)


def test_a_misere_is_over_with_the_first_trick_of_the_declarer() -> None:
    state = dealt((0, "misere"), (1, "pass"), (2, "pass"), (0, "7H"), (0, "8H"), (0, "name misere"))
    state = state.play_all([(0, "AS"), (1, "KC"), (2, "KD")])
    assert state.results[0].scores == (-10, 0, 0)


def test_nobody_is_asked_for_whist_against_a_misere() -> None:
    state = dealt((0, "misere"), (1, "pass"), (2, "pass"), (0, "7H"), (0, "8H"), (0, "name misere"))
    assert state.deal.get(Announce) is None


def test_each_trick_costs_two_points_where_all_pass() -> None:
    assert scores(dealt((0, "pass"), (1, "pass"), (2, "pass"))) == (-20, 0, 0)


def test_a_house_rule_may_forbid_a_game() -> None:
    house = load(FILE).replace(NameTrump, never="8 NT")
    state = house.start(first=2).play_all([(0, "bid 8H"), (1, "pass"), (2, "pass")])
    state = state.play(0, state.legal(0)[0]).play(0, state.legal(0)[1])
    assert [str(action) for action in state.legal(0)][:3] == ["name 8 H", "name misere", "name 9 S"]


class Oracle:
    """A deal as its rulebook plays it, with cards as texts; it knows nothing of the library."""

    def __init__(self, hands: list[list[str]], talon: list[str], dealer: int) -> None:
        self.hands, self.talon, self.first = hands, talon, (dealer + 1) % 3
        self.turn, self.step = self.first, "bid"
        self.bid, self.declarer, self.passed = -1, -1, set[int]()
        self.game, self.whist, self.asked = "", list[int](), 0
        self.trick: list[tuple[int, str]] = []
        self.taken, self.over = [0, 0, 0], False

    def legal(self, seat: int) -> set[str]:
        """What a seat may decide now."""
        if seat != self.turn:
            return set()
        if self.step == "bid":
            return {word if word == "misere" else f"bid {word}" for word in LADDER[self.bid + 1 :]} | {"pass"}
        if self.step == "name":
            higher = LADDER[max(self.bid, 0) :]
            return {f"name {word}" if word == "misere" else f"name {spaced(word)}" for word in higher}
        if self.step == "whist":
            return {"whist", "pass"}
        hand = set(self.hands[seat])
        if self.step == "lay" or not self.trick:
            return hand
        led = self.trick[0][1][1]
        trump = self.game[-1:]
        for suit in (led, trump):
            if having := {card for card in hand if card[1] == suit}:
                return having
        return hand

    def play(self, seat: int, said: str) -> None:
        """Take in a decision."""
        getattr(self, f"_{self.step}")(seat, said)

    def _bid(self, seat: int, said: str) -> None:
        if said == "pass":
            self.passed.add(seat)
        else:
            self.bid, self.declarer = LADDER.index(said.removeprefix("bid ")), seat
        left = [one for one in range(3) if one not in self.passed]
        if not left:
            self.step, self.turn = "card", self.first
        elif left == [self.declarer]:
            self.step, self.turn = "lay", self.declarer
            self.hands[self.declarer] += self.talon
        else:
            self.turn = next(one for one in ((seat + 1) % 3, (seat + 2) % 3, seat) if one in left)

    def _lay(self, seat: int, said: str) -> None:
        self.hands[seat].remove(said)
        self.step = "lay" if len(self.hands[seat]) > 10 else "name"

    def _name(self, seat: int, said: str) -> None:
        self.game = said.removeprefix("name ")
        self.step, self.turn = ("card", self.first) if self.game == "misere" else ("whist", (seat + 1) % 3)

    def _whist(self, seat: int, said: str) -> None:
        self.asked += 1
        self.whist += [seat] * (said == "whist")
        self.turn = (seat + 1) % 3
        if self.asked == 2:
            self.step, self.turn, self.over = "card", self.first, not self.whist

    def _card(self, seat: int, said: str) -> None:
        self.hands[seat].remove(said)
        self.trick.append((seat, said))
        self.turn = (seat + 1) % 3
        if len(self.trick) == 3:
            led, trump = self.trick[0][1][1], self.game[-1:]
            by_rank = {card: "789TJQKA".index(card[0]) for _, card in self.trick}
            self.turn, _ = max(self.trick, key=lambda one: (one[1][1] == trump, one[1][1] == led, by_rank[one[1]]))
            self.taken[self.turn] += 1
            self.trick = []
            self.over = not self.hands[0] or (self.game == "misere" and self.turn == self.declarer)

    def scores(self) -> tuple[int, ...]:
        """The points of the deal."""
        if self.bid < 0:
            return tuple(-2 * taken for taken in self.taken)
        found, took = [0, 0, 0], self.taken[self.declarer]
        if self.game == "misere":
            found[self.declarer] = -10 if took else 10
            return tuple(found)
        level = int(self.game.split()[0])
        worth, against = 2 * level - 10, 10 - took
        found[self.declarer] = worth if took >= level or not self.whist else -worth * (level - took)
        owed = {6: 4, 7: 2, 8: 1, 9: 1, 10: 0}[level]
        for seat in self.whist:
            found[seat] = worth * (against - max(0, owed - against)) // len(self.whist)
        return tuple(found)


def spaced(word: str) -> str:
    """The words of a game that is named: its level and its suit."""
    letter = word.lstrip("0123456789")
    return f"{word[: len(word) - len(letter)]} {letter}"


@pytest.mark.parametrize("seed", range(effort(12)))
def test_an_oracle_agrees(seed: int) -> None:
    random, state = Random(seed), load(FILE, deals=9).start(seed=seed)
    for number in range(9):
        deal = state.deal
        hands = [[str(card) for card in hand] for hand in deal.hands]
        oracle = Oracle(hands, [str(card) for card in deal.stock], deal.starter)
        while len(state.results) == number:
            seat = random.choice(state.actors)
            legal = oracle.legal(seat)
            assert {str(action) for action in state.legal(seat)} == legal
            # Low bids, so that all levels are played.
            likely = "pass" if "pass" in legal and random.random() < 0.6 else random.choice(sorted(legal))
            state = state.play(seat, likely)
            oracle.play(seat, likely)
        assert oracle.over
        assert state.results[number].scores == oracle.scores()


@pytest.mark.sample(0)
def test_it_runs_compiled() -> None:
    assert batch.supports(load(FILE)).yes
    is_followed(load(FILE), 3, seed=2)
