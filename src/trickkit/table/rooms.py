"""The open tables, and the guests who enter and leave them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from trickkit.play.utility import Utility
from trickkit.table.game import Refused
from trickkit.table.guest import Guest, Send
from trickkit.table.room import Room
from trickkit.table.store import Store
from trickkit.table.stored import Stored
from trickkit.table.thinking import Thinkers
from trickkit.untrusted import read_json

__all__ = ["Rooms", "read"]

T = TypeVar("T")
log = logging.getLogger("trickkit.table")


class Rooms:
    """The open tables.

    Args:
        store: the store of all tables.
        thinkers: where bots think.
        most: the most guests at a table at once.

    >>> from tempfile import TemporaryDirectory
    >>> async def come(store):
    ...     rooms = Rooms(store, Thinkers())
    ...     table, links = store.make("pikoko", {"players": 3}, [{"name": name} for name in ("Ada", "Ben", "Cyd")])
    ...     room, guest = await rooms.enter(table.id, links[1], send=None)
    ...     await rooms.close()
    ...     return guest.seat
    >>> with TemporaryDirectory() as folder, Store(folder) as store:
    ...     asyncio.run(come(store))
    1
    """

    def __init__(self, store: Store, thinkers: Thinkers, most: int = 64) -> None:
        self.store, self.thinkers, self.most = store, thinkers, most
        self._open: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        # Rules of users may take long to build; moves are written by other threads.
        self._builders = ThreadPoolExecutor(2, thread_name_prefix="building")

    async def make(self, *wish: Any, **more: Any) -> tuple[Stored, list[str]]:
        """Make a table, as `Store.make` does."""
        return await self._built(partial(self.store.make, *wish, **more))

    async def lead(self, name: str, following: tuple[Stored, list[str], str]) -> None:
        """Send those at a table their links to another one, with its links and its maker's secret."""
        if room := self._open.get(name):
            await room.lead(following)

    async def find(self, name: str) -> Stored:
        """A table by its id, as `Store.open` returns it."""
        return await self._built(partial(self.store.open, name))

    async def join(self, name: str, secret: str, seat: int, called: str) -> str:
        """Take a free seat with an invitation; return the secret of the seat's link.

        Raises:
            Refused: as `Store.take`; or the secret is not that of the table's invitation.
        """
        table = await self.find(name)
        table.invited(secret)
        taken, link = await asyncio.to_thread(self.store.take, name, seat, called)
        if opening := self._opening.get(name):
            await asyncio.wait([opening])
        if room := self._open.get(name):
            room.sits(seat, taken)
            room.tell_all()
        return link

    async def free(self, name: str, seat: int, host: str) -> None:
        """Free a taken seat, and send away whoever sits there.

        Raises:
            Refused: as `Store.free`.
        """
        now = await asyncio.to_thread(self.store.free, name, seat, host)
        if opening := self._opening.get(name):
            await asyncio.wait([opening])
        if room := self._open.get(name):
            room.sits(seat, now)
            for guest in [guest for guest in room.guests if guest.seat == seat]:
                room.leave(guest)
                await guest.send({"kind": "freed"})

    async def expire(self) -> None:
        """Remove tables that have been unused for too long."""
        try:
            await asyncio.to_thread(self.store.touch, [*self._open])
            await asyncio.to_thread(self.store.expire)
        except (OSError, sqlite3.Error) as error:
            log.error("tables cannot be removed: %s", error)

    async def _built(self, build: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._builders, build)

    async def enter(self, name: str, secret: str, send: Send) -> tuple[Room, Guest]:
        """Enter a table by the secret in a link.

        Raises:
            Refused: there is no such table, the secret is not from one of its links, or it is full.
        """
        while (room := self._open.get(name)) is None:
            # No game is opened for a stranger. The guest for whom it was opened may have left again, and then it is
            # closed.
            table = await self.find(name)
            table.seat_of(secret)
            await self._opened(table)
        guest = Guest(room.table.seat_of(secret), send)
        if len(room.guests) >= self.most:
            raise Refused(f"there are already {self.most} people at this table, and no room for more")
        room.guests.append(guest)
        if guest.seat is not None and room.table.seats[guest.seat].is_free:
            # They may play, even if their arrival cannot be stored.
            with suppress(Refused, sqlite3.Error):
                room.sits(guest.seat, (await asyncio.to_thread(self.store.take, name, guest.seat))[0])
        return room, guest

    async def _opened(self, table: Stored) -> None:
        """Open a table unless it is open; guests who arrive meanwhile share the opening."""
        if table.id in self._open:
            return
        opening = self._opening.get(table.id)
        if opening is None:
            opening = self._opening[table.id] = asyncio.create_task(self._open_one(table))
        await asyncio.shield(opening)

    async def _open_one(self, table: Stored) -> None:
        try:
            game = await self._built(table.game)
            # This may involve playing some deals.
            sides = (await self._built(partial(Utility.said_by, table.rules))).sides
            # A guest may have taken a seat meanwhile.
            table = await self.find(table.id)
            note = partial(self.store.note, table.id)
            self._open[table.id] = Room(table, game, self.thinkers, sides=sides, follow=self._follow, note=note)
            if not game.state.is_over:
                bots = [seat.bot for seat in table.seats if seat.bot]
                self.thinkers.prepare(bots, table.seed, game.state.view(game.state.actors[0]), table=table.id)
            await asyncio.to_thread(self.store.touch, [table.id])
        finally:
            del self._opening[table.id]

    async def _follow(self, table: Stored) -> tuple[Stored, list[str], str]:
        """Make a table with the rules and people of another; return it, its links and its maker's secret."""
        rules = table.rules
        seats = [{"name": seat.name, "bot": seat.bot} for seat in table.seats]
        key = "" if rules.sheet else rules.key
        host = secrets.token_urlsafe(16)
        return *await self.make(
            key, dict(rules.options), seats, text=rules.sheet or "", host=host, seconds=table.seconds
        ), host

    def leave(self, room: Room, guest: Guest) -> None:
        """Leave a table."""
        room.leave(guest)
        if not room.guests:
            task = asyncio.get_running_loop().create_task(self._shut(room))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _shut(self, room: Room) -> None:
        """Close a table once no guest is there and no bot is thinking."""
        if room.thinking is not None:
            await asyncio.wait([room.thinking])
        async with room.lock:
            if not room.guests and self._open.get(room.table.id) is room:
                del self._open[room.table.id]
                room.patience.stop()
                room.game.close()

    async def close(self) -> None:
        """Close all tables and abandon pending decisions of bots, which are requested again later."""
        if self._opening:
            await asyncio.wait(self._opening.values())
        thinking = [room.thinking for room in self._open.values() if room.thinking is not None]
        for task in thinking:
            task.cancel()
        if ending := [*thinking, *self._leaving]:
            await asyncio.wait(ending)
        for room in self._open.values():
            room.clock.stop()
            room.patience.stop()
            room.game.close()
        self._open.clear()
        self._builders.shutdown(wait=False)


def read(text: str) -> object:
    """The content of a guest's message.

    Raises:
        Refused: the message is not JSON.

    >>> read('{"do": "undo"}')
    {'do': 'undo'}
    """
    try:
        return read_json(text)
    except ValueError:
        raise Refused("a message is JSON") from None
