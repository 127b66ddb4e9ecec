"""What one who leads declares: marriages, the exchange of a trump, closing, and going out."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen
from turns import called, legal_cards

from trickkit import Deal, IllegalAction, InvalidRules, Rules, Stacked, State, batch, record
from trickkit.model.cards import french
from trickkit.phases import CallingTricks, DealOut, DrawInTurn, EndDeal, ShowBottom
from trickkit.phases.dealing import stacked_deal
from trickkit.phases.tricks.declarations import Closing, Declarations, Exchanging, GoingOut, Marriages, TrumpExchanged
from trickkit.policies.calling import Calling, CallMade, TurnToPlay
from trickkit.policies.ending import AfterDeals
from trickkit.policies.overtrumping import MustHead
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.stock import OnceStockIsEmpty
from trickkit.policies.until import BeforeDrawing
from trickkit.scoring import ScoreNoTricks
from trickkit.testing import LawBroken, cards_are_conserved, views_do_not_leak

ALL = Declarations([Marriages(), Exchanging(rank="9", after_trick=False), Closing(), GoingOut()])
HANDS = "KD QD KC QC 9H 9C / AC TC JC AD TD 9D"
STOCK = "9S JS QS KS TS AS JH QH KH TH JD AH"


def rules(calling: Calling = ALL) -> Rules:
    """Two hands of six of 24 cards, the last of which makes trump; the winner of a trick draws first."""
    tricks = CallingTricks(calling=calling, follow=OnceStockIsEmpty(MustHead()), until=BeforeDrawing())
    return Rules(
        key="declared",
        name="Declared",
        players=2,
        deck=french("9JQKTA"),
        phases=(DealOut(), ShowBottom(), *(tricks, EndDeal(), DrawInTurn()) * 6, tricks),
        scoring=ScoreNoTricks(1),
        schedule=Schedule(hand_sizes=SameSize(6)),
        ending=AfterDeals(deals=1),
    )


RULES = rules()


def table(game: Rules = RULES, hands: str = HANDS) -> State:
    """Seat 0 leads, with hearts for trump and the ace of them turned up."""
    dealt = [hand.split() for hand in hands.split("/")]
    return game.start(first=0, deals=[Stacked(hands=dealt, stock=STOCK.split())])


TABLE = table()


def test_one_who_leads_may_declare() -> None:
    assert legal_cards(TABLE) == "9C QC KC QD KD 9H marriage C marriage D exchange close"
    assert legal_cards(called(TABLE, "9C")) == "9C"[:0] + "9D TD AD JC TC AC".replace(
        "9D TD AD JC TC AC", "JC TC AC 9D TD AD"
    )


def test_a_marriage_is_shown_and_one_of_its_cards_is_led() -> None:
    state = called(TABLE, "marriage D")
    assert legal_cards(state) == "QD KD exchange close"
    assert str(state.view(1).deal.hands[0]) == "QD KD ?? ?? ?? ??"
    with pytest.raises(IllegalAction, match="9C is not allowed: after marriage D, play QD or KD; legal"):
        state.play(0, "9C")
    with pytest.raises(IllegalAction, match="one of the cards that were shown is led first"):
        state.play(0, "marriage C")
    with pytest.raises(IllegalAction, match="seat 0 may not say marriage S now: the hand must hold KS and QS"):
        TABLE.play(0, "marriage S")
    assert legal_cards(called(state, "KD")) == "JC TC AC 9D TD AD"


FOLLOWED = "AC TC JC AD TD 9D / KD QD KC QC 9H 9C"


def test_a_marriage_may_be_shown_by_one_who_follows_with_one_of_its_cards() -> None:
    followed = called(table(rules(Marriages(leading=False)), FOLLOWED), "AD")
    assert legal_cards(followed) == "9C QC KC QD KD 9H marriage C marriage D"
    shown = called(followed, "marriage C")
    assert legal_cards(shown) == "QC KC"
    with pytest.raises(IllegalAction, match="one of the cards that were shown is played first"):
        shown.play(1, "marriage D")
    with pytest.raises(IllegalAction, match="it must be said before a lead"):
        called(table(rules(Marriages()), FOLLOWED), "AD").play(1, "marriage D")


def test_a_marriage_is_not_shown_where_neither_of_its_cards_may_be_played() -> None:
    game = rules(Declarations([Marriages(leading=False)])).replace(CallingTricks, follow=MustHead())
    state = called(table(game, FOLLOWED), "AD")
    assert legal_cards(state) == "QD KD marriage D"
    with pytest.raises(IllegalAction, match="marriage C now: none of the cards that it shows may be played now"):
        state.play(1, "marriage C")


def test_a_marriage_may_need_a_trump() -> None:
    turn = TurnToPlay(evolve(TABLE.deal, trump=None), 0, 0, TABLE.deal.held[0], (), (), ())
    assert Marriages(without_trump=False).forbids("marriage C", turn) == "there is no trump"
    assert Marriages().forbids("marriage C", turn) == ""


def test_an_exchange_is_seen_by_all_and_the_cards_change_places() -> None:
    state = called(TABLE, "exchange")
    assert str(state.deal.hands[0]) == "9C QC KC QD KD AH"
    assert str(state.deal.stock[-1]) == "9H"
    for seat in (1, None):
        view = state.view(seat).deal
        assert "AH" in view.hands[0]
        assert str(view.stock[-1]) == "9H"
    assert [str(event) for event in state.events[-2:]] == ["Seat 0 says exchange.", "Hand 0 exchanges 9H for AH."]
    assert legal_cards(state) == "9C QC KC QD KD AH marriage C marriage D close"
    with pytest.raises(IllegalAction, match="it has been exchanged"):
        state.play(0, "exchange")


def test_what_lay_in_the_stock_is_dealt_again_as_it_was() -> None:
    state = called(TABLE, "exchange, QC, AC")
    assert stacked_deal(state.deal).stock == tuple(STOCK.split())
    assert stacked_deal(state.view(1).deal).stock == ("9S", "??", *["??"] * 9, "AH")
    again = RULES.start(first=0, deals=[stacked_deal(state.deal)]).play_all(
        (seat, str(move)) for seat, move in state.moves
    )
    assert again.events == state.events


def test_the_seat_must_have_taken_a_trick_where_that_is_asked() -> None:
    game = rules(Declarations([Exchanging(rank="9"), GoingOut()]))
    state = table(game)
    for word in ("exchange", "out"):
        with pytest.raises(IllegalAction, match="the seat must have taken a trick"):
            state.play(0, word)
    state = called(state, "KD, 9D")
    assert legal_cards(state).endswith("exchange out")
    with pytest.raises(IllegalAction, match="seat 1 may not say out now: it must be said before a lead"):
        called(state, "KC").play(1, "out")


def test_a_closed_stock_is_out_and_suit_must_be_followed() -> None:
    state = called(TABLE, "close")
    assert (len(state.deal.stock), str(state.view(1).deal.out)) == (0, f"AH{' ??' * 11}")
    assert str(state.events[-1]) == "Seat 0 closes the stock of 12 cards."
    assert legal_cards(state) == "9C QC KC QD KD 9H marriage C marriage D"
    assert legal_cards(called(state, "KD")) == "TD AD"
    state = called(state, "KD, TD, AC, KC, TC, QC, JC, 9C, 9D, QD, 9H, AD")
    assert state.is_over


def test_one_who_is_out_ends_the_deal() -> None:
    state = called(TABLE, "KD, 9D, out")
    assert state.is_over
    assert [str(event) for event in state.results[0].deal.events][-3] == "Seat 0 says out."


@pytest.mark.sample(0)
def test_the_last_card_that_is_drawn_is_the_one_that_was_exchanged() -> None:
    state, draw = called(TABLE, "exchange"), Random(1)
    while state.deal.stock.order:
        state = state.play(
            state.actors[0], next(action for action in state.legal(state.actors[0]) if str(action)[0] in "9JQKTA")
        )
        for seat in (0, 1, None):
            view = state.view(seat)
            assert view.sample(draw).view(seat) == view
    loser = 1 - state.actors[0]
    assert all("9H" in state.view(seat).deal.hands[loser] for seat in (0, 1, None))
    assert batch.supports(RULES)


def test_such_games_are_recorded() -> None:
    state = called(TABLE, "marriage C, exchange, KC, TC, close")
    again = record.loads(str(record.of(state)), rules=RULES)
    again.verify()
    assert again.replay().events == state.events


@pytest.mark.parametrize(
    ("callings", "message"),
    [
        ([], "there must be some, with different words"),
        ([Closing(), Closing()], "with different words"),
        (["close"], "Calling"),
    ],
)
def test_declarations_have_different_words(callings: list[Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        Declarations(callings)


@frozen
class SwapsLate(Closing):
    """Closes the stock, also after a lead."""

    def forbids(self, word: str, turn: TurnToPlay) -> str:  # noqa: ARG002
        return "" if turn.deal.stock.order else "the stock is gone"


@frozen
class Forgets(Closing):
    """Forgets to give the deal."""

    def changed(self, deal: Deal, call: CallMade) -> Deal:  # noqa: ARG002
        return None  # type: ignore[return-value]


def test_what_a_policy_does_wrongly_is_named() -> None:
    with pytest.raises(InvalidRules, match=r"SwapsLate\(\): close changes the deal, but 9C has been led"):
        called(table(rules(SwapsLate())), "9C, close")
    with pytest.raises(InvalidRules, match=r"Forgets\(\): changed returned None; it must return a deal"):
        called(table(rules(Forgets())), "close")


def test_the_event_of_an_exchange_says_what_was_swapped() -> None:
    deck = RULES.deck
    event = TrumpExchanged(1, deck.card("9H"), deck.card("AH"))
    assert event.swapped == ((1, "9H", "AH", 0),)


@frozen(kw_only=True)
class LosesACard(Exchanging):
    """Takes the card that lay under the stock, and forgets to put the low trump there."""

    def changed(self, deal: Deal, call: CallMade) -> Deal:
        after = super().changed(deal, call)
        return after.changed(stock=after.stock[:-1])


@frozen(kw_only=True)
class TellsNothing(Exchanging):
    """Exchanges the cards without an event that says so."""

    def changed(self, deal: Deal, call: CallMade) -> Deal:
        after = super().changed(deal, call)
        return evolve(after, events=after.events[:-1])


def test_laws_find_an_exchange_that_loses_a_card_or_is_not_told() -> None:
    lost = called(table(rules(LosesACard(rank="9", after_trick=False))), "exchange")
    with pytest.raises(LawBroken, match="9H"):
        cards_are_conserved(lost, seed=1)
    told = called(table(rules(TellsNothing(rank="9", after_trick=False))), "exchange, AH")
    with pytest.raises(LawBroken, match="9H"):
        views_do_not_leak(told, seed=1)
