"""`trickkit baselines`: how strong bots are in all games."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from importlib import import_module

import pytest
from click.testing import Result

from trickkit import bots, load
from trickkit.bots.intervals import reach
from trickkit.catalog.registry import keys

Run = Callable[..., Result]


@pytest.mark.sample(0)
def test_a_table_has_a_row_for_each_game(run: Run) -> None:
    result = run("baselines", "hearts", "pikoko", "--bots", "random,learned", "--deals", 12)
    assert (result.exit_code, result.stderr) == (0, "")
    number = r"[+-][\d.]+ ± [\d.]+"
    assert re.search(rf"hearts +{number} +{number} *\n +pikoko +{number} +- *\n", result.stdout)
    assert "points a deal ahead of greedy" in result.stdout
    assert "12 deals each, played from every seat\n" in result.stdout


def test_what_it_says_is_what_a_match_says(run: Run) -> None:
    result = run("baselines", "pikinni:players=3", "--bots", "greedy", "--against", "random", "--deals", 8, "--json")
    mean, error = bots.match(load("pikinni", players=3), [bots.Greedy(), bots.Random()], deals=8).ahead(0, 1)
    assert json.loads(result.stdout) == {
        "game": "pikinni", "bot": "greedy", "against": "random", "deals": 8, "ahead": mean, "half": reach(error or 0),
    }  # fmt: skip


@pytest.mark.sample(0)
def test_without_a_game_it_takes_all_that_are_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    match = bots.match
    module = import_module("trickkit.bots.baselines")
    monkeypatch.setattr(module, "match", lambda _rules, *given, **named: match(load("whist"), *given, **named))
    result = run("baselines", "--bots", "random", "--deals", 1, "--csv")
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert [row["game"] for row in rows] == [*keys()]
    assert {(row["deals"], row["half"]) for row in rows} == {("1", "")}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nix"], "no game 'nix'"),
        (["whist", "--bots", "gredy"], "no bot 'gredy' (did you mean 'greedy'?)"),
        (["whist", "--against", "gredy"], "no bot 'gredy' (did you mean 'greedy'?)"),
        (["whist", "--json", "--csv"], "--json and --csv: the result is printed as one of them"),
    ],
)
def test_what_is_no_table_is_refused(refused: Callable[..., str], words: list[str], message: str) -> None:
    assert message in refused("baselines", *words)
