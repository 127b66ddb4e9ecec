"""How many cards each deal of a game has, and who starts the next one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Literal

from attrs import field, frozen, validators

from trickkit.deal import Result
from trickkit.fields import whole

__all__ = ["FewestPoints", "HandSizes", "NextSeat", "SameSize", "Schedule", "Starter"]


class HandSizes(ABC):
    """Says how many cards a seat is dealt."""

    __slots__ = ()

    @abstractmethod
    def size(self, number: int) -> int:
        """The size of a hand in the deal with a number, from 0."""


@frozen
class SameSize(HandSizes):
    """Hands of the same size in every deal.

    Args:
        cards: how many, 1 or more.

    >>> SameSize(8).size(2)
    8
    """

    cards: int = field(validator=whole(1))

    def size(self, number: int) -> int:
        """The one size."""
        return self.cards


class Starter(ABC):
    """Says which seat starts the next deal."""

    __slots__ = ()

    @abstractmethod
    def after(self, result: Result) -> int:
        """The seat that starts after a finished deal."""


@frozen
class NextSeat(Starter):
    """The next seat clockwise starts."""

    def after(self, result: Result) -> int:
        """The seat to the left of the last starter."""
        return (result.deal.starter + 1) % result.deal.players


@frozen(kw_only=True)
class FewestPoints(Starter):
    """The seat with the fewest points starts.

    Args:
        basis: `"total"` for the points so far, `"round"` for those of the last deal.
        tie: of the seats with the fewest points, `"after_current"` takes the first clockwise after the last starter,
            `"include_current"` the last starter itself where it is one of them, else the first after it; `"next_seat"`
            takes the seat after the last starter, tied or not.
    """

    basis: Literal["total", "round"] = field(default="total", validator=validators.in_(("total", "round")))
    tie: Literal["after_current", "include_current", "next_seat"] = field(
        default="after_current", validator=validators.in_(("after_current", "include_current", "next_seat"))
    )

    def after(self, result: Result) -> int:
        """The seat with the fewest points, ties decided by `tie`."""
        points = result.totals if self.basis == "total" else result.scores
        return self.pick(points, result.deal.starter)

    def pick(self, points: tuple[int, ...], starter: int) -> int:
        """The seat with the fewest of some points when a seat started last.

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
    """What each deal of a game is like.

    Args:
        hand_sizes: how many cards a seat is dealt in each.
        starter: who starts the next; the first starter is drawn, or given as `rules.start(first=...)`.
    """

    hand_sizes: HandSizes
    starter: Starter = NextSeat()
