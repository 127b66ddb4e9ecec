"""The prompt of `trickkit play`: what stays in sight, what is played by itself, and what is taken back."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from trickkit import State, load
from trickkit.bots import Random as RandomBot
from trickkit.catalog.registry import keys
from trickkit.cli import screen
from trickkit.cli.history import History
from trickkit.cli.naming import Names
from trickkit.cli.output import printer
from trickkit.cli.prompt import Left, Player, meant
from trickkit.errors import InvalidAction
from trickkit.phases import Confidence, Tricks
from trickkit.play.playout import states

HEIGHT = 24
PIKOKO = load("pikoko", players=3)


def seated(state: State, asks: Callable[[State], bool], names: Names | None = None) -> Player:
    return Player(printer(), History([state]), 0, RandomBot(seed=1), names or Names(), asks)


def always(_state: State) -> bool:
    return True


def choice(state: State) -> bool:
    return len(state.legal(0)) > 1


def last_lines(text: str) -> list[str]:
    """What a terminal of 80 by 24 shows."""
    lines = text.split("\n")
    assert all(len(line) <= 80 for line in lines), max(lines, key=len)
    return lines[-HEIGHT:]


@pytest.mark.sample(0)
@pytest.mark.parametrize("game", keys())
def test_trick_and_hand_stay_in_sight_at_80_by_24(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    rng = Random(3)
    player = seated(load(game).start(seed=3), always)
    prompts = 0

    def choose(_prompt: str = "") -> str:
        nonlocal prompts
        prompts += 1
        shown, view = last_lines(capsys.readouterr().out), player.history.state.view(0)
        assert any(line.startswith("You may: ") for line in shown)
        if view.deal.get(Tricks) is not None:
            assert any(line.startswith("Trick ") and ":" in line for line in shown)
        assert any(line.lstrip().startswith("1 (you)") for line in shown), "\n".join(shown)
        if prompts > 60:
            raise EOFError
        return screen.shown(view, rng.choice(view.legal()))

    monkeypatch.setattr("builtins.input", choose)
    try:
        player.play_on()
    except Left:
        assert prompts > 60


def test_winning_hand_of_a_trick_is_told(run: Any) -> None:
    words = ("play", "pikoko", "--players", 3, "--seed", 11, "--seat", 3, "--against", "random")
    text = run(*words, typed=("0", "0", "0", "no trust", "q")).stdout
    assert re.search(r"^Trick 1: hand (\d): .*, hand \d: .*; hand \d wins so far$", text, re.MULTILINE), text


@pytest.mark.parametrize("line", ["help", "W99"])
def test_trick_is_shown_again_below_what_hides_it(run: Any, line: str) -> None:
    words = ("play", "pikinni", "--players", 2, "--seed", 4, "--against", "random")
    *_, trick, actions, end = run(*words, typed=("0", line, "q")).stdout.splitlines()
    assert trick.startswith("Trick 1: ")
    assert actions.startswith("You may: ")
    assert end == "> You leave the game."


def test_what_is_forced_is_played_by_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    player = seated(PIKOKO.start(seed=5), choice)
    rng = Random(1)

    def choose(_prompt: str = "") -> str:
        legal = player.history.state.legal(0)
        assert len(legal) > 1
        return str(rng.choice(legal))

    monkeypatch.setattr("builtins.input", choose)
    player.play_on()
    states = player.history.states
    forced = [
        str(action)
        for state, (seat, action) in zip(states, states[-1].moves, strict=False)
        if seat == 0 and not choice(state)
    ]
    told = [
        line.removeprefix("Played for you, because nothing else was legal: ").removesuffix(".").split(", ")
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("Played for you")
    ]
    assert forced
    assert [action for line in told for action in line] == forced


def test_undo_takes_back_the_last_choice_with_what_was_forced_after_it() -> None:
    rng, state, asked = Random(1), PIKOKO.start(seed=5), None
    history = History([state])
    while not state.is_over:
        seat = state.actors[0]
        if seat == 0 and choice(state):
            asked = state
        elif seat == 0 and asked is not None:
            break
        history.play(seat, rng.choice(state.legal(seat)))
        state = history.state
    history.play(0, state.legal(0)[0])
    history.undo(0, choice)
    assert history.state == asked


def test_a_seat_in_an_action_is_typed_as_it_is_shown() -> None:
    state = next(state for state in states(PIKOKO, seed=5) if isinstance(state.phase, Confidence))
    view = state.view(state.actors[0])
    texts = [screen.shown(view, action) for action in view.legal()]
    assert texts[-1] == "no trust"
    assert {*texts[:-1]} < {"trust 1", "trust 2", "trust 3", "trust 4"}
    assert [meant(view, text) for text in texts] == [*view.legal()]
    with pytest.raises(InvalidAction, match="'trust 0' counts from 0; here seats count from 1"):
        meant(view, "trust 0")
