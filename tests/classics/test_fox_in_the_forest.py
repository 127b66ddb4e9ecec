"""The Fox in the Forest: each power in a small situation, and whole games against an oracle of its own."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from strategies import effort
from turns import legal, legal_cards, play, sampled_on_the_way, written_down

from trickkit import IllegalAction, InvalidRules, Stacked, State, load, playout
from trickkit.phases import Tricks
from trickkit.testing import laws

KEY = "fox_in_the_forest"
PACK = [f"{suit}{rank}" for suit in "BKM" for rank in range(1, 12)]


def dealt(first: str, second: str, stock: str, **options: Any) -> State:
    """A deal in which seat 1, which leads, and seat 0 hold some cards, filled up with what is not named; the stock
    begins with some cards and ends with the decree."""
    top, decree = stock.split()[:-1], stock.split()[-1]
    rest = iter([card for card in PACK if card not in (*first.split(), *second.split(), *stock.split())])
    hands = [[*named.split(), *[next(rest) for _ in range(13 - len(named.split()))]] for named in (second, first)]
    return load(KEY, **options).start(first=0, deals=[Stacked(hands=hands, stock=[*top, *rest, decree])])


def taker(state: State) -> int | None:
    return state.deal[Tricks].tricks[-1].taker  # type: ignore[no-any-return]


def test_the_other_seat_than_the_dealer_leads_and_a_card_of_the_stock_is_the_decree() -> None:
    state = dealt("K2", "K4", "B2 M8")
    assert (state.actors, str(state.deal.trump), len(state.deal.stock)) == ((1,), "moons", 7)


def test_the_highest_card_of_the_led_suit_wins_unless_the_decree_suit_is_played() -> None:
    assert taker(play(dealt("K2", "K4", "M8"), "K2 K4")) == 0
    state = dealt("K2 B2 B4 B6 B8 B10 M2 M4 M6 M10 K6 K8 K10", "B1 B3 B5 B7 B9 B11 M1 M3 M5 M7 M9 M11", "M8")
    assert taker(play(state, "B2 B1")) == 1


def test_swan_a_loser_who_played_a_one_leads_next() -> None:
    lost = play(dealt("K8 K6", "K1", "M8"), "K8 K1")
    assert (taker(lost), lost.actors) == (1, (0,))
    won = play(dealt("K2 K6", "K4", "M8"), "K2 K4")
    assert (taker(won), won.actors) == (0, (0,))


def test_fox_the_decree_may_be_exchanged_before_the_trick_is_taken() -> None:
    state = play(dealt("K8 K6", "K3 B4", "M8"), "K8 K3")
    assert legal(state)[-1] == "pass"
    state = state.play(0, "exchange B4")
    assert (str(state.deal.trump), str(state.deal.stock[-1]), state.actors) == ("bells", "B4", (1,))
    assert "M8" in state.deal.hands[0]
    assert str(state.events[-2]) == "Hand 0 exchanges B4 for M8: bells is trump."


def test_fox_an_option_makes_the_exchange_a_must() -> None:
    assert "pass" not in legal(play(dealt("K8 K6", "K3", "M8", fox="must"), "K8 K3"))


def test_woodcutter_draws_a_card_and_puts_one_under_the_stock() -> None:
    state = play(dealt("K5 K6", "K4", "B2 M8"), "K5")
    assert "under B2" in legal(state)
    state = state.play(1, "under K6")
    assert [str(card) for card in state.deal.stock[-2:]] == ["K6", "M8"]
    assert "B2" in state.deal.hands[1]
    assert str(state.view(0).deal.stock[-2]) == "??"


def test_witch_a_lone_nine_is_a_trump_and_two_are_none() -> None:
    no_keys = "B1 B2 B4 B6 B8 B10 B11 M1 M2 M4 M6 M9 M10"
    assert taker(play(dealt("K10", no_keys, "M8"), "K10 M9")) == 0
    no_moons = "B1 B2 B4 B6 B8 B10 B11 K1 K2 K4 K6 K9 K10"
    assert taker(play(dealt("M10", no_moons, "M8"), "M10 K9")) == 1
    assert taker(play(dealt("B10", "K9 K1 K2 K3 K4 K5 K6 K7 K8 M1 M2 M3 M4", "M8"), "B10 K9")) == 0
    assert taker(play(dealt("K9", "B9 B1 B2 B3 B4 B5 B6 B7 B8 M1 M2 M3 M4", "M8"), "K9 B9")) == 1


def test_witch_she_is_followed_by_the_suit_that_she_shows() -> None:
    assert legal_cards(play(dealt("K9", "K4 K2", "M8"), "K9")) == "K2 K4"


def test_monarch_the_highest_card_or_the_one_must_follow() -> None:
    state = play(dealt("K11", "K1 K4 K8", "M8"), "K11")
    assert legal_cards(state) == "K1 K8"
    with pytest.raises(IllegalAction, match=r"^K4 is not allowed: K11 was led: play your highest card of keys, or K1"):
        state.play(0, "K4")
    assert legal_cards(play(dealt("K11", "K2 K4", "M8"), "K11")) == "K4"
    assert legal_cards(play(dealt("K10", "K2 K4", "M8"), "K10")) == "K2 K4"


def test_treasure_each_seven_is_a_point_for_the_winner_of_its_trick() -> None:
    state = play(dealt("K7 K6", "K8", "M8"), "K7 K8")
    while not state.results:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert any(line.seat == 0 and "K7" in line.reason for line in state.results[0].lines)


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(InvalidRules, match="target"):
        load(KEY, target=20)


TABLE = {4: 1, 5: 2, 6: 3} | dict.fromkeys([0, 1, 2, 3, 7, 8, 9], 6)


class Oracle:
    """A deal by hand: sets of texts, and the rules as plain conditions."""

    def __init__(self, hands: list[list[str]], stock: list[str], leader: int, must: bool) -> None:
        self.hands = [{*hand} for hand in hands]
        self.stock, self.decree = stock[:-1], stock[-1]
        self.must = must
        self.tricks, self.treasures = [0, 0], [0, 0]
        self.turn, self.table, self.waits = leader, list[tuple[int, str]](), ""

    def choices(self) -> set[str]:
        hand = self.hands[self.turn]
        if self.waits == "fox":
            return {f"exchange {card}" for card in hand} | (set() if self.must else {"pass"})
        if self.waits == "woodcutter":
            return {f"under {card}" for card in hand}
        if not self.table:
            return hand
        led = self.table[0][1]
        suit = {card for card in hand if card[0] == led[0]}
        if led[1:] == "11" and suit:
            return {max(suit, key=rank)} | {card for card in suit if rank(card) == 1}
        return suit or hand

    def act(self, text: str) -> None:
        hand = self.hands[self.turn]
        if self.waits == "fox" and text != "pass":
            card = text.split()[1]
            hand ^= {card, self.decree}
            self.decree = card
        elif self.waits == "woodcutter":
            hand.remove(text.split()[1])
            self.stock.append(text.split()[1])
        elif not self.waits:
            hand.remove(text)
            self.table.append((self.turn, text))
            if text[1:] == "3" and hand:
                self.waits = "fox"
                return
            if text[1:] == "5":
                hand.add(self.stock.pop(0))
                self.waits = "woodcutter"
                return
        self.waits = ""
        if len(self.table) < 2:
            self.turn = 1 - self.turn
            return
        self.take()

    def take(self) -> None:
        (first, led), (second, other) = self.table
        alone = (rank(led) == 9) != (rank(other) == 9)
        trump = [card[0] == self.decree[0] or (alone and rank(card) == 9) for card in (led, other)]
        same = trump[0] == trump[1] and (trump[0] or led[0] == other[0])
        wins = rank(other) > rank(led) if same else trump[1]
        winner, loser, card = (second, first, led) if wins else (first, second, other)
        self.tricks[winner] += 1
        self.treasures[winner] += (rank(led) == 7) + (rank(other) == 7)
        self.turn, self.table = (loser if rank(card) == 1 else winner), []

    def points(self) -> tuple[int, ...]:
        pairs = zip(self.tricks, self.treasures, strict=True)
        return tuple(TABLE.get(tricks, 0) + treasures for tricks, treasures in pairs)


def rank(card: str) -> int:
    return int(card[1:])


def follow(state: State, must: bool, draw: Random) -> Iterator[tuple[State, Oracle]]:
    """Each position of a game with the oracle's, in which all has been done at random."""
    while not state.is_over:
        deal = state.deal
        hands = [[card.text for card in hand.known] for hand in deal.hands]
        oracle = Oracle(hands, [str(card) for card in deal.stock], 1 - deal.starter, must)
        number = deal.number
        while not state.is_over and state.deal.number == number:
            yield state, oracle
            (seat,) = state.actors
            action = draw.choice(state.legal(seat))
            oracle.act(str(action))
            state = state.play(seat, action)
        yield state, oracle


@pytest.mark.parametrize("fox", ["may", "must"])
def test_games_go_as_the_oracle_says(fox: str) -> None:
    for seed in range(effort(20)):
        deals = 0
        for state, oracle in follow(load(KEY, fox=fox).start(seed=seed), fox == "must", Random(seed)):
            if len(state.results) > deals:
                deals += 1
                assert state.results[-1].scores == oracle.points()
                continue
            assert state.actors == (oracle.turn,)
            assert {*legal(state)} == oracle.choices()
            assert [{card.text for card in hand.known} for hand in state.deal.hands] == oracle.hands
            assert [str(card) for card in state.deal.stock] == [*oracle.stock, oracle.decree]
        assert max(state.scores) >= 21


def test_worlds_agree_and_games_are_written_down() -> None:
    for seed in range(2):
        sampled_on_the_way(load(KEY).start(seed=seed), moves=40)
        written_down(playout(load(KEY), seed=seed))


TestLaws = laws(load(KEY, target=11), examples=effort(6))
