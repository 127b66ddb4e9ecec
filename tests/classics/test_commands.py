"""The commands know the classic games once they are installed."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from trickkit.catalog.registry import keys
from trickkit.cli.commands import trickkit

CLASSICS = (
    "belote",
    "bid_whist",
    "bridge",
    "cat_in_the_box",
    "coinche",
    "doppelkopf",
    "euchre",
    "fox_in_the_forest",
    "german_whist",
    "hearts",
    "oh_hell",
    "king",
    "pinochle",
    "marias",
    "rope_team",
    "schieber",
    "sechsundsechzig",
    "sheepshead",
    "skat",
    "skull_king",
    "spades",
    "tarok",
    "tarot",
    "whist",
    "wizard",
)

if "whist" not in keys():
    pytest.skip("trickkit-classics is not installed", allow_module_level=True)


def run(*words: str) -> str:
    done = CliRunner().invoke(trickkit, words)
    assert done.exit_code == 0, done.output
    return done.output


def test_they_are_listed() -> None:
    output = run("list")
    assert [key for key in CLASSICS if f" {key} " not in output] == []


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", CLASSICS)
def test_the_rules_are_explained(key: str) -> None:
    assert "Tricks" in run("rules", key)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", CLASSICS)
def test_games_are_simulated(key: str) -> None:
    assert "3 games" in run("simulate", key, "--games", "3")


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", CLASSICS)
def test_a_law_is_checked(key: str) -> None:
    done = CliRunner().invoke(trickkit, ["check", key, "--games", "1", "--moves", "20"])
    # So few decisions seldom lead to the end of a deal.
    assert re.search(r"^(All laws hold\.|No law is broken, but )", done.output, re.MULTILINE), done.output
    assert done.exit_code in (0, 3)
