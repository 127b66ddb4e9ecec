"""A hidden trump is shown by the first card that does not follow suit."""

from __future__ import annotations

from pathlib import Path

from strategies import effort

from trickkit import Rules, Stacked, State, load
from trickkit.model.cards import french
from trickkit.phases import DealOut, PowerTricks, Tricks
from trickkit.phases.tricks.hidden_trump import HiddenTrumpShown, ShowHiddenTrump
from trickkit.policies.ending import AfterDeals
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.policies.trump import NoTrump
from trickkit.testing import laws

DECK = french("QKA")
POWER = ShowHiddenTrump([card.text for card in DECK])
HANDS = [["AC", "QC", "QD"], ["KC", "KD", "KS"], ["QH", "AD", "QS"]]


def game(power: ShowHiddenTrump = POWER) -> Rules:
    return Rules(
        key="hidden",
        name="Hidden",
        players=3,
        deck=DECK,
        phases=(DealOut(), PowerTricks(after_card=power)),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(3)),
        ending=AfterDeals(deals=1),
    )


def played(cards: str, power: ShowHiddenTrump = POWER) -> State:
    state = game(power).start(first=0, deals=[Stacked(hands=HANDS, stock=["AH", "KH", "AS"])])
    for card in cards.split():
        state = state.play(state.actors[0], card)
    return state


def test_there_is_no_trump_while_all_follow_suit() -> None:
    state = played("AC KC")
    assert state.deal.trump is None
    assert str(state.view(0).deal.stock) == "?? ?? ??"


def test_the_first_card_of_another_suit_shows_the_trump_and_may_be_one() -> None:
    state = played("AC KC QH")
    assert state.events[-2] == HiddenTrumpShown(DECK.card("AH"), DECK.suits[2])
    assert (str(state.deal.trump), state.deal[Tricks].tricks[0].taker) == ("hearts", 2)
    assert str(state.view(0).deal.stock) == "AH ?? ??"


def test_it_is_shown_once() -> None:
    state = played("AC KC QH QS QC KS")
    assert sum(type(event) is HiddenTrumpShown for event in state.events) == 1
    assert (str(state.deal.trump), state.deal[Tricks].tricks[1].taker) == ("hearts", 1)


def test_a_card_may_make_nothing_trump() -> None:
    deal = played("AC KC QH QD KD AD QS QC KS", ShowHiddenTrump(POWER.cards, trump=NoTrump())).results[0].deal
    assert sum(type(event) is HiddenTrumpShown for event in deal.events) == 1
    assert deal.trump is None


def test_a_sheet_says_it(tmp_path: Path) -> None:
    sheet = tmp_path / "hidden.toml"
    sheet.write_text(
        'base = "fox_in_the_forest"\n[phases.PowerTricks]\n'
        'after_card = { policy = "ShowHiddenTrump", cards = ["B1", "B2"] }\n'
    )
    (tricks,) = [phase for phase in load(str(sheet)).phases if isinstance(phase, PowerTricks)]
    assert tricks.after_card == (ShowHiddenTrump(["B1", "B2"]),)


TestHiddenTrump = laws(game(), examples=effort(8), moves=20)
