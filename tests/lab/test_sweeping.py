"""Rules with one value after another."""

from __future__ import annotations

from pathlib import Path

import pytest

from trickkit import InvalidRules, lab, load
from trickkit.lab.sweeping import swept
from trickkit.variants import pikoko


def test_two_names_make_a_grid() -> None:
    names, rules = swept("pikoko", {"players": 3}, {"tokens": [5, 6], "next_lead": ["winning_peacock", "start_player"]})
    assert names == (
        "tokens=5, next_lead=winning_peacock",
        "tokens=5, next_lead=start_player",
        "tokens=6, next_lead=winning_peacock",
        "tokens=6, next_lead=start_player",
    )
    assert [(one.phases[2].bidding.tokens, one.options["next_lead"]) for one in rules][1:3] == [  # type: ignore[attr-defined]
        (5, "start_player"),
        (6, "winning_peacock"),
    ]
    assert {one.players for one in rules} == {3}


@pytest.mark.sample(0)
def test_any_number_of_a_sheet_is_swept(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('base = "pikoko"\nending.deals = 2\n[options]\nplayers = 3\n')
    _, rules = swept(str(house), {}, {"exact": [1, 2], "ending.deals": [5]})
    assert [(one.ending.deals, one.scoring[0].exact, one.players) for one in rules] == [(5, 1, 3), (5, 2, 3)]  # type: ignore[attr-defined]


def test_each_is_compared_with_the_first() -> None:
    found = lab.sweep(pikoko.rules(players=3), next_lead=["winning_peacock", "start_player"], bots="random", deals=3000)
    pair = lab.compare(
        load("pikoko", players=3), load("pikoko", players=3, next_lead="start_player"), bots="random", deals=3000
    )
    assert [row.differences for row in found.rows] == [row.differences for row in pair.rows]
    assert found.study.has_same_cards


@pytest.mark.parametrize(
    ("game", "over", "message"),
    [
        ("pikoko", {"nothing": [1]}, "no option 'nothing', and nothing in the rules has this name"),
        ("pikoko", {"next_led": [1]}, r"no option 'next_led' \(did you mean 'next_lead'\?\)"),
        ("pikoko", {"tokens": ["many"]}, "many"),
        ("pikoko", {"tokens": []}, "there is nothing to sweep"),
        ("pikoko", {}, "there is nothing to sweep"),
        ("pikoko", {"tokens": range(1, 400)}, "399 combinations; a sweep has at most 200"),
        ("hearts", {"cards": [3]}, "'cards' occurs several times; name one of them: "),
    ],
)
def test_what_cannot_be_swept_is_refused(game: str, over: dict[str, list[int]], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        lab.sweep(game, over=over)


def test_rules_made_in_python_cannot_be_made_again() -> None:
    with pytest.raises(InvalidRules, match="cannot be rebuilt with other numbers; give the key or the path"):
        lab.sweep(pikoko.rules().replace(key="mine"), tokens=[1, 2])
