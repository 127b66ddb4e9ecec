"""Sheets that add phases, give points as tables, and take words from offers."""

from __future__ import annotations

from typing import Any

import pytest

from trickkit import InvalidRules, Rules, playout
from trickkit.catalog.registry import sheet
from trickkit.phases import ByContract, DealOut, NameTrump, PassCards, Tricks
from trickkit.policies.passing import InTurn
from trickkit.scoring import ShootTheMoon

PASS = '[phases.PassCards]\nafter = "DealOut"\ncards = 2\npassing = { policy = "InTurn", directions = ["across"] }\n'


def built(text: str, **options: Any) -> Rules:
    return sheet(text, "house.toml")(**options)


def test_a_phase_is_added_after_another() -> None:
    rules = built(f'base = "spades"\n{PASS}')
    assert [type(phase).__name__ for phase in rules.phases][:2] == ["DealOut", "PassCards"]
    assert rules.phases[1] == PassCards(cards=2, passing=InTurn(["across"]))
    assert playout(rules, seed=1).is_over


def test_a_phase_is_added_before_another_and_others_change() -> None:
    text = 'base = "hearts"\n[phases.FixedTrump]\nbefore = "Tricks"\nsuit = "clubs"\n'
    text += '[phases.Tricks]\nlead = "OpenerAlways"'
    rules = built(text)
    assert [type(phase).__name__ for phase in rules.phases][-2:] == ["FixedTrump", "Tricks"]
    assert type(rules.phases[-1].lead).__name__ == "OpenerAlways"  # type: ignore[attr-defined]


def test_a_phase_is_moved() -> None:
    base = built('base = "hearts"')
    moved = built('base = "hearts"\nwithout = "PassCards"\n' + PASS)
    assert [type(phase) for phase in moved.phases] == [type(phase) for phase in base.phases]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[phases.PassCard]\nafter = "DealOut"', r"line 2: 'PassCard' is not a Phase \(did you mean 'PassCards'\?\)"),
        (
            '[phases.PassCards]\nafter = "DealOt"',
            r"line 3: there is no 'DealOt' among the phases \(did you mean 'DealOut'\?\)",
        ),
        ('[phases.Tricks]\nafter = "DealOut"', "line 2: Tricks is among the phases already; to move it, also write"),
        ('[phases.PassCards]\nafter = "DealOut"\ncards = 2\npass = 1', "line 5: PassCards has no 'pass'"),
        ('[phases.TakeStock]\nafter = "DealOut"', "line 2: TakeStock needs cards"),
        ("[phases.Tricks]\nafter = 2", "line 3: Tricks has no 'after'"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        built(f'base = "spades"\n{text}')


def test_points_by_name_are_a_table() -> None:
    rules = built('base = "hearts"\n[scoring.ShootTheMoon.cards]\ncards = { QS = 20, JD = -5 }')
    (moon,) = rules.scoring
    assert isinstance(moon, ShootTheMoon)
    assert dict(moon.cards.cards) == {"QS": 20, "JD": -5}
    assert dict(moon.cards.suits) == {"hearts": 1}
    added = built('base = "hearts"\n[scoring.ShootTheMoon.cards]\ncards = { JD = -5 }').scoring[0]
    assert dict(added.cards.cards) == {"QS": 13, "JD": -5}  # type: ignore[attr-defined]
    with pytest.raises(InvalidRules, match="line 3: QS='many' is not a whole number"):
        built('base = "hearts"\n[scoring.ShootTheMoon.cards]\ncards = { QS = "many" }')


def test_policies_by_contract_are_a_table() -> None:
    text = (
        'base = "tarok"\n[phases.Tricks.follow]\npolicy = "ByContract"\npolicies = { beggar = "MustTrump" }\n'
        'otherwise = "MustFollow"'
    )
    tricks = next(phase for phase in built(text).phases if isinstance(phase, Tricks))
    assert isinstance(tricks.follow, ByContract)
    assert tricks.follow.contracts == ("beggar",)
    with pytest.raises(InvalidRules, match=r"there is no contract 'begger' \(did you mean 'beggar'"):
        built(text.replace("beggar", "begger"))


def test_words_are_taken_from_an_offer() -> None:
    rules = built('base = "skat"\n[phases.NameTrump]\nnever = ["grand", "grand schneider"]')
    naming = next(phase for phase in rules.phases if isinstance(phase, NameTrump))
    assert "name grand" not in rules.actions
    assert "grand" not in naming.games(rules.deck)
    assert playout(rules, seed=2).is_over
    with pytest.raises(
        InvalidRules, match=r"line 3: NameTrump: never=\('gand',\): 'gand' is not offered \(did you mean 'grand'"
    ):
        built('base = "skat"\n[phases.NameTrump]\nnever = ["gand"]')


def test_a_sheet_of_a_sheet_adds_too() -> None:
    rules = built(f'base = "spades"\n{PASS}')
    assert isinstance(rules.phases[0], DealOut)
