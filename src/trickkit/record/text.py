"""The text of a record: JSON Lines in UTF-8, read strictly, line by line, up to the last complete line."""

from __future__ import annotations

import json
import re
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from trickkit.errors import InvalidRecord, TrickkitError, escaped, quoted
from trickkit.untrusted import read_json

__all__ = [
    *("LONGEST_LINE", "LONGEST_RECORD", "Line", "Lines", "blamed", "bytes_of", "line_of", "lines_of", "parsed"),
    "parsed_start",
]

LONGEST_RECORD = 20_000_000
"""The most bytes of a record."""

LONGEST_LINE = 1_000_000
"""The most bytes of a line of a record, without its end."""

Line = dict[str, Any]
"""The contents of a line: a JSON object."""


def line_of(said: Line) -> str:
    """The text of a line, with its newline.

    >>> line_of({"seat": 1, "play": "R7"})
    '{"seat": 1, "play": "R7"}\\n'
    """
    text = json.dumps(said, ensure_ascii=False, allow_nan=False)
    # A terminal that shows the line must not mistake a part of it for a command.
    return (text if text.isprintable() else _NOT_ASCII.sub(_as_json, text)) + "\n"


_NOT_ASCII = re.compile("[^ -~]")


def _as_json(match: re.Match[str]) -> str:
    letter = match[0]
    return letter if letter.isprintable() else json.dumps(letter)[1:-1]


def lines_of(text: str | bytes) -> tuple[list[Line], str]:
    """The complete lines of a record, and the text of an incomplete last line.

    Args:
        text: as written, or its bytes.

    Raises:
        InvalidRecord: with the number of the line, if the text is neither a record nor the beginning of one.

    >>> lines_of('{"seat": 1, "play": "R7"}\\n{"seat": 2, "pl')
    ([{'seat': 1, 'play': 'R7'}], '{"seat": 2, "pl')
    """
    lines = Lines(text)
    return [*lines], lines.rest


class Lines:
    """The lines of a record, each parsed when it is requested.

    Args:
        text: as written, or its bytes.

    Raises:
        InvalidRecord: as `lines_of`, at the wrong line; or the text is too long.

    >>> lines = Lines('{"seat": 1, "play": "R7"}\\n{"seat": 2, "pl')
    >>> [*lines], lines.rest
    ([{'seat': 1, 'play': 'R7'}], '{"seat": 2, "pl')
    """

    def __init__(self, text: str | bytes) -> None:
        self.text = bytes_of(text)
        if len(self.text) > LONGEST_RECORD:
            raise InvalidRecord(f"the record has more than {LONGEST_RECORD:,} bytes, the most that one has", line=1)
        self.rest = ""

    def __iter__(self) -> Iterator[Line]:
        start, line = 0, 1
        while (end := self.text.find(b"\n", start)) >= 0:
            yield parsed(self._cut(start, end, line), line)
            start, line = end + 1, line + 1
        if start == len(self.text):
            return
        left = self._cut(start, len(self.text), line)
        last = parsed_start(left, line)
        if last is not None:
            yield last
        else:
            self.rest = _decoded(left, line, final=False)

    def _cut(self, start: int, end: int, line: int) -> bytes:
        if end - start > LONGEST_LINE:
            raise InvalidRecord(f"the line has more than {LONGEST_LINE:,} bytes, the most that one has", line=line)
        return self.text[start:end]


@contextmanager
def blamed(line: int, what: str) -> Iterator[None]:
    """Turns any error into an error that names a line of the record.

    This way, the code that builds and plays a recorded game need not expect invalid input.

    Args:
        line: from 1.
        what: describes what cannot be done, for errors from outside the library.

    Raises:
        InvalidRecord: for any error, which becomes its cause.

    >>> with blamed(3, "the game cannot be played on"):
    ...     {}["ace"]
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: line 3: the game cannot be played on: KeyError: 'ace'
    """
    try:
        yield
    except TrickkitError as error:
        if isinstance(error, InvalidRecord) and error.line is not None:
            raise
        raise InvalidRecord(
            error.message,
            line=line,
            wants_rules=isinstance(error, InvalidRecord) and error.wants_rules,
            # The record names its game; for a game in progress, the error names the deal.
            game=None if error.deal is None else error.game,
            deal=error.deal,
            trick=error.trick,
            seat=error.seat,
        ) from error
    except Exception as error:
        raise InvalidRecord(f"{what}: {type(error).__name__}: {escaped(str(error))}", line=line) from error


def bytes_of(text: str | bytes) -> bytes:
    """A text encoded in UTF-8.

    >>> bytes_of("ë")
    b'\\xc3\\xab'
    """
    # Half a surrogate pair cannot be encoded.
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)


def parsed(text: bytes, line: int) -> Line:
    """The JSON object in a complete line.

    Args:
        text: the text of the line, without its end.
        line: its number, from 1.

    Raises:
        InvalidRecord: the line is not a JSON object.

    >>> parsed(b'{"seat": 1}', 3)
    {'seat': 1}
    """
    return _parsed(_decoded(text, line), line)


def parsed_start(text: bytes, line: int) -> Line | None:
    """The JSON object in a line whose newline may be missing; None if it is incomplete.

    Args:
        text: the text of the line, without its end.
        line: its number, from 1.

    Raises:
        InvalidRecord: no object begins like that.

    >>> parsed_start(b'{"seat": 1}', 3), parsed_start(b'{"se', 3)
    ({'seat': 1}, None)
    """
    left = _decoded(text, line, final=False)
    try:
        return _parsed(left, line)
    except InvalidRecord:
        if not _begins(left):
            raise
        return None


def _decoded(text: bytes, line: int, *, final: bool = True) -> str:
    try:
        return getincrementaldecoder("utf-8")().decode(text, final)
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"byte {error.start} is not UTF-8: {text[error.start]:#04x}", line=line) from None


def _parsed(text: str, line: int) -> Line:
    """The JSON object in a line.

    Raises:
        InvalidRecord: the line is not a JSON object.
    """
    if not text.strip(" \t\r"):
        raise InvalidRecord("the line is blank; every line of a record is a JSON object", line=line)
    try:
        value = read_json(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        message = f"{error.msg[0].lower()}{error.msg[1:]} at character {error.pos}"
        raise InvalidRecord(f"the line is not JSON: {message}", line=line) from None
    except ValueError as error:
        # A number with thousands of digits, a duplicate key, or endless brackets.
        raise InvalidRecord(f"the line cannot be read: {error}", line=line) from None
    if not isinstance(value, dict):
        raise InvalidRecord(f"the line is {_short(text)}; every line of a record is a JSON object", line=line)
    return value


def _once(pairs: list[tuple[str, Any]]) -> Line:
    entries: Line = {}
    for key, value in pairs:
        if key in entries:
            raise ValueError(f"the key {quoted(key)} occurs twice")
        entries[key] = value
    return entries


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


def _begins(text: str) -> bool:
    """Whether an incomplete text may be the beginning of a JSON object."""
    closing, within = _open(text)
    # The possible missing parts: the rest of an escape and of a string, or of a number or a word; and what must follow.
    escapes = [f'{escape}"' for escape in ("", "\\", "0", "00", "000", "0000")]
    rests = escapes if within else ["", "0", ".0", '"": 0', *_WORDS]
    rests += [f"{rest}: 0" for rest in (escapes if within else [""])]
    return text.lstrip(" \t\r").startswith("{") and any(_is_json(f"{text}{rest}{closing}") for rest in rests)


_WORDS = tuple(word[start:] for word in ("true", "false", "null") for start in range(1, len(word)))


def _is_json(text: str) -> bool:
    try:
        # Without strict checks, since an incomplete key may look like an earlier one.
        read_json(text, parse_constant=_no_number)
    except ValueError:
        return False
    return True


def _open(text: str) -> tuple[str, bool]:
    """The characters that close the open brackets of a text, and whether the text ends within a string."""
    closing: list[str] = []
    within = escaped = False
    for letter in text:
        if within:
            within = escaped or letter != '"'
            escaped = not escaped and letter == "\\"
        elif letter == '"':
            within = True
        elif letter in "{[":
            closing.append("}" if letter == "{" else "]")
        elif letter in "}]" and closing:
            closing.pop()
    return "".join(reversed(closing)), within
