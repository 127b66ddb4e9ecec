"""What the README shows works as it stands, wherever a reader begins."""

import re
from doctest import ELLIPSIS, DocTestParser, DocTestRunner
from pathlib import Path

import pytest

from trickkit import load, pictures, playout
from trickkit.play.playout import states

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```python\n(>>> .*?)^```", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("block", SESSIONS, ids=range(len(SESSIONS)))
def test_session_runs_alone(block):
    test = DocTestParser().get_doctest(block, {"__name__": "__main__"}, "README", "README.md", 0)
    report: list[str] = []
    assert DocTestRunner(optionflags=ELLIPSIS).run(test, out=report.append).failed == 0, "".join(report)


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


def test_the_sheet_is_the_house_rule_in_python(tmp_path):
    (toml,) = re.findall(r"^```toml\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    sheet = tmp_path / "house.toml"
    sheet.write_text(toml, encoding="utf-8")
    (told,) = re.findall(r"follow=MustOvertrump\(\)\)\n>>> playout\(house, seed=7\)\.scores\n(\(.*\))", README)
    assert str(playout(load(str(sheet)), seed=7).scores) == told


def test_the_picture_is_what_the_library_draws():
    (path,) = re.findall(r"^!\[[^]]*\]\(([^)]*)\)", README, re.MULTILINE)
    state = next(state for state in states(load("pikoko", players=4), seed=7) if len(state.moves) == 26)
    drawn = pictures.table(state.view(state.actors[0]))
    assert (ROOT / path).read_text(encoding="utf-8").strip() == drawn.svg.strip()
