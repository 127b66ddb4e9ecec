"""Which seats may speak when seats are asked one after the other."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import field, frozen

from trickkit.model.checks import whole

__all__ = ["AsCalled", "Clockwise", "Order"]


class Order(ABC):
    """Says which of the seats that have not answered may answer now.

    >>> from attrs import frozen
    >>> @frozen
    ... class StarterLast(Order):
    ...     def next(self, waiting, starter, players):
    ...         return tuple(seat for seat in waiting if seat != starter) or waiting
    >>> StarterLast().next((0, 1, 2), starter=1, players=3), StarterLast().next((1,), starter=1, players=3)
    ((0, 2), (1,))
    """

    __slots__ = ()

    @abstractmethod
    def next(self, waiting: tuple[int, ...], starter: int, players: int) -> tuple[int, ...]:
        """The seats that may answer now, one or more of the waiting ones.

        Args:
            waiting: the seats that have not answered, one or more, in ascending order.
            starter: the seat that started the deal.
            players: the number of seats.
        """


@frozen
class Clockwise(Order):
    """One seat after the other, clockwise.

    Args:
        after: how many seats to the left of the starter the first seat sits; 0 is the starter itself.

    >>> Clockwise(1).next((0, 1, 2), starter=2, players=3), Clockwise(0).next((0, 1, 2), starter=2, players=3)
    ((0,), (2,))
    """

    after: int = field(default=1, validator=whole(0))

    def next(self, waiting: tuple[int, ...], starter: int, players: int) -> tuple[int, ...]:
        first = (starter + self.after) % players
        for seat in waiting:
            if seat >= first:
                return (seat,)
        return waiting[:1]


@frozen
class AsCalled(Order):
    """Whoever speaks first: any seat may answer.

    >>> AsCalled().next((0, 2), starter=2, players=3)
    (0, 2)
    """

    def next(self, waiting: tuple[int, ...], starter: int, players: int) -> tuple[int, ...]:
        return waiting
