"""The positions of a phase that is explored, and what leads from one to the next."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from attrs import frozen

Key = tuple[Hashable, int | None]
"""Which position it is: the summary of the progress, and the seat that is credited."""
Looked = frozenset[tuple[Any, Any]]
"""What was looked at of a deal: questions with their answers."""


@frozen
class Edge:
    """What an action leads to.

    Args:
        action: its number among those of the rules.
        after: the position after it.
        first: the name of what is noted, or None.
        writes: by place in the row, what is written there.
        shown: nodes that show cards, without the nodes after them.
    """

    action: int
    after: Key
    first: Hashable
    writes: tuple[tuple[int, int], ...]
    shown: tuple[tuple[int, ...], ...] = ()


@frozen
class Slot:
    """What one of the seats that may act may do in a position."""

    actor: int
    edges: tuple[Edge, ...]
    secret: int
    pending: int


@frozen(eq=False)
class Position:
    """A position of a phase.

    Args:
        at: a progress that has led there, one for all.
        slots: by seat that may act; () at the end.
        looked: what was looked at to find them.
    """

    at: Any
    slots: tuple[Slot, ...]
    looked: Looked


class ShowsCards(Exception):
    """A phase shows or moves cards, which was not expected of it."""
