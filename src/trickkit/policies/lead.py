"""Which hand leads a trick."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import frozen

__all__ = ["Lead", "StarterAlways", "WinningHand", "WinningSeat"]


class Lead(ABC):
    """Says which hand leads the second trick and the later ones. The first is led by the starter of the deal."""

    __slots__ = ()

    @abstractmethod
    def leader(self, taker: int, starter: int, choosers: tuple[int, ...]) -> int:
        """The hand that leads after a trick.

        Args:
            taker: the hand that took the trick.
            starter: the seat that started the deal.
            choosers: by hand, the seat that chooses for it.
        """


@frozen
class WinningHand(Lead):
    """The hand that took the trick leads the next one, whoever chooses for it.

    >>> WinningHand().leader(taker=2, starter=0, choosers=(2, 0, 1))
    2
    """

    def leader(self, taker: int, starter: int, choosers: tuple[int, ...]) -> int:
        """The hand that took the trick."""
        return taker


@frozen
class WinningSeat(Lead):
    """The seat whose hand took the trick leads the next one, out of the hand that it chooses for.

    >>> WinningSeat().leader(taker=2, starter=0, choosers=(2, 0, 1))
    0
    """

    def leader(self, taker: int, starter: int, choosers: tuple[int, ...]) -> int:
        """The hand that the seat which took the trick chooses for."""
        return choosers.index(taker)


@frozen
class StarterAlways(Lead):
    """The starter of the deal leads every trick, out of the hand that it chooses for.

    >>> StarterAlways().leader(taker=2, starter=0, choosers=(2, 0, 1))
    1
    """

    def leader(self, taker: int, starter: int, choosers: tuple[int, ...]) -> int:
        """The hand that the starter chooses for."""
        return choosers.index(starter)
