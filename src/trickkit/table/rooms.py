"""Who is connected to which table, and what they are sent."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from attrs import define, field

from trickkit import bots, record
from trickkit.errors import TrickkitError
from trickkit.table.game import Game, Refused
from trickkit.table.store import Store, Stored

if TYPE_CHECKING:
    from trickkit.play.view import View

__all__ = ["Guest", "Room", "Rooms"]

Send = Callable[[dict[str, Any]], Awaitable[None]]
"""Sends a message to somebody who is connected; it fails silently when they have gone."""

log = logging.getLogger("trickkit.table")


def act(text: str, seed: int, view: View) -> str:
    """What a bot decides; runs in a process of its own.

    >>> from trickkit.variants import pikoko
    >>> act("random", 7, pikoko.rules(players=3).start(seed=7, first=0).view(1)) in list("0123456789")
    True
    """
    return str(bots.read(text).seeded(seed).act(view))


@define(eq=False)
class Guest:
    """Somebody who is connected.

    Args:
        seat: whose link they have; None for a spectator.
        send: what sends them a message.

    >>> async def send(message):
    ...     print(message["kind"])
    >>> asyncio.run(Guest(0, send).send({"kind": "refused", "text": "the table has moved on"}))
    refused
    """

    seat: int | None
    send: Send


@define(eq=False)
class Room:
    """A table that somebody is connected to.

    Args:
        table: as it is stored.
        game: that is played at it.
        thinkers: where bots think.

    What is refused is told to whoever asked for it:

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from tempfile import TemporaryDirectory
    >>> async def send(message):
    ...     print(message.get("text", message["kind"]))
    >>> with TemporaryDirectory() as folder, Store(folder) as store, ThreadPoolExecutor(1) as thinkers:
    ...     table, links = store.make("pikoko", {"players": 3}, [{"name": name} for name in ("Ada", "Ben", "Cyd")])
    ...     room = Room(table, table.game(), thinkers)
    ...     asyncio.run(room.hear(Guest(None, send), {"do": "undo"}))
    ...     room.game.close()
    spectators look on
    """

    table: Stored
    game: Game
    thinkers: Executor
    guests: list[Guest] = field(factory=list)
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    thinking: asyncio.Task[None] | None = None

    async def welcome(self) -> None:
        """Somebody has come, or come back: they are sent what they see, and the others that they are here."""
        await self.tell_all()
        self.let_bots_think()

    async def leave(self, guest: Guest) -> None:
        """Somebody goes; their seat stays theirs."""
        if guest in self.guests:
            self.guests.remove(guest)
            await self.tell_all()

    async def tell_all(self) -> None:
        """Everybody is sent what they see."""
        await asyncio.gather(*(self.tell(guest) for guest in [*self.guests]))

    async def tell(self, guest: Guest) -> None:
        """Somebody is sent what they see."""
        here = {one.seat for one in self.guests}
        seats = [
            {"name": seat.name, "bot": seat.bot, "here": bool(seat.bot) or number in here}
            for number, seat in enumerate(self.table.seats)
        ]
        await guest.send({"kind": "sight", "seats": seats, **self.game.sight(guest.seat)})

    async def hear(self, guest: Guest, message: object) -> None:
        """Do what somebody asks for; what cannot be done is refused to them alone, and nothing changes."""
        try:
            if await self._done(guest, message):
                await self.tell_all()
                self.let_bots_think()
        except TrickkitError as error:
            await guest.send({"kind": "refused", "text": error.message})

    async def _done(self, guest: Guest, message: object) -> bool:
        """Whether something has changed."""
        if not isinstance(message, dict):
            raise Refused("a message is an object with what to do")
        wish = message.get("do")
        if wish == "record":
            await guest.send({"kind": "record", "text": self._record(guest)})
            return False
        if guest.seat is None:
            raise Refused("spectators look on")
        async with self.lock:
            await asyncio.to_thread(self._change, guest.seat, wish, message)
        return True

    def _change(self, seat: int, wish: object, message: dict[str, Any]) -> None:
        if wish == "play":
            number, action = message.get("number"), message.get("action")
            if type(number) is not int or not isinstance(action, str):
                raise Refused("to play takes the number of the position and the text of an action")
            self.game.play(seat, number, action)
        elif wish == "undo":
            self.game.wish_undo(seat)
        elif wish in ("agree", "decline"):
            self.game.answer_undo(seat, wish == "agree")
        else:
            raise Refused("what to do is one of play, undo, agree, decline and record")

    def _record(self, guest: Guest) -> str:
        """The record as a seat knows it; a spectator's in the midst of the game as well."""
        game = record.of(self.game.state, names=[seat.name for seat in self.table.seats])
        return str(game.redact(guest.seat))

    def let_bots_think(self) -> None:
        """Bots that are to act begin to think, unless one is thinking already."""
        if self.game.bots_to_act and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        loop = asyncio.get_running_loop()
        while waiting := self.game.bots_to_act:
            seat, state = waiting[0], self.game.state
            view, bot = state.view(seat), self.table.seats[seat].bot
            try:
                action = await loop.run_in_executor(self.thinkers, act, bot, self.table.seed, view)
            except Exception:
                # A bot that fails must not stop the game; what it would have done, chance does.
                log.exception("%s could not decide for seat %s", bot, seat)
                action = act("random", self.table.seed, view)
            async with self.lock:
                # Meanwhile somebody may have taken a move back.
                if self.game.state is state:
                    await asyncio.to_thread(self.game.recorder.write, state.play(seat, action))
                    self.game.undo = None
            await self.tell_all()


class Rooms:
    """The tables that are open.

    Args:
        store: where all tables are kept.
        thinkers: where bots think.
        most: how many guests a table may have at once.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from tempfile import TemporaryDirectory
    >>> async def come(store, thinkers):
    ...     rooms = Rooms(store, thinkers)
    ...     table, links = store.make("pikoko", {"players": 3}, [{"name": name} for name in ("Ada", "Ben", "Cyd")])
    ...     room, guest = await rooms.enter(table.id, links[1], send=None)
    ...     await rooms.close()
    ...     return guest.seat
    >>> with TemporaryDirectory() as folder, Store(folder) as store, ThreadPoolExecutor(1) as thinkers:
    ...     asyncio.run(come(store, thinkers))
    1
    """

    def __init__(self, store: Store, thinkers: Executor, most: int = 64) -> None:
        self.store, self.thinkers, self.most = store, thinkers, most
        self._open: dict[str, Room] = {}
        self._lock = asyncio.Lock()
        self._leaving: set[asyncio.Task[None]] = set()

    async def enter(self, name: str, secret: str, send: Send) -> tuple[Room, Guest]:
        """Come to a table with the secret of a link.

        Raises:
            Refused: there is no such table, the link is none of its, or it is full.
        """
        async with self._lock:
            room = self._open.get(name)
            table = room.table if room is not None else await asyncio.to_thread(self.store.open, name)
            seat = table.seat_of(secret)
            if room is None:
                game = await asyncio.to_thread(table.game)
                room = self._open[name] = Room(table, game, self.thinkers)
            if len(room.guests) >= self.most:
                raise Refused(f"{self.most} people are at this table, and there is no room for more")
            guest = Guest(seat, send)
            room.guests.append(guest)
        return room, guest

    def leave(self, room: Room, guest: Guest) -> None:
        """Leave a table, in a task of its own: whoever leaves may be gone already."""
        task = asyncio.get_running_loop().create_task(self._leave(room, guest))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _leave(self, room: Room, guest: Guest) -> None:
        # A table at which nobody is left, and no bot thinks, is closed until somebody comes back.
        await room.leave(guest)
        if not room.guests and room.thinking is not None:
            await asyncio.wait([room.thinking])
        async with self._lock:
            if not room.guests and self._open.get(room.table.id) is room:
                del self._open[room.table.id]
                room.game.close()

    async def close(self) -> None:
        """Close all tables."""
        if self._leaving:
            await asyncio.wait(self._leaving)
        for room in self._open.values():
            if room.thinking is not None:
                room.thinking.cancel()
            room.game.close()
        self._open.clear()


def read(text: str) -> object:
    """A message of somebody who is connected.

    Raises:
        Refused: it is no JSON.

    >>> read('{"do": "undo"}')
    {'do': 'undo'}
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("a message is JSON") from None
