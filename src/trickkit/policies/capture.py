"""Who takes a finished trick."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import frozen

__all__ = ["BestCard", "Capture"]


class Capture(ABC):
    """Says which hand takes a trick."""

    __slots__ = ()

    @abstractmethod
    def taker(self, best: int, players: int) -> int:
        """The hand that takes a trick whose best card came from a hand."""


@frozen
class BestCard(Capture):
    """The hand that the best card came from takes the trick.

    >>> BestCard().taker(2, players=4)
    2
    """

    def taker(self, best: int, players: int) -> int:
        """The hand of the best card."""
        return best
