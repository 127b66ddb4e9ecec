"""When a game ends, and who won it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import groupby

from attrs import field, frozen

from trickkit.deal import Outcome, Result
from trickkit.fields import whole

__all__ = ["AfterDeals", "BestDeal", "Ending", "TieBreak"]


class TieBreak(ABC):
    """Separates seats with equal totals."""

    __slots__ = ()

    @abstractmethod
    def value(self, seat: int, results: Sequence[Result]) -> int:
        """A number by which a seat is placed among those that it is tied with: more is better."""


@frozen
class BestDeal(TieBreak):
    """Of tied seats, the one with the best single deal is placed first."""

    def value(self, seat: int, results: Sequence[Result]) -> int:
        """The most points of the seat in one deal."""
        return max(result.scores[seat] for result in results)


class Ending(ABC):
    """Says when a game is over and how its seats are placed."""

    __slots__ = ()

    @abstractmethod
    def most_deals(self) -> int | None:
        """The most deals that a game can have; None when there is no limit."""

    @abstractmethod
    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        """The outcome after the deals played so far, one or more; None while the game goes on."""


@frozen(kw_only=True)
class AfterDeals(Ending):
    """The game is over after a number of deals; the seat with the most points is placed first.

    Args:
        deals: how many, 1 or more.
        ties: what separates seats with equal totals, one after the other; seats that are still tied share their place.
    """

    deals: int = field(validator=whole(1))
    ties: tuple[TieBreak, ...] = ()

    def most_deals(self) -> int:
        """The number of deals."""
        return self.deals

    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        """The placing by totals and tie-breaks once all deals are played."""
        if len(results) < self.deals:
            return None

        def standing(seat: int) -> tuple[int, ...]:
            return (results[-1].totals[seat], *(tie.value(seat, results) for tie in self.ties))

        seats = sorted(results[-1].deal.seats, key=lambda seat: tuple(-value for value in standing(seat)))
        groups = tuple(tuple(group) for _, group in groupby(seats, key=standing))
        return Outcome(groups, "1 deal is played" if self.deals == 1 else f"{self.deals} deals are played")
