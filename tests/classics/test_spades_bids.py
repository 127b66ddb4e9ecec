"""A system of bidding at Spades, and the bot that bids by it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trickkit_classics.spades_bids import Dealt, Table, bid
from trickkit_classics.spades_caller import SpadesCaller

from trickkit import Stacked, load
from trickkit.bots import Best, states
from trickkit.bots import read as bot_of
from trickkit.errors import InvalidRules
from trickkit.phases import Tricks
from trickkit.phases.called import CallEstimates
from trickkit.policies.follow import MustOvertrump

CARDS = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]
LOW = "84.K732.973.Q852"
"""A hand that bids nil."""


def cards(text: str) -> list[str]:
    """A hand as it is printed: spades, hearts, diamonds and clubs."""
    return [rank + suit for ranks, suit in zip(text.split("."), "SHDC", strict=True) for rank in ranks]


@pytest.mark.parametrize(
    ("held", "number"),
    [
        ("AKQ2.A43.A432.32", 5),
        ("AJ84.K73.QT52.A9", 4),
        ("QT9876.A5.K432.2", 5),
        ("J43.Q82.KQ64.T32", 1),
        # Short suits are worth what spades can ruff.
        ("9876.AQJ9.A9832.", 4),
        ("9876.AQJ.A32.432", 3),
        # An ace of a long suit may be ruffed.
        ("32.AQJT98.A32.32", 2),
        # Nil
        (LOW, 0),
        ("T.9832.J9532.J53", 0),
        # A high spade takes a trick, and so may the fourth one.
        ("A.9832.J9532.J53", 1),
        ("K.9832.J9532.J53", 1),
        ("7432.832.9532.J5", 1),
        # Three tricks are too many to give up.
        ("2.AK43.A432.A432", 3),
        # A high card without low ones of its suit
        ("84.AKQJ.9732.852", 2),
    ],
)
def test_a_hand_bids(held: str, number: int) -> None:
    assert bid(Dealt.of(cards(held)), Table()) == number


@pytest.mark.parametrize(
    ("table", "number"),
    [
        # Nobody covers two nils.
        (Table(partner=0), 1),
        (Table(partner=3), 0),
        # Where nil is worth less than what it gives up, or nothing
        (Table(worth=10), 1),
        (Table(worth=0), 1),
        # The side wins without it.
        (Table(caution=0.3), 1),
    ],
)
def test_nil_depends_on_the_table(table: Table, number: int) -> None:
    assert bid(Dealt.of(cards(LOW)), table) == number


def test_a_hand_without_a_trick_bids_none_where_that_is_no_nil() -> None:
    weak = Dealt.of(cards("32.9832.J9532.53"))
    assert bid(weak, Table(worth=0)) == 0
    assert bid(weak, Table(partner=0)) == 1


def test_bags_that_would_cost_are_bid() -> None:
    hand = Dealt.of(cards("AQ4.K732.973.T85"))
    assert bid(hand, Table()) + 1 == bid(hand, Table(nearly_full=True))


@given(st.permutations(CARDS))
def test_what_a_bid_says_is_true(deck: list[str]) -> None:
    held = deck[:13]
    hand, number = Dealt.of(held), bid(Dealt.of(held), Table())
    if number:
        assert number <= max(1, hand.tricks) < number + 1
    else:
        assert hand.nil > 1 / 2
        assert sum(card[1] == "S" for card in held) <= 3
        assert not {"AS", "KS"} & {*held}


@given(
    st.permutations(CARDS), st.sampled_from([{}, {"nil": 0}, {"nil": 200, "bags": 5}, {"bags": 0, "breaking": False}])
)
def test_every_bid_is_legal(deck: list[str], options: dict[str, Any]) -> None:
    hands = [deck[13 * seat : 13 * seat + 13] for seat in range(4)]
    state = load("spades", **options).start(first=0, deals=[Stacked(hands=hands)])
    for _ in range(4):
        (seat,) = state.actors
        state = state.play(seat, SpadesCaller().act(state.view(seat)))
    bids = state.deal[CallEstimates].bids
    assert all(sum(number or 0 for number in bids[side::2]) <= 13 for side in (0, 1))
    assert options.get("nil") == 0 or all(bids[side::2] != (0, 0) for side in (0, 1))


def test_the_score_counts() -> None:
    """Every bid of a game that goes on until a side has enough points is the one that the score asks for."""
    rules, tables = load("spades", target=200, bags=5), set[tuple[bool, float]]()
    for state in states(rules, [SpadesCaller(1)] * 4, seed=3, first=0):
        if state.is_over or not isinstance(state.phase, CallEstimates):
            continue
        (seat,), bids = state.actors, state.deal[CallEstimates].bids
        near, other = state.scores[seat] % 5 >= 3, (seat + 1) % 4
        wins = [state.scores[one] + 10 * sum(bid or 0 for bid in bids[one % 2 :: 2]) >= 200 for one in (seat, other)]
        caution = 0.1 * (wins[0] - wins[1])
        table = Table(partner=bids[(seat + 2) % 4], nearly_full=near, caution=caution)
        said = SpadesCaller().explain(state.view(seat))
        assert str(said.choices[0].action) == str(bid(Dealt.of(map(str, state.deal.hands[seat])), table))
        assert {choice.action for choice in said.choices} == {*state.legal(seat)}
        tables.add((near, caution))
    assert len(tables) > 2


def test_it_is_found_by_its_name_and_makes_the_bids_of_best() -> None:
    view = load("spades").start(seed=1, first=0).view(1)
    assert bot_of("spades_caller:1") == SpadesCaller(1)
    assert Best(2).bot(view) == SpadesCaller()
    assert not isinstance(Best(1).bot(view), SpadesCaller)
    assert not isinstance(Best(3, network=None).bot(view), SpadesCaller)


def test_it_leaves_house_rules_and_other_games_alone() -> None:
    rules = load("spades").replace(Tricks, follow=MustOvertrump())
    state = rules.start(seed=1, first=0)
    assert not isinstance(Best(2).bot(state.view(1)), SpadesCaller)
    with pytest.raises(InvalidRules, match="SpadesCaller bids in Spades; spades is none of them"):
        SpadesCaller().act(state.view(1))
