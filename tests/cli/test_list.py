"""`trickkit list`: a row for every installed game, whatever is wrong with one of them."""

import re

import pytest

from trickkit.catalog.registry import keys


def rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("   ") if cell.strip()] for line in text.splitlines()]


def test_game_of_the_package_is_listed_with_players_and_summary(run):
    result = run("list")
    assert result.exit_code == 0
    assert ["pikoko", "Pikoko", "3-5"] in [row[:3] for row in rows(result.stdout)]
    assert "You see every hand but your own" in result.stdout


@pytest.mark.parametrize("columns", ["80", "120", "200"])
def test_every_game_has_one_line(run, columns):
    piped, shown = run("list", COLUMNS=columns).stdout, run("list", COLUMNS=columns, FORCE_COLOR="1").stdout
    lines = [[line for line in text.splitlines() if line.strip()] for text in (piped, shown)]
    assert len(lines[0]) == len(lines[1]) == len(keys()) + 2
    assert "You see every hand but your own, bid on everyone, and play out of your left neighbour's hand." in piped
    assert all(len(re.sub(r"\x1b\[[\d;]*m", "", line)) <= int(columns) for line in lines[1])
    assert "…" in lines[1][2] or columns == "200"
    assert all(key in line for key, line in zip(keys(), lines[1][2:], strict=True))


@pytest.fixture
def installed(monkeypatch):
    """Makes these the installed games."""
    return lambda *games: monkeypatch.setattr("trickkit.cli.list.keys", lambda: tuple(str(game) for game in games))


def test_game_without_the_option_players_shows_how_many_play(run, installed, games):
    installed(games / "whisper.py")
    assert ["Whisper [hush] 5", "2", "Say it twice."] in [row[1:] for row in rows(run("list", COLUMNS="300").stdout)]


def test_game_that_cannot_be_built_does_not_hide_the_others(run, installed, game_file):
    installed(game_file("1 / 0"), "pikoko")
    result = run("list", COLUMNS="300")
    assert result.exit_code == 0
    assert "cannot be run: ZeroDivisionError" in result.stdout
    assert "Pikoko" in result.stdout
