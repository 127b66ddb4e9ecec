"""Bid Whist, held to an oracle that knows nothing of the library."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from lockstep import is_followed
from trickkit_classics import bid_whist

from trickkit import IllegalAction, InvalidRules, Stacked, State, batch, testing
from trickkit.phases import LayAway, Tricks

OPTIONS: list[dict[str, Any]] = [
    {"target": 21},
    {"jokers": False, "naming": "after", "lowest": 1, "target": 15},
    {"aces": "bad", "kitty": "shown", "down_is_higher": True, "no_trump_doubles": False, "target": 12},
]

TestLaws = testing.laws(bid_whist.rules, examples=2, moves=60)


# The oracle


def suit(card: str, trump: str) -> str:
    """The suit of a card; jokers are trumps, or of no suit."""
    return (trump or "none") if card in ("BJ", "LJ") else card[1]


def strength(card: str, led: str, trump: str, low: bool, aces: str) -> int:
    """How strong a card is in a trick; 0 never wins."""
    if card in ("BJ", "LJ"):
        return (300 if card == "BJ" else 299) if trump else 0
    order = "23456789TJQKA"
    if low:
        order = "KQJT98765432A" if aces == "good" else "AKQJT98765432"
    if suit(card, trump) not in (led, trump):
        return 0
    return 1 + order.index(card[0]) + 100 * (card[1] == trump)


def led_suit(trick: list[tuple[int, str]], trump: str) -> str:
    """The suit to be followed; "" where there is none."""
    return next((suit(card, trump) for _, card in trick if trump or card not in ("BJ", "LJ")), "")


def higher(bid: tuple[int, str], than: tuple[int, str] | None, options: dict[str, Any]) -> bool:
    """Whether a bid is higher than another one."""
    order = {"up": 0, "down": int(options.get("down_is_higher", False)), "NT": 2}
    return than is None or (bid[0], order[bid[1]]) > (than[0], order[than[1]])


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", [3, 11, 12])
def test_whole_games_agree_with_the_oracle(options: dict[str, Any], seed: int) -> None:
    random, state = Random(seed), bid_whist.rules(**options).start(seed=seed)
    totals = [0] * 4
    bids = [(level, word) for level in range(options.get("lowest", 3), 8) for word in ("up", "down", "NT")]
    while max(totals) < options["target"] and min(totals) > -options["target"]:
        number, dealer = state.deal.number, state.deal.starter
        hands = [[str(card) for card in hand] for hand in state.deal.hands]
        kitty = [str(card) for card in state.deal.stock]

        def decide(state: State, seat: int, expected: set[str], *, rarely: str = "") -> tuple[State, str]:
            assert state.actors == (seat,)
            assert {str(action) for action in state.legal(seat)} == expected
            wanted = {word for word in expected if not word.startswith(rarely)} if rarely else expected
            action = random.choice(sorted(wanted if wanted and random.random() < 0.9 else expected))
            return state.play(seat, action), action

        best: tuple[int, str] | None = None
        bidder = dealer
        for turn in range(1, 5):
            seat = (dealer + turn) % 4
            open_bids = {f"bid {level}{word}" for level, word in bids if higher((level, word), best, options)}
            forced = turn == 4 and best is None
            state, said = decide(state, seat, open_bids | (set() if forced else {"pass"}), rarely="bid")
            if said != "pass":
                best, bidder = (int(said[4]), said[5:]), seat
        assert best is not None
        level, word = best
        named = {"name high", "name low"} if word == "NT" else {f"name {letter}" for letter in "CDHS"}
        state, said = decide(state, bidder, named)
        trump, low = ("", said == "name low") if word == "NT" else (said[-1], word == "down")
        hands[bidder] += kitty
        away = random.sample(hands[bidder], len(kitty))
        state = state.play_all([(bidder, card) for card in away])
        hands[bidder] = [card for card in hands[bidder] if card not in away]
        taken, leader = [0, 0], bidder
        for _ in range(12):
            trick: list[tuple[int, str]] = []
            for turn in range(4):
                seat = (leader + turn) % 4
                led = led_suit(trick, trump)
                same = {card for card in hands[seat] if led and suit(card, trump) == led}
                state, card = decide(state, seat, same or {*hands[seat]})
                hands[seat].remove(card)
                trick.append((seat, card))
            led = led_suit(trick, trump)
            leader = max(trick, key=lambda play: strength(play[1], led, trump, low, options.get("aces", "good")))[0]
            taken[leader % 2] += 1
        over = taken[bidder % 2] + 1 - 6
        points = (over if over >= level else -level) * (
            2 if word == "NT" and options.get("no_trump_doubles", True) else 1
        )
        scores = [points if seat % 2 == bidder % 2 else 0 for seat in range(4)]
        assert list(state.results[number].scores) == scores
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
    assert state.is_over


# Single rules

HANDS = "AC KC QC JC TC 9C AD KD QD JD TD 9D/2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 7D/AH KH QH JH TH 9H 2S 3S 4S 5S 6S BJ"
REST = "2H 3H 4H 5H 6H 7H AS KS QS JS TS LJ"
KITTY = ("8C", "8D", "8H", "8S", "7S", "9S")


def after(moves: str, **options: Any) -> State:
    """A deal of these hands, with seat 3 as the dealer, after some moves of whoever is to act."""
    hands = [hand.split() for hand in [*HANDS.split("/"), REST]]
    state = bid_whist.rules(**options).start(seed=1, first=3, deals=[Stacked(hands=hands, stock=KITTY)])
    for move in moves.split(", "):
        state = state.play(state.actors[0], move)
    return state


def test_downtown_is_not_higher_than_uptown() -> None:
    state = after("bid 3up")
    with pytest.raises(IllegalAction, match="each bid must be higher"):
        state.play(1, "bid 3down")
    assert after("bid 3up, bid 3NT, bid 4down").actors == (3,)
    assert after("bid 3up, bid 3down", down_is_higher=True).actors == (2,)


def test_the_dealer_must_bid_if_all_others_pass() -> None:
    state = after("pass, pass, pass")
    assert "pass" not in [str(action) for action in state.legal(3)]


LAID = ", ".join(KITTY)


def test_downtown_the_low_cards_win_and_aces_are_good() -> None:
    clubs = after(f"bid 3down, pass, pass, pass, name D, {LAID}, KC, 2C, 2S, 2H")
    assert clubs.deal[Tricks].tricks[0].taker == 1
    aces = after(f"bid 3down, pass, pass, pass, name D, {LAID}, AC, 2C, 2S, 2H")
    assert aces.deal[Tricks].tricks[0].taker == 0
    bad = after(f"bid 3down, pass, pass, pass, name D, {LAID}, AC, 7C, 2S, 2H", aces="bad")
    assert bad.deal[Tricks].tricks[0].taker == 1


def test_jokers_are_the_highest_trumps() -> None:
    state = after(f"bid 3up, pass, pass, pass, name S, {LAID}, AC, 2C, BJ, LJ")
    assert state.deal[Tricks].tricks[0].taker == 2


def test_jokers_win_nothing_without_trump_and_the_next_card_is_followed() -> None:
    moves = f"pass, pass, bid 3NT, pass, name high, {LAID}, BJ"
    state = after(moves)
    assert len(state.legal(3)) == 12
    state = state.play_all([(3, "2H")])
    assert state.play_all([(0, "AC"), (1, "2C")]).deal[Tricks].tricks[0].taker == 3


def test_all_see_the_kitty_if_it_is_shown() -> None:
    moves = "bid 3up, pass, pass, pass, name S"
    hidden, shown = (str(after(moves, **options).view(1).events[-1]) for options in ({}, {"kitty": "shown"}))
    assert ("??" in hidden, "8C" in shown) == (True, True)


def test_what_is_laid_away_counts_as_a_trick() -> None:
    state = after(f"bid 3up, pass, pass, pass, name C, {LAID}")
    assert len(state.deal[LayAway].hands[0]) == 6
    while not state.results:
        state = state.play(state.actors[0], state.legal(state.actors[0])[-1])
    taken = sum(state.results[0].deal[Tricks].taken[seat] for seat in (0, 2))
    assert f"bid 3up, took {taken + 1}" in str(state.results[0].lines[0])


def test_an_option_that_does_not_exist() -> None:
    with pytest.raises(InvalidRules, match="no option 'joker'"):
        bid_whist.rules(joker=True)


@pytest.mark.sample(0)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_all_of_it_is_compiled(options: dict[str, Any]) -> None:
    rules = bid_whist.rules(**options)
    assert batch.supports(rules).why == ""
    is_followed(rules, 4, seed=5)
