"""The names of seats on the screen and in a record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from reprlib import repr as short

from attrs import frozen

from trickkit import bots
from trickkit.errors import InvalidRules, InvalidSeat, quoted
from trickkit.play.rules import Rules

__all__ = ["Names", "bot_of", "read", "seat_of"]

UNNAMED = "player"
"""The name in a record of a player who gave none."""

LONGEST_NAME = 40
"""In characters."""

OF_A_SEAT = re.compile(r"(?P<seat>\d+)=(?P<name>.*)", re.DOTALL)
"""A name that is given for a seat."""

NAMED_BOT = re.compile(r"(?P<name>.*) \((?P<bot>[^()]+)\)", re.DOTALL)
"""The form of a named bot in a record."""

MENTIONED = re.compile(
    r"\b(?P<what>[Ss]eat|[Hh]and|[Dd]eal|[Tt]rick|[Ee]valuation) (?P<number>\d+)\b(?!\.\d)"
    r"|\b(?P<before>trust|bids \d+ on|alone:|(?:doubled|taken) by|[Ss]eats) (?P<seats>\d+(?:(?:, | and )\d+)*)\b"
)
"""Numbers in sentences that the library counts from 0."""


@frozen
class Names:
    """The names of the seats. People count from 1, also deals and tricks.

    Args:
        by_seat: a name for each seat, `""` for one without; () if nobody has one.

    >>> names = Names(("Ada", "", "Cyd"))
    >>> names.told("Seat 2 plays R5 from hand 0; seat 1 is next."), names.of(0), names.of(1)
    ("Cyd plays R5 from Ada's hand; seat 2 is next.", '1 Ada', '2')
    """

    by_seat: tuple[str, ...] = ()

    def of(self, seat: int) -> str:
        """A seat's number and name."""
        return f"{seat + 1} {self._name(seat)}".rstrip()

    def told(self, text: str) -> str:
        """A text of the game with numbers of seats replaced by names, and others counted from 1."""
        return MENTIONED.sub(self._counted, text)

    def _name(self, seat: int) -> str:
        return self.by_seat[seat] if seat < len(self.by_seat) else ""

    def _counted(self, found: re.Match[str]) -> str:
        if before := found["before"]:
            # Trust is typed by its number.
            names = Names() if before == "trust" else self
            return f"{before} {re.sub('[0-9]+', lambda seat: names._short(int(seat[0])), found['seats'])}"
        kind, ordinal = found["what"], int(found["number"])
        name = self._name(ordinal) if kind.casefold() in ("seat", "hand") else ""
        if not name:
            return f"{kind} {ordinal + 1}"
        return name if kind.casefold() == "seat" else f"{name}'s hand"

    def _short(self, seat: int) -> str:
        return self._name(seat) or str(seat + 1)

    def recorded(self, seat: int, bot: str) -> tuple[str, ...]:
        """The names of the seats in a record, where they distinguish the player from the bots.

        Args:
            seat: the player's.
            bot: the name of the bot that plays all others.

        >>> Names(("Ada", "Ben", "")).recorded(0, "best:3")
        ('Ada', 'Ben (best:3)', 'best:3')
        """
        called = [f"{name} ({bot})" if name else bot for name in self.by_seat]
        called[seat] = self.by_seat[seat] or UNNAMED
        return tuple(called)

    @classmethod
    def of_record(cls, called: Sequence[str]) -> Names:
        """The names that a record gives to its seats.

        >>> Names.of_record(("player", "Ben (best:3)", "best:3")).by_seat
        ('', 'Ben', '')
        """
        return cls(tuple(map(_shown, called)))


def _shown(called: str) -> str:
    if bot_of(called) is None:
        return "" if called == UNNAMED else called
    match = NAMED_BOT.fullmatch(called)
    return match["name"] if match else ""


def bot_of(called: str) -> str | None:
    """The bot that a name in a record stands for; None for a person.

    >>> bot_of("best:3"), bot_of("Ben (best:3)"), bot_of("Ben")
    ('best:3', 'best:3', None)
    """
    match = NAMED_BOT.fullmatch(called)
    text = match["bot"] if match else called
    try:
        bots.read(text)
    except InvalidRules:
        return None
    return text


def seat_of(number: int, rules: Rules) -> int:
    """The seat that somebody counts from 1.

    Raises:
        InvalidSeat: the game has no such seat.

    >>> from trickkit.variants import pikoko
    >>> seat_of(2, pikoko.rules(players=3))
    1
    """
    if not 1 <= number <= rules.players:
        raise InvalidSeat(f"seat {number}: this game has the seats 1..{rules.players}", game=rules.key)
    return number - 1


def read(given: Sequence[str], players: int, seat: int) -> Names:
    """The names given on the command line, checked.

    Args:
        given: each the player's own name, or `SEAT=NAME` with a seat counted from 1.
        players: how many seats there are.
        seat: the player's.

    Raises:
        InvalidRules: a seat does not exist or is named twice; or a name is not printable, or looks like a bot's.

    >>> read(["Ada", "3=Cyd"], players=3, seat=0).by_seat
    ('Ada', '', 'Cyd')
    """
    names = [""] * players
    for text in given:
        match = OF_A_SEAT.fullmatch(text)
        digits, name = (match["seat"].lstrip("0") or "0", match["name"]) if match else (str(seat + 1), text)
        # A number with too many digits cannot be read.
        if len(digits) > len(str(players)) or not 0 < int(digits) <= players:
            raise InvalidRules(f"--name {short(text)}: there is no seat {digits[:9]}; the seats are 1..{players}")
        named_seat = int(digits) - 1
        if names[named_seat]:
            raise InvalidRules(f"--name {quoted(text)}: seat {digits} is called {quoted(names[named_seat])} already")
        if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
            raise InvalidRules(f"--name {short(text)}: a name has 1 to {LONGEST_NAME} characters that can be printed")
        if bot_of(name) is not None:
            raise InvalidRules(f"--name {quoted(name)} is a bot's name; a record needs yours to differ from it")
        names[named_seat] = name.strip()
    return Names(tuple(names))
