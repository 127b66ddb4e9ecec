"""Who is connected to which table, and what they are sent."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field

from trickkit import record
from trickkit.errors import InvalidRecord, TrickkitError
from trickkit.table.game import Game, Refused
from trickkit.table.store import Store, Stored
from trickkit.table.thinking import Thinkers, Thought
from trickkit.untrusted import read_json

if TYPE_CHECKING:
    from trickkit.play.state import State

__all__ = ["Guest", "Room", "Rooms"]

Send = Callable[[dict[str, Any]], Awaitable[None]]
"""Sends a message to somebody who is connected; it fails silently when they have gone."""

T = TypeVar("T")
ANSWERED = ("record", "sheet", "past", "hint")
"""What is answered to whoever asks, and changes nothing."""
log = logging.getLogger("trickkit.table")


@define(eq=False)
class Guest:
    """A connected person or spectator.

    Args:
        seat: the seat of their link; None for a spectator.
        send: sends them a message.

    A slow guest receives the latest state of the table, and keeps nobody waiting.

    >>> async def send(message):
    ...     print(message["kind"])
    >>> asyncio.run(Guest(0, send).send({"kind": "refused", "text": "the table has moved on"}))
    refused
    """

    seat: int | None
    send: Send
    _is_behind: bool = field(default=False, init=False)
    _showing: asyncio.Task[None] | None = field(default=None, init=False)

    def show(self, sight: Callable[[], dict[str, Any]]) -> None:
        """Send what they see as soon as they can receive it; only the latest counts.

        Args:
            sight: returns the message.
        """
        self._is_behind = True
        if self._showing is None or self._showing.done():
            self._showing = asyncio.create_task(self._show(sight))

    async def _show(self, sight: Callable[[], dict[str, Any]]) -> None:
        while self._is_behind:
            self._is_behind = False
            await self.send(sight())

    def gone(self) -> None:
        """Send them nothing any more."""
        if self._showing is not None:
            self._showing.cancel()


@define(eq=False)
class Room:
    """A table with connected guests.

    Args:
        table: as it is stored.
        game: that is played at it.
        thinkers: where bots think.
        hurried: the seats of bots whose last decision was made by a quick substitute.
        follow: makes the table of another game with the same people; None where there is none.
        following: that table and its links, once somebody wanted it.

    A refusal is reported only to whoever asked:

    >>> from tempfile import TemporaryDirectory
    >>> async def send(message):
    ...     print(message.get("text", message["kind"]))
    >>> with TemporaryDirectory() as folder, Store(folder) as store:
    ...     table, links = store.make("pikoko", {"players": 3}, [{"name": name} for name in ("Ada", "Ben", "Cyd")])
    ...     room = Room(table, table.game(), Thinkers())
    ...     asyncio.run(room.hear(Guest(None, send), {"do": "undo"}))
    ...     room.game.close()
    spectators look on
    """

    table: Stored
    game: Game
    thinkers: Thinkers
    guests: list[Guest] = field(factory=list)
    lock: asyncio.Lock = field(factory=asyncio.Lock)
    thinking: asyncio.Task[None] | None = None
    hurried: set[int] = field(factory=set)
    follow: Callable[[Stored], Awaitable[tuple[Stored, list[str]]]] | None = None
    following: tuple[Stored, list[str]] | None = None

    def welcome(self) -> None:
        """Somebody has come, or come back: send them what they see, and tell the others that they are here."""
        self.tell_all()
        self.let_bots_think()

    def leave(self, guest: Guest) -> None:
        """Somebody leaves; their seat stays theirs."""
        if guest in self.guests:
            self.guests.remove(guest)
            guest.gone()
            self.tell_all()

    def tell_all(self) -> None:
        """Send everybody what they see."""
        for guest in self.guests:
            guest.show(partial(self._sight, guest))

    def _sight(self, guest: Guest) -> dict[str, Any]:
        here = {one.seat for one in self.guests}
        seats = [
            {
                "name": seat.name,
                "bot": seat.bot,
                "here": bool(seat.bot) or number in here,
                "hurried": number in self.hurried,
            }
            for number, seat in enumerate(self.table.seats)
        ]
        return {"kind": "sight", "seats": seats, **self.game.sight(guest.seat)}

    async def hear(self, guest: Guest, message: object) -> None:
        """Carry out a request; if that is impossible, only the sender is told, and nothing changes."""
        try:
            if await self._done(guest, message):
                self.tell_all()
                self.let_bots_think()
        except TrickkitError as error:
            await guest.send({"kind": "refused", "text": error.message})

    async def _done(self, guest: Guest, message: object) -> bool:
        """Whether something has changed."""
        if not isinstance(message, dict):
            raise Refused("a message is an object with what to do")
        wish = message.get("do")
        if isinstance(wish, str) and wish in ANSWERED:
            await guest.send(await self._answer(guest, wish, message))
            return False
        if guest.seat is None:
            raise Refused("spectators look on")
        if wish == "again":
            await self._play_again()
            return False
        await self._written(partial(self._change, guest.seat, wish, message))
        return True

    async def _written(self, change: Callable[[], None]) -> None:
        """Change the game, on the disk first; one change after the other.

        Raises:
            TrickkitError: the change is refused, or cannot be written; then the game is read again from the disk.
        """
        async with self.lock:
            try:
                await asyncio.to_thread(change)
            except InvalidRecord:
                self.game.close()
                self.game = await asyncio.to_thread(self.table.game)
                raise

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
            raise Refused(f"what to do is one of play, undo, agree, decline, again, {', '.join(ANSWERED)}")

    async def _answer(self, guest: Guest, wish: str, message: dict[str, Any]) -> dict[str, Any]:
        """What somebody asked to know, which changes nothing."""
        if wish == "record":
            return {"kind": wish, "text": await asyncio.to_thread(self._record, guest)}
        if wish == "sheet":
            return {"kind": wish, "results": await asyncio.to_thread(self.game.sheet, guest.seat)}
        if wish == "past":
            move = message.get("move")
            if type(move) is not int:
                raise Refused("a former position has the number of its move")
            return {"kind": wish, **await asyncio.to_thread(self.game.past, guest.seat, move)}
        view = self.game.state.view(guest.seat)
        if guest.seat is None or not view.legal():
            raise Refused("there is nothing that you could decide now")
        hint = await self.thinkers.hint(self.table.seed, view, table=self.table.id)
        if hint is None:
            raise Refused("all bots are busy; ask again")
        return {"kind": wish, **hint}

    async def _play_again(self) -> None:
        """Make a table for the same people with the same rules, once, and give everybody their link to it."""
        if not self.game.state.is_over:
            raise Refused("another game begins when this one is over")
        async with self.lock:
            if self.following is None and self.follow is not None:
                self.following = await self.follow(self.table)
        for guest in self.guests:
            await self._lead_on(guest)

    async def _lead_on(self, guest: Guest) -> None:
        """Give somebody their link to the game that follows this one, if there is one."""
        if self.following is not None:
            table, links = self.following
            secret = links[-1 if guest.seat is None else guest.seat]
            await guest.send({"kind": "again", "id": table.id, "secret": secret})

    def _record(self, guest: Guest) -> str:
        """The record as a seat knows it; a spectator's in the middle of the game as well."""
        game = record.of(self.game.state, names=[seat.name for seat in self.table.seats])
        return str(game.redact(guest.seat))

    def let_bots_think(self) -> None:
        """Let bots that must act begin to think, unless one is already thinking."""
        if self.game.bots_to_act and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        while waiting := self.game.bots_to_act:
            seat, state = waiting[0], self.game.state
            thought = await self.thinkers.act(
                self.table.seats[seat].bot, self.table.seed, state.view(seat), table=self.table.id
            )
            try:
                await self._written(partial(self._play_for, seat, state, thought))
            except TrickkitError:
                # Bots are asked again when somebody acts or comes.
                log.exception("what seat %s does at table %s cannot be written", seat, self.table.id)
                return
            self.tell_all()

    def _play_for(self, seat: int, state: State, thought: Thought) -> None:
        # Meanwhile somebody may have taken a move back, or asked to.
        if self.game.state is state and self.game.undo is None:
            self.game.recorder.write(state.play(seat, thought.action))
            (self.hurried.add if thought.is_hurried else self.hurried.discard)(seat)


class Rooms:
    """The tables that are open.

    Args:
        store: where all tables are kept.
        thinkers: where bots think.
        most: how many guests a table may have at once.

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
        # Rules of strangers take long to build; moves are written by other threads.
        self._builders = ThreadPoolExecutor(2, thread_name_prefix="building")

    async def make(self, *wish: Any, **more: Any) -> tuple[Stored, list[str]]:
        """Make a table, as `Store.make` does."""
        return await self._built(partial(self.store.make, *wish, **more))

    async def find(self, name: str) -> Stored:
        """A table by its id, as `Store.open` returns it."""
        return await self._built(partial(self.store.open, name))

    async def expire(self) -> None:
        """Remove tables that nobody has used for long."""
        try:
            await asyncio.to_thread(self.store.touch, [*self._open])
            await asyncio.to_thread(self.store.expire)
        except (OSError, sqlite3.Error) as error:
            log.error("tables cannot be removed: %s", error)

    async def _built(self, build: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._builders, build)

    async def enter(self, name: str, secret: str, send: Send) -> tuple[Room, Guest]:
        """Enter a table with the secret of a link.

        Raises:
            Refused: there is no such table, the secret is from none of its links, or it is full.
        """
        while (room := self._open.get(name)) is None:
            # No game is opened for a stranger. The guest for whom it was opened may have left again, and then it is
            # closed.
            table = await self.find(name)
            table.seat_of(secret)
            await self._opened(table)
        guest = Guest(room.table.seat_of(secret), send)
        if len(room.guests) >= self.most:
            raise Refused(f"{self.most} people are at this table, and there is no room for more")
        room.guests.append(guest)
        return room, guest

    async def _opened(self, table: Stored) -> None:
        """Open a table, once for all who come to it meanwhile."""
        if table.id in self._open:
            return
        opening = self._opening.get(table.id)
        if opening is None:
            opening = self._opening[table.id] = asyncio.create_task(self._open_one(table))
        await asyncio.shield(opening)

    async def _open_one(self, table: Stored) -> None:
        try:
            game = await self._built(table.game)
            self._open[table.id] = Room(table, game, self.thinkers, follow=self._follow)
            if not game.state.is_over:
                bots = [seat.bot for seat in table.seats if seat.bot]
                self.thinkers.prepare(bots, table.seed, game.state.view(game.state.actors[0]), table=table.id)
            await asyncio.to_thread(self.store.touch, [table.id])
        finally:
            del self._opening[table.id]

    async def _follow(self, table: Stored) -> tuple[Stored, list[str]]:
        """Make a table with the rules and people of another one."""
        rules = table.rules
        seats = [{"name": seat.name, "bot": seat.bot} for seat in table.seats]
        key = "" if rules.sheet else rules.key
        return await self.make(key, dict(rules.options), seats, text=rules.sheet or "")

    def leave(self, room: Room, guest: Guest) -> None:
        """Leave a table."""
        room.leave(guest)
        if not room.guests:
            task = asyncio.get_running_loop().create_task(self._shut(room))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _shut(self, room: Room) -> None:
        """Close a table without guests or thinking bots, until somebody comes back."""
        if room.thinking is not None:
            await asyncio.wait([room.thinking])
        async with room.lock:
            if not room.guests and self._open.get(room.table.id) is room:
                del self._open[room.table.id]
                room.game.close()

    async def close(self) -> None:
        """Close all tables, whatever bots are thinking about; what they had not decided is asked again later."""
        if self._opening:
            await asyncio.wait(self._opening.values())
        thinking = [room.thinking for room in self._open.values() if room.thinking is not None]
        for task in thinking:
            task.cancel()
        if ending := [*thinking, *self._leaving]:
            await asyncio.wait(ending)
        for room in self._open.values():
            room.game.close()
        self._open.clear()
        self._builders.shutdown(wait=False)


def read(text: str) -> object:
    """Handle a message of a connected guest.

    Raises:
        Refused: it is not JSON.

    >>> read('{"do": "undo"}')
    {'do': 'undo'}
    """
    try:
        return read_json(text)
    except ValueError:
        raise Refused("a message is JSON") from None
