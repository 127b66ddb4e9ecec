"""Closing the stock, ending a deal, and drawing in turn from a stock whose last card lies face up."""

from __future__ import annotations

import pytest
from attrs import evolve

from trickkit import Deal, Hand, InvalidRules
from trickkit.model.actions import Call
from trickkit.model.cards import UNKNOWN, french
from trickkit.model.chance import Chance
from trickkit.phases import CloseStock, DealOut, DrawInTurn, EndDeal, ShowBottom, Tricks
from trickkit.phases.closing import ClosedBy, CloseStockRun, StockClosed, closed_stock
from trickkit.policies.until import AfterTricks

DECK = french("9JQKTA")
DEALT = ShowBottom().begin(DealOut().begin(Deal.fresh(DECK, players=2, size=6, chance=Chance(3))))


def played() -> Deal:
    """The deal after a trick, which hand 1 has taken or hand 0."""
    run = Tricks(until=AfterTricks(1)).begin(DEALT)
    at = run.start()
    for seat in (0, 1):
        after = run.play(at, seat, run.legal(at, seat)[0])
        assert after is not None
        at = after
    return run.record(at)


PLAYED = played()


def test_a_deal_ends_after_so_many_tricks() -> None:
    assert EndDeal(until=AfterTricks(1)).begin(PLAYED).closed
    assert not EndDeal(until=AfterTricks(2)).begin(PLAYED).closed


def test_the_last_card_lies_face_up_and_makes_trump() -> None:
    bottom = DEALT.stock[-1]
    assert str(DEALT.events[-1]) == f"{bottom} lies face up under the stock: {DEALT.trump} is trump."
    for seat in (0, 1, None):
        *above, last = DEALT.seen_by(seat).stock
        assert (last, {*above}) == (bottom, {UNKNOWN})
    with pytest.raises(InvalidRules, match="no card is left in the stock to be turned face up"):
        ShowBottom().begin(evolve(DEALT, stock=DEALT.stock[:0]))


def test_the_winner_draws_first_and_nobody_sees_what_another_draws() -> None:
    taker = PLAYED[Tricks].tricks[0].counted_taker
    drawn = DrawInTurn().begin(PLAYED)
    assert drawn.events[-1].into_hands == (taker, 1 - taker)
    assert PLAYED.stock[0] in drawn.hands[taker]
    assert PLAYED.stock[1] in drawn.hands[1 - taker]
    assert drawn.events[-1].seen_by(taker, scored=False).off_stock == (PLAYED.stock[0], UNKNOWN)
    assert drawn.events[-1].seen_by(None, scored=False).off_stock == (UNKNOWN, UNKNOWN)


def test_the_card_that_lies_face_up_stays_known_when_it_is_drawn() -> None:
    drawn = DrawInTurn().begin(evolve(PLAYED, stock=PLAYED.stock[-2:], out=Hand(DECK, PLAYED.stock[:-2].mask)))
    assert drawn.seen_by(None).events[-1].off_stock == (UNKNOWN, PLAYED.stock[-1])
    assert DrawInTurn().begin(drawn) is drawn
    with pytest.raises(InvalidRules, match="DrawInTurn: 2 seats draw, and 1 cards are left"):
        DrawInTurn().begin(evolve(PLAYED, stock=PLAYED.stock[:1]))


def test_the_winner_of_the_last_trick_may_close_the_stock() -> None:
    assert CloseStock().begin(DEALT) is DEALT
    run = CloseStock().begin(PLAYED)
    assert isinstance(run, CloseStockRun)
    taker, at = PLAYED[Tricks].tricks[0].counted_taker, run.start()
    assert (at.actors, [str(action) for action in run.legal(at, taker)]) == ((taker,), ["draw", "close"])
    assert run.refusal(at, taker, Call("out")).endswith("closes the stock: close, or draw; out is neither")
    for word, left in (("draw", 12), ("close", 0)):
        after = run.play(at, taker, Call(word))
        assert after is not None
        assert len(run.record(after).stock) == left
    closed = run.record(after)
    assert closed[CloseStock] == ClosedBy(taker, 1)
    assert CloseStock().begin(closed) is closed
    assert DrawInTurn().begin(closed) is closed


def test_of_a_closed_stock_all_know_only_what_lay_face_up() -> None:
    deal = closed_stock(DEALT, 1)
    event = deal.events[-1]
    assert isinstance(event, StockClosed)
    assert event.off_stock == tuple(DEALT.stock)
    assert event.seen_by(0, scored=False).off_stock == (*[UNKNOWN] * 11, DEALT.stock[-1])
    assert str(deal.seen_by(None).out) == f"{DEALT.stock[-1]}{' ??' * 11}"


def test_a_deal_is_over_when_a_policy_says_so_or_all_hands_are_empty() -> None:
    assert EndDeal().begin(DEALT) is DEALT
    assert not EndDeal().begin(PLAYED).closed
    assert EndDeal(until=AfterTricks(1)).begin(PLAYED).closed
    assert EndDeal().begin(PLAYED.changed(held=(0, 0))).closed
