"""The hand size of each deal of a game, and its starter."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Literal

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.checks import MOST, counted, is_a, one_of
from trickkit.model.result import Result

__all__ = [
    "AgainWithoutScore",
    "FewestPoints",
    "HandSizes",
    "ListedSizes",
    "NextSeat",
    "Nobody",
    "SameSize",
    "Schedule",
    "Starter",
]


def _deals(number: int) -> str:
    return "1 deal" if number == 1 else f"{number} deals"


def _each_a_size(instance: Any, _field: Any, values: object) -> None:
    """A validator for one or more hand sizes."""
    if not isinstance(values, tuple) or not values:
        raise InvalidRules(
            f"{type(instance).__name__}: sizes={quoted(values)}; a tuple lists a size for every deal, as (1, 2)"
        )
    for index, size in enumerate(values):
        where = f"{type(instance).__name__}: sizes[{index}]={size!r}"
        if type(size) is not int or size < 1:
            raise InvalidRules(f"{where} is not a whole number from 1 on")
        if size > MOST:
            raise InvalidRules(f"{where} is more than {MOST:,}, the most that a game may have")


class HandSizes(ABC):
    """Says how many cards a seat is dealt.

    >>> from attrs import field, frozen
    >>> @frozen
    ... class OneMore(HandSizes):
    ...     def size(self, number):
    ...         return number + 1
    >>> OneMore().size(0), OneMore().size(9)
    (1, 10)
    """

    __slots__ = ()

    @abstractmethod
    def size(self, number: int) -> int:
        """The hand size of a deal, 1 or more.

        Args:
            number: the number of the deal, from 0, and less than `most_deals()` if that is a number.
        """

    def most_deals(self) -> int | None:
        """The number of deals that have a size; None if there is no limit."""
        return None

    def distinct(self, deals: int | None) -> tuple[int, ...]:
        """The hand sizes that occur in a game, each once, in order of appearance.

        By default, the sizes of the first 1,000 deals are examined, or of the first one if the game has no end. A
        policy that knows its sizes overrides this method.

        Args:
            deals: the most that the game can have, 1 or more; None for no limit.

        >>> ListedSizes((1, 2, 2, 1)).distinct(3), SameSize(8).distinct(1_000_000_000)
        ((1, 2), (8,))
        """
        return tuple(dict.fromkeys(self.size(deal_number) for deal_number in range(min(deals or 1, MOST))))


@frozen
class SameSize(HandSizes):
    """Hands of the same size in every deal.

    Args:
        cards: how many, 1 or more.

    >>> SameSize(8).size(2)
    8
    """

    cards: int = field(validator=counted(1))

    def size(self, number: int) -> int:
        return self.cards

    def distinct(self, deals: int | None) -> tuple[int, ...]:
        return (self.cards,)


@frozen
class ListedSizes(HandSizes):
    """A hand size listed for every deal.

    Args:
        sizes: by the number of the deal, one or more of them, 1 to 1,000 each.
        repeat_last: whether all deals after the listed ones have the last size. If not, a game has no more deals than
            are listed, and an ending that may take longer is refused.

    Raises:
        InvalidRules: no size is listed, or one is not an integer from 1 to 1,000.

    >>> ListedSizes((1, 2, 3)).size(1)
    2
    >>> ListedSizes((1, 2, 3), repeat_last=True).size(30)
    3
    """

    sizes: tuple[int, ...] = field(validator=_each_a_size)
    repeat_last: bool = field(default=False, kw_only=True, validator=is_a(bool))

    def size(self, number: int) -> int:
        """The listed size for the deal.

        Raises:
            InvalidRules: the list is shorter, and its last size is not repeated.
        """
        if number < len(self.sizes):
            return self.sizes[number]
        if self.repeat_last:
            return self.sizes[-1]
        raise InvalidRules(f"deal {number} has no hand size: {quoted(self)} lists {_deals(len(self.sizes))}")

    def most_deals(self) -> int | None:
        """The number of listed sizes; None if the last one is repeated."""
        return None if self.repeat_last else len(self.sizes)

    def distinct(self, deals: int | None) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.sizes[:deals]))


class Starter(ABC):
    """Says which seat starts the next deal.

    If it does not matter who starts, because all seats act at once, `matters` is false, and events do not say who
    starts.

    >>> from attrs import field, frozen
    >>> from trickkit import Deal, Result
    >>> from trickkit.model.cards import french
    >>> @frozen
    ... class SameSeat(Starter):
    ...     def after(self, result):
    ...         return result.deal.starter
    >>> SameSeat().after(Result(Deal.fresh(french(), players=2, starter=1), (0, 0), (0, 0)))
    1
    """

    __slots__ = ()

    matters: ClassVar[bool] = True
    by_points: ClassVar[bool] = False
    """Whether it looks only at the last starter, and at those points (`"total"` or `"round"`) that a field `basis`
    names; without such a field, at no points. Each class says so for itself alone."""

    @abstractmethod
    def after(self, result: Result) -> int:
        """The starter of the deal after a finished one, 0..players-1."""


@frozen
class NextSeat(Starter):
    """The next seat clockwise starts.

    It counts from `deal.starter`, also where a phase has changed it; `deal.begun_by` is the starter before that.

    >>> from trickkit import Deal, Result
    >>> from trickkit.model.cards import french
    >>> NextSeat().after(Result(Deal.fresh(french(), players=3, starter=2), (0, 0, 0), (0, 0, 0)))
    0
    """

    by_points: ClassVar[bool] = True

    def after(self, result: Result) -> int:
        return (result.deal.starter + 1) % result.deal.players


@frozen
class Nobody(NextSeat):
    """No seat starts; nobody is told who is next.

    >>> from trickkit import Deal, Result
    >>> from trickkit.model.cards import french
    >>> Nobody().after(Result(Deal.fresh(french(), players=3, starter=2), (0, 0, 0), (0, 0, 0))), Nobody().matters
    (0, False)
    """

    matters: ClassVar[bool] = False
    by_points: ClassVar[bool] = True


@frozen
class AgainWithoutScore(Starter):
    """The next seat clockwise starts the next deal; after a deal without a score the same one starts again.

    >>> from trickkit import Deal, Result
    >>> from trickkit.model.cards import french
    >>> AgainWithoutScore().after(Result(Deal.fresh(french(), players=4, starter=3), (0,) * 4, (0,) * 4))
    3
    """

    def after(self, result: Result) -> int:
        """The seat to the left of the last starter; the last starter itself after a deal without a score."""
        return NextSeat().after(result) if result.lines else result.deal.starter


@frozen(kw_only=True)
class FewestPoints(Starter):
    """The seat with the fewest points starts.

    Args:
        basis: `"total"` for the points so far, `"round"` for those of the last deal.
        tie: which of the seats with the fewest points starts. `"after_current"` takes the first clockwise after the
            last starter; `"include_current"` the last starter itself if it is one of them, otherwise the first after
            it; `"next_seat"` takes the seat after the last starter, tied or not.

    Raises:
        ValueError: the basis or the tie is none of these words.

    >>> from trickkit import Deal, Result
    >>> from trickkit.model.cards import french
    >>> last = Result(Deal.fresh(french(), players=3, starter=2), (9, 2, 8), (10, 11, 17))
    >>> FewestPoints().after(last), FewestPoints(basis="round").after(last)
    (0, 1)
    """

    by_points: ClassVar[bool] = True

    basis: Literal["total", "round"] = field(default="total", validator=one_of("total", "round"))
    tie: Literal["after_current", "include_current", "next_seat"] = field(
        default="after_current", validator=one_of("after_current", "include_current", "next_seat")
    )

    def after(self, result: Result) -> int:
        """The seat with the fewest points; `tie` decides ties."""
        points = result.totals if self.basis == "total" else result.scores
        return self.pick(points, result.deal.starter)

    def pick(self, points: tuple[int, ...], starter: int) -> int:
        """The seat with the fewest points, given who started last.

        Args:
            points: by seat, may be negative.
            starter: the seat that started last, 0..players-1.

        >>> FewestPoints().pick((12, 9, 15, 9), starter=2)
        3
        """
        players = len(points)
        tied = [seat for seat in range(players) if points[seat] == min(points)]
        if len(tied) > 1 and self.tie == "next_seat":
            return (starter + 1) % players
        nearest = 0 if self.tie == "include_current" else 1
        return min(tied, key=lambda seat: (seat - starter - nearest) % players)


@frozen(kw_only=True)
class Schedule:
    """The starter and the hand size of each deal of a game.

    Args:
        hand_sizes: how many cards each seat is dealt in each deal.
        starter: who starts the next deal; the first starter is drawn, or given as `rules.start(first=...)`.

    >>> Schedule(hand_sizes=SameSize(8)).starter
    NextSeat()
    """

    hand_sizes: HandSizes = field(validator=is_a(HandSizes))
    starter: Starter = field(default=NextSeat(), validator=is_a(Starter))
