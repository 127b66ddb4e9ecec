"""The direction in which cards are passed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType

from attrs import field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.checks import each_is_a
from trickkit.model.converters import one_or_more_texts

__all__ = ["InTurn", "Passing"]


class Passing(ABC):
    """Says to whom seats pass cards in a deal: each to the seat the same number of places to its left.

    >>> from attrs import frozen
    >>> @frozen
    ... class OneFurtherEachDeal(Passing):
    ...     def step(self, number, players):
    ...         return number % players
    >>> [OneFurtherEachDeal().step(number, players=3) for number in range(4)]
    [0, 1, 2, 0]
    """

    __slots__ = ()

    @abstractmethod
    def step(self, number: int, players: int) -> int:
        """The number of seats to the left that the cards of each seat go, 0..players-1; 0 when none are passed.

        Args:
            number: of the deal, from 0.
            players: the number of seats.
        """


_STEPS: Mapping[str, Callable[[int], int]] = MappingProxyType(
    {
        "left": lambda _: 1,
        "right": lambda players: players - 1,
        "across": lambda players: players // 2,
        "hold": lambda _: 0,
    }
)


@frozen
class InTurn(Passing):
    """A direction for each deal, repeated from the beginning after the last; a single direction applies to every deal.

    Args:
        directions: one or more of `"left"`, `"right"`, `"across"`, and `"hold"` for a deal without passing; a single
            one may be given as it is. If nobody sits opposite, `"across"` is the left one of the two who nearly do.

    Raises:
        InvalidRules: a direction does not exist, or there is none.

    >>> passing = InTurn(["left", "right", "across", "hold"])
    >>> [passing.step(number, players=4) for number in range(5)]
    [1, 3, 2, 0, 1]
    >>> InTurn("right").step(number=6, players=3)
    2
    """

    directions: tuple[str, ...] = field(converter=one_or_more_texts, validator=each_is_a(str))

    @directions.validator
    def _known(self, _attribute: object, directions: tuple[str, ...]) -> None:
        if not directions:
            raise InvalidRules(f"InTurn: directions are empty; they are some of {', '.join(_STEPS)}")
        for direction in directions:
            if direction not in _STEPS:
                near = nearest(direction, _STEPS)
                raise InvalidRules(
                    f"InTurn: {quoted(direction)} is not a direction{near}; there are {', '.join(_STEPS)}"
                )

    def step(self, number: int, players: int) -> int:
        """The direction of the deal, as a number of seats to the left."""
        return _STEPS[self.directions[number % len(self.directions)]](players)
