"""`trickkit match`: who is ahead of whom, by how much, and how sure that is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]


def test_a_bot_that_thinks_is_ahead(run: Run) -> None:
    result = run("match", "pikinni", "--players", 2, "--bots", "random,greedy", "--deals", 30)
    assert (result.exit_code, result.stderr) == (0, "")
    rows = {line.split()[0]: line for line in result.stdout.splitlines() if re.match(r" +(random|greedy)", line)}
    (lead,) = re.findall(r"([+-][\d.]+) ± ([\d.]+)", rows["greedy"])
    (behind,) = re.findall(r"([+-][\d.]+) ± ([\d.]+)", rows["random"])
    assert float(lead[0]) > float(lead[1]) > 0
    assert (float(behind[0]), behind[1]) == (-float(lead[0]), lead[1])
    assert "30 deals, each played 2 times\n" in result.stdout
    assert "the most points win" in result.stdout


def test_the_same_seed_is_the_same_match(run: Run) -> None:
    words = ("match", "pikinni", "--players", 2, "--bots", "flat:2,random", "--deals", 3)
    assert run(*words).stdout == run(*words, "--seed", 0).stdout != run(*words, "--seed", 1).stdout


def test_a_match_stops_when_it_is_sure_enough(run: Run) -> None:
    result = run("match", "pikinni", "--players", 2, "--bots", "random,random", "--deals", 40, "--until", 1000)
    assert "10 deals, each played 2 times\n" in result.stdout
    sign = run("match", "pikinni", "--players", 2, "--bots", "random,random", "--deals", 40, "--until", "±1000")
    assert sign.stdout == result.stdout


def test_a_match_as_json(run: Run) -> None:
    words = ("match", "pikinni", "--players", 2, "--bots", "random,greedy,random", "--deals", 6, "--ratings", "--json")
    found = json.loads(run(*words).stdout)
    assert (found["deals"], found["wins"]) == (6, "most")
    assert [one["bot"] for one in found["bots"]] == ["random", "greedy", "random"]
    assert {one["rating"]["mean"] > 0 for one in found["bots"]} == {True}
    leads = {(one["bot"], one["of"]): one["points"] for one in found["ahead"]}
    assert leads["random", "greedy"] == -leads["greedy", "random"]


def test_ratings_stand_in_the_table(run: Run) -> None:
    words = ("match", "pikinni", "--players", 2, "--bots", "random,greedy", "--deals", 5)
    assert "rating" not in run(*words).stdout
    assert re.search(r"greedy +[-\d.]+ +[\d.]+ ± [\d.]+ ", run(*words, "--ratings").stdout)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pikoko", "--bots", "flat"], "1 bots: a match is between 2 or more"),
        (["pikoko", "--bots", "flat,flad"], "no bot 'flad'"),
        (["pikoko", "--bots", ""], "no bot ''"),
        (["pikoko", "--deals", "0"], "'--deals'"),
        (["pikoko", "--until", "0"], "'0' is not a number of points above 0, such as 0.5 or ±0.5"),
        (["pikoko", "--until", "nan"], "'nan' is not a number of points"),
        (["pikoko", "--seconds", "0"], "'--seconds'"),
        (["pikok"], "no game 'pikok'"),
    ],
)
def test_what_is_no_match(refused: Callable[..., str], words: list[str], message: str) -> None:
    assert message in refused("match", *words)
