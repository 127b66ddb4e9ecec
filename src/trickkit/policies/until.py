"""How long tricks are played."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import field, frozen

from trickkit.fields import whole

__all__ = ["AfterTricks", "HandsEmpty", "Until"]


class Until(ABC):
    """Says when the tricks are over before the hands are empty.

    >>> from attrs import frozen
    >>> @frozen
    ... class SomebodyHasThree(Until):
    ...     def over(self, taken, declarer):
    ...         return max(taken) == 3
    >>> SomebodyHasThree().over((1, 3, 0), None)
    True
    """

    __slots__ = ()

    @abstractmethod
    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        """Whether the tricks are over; asked after every trick.

        Args:
            taken: by hand, the tricks that it took since this phase began.
            declarer: the declarer of the deal, or None.
        """


@frozen
class HandsEmpty(Until):
    """All cards are played.

    >>> HandsEmpty().over((1, 3, 0), None)
    False
    """

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        """Not before the hands are empty."""
        return False


@frozen
class AfterTricks(Until):
    """A number of tricks is played, as when cards are drawn after each.

    Args:
        tricks: how many, 1 or more.

    >>> AfterTricks(1).over((0, 1), None)
    True
    """

    tricks: int = field(validator=whole(1))

    def over(self, taken: tuple[int, ...], declarer: int | None) -> bool:
        """Whether so many are played."""
        return sum(taken) >= self.tricks
