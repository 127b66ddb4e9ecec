"""Given policies of seats, scorings of one's own, and what is left behind where play breaks off."""

from __future__ import annotations

import multiprocessing
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import frozen
from house_rules import TenPerTrick, TwoPerTrick
from lockstep import is_followed

from trickkit import Deal, IllegalAction, InvalidAction, InvalidRules, Rules, ScoreLine, batch, load
from trickkit.phases import Phase, Tricks
from trickkit.scoring import Scoring

PIKINNI = load("pikinni", players=3)


def highest(seen: batch.Seen, legal: Any) -> Any:
    """The legal action with the highest number."""
    assert len(seen.seat) == len(legal)
    return legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1)


def lowest(seen: batch.Seen, legal: Any) -> Any:
    """The legal action with the lowest number."""
    assert legal.any(axis=1).all()
    return legal.argmax(axis=1)


def by_reference(rules: Rules, n: int, seed: int, number: int, players: list[Any]) -> list[tuple[int, ...]]:
    """The scores of the same deals, decided by the highest or lowest action of each seat, one state after the other."""
    dealt = batch.deals(rules, n, seed, number=number, moves=True)
    numbers = {action: place for place, action in enumerate(rules.actions.values())}
    found = []
    for deal in range(n):
        state = next(dealt.states(deal))
        while len(state.results) == number:
            seat = state.actors[0]
            best = {highest: max, lowest: min}[players[seat]]
            state = state.play(seat, best(state.legal(seat), key=numbers.__getitem__))
        found.append(state.results[number].scores)
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["pikoko", "pikinni", "5211"])
def test_every_seat_has_its_own_player(key: str) -> None:
    rules = load(key, players=3)
    players = [highest, lowest, highest]
    number = 0 if key == "5211" else 2
    found = batch.deals(rules, 20, 3, number=number, players=players)
    assert len(found) == 20
    assert [tuple(row) for row in found.points.tolist()] == by_reference(rules, 20, 3, number, players)


def test_a_player_is_given_what_its_own_seat_sees_and_may_do() -> None:
    asked = []

    def player(seen: batch.Seen, legal: Any) -> Any:
        asked.append((seen, legal))
        return lowest(seen, legal)

    batch.deals(PIKINNI, 30, 3, number=4, players=[None, player, None])
    assert asked
    assert all((seen.seat == 1).all() for seen, _ in asked)
    # A seat knows the cards that it holds and those that lie open, and no others.
    assert all(not seen.hands[:, [0, 2]].any() for seen, _ in asked)
    assert all(seen.hands.shape[1:] == (3, 32) for seen, _ in asked)
    assert sum(len(legal) for _, legal in asked) == 30 * (1 + 5)


def test_more_deals_than_are_played_side_by_side() -> None:
    found = batch.deals(load("pikinni", players=2), 4_096 + 10, 3, number=0, players=[highest, lowest])
    again = batch.deals(load("pikinni", players=2), 10, 3, number=0, players=[highest, lowest], first=4_096)
    assert len(found) == 4_106
    assert found.points[4_096:].tolist() == again.points.tolist()


def test_players_of_a_game_that_is_not_compiled() -> None:
    found = batch.deals(load("euchre"), 3, 3, players=[lowest, None, lowest, None])
    assert found.points.shape == (3, 4)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            lambda legal: legal.argmax(axis=1)[:-1],
            r"the player of seat 1 returned int64 of shape \(4,\); it must return the number",
        ),
        (lambda legal: legal.argmax(axis=1) * 1.0, r"the player of seat 1 returned float64 of shape \(5,\)"),
        (lambda legal: legal, r"the player of seat 1 returned bool of shape \(5, \d+\)"),
        (lambda legal: None, r"the player of seat 1 returned object of shape \(\); .* for each of 5 deals"),
        (lambda legal: "pass", r"the player of seat 1 returned <U4 of shape \(\)"),
    ],
)
@pytest.mark.parametrize("rules", [PIKINNI, load("euchre")], ids=["compiled", "reference"])
def test_a_player_that_answers_nonsense(rules: Rules, answer: Callable[[Any], Any], message: str) -> None:
    players = [None, lambda seen, legal: answer(legal), *[None] * (rules.players - 2)]
    with pytest.raises(InvalidAction, match=message):
        batch.deals(rules, 5, 3, players=players, starter=0)


def test_a_player_that_answers_with_what_is_not_legal() -> None:
    with pytest.raises(IllegalAction, match=r"lane 0: -1 is not legal; legal: 0 \(0\), 1 \(1\)") as found:
        batch.deals(PIKINNI, 5, 3, number=0, players=[lambda seen, legal: np.full(len(legal), -1), None, None])
    assert found.value.seat == 0


# Scorings of one's own


@frozen
class Given(Scoring):
    """Whatever a function gives."""

    ask: Callable[[batch.Deals], Any]

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return ()

    def points_of(self, deals: batch.Deals) -> Any:
        return self.ask(deals)


@pytest.mark.sample(1)
@pytest.mark.parametrize("scoring", [TenPerTrick(), TwoPerTrick(), (TwoPerTrick(), TenPerTrick(), TwoPerTrick())])
def test_a_scoring_of_ones_own(scoring: Any) -> None:
    rules = PIKINNI.replace(scoring=scoring)
    n, seats = 40, np.arange(3)
    parts = scoring if isinstance(scoring, tuple) else (scoring,)
    found = batch.deals(rules, n, 3, moves=True)
    expected = sum(found.tricks * 10 if isinstance(part, TenPerTrick) else found.tricks * 2 + seats for part in parts)
    assert found.points.tolist() == expected.tolist()
    assert [list(found.result(deal).scores) for deal in range(n)] == expected.tolist()
    # Without the moves, with players, in lanes, from a state, in whole games.
    assert batch.deals(rules, n, 3).points.tolist() == expected.tolist()
    players = batch.deals(rules, n, 3, players=[lowest, None, highest])
    assert (players.points.sum(axis=1) == _sum(parts, players)).all()
    is_followed(rules, 2, 3)
    on = batch.playouts(rules.start(seed=3), n, 3)
    assert (on.points.sum(axis=1) == _sum(parts, on)).all()
    games = batch.games(rules, 4, 3)
    assert games.scores.sum() == _sum(parts, games.played).sum()


def _sum(parts: Any, deals: batch.Deals) -> Any:
    """By deal, the points of all seats."""
    tricks = deals.tricks.sum(axis=1)
    return sum(tricks * 10 if isinstance(part, TenPerTrick) else tricks * 2 + 3 for part in parts)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda deals: deals.tricks[:, :2], r"Given.points_of returned int\d+ of shape \(7, 2\)"),
        (lambda deals: deals.tricks[:-1], r"Given.points_of returned int\d+ of shape \(6, 3\)"),
        (
            lambda deals: deals.tricks / 2,
            r"returned float64 of shape \(7, 3\); it must return whole numbers by deal and seat, here",
        ),
        (lambda deals: None, r"Given.points_of returned object of shape \(\)"),
    ],
)
def test_a_scoring_that_gives_something_else(ask: Any, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        batch.deals(PIKINNI.replace(scoring=Given(ask)), 7, 3)


# What is left behind


def interrupted(*_: Any) -> Any:
    raise KeyboardInterrupt


@frozen
class Interrupted(Phase):
    """A phase of a house, in which somebody presses a key."""

    def begin(self, deal: Deal) -> Deal:
        if deal.number:
            raise KeyboardInterrupt
        return deal


@pytest.mark.parametrize(
    "call",
    [
        lambda: batch.deals(PIKINNI, 100, 3, players=[interrupted] * 3),
        lambda: batch.deals(PIKINNI.replace(scoring=Given(interrupted)), 100_000, 3, threads=2),
        lambda: list(batch.stream(PIKINNI.replace(scoring=Given(interrupted)), 100_000, 3, chunk=40_000, threads=2)),
        lambda: batch.playouts(PIKINNI.replace(scoring=Given(interrupted)).start(), 100_000, 3, threads=2),
        lambda: batch.games(PIKINNI.replace(scoring=Given(interrupted)), 100_000, 3, threads=2),
        lambda: batch.deals(PIKINNI.before(Tricks, Interrupted()), 100, 3, number=1, threads=2),
    ],
    ids=["players", "deals", "stream", "playouts", "games", "processes"],
)
def test_an_interrupted_run_leaves_nothing_behind(
    call: Callable[[], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    before = {*threading.enumerate()}
    with pytest.raises(KeyboardInterrupt):
        call()
    assert {*threading.enumerate()} == before
    assert multiprocessing.active_children() == []
    assert list(tmp_path.iterdir()) == []
    assert len(batch.deals(PIKINNI, 10, 3)) == 10


def interrupted_again_and_again(run: subprocess.Popen[str]) -> str:
    """What a process says that is interrupted; Python may lose an interruption while processes are started."""
    for _ in range(12):
        run.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return run.communicate(timeout=6)[1]
    run.kill()
    pytest.fail("it does not end")


@pytest.mark.sample(0)
@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be interrupted there as by its keyboard")
@pytest.mark.parametrize("key", ["pikoko", "bridge"])
def test_a_key_ends_a_long_run(key: str, tmp_path: Path) -> None:
    program = (
        "from trickkit import batch, load\n"
        f"rules = load({key!r})\n"
        "print(len(batch.deals(rules, 1_000, threads=2)), flush=True)\n"
        "for part in batch.stream(rules, 10**12, chunk=400_000, threads=2):\n"
        "    pass\n"
    )
    command = [sys.executable, "-c", program]
    # What starts the tests in the background may have told them to ignore the signal, which a process inherits.
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=tmp_path, text=True, preexec_fn=heard, **pipes) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "1000\n"
        said = interrupted_again_and_again(run)
    assert run.returncode != 0
    assert "KeyboardInterrupt" in said
    assert list(tmp_path.iterdir()) == []
