"""Connections that ask for nothing, ask too slowly or are too many; and what of all that is logged."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from running import running

from trickkit.table.limits import Limits
from trickkit.table.logs import Seldom
from trickkit.table.store import Store

connecting = pytest.importorskip("websockets.sync.client", reason="the extra serve is not installed")

PATIENCE = 60.0
HALF_A_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
)
SEATS = [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cyd"}]


def connected(address: str) -> socket.socket:
    host, _, port = address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def last_words(connection: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
    words = b""
    with suppress(ConnectionResetError):
        while part := connection.recv(65_536):
            words += part
    return words


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Store]]:
    """A server with little patience."""
    with running(tmp_path_factory.mktemp("hasty"), Limits(seconds=0.2, by_address=6)) as found:
        yield found


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
        HALF_A_BODY,
    ],
    ids=["nothing", "half a header", "half a body"],
)
def test_a_request_that_does_not_come_to_its_end_is_closed(hasty: tuple[str, Store], half: bytes) -> None:
    with closing(connected(hasty[0])) as connection:
        connection.sendall(half)
        assert last_words(connection) == b""


def test_one_connection_too_many_is_refused_in_words(hasty: tuple[str, Store]) -> None:
    with ExitStack() as stack:
        waiting = [stack.enter_context(closing(connected(hasty[0]))) for _ in range(6)]
        words = last_words(stack.enter_context(closing(connected(hasty[0]))))
        assert words.startswith(b"HTTP/1.1 503 ")
        assert words.endswith(b"there are too many connections; come later")
        assert [last_words(connection) for connection in waiting] == [b""] * 6
    assert urlopen(hasty[0], timeout=PATIENCE).status == 200


def test_guests_stay_longer_than_a_request_may_take(hasty: tuple[str, Store]) -> None:
    address, store = hasty
    table, links = store.make("pikoko", {"players": 3}, SEATS)
    with (
        connecting.connect(f"{address.replace('http', 'ws')}/api/tables/{table.id}") as guest,
        closing(connected(address)) as other,
    ):
        guest.send(json.dumps({"secret": links[0]}))
        assert last_words(other) == b""
        assert json.loads(guest.recv(timeout=PATIENCE))["kind"] == "sight"


def test_nothing_that_guests_do_wrong_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from websockets.frames import Frame, Opcode

    key = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
    key += b"dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    with running(tmp_path) as (address, store):
        table, links = store.make("pikoko", {"players": 3}, SEATS)
        knock = f"GET /api/tables/{table.id} HTTP/1.1\r\nHost: {address[7:]}\r\n".encode()
        secret = Frame(Opcode.TEXT, json.dumps({"secret": links[0]}).encode()).serialize(mask=True)
        wrong = [
            b"no HTTP\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://[\r\nConnection: close\r\n\r\n",
            b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
            HALF_A_BODY,
            knock + key[:-2],
            knock + key,
            knock + b"Origin: http://[\r\n" + key,
            knock + key + secret,
            knock + key + Frame(Opcode.TEXT, b"\xff").serialize(mask=True),
            knock + key + secret + Frame(Opcode.TEXT, b"\xff").serialize(mask=True),
            knock + key + secret + Frame(Opcode.CONT, b"x").serialize(mask=True),
            knock.replace(b"127.0.0.1", b"[") + key,
        ]
        with caplog.at_level(logging.ERROR):
            for sent in wrong:
                for is_patient in (False, True):
                    with closing(connected(address)) as connection, suppress(ConnectionError):
                        connection.sendall(sent)
                        if is_patient:
                            connection.shutdown(socket.SHUT_WR)
                            connection.settimeout(0.05)
                            with suppress(TimeoutError):
                                last_words(connection)
            # By then the server has seen all of them.
            assert urlopen(address, timeout=PATIENCE).status == 200
    seldom = Seldom()
    assert [record.getMessage() for record in caplog.records if seldom.filter(record)] == []
