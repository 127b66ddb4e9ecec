"""German Whist: thirteen tricks for the cards of the stock, then thirteen that count."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve
from strategies import effort, walk
from trickkit_classics import german_whist

from trickkit import InvalidRules, Stacked, State, playout
from trickkit.model.cards import UNKNOWN
from trickkit.phases import DrawAfterTrick, Tricks
from trickkit.phases.stock import Drawn
from trickkit.testing import laws

TestGermanWhist = laws(german_whist.rules, examples=effort(10))


def begun() -> State:
    """Seat 1 leads, and holds all hearts; seat 0 holds all spades."""
    hands = [[f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "SH"]
    return german_whist.rules().start(first=0, deals=[Stacked(hands=hands, stock=["5D", "6C", "7D", "8C"])])


def test_the_top_card_makes_trump_and_stays_on_the_stock_for_all_to_see() -> None:
    state = begun()
    assert (str(state.deal.trump), str(state.deal.stock[0]), len(state.deal.stock)) == ("diamonds", "5D", 26)
    for seat in (0, 1, None):
        stock = state.view(seat).deal.stock
        assert str(stock[0]) == "5D"
        assert all(card is UNKNOWN for card in stock[1:])


def test_the_winner_draws_the_card_that_all_see_and_the_loser_the_next_unseen() -> None:
    state = begun().play(1, "2H").play(0, "2S")
    assert state.deal[Tricks].taken == (0, 1)
    assert "5D" in state.deal.hands[1]
    assert "6C" in state.deal.hands[0]
    assert ["5D" in state.view(seat).deal.hands[1] for seat in (0, 1, None)] == [True, True, True]
    assert ["6C" in state.view(seat).deal.hands[0] for seat in (0, 1, None)] == [True, False, False]
    (drawn,) = [event for event in state.view(1).events if isinstance(event, Drawn)]
    assert [str(card) for card in drawn.off_stock] == ["5D", "??"]
    assert str(state.view(None).deal.stock[0]) == "7D"


def test_the_winner_leads_the_next_trick_and_trump_stays() -> None:
    state = begun().play(1, "2H").play(0, "2S")
    assert state.actors == (1,)
    state = state.play(1, "5D").play(0, "6C")
    assert (state.deal[Tricks].taken, str(state.deal.trump)) == ((0, 2), "diamonds")


def test_after_thirteen_tricks_the_stock_is_empty_and_the_hands_are_played_out() -> None:
    states = walk(german_whist.rules().start(seed=4), 100, 4)
    for state in states[:-1]:
        tricks = len(state.deal[Tricks].tricks)
        assert len(state.deal.stock) == max(0, 26 - 2 * tricks)
    assert len(states) - 1 == 52
    assert len(states[-1].deal[Tricks].tricks) == 26


def test_the_later_tricks_count_or_all() -> None:
    later = playout(german_whist.rules(), seed=7)
    takers = [trick.taker for trick in later.deal[Tricks].tricks]
    assert later.scores == (takers[13:].count(0), takers[13:].count(1))
    everything = playout(german_whist.rules(all_tricks=True), seed=7)
    assert everything.scores == everything.deal[Tricks].taken
    assert sum(everything.scores) == 26


def test_nothing_is_drawn_before_a_trick_or_from_too_small_a_stock() -> None:
    deal = begun().deal
    assert DrawAfterTrick().begin(deal) is deal
    played = begun().play(1, "2H").play(0, "2S").deal
    with pytest.raises(InvalidRules, match="2 seats draw, and 1 cards are left"):
        DrawAfterTrick().begin(evolve(played, stock=played.stock[:1]))


def test_every_world_that_is_tried_agrees_with_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """What hands have shown to lack they may have drawn since, but only since."""
    monkeypatch.setattr("trickkit.worlds.sampler.TRIES", 1)
    rng = Random(3)
    for seed in range(6):
        for steps in (10, 25, 40, 50):
            state = walk(german_whist.rules().start(seed=seed), steps, seed)[-1]
            for seat in (0, 1, None):
                view = state.view(seat)
                assert view.sample(rng).view(seat) == view
