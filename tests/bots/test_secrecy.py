"""A bot is given a view, and nothing in it leads to the game."""

from __future__ import annotations

import gc
import random
from collections import deque
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest

from trickkit import State, bots, load
from trickkit.model.chance import Chance, Stacked
from trickkit.play.context import GameContext

SECRET = (State, GameContext, Chance, Stacked)


def reachable(root: object) -> list[object]:
    """What is held by something, at any depth, but for code and classes."""
    found, waiting = {id(root): root}, deque([root])
    while waiting:
        for held in gc.get_referents(waiting.popleft()):
            if id(held) not in found and not isinstance(held, type | ModuleType | FunctionType | BuiltinFunctionType):
                found[id(held)] = held
                waiting.append(held)
    return [*found.values()]


@pytest.mark.parametrize("key", ["pikoko", "pikinni", "5211", "hearts"])
def test_no_state_can_be_reached_from_a_view(key: str) -> None:
    state, draw = load(key).start(seed=11), random.Random(11)
    for _ in range(13):
        seat = state.actors[0]
        state = state.play(seat, draw.choice(state.legal(seat)))
    view = state.view(state.actors[0])
    assert not [held for held in reachable(view) if isinstance(held, SECRET)]
    # The search finds what is there.
    assert any(isinstance(held, State) for held in reachable([state]))


def test_a_distribution_registers_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "from trickkit.bots import Random\n\n\nclass Lucky(Random):\n    __slots__ = ()\n"
    (tmp_path / "lucky_bots.py").write_text(code, encoding="utf-8")
    info = tmp_path / "lucky_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lucky-bots\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[trickkit.bots]\nlucky = lucky_bots:Lucky\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert type(bots.read("lucky")).__name__ == "Lucky"
    assert bots.read("lucky:3").seeded(3) == bots.read("lucky:3")
