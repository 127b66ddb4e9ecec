"""`trickkit simulate KEY`: a table that depends on the seed and the engine alone."""

import re
from pathlib import Path

import pytest

from trickkit import batch, load, record
from trickkit.batch import whole_games
from trickkit.cli.engines import batch_figures, is_compiled


def table(result) -> str:
    assert result.exit_code == 0
    assert result.stderr == ""
    return result.stdout[: result.stdout.rindex("\n", 0, -1)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["reference", "batch"])
def test_same_seed_gives_the_same_table(run, engine):
    words = ("simulate", "pikoko", "--games", 10, "--engine", engine, "--seed")
    assert table(run(*words, 4)) == table(run(*words, 4))
    assert table(run(*words, 4)) != table(run(*words, 5))


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["reference", "batch"])
def test_table_has_a_row_for_each_seat_and_counts_games_and_deals(run, engine):
    text = run("simulate", "pikoko", "--games", 10, "--players", 5, "--engine", engine).stdout
    assert [line.split()[0] for line in text.splitlines() if "%" in line and line.split()[0].isdigit()] == list("12345")
    assert f"\n10 games, 30 deals, {engine} engine\n" in text
    assert text.rstrip().endswith("deals per second")
    assert "a shared first place counts as its fraction" in text


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "room", "left_out"),
    [
        ("pikoko", 80, 0), ("pikinni", 80, 0), ("spades", 80, 0), ("pikoko", 60, 1), ("pikinni", 60, 2),
        ("pikoko", 40, 3), ("pikinni", 40, 3), ("pikoko", 36, 4),
    ],
)  # fmt: skip
def test_table_has_as_many_whole_columns_as_there_is_room_for_and_names_the_others(run, game, room, left_out):
    text = run("simulate", game, "--games", 20, "--engine", "reference", COLUMNS=str(room)).stdout
    names = ["seat", "wins", "score", "95 % interval", "std. dev.", "tricks/deal", "bids exact"]
    shown, missing = names[: len(names) - left_out], names[len(names) - left_out :][::-1]
    table, _, rest = text.partition("wins: ")[0].partition("left out for lack of space: ")
    assert " ".join(rest.split()) == ", ".join(missing)
    lines = table.strip("\n").splitlines()
    assert max(len(line) for line in lines) <= room
    rule = next(number for number, line in enumerate(lines) if "\N{BOX DRAWINGS LIGHT HORIZONTAL}" in line)
    assert sorted(" ".join(lines[:rule]).split()) == sorted(" ".join(shown).split())
    rows = [line.split() for line in lines[rule + 1 :] if line.strip()]
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    assert {len(row) for row in rows} == {len(shown)}
    assert "…" not in text


def test_headings_stand_in_one_line_where_there_is_room(run):
    assert "  seat    wins   95 % interval   score   std. dev.   tricks/deal   bids exact" in (
        run("simulate", "pikoko", "--games", 20, "--engine", "reference").stdout
    )


def test_columns_that_a_game_has_no_phase_for_are_left_out(run, games):
    text = run("simulate", games / "whisper.py", "--games", 2).stdout
    assert "tricks/deal" not in text
    assert "bids exact" not in text
    assert "50.0%" in text


def test_one_game_has_a_dash_for_its_deviation(run):
    for engine in ("reference", "batch"):
        text = run("simulate", "pikoko", "--games", 1, "--engine", engine).stdout
        rows = [line.split() for line in text.splitlines()]
        assert next(row for row in rows if row[:1] == ["1"])[4] == "-"


def test_seat_without_bids_has_a_dash(run, games, monkeypatch):
    monkeypatch.setattr("trickkit.cli.figures._hits", lambda _deal, seat: [True] if seat == 0 else [])
    rows = [
        line.split()
        for line in run("simulate", games / "own.py", "--games", 2, "--engine", "reference").stdout.splitlines()
    ]
    assert next(row for row in rows if row[:1] == ["1"])[-1] == "100.0%"
    assert next(row for row in rows if row[:1] == ["2"])[-1] == "-"


@pytest.mark.parametrize("engine", ["reference", "batch"])
def test_progress_is_shown_on_a_terminal_only_and_never_in_the_output(run, engine):
    words = ("simulate", "pikoko", "--games", 3, "--engine", engine)
    shown = run(*words, FORCE_COLOR="1")
    assert "Pikoko" in shown.stderr
    assert "Pikoko" not in shown.stdout
    assert run(*words).stderr == ""


def test_compiling_is_told_and_no_part_of_the_time_in_which_deals_are_played(run, monkeypatch):
    clock, played = [0.0], whole_games.run

    def slow_at_first(*words, **more):
        clock[0] += 0.5 if clock[0] else 100
        return played(*words, **more)

    monkeypatch.setattr("trickkit.cli.simulate.perf_counter", lambda: clock[0])
    monkeypatch.setattr("trickkit.batch.whole_games.run", slow_at_first)
    monkeypatch.setattr("trickkit.cli.simulate.is_compiled", lambda: False)
    words = ("simulate", "pikoko", "--games", 10, "--engine", "batch")
    first = run(*words, FORCE_COLOR="1")
    # Three deals of ten games, half a second for each of them at once.
    assert first.stdout.endswith("\n20 deals per second\n")
    assert "compiling, once on a machine" in first.stderr
    monkeypatch.setattr("trickkit.cli.simulate.is_compiled", lambda: True)
    assert "compiling" not in run(*words, FORCE_COLOR="1").stderr
    assert run(*words).stderr == ""


def test_compiled_code_is_found_where_it_is_kept():
    batch.games(load("pikoko"), 1)
    assert is_compiled()


@pytest.mark.parametrize("engine", ["reference", "batch"])
def test_ctrl_c_leaves_with_one_line_and_130(run, monkeypatch, engine):
    def interrupted(*_words, **_more):
        raise KeyboardInterrupt

    monkeypatch.setattr("trickkit.cli.simulate.states", interrupted)
    monkeypatch.setattr("trickkit.batch.whole_games.run", interrupted)
    result = run("simulate", "pikoko", "--engine", engine)
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (130, "", "Interrupted.")


def test_estimates_count_as_bids(run):
    text = run("simulate", "pikinni", "--games", 3, "--option", "challenge=true").stdout
    assert "bids exact" in text


@pytest.mark.sample(0)
def test_game_of_laid_cards_has_neither_tricks_nor_bids(run):
    text = run("simulate", "5211", "--games", 10, "--players", 5).stdout
    assert "tricks/deal" not in text
    assert "bids exact" not in text
    assert len([line for line in text.splitlines() if "%" in line and line.split()[0].isdigit()]) == 5
    assert "\n10 games, 10 deals, batch engine\n" in text
    long = run("simulate", "5211", "--games", 5, "--players", 5, "--option", "long_game=yes").stdout
    deals = int(long.partition("5 games, ")[2].split()[0])
    assert deals > 5


UNCOMPILED = """
from tiny_games import uncompiled
from trickkit import Rules, variant

@variant
def rules() -> Rules:
    return uncompiled()
"""


def test_the_batch_engine_plays_unless_it_is_told_or_cannot(run, tmp_path, monkeypatch):
    file = tmp_path / "uncompiled.py"
    file.write_text(UNCOMPILED)

    def engine(*words: object) -> str:
        text = run("simulate", *words, "--games", 2).stdout
        return text.partition(" deals, ")[2].split()[0]

    assert engine("pikoko") == "batch"
    assert engine("pikoko", "--engine", "reference") == "reference"
    assert engine("pikoko", "--record", tmp_path / "games") == "reference"
    assert engine(file) == "reference"
    monkeypatch.setattr("trickkit.cli.engines.find_spec", lambda _name: None)
    assert engine("pikoko") == "reference"


def test_the_batch_engine_says_why_it_cannot(refused, tmp_path, monkeypatch):
    words, file = ("simulate", "--engine", "batch", "--games", 2), tmp_path / "uncompiled.py"
    file.write_text(UNCOMPILED)
    assert refused(*words, file).startswith("--engine batch: ")
    recorded = refused(*words, "pikoko", "--record", tmp_path / "games")
    assert recorded == "--engine batch: games that are recorded are played by the reference engine"
    monkeypatch.setattr("trickkit.cli.engines.find_spec", lambda _name: None)
    assert refused(*words, "pikoko") == "--engine batch: it needs NumPy and Numba: pip install 'trickkit[fast]'"


@pytest.mark.sample(0)
@pytest.mark.parametrize("words", [("pikoko",), ("pikinni", "--option", "challenge=yes"), ("5211",), ("hearts",)])
def test_both_engines_come_to_much_the_same_figures(run, words):
    def figures(engine: str) -> list[list[float]]:
        text = run("simulate", *words, "--games", 400, "--seed", 3, "--engine", engine).stdout
        rows = [line.replace("%", "").split() for line in text.splitlines()]
        return [
            [float(row[1]), float(row[3]), float(row[4])] for row in rows if row and row[0].isdigit() and "-" in row[2]
        ]

    for (wins, mean, deviation), (other_wins, other_mean, other_deviation) in zip(
        figures("reference"), figures("batch"), strict=True
    ):
        # Five standard errors of a difference of two means of 400.
        assert abs(wins - other_wins) < 5 * 100 * (0.25 * 2 / 400) ** 0.5
        assert abs(mean - other_mean) < 5 * deviation * (2 / 400) ** 0.5
        assert 0.8 < deviation / other_deviation < 1.25


def test_games_that_all_win_or_lose_together_have_a_line_of_their_own(run, games):
    text = run("simulate", games / "together.py", "--games", 20, "--engine", "reference").stdout
    (line,) = (line for line in text.splitlines() if line.startswith("won by all together: "))
    won, lost = (float(share) for share in re.findall(r"([\d.]+)%(?: of|$)", line))
    assert 0 < won < 100
    assert won + lost == 100
    assert "won by all" not in run("simulate", "pikoko", "--games", 20, "--engine", "reference").stdout


def test_batches_count_games_that_all_win_or_lose_together(games):
    found = batch_figures(load(str(games / "together.py")), 20, 1, lambda _: None).together
    assert found.won > 0
    assert found.won + found.lost == 20


# Between bots


def test_bots_play_the_games(run):
    words = ("simulate", "pikoko", "--players", 3, "--games", 4, "--bots", "greedy,random,random")
    greedy = run(*words)
    assert (greedy.exit_code, greedy.stderr) == (0, "")
    scores = {
        row[0]: float(row[3])
        for line in greedy.stdout.splitlines()
        if len(row := line.split()) == 7 and row[0] in "123"
    }
    assert scores["1"] > max(scores["2"], scores["3"])
    assert "4 games, 12 deals, reference engine\n" in greedy.stdout
    assert table(greedy) == table(run(*words))


def test_bots_are_named_in_the_records(run, tmp_path):
    words = ("simulate", "pikinni", "--players", 2, "--games", 1, "--bots", "greedy", "--record", tmp_path)
    assert run(*words).exit_code == 0
    (file,) = tmp_path.iterdir()
    assert record.load(file).header.names == ("greedy", "greedy")
    record.load(file).verify()


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ("greedy,random,random", "--bots: 3 bots for 2 seats; give one for all, or one for each"),
        ("gready", "no bot 'gready' (did you mean 'greedy'?)"),
    ],
)
def test_bots_that_cannot_play(refused, texts, message):
    assert message in refused("simulate", "pikinni", "--players", 2, "--bots", texts)


def test_the_batch_engine_lets_no_bots_play(refused):
    words = ("simulate", "pikinni", "--bots", "greedy", "--engine", "batch")
    assert refused(*words) == "--engine batch: games between bots are played by the reference engine"


SLOW = """
from attrs import frozen
from trickkit import ScoreLine, load, variant
from trickkit.phases import Tricks
from trickkit.scoring import Scoring

@frozen
class Chronicle(Scoring):
    reads = (Tricks,)
    def lines(self, deal):
        return (ScoreLine(deal.starter, "the log is long", len(deal.events)),)

@variant
def rules():
    return load("whist", deals=1).replace(key="chronicle", scoring=(Chronicle(),))
"""


def test_it_is_said_once_what_is_scored_deal_by_deal(run, game_file):
    found = run("simulate", game_file(SLOW), "--games", 3, "--engine", "batch")
    assert found.exit_code == 0
    assert found.stderr.count("Chronicle: it looks at `events` of a deal") == 1


@pytest.mark.parametrize(
    "command", [("simulate", "pikoko"), ("match", "pikoko"), ("compare", "pikoko", "pikoko:next_lead=start_player")]
)
def test_all_wrong_bots_are_named(refused, command):
    told = refused(*command, "--bots", "bset:3,flat:x,random,gredy")
    assert told.startswith(
        "no bot 'bset' (did you mean 'best'?); 'flat:x': a whole number comes after the colon, as in flat:64 or "
        "best:3@1000; no bot 'gredy' (did you mean 'greedy'?); bots: random, "
    )
    assert told.count("bots: ") == 1


REMEMBERED = f"""
import sys
sys.path.append({str(Path(__file__).parents[2] / "benchmarks")!r})
from strange_games import GAMES
from trickkit import variant
from trickkit.phases import ContractsPlayed

@variant
def rules():
    return GAMES["a market"]().replace(key="secret", memory=ContractsPlayed())
"""


def test_it_is_said_why_the_reference_engine_played(run, game_file):
    assert run("simulate", game_file(REMEMBERED), "--games", 1).stderr.split("\n")[-2] == (
        "The reference engine played whole games. "
        "ContractsPlayed: what is remembered of earlier deals is not recorded in rows."
    )
    asked_for = run("simulate", game_file(REMEMBERED), "--games", 1, "--engine", "reference")
    assert "ContractsPlayed" not in asked_for.stderr
