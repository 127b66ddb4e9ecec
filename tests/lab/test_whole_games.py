"""Whole games: their numbers are those of the games as the library plays them."""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trickkit import InvalidRules, lab, load
from trickkit.lab.metrics import METRICS, OF_GAMES
from trickkit.lab.playing import Table
from trickkit.lab.whole_games import PlayedGames

RULES = load("pikinni", players=2)


@pytest.fixture(scope="module")
def played() -> PlayedGames:
    return PlayedGames.of(Table(RULES, ("random",) * 2, seed=3), range(12))


@pytest.fixture(scope="module")
def found() -> lab.Found:
    return lab.games(RULES, bots="random", games=12, seed=3)


def mean(found: lab.Found, metric: str, row: int = 0) -> float:
    value = found.of(metric)[row].values[0]
    assert value is not None
    return value.mean


def test_games_are_won_by_whom_their_outcomes_name(played: PlayedGames, found: lab.Found) -> None:
    starter = [
        (end.results[0].deal.begun_by in end.outcome.winners) / len(end.outcome.winners)
        for end in played.ends
        if end.outcome
    ]
    assert len(starter) == 12
    assert mean(found, "game wins") == pytest.approx(np.mean(starter))
    assert mean(found, "game wins") + mean(found, "game wins", 1) == pytest.approx(1)


def test_a_game_is_as_long_as_it_was_played(played: PlayedGames, found: lab.Found) -> None:
    deals = [len(end.results) for end in played.ends]
    decisions = [sum(len(result.moves) for result in end.results) for end in played.ends]
    assert mean(found, "deals of a game") == np.mean(deals)
    minutes = [(4 * made + 40 * many) / 60 for made, many in zip(decisions, deals, strict=True)]
    assert mean(found, "minutes") == pytest.approx(np.mean(minutes))


def test_leads_change_until_a_game_is_decided(played: PlayedGames, found: lab.Found) -> None:
    changes, after, behind = [], [], []
    for end in played.ends:
        totals = [result.totals for result in end.results]
        leaders = [{seat for seat in (0, 1) if one[seat] == max(one)} for one in totals]
        alone = [leading for leading in leaders if len(leading) == 1]
        changes.append(sum(one != other for one, other in pairwise(alone)))
        assert end.outcome is not None
        winners = {*end.outcome.winners}
        late = [at for at, leading in enumerate(leaders) if not leading & winners]
        after.append(late[-1] + 2 if late else 1)
        behind.append(not leaders[len(leaders) // 2 - 1] & winners)
    assert mean(found, "lead changes in a game") == np.mean(changes)
    assert mean(found, "decided in a game") == pytest.approx(sum(after) / sum(played.deals))
    assert mean(found, "comebacks in a game") == pytest.approx(np.mean(behind))


@pytest.mark.sample(0)
def test_players_are_compared_over_whole_games() -> None:
    found = lab.games(RULES, bots=["greedy", "random"], games=6, metrics=["game wins by player"])
    assert mean(found, "game wins by player") > 0.7
    assert mean(found, "game wins by player") + mean(found, "game wins by player", 1) == pytest.approx(1)


def test_rules_are_compared_by_the_length_of_their_games() -> None:
    longer = load("hearts", target=30)
    found = lab.games(load("hearts", target=60), longer, bots="random", games=12, metrics=["deals of a game"])
    assert "target from 60 to 30 lowers the number of deals in a game by " in found.verdicts[0].headline
    page = lab.page(found)
    assert "points of a seat at the end of a game" in page
    assert "Deals in which" not in page
    assert found.method()[0].startswith("12 games, each for itself")


def test_games_are_rows(tmp_path: Path, played: PlayedGames, found: lab.Found) -> None:
    assert found.study.rows(tmp_path / "games.csv") == 24
    rows = [*csv.DictReader((tmp_path / "games.csv").read_text().splitlines())]
    assert [int(row["points"]) for row in rows] == [points for end in played.ends for points in end.scores]


def test_all_metrics_of_games_are_told(found: lab.Found) -> None:
    assert {row.metric for row in found.rows} == {*OF_GAMES} - {"game wins by player"}
    assert found.missing == ("game wins by player, which needs players that differ, and two sides or more",)
    assert all(METRICS[name].about for name in OF_GAMES)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            {"metrics": ["wins", "deals of a game"]},
            "'wins' measures deals, and others measure whole games; study them separately",
        ),
        ({"where": "points of seat 0 > 3"}, "conditions are about deals"),
    ],
)
def test_deals_and_games_are_studied_apart(ask: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        lab.games(RULES, bots="random", games=2, **ask)
