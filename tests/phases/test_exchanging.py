"""Exchanges with the stock: each seat says how many cards, lays them away unseen, and draws as many."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from lockstep import is_followed, is_replayed
from strategies import effort
from turns import at_random, legal, play

from trickkit import Deal, IllegalAction, InvalidRules, Rules, Stacked, State, batch, load
from trickkit.model.cards import french
from trickkit.phases import DealOut, ExchangeCards, ExchangeNumbers, Phase, Tricks
from trickkit.phases.exchanging import Exchanges
from trickkit.policies.discarding import DiscardRestriction, KeepCards, KeepNothing
from trickkit.policies.ending import AfterDeals
from trickkit.policies.participants import Opponents
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import ScoreTricks
from trickkit.testing import laws

NOTHING = KeepNothing()


def game(keeping: DiscardRestriction = NOTHING, **numbers: Any) -> Rules:
    """Three players with six cards each, and a stock of six."""
    return Rules(
        key="exchange",
        name="Exchange",
        players=3,
        deck=french("9TJQKA"),
        phases=(DealOut(), ExchangeNumbers(**{"most": 5, **numbers}), ExchangeCards(keeping=keeping), Tricks()),
        scoring=ScoreTricks(1),
        schedule=Schedule(hand_sizes=SameSize(6)),
        ending=AfterDeals(deals=1),
    )


@pytest.mark.parametrize("phases", [(), (ExchangeCards(), ExchangeNumbers(most=1))])
def test_numbers_without_an_exchange_are_refused(phases: Any) -> None:
    rules = game().without(ExchangeCards).without(ExchangeNumbers)
    rules = rules.replace(phases=(DealOut(), ExchangeNumbers(most=1), *phases, Tricks()))
    with pytest.raises(InvalidRules, match="ExchangeNumbers: no phase after it exchanges the cards"):
        rules.start()


def test_a_phase_of_ones_own_may_exchange_the_cards() -> None:
    @frozen
    class DiscardLowest(Phase):
        def begin(self, deal: Deal) -> Deal:
            return deal

    rules = game().without(ExchangeCards)
    assert rules.after(ExchangeNumbers, DiscardLowest()).start().phase == ExchangeNumbers(most=5)


HANDS = "9C TC JC QC KC AC / 9D TD JD QD KD AD / 9H TH JH QH KH AH"


def begun(rules: Rules) -> State:
    """A deal of a suit to each hand, with the spades as the stock; seat 1 speaks first."""
    hands = [hand.split() for hand in HANDS.split("/")]
    stacked = Stacked(hands=hands, stock=["9S", "TS", "JS", "QS", "KS", "AS"])
    return rules.start(seed=1, first=0, deals=[stacked])


def test_seats_lay_away_what_they_said_and_draw_as_many_in_turn() -> None:
    state = play(begun(game()), "2 1 0")
    assert str(state.deal[ExchangeNumbers]) == "seat 1: 2, seat 2: 1, seat 0: 0"
    assert state.actors == (1, 2)
    state = state.play_all([(1, "9D"), (2, "9H"), (1, "AD")])
    assert [str(hand) for hand in state.deal.hands[1:]] == ["TD JD QD KD 9S TS", "TH JH QH KH AH JS"]
    assert (str(state.deal.out), len(state.deal.stock)) == ("9D AD 9H", 3)


def test_the_stock_may_run_out() -> None:
    state = play(begun(game(least=1)), "5")
    assert legal(state) == ["1"]
    state = state.play(2, "1")
    assert legal(state) == ["0"]
    with pytest.raises(IllegalAction, match="cards are exchanged now, 0 to 0 of them; 1 is not such a number"):
        state.play(0, "1")


def test_only_some_seats_may_exchange_or_all_keep_what_they_have() -> None:
    assert not play(begun(game()), "0 0 0").deal.out
    game(who=Opponents()).start(seed=1)


def test_some_cards_are_kept_also_by_a_hand_that_said_more() -> None:
    keeping = KeepCards(suits=["diamonds"], cards=["9H"])
    state = play(begun(game(keeping)), "3 1 0")
    assert (state.actors, len(state.legal(2))) == ((2,), 5)
    with pytest.raises(IllegalAction, match="9H may not be laid away"):
        state.play(2, "9H")


def test_nobody_sees_what_others_exchange() -> None:
    state = play(begun(game()), "2 0 0").play_all([(1, "9D"), (1, "AD")])
    seen, own = state.view(0), state.view(1)
    assert [str(event) for event in seen.events[-2:]] == ["Laid away by seat 1: ?? ??.", "Seat 1 takes ?? ??."]
    assert (str(own.deal.out), str(seen.deal.out)) == ("9D AD", "?? ??")


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: ExchangeNumbers(most=0), "most=0 is not a whole number from 1 on"),
        (lambda: ExchangeNumbers(most=2, least=3), "least=3 is more than most=2"),
        (lambda: game().without(ExchangeNumbers).start(), "ExchangeNumbers comes before it"),
    ],
)
def test_what_is_no_exchange_is_refused(made: Any, why: str) -> None:
    with pytest.raises(InvalidRules, match=why):
        made()


@pytest.mark.sample(1)
@pytest.mark.parametrize("keeping", [NOTHING, KeepCards(suits=["diamonds"], cards=["9H"])])
def test_compiled_code_plays_the_exchange(keeping: DiscardRestriction) -> None:
    rules = game(keeping)
    assert [phase.how for phase in batch.supports(rules).phases] == ["compiled", "traced", "compiled", "compiled"]
    is_followed(rules, 3, 7)
    found = batch.deals(rules, 12, 5, moves=True)
    for deal in range(12):
        is_replayed(found, deal)
    state = at_random(rules.start(seed=4), 4, 5)
    again = batch.playouts(state, 6, 7, moves=True)
    for deal in range(6):
        is_replayed(again, deal)


def test_a_sheet_has_it(tmp_path: Path) -> None:
    sheet = tmp_path / "robbing.toml"
    sheet.write_text(
        """
        base = "whist"
        [phases.Tricks]
        [phases.ExchangeNumbers]
        after = "DealOut"
        least = 1
        most = 2
        [phases.ExchangeCards]
        after = "ExchangeNumbers"
        keeping = { policy = "KeepCards", suits = ["hearts"] }
        """,
        encoding="utf-8",
    )
    rules = load(str(sheet))
    assert [type(phase).__name__ for phase in rules.phases[-3:]] == ["ExchangeNumbers", "ExchangeCards", "Tricks"]
    assert str(Exchanges(())) == "nothing"


TestExchange = laws(game(), examples=effort(12))
TestExchangeWithKeptCards = laws(game(KeepCards(suits=["hearts"]), least=1, most=3), examples=effort(8))
