"""Messages of a page, and links, which are untrusted: both are rebuilt from known parts only."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbits
from types import NoneType
from typing import Any

from attrs import field, frozen

from trickkit.table.game import Refused
from trickkit.untrusted import read_json

__all__ = ["Link", "Seat", "read"]

LONGEST_NAME = 100
"""In characters."""
LONGEST_SEED = 64
"""In hexadecimal digits."""

PARTS: dict[str, dict[str, tuple[type, ...]]] = {
    "describe": {"game": (str, NoneType), "sheet": (str, NoneType)},
    "open": {"record": (str,)},
    "play": {"number": (int,), "action": (str,)},
    "put_back": {"number": (int,), "action": (str,)},
    "look": {"seat": (int, NoneType)},
    "step": {"move": (int,)},
    "law": {"game": (str, NoneType), "sheet": (str, NoneType), "options": (dict, NoneType), "law": (int,)},
    "run": {"code": (str,), "file": (str, NoneType)},
}
"""What there is to do takes these parts of a message, of these types. A game to start is a `Link`."""


def read(text: str) -> dict[str, Any]:
    """A message: the command in `do`, with only the parts that belong to it.

    Raises:
        Refused: it is no object in JSON, or a part is of another type.

    >>> read('{"do": "step", "move": 3, "code": "1 / 0"}')
    {'do': 'step', 'move': 3}
    """
    try:
        message = read_json(text)
    except ValueError:
        raise Refused("a message is JSON") from None
    if not isinstance(message, dict):
        raise Refused("a message is an object that says what to do")
    deed = message.get("do")
    if not isinstance(deed, str) or deed not in PARTS:
        return message
    for part, types in PARTS[deed].items():
        if type(message.get(part)) not in types:
            raise Refused(f"to {deed} takes {' and '.join(PARTS[deed])}, and {part} is no such thing")
    return {"do": deed, **{part: message.get(part) for part in PARTS[deed]}}


@frozen
class Seat:
    """The owner of a seat: a person or a bot.

    Args:
        name: of a person; "" for none.
        bot: the text of a bot; "" for a person.

    >>> Seat(bot="random").called, Seat("Ada").to_json()
    ('random', {'bot': '', 'name': 'Ada'})
    """

    name: str = ""
    bot: str = ""

    @property
    def called(self) -> str:
        """The name of the person, or the text of the bot."""
        return self.name or self.bot

    def to_json(self) -> dict[str, str]:
        """The seat as links contain it."""
        return {"bot": self.bot, **({"name": self.name} if self.name else {})}


@frozen
class Link:
    """The game in a link: its rules, the owners of its seats, and its moves.

    Args:
        game: the key of an installed game; "" where a sheet is given.
        sheet: the text of a house-rule sheet.
        options: of the game.
        seats: who has them.
        seed: of the game.
        moves: the seat and the text of each action, in order.
    """

    game: str
    sheet: str
    options: Mapping[str, object]
    seats: tuple[Seat, ...]
    seed: int = field(factory=lambda: randbits(128))
    moves: tuple[tuple[int, str], ...] = ()

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> Link:
        """A link from untrusted parts, of which only known ones are used.

        Raises:
            Refused: a part is missing or no such thing.

        >>> Link.of({"game": "pikoko", "seats": [{"bot": "random", "code": "1"}], "seed": "7", "do": "run"})
        Link(game='pikoko', sheet='', options={}, seats=(Seat(name='', bot='random'),), seed=7, moves=())
        """
        game, sheet, seed = (_text(message, part) for part in ("game", "sheet", "seed"))
        options, seats, moves = message.get("options") or {}, message.get("seats") or [], message.get("moves") or []
        whole = (
            isinstance(options, dict)
            and all(value is None or isinstance(value, str | int | float) for value in options.values())
            and isinstance(seats, list)
            and seats
            and all(isinstance(seat, dict) for seat in seats)
            and isinstance(moves, list)
            and all(isinstance(move, list) and [type(part) for part in move] == [int, str] for move in moves)
            and len(seed) <= LONGEST_SEED
            and not set(seed) - set("0123456789abcdef")
        )
        if not whole:
            raise _broken()
        made = tuple(Seat(_text(seat, "name"), _text(seat, "bot")) for seat in seats)
        if any(len(seat.called) > LONGEST_NAME for seat in made):
            raise Refused(f"a name has at most {LONGEST_NAME} characters")
        given = {"seed": int(seed, 16)} if seed else {}
        return cls(game, sheet, options, made, moves=tuple((seat, action) for seat, action in moves), **given)

    def to_json(self) -> dict[str, Any]:
        """The contents of the link as JSON.

        >>> Link("pikoko", "", {}, (Seat("Ada"),), seed=31).to_json()["seed"]
        '1f'
        """
        return {
            "game": self.game,
            "sheet": self.sheet,
            "options": self.options,
            "seats": [seat.to_json() for seat in self.seats],
            "seed": f"{self.seed:x}",
            "moves": [[*move] for move in self.moves],
        }


def _text(given: Mapping[str, Any], part: str) -> str:
    value = given.get(part) or ""
    if not isinstance(value, str):
        raise _broken()
    return value


def _broken() -> Refused:
    return Refused("this link is incomplete: it has no game, seats and moves")
