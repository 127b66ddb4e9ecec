"""Which hands a seat sees when cards are dealt."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import frozen

__all__ = ["AllHands", "OthersHands", "OwnHand", "Visibility"]


class Visibility(ABC):
    """Says which hands a seat sees.

    >>> from attrs import frozen
    >>> @frozen
    ... class OwnAndLeft(Visibility):
    ...     def sees(self, seat, hand):
    ...         return seat is not None and hand in (seat, seat + 1)
    >>> OwnAndLeft().sees(1, 2), OwnAndLeft().sees(None, 2)
    (True, False)
    """

    __slots__ = ()

    @abstractmethod
    def sees(self, seat: int | None, hand: int) -> bool:
        """Whether a seat sees the cards dealt to a hand.

        Args:
            seat: 0..players-1; None for a spectator.
            hand: named by the seat to which it is dealt, 0..players-1.
        """


@frozen
class OwnHand(Visibility):
    """Each seat sees only its own hand, as in most card games.

    >>> OwnHand().sees(0, 0), OwnHand().sees(0, 1)
    (True, False)
    """

    def sees(self, seat: int | None, hand: int) -> bool:
        return seat == hand


@frozen
class OthersHands(Visibility):
    """Each seat sees every hand but its own; a spectator sees none.

    >>> OthersHands().sees(0, 0), OthersHands().sees(0, 1), OthersHands().sees(None, 1)
    (False, True, False)
    """

    def sees(self, seat: int | None, hand: int) -> bool:
        return seat is not None and seat != hand


@frozen
class AllHands(Visibility):
    """All cards are exposed, for spectators too.

    >>> AllHands().sees(None, 1)
    True
    """

    def sees(self, seat: int | None, hand: int) -> bool:
        """Always true."""
        return True
