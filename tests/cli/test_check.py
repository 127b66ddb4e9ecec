"""`trickkit check`: a verdict for every law, and the shortest game that breaks one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import Result
from tiers import EVERY

from trickkit import State
from trickkit.testing import LAWS, LawBroken, expect, law, somebody_can_act
from trickkit.testing.positions import Positions

Run = Callable[..., Result]

DECLARES_TOO_MUCH = """
from typing import Annotated

from trickkit import Rules, load


def rules(*, players: Annotated[int, range(3, 7)] = 4) -> Rules:
    return load("hearts", players=players)
"""
RAISES = """
from attrs import frozen

from trickkit import Rules, load
from trickkit.scoring.base import Scoring


@frozen
class Halves(Scoring):
    def lines(self, deal):
        return points / 2


def rules() -> Rules:
    return load("pikinni", players=2).replace(scoring=Halves())
"""
"""Games that are wrong: hearts has no six players, and nothing is named `points`."""


def verdicts(result: Result) -> dict[str, str]:
    """What is said of each law, by its name."""
    rows = (line.strip().split("  ", 1) for line in result.stdout.splitlines() if "  " in line.strip())
    said = {law.strip().replace(" ", "_"): verdict.strip() for law, verdict in rows}
    return {one.name: said[one.name] for one in LAWS}


def test_a_lawful_game_keeps_all_laws(run: Run) -> None:
    result = run("check", "pikoko", "--players", 3, "--games", 6)
    assert result.exit_code == 0
    assert "All laws hold." in result.stdout
    said = verdicts(result)
    assert said["cards_are_conserved"] == "holds in 6 games"
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


@pytest.mark.sample(0)
def test_options_that_are_given_keep_their_value(run: Run, leaky: Path) -> None:
    # The other number of players has no other law to break: what shows is the option in the game.
    result = run("check", leaky, "--games", 10, "--option", "players=3")
    assert result.exit_code == 1
    assert "players=3" in result.stdout
    assert "players=2" not in result.stdout


@pytest.mark.sample(0)
def test_a_sheet_keeps_the_options_that_it_sets(run: Run, leaky: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "house.toml"
    sheet.write_text(f'base = "{leaky}"\nname = "House"\n\n[options]\nplayers = 3\n', encoding="utf-8")
    result = run("check", sheet, "--games", 10)
    assert result.exit_code == 1
    assert "players=3" in result.stdout
    assert "players=2" not in result.stdout


@pytest.mark.sample(0)
def test_options_that_a_sheet_cannot_have_are_left_out(run: Run, tmp_path: Path) -> None:
    """Without passing there are no four cards to pass."""
    sheet = tmp_path / "four.toml"
    sheet.write_text('base = "hearts"\nname = "Four"\n\n[phases.PassCards]\ncards = 4\n', encoding="utf-8")
    result = run("check", sheet, "--games", 6 if EVERY else 2, "--moves", 150)
    assert result.exit_code == 0, result.output
    assert f"passing='none' was not looked at: {sheet}, line 4: PassCards is not among the phases" in result.stdout
    assert result.stdout.count("was not looked at") == 1
    assert result.stdout.rstrip().endswith("All laws hold.")
    refused = run("check", sheet, "--option", "passing=none")
    assert refused.exit_code == 2
    assert "PassCards is not among the phases" in refused.stderr


def test_a_value_that_rules_declare_and_refuse_is_refused_at_once(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "pairs.py"
    game.write_text(DECLARES_TOO_MUCH, encoding="utf-8")
    result = run("check", game, "--games", 1)
    assert result.exit_code == 2
    assert "players=6 is not one of 3, 4, 5" in result.stderr
    assert "verdict" not in result.stdout
    assert run("check", game, "--games", 1, "--moves", 3, "--players", 4).exit_code == 3


GATED = '''
"""Whist in which the deal is closed unless the first seat says the one word of a thousand that nobody tries."""

from attrs import frozen

from trickkit import Record, ScoreLine, load
from trickkit.model.actions import Call
from trickkit.phases import Phase, Tricks
from trickkit.phases.kinds.polls import PollRun
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.ending import AfterDeals
from trickkit.scoring import Scoring


@frozen
class Said(Record):
    """What was said."""

    word: str = ""


@frozen
class Gate(Phase):
    """The first seat says a number."""

    record = Said

    def actions(self, deck, players):
        return tuple(Call(str(number)) for number in range(1000))

    def begin(self, deal):
        return GateRun(deal)


@frozen(slots=False)
class GateRun(PollRun):
    """The question."""

    def asked(self, answers):
        return () if answers else (self.deal.starter,)

    def choices(self, answers, seat):
        return tuple(Call(str(number)) for number in range(1000))

    def refusal(self, at, seat, action):
        return f"{action} is no number below 1000"

    def record(self, at):
        word = str(at.answers[0][1]) if at.answers else ""
        return self.deal.with_record(Said(word), closed=word != "999")


@frozen
class Taken(Scoring):
    """A point for each trick."""

    def lines(self, deal):
        tricks = deal.get(TrickTable)
        counts = () if tricks is None else enumerate(tricks.taken)
        return tuple(ScoreLine(seat, f"{count} tricks", count) for seat, count in counts if count)


def rules():
    rules = load("whist").before(Tricks, Gate())
    return rules.replace(key="gated", name="Gated", scoring=(Taken(),), ending=AfterDeals(deals=2))
'''


@pytest.mark.sample(0)
def test_contracts_in_which_no_deal_was_played_are_named(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "unplayed.py"
    game.write_text(
        "from trickkit import load\n"
        "from trickkit.phases import ByContract, NameTrump, Tricks\n"
        "from trickkit.policies.lead import LeftOfStarter, StarterOpens\n"
        "from trickkit.policies.offers import Games\n"
        "def rules():\n"
        "    opening = ByContract({'sans': StarterOpens(), 'low': StarterOpens()}, LeftOfStarter())\n"
        "    rules = load('whist').before(Tricks, NameTrump(offers=Games({'low': None}), must=True))\n"
        "    return rules.replace(Tricks, opening=opening)\n",
        encoding="utf-8",
    )
    said = run("check", game, "--games", 2, "--moves", 200).stdout
    assert "ByContract: no deal was played in sans." in said


@pytest.mark.sample(0)
def test_what_no_game_came_to_is_said(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "gated.py"
    game.write_text(GATED, encoding="utf-8")
    result = run("check", game, "--games", 4 if EVERY else 2)
    assert result.exit_code == 3, result.output
    said = " ".join(result.stdout.split())
    assert "Nothing was ever scored by Taken. No law is broken, but none of these games reached Tricks: " in said
    assert "All laws hold" not in said
    short = run("check", "whist", "--games", 2, "--moves", 4)
    assert short.exit_code == 3
    assert "none of these games reached the end of a deal: give --games or --moves more" in short.stdout


@pytest.mark.sample(0)
def test_what_breaks_several_laws_is_shown_once(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "broken.py"
    game.write_text(RAISES, encoding="utf-8")
    result = run("check", game, "--games", 3)
    assert result.exit_code == 1
    assert result.stdout.count("as a test to paste") == 1
    several = re.search(r"^The same breaks: (.*)\.$", result.stdout, re.MULTILINE)
    assert several
    broken = sum(verdict.startswith("BROKEN") for verdict in verdicts(result).values())
    assert len(several[1].split(", ")) == broken - 1 > 0


@pytest.mark.sample(0)
def test_the_same_seed_gives_the_same_games(run: Run, leaky: Path) -> None:
    words = ("check", leaky, "--games", 3, "--moves", 4, "--seed")
    one, again, other = (run(*words, seed).stdout for seed in (5, 5, 6))
    assert one == again
    assert one != other


@pytest.mark.sample(0)
def test_the_number_of_games_and_of_moves_may_be_given(run: Run) -> None:
    said = verdicts(run("check", "pikoko", "--games", 3, "--moves", 1, "--players", 3))
    assert said["somebody_can_act"] == "holds in 3 games"
    assert said["tricks_keep_to_their_policies"] == "nothing to look at"


@pytest.mark.sample(0)
def test_a_progress_bar_is_for_terminals_only(run: Run) -> None:
    words = ("check", "pikoko", "--games", 2, "--moves", 1, "--players", 3)
    assert "100%" not in run(*words).stderr
    assert "100%" in run(*words, FORCE_COLOR="1").stderr


def test_it_is_said_beforehand_how_long_it_takes(run: Run) -> None:
    (said,) = run("check", "pikoko", "--games", 2, "--moves", 1, "--players", 3).stderr.splitlines()
    assert re.fullmatch(rf"{len(LAWS)} laws, 2 games each: about \d+ s", said)


@pytest.mark.sample(0)
@pytest.mark.parametrize(("pace", "games"), [(0.5, 24), (1e-9, 100), (1e9, 5)])
def test_as_many_games_are_looked_at_as_somebody_waits_for(
    run: Run, monkeypatch: pytest.MonkeyPatch, pace: float, games: int
) -> None:
    monkeypatch.setattr(Positions, "pace", lambda *_: pace)
    monkeypatch.setattr("trickkit.testing.LAWS", (somebody_can_act,))
    result = run("check", "pikoko", "--moves", 1, "--players", 3)
    assert f"  somebody can act  holds in {games} games\n" in result.stdout
    assert f"{games} games each: about " in result.stderr


def test_a_law_that_takes_too_long_is_not_finished(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    @law
    def takes_forever(state: State, rng: Random) -> bool:
        """Nobody ever knows."""
        while True:
            pass

    monkeypatch.setattr(Positions, "pace", lambda *_: 0.1)
    monkeypatch.setattr("trickkit.testing.LAWS", (takes_forever,))
    result = run("check", "pikoko", "--games", 3, "--moves", 4, "--players", 3, "--seconds", 0.1)
    assert result.exit_code == 3
    assert "  takes forever  not finished: looked at 0 games in " in result.stdout
    assert result.stdout.endswith("\n1 law is not finished: give --seconds more, or --games fewer.\n")


@pytest.mark.sample(0)
def test_a_law_that_is_seen_broken_is_broken_though_the_time_is_up(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    @law
    def fails_then_takes_forever(state: State, rng: Random) -> bool:
        """Nobody knows why."""
        expect(seen, "wrong")
        while True:
            pass

    seen: list[int] = []
    monkeypatch.setattr(Positions, "pace", lambda *_: 0.1)
    monkeypatch.setattr("trickkit.testing.LAWS", (fails_then_takes_forever,))
    monkeypatch.setattr("trickkit.testing.positions._is_spoilt", lambda _: seen.append(1))
    result = run("check", "pikoko", "--games", 3, "--moves", 4, "--players", 3, "--seconds", 1)
    assert result.exit_code == 1
    assert "BROKEN, shown by a game of " in result.stdout
    assert result.stdout.endswith("\n1 law is broken.\n")


def test_verdicts_are_told_as_they_come(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[list[str]] = []

    @law
    def asks_what_was_told(state: State, rng: Random) -> bool:
        """What was told before is on the screen."""
        sys.stdout.flush()
        told.append(sys.stdout.buffer.getvalue().decode().splitlines())  # type: ignore[attr-defined]
        return True

    monkeypatch.setattr(Positions, "pace", lambda *_: 0.1)
    monkeypatch.setattr("trickkit.testing.LAWS", (LAWS[0], asks_what_was_told))
    run("check", "pikoko", "--games", 3, "--moves", 4, "--players", 3)
    assert told[0][-1] == "  cards are conserved  holds in 3 games"


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
