"""House rules on sheets: what their base claims need not hold for them, and what cannot be played is refused."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from attrs import frozen

from trickkit import Deal, InvalidRules, Record, Rules, load, playout
from trickkit.catalog.registry import sheet
from trickkit.phases import Phase, Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.scoring import ScoreCards
from trickkit.testing import suits_may_be_renamed, tricks_keep_to_their_policies

HEARTS = """
base = "whist"
scoring = ["OddTricks", { policy = "ScoreCards", suits = [["hearts", 1]] }]
options.deals = 1
"""


def test_a_suit_that_a_sheet_names_keeps_its_name() -> None:
    rules = sheet(HEARTS)()
    assert [suit.name for suit in rules.symmetry.suits] == ["clubs", "diamonds", "spades"]
    for seed in range(3):
        assert suits_may_be_renamed(playout(rules, seed=seed), seed)


def test_so_does_one_that_rules_changed_in_python_name() -> None:
    base = load("whist")
    house = base.replace(scoring=(*base.scoring, ScoreCards(cards={"QS": 1})))
    assert [suit.name for suit in house.symmetry.suits] == ["clubs", "diamonds", "hearts"]
    assert house.replace(symmetry=base.symmetry).symmetry == base.symmetry
    assert base.replace(Tricks, lead=base.phases[-1].lead).symmetry == base.symmetry  # type: ignore[attr-defined]


def test_a_lead_that_names_no_hand_is_refused_beforehand() -> None:
    with pytest.raises(InvalidRules) as caught:
        sheet('base = "bridge"\nphases.Tricks.lead = "WinningSeat"\n')()
    assert str(caught.value).startswith("sheet.toml, line 2: ")
    assert "the lead WinningSeat() names no hand after hand 2 has taken a trick" in str(caught.value)


@frozen
class Recount(Phase):
    """A phase of one's own that leaves a table of tricks."""

    record: ClassVar[type[Record]] = TrickTable

    def begin(self, deal: Deal) -> Any:
        """The same table once more."""
        return deal.with_record(deal[Tricks])


def test_a_phase_of_ones_own_may_leave_a_table_of_tricks() -> None:
    base: Rules = load("whist", deals=1)
    rules = base.after(Tricks, Recount())
    assert not tricks_keep_to_their_policies(playout(rules, seed=3), 0)
    assert tricks_keep_to_their_policies(playout(base, seed=3), 0)
