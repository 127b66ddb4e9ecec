"""The games that a table offers, and the rules chosen from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trickkit.catalog.options import options
from trickkit.catalog.registry import builder, keys, load, sheet
from trickkit.errors import InvalidRules, quoted
from trickkit.play.rules import Rules
from trickkit.table.game import Refused

__all__ = ["BOTS", "LONGEST_SHEET", "chosen", "described", "known", "offered"]

BOTS = ("beginner", "best:1", "best:2", "best:3", "greedy", "random")
"""Those that the page offers."""
LONGEST_SHEET = 32_768
"""In characters."""


def offered() -> list[dict[str, Any]]:
    """The installed games as JSON; builds all of them.

    >>> pikoko = offered()[0]
    >>> pikoko["name"], pikoko["players"], pikoko["options"]["players"]["values"]
    ('Pikoko', 4, (3, 4, 5))
    """
    return [{"key": key, **described(key)} for key in keys()]


def described(game: str, text: str = "") -> dict[str, Any]:
    """A game as JSON, with its options.

    Args:
        game: the key of an installed game; "" if a sheet is given.
        text: the text of a house-rule sheet.

    Raises:
        Refused: the sheet is too long.
        InvalidRules: there is no such game, or the sheet is wrong, with its line.

    >>> described("", 'base = "pikoko"\\nname = "Short"\\nending.deals = 1')["name"]
    'Short'
    """
    build = _read(text) if text else builder(known(game))
    rules = build()
    given = {
        option.name: {"values": option.values, "default": option.default, "meaning": option.meaning}
        for option in options(build)
    }
    return {"name": rules.name, "summary": rules.summary, "players": rules.players, "options": given}


def chosen(game: str, given: Mapping[str, Any], text: str = "") -> Rules:
    """The rules of an installed game or of an untrusted sheet, which runs no code.

    Args:
        game: as for `described`.
        given: options by name.
        text: as for `described`.

    Raises:
        Refused: the sheet is too long.
        InvalidRules: there is no such game or option, or the sheet is wrong, with its line.

    >>> chosen("pikoko", {"players": 3}).players
    3
    """
    return _read(text)(**given) if text else load(known(game), **given)


def known(game: str) -> str:
    """The key of an installed game, checked: the path of a file, which would be run, is refused.

    Raises:
        InvalidRules: there is no such game.

    >>> known("pikoko")
    'pikoko'
    """
    if game not in keys():
        raise InvalidRules(f"no game {quoted(game)}; games: {', '.join(keys())}")
    return game


def _read(text: str) -> Any:
    if len(text) > LONGEST_SHEET:
        raise Refused(f"a sheet has at most {LONGEST_SHEET:,} characters")
    if not text.isascii() and text != text.encode(errors="replace").decode():
        raise Refused("the sheet has halves of characters, which no file can hold")
    return sheet(text, "the sheet")
