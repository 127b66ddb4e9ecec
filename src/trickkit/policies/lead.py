"""Which hand leads a trick."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import frozen

__all__ = ["Lead", "LeftOfStarter", "OpenerAlways", "Opening", "StarterOpens", "WinningHand", "WinningSeat"]


class Opening(ABC):
    """Says which hand leads the first trick of a deal.

    >>> from attrs import frozen
    >>> @frozen
    ... class StartersHand(Opening):
    ...     def opener(self, starter, choosers):
    ...         return starter
    >>> StartersHand().opener(starter=0, choosers=(2, 0, 1))
    0
    """

    __slots__ = ()

    @abstractmethod
    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        """The hand that leads first, 0..players-1.

        Args:
            starter: the seat that started the deal.
            choosers: by hand, the seat that chooses for it.
        """


@frozen
class StarterOpens(Opening):
    """The starter of the deal leads the first trick, out of the hand that it chooses for.

    >>> StarterOpens().opener(starter=0, choosers=(2, 0, 1))
    1
    """

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        """The hand that the starter chooses for."""
        return choosers.index(starter)


@frozen
class LeftOfStarter(Opening):
    """The seat to the left of the starter leads the first trick, as where the starter is the dealer.

    >>> LeftOfStarter().opener(starter=2, choosers=(0, 1, 2))
    0
    """

    def opener(self, starter: int, choosers: tuple[int, ...]) -> int:
        """The hand that the next seat clockwise chooses for."""
        return choosers.index((starter + 1) % len(choosers))


class Lead(ABC):
    """Says which hand leads the second trick and the later ones.

    >>> from attrs import frozen
    >>> @frozen
    ... class LeftOfTaker(Lead):
    ...     def leader(self, taker, opener, choosers):
    ...         return (taker + 1) % len(choosers)
    >>> LeftOfTaker().leader(taker=2, opener=1, choosers=(0, 1, 2))
    0
    """

    __slots__ = ()

    @abstractmethod
    def leader(self, taker: int, opener: int, choosers: tuple[int, ...]) -> int:
        """The hand that leads after a trick, 0..players-1.

        Args:
            taker: the hand that took the trick.
            opener: the hand that led the first trick of the deal.
            choosers: by hand, the seat that chooses for it.
        """


@frozen
class WinningHand(Lead):
    """The hand that took the trick leads the next one, whoever chooses for it.

    >>> WinningHand().leader(taker=2, opener=1, choosers=(2, 0, 1))
    2
    """

    def leader(self, taker: int, opener: int, choosers: tuple[int, ...]) -> int:
        """The hand that took the trick."""
        return taker


@frozen
class WinningSeat(Lead):
    """The seat whose hand took the trick leads the next one, out of the hand that it chooses for.

    >>> WinningSeat().leader(taker=2, opener=1, choosers=(2, 0, 1))
    0
    """

    def leader(self, taker: int, opener: int, choosers: tuple[int, ...]) -> int:
        """The hand that the seat which took the trick chooses for."""
        return choosers.index(taker)


@frozen
class OpenerAlways(Lead):
    """The hand that led the first trick leads every trick.

    >>> OpenerAlways().leader(taker=2, opener=1, choosers=(2, 0, 1))
    1
    """

    def leader(self, taker: int, opener: int, choosers: tuple[int, ...]) -> int:
        """The hand that led first."""
        return opener
