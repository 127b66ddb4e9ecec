"""A table as stored: its game, its seats, and the owners of its links."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from re import sub
from unicodedata import normalize

from attrs import evolve, field, frozen

from trickkit import bots
from trickkit.play.rules import Rules
from trickkit.record import Recorder
from trickkit.table.game import Game, Refused
from trickkit.table.links import hashed, links_of

__all__ = ["Noted", "Seat", "Stored", "check_name", "checked", "read_seats", "seated", "written"]

LONGEST_NAME = 40
"""In characters."""


@frozen
class Seat:
    """The owner of a seat: a person or a bot.

    Args:
        name: what it is called.
        bot: the text of a bot; "" for a person.
        secret: the hash of the secret in a person's link; "" for a bot.
        taken: whether a person has come to the seat.
        freed: how many times the seat was freed.

    >>> Seat("best", bot="best:2").bot
    'best:2'
    """

    name: str
    bot: str = ""
    secret: str = ""
    taken: bool = False
    freed: int = 0

    @property
    def is_free(self) -> bool:
        """Whether an invited person may take the seat."""
        return not (self.bot or self.taken)


@frozen
class Noted:
    """The moves that people have not chosen themselves, noted before a change of the record.

    The record alone decides whether the change has happened, so a crash cannot leave it half done.

    Args:
        before: the indices of these moves before the change.
        after: their indices after the change.
        size: the size of the record before the change, in bytes; -1 if `after` applies in any case.

    >>> noted = Noted(before=frozenset({0, 1}), after=frozenset({0}), size=700)
    >>> sorted(noted.known(700)), sorted(noted.known(731))
    ([0, 1], [0])
    """

    before: frozenset[int] = frozenset()
    after: frozenset[int] = frozenset()
    size: int = -1

    def known(self, size: int) -> frozenset[int]:
        """The indices of these moves, given the size of the record.

        Args:
            size: the size of the record, in bytes.
        """
        return self.after if size > self.size else self.before


@frozen
class Stored:
    """A table as stored.

    Args:
        id: the id of the table, which is part of its link.
        rules: the rules of its game.
        seats: their owners.
        watching: the hash of the secret in the link of spectators.
        seed: the seed of the game, which never leaves the server.
        path: the path of the record.
        joining: the hash of the secret in the invitation.
        seconds: the time that a person has for a decision; 0 for no limit.
        noted: the moves of people that a bot or a claim made.

    >>> from trickkit.variants import pikinni
    >>> seats = Seat("Ada", secret="5e88"), Seat("random", bot="random")
    >>> Stored("7", pikinni.rules(players=2), seats, watching="", seed=7, path=Path("7.jsonl")).humans
    (0,)
    """

    id: str
    rules: Rules
    seats: tuple[Seat, ...]
    watching: str = field(repr=False)
    seed: int = field(repr=False)
    path: Path
    joining: str = field(default="", repr=False)
    seconds: float = 0
    noted: Noted = field(factory=Noted)

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, owner in enumerate(self.seats) if not owner.bot)

    @property
    def freed(self) -> tuple[int | None, ...]:
        """By seat, how often it was freed; None for a bot."""
        return tuple(None if seat.bot else seat.freed for seat in self.seats)

    def seat_of(self, secret: str) -> int | None:
        """The seat that a link's secret belongs to; None for spectators.

        Raises:
            Refused: the secret does not belong to a link of this table.
        """
        given = hashed(secret)
        for index, seat in enumerate(self.seats):
            if seat.secret and hmac.compare_digest(seat.secret, given):
                return index
        if hmac.compare_digest(self.watching, given):
            return None
        raise Refused("this link is not one of the table's")

    def sat(self, seat: int, now: Seat) -> Stored:
        """The table with a new owner of one seat.

        Args:
            seat: its number.
            now: its new owner.
        """
        return evolve(self, seats=(*self.seats[:seat], now, *self.seats[seat + 1 :]))

    def invited(self, secret: str) -> None:
        """Refuse a wrong secret of an invitation.

        Raises:
            Refused: the secret is wrong.
        """
        if not hmac.compare_digest(self.joining, hashed(secret)):
            raise Refused("this is no invitation to the table")

    def links(self, host: str) -> list[str]:
        """All link secrets, as `Store.make` returned them; "" for seats taken by invitation.

        Args:
            host: the secret with which the table was made.

        Raises:
            Refused: the table was made with another secret.
        """
        *links, watch = links_of(self.id, host, self.freed)
        if not hmac.compare_digest(self.watching, hashed(watch)):
            raise Refused("this is not the link of the table's maker")
        own = [link if seat.secret == hashed(link) else "" for link, seat in zip(links, self.seats, strict=True)]
        return [*own, watch]

    def game(self) -> Game:
        """The game, resumed from its record."""
        recorder = Recorder.resume(self.path, self.rules, seed=self.seed)
        known = self.noted.known(self.path.stat().st_size)
        return Game(recorder, self.humans, played_for={move for move in known if move < recorder.moves})


def read_seats(text: str) -> tuple[Seat, ...]:
    """Seats from their stored text.

    >>> read_seats('[["Ada", "", "5e88", true, 0]]')
    (Seat(name='Ada', bot='', secret='5e88', taken=True, freed=0),)
    """
    return tuple(Seat(*seat) for seat in json.loads(text))


def written(seats: Iterable[Seat]) -> str:
    """Seats as text to be stored.

    >>> written([Seat("Ada", secret="5e88")])
    '[["Ada", "", "5e88", false, 0]]'
    """
    return json.dumps([[seat.name, seat.bot, seat.secret, seat.taken, seat.freed] for seat in seats])


def seated(number: int, given: Mapping[str, str], link: str) -> Seat:
    """A seat as requested, checked.

    Args:
        number: the number of the seat.
        given: its `name`, or its `bot`.
        link: the secret of its link; "" for a bot.

    Raises:
        Refused: the name is invalid.
        InvalidRules: there is no such bot.

    >>> seated(1, {"name": " "}, "secret").name
    'seat 1'
    """
    bot = given.get("bot") or ""
    if bot:
        bots.read(bot, files=False)
    name = checked(given.get("name") or "") or bot or f"seat {number}"
    return Seat(name, bot, hashed(link) if link else "")


def check_name(seat: Seat, others: Iterable[Seat]) -> None:
    """Refuse a person's name that another person at the table has.

    Raises:
        Refused: another person has that name.

    >>> check_name(Seat("Ada"), [Seat("Ben"), Seat("Ada", bot="random")])
    """
    if not seat.bot and any(other.name.casefold() == seat.name.casefold() for other in others if not other.bot):
        raise Refused(f"somebody else at this table is called {seat.name}; choose another name")


def checked(given: str) -> str:
    """A typed name in normal form (NFKC), with single spaces.

    Raises:
        Refused: the name is too long, or cannot be printed.

    >>> checked(" Ada  B ")
    'Ada B'
    """
    name = sub(" +", " ", normalize("NFKC", given)).strip()
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused(f"a name has at most {LONGEST_NAME} characters that can be printed")
    return name
