"""Who takes a finished trick."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import frozen

__all__ = ["BestCard", "Capture"]


class Capture(ABC):
    """Says which hand takes a trick.

    >>> from attrs import frozen
    >>> @frozen
    ... class LeftOfBest(Capture):
    ...     def taker(self, best, players):
    ...         return (best + 1) % players
    >>> LeftOfBest().taker(3, players=4)
    0
    """

    __slots__ = ()

    @abstractmethod
    def taker(self, best: int, players: int) -> int:
        """The hand that takes a trick, 0..players-1.

        Args:
            best: the hand that the best card came from, 0..players-1.
            players: the number of hands.
        """


@frozen
class BestCard(Capture):
    """The hand that the best card came from takes the trick.

    >>> BestCard().taker(2, players=4)
    2
    """

    def taker(self, best: int, players: int) -> int:
        """The hand of the best card."""
        return best
