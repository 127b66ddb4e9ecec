"""The first line of a record: the format, the rules of the game by name, and the players."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from attrs import evolve, fields, frozen

from trickkit.catalog.options import options
from trickkit.catalog.registry import builder, keys, load, sheet
from trickkit.catalog.sheets.node import parsed
from trickkit.errors import InvalidRecord, InvalidRules, TrickkitError, escaped, quoted
from trickkit.play.rules import Rules
from trickkit.record.text import Line, blamed

__all__ = ["VERSION", "Given", "Header", "read", "rules_of", "written"]

VERSION = 1
"""The version of the format that is written, and the newest one that can be read."""

Given = Rules | Callable[..., Rules] | None
"""The rules that a reader passes: rules, or a function that is called with the options of the record."""

SHOWN = 200
"""The number of characters of an expression that an error shows."""


@frozen(kw_only=True, repr=False)
class Header:
    """The first line of a record.

    Args:
        game: the key of the rules.
        options: the options with which the rules were built, and their values.
        sheet: the text of the house-rule sheet from which the rules were read; empty if there is none.
        made: the rules as an expression, if neither options nor a sheet describe them; otherwise empty.
        names: the names of the players, by seat; () if nobody has one.
        redacted: whether the record contains only what a viewer saw.
        seat: the viewer; None for a spectator, and if nothing is redacted.

    >>> from trickkit.variants import pikoko
    >>> written(pikoko.rules(players=3)).line()["options"]["players"]
    3
    """

    game: str
    _options: tuple[tuple[str, object], ...] = ()
    sheet: str = ""
    made: str = ""
    names: tuple[str, ...] = ()
    redacted: bool = False
    seat: int | None = None

    @property
    def options(self) -> Mapping[str, object]:
        """The options by name."""
        return MappingProxyType(dict(self._options))

    def __repr__(self) -> str:
        parts = ((attribute.alias, getattr(self, attribute.name), attribute.default) for attribute in fields(Header))
        return f"Header({', '.join(f'{name}={value!r}' for name, value, default in parts if value != default)})"

    def line(self) -> Line:
        """The line as a JSON object, as `read` reads it."""
        return {
            "trickkit": VERSION,
            "game": self.game,
            "options": dict(self.options),
            **({"sheet": self.sheet} if self.sheet else {}),
            **({"rules": self.made} if self.made else {}),
            **({"players": [*self.names]} if self.names else {}),
            **({"seat": self.seat} if self.redacted else {}),
        }


def written(rules: Rules, names: tuple[str, ...] = ()) -> Header:
    """The header for a game under some rules.

    Args:
        rules: the rules of the game.
        names: the names of the players, by seat; () for none.

    Raises:
        InvalidRecord: there are too few names or too many, or one cannot be printed.

    >>> from trickkit.variants import pikoko
    >>> written(pikoko.rules()).made, written(pikoko.rules().replace(key="mine")).made
    ('', "pikoko.rules().replace(key='mine')")
    """
    named = Header(
        game=rules.key, options=tuple(rules.options.items()), sheet=rules.sheet, names=_checked(rules, names)
    )
    if not all(_is_plain(value) for value in rules.options.values()):
        return evolve(named, options=(), sheet="", made=_expression(rules))
    if rules.sheet or _installed(rules):
        return named
    return evolve(named, made=_expression(rules))


def _checked(rules: Rules, names: tuple[str, ...]) -> tuple[str, ...]:
    if names and len(names) != rules.players:
        raise InvalidRecord(f"{len(names)} names for {rules.players} players", game=rules.key)
    for name in names:
        if not isinstance(name, str) or not name or not name.isprintable():
            raise InvalidRecord(f"the name {quoted(name)} is not a text that can be printed", game=rules.key)
    return tuple(names)


def _is_plain(value: object) -> bool:
    return value is None or type(value) in (bool, int, str)


def _installed(rules: Rules) -> bool:
    """Whether the key and the options alone identify the rules."""
    try:
        return _is_key(rules.key) and load(rules.key, **rules.options) == rules
    except TrickkitError:
        return False


def _is_key(game: str) -> bool:
    """Whether a text may be the key of an installed game, not the path of a file, which would be run."""
    return not game.lower().endswith((".py", ".toml"))


def _expression(rules: Rules) -> str:
    """The rules as an expression, without the options, which the header stores separately."""
    # The memory address of a Python function is not part of the rules.
    text = re.sub(r" at 0x[0-9a-f]+", "", repr(rules))
    try:
        whole = ast.parse(text, mode="eval")
    except SyntaxError:
        return text
    first = whole.body
    while (
        isinstance(first, ast.Call) and isinstance(first.func, ast.Attribute) and isinstance(first.func.value, ast.Call)
    ):
        first = first.func.value
    if isinstance(first, ast.Call) and not (isinstance(first.func, ast.Name) and first.func.id == "Rules"):
        first.keywords = []
        if isinstance(first.func, ast.Attribute) and isinstance(first.func.value, ast.Name):
            # A file may be loaded under another module name to distinguish it from a file of the same name.
            first.func.value.id = re.sub(r"_[0-9a-f]{8}$", "", first.func.value.id)
    return ast.unparse(whole)


def read(line: Line) -> Header:
    """The first line of a record.

    Raises:
        InvalidRecord: a newer version of trickkit wrote it, or it is not a header.

    >>> read({"trickkit": 2})
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: line 1: the record is of format version 2; this trickkit reads version 1; a newer \
one is needed
    """
    version = line.get("trickkit")
    if type(version) is not int or version < 1:
        raise InvalidRecord("this is not a record: its first line does not begin with a format version", line=1)
    if version > VERSION:
        raise InvalidRecord(
            f"the record is of format version {version}; this trickkit reads version {VERSION}; a newer one is needed",
            line=1,
        )
    known = {"trickkit": int, "game": str, "options": dict, "sheet": str, "rules": str, "players": list, "seat": int}
    for key in ("game", "options"):
        if key not in line:
            raise InvalidRecord(f"{quoted(key)} is missing from the header", line=1)
    for key, value in line.items():
        if key not in known:
            raise InvalidRecord(f"{quoted(key)} has no meaning in a header; it has: {', '.join(known)}", line=1)
        if type(value) is not known[key] and not (key == "seat" and value is None):
            raise InvalidRecord(f"{quoted(key)} is {quoted(value)} in the header", line=1)
        if key in ("game", "rules") and not str(value).isprintable():
            raise InvalidRecord(f"{quoted(key)} is {quoted(value)} in the header, which cannot be printed", line=1)
    for name, value in line["options"].items():
        if not _is_plain(value):
            raise InvalidRecord(f"the option {quoted(name)} is {quoted(value)}, no plain value", line=1)
    return Header(
        game=line["game"],
        options=tuple(line["options"].items()),
        sheet=line.get("sheet", ""),
        made=line.get("rules", ""),
        names=tuple(line.get("players", ())),
        redacted="seat" in line,
        seat=line.get("seat"),
    )


def rules_of(header: Header, given: Given = None) -> Rules:
    """The rules of a recorded game.

    Nothing in a record is ever run: rules come from installed packages, from a sheet, or from the reader.

    Args:
        header: the header of the record.
        given: the rules, if they are known; they are compared with those of the record.

    Raises:
        InvalidRecord: the rules cannot be found, or the given ones differ.

    >>> rules_of(Header(game="pikoko", options=(("players", 3),))).players
    3
    """
    with blamed(1, f"the rules of {header.game!r} cannot be built"):
        rules = _installed_rules(header) if given is None else _compared(header, given)
        _checked(rules, header.names)
        if header.seat is not None:
            rules.check_seat(header.seat)
    return rules


def _installed_rules(header: Header) -> Rules:
    if header.made:
        raise _wanted(f"the rules are made in Python, as {_short(header.made)}", header)
    if header.sheet:
        name = f"{header.game}.toml"
        base = parsed(header.sheet, name).value.get("base")
        if isinstance(base, str) and not _is_key(base):
            raise _wanted(f"the base of its sheet is the file {quoted(base)}", header)
        return sheet(header.sheet, name)(**header.options)
    try:
        build = builder(header.game) if _is_key(header.game) else None
    except InvalidRules:
        # For an installed game, the error says why it cannot be used.
        if header.game in keys():
            raise
        build = None
    if build is None:
        raise _wanted(f"the game {quoted(header.game)} is not installed", header)
    return load(header.game, **header.options)


def _wanted(why: str, header: Header) -> InvalidRecord:
    """The error that a record does not identify its rules."""
    return InvalidRecord(f"{why}; give the rules of {header.game!r} to read it", wants_rules=True)


def _compared(header: Header, given: Rules | Callable[..., Rules]) -> Rules:
    """The rules that a reader passed; refuse them if they are not those of the record."""
    rules = given if isinstance(given, Rules) else _called(header, given)
    given_header = written(rules)
    for part, mine, theirs in (
        ("key", repr(given_header.game), repr(header.game)),
        ("options", dict(given_header.options), dict(header.options)),
        ("sheet", given_header.sheet, header.sheet),
        ("rules", given_header.made, header.made),
    ):
        if mine != theirs:
            raise InvalidRecord(
                f"the rules given are not those of the record: {part}: {_short(mine)} is given, the record has "
                f"{_short(theirs)}"
            )
    return rules


def _called(header: Header, given: Callable[..., Rules]) -> Rules:
    known = {option.name for option in options(given)}
    return given(**{name: value for name, value in header.options.items() if name in known})


def _short(value: object) -> str:
    text = escaped(value) if isinstance(value, str) else repr(value)
    return (text if len(text) <= SHOWN else f"{text[:SHOWN]}...") or "nothing"
