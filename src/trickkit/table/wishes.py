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
"""After how many seconds a wish runs out that not all have answered: bots wait for them."""


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
        moves: how many are taken back.
        before: the game without them.

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
        side: the hands that take them, or take none.

    >>> from trickkit.table.claims import REST
    >>> Claim(1, {0, 2}, 1, REST, (1, 3)).kind
    'rest'
    """

    kind: str
    side: tuple[int, ...]


class Patience:
    """Lets a wish run out that is open for too long.

    Args:
        runs_out: is called with the serial of a wish.

    >>> Patience(print).stop()
    """

    def __init__(self, runs_out: Callable[[int], None]) -> None:
        self._runs_out = runs_out
        self._serial = 0
        self._timer: asyncio.TimerHandle | None = None

    def watch(self, wish: Wish | None) -> None:
        """Wait for the answers to a wish from now on, if it is a new one, and to no former one."""
        serial = 0 if wish is None else wish.serial
        if serial != self._serial:
            self.stop()
            self._serial = serial
            if wish is not None:
                self._timer = asyncio.get_running_loop().call_later(LASTS, self._runs_out, serial)

    def stop(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
