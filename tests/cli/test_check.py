"""`trickkit check`: a verdict for every law, and the shortest game that breaks one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from trickkit.testing import LAWS, LawBroken

Run = Callable[..., Result]


def verdicts(result: Result) -> dict[str, str]:
    """What is said of each law, by its name."""
    rows = (line.strip().split("  ", 1) for line in result.stdout.splitlines() if "  " in line.strip())
    said = {law.strip().replace(" ", "_"): verdict.strip() for law, verdict in rows}
    return {law.name: said[law.name] for law in LAWS}


def test_a_lawful_game_keeps_all_laws(run: Run) -> None:
    result = run("check", "pikoko", "--players", 3, "--games", 12)
    assert result.exit_code == 0
    assert "All laws hold." in result.stdout
    assert result.stderr == ""
    said = verdicts(result)
    assert said["cards_are_conserved"] == "holds in 12 games"
    assert said["suits_may_be_renamed"] == "nothing to look at"


@pytest.fixture(scope="module")
def leaky(games: Path) -> Path:
    return games / "leaky.py"


@pytest.fixture(scope="module")
def games() -> Path:
    return Path(__file__).parent / "games"


def test_a_broken_law_is_shown_with_the_shortest_game_to_paste(run: Run, leaky: Path) -> None:
    result = run("check", leaky, "--games", 10, "--players", 2)
    assert result.exit_code == 1
    said = verdicts(result)
    assert said["views_do_not_leak"] == "BROKEN, shown by a game of 0 moves"
    assert said["scores_add_up"].startswith("holds in ")
    assert result.stdout.rstrip().endswith("1 law is broken.")
    assert "views_do_not_leak is broken: " in result.stdout
    assert "can tell two deals apart: Peeped(card=" in result.stdout
    pasted = result.stdout[result.stdout.index("from trickkit import load, record") :]
    program = pasted[: pasted.index("\n\n1 law is broken.")]
    assert f"record.loads(GAME, load('{leaky}', players=2)).replay(seed=" in program
    with pytest.raises(LawBroken, match="can tell two deals apart"):
        exec(program, {})


def test_options_that_are_given_keep_their_value(run: Run, leaky: Path) -> None:
    # The other number of players has no other law to break: what shows is the option in the game.
    result = run("check", leaky, "--games", 10, "--option", "players=3")
    assert result.exit_code == 1
    assert "players=3" in result.stdout
    assert "players=2" not in result.stdout


def test_a_sheet_keeps_the_options_that_it_sets(run: Run, leaky: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "house.toml"
    sheet.write_text(f'base = "{leaky}"\nname = "House"\n\n[options]\nplayers = 3\n', encoding="utf-8")
    result = run("check", sheet, "--games", 10)
    assert result.exit_code == 1
    assert "players=3" in result.stdout
    assert "players=2" not in result.stdout


def test_the_same_seed_gives_the_same_games(run: Run, leaky: Path) -> None:
    words = ("check", leaky, "--games", 3, "--moves", 4, "--seed")
    one, again, other = (run(*words, seed).stdout for seed in (5, 5, 6))
    assert one == again
    assert one != other


def test_the_number_of_games_and_of_moves_may_be_given(run: Run) -> None:
    said = verdicts(run("check", "pikoko", "--games", 3, "--moves", 1, "--players", 3))
    assert said["somebody_can_act"] == "holds in 3 games"
    assert said["tricks_keep_to_their_policies"] == "nothing to look at"


def test_a_progress_bar_is_for_terminals_only(run: Run) -> None:
    words = ("check", "pikoko", "--games", 2, "--moves", 1, "--players", 3)
    assert run(*words).stderr == ""
    assert "100%" in run(*words, FORCE_COLOR="1").stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", "nothing"), "nothing"),
        (("check", "pikoko", "--players", 9), "'9'"),
        (("check", "pikoko", "--option", "luck=more"), "luck"),
        (("check", "pikoko", "--games", 0), "--games"),
    ],
)
def test_what_cannot_be_checked_is_refused(
    refused: Callable[..., str], words: tuple[object, ...], message: str
) -> None:
    assert message in refused(*words)


def test_without_hypothesis_it_is_said_what_to_install(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    for name in [name for name in sys.modules if name.split(".")[:2] == ["trickkit", "testing"]]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    assert refused("check", "pikoko") == "trickkit.testing needs hypothesis: pip install 'trickkit[testing]'"
