"""What the README shows works as it stands, wherever a reader begins."""

import re
from doctest import ELLIPSIS, DocTestParser, DocTestRunner
from pathlib import Path

import pytest

from trickkit import load, playout

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
SESSIONS = [block for block in BLOCKS if block.startswith(">>> ")]
FILES = [block for block in BLOCKS if not block.startswith(">>> ")]


@pytest.mark.parametrize("block", SESSIONS, ids=range(len(SESSIONS)))
def test_session_runs_alone(block):
    test = DocTestParser().get_doctest(block, {"__name__": "__main__"}, "README", "README.md", 0)
    report: list[str] = []
    assert DocTestRunner(optionflags=ELLIPSIS).run(test, out=report.append).failed == 0, "".join(report)


def test_house_rules_run_as_a_file(run, game_file):
    (text,) = FILES
    shown = run("rules", game_file(text), "--players", 5).stdout
    assert shown.startswith("Pikoko with overtrumping (house), 5 players\n")
    assert "follow: MustOvertrump. " in shown
    assert "\n    players: 3, 4, 5 (default 4, here 5)\n        how many play\n" in shown


def test_house_rules_run_as_a_sheet(run, tmp_path):
    (text,) = re.findall(r"^```toml\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    shown = run("rules", path).stdout
    assert shown.startswith("Pikoko with overtrumping (house), 4 players\n")
    assert shown.partition("\nHouse rules\n")[2].partition("\n\n")[0].split("\n    ") == [
        "    based on Pikoko (pikoko)",
        "Tricks, follow: MustOvertrump instead of MustFollow",
    ]


def test_house_rules_are_the_same_game_in_each_of_their_forms(game_file, tmp_path):
    (python,), (toml,) = FILES, re.findall(r"^```toml\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    sheet = tmp_path / "house.toml"
    sheet.write_text(toml, encoding="utf-8")
    (told,) = re.findall(r"follow=MustOvertrump\(\)\)\n>>> playout\(house, seed=7\)\.scores\n(\(.*\))", README)
    for path in (game_file(python), sheet):
        assert str(playout(load(str(path)), seed=7).scores) == told
