"""Requests of a seat to all others at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

if TYPE_CHECKING:
    from trickkit.play.state import State

__all__ = ["Claim", "Undo", "Wish"]


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
