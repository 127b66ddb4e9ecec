"""A natural system of bidding at Bridge, and the bot that bids by it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trickkit_classics.bridge_bids import chosen, offers, read
from trickkit_classics.bridge_hands import Bidder, Shown, shown
from trickkit_classics.bridge_talk import DOUBLE, PASS, Talk
from trickkit_classics.natural import Natural

from trickkit import load
from trickkit.bots import Best, Random, states
from trickkit.bots import read as bot_of
from trickkit.errors import InvalidRules
from trickkit.model.actions import Pass
from trickkit.phases import Auction, PassCards
from trickkit.policies.partners import Alone

CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


def hand(text: str) -> Bidder:
    """A hand as it is printed: spades, hearts, diamonds and clubs."""
    return Bidder(tuple(text.split(".")[::-1]))


@pytest.mark.parametrize(
    ("calls", "held", "call"),
    [
        # Openings
        ("", "AK5.KJ4.Q873.K92", "1NT"),
        ("", "AK5.KQ4.AJ73.KQ2", "2C"),
        ("", "AK5.KQ4.AJ73.Q92", "1D"),
        ("", "AK5.KQ4.AJ73.K92", "2NT"),
        ("", "AQ852.K9753.4.A2", "1S"),
        ("", "A5.KQ753.AJ82.42", "1H"),
        ("", "A52.K75.AJ8.Q842", "1C"),
        ("", "A5.K753.AJ82.Q42", "1D"),
        ("", "4.KQJ953.863.742", "2H"),
        ("", "4.72.QJT8532.K42", "3D"),
        ("", "A52.K753.J82.Q42", PASS),
        # Responses
        ("1NT pass", "5.KT953.8632.742", "2D"),
        ("1NT pass", "KQ95.A73.T632.74", "2C"),
        ("1NT pass", "K95.A73.QT632.K4", "3NT"),
        ("1NT pass", "K95.973.QT632.74", PASS),
        ("1S pass", "K95.A73.T632.742", "2S"),
        ("1S pass", "K95.A73.KT63.742", "3S"),
        ("1S pass", "K952.A7.KQ63.742", "2NT"),
        ("1S pass", "5.A73.KQJ63.K742", "2D"),
        ("1S pass", "5.A973.QT63.J742", "1NT"),
        ("1S pass", "5.9873.QT63.J742", PASS),
        ("1D pass", "KT95.AT73.63.742", "1H"),
        ("1D pass", "K95.AT3.63.KQ742", "3NT"),
        ("2H pass", "AK5.Q3.AK63.A742", "4H"),
        # Overcalls and doubles
        ("1H", "AQJ95.73.K632.74", "1S"),
        ("1H", "A5.73.632.AKJ742", "2C"),
        ("1H", "AQ95.7.K632.KJ74", DOUBLE),
        ("1H", "KQ5.AJ7.K632.AJ4", "1NT"),
        ("1H", "95.K753.K632.J74", PASS),
        ("1H double pass", "KT953.73.63.8742", "1S"),
        ("1H double pass", "AQT953.73.A3.K42", "4S"),
        # Later
        ("1NT pass 2D pass", "AK5.KJ4.Q873.K92", "2H"),
        ("1NT pass 2C pass", "AK52.KJ4.Q83.K92", "2S"),
        ("1NT pass 2C pass 2S pass", "KQ95.A73.QT32.74", "4S"),
        ("1NT pass 2NT pass", "AK5.KJ4.Q873.K92", "3NT"),
        ("1S pass 2NT pass", "AQJ52.KQ5.A4.K92", "3S"),
        ("1S pass 2NT pass", "AQ852.K95.A4.952", "4S"),
        ("1S pass 3S pass", "AQ852.K95.A42.92", "4S"),
        ("1C pass 1H pass", "A5.KJ73.K2.Q8642", "2H"),
        ("1D pass 1H pass", "KQ95.3.AJ842.Q42", "1S"),
        ("1H pass 1S pass", "A5.KQJ853.K32.42", "2H"),
        ("1NT pass 4NT pass", "AQ5.KJ4.AQ73.K92", "6NT"),
        ("2C pass 2D pass 2NT pass", "J62.K5.QJ53.A986", "6NT"),
        # A game in spite of a single card
        ("1H pass 1NT pass", "AQJ6.AKQT75.J.Q2", "3NT"),
        ("1D pass 1H pass 2H pass", "A.AJ96.AQ3.QJ984", "3NT"),
        # The partner's no trump stops their suit
        ("1D 1S 2NT pass", "6.KJ8.AQ52.AQJ72", "3NT"),
        ("2C 2H pass pass 2NT pass", "J972.J85.T7.K832", "3NT"),
        # Where both opponents have bid
        ("1H pass 1S", "QJ5.KQT874.T7.AK", PASS),
        ("1H pass 1S double 2D", "J7.T98632.T.Q654", PASS),
        ("1H pass 1S double 2D pass 2S pass 3S pass 4S pass pass", "J7.T98632.T.Q654", PASS),
        ("1D double pass 1H pass 2H pass 4H pass pass", "Q9.J9.J9532.7652", PASS),
        ("2S double 4S", "A84.AT8632.T7.J8", PASS),
    ],
)
def test_a_hand_makes_the_call(calls: str, held: str, call: str) -> None:
    assert chosen(Talk(tuple(calls.split())), hand(held)).call == call


@pytest.mark.parametrize(
    ("calls", "seat", "known"),
    [
        ("1NT", 0, shown(15, 17, balanced=True)),
        ("1NT pass 2H pass 2S", 2, shown(spades=5)),
        ("1S pass 2S", 2, shown(1, 9, spades=3)),
        ("2C pass 2D pass 2NT", 0, shown(22, clubs=1, diamonds=1, hearts=1, spades=1)),
        ("1D pass 3C", 2, Shown()),
    ],
)
def test_a_call_shows(calls: str, seat: int, known: Shown) -> None:
    assert read(Talk(tuple(calls.split())))[seat] == known


@given(st.permutations(CARDS), st.lists(st.integers(0, 7), max_size=12))
def test_what_is_shown_is_true_and_every_auction_ends(cards: list[str], strange: list[int]) -> None:
    """Some calls of one side are any that are allowed, as of players who bid otherwise."""
    hands = [
        Bidder(
            tuple("".join(card[0] for card in cards[13 * seat : 13 * seat + 13] if card[1] == suit) for suit in "CDHS")
        )
        for seat in range(4)
    ]
    talk, natural = Talk(), (0, 2)
    while len(talk.calls) < 4 or any(call != PASS for call in talk.calls[-3:]):
        seat = talk.seat
        call = chosen(talk, hands[seat]).call
        if seat not in natural and strange:
            nth = strange.pop()
            call = ([PASS, *[offer.call for offer in offers(talk)]] * 8)[nth]
        assert talk.allows(call)
        talk = Talk((*talk.calls, call))
        if seat in natural:
            assert read(talk)[seat].admits(hands[seat])
    assert len(talk.calls) < 60


def test_the_bot_bids_by_the_system_and_lets_another_play() -> None:
    rules = load("bridge")
    for state in states(rules, [Natural(Random())] * 4, seed=3, first=0):
        if state.results:
            break
        if not state.is_over and isinstance(state.view(state.actors[0]).phase, Auction):
            view = state.view(state.actors[0])
            best = Natural(Random()).explain(view)
            assert {choice.action for choice in best.choices} == {*view.legal()}
            assert " shows " in best.done


def test_it_is_found_by_its_name() -> None:
    assert bot_of("natural") == Natural()
    assert bot_of("natural:1") == Natural(1)


@pytest.mark.sample(0)
def test_it_makes_the_calls_of_best() -> None:
    state = load("bridge").start(seed=1)
    view = state.view(state.actors[0])
    assert Best(2).bot(view) == Natural()
    assert not isinstance(Best(1).bot(view), Natural)
    assert not isinstance(Best(3, network=None).bot(view), Natural)


@pytest.mark.parametrize("changes", [{"doublings": 0}, {"ranked": False}, {"double_ends": True}, {"partners": Alone()}])
def test_it_leaves_other_auctions_alone(changes: dict[str, Any]) -> None:
    rules = load("bridge")
    assert Natural.bids(rules.replace(Auction, doublings=1))
    assert not Natural.bids(rules.replace(Auction, **changes))


@pytest.mark.sample(0)
def test_other_decisions_than_bids_are_left_to_another_bot() -> None:
    board, dealing, *rest = load("bridge").phases
    rules = load("bridge").replace(phases=(board, dealing, PassCards(), *rest))
    view = rules.start(seed=1).view(0)
    assert not isinstance(Best(2).bot(view), Natural)
    assert Natural(Best(3, 1)).act(view) in view.legal()


def test_it_bids_at_bridge_alone() -> None:
    state = load("coinche").start(seed=1)
    assert Natural.bids(load("bridge", match="duplicate"))
    with pytest.raises(InvalidRules, match="Natural bids in games with the auction of Bridge"):
        Natural().act(state.view(state.actors[0]))


def test_a_pass_that_ends_nothing_is_legal_for_who_meets_no_offer() -> None:
    assert chosen(Talk(("7NT",)), hand("AK5.KJ4.Q873.K92")).call == PASS
    assert str(Pass()) == PASS
