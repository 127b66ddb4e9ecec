"""Checks the lines of a record against the rules: the moves behind each line, and the lines that must follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trickkit.errors import InvalidRecord
from trickkit.record.entries import Dealt, Entry, Moved, Undone
from trickkit.record.text import Line

__all__ = ["FIRST", "Group", "NotDealt", "check", "is_chance", "lines_of_play", "standing"]

FIRST = 2
"""The number of the line after the header."""

Group = list[tuple[int, Entry]]
"""A move and the entries that it led to, with the numbers of their lines; the first group has no move."""


class NotDealt(InvalidRecord):
    """The record lacks a deal that the game needs to go on.

    >>> issubclass(NotDealt, InvalidRecord)
    True
    """


def lines_of_play(entries: Sequence[Entry]) -> Iterator[list[Group]]:
    """The moves of a game just before each undo, and finally those that remain.

    Args:
        entries: all entries of a record.

    >>> entries = [Moved(0, "R2"), Moved(1, "R7"), Undone(1), Moved(1, "R8")]
    >>> [[entry.action for group in groups[1:] for _, entry in group] for groups in lines_of_play(entries)]
    [['R2', 'R7'], ['R2', 'R8']]
    """
    groups: list[Group] = [[]]
    shorter = False
    for line, entry in enumerate(entries, start=FIRST):
        if isinstance(entry, Undone):
            # After an undo, the remaining moves are not new.
            if not shorter:
                yield [*groups]
            del groups[-entry.moves :]
            shorter = True
            continue
        if isinstance(entry, Moved):
            groups.append([])
        groups[-1] = [*groups[-1], (line, entry)]
        shorter = False
    yield groups


def standing(entries: Sequence[Entry]) -> list[Group]:
    """The moves of a game that were not undone, with their consequences.

    >>> standing([Moved(0, "R2"), Moved(1, "R7"), Undone(2), Moved(0, "R3")])
    [[], [(5, Moved(seat=0, action='R3', dealt=None))]]
    """
    *_, groups = lines_of_play(entries)
    return groups


def is_chance(entry: Entry) -> bool:
    """Whether an entry records a decision or chance, from which all other entries follow.

    >>> is_chance(Moved(0, "R2")), is_chance(Undone(1))
    (True, False)
    """
    return isinstance(entry, Dealt | Moved)


def check(group: Sequence[tuple[int, Entry]], expected: Sequence[Entry], *, end: int) -> None:
    """Refuse entries, up to a line, that differ from those that the rules require.

    >>> check([(3, Moved(0, "R2"))], [Moved(0, "R3")], end=3)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRecord: line 3: 'play' is 'R2'; the rules give 'R3'
    """
    for (line, entry), other in zip(group, expected, strict=False):
        if entry != other:
            raise InvalidRecord(_difference(entry, other), line=line)
    if len(group) > len(expected):
        line, entry = group[len(expected)]
        raise InvalidRecord(f"the rules call for no such line here: {entry}", line=line)
    if len(group) < len(expected):
        missing = expected[len(group)]
        if isinstance(missing, Dealt):
            raise NotDealt(f"what was dealt in deal {missing.deal} is missing", line=end + 1)
        raise InvalidRecord(f"a line is missing: {missing}", line=end + 1)


def _difference(entry: Entry, other: Entry) -> str:
    """How an entry differs from the one that the rules require."""
    mine, theirs = entry.line(), other.line()
    if type(entry) is not type(other):
        return f"the rules call for another line here: {other}"
    key = next(key for key in (*mine, *theirs) if mine.get(key) != theirs.get(key))
    if key in ("hands", "turned", "stock", "rolls", "dealt"):
        return f"{key!r} is not what is dealt or drawn here, or not all of it"
    return f"{key!r} is {_part(mine, theirs, key)}; the rules give {_part(theirs, mine, key)}"


def _part(said: Line, other: Line, key: str) -> object:
    """The first item in which two lines differ under a key, or the whole value if it is not a list."""
    mine, theirs = said.get(key), other.get(key)
    if not isinstance(mine, list) or not isinstance(theirs, list):
        return "missing" if mine is None else repr(mine)
    return next((repr(part) for index, part in enumerate(mine) if theirs[index : index + 1] != [part]), "no more")
