"""No frame to any seat holds what its view does not: whole games, by clients that keep every byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from tiers import DEEP
from workers import here

from trickkit import State, load, record
from trickkit.catalog.registry import keys
from trickkit.table.server import made
from trickkit.table.store import Store

MOST = 10_000 if DEEP else 60
"""After how many moves a game is left; only a thorough run plays all of them to their end."""


HOSTILE = (
    '{"do": "play", "number": -1, "action": "??"}',
    '{"do": "look", "seat": 0}',
    '{"secret": "x"}',
    '{"do": "agree", "seat": 1}',
    '{"do": "claim", "kind": "rest", "number": NOW}',
    '{"do": "claim", "kind": "none", "number": NOW}',
    "\x00",
)
"""What somebody sends who wants to know more; NOW is the number of the position that they see."""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    # What is lost when power goes is held elsewhere; syncing every move takes long.
    monkeypatch.setattr("os.fsync", lambda _file: None)
    with Store(tmp_path) as kept:
        yield kept


class Client:
    """One who keeps every byte that came for a seat.

    Args:
        socket: to the table.
        secret: of the link.
    """

    def __init__(self, socket: WebSocketTestSession, secret: str) -> None:
        self.socket, self.frames = socket, list[str]()
        self.sight: dict[str, Any] = {}
        socket.send_text(json.dumps({"secret": secret}))
        self.hear()

    def hear(self) -> dict[str, Any]:
        self.frames.append(self.socket.receive_text())
        message: dict[str, Any] = json.loads(self.frames[-1])
        if message["kind"] == "sight":
            self.sight = message
        return message

    def play(self, action: str) -> None:
        """Play, and wait until the seat sees what came of it."""
        number = self.sight["number"]
        self.socket.send_text(json.dumps({"do": "play", "number": number, "action": action}))
        while self.sight["number"] == number:
            self.hear()

    def provoke(self, text: str, state: State) -> None:
        """Send something that should be refused, or that only asks the others, and wait for what comes of it."""
        self.see(state)
        number = self.sight["number"]
        self.socket.send_text(text.replace("NOW", f"{number}"))
        while True:
            message = self.hear()
            if message["kind"] == "refused":
                assert "takes the number" not in message["text"]
                return
            if message["kind"] == "sight" and (message["claim"] or message["number"] != number):
                return

    def see(self, state: State) -> None:
        """Hear what the seat is sent until it sees a position."""
        expected = as_sent(state, self.sight["view"]["seat"])
        while json.dumps(self.sight["view"], sort_keys=True) != expected:
            self.hear()


def as_sent(state: State, seat: int | None) -> str:
    return json.dumps(state.view(seat).to_json(), sort_keys=True)


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", keys())
def test_no_frame_holds_more_than_the_view_of_its_seat(store: Store, game: str) -> None:
    rng = Random(11)
    players = load(game).players
    table, links = store.make(game, {}, [{"name": f"P{seat}"} for seat in range(players)])
    server = made(store, hosts=["testserver"], thinkers=here)
    with TestClient(server) as client, ExitStack() as stack:
        address = f"/api/tables/{table.id}"
        clients = [Client(stack.enter_context(client.websocket_connect(address)), link) for link in links]
        recorder = server.state.rooms._open[table.id].game.recorder
        for moves in range(MOST):
            if recorder.state.is_over:
                break
            seat = rng.choice(recorder.state.actors)
            clients[seat].see(recorder.state)
            clients[seat].play(rng.choice(clients[seat].sight["view"]["legal"]))
            if moves % 20 == 0:
                rng.choice(clients).provoke(rng.choice(HOSTILE), recorder.state)
        for each in clients:
            each.socket.send_text('{"do": "record"}')
            while each.hear()["kind"] != "record":
                pass
        states = recorder.states
    assert len(states) > 2
    for viewer, each in zip([*range(players), None], clients, strict=True):
        views = {as_sent(state, viewer) for state in states}
        redacted = str(record.of(states[-1], names=[seat.name for seat in table.seats]).redact(viewer))
        for frame in each.frames:
            message = json.loads(frame)
            if message["kind"] == "sight":
                assert set(message) == {
                    *("kind", "seats", "sides", "said", "ran_out", "clock", "number", "undo"),
                    *("claim", "claims", "points", "view"),
                }
                assert json.dumps(message["view"], sort_keys=True) in views
                assert all(
                    set(seat) == {"name", "bot", "here", "came", "hurried", "stood_in"} for seat in message["seats"]
                )
            elif message["kind"] == "record":
                assert message == {"kind": "record", "text": redacted}
            else:
                assert set(message) == {"kind", "text"}
            assert not any(secret in frame for secret in (*links, str(table.seed), f"{table.seed:x}"))
