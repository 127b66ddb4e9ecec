"""The direction in which cards are passed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType

from attrs import field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.checks import each_is_a
from trickkit.model.converters import one_or_more_texts

__all__ = ["InTurn", "Passing", "ToEachOther"]


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
            number: the number of the deal, from 0.
            players: the number of seats.
        """

    def steps(self, number: int, players: int, cards: int) -> tuple[int, ...]:
        """By card, in the order in which a seat chooses them, the number of seats to the left that it goes.

        By default, all cards go the same way, as given by `step`. A policy that sends them to several seats overrides
        this method.

        Args:
            number: the number of the deal, from 0.
            players: the number of seats.
            cards: how many each seat passes on.

        Returns:
            A number for each card, all of them 1..players-1; all 0 when none are passed.
        """
        return (self.step(number, players) % players,) * cards


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
            one may be given as it is. If nobody sits opposite, `"across"` is the left one of the two seats nearly
            opposite. Several words in one text, such as `"left left right"`, are the directions of each card in a deal,
            in the order in which a seat chooses them.

    Raises:
        InvalidRules: a direction does not exist, or there is none.

    >>> passing = InTurn(["left", "right", "across", "hold"])
    >>> [passing.step(number, players=4) for number in range(5)]
    [1, 3, 2, 0, 1]
    >>> InTurn("right").step(number=6, players=3)
    2
    >>> InTurn("left left right").steps(number=0, players=4, cards=3)
    (1, 1, 3)
    """

    directions: tuple[str, ...] = field(converter=one_or_more_texts, validator=each_is_a(str))

    @directions.validator
    def _known(self, _attribute: object, directions: tuple[str, ...]) -> None:
        if not all(direction.split() for direction in directions or [""]):
            raise InvalidRules(f"InTurn: directions are empty; they are some of {', '.join(_STEPS)}")
        for direction in directions:
            words = direction.split()
            for word in words:
                if word not in _STEPS:
                    near = nearest(word, _STEPS)
                    raise InvalidRules(
                        f"InTurn: {quoted(word)} is not a direction{near}; there are {', '.join(_STEPS)}"
                    )
            if "hold" in words[:-1] or "hold" in words[1:]:
                raise InvalidRules(f"InTurn: {quoted(direction)} keeps some cards; in a deal all are passed or none")

    def step(self, number: int, players: int) -> int:
        """The direction of the deal, or of its first card, as a number of seats to the left."""
        return _STEPS[self._words(number)[0]](players)

    def steps(self, number: int, players: int, cards: int) -> tuple[int, ...]:
        """The direction of each card, as a number of seats to the left.

        Raises:
            InvalidRules: there are directions for another number of cards.
        """
        words = self._words(number)
        if len(words) == 1:
            words = words * cards
        if len(words) != cards:
            raise InvalidRules(f"InTurn: {quoted(' '.join(words))} are {len(words)} directions for {cards} cards")
        return tuple([_STEPS[word](players) % players for word in words])

    def _words(self, number: int) -> list[str]:
        return self.directions[number % len(self.directions)].split()


@frozen
class ToEachOther(Passing):
    """A card to each other seat, from the left on; with more cards, round again.

    >>> ToEachOther().steps(number=0, players=4, cards=3)
    (1, 2, 3)
    """

    def step(self, number: int, players: int) -> int:
        """The first card goes to the left."""
        return 1

    def steps(self, number: int, players: int, cards: int) -> tuple[int, ...]:
        """The first card goes to the left, the next one a seat further, and so on."""
        return tuple([1 + card % (players - 1) for card in range(cards)])
