"""Finds the line numbers of keys and values in TOML, which the standard library's parser does not report."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

__all__ = ["Path", "lines"]

Path = tuple[str | int, ...]
"""Where a value is in a TOML text: keys, and numbers for the items of arrays; () is the whole text."""

_TOKEN = re.compile(
    r'''
    (?P<text> """(?:\\.|[^\\])*?"{3,5} | \'{3}.*?\'{3,5} | "(?:\\.|[^"\\])*" | '[^']*' )
    | (?P<gap> [ \t\r]+ | \#[^\n]* )
    | (?P<mark> [][{},=\n] )
    | (?P<word> [^]["'#{},=\s]+ )
    ''',
    re.VERBOSE | re.DOTALL,
)


def lines(text: str) -> Mapping[Path, int]:
    """The number of the line, from 1, at which every key and value of a TOML text starts.

    Args:
        text: valid TOML; the result for any other text is undefined.

    >>> lines('base = "pikoko"\\n\\n[options]\\nplayers = 3\\n')
    {(): 1, ('base',): 1, ('options',): 3, ('options', 'players'): 4}
    """
    return _Walk(text).document()


class _Walk:
    """A pass over the tokens of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [token for token in _TOKEN.finditer(text) if token.lastgroup != "gap"]
        self.at = 0
        self.counted = (0, 1)
        self.found: dict[Path, int] = {(): 1}
        self.several: dict[Path, int] = {}

    def document(self) -> dict[Path, int]:
        """Read the whole text; return the line numbers."""
        table: Path = ()
        while self.next:
            if self.next == "[":
                table = self.header()
            elif self.next == "\n":
                self.at += 1
            else:
                self.pair(table)
        return self.found

    @property
    def next(self) -> str:
        """The next token; empty at the end."""
        return self.tokens[self.at].group() if self.at < len(self.tokens) else ""

    @property
    def line(self) -> int:
        """The line number of the next token."""
        (before, line), offset = self.counted, self.tokens[self.at].start()
        self.counted = offset, line + self.text.count("\n", before, offset)
        return self.counted[1]

    def note(self, path: Path, line: int) -> Path:
        """Store the line number of a value, unless it is known."""
        self.found.setdefault(path, line)
        return path

    def header(self) -> Path:
        """Read `[table]` or `[[item]]`; return its path."""
        line = self.line
        self.at += 1
        item = self.next == "["
        self.at += item
        *outer, last = self.key("]")
        self.at += item
        table: Path = ()
        for key in outer:
            table = self.latest(self.note((*table, key), line))
        table = self.note((*table, last), line)
        if item:
            self.several[table] = self.several.get(table, -1) + 1
        return self.note(self.latest(table), line)

    def latest(self, path: Path) -> Path:
        """The path of the latest item if a path is an array of tables; otherwise the same path."""
        return (*path, self.several[path]) if path in self.several else path

    def key(self, end: str) -> list[str]:
        """Read a key, dotted or not, and the character after it; return its parts."""
        first = self.tokens[self.at]
        while self.next not in (end, ""):
            self.at += 1
        # The parser knows about quotes, escapes and dots.
        inside: Any = tomllib.loads(f"{self.text[first.start() : self.tokens[self.at].start()]} = 0")
        self.at += 1
        keys = []
        while isinstance(inside, dict):
            ((key, inside),) = inside.items()
            keys.append(key)
        return keys

    def pair(self, table: Path) -> None:
        """Read `key = value`."""
        line = self.line
        for key in self.key("="):
            table = self.note((*table, key), line)
        self.value(table)

    def value(self, path: Path) -> None:
        """Read a value."""
        if self.next == "[":
            self.array(path)
        elif self.next == "{":
            self.inline(path)
        else:
            self.at += 1
            while self.next not in ("", "\n", ",", "]", "}"):
                self.at += 1

    def array(self, path: Path) -> None:
        """Read `[value, value]`."""
        self.at += 1
        index = 0
        while self.after_gaps not in ("]", ""):
            self.value(self.note((*path, index), self.line))
            index += 1
        self.at += 1

    def inline(self, path: Path) -> None:
        """Read `{key = value, key = value}`."""
        self.at += 1
        while self.after_gaps not in ("}", ""):
            self.pair(path)
        self.at += 1

    @property
    def after_gaps(self) -> str:
        """The next token after any line ends and commas, which are skipped."""
        while self.next in ("\n", ","):
            self.at += 1
        return self.next
