"""Games by key, by entry point and by file."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from trickkit import InvalidRules, load
from trickkit.variants import pikoko, registry

HOUSE = """
from trickkit.variants import pikoko

def rules(*, players: int = 3):
    return pikoko.rules(players=players).replace(key="house")
"""


def write(folder: Path, text: str) -> str:
    path = folder / "house.py"
    path.write_text(text)
    return str(path)


def test_by_key() -> None:
    assert load("pikoko", players=5) == pikoko.rules(players=5)
    assert registry.keys()[0] == "pikoko"


def test_by_file(tmp_path: Path) -> None:
    rules = load(write(tmp_path, HOUSE), players=4)
    assert (rules.key, rules.players) == ("house", 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rules = 3", "defines no function rules"),
        ("", "defines no function rules"),
        ("import nowhere_to_be_found", "cannot be run: ModuleNotFoundError"),
        ("def rules(: pass", "cannot be run: SyntaxError"),
        ("def rules():\n    return 3", "returned 3, which are no Rules"),
        ("from trickkit.variants import pikoko\npikoko.rules(players=9)", "players=9"),
        ("def rules():\n    raise RuntimeError('oh')", "house.py failed: RuntimeError: oh"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        load(write(tmp_path, text))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidRules, match=r"no file '.*nowhere\.py'"):
        load(str(tmp_path / "nowhere.py"))


def test_an_option_that_a_file_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(InvalidRules, match="no option 'player'; the nearest is 'players'"):
        load(write(tmp_path, HOUSE), player=4)


def test_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("peacocks", "trickkit.variants.pikoko", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "_registered", lambda: {"peacocks": entry})
    assert load("peacocks", players=3) == pikoko.rules(players=3)
    assert registry.keys() == ("pikoko", "peacocks")


def test_an_entry_point_that_cannot_be_imported_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("gone", "nowhere_to_be_found.rules", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "_registered", lambda: {"gone": entry})
    with pytest.raises(InvalidRules, match="gone cannot be imported: ModuleNotFoundError"):
        load("gone")


def test_installed_distributions_are_asked_for_their_entry_points() -> None:
    assert all(entry.group == registry.ENTRY_POINTS for entry in registry._registered().values())


def test_an_unknown_key_names_the_nearest() -> None:
    with pytest.raises(InvalidRules, match="no game 'pikokko'; the nearest is 'pikoko'; games: pikoko"):
        load("pikokko")
