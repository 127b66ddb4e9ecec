"""Tables on disk: an SQLite database of seats, and a record for each game."""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from attrs import evolve

from trickkit import private
from trickkit.errors import InvalidRules
from trickkit.play.rules import Rules
from trickkit.record import Recorder
from trickkit.table.expiry import Keep, idle_days
from trickkit.table.game import Refused
from trickkit.table.games import chosen
from trickkit.table.links import hashed, invitation, links_of
from trickkit.table.stored import Noted, Seat, Stored, check_name, checked, read_seats, seated, written

if TYPE_CHECKING:
    from typing import Self

__all__ = ["CLOCKS", "Store"]

CLOCKS = (0, 15, 30, 60, 180)
"""The seconds that a person may have for a decision; 0 for no limit."""
MADE = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, game TEXT NOT NULL, sheet TEXT NOT NULL,
    options TEXT NOT NULL, seats TEXT NOT NULL, watching TEXT NOT NULL, seed TEXT NOT NULL,
    joining TEXT NOT NULL DEFAULT '', seconds INTEGER NOT NULL DEFAULT 0, played_for TEXT NOT NULL DEFAULT '[]',
    played_before TEXT NOT NULL DEFAULT '[]', size INTEGER NOT NULL DEFAULT -1
)
"""
LATER = (
    ("joining", "TEXT NOT NULL DEFAULT ''"),
    ("seconds", "INTEGER NOT NULL DEFAULT 0"),
    ("played_for", "TEXT NOT NULL DEFAULT '[]'"),
    ("played_before", "TEXT NOT NULL DEFAULT '[]'"),
    ("size", "INTEGER NOT NULL DEFAULT -1"),
)
"""The columns that folders of earlier versions lack."""


class Store:
    """The tables in a folder, created on first use; one program at a time uses it.

    Args:
        folder: the folder of the tables.
        most: the most tables.
        keep: how long tables are kept; None for the defaults of `Keep`.

    Raises:
        InvalidRules: the folder cannot be used, or another program uses it.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store(folder) as store:
    ...     table, links = store.make("pikoko", {"players": 3}, [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}])
    ...     table.seat_of(links[0]), len(store.all()), store.open(table.id).rules.players
    (0, 1, 3)
    """

    def __init__(self, folder: str | os.PathLike[str], *, most: int = 10_000, keep: Keep | None = None) -> None:
        self.folder, self.most, self.keep = Path(folder), most, keep or Keep()
        self._one_at_a_time, self._taking = Lock(), Lock()
        path, user = self.folder / "tables.sqlite", self.folder / "used-by"
        try:
            private.folder(self.folder)
            if not path.exists():
                # SQLite would create a file that others may read.
                open(path, "ab", opener=private.opener).close()
            self._base = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=0)
            try:
                self._take()
            except sqlite3.Error:
                self._base.close()
                raise
            self._user = user
            with open(user, "w", encoding="utf-8", opener=private.opener) as file:
                file.write(f"{os.getpid()}")
            for made in (path, user, *self.folder.glob("tables.sqlite-*"), *map(self._path, self._names())):
                private.restrict(made)
        except (OSError, sqlite3.Error) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise InvalidRules(_in_use(self.folder, user)) from None
            raise InvalidRules(f"{folder}: tables cannot be kept there: {error}") from error

    def _take(self) -> None:
        """Lock the database for exclusive use, and create or extend its table."""
        for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            self._rows(f"PRAGMA {setting}")
        for command in ("BEGIN EXCLUSIVE", MADE, "COMMIT"):
            self._rows(command)
        columns = [column for _, column, *_ in self._rows("PRAGMA table_info(tables)")]
        for name, kind in LATER:
            if name not in columns:
                self._rows(f"ALTER TABLE tables ADD COLUMN {name} {kind}")

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.jsonl"

    def make(
        self,
        game: str,
        options: Mapping[str, Any],
        seats: Sequence[Mapping[str, str]],
        *,
        text: str = "",
        host: str = "",
        seconds: float = 0,
    ) -> tuple[Stored, list[str]]:
        """Make a table.

        Args:
            game: the key of an installed game; "" if a sheet is given.
            options: the options of the game.
            seats: for each its `name`, or its `bot`.
            text: the text of a house-rule sheet.
            host: a secret that is hard to guess. With it, `Stored.links` returns the links again, and `invitation` the
                invitation to all free seats; "" for none.
            seconds: one of `CLOCKS`.

        Returns:
            Returns the table, and the secrets of links: one for each seat, "" for a bot, and finally one for
                spectators.

        Raises:
            Refused: there are too many tables, or the seats are invalid.
            InvalidRules: there is no such game, or no such option.
        """
        ((count,),) = self._rows("SELECT COUNT(*) FROM tables")
        if count >= self.most and not self._make_room():
            raise Refused(f"there are already {self.most} tables, and no room for another one")
        rules = chosen(game, options, text)
        if len(seats) != rules.players:
            raise Refused(f"{rules.name} has {rules.players} seats, not {len(seats)}")
        if seconds not in CLOCKS:
            raise Refused(f"a clock has one of {', '.join(map(str, CLOCKS))} seconds")
        name, seed = secrets.token_hex(6), secrets.randbits(128)
        links = links_of(name, host or secrets.token_urlsafe(16), [None if seat.get("bot") else 0 for seat in seats])
        made = tuple(seated(index, *each) for index, each in enumerate(zip(seats, links[:-1], strict=True)))
        if not any(links[:-1]):
            raise Refused("a table needs a person at one of its seats")
        for index, seat in enumerate(made):
            check_name(seat, made[:index])
        joining = hashed(invitation(name, host)) if host else ""
        table = Stored(name, rules, made, hashed(links[-1]), seed, self._path(name), joining, seconds)
        Recorder(table.path, rules.start(seed=seed), names=[seat.name for seat in made]).close()
        private.restrict(table.path)
        _sync(self.folder)
        self._rows(
            "INSERT INTO tables (id, game, sheet, options, seats, watching, seed, joining, seconds) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (name, game, text, json.dumps(dict(options)), written(made), table.watching, f"{seed:x}", joining, seconds),
        )
        return table, links

    def take(self, table: str, seat: int, name: str | None = None) -> tuple[Seat, str]:
        """Mark a seat as taken.

        Args:
            table: its id.
            seat: the seat of a person.
            name: the name of an invited person, who gets a link of their own; None for a person with the link of the
                seat.

        Returns:
            Returns the updated seat, and the secret of the new link; "" without one.

        Raises:
            Refused: there is no such table, the seat is not free, or the name is invalid or taken.
        """
        with self._taking:
            return self._take_seat(self.open(table), seat, name)

    def free(self, table: str, seat: int, host: str) -> Seat:
        """Free a seat and give it a new link; the old link becomes invalid.

        Args:
            table: its id.
            seat: the seat of a person.
            host: the secret with which the table was made.

        Raises:
            Refused: there is no such table or seat, or the table was made with another secret.
        """
        with self._taking:
            stored = self.open(table)
            stored.links(host)
            if not (0 <= seat < len(stored.seats) and not stored.seats[seat].bot):
                raise Refused("only a person's seat can be freed")
            free = evolve(stored.seats[seat], taken=False, freed=stored.seats[seat].freed + 1)
            link = links_of(table, host, stored.sat(seat, free).freed)[seat]
            return self._store_owner(stored, seat, evolve(free, secret=hashed(link)))

    def _take_seat(self, table: Stored, seat: int, name: str | None) -> tuple[Seat, str]:
        if not (0 <= seat < len(table.seats) and table.seats[seat].is_free):
            raise Refused("this seat is not free")
        now, link = evolve(table.seats[seat], taken=True), ""
        if name is not None:
            link = secrets.token_urlsafe(16)
            now = evolve(now, name=checked(name) or now.name, secret=hashed(link))
            check_name(now, [*table.seats[:seat], *table.seats[seat + 1 :]])
        return self._store_owner(table, seat, now), link

    def _store_owner(self, table: Stored, seat: int, now: Seat) -> Seat:
        """Store the new owner of a seat."""
        self._rows("UPDATE tables SET seats = ? WHERE id = ?", (written(table.sat(seat, now).seats), table.id))
        return now

    def note(self, table: str, noted: Noted) -> None:
        """Store which moves of people a bot or a claim made.

        Args:
            table: its id.
            noted: the moves before and after the change of its record.
        """
        after, before = (json.dumps(sorted(moves)) for moves in (noted.after, noted.before))
        self._rows(
            "UPDATE tables SET played_for = ?, played_before = ?, size = ? WHERE id = ?",
            (after, before, noted.size, table),
        )

    def open(self, name: str) -> Stored:
        """A table by its id.

        Raises:
            Refused: there is no such table.
        """
        rows = self._rows(
            "SELECT game, sheet, options, seats, watching, seed, joining, seconds, played_before, played_for, size "
            "FROM tables WHERE id = ?",
            (name,),
        )
        if not rows:
            raise Refused("there is no such table")
        game, text, options, seats, watching, seed, joining, seconds, before, after, size = rows[0]
        return Stored(
            name,
            _rules(game, options, text),
            read_seats(seats),
            watching,
            int(seed, 16),
            self._path(name),
            joining,
            seconds,
            Noted(frozenset(json.loads(before)), frozenset(json.loads(after)), size),
        )

    def all(self, most: int = 200) -> list[dict[str, Any]]:
        """Public facts about the latest tables: when each was made, its game, and the numbers of people and bots."""
        rows = self._rows("SELECT made, game, seats FROM tables ORDER BY rowid DESC LIMIT ?", (most,))
        tables = []
        for made, game, seats in rows:
            count = sum(bool(bot) for _, bot, *_ in json.loads(seats))
            tables.append({"made": made, "game": game, "people": len(json.loads(seats)) - count, "bots": count})
        return tables

    def touch(self, names: Iterable[str]) -> None:
        """Record that tables are in use."""
        for name in names:
            with suppress(FileNotFoundError):
                os.utime(self._path(name))

    def expire(self) -> int:
        """Remove expired tables; return how many."""
        now = time.time()
        expired = [name for name in self._names() if self.keep.has_expired(self._path(name), now)]
        for name in expired:
            self._remove(name)
        return len(expired)

    def _make_room(self) -> bool:
        """Remove expired tables, or else one long unused; return whether there was any."""
        if self.expire():
            return True
        days, name = max((idle_days(self._path(name), time.time()), name) for name in self._names())
        if days <= self.keep.crowded:
            return False
        self._remove(name)
        return True

    def _names(self) -> list[str]:
        return [name for (name,) in self._rows("SELECT id FROM tables")]

    def _remove(self, name: str) -> None:
        self._rows("DELETE FROM tables WHERE id = ?", (name,))
        self._path(name).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the database and release the folder."""
        with self._one_at_a_time:
            self._user.unlink(missing_ok=True)
            self._base.close()

    def _rows(self, command: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """The rows that a command returns.

        Threads take turns, because a connection has only one statement for each command, so that concurrent equal
        queries would take each other's rows.
        """
        with self._one_at_a_time:
            return self._base.execute(command, values).fetchall()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()


def _in_use(folder: Path, user: Path) -> str:
    """An error message that names the process which uses a folder."""
    try:
        process = f"process {int(user.read_text('utf-8'))}"
    except (OSError, ValueError):
        process = "another process"
    return f"{folder}: {process} keeps its tables there; end it, or choose another folder"


def _sync(folder: Path) -> None:
    """Flush a folder's file names to disk, if the system allows it."""
    if hasattr(os, "O_DIRECTORY"):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


@lru_cache(maxsize=256)
def _rules(game: str, options: str, text: str) -> Rules:
    """The rules of a table, cached, so that tables with equal rules share their trial and answers."""
    return chosen(game, json.loads(options), text)
