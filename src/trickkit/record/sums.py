"""Checksums that chain each line of a record to the lines before it."""

from __future__ import annotations

from hashlib import sha256
from zlib import crc32

from trickkit.errors import InvalidRecord, quoted
from trickkit.record.text import Line, bytes_of, line_of

__all__ = ["Sum", "bare"]

SUM = "sum"
"""The key of the checksum in a line."""

FORMER = "crc32"
"""The key of a checksum of the earlier lines, in lines of older records that end a deal or the game."""


class Sum:
    """The checksum of the lines of a record so far: the first eight hexadecimal digits of their SHA-256.

    Every line counts as `line_of` would write it without its checksum, with whatever spaces and line ends it was read.

    >>> running = Sum()
    >>> running.text({"seat": 1, "play": "R7"})
    '{"seat": 1, "play": "R7", "sum": "71649eba"}\\n'
    >>> running.text({"seat": 1, "play": "R7"})
    '{"seat": 1, "play": "R7", "sum": "665689aa"}\\n'
    """

    def __init__(self) -> None:
        self._hash = sha256()
        self._former = 0
        self._lines = 0
        self._needed = ""

    def __str__(self) -> str:
        return self._hash.hexdigest()[:8]

    def text(self, said: Line) -> str:
        """The text of the next line with its checksum; advances the sum."""
        self._hash.update(bytes_of(line_of(said)))
        return line_of({**said, SUM: str(self)})

    def read(self, line: Line) -> None:
        """Verify the next line of a record, and advance the sum.

        Raises:
            InvalidRecord: with the number of the line, if the checksum is not that of the lines so far, or is missing
                after earlier lines had one.

        >>> running = Sum()
        >>> running.read({"seat": 1, "play": "R7", "sum": "71649eba"})
        >>> running.read({"seat": 1, "play": "R8", "sum": "665689aa"})
        Traceback (most recent call last):
            ...
        trickkit.errors.InvalidRecord: line 2: this is not what was written here: the sum is '77ae3a62', not \
'665689aa'; the record is intact up to line 1; if you changed the record yourself, leave out every 'sum'
        """
        self._lines += 1
        text = bytes_of(line_of({key: value for key, value in line.items() if key != SUM}))
        self._hash.update(text)
        if SUM in line:
            self._check(line[SUM])
        elif self._needed == SUM or (self._needed and _closes(line) and FORMER not in line):
            raise InvalidRecord(f"{quoted(self._needed)} is missing; lines before have it", line=self._lines)
        elif FORMER in line:
            self._check_former(line[FORMER])
        self._former = crc32(text, self._former)

    def _check(self, given: object) -> None:
        if given != str(self):
            whole = f"the record is intact up to line {self._lines - 1}; " if self._lines > 1 else ""
            raise InvalidRecord(
                f"this is not what was written here: the {SUM} is {quoted(str(self))}, not {quoted(given)}; {whole}"
                f"if you changed the record yourself, leave out every {quoted(SUM)}",
                line=self._lines,
            )
        self._needed = SUM

    def _check_former(self, given: object) -> None:
        right = f"{self._former:08x}"
        if given != right:
            raise InvalidRecord(
                f"the lines before were damaged or changed: their {FORMER} is {quoted(right)}, not {quoted(given)}",
                line=self._lines,
            )
        self._needed = FORMER


def bare(line: Line) -> Line:
    """A line without its checksum.

    >>> bare({"seat": 1, "play": "R7", "sum": "71649eba"})
    {'seat': 1, 'play': 'R7'}
    """
    sums = (SUM, FORMER) if _closes(line) else (SUM,)
    return {key: value for key, value in line.items() if key not in sums}


def _closes(line: Line) -> bool:
    """Whether a line ends a deal or the game."""
    return "ends" in line or "over" in line
