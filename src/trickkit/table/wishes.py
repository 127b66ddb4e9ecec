"""Requests of a seat to all others at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define

if TYPE_CHECKING:
    from trickkit.play.state import State

__all__ = ["Claim", "Patience", "Undo", "Wish"]

LASTS = 60.0
"""The number of seconds after which a wish that not all have answered runs out, since bots wait for it."""


@define
class Wish:
    """A request of a seat that is open until all others have agreed.

    Args:
        seat: the seat that asks.
        waiting: the seats that have not agreed yet.
        serial: its number, which no other wish at the table has.

    >>> Wish(1, {0, 2}, 1).seat
    1
    """

    seat: int
    waiting: set[int]
    serial: int


@define
class Undo(Wish):
    """A request to take back a decision and everything after it.

    Args:
        seat: as for `Wish`.
        waiting: likewise.
        serial: likewise.
        moves: the number of moves to take back.
        before: the game without these moves.

    >>> from trickkit import load
    >>> Undo(0, {1}, 1, moves=2, before=load("pikoko").start(seed=7)).moves
    2
    """

    moves: int
    before: State


@define
class Claim(Wish):
    """A claim to the remaining tricks of a deal.

    Args:
        seat: as for `Wish`.
        waiting: likewise.
        serial: likewise.
        kind: one of `trickkit.table.claims.KINDS`.
        side: the hands that take all remaining tricks, or none.

    >>> from trickkit.table.claims import REST
    >>> Claim(1, {0, 2}, 1, REST, (1, 3)).kind
    'rest'
    """

    kind: str
    side: tuple[int, ...]


class Patience:
    """Lets a wish that is open for too long run out.

    Args:
        runs_out: is called with the serial of a wish.

    >>> Patience(print).stop()
    """

    def __init__(self, runs_out: Callable[[int], None]) -> None:
        self._runs_out = runs_out
        self._serial = 0
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, wish: Wish | None) -> None:
        """If a wish is new, wait for its answers from now on, and no longer for those to earlier wishes."""
        serial = 0 if wish is None else wish.serial
        if serial != self._serial:
            self.stop()
            self._serial = serial
            if wish is not None:
                self._timer = asyncio.get_running_loop().call_later(LASTS, self._runs_out, serial)

    def stop(self) -> None:
        """Stop waiting."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
