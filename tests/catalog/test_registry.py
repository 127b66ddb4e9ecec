"""Games by key, by entry point and by file."""

from __future__ import annotations

import copy
import pickle
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from processes import python

from trickkit import InvalidRules, Rules, load
from trickkit.catalog import registry
from trickkit.phases import Tricks
from trickkit.variants import pikoko

HOUSE = """
from trickkit.variants import pikoko

def rules(*, players: int = 3):
    return pikoko.rules(players=players).replace(key="house")
"""

OWN_POLICY = """
from attrs import frozen
from trickkit.phases import Tricks
from trickkit.policies.follow import Follow, Step
from trickkit.variants import pikoko

@frozen
class Black(Follow):
    def steps(self, context):
        return (Step(context.all, "play anything"),)

def rules(*, players: int = 3):
    return pikoko.rules(players=players).replace(Tricks, follow=Black())
"""


def write(folder: Path, text: str, name: str = "house.py") -> str:
    path = folder / name
    folder.mkdir(exist_ok=True)
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
        ("def rules():\n    return 3", "returned 3, which are not Rules"),
        ("from trickkit.variants import pikoko\npikoko.rules(players=9)", r"players=9 .*\(house.py, line 2\)"),
        ("\n\n3 / 0", r"cannot be run: ZeroDivisionError: division by zero \(house.py, line 3\)"),
        ("def rules():\n    raise RuntimeError('oh')", r"house.py failed: RuntimeError: oh \(house.py, line 2\)"),
        ("from trickkit.phases import Tricks\nTrick()", r"'Trick' is not defined \(did you mean 'Tricks'\?\)"),
        ("import trickkit\ntrickkit.loda", r"'loda' \(did you mean 'load'\?\) \(house.py, line 2\)"),
        (
            "from trickkit.phases import CallPartner\nCallPartner(card=1)",
            r"'card'( \(did you mean 'cards'\?\); it|\. Did you mean 'cards'\? It) has: cards, who, alone \(house.py, ",
        ),
        ("def rules(*, n: 'Nowhere' = 3): ...", "the options of .*house.py cannot be read: NameError"),
        ("def rules(**kw): ...", r"rules\(\*\*kw\): options are named keyword parameters"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        load(write(tmp_path, text))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidRules, match=r"no file '.*nowhere\.py'"):
        load(str(tmp_path / "nowhere.py"))


@pytest.fixture
def own(tmp_path: Path) -> Any:
    """Forgets what a test loaded from a file."""
    before, loaded = set(sys.modules), dict(registry._loaded)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]
    registry._loaded.clear()
    registry._loaded.update(loaded)


def follow(rules: Rules) -> Any:
    (phase,) = (phase for phase in rules.phases if isinstance(phase, Tricks))
    return phase.follow


def test_a_file_loaded_twice_gives_equal_rules(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(own, OWN_POLICY)
    monkeypatch.chdir(own)
    assert load(path) == load(path) == load("house.py")
    assert load(path, players=4) != load(path)


def test_a_state_under_a_policy_from_a_file_is_pickled(own: Path) -> None:
    state = load(write(own, OWN_POLICY, "house_rules_of_ours.py")).start(seed=7).play(0, "1")
    assert type(follow(state.rules)).__module__ == "house_rules_of_ours"
    assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.parametrize("name", ["json.py", "colorsys.py", "my.house.py", "3-rules.py"])
def test_a_file_does_not_take_the_name_of_another_module(own: Path, name: str) -> None:
    import json

    sys.modules.pop("colorsys", None)
    state = load(write(own, OWN_POLICY, name)).start(seed=7)
    assert sys.modules["json"] is json
    assert "colorsys" not in sys.modules
    assert pickle.loads(pickle.dumps(state)) == state


def test_files_of_one_name_are_kept_apart(own: Path) -> None:
    states = [load(write(own / folder, OWN_POLICY)).start(seed=7) for folder in ("one", "two")]
    assert states[0] != states[1]
    assert pickle.loads(pickle.dumps(states)) == states


def test_a_changed_file_is_executed_again_under_its_name(own: Path) -> None:
    first = load(write(own, OWN_POLICY))
    second = load(
        write(own, OWN_POLICY.replace("players: int = 3", "players: int = 4").replace("anything", "any of them"))
    )
    assert (first.players, second.players) == (3, 4)
    assert type(follow(first)).__module__ == type(follow(second)).__module__
    assert pickle.loads(pickle.dumps(second)) == second


def test_a_changed_file_leaves_alone_what_has_taken_its_name_since(own: Path) -> None:
    load(write(own, OWN_POLICY, "house_of_before.py"))
    sys.modules["house_of_before"] = pytest
    state = load(write(own, OWN_POLICY.replace("anything", "any of them"), "house_of_before.py")).start(seed=7)
    assert sys.modules["house_of_before"] is pytest
    assert pickle.loads(pickle.dumps(state)) == state


def test_a_file_that_failed_does_not_stay_registered(own: Path) -> None:
    with pytest.raises(InvalidRules, match="ZeroDivisionError"):
        load(write(own, "3 / 0", "house_that_failed.py"))
    assert "house_that_failed" not in sys.modules


def test_a_changed_file_that_fails_leaves_the_one_before(own: Path) -> None:
    rules = load(write(own, OWN_POLICY))
    with pytest.raises(InvalidRules, match="ZeroDivisionError"):
        load(write(own, "3 / 0"))
    assert pickle.loads(pickle.dumps(rules)) == rules


@pytest.mark.parametrize("game", [3, None, Path("house.py")], ids=repr)
def test_a_game_is_a_text(game: Any) -> None:
    with pytest.raises(InvalidRules, match=r"a game is given as a text, its key or the path of a .* file, not as "):
        load(game)


def test_a_key_that_is_a_file_without_its_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, HOUSE)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidRules, match=r"no game 'house'; there is a file: 'house\.py'; games: pikoko"):
        load("house")


@pytest.mark.parametrize("name", ["games", "games.py"])
def test_a_directory_is_no_game(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(InvalidRules, match="is a directory"):
        load(str(tmp_path / name))


def test_an_option_that_a_file_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(InvalidRules, match=r"no option 'player' \(did you mean 'players'\?\)"):
        load(write(tmp_path, HOUSE), player=4)


def test_by_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_entries", {})
    entry = EntryPoint("peacocks", "trickkit.variants.pikoko", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "_registered", lambda: {"peacocks": entry})
    assert load("peacocks", players=3) == pikoko.rules(players=3)
    assert registry.keys() == ("pikoko", "pikinni", "5211", "peacocks")


def test_the_distributions_are_read_once_for_a_game_that_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[None] = []
    entry = EntryPoint("peacocks", "trickkit.variants.pikoko", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "_entries", {})
    monkeypatch.setattr(registry, "_registered", lambda: reads.append(None) or {"peacocks": entry})  # type: ignore[func-returns-value]
    assert load("peacocks", players=3) == load("peacocks", players=3)
    assert len(reads) == 1
    with pytest.raises(InvalidRules, match="no game 'kakapos'"):
        load("kakapos")
    assert len(reads) > 1


def test_an_entry_point_that_cannot_be_imported_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("gone", "nowhere_to_be_found.rules", registry.ENTRY_POINTS)
    monkeypatch.setattr(registry, "_entries", {})
    monkeypatch.setattr(registry, "_registered", lambda: {"gone": entry})
    with pytest.raises(InvalidRules, match="gone cannot be imported: ModuleNotFoundError"):
        load("gone")


def test_installed_distributions_are_asked_for_their_entry_points() -> None:
    assert all(entry.group == registry.ENTRY_POINTS for entry in registry._registered().values())


def test_an_unknown_key_names_the_nearest() -> None:
    with pytest.raises(InvalidRules, match=r"no game 'pikokko' \(did you mean 'pikoko'\?\); games: pikoko"):
        load("pikokko")


OWN = """
from attrs import frozen
from trickkit.phases import Tricks
from trickkit.policies.capture import Capture
from trickkit.variants import pikoko

@frozen
class Mine(Capture):
    def taker(self, best, players):
        return best

def rules():
    return pikoko.rules(players=3).replace(Tricks, capture=Mine())
"""

UNPICKLE = """
import pickle, sys
try:
    rules, state = pickle.loads(sys.stdin.buffer.read())
    print(rules == state.rules, state.play_all([]).scores, rules.phases[-1].capture)
except Exception as error:
    print(type(error).__name__, error)
"""


def elsewhere(data: bytes) -> str:
    """What another process makes of a pickle."""
    return str(python(UNPICKLE, input=data, text=False, check=True).stdout.decode())


def test_a_source_is_run_once(own: Path) -> None:
    path = Path(write(own, OWN_POLICY))
    (source,) = registry.sources_of(load(str(path)))
    module = sys.modules[source[2]]
    registry.run_source(source, path.read_bytes())
    assert sys.modules[source[2]] is module


def test_rules_of_a_file_are_unpickled_where_the_file_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "mine_to_send.py"
    path.write_text(OWN, encoding="utf-8")
    rules = load(str(path))
    data = pickle.dumps((rules, rules.start(seed=1)))
    assert pickle.loads(data)[0] == rules == copy.deepcopy(rules)
    assert elsewhere(data) == "True (0, 0, 0) Mine()\n"
    path.write_text(f"{OWN}\n# changed", encoding="utf-8")
    assert f"InvalidRules {path} is not as it was when these rules were pickled; load them anew" in elsewhere(data)
    path.unlink()
    assert f"InvalidRules these rules need {path}, which is not there; copy it there, or send its path" in elsewhere(
        data
    )
