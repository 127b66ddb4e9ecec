"""What a table says of the rules that are played at it."""

from __future__ import annotations

import json
import re

import pytest

from trickkit import Rules, load
from trickkit.catalog.described import gist
from trickkit.catalog.registry import keys, sheet
from trickkit.play.playout import states
from trickkit.table.about import about


def said(rules: Rules) -> dict[str, object]:
    return about(rules.start(seed=7).view(0))


def test_options_are_told_where_they_are_not_usual() -> None:
    assert said(load("skat"))["options"] == []
    (option,) = said(load("hearts", jack_of_diamonds=True))["options"]
    assert option == {
        "name": "jack_of_diamonds",
        "value": True,
        "meaning": "whether the jack of diamonds counts 10 points less",
    }


def test_a_sheet_tells_its_changes_and_has_no_page() -> None:
    short = said(sheet('base = "pikoko"\nname = "Short"\nending.deals = 1', "the sheet")())
    assert short["house"] == ["based on Pikoko (pikoko)", "ending, deals: 1 instead of 3"]
    assert (short["page"], said(load("pikoko"))["page"]) == (None, "pikoko")


def test_suits_that_are_ranked_alike_are_told_together_trumps_first() -> None:
    spades = said(load("spades"))
    assert [(group["suits"], group["trump"], group["faces"][0]) for group in spades["order"]] == [
        (["S"], True, "AS"),
        (["D", "C", "H"], False, "AD"),
    ]
    jacks, rest = said(load("skat"))["order"]
    assert jacks == {"suits": [], "trump": True, "faces": ["JC", "JS", "JH", "JD"]}
    assert (rest["suits"], rest["faces"][:3]) == (["C", "D", "S", "H"], ["AC", "TC", "KC"])
    trumps, *_ = said(load("doppelkopf"))["order"]
    assert (trumps["suits"], trumps["faces"][:2]) == (["D"], ["TH", "QC"])
    assert said(load("5211"))["order"] == []


def test_points_of_cards_are_those_of_every_deal_or_of_the_deal_that_is_played() -> None:
    assert said(load("skat"))["points"]["TD"] == 10
    assert said(load("whist"))["points"] is None
    belote = load("belote")
    assert said(belote)["points"] is None
    played = next(state for state in states(belote, seed=7) if state.view(0).to_json()["trick"])
    assert about(played.view(0))["points"][f"J{played.deal.trump.letter}"] == 20


def test_a_gist_tells_arguments_that_are_not_usual_and_nothing_twice() -> None:
    phases = [text for _, text in gist(*load("5211").phases)]
    assert len(phases) == len({*phases}) < 10
    skat = [text for _, text in gist(*load("skat").phases)]
    assert skat[2].endswith("see what they take. (cards: 2; leave: hand)")
    assert any(text.startswith("Follow the led suit if you can") for text in skat)


def test_a_gist_says_to_which_contract_a_scoring_belongs_and_what_cards_are_worth() -> None:
    king = gist(*load("king").scoring)
    assert (1, "no tricks: Each trick scores for the hand that took it. (points: -50)") in king
    assert (1, "no king: Cards score for the seat that took them in tricks. (cards: KH -320)") in king


@pytest.mark.sample(6)
@pytest.mark.parametrize("game", keys())
def test_every_game_has_something_to_say(game: str) -> None:
    told = json.loads(json.dumps(said(load(game))))
    assert told["summary"].endswith(".")
    sentence = re.compile(r"([^.:]+: )?[A-Z].*\.", re.DOTALL)
    assert all(sentence.match(text) for part in ("phases", "scoring", "ending") for _, text in told[part])
