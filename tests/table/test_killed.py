"""A server that dies in the midst of moves, as a process of its own: what it said has happened has happened."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
from tiers import DEEP
from workers import here

from trickkit import load, record
from trickkit.locks import LockedFile
from trickkit.record import Recorder
from trickkit.table.game import Game, number_of
from trickkit.table.store import Store
from trickkit.table.wishes import Claim

connecting = pytest.importorskip("websockets.sync.client", reason="the extra serve is not installed")

PATIENCE = 120.0
PEOPLE = [{"name": name} for name in ("Ada", "Ben", "Cyd")]

deep = pytest.mark.skipif(not DEEP, reason="it takes long: nox -s deep")


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        port: int = found.getsockname()[1]
        return port


@contextmanager
def serving(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server in a process of its own."""
    command = [sys.executable, "-m", "trickkit", "serve", "--port", str(port), "--data", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield server
    finally:
        server.kill()
        server.wait(timeout=PATIENCE)


def seated(stack: ExitStack, port: int, table: str, secret: str) -> tuple[Any, dict[str, Any]]:
    """A connection to a table as soon as the server is there, and what the seat sees."""
    until = monotonic() + PATIENCE
    while True:
        try:
            address = f"ws://127.0.0.1:{port}/api/tables/{table}"
            connection = stack.enter_context(connecting.connect(address, max_size=None))
            break
        except OSError:
            assert monotonic() < until, "the server does not answer"
            sleep(0.05)
    connection.send(json.dumps({"secret": secret}))
    return connection, sight(connection)


def sight(connection: Any) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(connection.recv(timeout=PATIENCE))
    assert message["kind"] == "sight", message
    return message


def play_until_killed(connection: Any, seen: dict[str, Any], rng: Random, last: dict[str, Any]) -> None:
    """Play at random until the connection is lost; `last` is what was seen at last."""
    from websockets.exceptions import ConnectionClosed

    last.update(seen)
    answered = -1
    with suppress(ConnectionClosed):
        while not last["view"]["over"]:
            if last["view"]["legal"] and last["number"] > answered:
                answered = last["number"]
                move = {"do": "play", "number": last["number"], "action": rng.choice(last["view"]["legal"])}
                connection.send(json.dumps(move))
            last.update(sight(connection))


@deep
def test_a_server_that_is_killed_has_lost_no_move_that_was_answered(tmp_path: Path) -> None:
    port, rng = free_port(), Random(5)
    with Store(tmp_path) as store:
        table, links = store.make("", {"players": 3}, PEOPLE, text='base = "pikoko"\nending.deals = 100')
    told: list[dict[str, Any]] = []
    for _ in range(4):
        with serving(tmp_path, port) as server, ExitStack() as stack:
            connections = [seated(stack, port, table.id, link) for link in links[:3]]
            for before, (_, seen) in zip(told, connections, strict=False):
                assert seen["number"] >= before["number"]
                assert seen["view"]["events"]["next"] >= before["view"]["events"]["next"]
            told = [{} for _ in connections]
            threads = [
                Thread(target=play_until_killed, args=(connection, seen, Random(rng.random()), last), daemon=True)
                for (connection, seen), last in zip(connections, told, strict=True)
            ]
            for thread in threads:
                thread.start()
            moves = table.path.stat().st_size
            until = monotonic() + PATIENCE
            while table.path.stat().st_size < moves + 2000:
                assert monotonic() < until, "nobody plays"
                sleep(0.005)
            server.send_signal(signal.SIGKILL)
            server.wait(timeout=PATIENCE)
            for thread in threads:
                thread.join(timeout=PATIENCE)
    kept = record.load(table.path)
    kept.verify()
    end = kept.replay(seed=table.seed)
    for seat, last in enumerate(told):
        assert number_of(end, seat) >= last["number"]


@deep
def test_bots_whose_processes_are_killed_go_on(tmp_path: Path) -> None:
    port = free_port()
    with Store(tmp_path) as store:
        table, links = store.make("pikoko", {"players": 3}, [PEOPLE[0], {"bot": "greedy"}, {"bot": "greedy"}])
    with serving(tmp_path, port) as server, ExitStack() as stack:
        connection, last = seated(stack, port, table.id, links[0])
        for killed in range(4):
            while not last["view"]["legal"]:
                last = sight(connection)
            number = last["number"]
            for child in children(server.pid) if killed else ():
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            connection.send(json.dumps({"do": "play", "number": number, "action": last["view"]["legal"][0]}))
            while last["number"] == number:
                last = sight(connection)
        while not last["view"]["legal"]:
            last = sight(connection)
    assert record.load(table.path).moves[-1][0] != 0


def children(process: int) -> list[int]:
    """The processes in which bots think."""
    text = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8")
    return [int(child) for child in text.split()]


@contextmanager
def pieces(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[tuple[int, str], ...]]]:
    """The moves that a record has after each piece that is written to it."""
    append, seen = LockedFile.append, list[tuple[tuple[int, str], ...]]()

    def counted(file: LockedFile, text: bytes, *, sync: bool) -> None:
        append(file, text, sync=sync)
        seen.append(record.load(path).moves)

    with monkeypatch.context() as patched:
        patched.setattr(LockedFile, "append", counted)
        yield seen


def test_a_card_put_back_is_written_in_one_piece_with_what_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, state = tmp_path / "hearts.jsonl", load("hearts").start(seed=3)
    game = Game(Recorder(path, state), (0, 1, 2, 3))
    for seat, place in ((1, 0), (2, 5), (1, 1), (3, 4)):
        game.play(seat, game.number(seat), str(state.legal(seat)[place]))
    before = [(seat, str(action)) for seat, action in game.state.moves]
    with pieces(path, monkeypatch) as seen:
        game.put_back(1, game.number(1), before[0][1])
    assert seen == [tuple(before[1:])]
    game.close()
    with Recorder.resume(path, seed=3) as again:
        assert (again.state.moves, again.state.deal.hands) == (game.state.moves, game.state.deal.hands)


def test_a_claim_is_written_in_one_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, state = tmp_path / "whist.jsonl", load("whist").start(seed=7)
    while len(state.moves) < 44:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    game = Game(Recorder(path, state), (0, 1, 2, 3))
    # Whoever takes the tricks.
    game.wish = Claim(state.actors[0], {0}, 1, "rest", (0, 1, 2, 3))
    with pieces(path, monkeypatch) as seen:
        game.answer(0, 1, agrees=True)
    assert [len(moves) for moves in seen] == [52]
    game.close()
    record.load(path).verify()


def test_what_was_not_synced_was_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a file system that loses at a loss of power what was not synced."""
    from starlette.testclient import TestClient

    from trickkit.table.server import made

    synced: dict[int, int] = {}
    sync = os.fsync

    def kept(file: int) -> None:
        sync(file)
        synced[os.fstat(file).st_ino] = os.fstat(file).st_size

    monkeypatch.setattr("os.fsync", kept)
    rng = Random(3)
    with Store(tmp_path) as store:
        table, links = store.make("pikoko", {"players": 3}, [PEOPLE[0], {"bot": "random"}, {"bot": "random"}])
        assert os.stat(tmp_path).st_ino in synced
        inode = table.path.stat().st_ino
        with (
            TestClient(made(store, hosts=["testserver"], thinkers=here)) as client,
            client.websocket_connect(f"/api/tables/{table.id}") as connection,
        ):
            connection.send_text(json.dumps({"secret": links[0]}))
            answered = -1
            for _ in range(12):
                last = json.loads(connection.receive_text())
                left = record.loads(table.path.read_bytes()[: synced[inode]])
                assert number_of(left.replay(seed=table.seed), 0) >= last["number"]
                if last["view"]["legal"] and last["number"] > answered:
                    answered = last["number"]
                    move = {"do": "play", "number": last["number"], "action": rng.choice(last["view"]["legal"])}
                    connection.send_text(json.dumps(move))


def test_it_is_known_before_moves_are_written_whose_they_are(tmp_path: Path) -> None:
    path, state = tmp_path / "hearts.jsonl", load("hearts").start(seed=3)
    game, noted = Game(Recorder(path, state), (0, 1, 2, 3)), list[tuple[int, set[int], set[int]]]()
    game.note = lambda before, after: noted.append((len(record.load(path).moves), {*before}, {*after}))
    for seat in (1, 2):
        game.play_for(seat, str(game.state.legal(seat)[0]))
    game.play(3, game.number(3), str(game.state.legal(3)[0]))
    game.put_back(1, game.number(1), str(game.state.committed(1)[0]))
    game.play(3, game.number(3), str(game.state.legal(3)[0]))
    assert noted == [
        *((0, set(), {0}), (1, {0}, {0, 1}), (2, {0, 1}, {0, 1})),
        *((3, {0, 1}, {0}), (2, {0}, {0})),
    ]
    game.close()
