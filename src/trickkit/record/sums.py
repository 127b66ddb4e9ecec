"""The running checksum of a record, in the lines that close a deal or the game."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from trickkit.errors import InvalidRecord
from trickkit.record.text import Line, bytes_of, line_of

__all__ = ["SUM", "Sum", "checked"]

SUM = "crc32"
"""The key of the checksum in a line."""


class Sum:
    """The checksum of the lines of a record so far: CRC-32 of their text in UTF-8, as eight hexadecimal digits.

    Every line counts as `line_of` writes it, whatever its spaces and line ends were.

    >>> running = Sum()
    >>> running.text({"seat": 1, "play": "R7"})
    '{"seat": 1, "play": "R7"}\\n'
    >>> running.text({"over": "all is played", "ranking": [[0], [1]]})
    '{"over": "all is played", "ranking": [[0], [1]], "crc32": "f5cfdddb"}\\n'
    """

    def __init__(self) -> None:
        self._value = 0

    def __str__(self) -> str:
        return f"{self._value:08x}"

    def text(self, said: Line) -> str:
        """The text of the next line; a line that closes a deal or the game has the checksum of all lines before it."""
        text = line_of({**said, SUM: str(self)} if "ends" in said or "over" in said else said)
        self._value = crc32(bytes_of(text), self._value)
        return text

    def read(self, said: Line, given: str | None) -> None:
        """Continue with a line that was read, and with its checksum if it has one."""
        self._value = crc32(bytes_of(line_of(said if given is None else {**said, SUM: given})), self._value)


def checked(lines: Iterable[tuple[Line, str | None]]) -> Sum:
    """The checksum of all lines of a record, each with or without its own.

    Args:
        lines: the contents of each without the checksum, and the checksum.

    Raises:
        InvalidRecord: with the number of the line, if a checksum does not match the lines before it, or is missing
            although earlier lines had one.

    >>> str(checked([({"seat": 1, "play": "R7"}, None), ({"over": "all is played", "ranking": []}, "f5cfdddb")]))
    '61223d11'
    >>> checked([({"seat": 1, "play": "R8"}, None), ({"over": "all is played", "ranking": []}, "f5cfdddb")])
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: line 2: the lines before were damaged or changed: their crc32 is 'adaccd8d', not \
'f5cfdddb'
    """
    running, summed = Sum(), False
    for line, (said, given) in enumerate(lines, start=1):
        if given is not None and given != str(running):
            raise InvalidRecord(
                f"the lines before were damaged or changed: their {SUM} is {str(running)!r}, not {given!r}", line=line
            )
        if given is None and summed and ("ends" in said or "over" in said):
            raise InvalidRecord(f"{SUM!r} is missing; lines before have it", line=line)
        summed = summed or given is not None
        running.read(said, given)
    return running
