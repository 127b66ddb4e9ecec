"""How long unused tables are kept."""

from __future__ import annotations

import os
from pathlib import Path

from attrs import field, frozen
from attrs.validators import gt

from trickkit.untrusted import read_json

__all__ = ["Keep"]

DAY = 86_400.0
"""In seconds."""
LONGEST_LINE = 65_536
"""In bytes; a longer last line of a record cannot be one with which a game ends or begins."""


@frozen(kw_only=True)
class Keep:
    """How many days an unused table is kept.

    Args:
        idle: the days for a table in the middle of a game.
        over: the days for a table whose game is over.
        unstarted: the days for a table at which nobody has made a decision.
        crowded: the days for the table unused for longest, if there is no room for another one.

    >>> Keep(idle=3).over
    3
    """

    idle: float = field(default=30, validator=gt(0))
    over: float = field(validator=gt(0))
    unstarted: float = field(validator=gt(0))
    crowded: float = field(validator=gt(0))

    @over.default
    def _over(self) -> float:
        return min(7, self.idle)

    @unstarted.default
    def _unstarted(self) -> float:
        return min(2, self.idle)

    @crowded.default
    def _crowded(self) -> float:
        return min(1, self.idle)

    def has_expired(self, record: Path, now: float) -> bool:
        """Whether a table may be removed, as is one without its record.

        Args:
            record: the record of its game, whose modification time says when the table was last used.
            now: the time, in seconds since 1970.
        """
        days = idle_days(record, now)
        if days <= min(self.idle, self.over, self.unstarted):
            return False
        return days > self._days(record)

    def _days(self, record: Path) -> float:
        if not record.exists():
            return 0.0
        last = _last(record)
        if "over" in last:
            return self.over
        return self.unstarted if last.get("deal") == 0 else self.idle


def idle_days(record: Path, now: float) -> float:
    """How many days ago a table was last used; infinite if its record is gone."""
    try:
        return (now - record.stat().st_mtime) / DAY
    except FileNotFoundError:
        return float("inf")


def _last(record: Path) -> dict[str, object]:
    """The last line of a record; {} if that cannot be read."""
    with record.open("rb") as file:
        file.seek(max(0, os.fstat(file.fileno()).st_size - LONGEST_LINE))
        lines = file.read().splitlines()
    try:
        last = read_json(lines[-1]) if lines else {}
    except ValueError:
        return {}
    return last if isinstance(last, dict) else {}
