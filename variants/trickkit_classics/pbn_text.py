"""The syntax of PBN: for each deal a block of tags, with the words after each tag and with line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from trickkit import InvalidRecord

__all__ = ["Tag", "Word", "blocks", "quoted"]

TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]', re.ASCII)
WORD = re.compile(r'"[^"]*"|[^\s;{}\[\]"]+')
INHERITED = "#"


class Word(NamedTuple):
    """A word in a section, such as a call or a card.

    Args:
        text: the word.
        line: its line, from 1.

    >>> Word("1NT", 12).text
    '1NT'
    """

    text: str
    line: int


class Tag(NamedTuple):
    """A tag, and the words that follow it.

    Args:
        name: such as `Deal`.
        value: without the quotes.
        line: its line, from 1.
        words: of its section, for the few tags that have one.

    >>> Tag("Dealer", "N", 3, []).value
    'N'
    """

    name: str
    value: str
    line: int
    words: list[Word]


def quoted(value: str) -> str:
    r"""A value in quotation marks, as in a tag.

    Raises:
        InvalidRecord: it has characters that cannot be printed.

    >>> quoted('the "Bermuda Bowl"')
    '"the \\"Bermuda Bowl\\""'
    """
    if not isinstance(value, str) or not value.isprintable():
        raise InvalidRecord(f"{value!r} is not a text that can be printed")
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def blocks(text: str) -> Iterator[dict[str, Tag]]:
    """The deals of a text, each as tags by name; of repeated tags the first counts.

    Comments and lines that begin with `%` are skipped. An empty line ends a deal. A value `#` repeats that of the deal
    before.

    Args:
        text: in PBN.

    Raises:
        InvalidRecord: with the line.

    >>> [[*block] for block in blocks('[Board "1"]\\n[Auction "N"] 1C {a club} Pass\\n\\n[Board "2"]')]
    [['Board', 'Auction'], ['Board']]
    """
    if not isinstance(text, str):
        raise InvalidRecord(f"{text!r} is not a text; read the file first")
    scanner = _Scanner()
    for line_number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if scanner.comment:
            scanner.read(line, line_number)
        elif not line.strip():
            yield from scanner.ended()
        elif not line.startswith("%"):
            scanner.read(line, line_number)
    if scanner.comment:
        raise InvalidRecord("a comment begins here with { and never ends", line=scanner.comment)
    yield from scanner.ended()


class _Scanner:
    """Reads a PBN text line by line."""

    def __init__(self) -> None:
        self.block: dict[str, Tag] = {}
        self.before: dict[str, Tag] = {}
        self.last: Tag | None = None
        self.comment = 0
        """The line where a comment began that goes on."""

    def ended(self) -> Iterator[dict[str, Tag]]:
        """The deal read so far, if there is one; begins the next."""
        if self.block:
            yield self.block
            self.block, self.before, self.last = {}, self.block, None

    def read(self, line: str, number: int) -> None:
        """Add the contents of a line to the deal."""
        cursor = 0
        while cursor < len(line):
            if self.comment:
                end = line.find("}", cursor)
                if end < 0:
                    return
                cursor, self.comment = end + 1, 0
            elif line[cursor].isspace():
                cursor += 1
            elif line[cursor] == ";":
                return
            elif line[cursor] == "{":
                cursor, self.comment = cursor + 1, number
            elif line[cursor] == "[":
                cursor = self.tag(line, number, cursor)
            else:
                cursor = self.word(line, number, cursor)

    def tag(self, line: str, number: int, place: int) -> int:
        """Read a tag; return the position after it."""
        match = TAG.match(line, place)
        if match is None:
            raise InvalidRecord(f'{line[place:][:20]!r} is not a tag, as [Dealer "N"]', line=number)
        name, value = match.group(1), re.sub(r"\\(.)", r"\1", match.group(2))
        if not value.isprintable():
            raise InvalidRecord(f"{name}: {value!r} is not a text that can be printed", line=number)
        if value == INHERITED:
            if name not in self.before:
                raise InvalidRecord(f"{name}: # stands for the value in the deal before, which has none", line=number)
            value = self.before[name].value
        self.last = Tag(name, value, number, [])
        self.block.setdefault(name, self.last)
        return match.end()

    def word(self, line: str, number: int, place: int) -> int:
        """Read a word; return the position after it."""
        match = WORD.match(line, place)
        if match is None or self.last is None:
            raise InvalidRecord(f'{line[place:][:20]!r} stands outside of a tag, as [Dealer "N"]', line=number)
        self.last.words.append(Word(match.group(), number))
        return match.end()
