"""Which seats are partners."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import frozen

from trickkit.errors import InvalidRules

__all__ = ["Alone", "Opposite", "Partners"]


class Partners(ABC):
    """Says which seats play together, as sides that win and lose together.

    >>> from attrs import frozen
    >>> @frozen
    ... class Neighbours(Partners):
    ...     def sides(self, players):
    ...         return tuple((seat, seat + 1) for seat in range(0, players, 2))
    >>> Neighbours().sides(4), Neighbours().side(3, players=4), Neighbours().partners(3, players=4)
    (((0, 1), (2, 3)), (2, 3), (2,))
    """

    __slots__ = ()

    @abstractmethod
    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The sides, each as its seats in ascending order, sorted by their first seats; every seat is in one.

        Args:
            players: the number of seats.

        Raises:
            InvalidRules: this number of seats cannot be divided into such sides.
        """

    def side(self, seat: int, players: int) -> tuple[int, ...]:
        """The seats on the side of a seat, itself included.

        Args:
            seat: 0..players-1.
            players: the number of seats.
        """
        return next(side for side in self.sides(players) if seat in side)

    def partners(self, seat: int, players: int) -> tuple[int, ...]:
        """The partners of a seat, in ascending order; () if it plays alone.

        Args:
            seat: 0..players-1.
            players: the number of seats.
        """
        return tuple(other for other in self.side(seat, players) if other != seat)


@frozen
class Alone(Partners):
    """Every seat plays for itself.

    >>> Alone().sides(3), Alone().partners(1, players=3)
    (((0,), (1,), (2,)), ())
    """

    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        return tuple((seat,) for seat in range(players))


@frozen
class Opposite(Partners):
    """Players who sit opposite each other are partners.

    Raises:
        InvalidRules: `sides` raises it if the number of seats is odd, so that no seat sits opposite another.

    >>> Opposite().sides(4), Opposite().partners(1, players=4)
    (((0, 2), (1, 3)), (3,))
    """

    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        half, odd = divmod(players, 2)
        if odd:
            raise InvalidRules(f"{players} seats cannot play as partners opposite each other; an even number can")
        return tuple((seat, seat + half) for seat in range(half))
