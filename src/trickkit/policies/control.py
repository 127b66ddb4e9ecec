"""Who chooses the card that a hand plays to a trick."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import frozen

__all__ = ["Control", "Owner", "RightNeighbour"]


class Control(ABC):
    """Says which seat chooses for a hand.

    >>> from attrs import frozen
    >>> @frozen
    ... class Opposite(Control):
    ...     def chooser(self, hand, players):
    ...         return (hand + players // 2) % players
    >>> Opposite().chooser(3, players=4)
    1
    """

    __slots__ = ()

    @abstractmethod
    def chooser(self, hand: int, players: int) -> int:
        """The seat that chooses for a hand, 0..players-1; each seat chooses for one.

        Args:
            hand: named by the seat that it was dealt to, 0..players-1.
            players: the number of seats.
        """


@frozen
class Owner(Control):
    """Each seat plays its own hand, as in most card games.

    >>> Owner().chooser(2, players=4)
    2
    """

    def chooser(self, hand: int, players: int) -> int:
        """The owner of the hand."""
        return hand


@frozen
class RightNeighbour(Control):
    """Each seat plays out of its left neighbour's hand.

    >>> RightNeighbour().chooser(0, players=4), RightNeighbour().chooser(2, players=4)
    (3, 1)
    """

    def chooser(self, hand: int, players: int) -> int:
        """The seat to the right of the owner of the hand."""
        return (hand - 1) % players
