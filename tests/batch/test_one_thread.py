"""One game that changes in place: threads that share it, and calls that are interrupted."""

from __future__ import annotations

from random import Random
from threading import Thread
from typing import Any

import pytest

from trickkit import TrickkitError, batch, load
from trickkit.batch.run.standing import Standing
from trickkit.batch.single_game import Game

PLACES = ("_ask", "_state", "_enter", "_use", "_close", "_followed", "_found", "_begin", "_look", "_after")


@pytest.mark.parametrize("key", ["pikinni", "5211", "tarot"])
def test_a_call_that_is_interrupted_leaves_a_game_before_or_after_it(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, state, random = batch.start(load(key), seed=7), load(key).start(seed=7), Random(7)
    broken = 0
    for _ in range(150):
        if state.is_over:
            break
        seat = random.choice(state.actors)
        action = random.choice(state.legal(seat))
        place, undoes = random.choice(PLACES), random.random() < 0.2
        kind: Any = Standing if hasattr(Standing, place) else Game

        def once(*_given: object) -> None:
            monkeypatch.undo()
            raise KeyboardInterrupt

        before, after = state, state.play(seat, action)
        game._memory.clear()
        monkeypatch.setattr(kind, place, once)
        try:
            game.play(seat, action)
            if undoes:
                game.undo()
        except KeyboardInterrupt:
            broken += 1
        monkeypatch.undo()
        assert game.actors in (before.actors, after.actors)
        stands = game.state()
        assert stands in (before, after)
        assert (game.actors, game.deals, game.totals) == (
            stands.actors,
            len(stands.results),
            stands.results[-1].totals if stands.results else (0,) * stands.rules.players,
        )
        for seat in range(stands.rules.players):
            assert game.legal(seat) == stands.legal(seat)
        state = stands
    assert broken


@pytest.mark.parametrize("key", ["pikinni", "tarot"])
@pytest.mark.parametrize("name", ["play", "legal", "undo", "copy", "state", "view"])
def test_a_second_thread_is_refused(key: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, said = batch.start(load(key), seed=7), list[str]()
    seat = game.actors[0]
    given = {"play": (seat, game.legal(seat)[0]), "legal": (seat,), "view": (seat,)}.get(name, ())

    def second() -> None:
        try:
            getattr(game, name)(*given)
        except TrickkitError as error:
            said.append(str(error))

    def once(*_given: object) -> None:
        monkeypatch.undo()
        thread = Thread(target=second)
        thread.start()
        thread.join()
        raise KeyboardInterrupt

    monkeypatch.setattr(Standing, "_state", once)
    with pytest.raises(KeyboardInterrupt):
        game.state()
    assert said
    assert "another thread is at work" in said[0]
    getattr(game, name)(*given) if name != "undo" else game.play(seat, game.legal(seat)[0])
