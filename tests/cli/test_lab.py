"""`trickkit compare` and `study`: what a rule does, on the command line."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from trickkit import lab
from trickkit.cli.study_output import wide
from trickkit.cli.study_request import StudyRequest

Run = Callable[..., Result]

SHORT = ["--bots", "random", "--deals", "4000"]
LEAD = ["compare", "pikoko", "pikoko:next_lead=start_player", "--players", "3", *SHORT]


def test_two_rules_are_compared_in_a_table_and_in_sentences(run: Run) -> None:
    output = run(*LEAD, "--metrics", "wins,ties,decisions").stdout
    assert "winning_peacock" in output
    said = " ".join(output.split())
    first, second = "from winning peacock to start player", "raises how often the starter wins a deal by "
    assert said.startswith(f"Changing next lead {first} {second}")
    assert "Not shown to change; if it does, then by no more than: " in said
    assert "how often a deal is tied (" in said
    assert "Identical in all 4000 deals, which rules out changes above: the number of decisions in a deal (" in said
    assert "the same cards under all rules" in output


@pytest.mark.sample(0)
def test_many_rules_are_compared_with_the_first(run: Run) -> None:
    games = ["pikoko", "pikoko:next_lead=start_player", "pikoko:multi_must_follow=no"]
    output = run("compare", *games, "--players", "3", *SHORT, "--metrics", "ties,bids off").stdout
    assert [line.split()[0] for line in output.splitlines() if line.startswith("  ties")] == ["ties"]
    assert output.count("next_lead=start_player: ") == 2
    assert output.count("multi_must_follow=False: ") == 2


def test_a_bar_says_how_wide_intervals_still_are() -> None:
    found = lab.profile("pikoko", bots="random", deals=500, metrics=["ties", "points"])
    assert re.fullmatch(r"ties ± \d\.\d %", wide(found))
    asked = lab.profile("pikoko", bots="random", deals=500, metrics=["ties", "points"], until={"points": 1})
    assert re.fullmatch(r"points ± 0\.\d\d", wide(asked))


def test_rows_are_printed_for_programs(run: Run) -> None:
    words = [*LEAD, "--metrics", "points,wins"]
    rows = json.loads(run(*words, "--json").stdout)
    assert rows["same_cards"] is True
    assert sum(score["share"] for score in rows["scores"]["start_player"]) == pytest.approx(1)
    assert [row["rules"] for row in rows["rows"][:2]] == ["winning_peacock", "start_player"]
    of_csv = list(csv.DictReader(io.StringIO(run(*words, "--csv").stdout)))
    assert len(of_csv) == len(rows["rows"]) == 8
    assert float(of_csv[1]["difference"]) == rows["rows"][1]["difference"]
    assert of_csv[0]["difference"] == ""


def test_a_study_stops_at_a_width_and_is_kept(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    words = ["study", "pikoko", "--bots", "random", "--deals", "1000000", "--metrics", "wins"]
    output = run(*words, "--until", "±3%", "--file", str(file)).stdout
    assert "wins, right of the" in output
    assert run(*words, "--until", "wins=3%", "--file", str(file)).stdout == output


@pytest.mark.sample(0)
def test_values_are_tried_one_after_another(run: Run) -> None:
    words = ("sweep", "pikoko", "--players", "3", "--over", "tokens=5..9:2", *SHORT, "--metrics", "points,wins")
    output = run(*words).stdout
    assert [line.split()[0] for line in output.splitlines() if line.startswith("  tokens=")] == [
        *["tokens=5", "tokens=7", "tokens=9"] * 2
    ]
    assert "*" in next(line for line in output.splitlines() if line.startswith("  tokens=9"))
    grid = run(*words, "--over", "next_lead=winning_peacock,start_player", "--json").stdout
    assert json.loads(grid)["rules"][1] == "tokens=5, next_lead=start_player"


@pytest.mark.sample(0)
def test_the_best_of_several_values_is_confirmed(run: Run, refused: Callable[..., str]) -> None:
    words = ("balance", "pikoko", "--players", "3", "--over", "next_lead=start_player,winning_peacock")
    words += ("--bots", "random", "--deals", "20000")
    said = " ".join(run(*words).stdout.split())
    assert said.startswith("Of 2 rules, next_lead=winning_peacock comes closest to “seats equal”: ")
    result = json.loads(run(*words, "--json").stdout)
    assert (result["best"], result["is_better"], len(result["search"])) == (
        "next_lead=winning_peacock",
        True,
        2,
    )
    assert "No such option '--metrics'" in refused(*words, "--metrics", "wins")


def test_only_deals_that_meet_a_condition_are_measured(run: Run, refused: Callable[..., str]) -> None:
    words = [*LEAD, "--metrics", "wins", "--where"]
    assert (
        "of them, those with: red of seat 0 = 4..8, under winning_peacock" in run(*words, "red of seat 0 = 4..8").stdout
    )
    said = json.loads(run(*words, "red of seat 0 > 4", "--json").stdout)
    assert (said["where"], 0 < said["kept"] < 4000) == ("red of seat 0 >= 5", True)
    assert "where: 'red' is not a condition on deals" in refused(*words, "red")


def test_rows_are_written_and_an_interrupted_study_says_how_to_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, words = tmp_path / "deals.csv", ("study", "pikinni", "--players", "2", "--bots", "random")
    run(*words, "--deals", "10", "--metrics", "wins", "--rows", file)
    assert len(file.read_text().splitlines()) == 21
    request = StudyRequest(bots=("random",), deals=30, seed=0, file="study.jsonl")
    found = lab.profile("pikinni", bots="random", deals=20, metrics=["points"])

    def interrupted() -> None:
        with request.running("pikinni") as settings:
            settings["seen"](found)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert "study.jsonl keeps 20 of 30 deals; the same command continues from there." in capsys.readouterr().err


def test_a_page_is_written(run: Run, tmp_path: Path) -> None:
    words = ("--players", "2", "--bots", "random", "--deals", "10", "--metrics", "wins")
    run("study", "pikinni", *words, "--html", tmp_path / "page.html")
    assert "A portrait of Pikinni XXIV" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["compare", "pikoko", "pikoko:next_led=1"], "no option 'next_led' (did you mean 'next_lead'?)"),
        (["compare", "pikoko", "nothing"], "no game 'nothing'"),
        (["study", "pikoko", "--until", "narrow"], "'narrow' is not a width, such as 0.5, 1% or wins=1%"),
        (["study", "pikoko", "--until", "win=1%"], "until: 'win' is not measured"),
        (["study", "pikoko", "--metrics", "win"], "no metric 'win' (did you mean 'wins'?)"),
        (["sweep", "pikoko", "--over", "tokens"], "--over 'tokens': write name=values"),
        (
            ["sweep", "pikoko", "--over", "tokens=a"],
            "over: phases.Bids.bidding.tokens = \"a\": tokens='a' is no",
        ),
        (
            ["study", "pikoko", *SHORT, "--metrics", "wins", "--html", "no/such/page.html"],
            "--html no/such/page.html: there is no such folder",
        ),
        (["study", "pikoko", *SHORT, "--rows", "deals.txt"], "--rows deals.txt: its name ends in .csv or .parquet"),
        (["study", "pikoko", *SHORT, "--json", "--csv"], "--json and --csv: the result is printed as one of them"),
    ],
)
def test_what_is_wrong_is_refused_in_one_line(refused: Callable[..., str], words: list[str], message: str) -> None:
    error = refused(*words)
    assert message in error


@pytest.mark.sample(0)
def test_networks_learn_the_rules_first_if_asked(run: Run, refused: Callable[..., str], tmp_path: Path) -> None:
    words = ["--learn", "0.005", "--networks", tmp_path, "--deals", "4", "--metrics", "points"]
    for games in (["compare", "pikinni:players=2", "pikinni:players=3"], ["study", "pikinni:players=3"]):
        result = run(*games, *words)
        assert result.exit_code == 0
        assert f"all seats: learned:{tmp_path}" in "".join(result.stdout.split("\n"))
        # One of the two networks of the comparison is that of the study.
        assert result.stderr.count("learning Pikinni XXIV: 0.005 min\n") == (2 if games[0] == "compare" else 0)
    (folder,) = tmp_path.iterdir()
    assert len([*folder.glob("*.npz")]) == 2
    again = run("study", "pikinni:players=2", "--bots", f"learned:{folder}", "--deals", "4", "--metrics", "points")
    assert again.exit_code == 0
    assert "--learn and --bots both say who plays" in refused("study", "pikinni", *words, "--bots", "greedy")


def test_what_changes_alone_is_checked_before_anything_is_learned(refused: Callable[..., str], tmp_path: Path) -> None:
    words = ["--each", "--learn", "1", "--networks", tmp_path / "none"]
    assert "does not differ from Pikinni XXIV" in refused("compare", "pikinni", "pikinni:double=yes", *words)
    assert not (tmp_path / "none").exists()
