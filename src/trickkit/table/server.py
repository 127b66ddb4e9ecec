"""The server: pages, tables, and a WebSocket for each guest."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache, wraps
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trickkit.errors import MissingExtra, TrickkitError
from trickkit.untrusted import read_json

try:
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.requests import ClientDisconnect, HTTPConnection, Request
    from starlette.responses import FileResponse, JSONResponse, Response
    from starlette.routing import Mount, Route, WebSocketRoute
    from starlette.staticfiles import StaticFiles
    from starlette.websockets import WebSocket
except ImportError as error:
    raise MissingExtra("trickkit.table.server needs starlette: pip install 'trickkit[serve]'") from error

from trickkit.table.game import Refused
from trickkit.table.games import described, offered
from trickkit.table.limits import Limits, Rates
from trickkit.table.links import invitation
from trickkit.table.rooms import Rooms
from trickkit.table.sockets import Door, address_of, is_foreign
from trickkit.table.store import Store
from trickkit.table.stored import Stored
from trickkit.table.thinking import Thinkers

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["LONGEST_BODY", "made"]

STATIC = Path(__file__).parent / "static"
LONGEST_BODY = 65_536
"""In bytes."""
EXPIRY = 3600.0
"""The number of seconds between searches for tables that have been unused for too long."""
POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


def made(
    store: Store,
    *,
    hosts: Sequence[str] = ("127.0.0.1", "localhost"),
    thinkers: Callable[[], Thinkers] = Thinkers,
    limits: Limits | None = None,
) -> Starlette:
    """The ASGI application of a server.

    Args:
        store: the store of tables.
        hosts: the names to which the server answers.
        thinkers: decides for bots.
        limits: the limits for guests; None for the defaults of `Limits`. The limits on other connections, and on the
            time of a request, are enforced by `trickkit.table.connections`, where the application runs.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store(folder) as store:
    ...     len(made(store).routes)
    13
    """
    limits = limits or Limits()
    return Starlette(
        routes=[
            Route("/", _page("index.html")),
            Route("/table/{name}", _page("table.html")),
            Route("/join/{name}", _page("join.html")),
            Route("/api/games", _games),
            Route("/api/sheets", _sheet, methods=["POST"]),
            Route("/api/tables", _tables),
            Route("/api/tables", _make, methods=["POST"]),
            Route("/api/tables/{name}/links", _links, methods=["POST"]),
            Route("/api/tables/{name}/seats", _seats, methods=["POST"]),
            Route("/api/tables/{name}/sit", _join, methods=["POST"]),
            Route("/api/tables/{name}/free", _free, methods=["POST"]),
            WebSocketRoute("/api/tables/{name}", _sit),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[
            Middleware(_Limited, requests=limits.requests),
            Middleware(TrustedHostMiddleware, allowed_hosts=[*hosts]),
        ],
        lifespan=_lifespan(store, thinkers, limits),
    )


def _lifespan(store: Store, thinkers: Callable[[], Thinkers], limits: Limits) -> Any:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        thinking = thinkers()
        thinking.open()
        await thinking.ready()
        rooms = app.state.rooms = Rooms(store, thinking)
        app.state.store, app.state.door = store, Door(rooms, limits)
        app.state.makers, app.state.readers = Rates(limits.tables, seconds=3600.0), Rates(limits.tables, seconds=60.0)
        expiring = asyncio.create_task(_expire(rooms))
        try:
            yield
        finally:
            expiring.cancel()
            await rooms.close()
            await thinking.close()

    return lifespan


async def _expire(rooms: Rooms) -> None:
    """Regularly remove tables that have been unused for too long."""
    while True:
        await rooms.expire()
        await asyncio.sleep(EXPIRY)


class _Limited:
    """Refuses requests of an address beyond a rate per minute."""

    def __init__(self, app: ASGIApp, requests: int) -> None:
        self._app, self._rates = app, Rates(requests, seconds=60.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and (seconds := self._rates.wait(address_of(HTTPConnection(scope)))):
            await _later("requests", seconds)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _page(name: str) -> Any:
    async def page(_request: Request) -> Response:
        return FileResponse(STATIC / name, headers=HEADERS)

    return page


async def _sit(socket: WebSocket) -> None:
    await socket.app.state.door.sit(socket)


async def _games(_request: Request) -> Response:
    return JSONResponse(await asyncio.to_thread(_all_games), headers=HEADERS)


@cache
def _all_games() -> list[dict[str, Any]]:
    """The games on offer, cached because all of them are built for it."""
    return offered()


async def _tables(request: Request) -> Response:
    return JSONResponse(await asyncio.to_thread(request.app.state.store.all), headers=HEADERS)


def _answering(handle: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Turns refusals of a handler into responses."""

    @wraps(handle)
    async def answer(request: Request) -> Response:
        try:
            return await handle(request)
        except _Unwanted as unwanted:
            return _refusal(str(unwanted), unwanted.status)
        except TrickkitError as error:
            return _refusal(str(error), 400)

    return answer


@_answering
async def _sheet(request: Request) -> Response:
    """The game of a house-rule sheet: its name, seats and options."""
    text = (await _wish(request)).get("sheet")
    if not isinstance(text, str) or not text:
        raise Refused("a sheet is a text")
    if seconds := request.app.state.readers.wait(address_of(request)):
        return _later("requests", seconds)
    return JSONResponse(await asyncio.to_thread(described, "", text), headers=HEADERS)


@_answering
async def _make(request: Request) -> Response:
    """Make a table."""
    wish = await _wish(request)
    given, seats = wish.get("options") or {}, wish.get("seats")
    if not isinstance(seats, list):
        raise Refused("a table has a game and its seats")
    if not isinstance(given, dict) or not all(_is_seat(seat) for seat in seats):
        raise Refused("options are by name, and a seat has a name or a bot")
    text, game = wish.get("sheet") or "", wish.get("game") or ""
    if not isinstance(text, str) or not isinstance(game, str):
        raise Refused("a game is a key, and a sheet a text")
    if seconds := request.app.state.makers.wait(address_of(request)):
        return _later("tables", seconds)
    host, seconds, rooms = secrets.token_urlsafe(16), wish.get("clock") or 0, request.app.state.rooms
    if type(seconds) is not int:
        raise Refused("a clock has whole seconds")
    former = await _former(rooms, wish.get("after"))
    table, links = await rooms.make(game, given, seats, text=text, host=host, seconds=seconds)
    if former is not None:
        await rooms.lead(former, (table, links, host))
    return _links_response(table, links, host, 201)


async def _former(rooms: Rooms, after: object) -> str | None:
    """The id of the table whose people continue at a new one; None if there is none.

    Raises:
        Refused: the table was not made by the person who asks.
    """
    if after is None:
        return None
    name, host = (after.get(key) for key in ("id", "host")) if isinstance(after, dict) else (None, None)
    if not isinstance(name, str) or not isinstance(host, str):
        raise Refused("an earlier table has an id, and its maker has a secret")
    (await rooms.find(name)).links(host)
    return name


@_answering
async def _links(request: Request) -> Response:
    """The links of a table, again, for its maker."""
    host = (await _wish(request)).get("host")
    if not isinstance(host, str):
        raise Refused("the maker of the table has a secret")
    table = await request.app.state.rooms.find(request.path_params["name"])
    return _links_response(table, table.links(host), host, 200)


@_answering
async def _seats(request: Request) -> Response:
    """The seats and their owners, for an invited person."""
    invited = _text((await _wish(request)).get("join"))
    table = await request.app.state.rooms.find(request.path_params["name"])
    table.invited(invited)
    seats = [{"name": seat.name, "bot": seat.bot, "free": seat.is_free} for seat in table.seats]
    return JSONResponse({"name": table.rules.name, "seats": seats}, headers=HEADERS)


@_answering
async def _join(request: Request) -> Response:
    """Give an invited person a seat with a link of their own."""
    wish = await _wish(request)
    seat = wish.get("seat")
    if type(seat) is not int:
        raise Refused("a seat is chosen by its number")
    invited, name = _text(wish.get("join")), _text(wish.get("name"))
    secret = await request.app.state.rooms.join(request.path_params["name"], invited, seat, name)
    return JSONResponse({"secret": secret}, headers=HEADERS)


@_answering
async def _free(request: Request) -> Response:
    """Free a seat for the maker of the table; answer with the new links."""
    wish = await _wish(request)
    seat, host, name = wish.get("seat"), wish.get("host"), request.path_params["name"]
    if type(seat) is not int or not isinstance(host, str):
        raise Refused("a seat is chosen by its number, and the maker of the table has a secret")
    await request.app.state.rooms.free(name, seat, host)
    table = await request.app.state.rooms.find(name)
    return _links_response(table, table.links(host), host, 200)


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise Refused("an invitation has a secret, and the guest has a name")
    return given


def _links_response(table: Stored, links: Sequence[str], host: str, status: int) -> Response:
    """The response with a table's links."""
    given = {
        "id": table.id,
        "host": host,
        "game": table.rules.name,
        "names": [seat.name for seat in table.seats],
        "bots": [bool(seat.bot) for seat in table.seats],
        "taken": [seat.taken for seat in table.seats],
    }
    join = invitation(table.id, host) if table.joining else ""
    answer = given | {"seats": links[:-1], "watch": links[-1], "join": join}
    return JSONResponse(answer, status, HEADERS)


class _Unwanted(Exception):
    """A request that does not come from this server's page.

    Args:
        text: what is wrong.
        status: the status of the answer.
    """

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


async def _wish(request: Request) -> dict[str, Any]:
    """The JSON object in a request from this server's page.

    Raises:
        _Unwanted: the request comes from another site, or is not an object in JSON.
        Refused: it is too long.
    """
    if is_foreign(request):
        raise _Unwanted("only this server's own page may ask for that", 403)
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise _Unwanted("a table is described in JSON", 415)
    try:
        wish = read_json(await _body(request))
    except ValueError:
        wish = None
    if not isinstance(wish, dict):
        raise _Unwanted("a table is described by an object in JSON", 400)
    return wish


def _is_seat(seat: object) -> bool:
    return isinstance(seat, dict) and all(isinstance(seat.get(name, ""), str) for name in ("name", "bot"))


async def _body(request: Request) -> bytes:
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > LONGEST_BODY:
                raise Refused(f"a table is described in at most {LONGEST_BODY:,} bytes")
    except ClientDisconnect:
        raise Refused("it is incomplete") from None
    return body


def _later(what: str, seconds: float) -> Response:
    later = {"Retry-After": f"{ceil(seconds)}"}
    return _refusal(f"too many {what} come from your address; try again in {ceil(seconds)} seconds", 429, **later)


def _refusal(text: str, status: int, **headers: str) -> Response:
    return JSONResponse({"refused": text}, status_code=status, headers=HEADERS | headers)
