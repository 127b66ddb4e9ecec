"""Several cards of the stock that lie face up."""

from __future__ import annotations

from pathlib import Path

import pytest
from lockstep import is_followed
from strategies import effort

from trickkit import InvalidRules, Rules, Stacked, batch, load
from trickkit.model.cards import french
from trickkit.phases import DealOut, LayAway, ShowTop, TakeStock, Tricks
from trickkit.policies.ending import AfterDeals
from trickkit.policies.participants import Starter
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.testing import laws


def game(cards: int = 3, size: int = 3) -> Rules:
    """The starter takes the first two cards of the stock, and lays two away."""
    return Rules(
        key="several_turned",
        name="Several Turned",
        players=3,
        deck=french("TJQKA"),
        phases=(DealOut(), ShowTop(cards=cards), TakeStock(cards=2, who=Starter()), LayAway(cards=2), Tricks()),
        scoring=(),
        schedule=Schedule(hand_sizes=SameSize(size)),
        ending=AfterDeals(deals=1),
    )


def test_all_see_them_and_the_first_makes_trump() -> None:
    stock = ["AS", "KH", "QC"]
    state = game().start(first=0, deals=[Stacked(stock=stock)])
    assert str(state.deal[ShowTop]) == "AS KH QC"
    assert [str(event) for event in state.view(None).events[2:5]] == [
        "AS lies face up on the stock: spades is trump.",
        "KH lies face up on the stock.",
        "QC lies face up on the stock.",
    ]
    assert str(state.view(1).deal.stock)[:5] == "QC ??"
    assert {"AS", "KH"} <= {*str(state.view(1).deal.hands[0]).split()}


def test_the_stock_has_as_many() -> None:
    with pytest.raises(InvalidRules, match="ShowTop: the stock has 11 cards; 12 are to be turned face up"):
        game(cards=12).start(seed=1)


def test_a_sheet_says_it(tmp_path: Path) -> None:
    sheet = tmp_path / "turned.toml"
    sheet.write_text(
        'base = "whist"\n[schedule]\nhand_sizes = { policy = "SameSize", cards = 10 }\n'
        '[phases.ShowTop]\nafter = "DealOut"\ncards = 2\n'
    )
    assert ShowTop(cards=2) in load(str(sheet)).phases


def test_compiled_code_plays_the_rest() -> None:
    support = batch.supports(game())
    assert support.phases[1].why == "ShowTop: 3 cards lie face up; the batch engine has one"
    assert support.phases[-1].how == "compiled"
    is_followed(game(), 3, seed=2)


TestSeveralTurned = laws(game(), examples=effort(8), moves=20)
