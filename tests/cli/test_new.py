"""`trickkit new`: files that play, and keep the laws as they are."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from inspect import isabstract
from pathlib import Path

import pytest
from click.testing import Result
from tiers import sampled

from trickkit import Rules, load, phases, playout
from trickkit.catalog.registry import keys
from trickkit.cli.new import GAME
from trickkit.testing import LAWS

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def begun(run: Run, *words: object) -> Rules:
    """The rules that a command writes, as its last lines say."""
    result = run("new", *words)
    assert (result.exit_code, result.stderr) == (0, "")
    play, checked, tested = result.stdout.splitlines()[-3:]
    file = play.removeprefix("  trickkit play ")
    assert checked == f"  trickkit check {file}"
    assert tested == f"  python -m pytest test_{Path(file).stem}.py"
    compile(Path(f"test_{Path(file).stem}.py").read_text("utf-8"), "tests", "exec")
    return load(file)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", [None, *keys()])
@pytest.mark.parametrize("sheet", [False, True])
def test_what_is_written_plays_as_its_base_does(run: Run, key: str | None, sheet: bool) -> None:
    if key is None and sheet:
        return
    words = ["--from", key] if key else []
    rules = begun(run, "Last Penny", *words, *["--sheet"][:sheet])
    assert (rules.key, rules.name) == ("last_penny", "Last Penny")
    end = playout(rules, seed=7)
    assert end.is_over
    if key is not None:
        assert end.scores == playout(load(key), seed=7).scores


def test_parts_are_listed_with_a_line_each(run: Run) -> None:
    lines = run("new", "--parts").stdout.splitlines()
    assert "trickkit.policies.lead: Which hand leads a trick." in lines
    assert any(line.startswith("  HighCard: The highest trump wins") for line in lines)
    for name in phases.__all__:
        kind = getattr(phases, name)
        if isinstance(kind, type) and issubclass(kind, phases.Phase) and not isabstract(kind):
            assert any(line.startswith(f"  {name}: ") for line in lines), name


def test_parts_are_found_by_a_word(run: Run) -> None:
    found = run("new", "--parts", "RENEG").stdout
    assert "MayRenege" in found
    assert "MustFollow" not in found
    assert "no part mentions 'zebra'" in run("new", "--parts", "zebra").stderr


def test_parts_are_found_by_the_kind_that_an_argument_takes(run: Run) -> None:
    assert "DeclarerAndPartner" in run("new", "--parts", "sides").stdout
    assert "CardsOfHeldSuits" in run("new", "--parts", "CallableCards").stdout


@pytest.mark.sample(0)
def test_the_tests_that_are_written_pass(run: Run) -> None:
    games = sampled([("penny",), ("farthing", "--from", "5211", "--sheet"), ("groat", "--from", "pikinni")], 1)
    for words in games:
        begun(run, *words)
    for path in Path().glob("test_*.py"):
        path.write_text(path.read_text("utf-8").replace("examples=20", "examples=1"), "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout
    told = "".join(line.partition("[")[0] for line in done.stdout.splitlines() if line.endswith("%]"))
    assert len(re.findall(r"[.s]", told)) == len(games) * (len(LAWS) + 1)


def test_players_may_be_chosen_as_in_the_base(run: Run) -> None:
    begun(run, "penny", "--from", "pikoko")
    assert load("penny.py", players=5).players == 5
    begun(run, "groat", "--from", "penny.py")
    assert load("groat.py", players=3).players == 3
    begun(run, "farthing", "--from", "groat.py", "--sheet")
    assert load("farthing.toml", players=3).players == 3


def test_what_a_base_is_called_ends_no_text(run: Run) -> None:
    begun(run, "penny")
    text = Path("penny.py").read_text("utf-8").replace('name="Penny"', "name='The \\\\ \"Penny\"'")
    Path("penny.py").write_text(text.replace('"how many play"', "'how \"many\"'"), "utf-8")
    assert load("penny.py").name == 'The \\ "Penny"'
    assert begun(run, "groat", "--from", "penny.py").summary == "A house rule of The / 'Penny'."
    assert begun(run, "farthing", "--from", "penny.py", "--sheet").summary == "A house rule of The / 'Penny'."


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--from", "pikoko", "2 pence"], "'2 pence' is not a name for a game: it begins with a letter"),
        (["pênny"], "'pênny' is not a name for a game"),
        (["../penny"], "'../penny' is not a name for a game"),
        ([""], "'' is not a name for a game"),
        (["Pikoko"], "pikoko is an installed game; choose another name, or change that game with --from pikoko"),
        (["penny", "--sheet"], "a sheet changes an existing game: say which with --from KEY"),
        (["penny", "--from", "pikok"], "no game 'pikok' (did you mean 'pikoko'?)"),
    ],
)
def test_what_cannot_be_begun(refused: Callable[..., str], here: Path, words: list[str], message: str) -> None:
    assert message in refused("new", *words)
    assert list(here.iterdir()) == []


def test_a_name_that_is_too_long_for_a_file(refused: Callable[..., str], here: Path) -> None:
    assert refused("new", "a" * 300).startswith("cannot write aaaa")
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("name", ["penny.py", "test_penny.py"])
def test_no_file_is_overwritten(refused: Callable[..., str], here: Path, name: str) -> None:
    (here / name).write_text("mine", "utf-8")
    assert refused("new", "penny").startswith(f"{name} exists, and is not overwritten")
    assert [path.read_text("utf-8") for path in here.iterdir()] == ["mine"]


def test_every_phase_is_named() -> None:
    found = {name: getattr(phases, name) for name in phases.__all__}
    steps = {name for name, one in found.items() if isinstance(one, type) and issubclass(one, phases.Phase)}
    assert steps - {"Phase"} - {*re.findall(r"\w+", GAME)} == set()
