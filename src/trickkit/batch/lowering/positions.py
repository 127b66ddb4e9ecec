"""The positions of an explored phase, and the transitions between them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from attrs import frozen

Key = tuple[Hashable, int | None]
"""What identifies a position: the summary of the progress, and the credited seat."""
Looked = frozenset[tuple[Any, Any]]
"""What was read in a deal: questions with their answers."""


class Edge(NamedTuple):
    """A transition, the result of an action. A phase has very many of them.

    Args:
        action: its number among those of the rules.
        after: the position after it.
        first: the label that is noted, or None.
        writes: by place in the row, the value that is written.
        shown: nodes that show cards, without the nodes after them.
    """

    action: int
    after: Key
    first: Hashable
    writes: tuple[tuple[int, int], ...]
    shown: tuple[tuple[int, ...], ...] = ()


@frozen
class Slot:
    """The options of one of the seats that may act in a position.

    Args:
        actor: the seat.
        edges: by option, the transition.
        secret: the seats that have decided in secret, as bits.
        pending: the number of such decisions.
        optional: whether the memory of the game determines which of the options are legal.
    """

    actor: int
    edges: tuple[Edge, ...]
    secret: int
    pending: int
    optional: bool = False


@frozen(eq=False)
class Position:
    """A position of a phase.

    Args:
        at: the progress in one of the merged positions.
        slots: by seat that may act; () at the end.
        looked: the questions asked to find them.
    """

    at: Any
    slots: tuple[Slot, ...]
    looked: Looked


class ShowsCards(Exception):
    """A phase unexpectedly shows or moves cards."""
