"""The server: pages, tables, and a WebSocket for each guest."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from trickkit.errors import MissingExtra, TrickkitError

try:
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.requests import Request
    from starlette.responses import FileResponse, JSONResponse, Response
    from starlette.routing import Mount, Route, WebSocketRoute
    from starlette.staticfiles import StaticFiles
    from starlette.websockets import WebSocket, WebSocketDisconnect
except ImportError as error:
    raise MissingExtra("trickkit.table.server needs starlette: pip install 'trickkit[serve]'") from error

from trickkit.table.game import Refused
from trickkit.table.games import offered
from trickkit.table.rooms import Rooms, read
from trickkit.table.store import Store
from trickkit.table.thinking import Thinkers, processes

__all__ = ["made"]

STATIC = Path(__file__).parent / "static"
LONGEST_MESSAGE = 4096
"""In characters."""
LONGEST_BODY = 65_536
"""In bytes."""
PATIENCE = 20.0
"""How many seconds somebody who connects has to show the secret of a link."""
A_SECOND, AT_ONCE = 10.0, 40.0
"""How many messages a guest may send a second in the long run, and at once."""
REFUSED, TOO_MUCH, FULL, FOREIGN = 4000, 4001, 4002, 4003
"""Why a connection is closed: no such table or link; too many or too long messages; no room; another site's page."""
MOST_GUESTS = 4096
"""How many may be connected at once, at all tables together."""
POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


class _Rate:
    """A bucket of tokens, which fills slowly."""

    def __init__(self) -> None:
        self.left, self.at = AT_ONCE, time.monotonic()

    def spent(self) -> bool:
        """Whether there is no token left; else one is taken."""
        now = time.monotonic()
        self.left, self.at = min(AT_ONCE, self.left + (now - self.at) * A_SECOND), now
        self.left -= 1
        return self.left < 0


def made(
    store: Store,
    *,
    hosts: Sequence[str] = ("127.0.0.1", "localhost"),
    thinkers: Callable[[], Executor] = processes,
    most: int = MOST_GUESTS,
) -> Starlette:
    """The application, to be run by an ASGI server.

    Args:
        store: where tables are kept.
        hosts: the names by which the server may be called.
        thinkers: makes a pool in which bots think.
        most: how many may be connected at once.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store(folder) as store:
    ...     len(made(store).routes)
    7
    """
    return Starlette(
        routes=[
            Route("/", _page("index.html")),
            Route("/table/{name}", _page("table.html")),
            Route("/api/games", _games),
            Route("/api/tables", _tables),
            Route("/api/tables", _make, methods=["POST"]),
            WebSocketRoute("/api/tables/{name}", _sit),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=[*hosts])],
        lifespan=_lifespan(store, thinkers, most),
    )


def _lifespan(store: Store, start: Callable[[], Executor], most: int) -> Any:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        thinkers = Thinkers(start)
        app.state.rooms = Rooms(store, thinkers)
        app.state.store = store
        app.state.room_left = most
        try:
            yield
        finally:
            await app.state.rooms.close()
            thinkers.close()

    return lifespan


def _page(name: str) -> Any:
    async def page(_request: Request) -> Response:
        return FileResponse(STATIC / name, headers=HEADERS)

    return page


async def _games(_request: Request) -> Response:
    return JSONResponse(await asyncio.to_thread(_all_games), headers=HEADERS)


@cache
def _all_games() -> list[dict[str, Any]]:
    """Kept, since all games are built for it."""
    return offered()


async def _tables(request: Request) -> Response:
    return JSONResponse(await asyncio.to_thread(request.app.state.store.all), headers=HEADERS)


async def _make(request: Request) -> Response:
    """Make a table."""
    if _foreign(request.headers.get("origin"), request.headers.get("host")):
        return _refusal("tables are made from this server's own page", 403)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return _refusal("a table is described in JSON", 415)
    try:
        wish = json.loads(await _body(request))
        if not isinstance(wish, dict) or not isinstance(wish.get("seats"), list):
            raise Refused("a table has a game and its seats")
        given = wish.get("options") or {}
        seats = wish["seats"]
        if not isinstance(given, dict) or not all(_is_seat(seat) for seat in seats):
            raise Refused("options are by name, and a seat has a name or a bot")
        text, game = wish.get("sheet") or "", wish.get("game") or ""
        if not isinstance(text, str) or not isinstance(game, str):
            raise Refused("a game is a key, and a sheet a text")
        table, links = await asyncio.to_thread(request.app.state.store.make, game, given, seats, text=text)
    except TrickkitError as error:
        return _refusal(str(error), 400)
    except (ValueError, RecursionError):
        return _refusal("a table is described in JSON", 400)
    return JSONResponse({"id": table.id, "seats": links[:-1], "watch": links[-1]}, status_code=201, headers=HEADERS)


def _is_seat(seat: object) -> bool:
    return isinstance(seat, dict) and all(isinstance(seat.get(name, ""), str) for name in ("name", "bot"))


async def _body(request: Request) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_BODY:
            raise Refused(f"a table is described in at most {LONGEST_BODY:,} bytes")
    return body


def _refusal(text: str, status: int) -> Response:
    return JSONResponse({"refused": text}, status_code=status, headers=HEADERS)


def _foreign(origin: str | None, host: str | None) -> bool:
    """Whether a page of another site asks."""
    return origin is not None and urlsplit(origin).netloc != host


async def _sit(socket: WebSocket) -> None:
    """Somebody comes, if there is room left."""
    await socket.accept()
    state = socket.app.state
    if not state.room_left:
        await socket.close(FULL, "there is no room left; come back later")
        return
    state.room_left -= 1
    try:
        await _welcome(socket)
    finally:
        state.room_left += 1


async def _welcome(socket: WebSocket) -> None:
    """Somebody comes to a table: the first message is the secret of their link, all others what they want to do."""
    if _foreign(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(FOREIGN, "only this server's own page may connect")
        return
    rooms: Rooms = socket.app.state.rooms

    async def send(message: dict[str, Any]) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    try:
        first = read(await asyncio.wait_for(_text(socket), PATIENCE))
        secret = first.get("secret") if isinstance(first, dict) else None
        if not isinstance(secret, str):
            raise Refused("the first message is the secret of a link")
        room, guest = await rooms.enter(socket.path_params["name"], secret, send)
    except TrickkitError as error:
        await send({"kind": "refused", "text": error.message})
        await socket.close(REFUSED, error.message[:100])
        return
    except (TimeoutError, WebSocketDisconnect):
        with suppress(RuntimeError):
            await socket.close(REFUSED)
        return
    rate = _Rate()
    try:
        room.welcome()
        while True:
            text = await _text(socket)
            if rate.spent() or len(text) > LONGEST_MESSAGE:
                await socket.close(TOO_MUCH, "too many messages, or too long ones")
                break
            try:
                message = read(text)
            except Refused as error:
                await send({"kind": "refused", "text": error.message})
                continue
            await room.hear(guest, message)
    except WebSocketDisconnect:
        pass
    finally:
        rooms.leave(room, guest)


async def _text(socket: WebSocket) -> str:
    """The next message as a text; one of bytes as none that could be read.

    Raises:
        WebSocketDisconnect: they have gone.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"], message.get("reason"))
    return message.get("text") or ""
