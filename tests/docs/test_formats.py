"""The published schemas are those of real records and sheets, and of no damaged ones."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from blocks import ROOT, blocks
from jsonschema import Draft202012Validator

from trickkit import InvalidRecord, InvalidRules, load, playout, record
from trickkit.catalog.registry import keys, sheet
from trickkit.play.playout import states

SCHEMAS = ROOT / "docs" / "reference" / "schemas"
RECORD, SHEET, VIEW = (
    Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")))
    for name in ("record", "sheet", "view")
)

Lines = list[dict[str, Any]]


def lines(text: str) -> Lines:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("validator", [RECORD, SHEET, VIEW], ids=["record", "sheet", "view"])
def test_the_schema_is_a_schema(validator: Draft202012Validator) -> None:
    Draft202012Validator.check_schema(validator.schema)


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", keys())
def test_records_of_every_game_keep_to_the_schema(key: str) -> None:
    game = record.of(playout(load(key), seed=7))
    RECORD.validate(lines(str(game)))
    for seat in (*range(game.rules.players), None):
        RECORD.validate(lines(str(game.redact(seat))))


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", keys())
def test_views_of_every_game_keep_to_the_schema(key: str) -> None:
    begun = [state for state, _ in zip(states(load(key), seed=7), range(200), strict=False)]
    for state in (begun[0], begun[len(begun) // 2], begun[-1]):
        for seat in (state.actors[0] if state.actors else 0, None):
            VIEW.validate(state.view(seat).to_json())


def test_a_record_of_a_game_that_nobody_wins_keeps_to_the_schema() -> None:
    rules = load(str(ROOT / "tests" / "cli" / "games" / "together.py"))
    ends = [playout(rules, seed=seed) for seed in range(20)]
    assert {bool(end.outcome and end.outcome.winners) for end in ends} == {True, False}
    for end in ends:
        RECORD.validate(lines(str(record.of(end))))


# Among them there are studies, which have a format of their own.
RECORDED = sorted(path for path in (ROOT / "docs").rglob("*.jsonl") if path.parent.name != "studies")


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_the_records_of_the_pages_keep_to_the_schema(path: Any) -> None:
    RECORD.validate(lines(path.read_text(encoding="utf-8")))


def test_records_with_names_sheets_and_rules_made_in_python_keep_to_the_schema() -> None:
    short = sheet('base = "pikoko"\nending.deals = 1', "short.toml")(players=3)
    for rules in (short, short.replace(name="Shorter")):
        RECORD.validate(lines(str(record.of(playout(rules, seed=7), names=["Ada", "Ben", "Cyd"]))))


GAME = str(record.of(playout(load("pikoko", players=3), seed=7)))


def first(game: Lines, key: str) -> dict[str, Any]:
    return next(line for line in game if key in line and "trickkit" not in line)


DAMAGES: dict[str, Callable[[Lines], object]] = {
    "no header": lambda game: game.pop(0),
    "another version": lambda game: game[0].update(trickkit=2),
    "no game": lambda game: game[0].pop("game"),
    "an option that is a list": lambda game: game[0]["options"].update(players=[3]),
    "an unknown key in the header": lambda game: game[0].update(colour="red"),
    "a player without a name": lambda game: game[0].update(players=["Ada", "Ben", ""]),
    "no starter": lambda game: first(game, "deal").pop("starter"),
    "hands that are words": lambda game: first(game, "deal").update(hands="R2 R3"),
    "a card that is a number": lambda game: first(game, "deal")["stock"].append(7),
    "a seat that is true": lambda game: first(game, "play").update(seat=True),
    "a seat below zero": lambda game: first(game, "play").update(seat=-1),
    "a move without an action": lambda game: first(game, "seat").pop("play"),
    "an action that is a number": lambda game: first(game, "play").update(play=3),
    "a deal within a move that says nothing": lambda game: first(game, "play").update(dealt={}),
    "a score without a reason": lambda game: first(game, "scored")["scored"][0].pop(),
    "half a point": lambda game: first(game, "scored")["scored"][0].__setitem__(1, 0.5),
    "totals that are missing": lambda game: first(game, "scored").pop("totals"),
    "a ranking of seats that do not stand in groups": lambda game: first(game, "over").update(ranking=[0, 1, 2]),
    "a line of another kind": lambda game: game.insert(2, {"note": "well played"}),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_keeps_to_nothing(damage: str) -> None:
    game = lines(GAME)
    DAMAGES[damage](game)
    assert not RECORD.is_valid(game)
    with pytest.raises(InvalidRecord):
        record.loads("".join(f"{json.dumps(line)}\n" for line in game))


def sheets() -> list[Any]:
    """Every sheet of the documentation and of the README."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [
        pytest.param(block.text, id=f"{page.stem}:{place}")
        for page in pages
        for place, block in enumerate(blocks(page.read_text(encoding="utf-8")))
        if block.language == "toml" and re.search("^base = ", block.text, re.MULTILINE)
    ]


@pytest.mark.parametrize("text", sheets())
def test_sheets_keep_to_the_schema(text: str) -> None:
    SHEET.validate(tomllib.loads(text))


@pytest.mark.parametrize(
    "text",
    [
        "name = 'without a base'",
        "base = 'pikoko'\nplayers = 3",
        "base = 'pikoko'\noptions = 3",
        "base = 'pikoko'\n[options]\nplayers = [3]",
        "base = 'pikoko'\nkey = ''",
        "base = 'pikoko'\nphases.Tricks = 'MustOvertrump'",
        "base = 'pikoko'\nwithout = [3]",
        "base = 'pikoko'\nending = 3",
        "base = 'pikoko'\nending = {policy = 3}",
        "base = 'pikoko'\nscoring = [3]",
    ],
)
def test_a_wrong_sheet_keeps_to_nothing(text: str) -> None:
    assert not SHEET.is_valid(tomllib.loads(text))
    with pytest.raises(InvalidRules):
        sheet(text, "house.toml")()
