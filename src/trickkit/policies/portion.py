"""The number of cards of a hand that are dealt at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import frozen

__all__ = ["EvenHalf", "Portion", "Rest"]


class Portion(ABC):
    """Says how many cards each hand is dealt now.

    >>> from attrs import frozen
    >>> @frozen
    ... class UpToThree(Portion):
    ...     def cards(self, size, dealt):
    ...         return min(3, size - dealt)
    >>> UpToThree().cards(size=8, dealt=0), UpToThree().cards(size=8, dealt=6)
    (3, 2)
    """

    __slots__ = ()

    @abstractmethod
    def cards(self, size: int, dealt: int) -> int:
        """The number of cards, 0..size-dealt.

        Args:
            size: the size of a whole hand, in cards.
            dealt: how many cards each hand already has, 0..size.
        """


@frozen
class Rest(Portion):
    """Everything that a hand still lacks; the whole hand if nothing was dealt before.

    >>> Rest().cards(size=8, dealt=0), Rest().cards(size=8, dealt=4)
    (8, 4)
    """

    def cards(self, size: int, dealt: int) -> int:
        return size - dealt


@frozen
class EvenHalf(Portion):
    """Half of a hand of even size; nothing of a hand of odd size.

    >>> EvenHalf().cards(size=8, dealt=0), EvenHalf().cards(size=5, dealt=0)
    (4, 0)
    """

    def cards(self, size: int, dealt: int) -> int:
        """Half the hand size; 0 if it is odd."""
        return 0 if size % 2 else size // 2
