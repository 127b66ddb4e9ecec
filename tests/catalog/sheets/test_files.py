"""Sheets as files, and bases that are files."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from trickkit import InvalidRules, Rules, load, playout
from trickkit.catalog.registry import sheet
from trickkit.phases import Tricks

SHORT = """
base = "pikoko"

[ending]
deals = 2
"""

OWN = """
from typing import Annotated
from attrs import field, frozen
from trickkit.model.checks import is_a, whole
from trickkit.phases import Tricks
from trickkit.policies.follow import Follow, MustFollow, Step
from trickkit.policies.ending import AfterDeals
from trickkit.variants import pikoko

@frozen
class Weird(Follow):
    most: int = field(default=3, validator=whole(1))
    other: Follow = field(default=MustFollow(), validator=is_a(Follow))

    def steps(self, context):
        return (*self.other.steps(context), Step(context.all, "play anything"))

class MustTrump(Weird):
    '''Named like one of the library.'''

class _Private(Weird):
    pass

def rules(*, players: Annotated[int, range(3, 5), "how many"] = 3):
    return pikoko.rules(players=players).replace(Tricks, follow=Weird())
"""


def write(folder: Path, text: str, name: str = "house.toml") -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def follow(rules: Rules) -> Any:
    (phase,) = (phase for phase in rules.phases if isinstance(phase, Tricks))
    return phase.follow


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path, SHORT)
    assert load(path).ending.deals == 2
    write(tmp_path, SHORT.replace("deals = 2", "deals = 3"))
    assert load(path).ending.deals == 3


def test_a_mark_at_the_beginning_of_the_file_is_no_part_of_the_text(tmp_path: Path) -> None:
    assert load(write(tmp_path, f"\ufeff{SHORT}")).sheet == SHORT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, OWN, "own_rules_for_sheets.py")
    return tmp_path


def test_a_base_in_python_brings_its_policies(folder: Path) -> None:
    text = 'base = "own_rules_for_sheets.py"\n[phases.Tricks.follow]\npolicy = "Weird"\nother = "MustTrump"\n'
    rules = load(write(folder, text), players=4)
    own = load(str(folder / "own_rules_for_sheets.py"), players=4)
    kind = type(follow(own))
    found = follow(rules)
    assert type(found) is kind
    assert type(found.other).__module__ == kind.__module__
    assert (rules.players, dict(rules.options)) == (4, {"players": 4})
    assert pickle.loads(pickle.dumps(rules.start(seed=1))) == rules.start(seed=1)


def test_a_private_policy_of_the_base_cannot_be_named(folder: Path) -> None:
    path = write(folder, 'base = "own_rules_for_sheets.py"\n[phases.Tricks]\nfollow = "_Private"\n')
    with pytest.raises(InvalidRules, match=r"house\.toml, line 3: '_Private' is not a Follow"):
        load(path)


def test_a_sheet_on_a_sheet(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder / "inner", 'base = "../own_rules_for_sheets.py"\noptions.players = 4\n', "first.toml")
    path = write(folder, 'base = "inner/first.toml"\n[phases.Tricks]\nfollow = { policy = "Weird", most = 2 }\n')
    rules = load(path)
    assert (rules.players, follow(rules).most, rules.options["players"]) == (4, 2, 4)
    assert load(path, players=3).players == 3
    monkeypatch.chdir(folder)
    assert load("house.toml") == rules
    text = (folder / "house.toml").read_text()
    assert sheet(text, "house.toml", files=True)() == rules
    assert eval(repr(sheet(text, "house.toml", files=True)), {"sheet": sheet})() == rules


@pytest.mark.parametrize("base", ["own.py", "./own.PY", "house.toml"])
def test_a_sheet_given_as_a_text_runs_no_file(tmp_path: Path, base: str) -> None:
    ran = tmp_path / "ran"
    (tmp_path / "own.py").write_text(f"from pathlib import Path\nPath({str(ran)!r}).touch()\n")
    (tmp_path / "own.PY").write_text((tmp_path / "own.py").read_text())
    write(tmp_path, 'base = "own.py"')
    text = f'base = "{base}"'
    with pytest.raises(InvalidRules, match=r"h\.toml, line 1: the base of a sheet that is given as a text is an inst"):
        sheet(text, str(tmp_path / "h.toml"))
    assert not ran.exists()
    with pytest.raises(InvalidRules, match=r"defines no function rules"):
        sheet(text, str(tmp_path / "h.toml"), files=True)
    assert ran.exists()


def test_a_file_is_read_no_further_than_a_sheet_may_go(tmp_path: Path) -> None:
    path = write(tmp_path, "#" * 100_001)
    with pytest.raises(InvalidRules, match=r"house\.toml: a sheet has at most 100,000 characters"):
        load(path)


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("first.toml", "", r"first\.toml, line 1: '.*first\.toml' cannot be based on itself"),
        (
            "inner/second.toml",
            "../first.toml",
            r"first\.toml, line 1: .*inner/second\.toml, line 1: '.*inner/\.\./first\.toml' cannot be based on itself",
        ),
        (
            "inner/second.toml",
            "pikokko",
            r"first\.toml, line 1: .*second.toml, line 1: no game 'pikokko' \(did you mean",
        ),
        ("third.toml", "", r"first\.toml, line 1: no file '.*third\.toml'"),
        ("third.py", "", r"first\.toml, line 1: no file '.*third\.py'"),
        ("inner.toml", "", r"first\.toml, line 1: '.*inner\.toml' is a directory"),
        ("broken.py", "", r"first\.toml, line 1: .*broken\.py cannot be run: SyntaxError"),
        ("failing.py", "", r"first\.toml, line 1: .*failing\.py failed: ZeroDivisionError.*\(failing\.py, line 2\)"),
        ("strange.py", "", r"first\.toml, line 1: rules\(players\): options are named keyword parameters"),
    ],
)
def test_a_base_that_cannot_be_used(tmp_path: Path, first: str, second: str, message: str) -> None:
    (tmp_path / "inner.toml").mkdir()
    write(tmp_path, "def rules(:", "broken.py")
    write(tmp_path, "def rules():\n    3 / 0", "failing.py")
    write(tmp_path, "def rules(players): ...", "strange.py")
    write(tmp_path / "inner", f'base = "{second}"', "second.toml")
    with pytest.raises(InvalidRules, match=message):
        load(write(tmp_path, f'base = "{first}"', "first.toml"))


def test_options_that_do_not_go_together_are_said_where_the_options_stand(folder: Path) -> None:
    path = write(
        folder, "from trickkit import InvalidRules\ndef rules(*, a=1):\n    raise InvalidRules('not so')", "n.py"
    )
    assert path.endswith("n.py")
    with pytest.raises(InvalidRules, match=r"house\.toml, line 3: not so \(n\.py, line 3\)$"):
        load(write(folder, 'base = "n.py"\n\n[options]\na = 2\n'))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidRules, match=r"no file '.*nowhere\.toml'"):
        load(str(tmp_path / "nowhere.toml"))


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_bytes(b"base = '\xff'")
    with pytest.raises(InvalidRules, match=r"house\.toml cannot be read: 'utf-8' codec can't decode"):
        load(str(tmp_path / "house.toml"))


def test_a_key_that_is_a_sheet_without_its_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, SHORT)
    with pytest.raises(InvalidRules, match=r"no game 'house'; there is a file: 'house\.toml'; games: "):
        load("house")
    write(tmp_path, OWN, "house.py")
    with pytest.raises(InvalidRules, match=r"there is a file: 'house\.py', 'house\.toml'; games: "):
        load("house")


def test_what_cannot_be_played_may_be_mended_by_a_sheet_on_the_sheet(tmp_path: Path) -> None:
    below = write(tmp_path, 'base = "pikoko"\nwithout = "Confidence"\n', "below.toml")
    with pytest.raises(InvalidRules, match=r"below\.toml, line 2: ScoreConfidence scores Confidence"):
        load(below)
    rules = load(write(tmp_path, 'base = "below.toml"\nscoring = {policy = "ScoreBids", exact = 2, close = 1}\n'))
    assert playout(rules, seed=7).is_over


def test_a_base_that_cannot_be_played_is_mended_or_refused_with_the_file(tmp_path: Path) -> None:
    base = "from trickkit.phases import *\nfrom trickkit.variants import pikoko\n"
    write(tmp_path, f"{base}def rules():\n    return pikoko.rules().without(Confidence)", "not_played.py")
    with pytest.raises(InvalidRules, match=r"house\.toml: ScoreConfidence scores Confidence, which is not among"):
        load(write(tmp_path, 'base = "not_played.py"\n[ending]\ndeals = 1\n'))
    rules = load(write(tmp_path, 'base = "not_played.py"\nscoring = {policy = "ScoreBids", exact = 2, close = 1}\n'))
    assert playout(rules, seed=7).is_over


def test_a_file_that_the_system_does_not_give_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "house.toml"
    path.write_text('base = "pikoko"')

    def no(*_given: object, **_named: object) -> object:
        raise PermissionError("Permission denied")

    monkeypatch.setattr("builtins.open", no)
    with pytest.raises(InvalidRules, match=r"house\.toml cannot be read: Permission denied"):
        load(str(path))
