"""Values of a TOML text that know their position, so that errors can name file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import evolve, field, frozen

from trickkit.catalog.sheets.lines import Path, lines
from trickkit.errors import MOST_QUOTED, InvalidRules, quoted

__all__ = ["LONGEST", "Node", "Source", "parsed"]

LONGEST = 100_000
"""The most characters of a sheet."""

MOST_DOTS = 200
"""The most dots in a line: each dot in a key is a level of tables, and reading many levels takes long."""

DEEPEST = 100
"""The deepest nesting of lists and tables."""

DIGITS = 18
"""The most digits of a whole number."""


@frozen(eq=False)
class Source:
    """A TOML text.

    Args:
        text: all of it, valid.
        name: the name of its file, as errors show it.

    >>> Source('base = "pikoko"', "house.toml").where(("base",))
    'house.toml, line 1'
    """

    text: str = field(repr=False)
    name: str

    @cached_property
    def _lines(self) -> Mapping[Path, int]:
        return lines(self.text)

    def line(self, path: Path) -> int:
        """The line of a value, from 1."""
        return self._lines[path]

    def where(self, path: Path) -> str:
        """The file and the line of a value, in words."""
        return f"{self.name}, line {self.line(path)}"


@frozen(eq=False)
class Node:
    """A value of a TOML text.

    Args:
        value: as the parser returned it.
        path: its position in the text: keys and indices of items.
        source: the text.

    >>> house = parsed("[options]\\nplayers = 'three'", "house.toml")
    >>> raise house.table()["options"].table()["players"].wrong("players is a number")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: house.toml, line 2: players is a number
    """

    value: Any
    path: Path
    source: Source

    def wrong(self, message: str) -> InvalidRules:
        """An error about this value.

        Args:
            message: what is wrong.
        """
        return InvalidRules(f"{self.source.where(self.path)}: {message}")

    @property
    def where(self) -> str:
        """The key and the line of the value, in words."""
        return f"{self.label} in line {self.source.line(self.path)}"

    @property
    def label(self) -> str:
        """The key of the value, followed by an index in an array, as in `sizes[2]`."""
        *_, key = (depth for depth, part in enumerate(self.path) if isinstance(part, str))
        return f"{str(self.path[key])[:MOST_QUOTED]}{''.join(f'[{index}]' for index in self.path[key + 1 :])}"

    @property
    def labelled(self) -> str:
        """The label with the value, for errors.

        >>> parsed("points = [1]", "house.toml").table()["points"].labelled
        'points (a list)'
        """
        return f"{self.label} ({self})" if isinstance(self.value, (dict, list)) else f"{self.label}={self}"

    def __str__(self) -> str:
        """The value as shown in errors, shortened."""
        for kind, text in ((bool, str(self.value).lower()), (dict, "a table"), (list, "a list")):
            if isinstance(self.value, kind):
                return text
        return quoted(self.value) if isinstance(self.value, str | int | float) else str(self.value)

    def check(self) -> None:
        """Refuse a value that no sheet needs and that may cause harm when it is read or shown.

        Raises:
            InvalidRules: it is nested too deeply, has a number with too many digits, or a text or key that cannot be
                printed.
        """
        if len(self.path) > DEEPEST:
            raise InvalidRules(f"{self.source.name}: lists or tables are nested too deeply")
        if self.path and not str(self.path[-1]).isprintable():
            raise self.wrong(f"the key {quoted(self.path[-1])} cannot be printed")
        if isinstance(self.value, int) and abs(self.value) >= 10**DIGITS:
            raise self.wrong(f"{self.label} is a number of more than {DIGITS} digits")
        if isinstance(self.value, str) and not self.value.isprintable():
            raise self.wrong(f"{self.label}={quoted(self.value)} cannot be printed")

    def table(self) -> dict[str, Node]:
        """The values of a table, by key.

        Raises:
            InvalidRules: it is not a table.
        """
        if not isinstance(self.value, dict):
            header = ".".join(str(part) for part in self.path)
            raise self.wrong(f"{self.labelled} is not a table; write [{header}], and below it what it holds")
        return {key: evolve(self, value=value, path=(*self.path, key)) for key, value in self.value.items()}

    def items(self) -> list[Node]:
        """The items of an array.

        Raises:
            InvalidRules: it is not an array.
        """
        if not isinstance(self.value, list):
            raise self.wrong(f"{self.labelled} is not a list")
        return [evolve(self, value=value, path=(*self.path, index)) for index, value in enumerate(self.value)]

    def text(self) -> str:
        """The value, if it is a text."""
        if not isinstance(self.value, str):
            raise self.wrong(f'{self.labelled} is not a text; write it in quotes, as in {self.label} = "..."')
        return self.value

    def plain(self) -> object:
        """The value without regard to a type: a text, a number, a bool, or a tuple of these.

        Raises:
            InvalidRules: it is a table or a date.
        """
        if isinstance(self.value, list):
            return tuple(item.plain() for item in self.items())
        if not isinstance(self.value, str | int | float):
            raise self.wrong(f"{self.labelled} is neither a text nor a number, true, false or a list of such")
        return self.value


def parsed(text: str, name: str) -> Node:
    """The top-level table of a TOML text.

    Args:
        text: the contents of the file.
        name: the name of the file, as errors show it.

    Raises:
        InvalidRules: it is not TOML, with file and line; or it is too long, too deep, has too large a number, or a text
            or key that cannot be printed.

    >>> parsed("base = pikoko", "house.toml")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: house.toml, line 1: no valid TOML: Invalid value (column 8); a text stands in quotes
    """
    if not isinstance(text, str):
        raise InvalidRules(f"{name}: a sheet is a text, not {quoted(text)}")
    if len(text) > LONGEST:
        raise InvalidRules(f"{name}: a sheet has at most {LONGEST:,} characters")
    for line_number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > MOST_DOTS:
            raise InvalidRules(f"{name}, line {line_number}: there are more than {MOST_DOTS} dots in a line")
    try:
        value = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRules(f"{name}{_explained(error, text)}") from error
    whole = Node(value, (), Source(text, name))
    for node in _within(whole):
        node.check()
    return whole


def _within(whole: Node) -> Iterator[Node]:
    """A value and all values inside it, outer ones first."""
    left = [whole]
    while left:
        node = left.pop()
        yield node
        if isinstance(node.value, dict):
            left += node.table().values()
        elif isinstance(node.value, list):
            left += node.items()


def _explained(error: Exception, text: str) -> str:
    """The parser's message, with the line number first."""
    if isinstance(error, RecursionError):
        return ": no valid TOML: lists or tables are nested too deeply"
    message, _, location = str(error).rpartition(" (at ")
    hint = "; a text stands in quotes" if message == "Invalid value" else ""
    if position := re.fullmatch(r"line (\d+), column (\d+)\)", location):
        return f", line {position[1]}: no valid TOML: {message} (column {position[2]}){hint}"
    if location == "end of document)":
        return f", line {text.count(chr(10)) + 1}: no valid TOML: {message} (at the end){hint}"
    return f": no valid TOML: {error}"
