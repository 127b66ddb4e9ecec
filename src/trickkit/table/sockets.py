"""WebSockets of guests, which show the table and receive decisions."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect

from trickkit.errors import TrickkitError
from trickkit.table.game import Refused
from trickkit.table.guest import Guest
from trickkit.table.limits import Limits, Rate, household
from trickkit.table.room import Room
from trickkit.table.rooms import Rooms, read

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

__all__ = ["Door", "address_of", "is_foreign"]

LONGEST_MESSAGE = 4096
"""In characters."""
PATIENCE = 20.0
"""The number of seconds within which a new connection must show the secret of a link."""
A_SECOND, AT_ONCE = 10.0, 40.0
"""The number of messages that a guest may send per second in the long run, and at once."""
REFUSED, TOO_MUCH, FULL, FOREIGN = 4000, 4001, 4002, 4003
"""The reasons for closing a connection: no such table or link; too many or too long messages; no room; another site's
page."""


def address_of(connection: HTTPConnection) -> str:
    """The address of a client; `""` if unknown.

    >>> from starlette.requests import HTTPConnection
    >>> address_of(HTTPConnection({"type": "http", "client": ("192.0.2.7", 50000)}))
    '192.0.2.7'
    """
    return household(connection.client.host) if connection.client else ""


def is_foreign(connection: HTTPConnection) -> bool:
    """Whether a request comes from another site's page.

    >>> from starlette.requests import HTTPConnection
    >>> headers = [(b"origin", b"https://elsewhere.example"), (b"host", b"cards.example")]
    >>> is_foreign(HTTPConnection({"type": "http", "headers": headers}))
    True
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != connection.headers.get("host")
    except ValueError:
        return True


class Door:
    """Lets guests in while there is room, both in total and for their address.

    Args:
        rooms: the tables that they enter.
        limits: the limits on guests.

    >>> from tempfile import TemporaryDirectory
    >>> from trickkit.table.store import Store
    >>> from trickkit.table.thinking import Thinkers
    >>> with TemporaryDirectory() as folder, Store(folder) as store:
    ...     Door(Rooms(store, Thinkers()), Limits()).guests
    0
    """

    def __init__(self, rooms: Rooms, limits: Limits) -> None:
        self._rooms, self._limits = rooms, limits
        self._inside: dict[str, int] = {}

    @property
    def guests(self) -> int:
        """The number of guests inside."""
        return sum(self._inside.values())

    async def sit(self, socket: WebSocket) -> None:
        """Accept a guest if there is room, until they leave."""
        await socket.accept()
        address = address_of(socket)
        count = self._inside.get(address, 0)
        if is_foreign(socket):
            await _close(socket, FOREIGN, "only this server's own page may connect")
        elif self.guests >= self._limits.connections or count >= self._limits.by_address:
            await _close(socket, FULL, "there is no room left; come back later")
        else:
            self._inside[address] = count + 1
            try:
                await self._welcome(socket)
            finally:
                self._inside[address] -= 1
                if not self._inside[address]:
                    del self._inside[address]

    async def _welcome(self, socket: WebSocket) -> None:
        """Admit a guest to a table: the first message is the secret in a link, all others are requests."""

        async def send(message: dict[str, Any]) -> None:
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

        try:
            first = read(await asyncio.wait_for(_text(socket), PATIENCE))
            secret = first.get("secret") if isinstance(first, dict) else None
            if not isinstance(secret, str):
                raise Refused("the first message is the secret of a link")
            room, guest = await self._rooms.enter(socket.path_params["name"], secret, send)
        except TrickkitError as error:
            await send({"kind": "refused", "text": error.message})
            await _close(socket, REFUSED, error.message[:100])
        except TimeoutError:
            await _close(socket, REFUSED, "the secret of a link did not arrive in time")
        except WebSocketDisconnect:
            return
        else:
            try:
                await _converse(socket, room, guest)
            except WebSocketDisconnect:
                return
            finally:
                self._rooms.leave(room, guest)


async def _converse(socket: WebSocket, room: Room, guest: Guest) -> None:
    """Handle a guest's messages until they leave or send too much.

    Raises:
        WebSocketDisconnect: the guest has left.
    """
    rate = Rate(A_SECOND, AT_ONCE)
    room.welcome()
    while True:
        text = await _text(socket)
        if rate.wait() or len(text) > LONGEST_MESSAGE:
            await _close(socket, TOO_MUCH, "your messages are too many or too long")
            return
        try:
            message = read(text)
        except Refused as error:
            await guest.send({"kind": "refused", "text": error.message})
        else:
            await room.hear(guest, message)


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    """Close with a reason, even if the guest has already gone."""
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code, reason)


async def _text(socket: WebSocket) -> str:
    """The next message as text; "" for a binary one.

    Raises:
        WebSocketDisconnect: the guest has gone.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"], message.get("reason"))
    return message.get("text") or ""
