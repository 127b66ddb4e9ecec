"""A table with its connected guests, their requests, and the messages to them."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from trickkit import record
from trickkit.errors import InvalidRecord, TrickkitError
from trickkit.table.about import about
from trickkit.table.clock import Clock
from trickkit.table.game import Game, Refused, number_of
from trickkit.table.guest import Guest
from trickkit.table.stored import Noted, Seat, Stored
from trickkit.table.thinking import Thinkers, Thought
from trickkit.table.wishes import Claim, Patience

if TYPE_CHECKING:
    from trickkit.play.state import State

__all__ = ["SAYINGS", "Room"]

ANSWERED = ("record", "rules", "sheet", "past", "hint", "could")
"""The questions that are answered only to the guest who asks, and change nothing."""
SAYINGS = ("hello", "good_luck", "well_played", "thanks", "oops", "thinking")
"""The remarks that people may make to the others at the table, each shown in the reader's language."""
SAID_FOR, SAID_AGAIN = 8.0, 1.0
"""The number of seconds for which a remark, or a decision of the clock, is sent to all; and the number of seconds
between remarks."""
STANDS_IN = "best:2"
"""The bot that plays for an absent person."""
log = logging.getLogger("trickkit.table")


@define(eq=False)
class Room:
    """A table with connected guests.

    Args:
        table: the table as it is stored.
        game: the game at the table.
        thinkers: where bots think.
        hurried: the seats of bots whose last decision was made by a quick substitute.
        sides: the seats that win and lose together, each seat in one side.
        follow: makes a table for another game with the same people; None if there can be none.
        note: stores which moves of people a bot or a claim made, before each change of the record; None if nothing is
            stored.
        following: the table for another game, its links, and the secret of its maker, once a guest has requested it.

    A refusal is reported only to the guest who made the request:

    >>> from tempfile import TemporaryDirectory
    >>> from trickkit.table.store import Store
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
    sides: tuple[tuple[int, ...], ...] = ()
    follow: Callable[[Stored], Awaitable[tuple[Stored, list[str], str]]] | None = None
    note: Callable[[Noted], None] | None = None
    following: tuple[Stored, list[str], str] | None = None
    _said: dict[int, tuple[float, int, str]] = field(factory=dict)
    """By seat, the time of its last remark, a number that identifies it among those of the seat, and the remark."""
    _ran_out: dict[int, tuple[float, int, str]] = field(factory=dict)
    """By seat, likewise, the time of a decision that the clock made for it, and the event that all have heard; "" for
    none."""

    clock: Clock = field(init=False)
    patience: Patience = field(init=False)
    _noted: Noted = field(init=False)
    """The moves of people that a bot or a claim made, as stored."""

    def __attrs_post_init__(self) -> None:
        self.clock, self.patience, self._noted = Clock(self._run_out), Patience(self._wish_runs_out), self.table.noted
        self.game.note = self._note

    def welcome(self) -> None:
        """Handle an arrival: show everybody the table as it is now, and let bots go on."""
        self.game.away -= self._present
        self.tell_all()
        self.let_bots_think()

    def sits(self, seat: int, now: Seat) -> None:
        """Update the owner of a seat."""
        self.table = self.table.sat(seat, now)

    def leave(self, guest: Guest) -> None:
        """Handle a departure; the guest keeps the seat."""
        if guest in self.guests:
            self.guests.remove(guest)
            guest.gone()
            self.tell_all()
        if not self.guests:
            # Bots do not play on among themselves.
            self.game.away.clear()
            self.game.late.clear()

    def _run_out(self) -> None:
        self.tell_all()
        self.let_bots_think()

    def _wind(self) -> None:
        """Run the clock for people who have to decide, unless a request is open.

        The clock stands still until everybody has come to their seats, and whenever no seated person is present.

        Cards that are chosen one after the other form one decision, so nobody sees how many have been chosen. A
        decision that all have agreed to take back is made again, with the full time.
        """
        game, state, decisions = self.game, self.game.state, dict[int, tuple[int, int]]()
        plays = any(seat is not None for seat in self._present) and not any(seat.is_free for seat in self.table.seats)
        if self.table.seconds and plays and game.wish is None:
            for seat in {*state.actors} & {*game.humans} - game.away:
                decisions[seat] = game.taken_back, number_of(state, seat) - len(state.committed(seat))
        self.clock.wind(self.table.seconds, decisions)
        game.late = self.clock.late

    def tell_all(self) -> None:
        """Send every guest the current state of the table."""
        self._wind()
        self.patience.watch(self.game.wish)
        for guest in self.guests:
            guest.show(partial(self._sight, guest))

    def _wish_runs_out(self, serial: int) -> None:
        if self.lock.locked():
            # A guest is just answering, perhaps this one.
            asyncio.get_running_loop().call_later(0.1, self._wish_runs_out, serial)
        elif (wish := self.game.wish) is not None and wish.serial == serial:
            self.game.wish = None
            self._say_now(wish.seat, "wish_lapses")
            self.tell_all()
            self.let_bots_think()

    @property
    def _present(self) -> set[int | None]:
        """The seats of connected guests, with None for spectators."""
        return {guest.seat for guest in self.guests}

    def _sight(self, guest: Guest) -> dict[str, Any]:
        present = self._present
        seats = [
            {
                "name": seat.name,
                "bot": seat.bot,
                "here": bool(seat.bot) or index in present,
                "came": bool(seat.bot) or seat.taken,
                "hurried": index in self.hurried,
                "stood_in": index in self.game.away,
            }
            for index, seat in enumerate(self.table.seats)
        ]
        return {
            "kind": "sight",
            "seats": seats,
            "sides": self.sides,
            "said": _recent(self._said),
            "ran_out": _recent(self._ran_out),
            "clock": {"of": self.table.seconds, "left": self.clock.left} if self.table.seconds else None,
            **self.game.sight(guest.seat, self.sides),
        }

    async def hear(self, guest: Guest, message: object) -> None:
        """Carry out a guest's request; if it is refused, tell only that guest."""
        try:
            if guest.is_gone:
                raise Refused("this seat was freed for somebody else")
            if await self._done(guest, message):
                self.tell_all()
                self.let_bots_think()
        except TrickkitError as error:
            await guest.send({"kind": "refused", "text": error.message})

    async def _done(self, guest: Guest, message: object) -> bool:
        """Carry out a message; return whether the table has changed."""
        if not isinstance(message, dict):
            raise Refused("a message is an object that says what to do")
        wish = message.get("do")
        if isinstance(wish, str) and wish in ANSWERED:
            await guest.send(await self._answer(guest, wish, message))
            return False
        if guest.seat is None:
            raise Refused("spectators look on")
        if wish == "again":
            await self._play_again(guest, message.get("host"))
            return False
        if wish == "say":
            self._say(guest.seat, message.get("word"))
            return True
        await self._written(partial(self._change, guest.seat, wish, message))
        return True

    async def _written(self, change: Callable[[], None]) -> None:
        """Change the game under a lock; the change is written to disk first.

        Raises:
            TrickkitError: the change is refused, or cannot be written; in the latter case the game is read again from
                the disk.
        """
        async with self.lock:
            former = self.game
            try:
                await asyncio.to_thread(change)
            except InvalidRecord:
                former.close()
                self.game = await asyncio.to_thread(evolve(self.table, noted=self._noted).game)
                self.game.note = self._note
                self.game.away |= former.away
                self.game.wishes, self.game.taken_back = former.wishes, former.taken_back
                raise

    def _note(self, before: set[int], after: set[int]) -> None:
        """Store which moves of people a bot or a claim made, if that changes.

        Raises:
            InvalidRecord: this cannot be stored.
        """
        if before == after == self._noted.after:
            return
        noted = Noted(frozenset(before), frozenset(after), self.table.path.stat().st_size)
        if self.note is not None:
            try:
                self.note(noted)
            except sqlite3.Error as error:
                raise InvalidRecord(f"cannot be written: {error}") from error
        self._noted = noted

    def _change(self, seat: int, wish: object, message: dict[str, Any]) -> None:
        if wish in ("play", "put_back"):
            position, action = message.get("number"), message.get("action")
            if type(position) is not int or not isinstance(action, str):
                raise Refused("a move needs the number of the position and the text of an action")
            (self.game.play if wish == "play" else self.game.put_back)(seat, position, action)
        elif wish == "undo":
            self.game.wish_undo(seat)
        elif wish in ("agree", "decline"):
            request, before = self.game.wish, self.game.state
            self.game.answer(seat, message.get("serial"), agrees=wish == "agree")
            if isinstance(request, Claim) and not request.waiting and self.game.state is before:
                self._say_now(request.seat, "claim_fails")
        elif wish == "claim":
            position, kind = message.get("number"), message.get("kind")
            if type(position) is not int:
                raise Refused("a claim needs the number of the position")
            self.game.claim_tricks(seat, position, kind, self.sides)
            self._say_now(seat, f"claim_{kind}")
        elif wish == "stand_in":
            away = message.get("seat")
            if type(away) is not int:
                raise Refused("a bot can sit in only for a person who is away")
            if away in self._present:
                raise Refused("they are here, and play for themselves")
            self.game.stand_in(away)
        else:
            wishes = ["play", "put_back", "undo", "agree", "decline", "claim", "again", "say", "stand_in", *ANSWERED]
            raise Refused(f"a message asks for one of {', '.join(wishes)}")

    def _say(self, seat: int, word: object) -> None:
        """Show a seat's remark to the others."""
        if word not in SAYINGS:
            raise Refused(f"a remark is one of {', '.join(SAYINGS)}")
        if monotonic() - self._said.get(seat, (-SAID_AGAIN, 0, ""))[0] < SAID_AGAIN:
            raise Refused("wait a moment before your next remark")
        self._say_now(seat, str(word))

    def _say_now(self, seat: int, word: str) -> None:
        self._said[seat] = _remark(word)

    async def _answer(self, guest: Guest, wish: str, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question that changes nothing."""
        if wish == "record":
            return {"kind": wish, "text": await asyncio.to_thread(self._record, guest)}
        if wish == "rules":
            return {"kind": wish, **await asyncio.to_thread(about, self.game.state.view(guest.seat))}
        if wish == "sheet":
            return {"kind": wish, "results": await asyncio.to_thread(self.game.sheet, guest.seat)}
        if wish == "past":
            move = message.get("move")
            if move is not None and type(move) is not int:
                raise Refused("an earlier position is given by the number of its move")
            return {"kind": wish, **await asyncio.to_thread(self.game.past, guest.seat, move)}
        if wish == "could":
            return {"kind": wish, **await self._judged(guest.seat, message.get("move"))}
        if guest.seat is None or not (view := self.game.state.view(guest.seat)).legal():
            raise Refused("there is nothing that you could decide now")
        hint = await self.thinkers.hint(self.table.seed, view, table=self.table.id)
        if hint is None:
            raise Refused("all bots are busy; ask again")
        return {"kind": wish, **hint}

    async def _judged(self, seat: int | None, move: object) -> dict[str, Any]:
        """A bot's judgement of a seat's next decision from a move on, with the position before that decision."""
        if seat is None or type(move) is not int:
            raise Refused("a judgement is about your own decision, from a move on")
        move_count, view, made = await asyncio.to_thread(self.game.decision, seat, move)
        judged = await self.thinkers.hint(self.table.seed, view, table=self.table.id, made=made)
        if judged is None:
            raise Refused("all bots are busy; ask again")
        return {**judged, **await asyncio.to_thread(self.game.past, seat, move_count)}

    async def _play_again(self, guest: Guest, host: object) -> None:
        """Make one follow-up table with the same people and rules, and send all guests their links to it.

        The maker of this table is also the maker of that one, and nobody else learns all of its links.
        """
        if not self.game.state.is_over:
            raise Refused("another game can begin once this one is over")
        if isinstance(host, str):
            self.table.links(host)
        async with self.lock:
            is_new = self.following is None
            if self.following is None and self.follow is not None:
                self.following = await self.follow(self.table)
        for each in self.guests if is_new else [guest]:
            await self._lead_on(each, is_maker=each is guest and isinstance(host, str))

    async def lead(self, following: tuple[Stored, list[str], str]) -> None:
        """Send all guests their links to a table, where their names say who sits; others may watch."""
        self.following = following
        for guest in self.guests:
            await self._lead_on(guest, is_maker=False)

    async def _lead_on(self, guest: Guest, *, is_maker: bool) -> None:
        """Send a guest the link to the follow-up table, if there is one."""
        if self.following is not None:
            table, links, host = self.following
            called = None if guest.seat is None else self.table.seats[guest.seat].name
            seats = zip(table.seats, links[:-1], strict=True)
            secret = next((link for seat, link in seats if link and seat.name == called), links[-1])
            message = {"kind": "again", "id": table.id, "secret": secret}
            await guest.send(message | {"host": host} if is_maker else message)

    def _record(self, guest: Guest) -> str:
        """The record as the guest's seat knows it; spectators may have theirs during the game."""
        game = record.of(self.game.state, names=[seat.name for seat in self.table.seats])
        return str(game.redact(guest.seat))

    def let_bots_think(self) -> None:
        """Let bots that must act start thinking, unless one already is."""
        if self.game.bots_to_act and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        while waiting := self.game.bots_to_act:
            seat, state = waiting[0], self.game.state
            bot = self.table.seats[seat].bot or STANDS_IN
            thought = await self.thinkers.act(bot, self.table.seed, state.view(seat), table=self.table.id)
            try:
                await self._written(partial(self._play_for, seat, state, thought))
            except TrickkitError:
                # Bots are asked again when a guest acts or arrives.
                log.exception("what seat %s does at table %s cannot be written", seat, self.table.id)
                return
            self.tell_all()

    def _play_for(self, seat: int, state: State, thought: Thought) -> None:
        # Meanwhile a guest may have taken a move back, asked to do so, or returned to their seat.
        if self.game.state is state and seat in self.game.bots_to_act:
            after = self.game.play_for(seat, thought.action)
            if seat in self.game.late - self.game.away:
                first, *_ = *after.view(None).events[len(state.view(None).events) :], None
                # Consequences of a decision, such as the end of a trick, are not the decision itself.
                self._ran_out[seat] = _remark(str(first) if getattr(first, "seat", None) == seat else "")
            is_hurried = thought.is_hurried and seat not in self.game.away | self.game.late
            (self.hurried.add if is_hurried else self.hurried.discard)(seat)


def _remark(text: str) -> tuple[float, int, str]:
    """A message with its time and a number that stays unique across restarts of the server."""
    return monotonic(), int(1000 * time()), text


def _recent(told: dict[int, tuple[float, int, str]]) -> dict[int, list[Any]]:
    """By seat, the number and the text of its last message, if that is recent."""
    return {seat: [serial, text] for seat, (when, serial, text) in told.items() if when > monotonic() - SAID_FOR}
