"""When a game ends, and who won it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar, Literal

from attrs import field, frozen, validators

from trickkit.model.checks import each_is_a, is_a, one_of, whole
from trickkit.model.converters import one_or_more
from trickkit.model.events import Outcome
from trickkit.model.result import Result
from trickkit.policies.partners import Partners

__all__ = ["AfterDeals", "AfterScoredDeals", "AtTarget", "BestDeal", "Ending", "LastDeal", "TieBreak", "placed"]


class TieBreak(ABC):
    """Says how seats with equal totals are ranked.

    >>> from attrs import frozen
    >>> @frozen
    ... class LatestSeat(TieBreak):
    ...     def value(self, seat, results):
    ...         return seat
    >>> LatestSeat().value(2, [])
    2
    """

    __slots__ = ()

    by_points: ClassVar[bool] = False
    """Whether it looks only at points and score piles; each class says so for itself alone."""

    @abstractmethod
    def value(self, seat: int, results: Sequence[Result]) -> int:
        """The number by which tied seats are ranked: higher is better.

        Args:
            seat: 0..players-1.
            results: the deals played, one or more, in order.
        """


@frozen
class BestDeal(TieBreak):
    """Of tied seats, the one with the best single deal comes first.

    >>> from trickkit import Deal, Result
    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=2)
    >>> BestDeal().value(1, [Result(deal, (5, 1), (5, 1)), Result(deal, (-1, 3), (4, 4))])
    3
    """

    by_points: ClassVar[bool] = True

    def value(self, seat: int, results: Sequence[Result]) -> int:
        return max(result.scores[seat] for result in results)


@frozen
class LastDeal(TieBreak):
    """Of tied seats, the one with more points in the last deal comes first.

    Args:
        wins: whether the `"most"` points of that deal come first or the `"fewest"`, as in games where points are bad.

    Raises:
        InvalidRules: `wins` is neither word.

    >>> from trickkit import Deal, Result
    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=2)
    >>> results = [Result(deal, (5, 1), (5, 1)), Result(deal, (-1, 3), (4, 4))]
    >>> LastDeal().value(1, results), LastDeal(wins="fewest").value(1, results)
    (3, -3)
    """

    wins: Literal["most", "fewest"] = field(default="most", validator=one_of("most", "fewest"))

    def value(self, seat: int, results: Sequence[Result]) -> int:
        points = results[-1].scores[seat]
        return points if self.wins == "most" else -points


Wins = Literal["most", "fewest"]
"""The points that win."""


class Ending(ABC):
    """Says when a game is over and how its seats are ranked.

    >>> from attrs import frozen
    >>> from trickkit import Outcome
    >>> @frozen
    ... class AtLoss(Ending):
    ...     def outcome(self, results):
    ...         return Outcome(placed(results), "somebody lost points") if min(results[-1].scores) < 0 else None
    >>> AtLoss().most_deals() is None
    True
    """

    __slots__ = ()

    wins: Wins = "most"
    """Whether the `"most"` points win or the `"fewest"`; an ending that differs has a field or a class variable of this
    name."""

    ties: tuple[TieBreak, ...] = ()
    """How tied seats are ranked; an ending that asks tie-breaks has a field of this name."""

    by_points: ClassVar[bool] = False
    """Whether it looks only at the number of deals, the totals after the last one, and `ties`; each class says so for
    itself alone."""

    def most_deals(self) -> int | None:
        """The largest number of deals in a game; None, the default, if there is no limit."""
        return None

    @property
    def advice(self) -> str:
        """Advice about a game that goes on for ever, in words that follow others; `""` if deals are limited.

        >>> AtTarget(points=50).advice.partition(":")[0], AfterDeals(deals=5).advice
        ('; AtTarget has no limit of deals', '')
        """
        if self.most_deals() is not None:
            return ""
        ways = "bring its end nearer, let points grow more than they fall, or end the game after some deals"
        return f"; {type(self).__name__} has no limit of deals: {ways}, as AfterDeals does"

    def totals(self, low: int, high: int) -> tuple[int | None, int | None]:
        """The fewest and the most points that a seat may have when a deal begins; None if there is no limit.

        Args:
            low: the fewest points of a deal, 0 or less.
            high: the most, 0 or more.

        >>> AfterDeals(deals=5).totals(-2, 10), AtTarget(points=50).totals(0, 10), AtTarget(points=50).totals(-2, 10)
        ((-8, 40), (0, 49), (None, 49))
        """
        most = self.most_deals()
        if most is not None:
            return (most - 1) * low, (most - 1) * high
        return None if low else 0, None if high else 0

    @abstractmethod
    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        """The outcome after the deals played so far; None while the game goes on.

        Args:
            results: the deals played, one or more, in order.
        """


@frozen(kw_only=True)
class AfterDeals(Ending):
    """The game is over after a number of deals.

    Args:
        deals: how many, 1 or more.
        ties: what separates seats with equal totals, tried in order; a single tie-break may be given as it is. Seats
            that are still tied share their place.
        wins: what wins, the `"most"` points or the `"fewest"`.

    Raises:
        InvalidRules: there is no deal, a tie-break is not a TieBreak, or `wins` is neither word.

    >>> from trickkit import Deal, Result
    >>> from trickkit.model.cards import french
    >>> ending = AfterDeals(deals=1, ties=BestDeal())
    >>> ending.outcome([Result(Deal.fresh(french(), players=3), (4, 7, 4), (4, 7, 4))])
    Outcome(ranking=((1,), (0, 2)), reason='1 deal is played')
    """

    by_points: ClassVar[bool] = True

    deals: int = field(validator=whole(1))
    ties: tuple[TieBreak, ...] = field(default=(), converter=one_or_more, validator=each_is_a(TieBreak))
    wins: Wins = field(default="most", validator=one_of("most", "fewest"))

    def most_deals(self) -> int:
        return self.deals

    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        if len(results) < self.deals:
            return None
        reason = "1 deal is played" if self.deals == 1 else f"{self.deals} deals are played"
        return Outcome(placed(results, self.ties, self.wins), reason)


@frozen(kw_only=True)
class AfterScoredDeals(Ending):
    """The game is over after a number of deals with a score; a deal without one, in which all passed, does not count.

    Args:
        deals: how many, 1 or more.
        ties: what separates seats with equal totals, as in `AfterDeals`.
        wins: what wins, the `"most"` points or the `"fewest"`.

    Raises:
        InvalidRules: there is no deal, a tie-break is not a TieBreak, or `wins` is neither word.

    >>> from trickkit import Deal, Result
    >>> from trickkit.model.cards import french
    >>> AfterScoredDeals(deals=1).outcome([Result(Deal.fresh(french(), players=3), (0, 0, 0), (0, 0, 0))])
    """

    deals: int = field(validator=whole(1))
    ties: tuple[TieBreak, ...] = field(default=(), converter=one_or_more, validator=each_is_a(TieBreak))
    wins: Wins = field(default="most", validator=one_of("most", "fewest"))

    def most_deals(self) -> None:
        """None: any number of deals may end without a score."""

    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        scored = [result for result in results if result.lines]
        if len(scored) < self.deals:
            return None
        reason = "1 deal is scored" if self.deals == 1 else f"{self.deals} deals are scored"
        return Outcome(placed(results, self.ties, self.wins), reason)


@frozen(kw_only=True)
class AtTarget(Ending):
    """The game is over when a seat has enough points at the end of a deal.

    Args:
        points: how many.
        lost_at: a seat with this many points or fewer ends the game as well; None for no such limit.
        ties: what separates seats with equal totals, as in `AfterDeals`.
        wins: what wins, the `"most"` points or the `"fewest"`, as in games where points are bad.
        sides: who plays together, for a game that goes on until one side is ahead of all others; None if tied seats
            share the first place.

    Raises:
        InvalidRules: the points are not a number, a tie-break is not a TieBreak, or `wins` is neither word.

    >>> from trickkit import Deal, Result
    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=2)
    >>> ending = AtTarget(points=50)
    >>> ending.outcome([Result(deal, (30, 49), (30, 49))])
    >>> ending.outcome([Result(deal, (30, 49), (30, 49)), Result(deal, (25, 5), (55, 54))])
    Outcome(ranking=((0,), (1,)), reason='50 points are reached')
    >>> AtTarget(points=50, wins="fewest").outcome([Result(deal, (55, 54), (55, 54))]).winners
    (1,)
    """

    by_points: ClassVar[bool] = True

    points: int = field(validator=is_a(int))
    ties: tuple[TieBreak, ...] = field(default=(), converter=one_or_more, validator=each_is_a(TieBreak))
    lost_at: int | None = field(default=None, validator=validators.optional(is_a(int)))
    wins: Wins = field(default="most", validator=one_of("most", "fewest"))
    sides: Partners | None = field(default=None, validator=validators.optional(is_a(Partners)))

    def most_deals(self) -> None:
        """None: the number of deals has no limit."""

    def totals(self, low: int, high: int) -> tuple[int | None, int | None]:
        """The bounds of `Ending`, within the limits that end the game; not if tied sides play on."""
        least, most = super().totals(low, high)
        if self.sides is not None:
            return least, most
        if self.lost_at is not None and least is None:
            least = min(0, self.lost_at + 1)
        return least, max(0, self.points - 1) if most is None else most

    def outcome(self, results: Sequence[Result]) -> Outcome | None:
        reason = self._reason(results[-1].totals)
        if not reason:
            return None
        ranking = placed(results, self.ties, self.wins)
        return None if self._tied(ranking) else Outcome(ranking, reason)

    def _reason(self, totals: tuple[int, ...]) -> str:
        """Why the game is over with these totals; "" if it is not."""
        if max(totals) >= self.points:
            return f"{self.points} points are reached"
        if self.lost_at is not None and min(totals) <= self.lost_at:
            return f"somebody has fallen to {self.lost_at} points"
        return ""

    def _tied(self, ranking: tuple[tuple[int, ...], ...]) -> bool:
        """Whether the game goes on because the first place is tied."""
        if self.sides is None:
            return False
        players = sum(len(seats) for seats in ranking)
        return len({self.sides.side(seat, players) for seat in ranking[0]}) > 1


def placed(
    results: Sequence[Result], ties: Sequence[TieBreak] = (), wins: Wins = "most"
) -> tuple[tuple[int, ...], ...]:
    """The ranking of all seats by totals and tie-breaks, in groups that share a place.

    Args:
        results: the deals played, one or more, in order.
        ties: what separates seats with equal totals, one after the other.
        wins: what wins, the `"most"` points or the `"fewest"`.

    >>> from trickkit import Deal, Result
    >>> from trickkit.model.cards import french
    >>> placed([Result(Deal.fresh(french(), players=3), (4, 7, 4), (4, 7, 4))])
    ((1,), (0, 2))
    """
    last, sign = results[-1], 1 if wins == "fewest" else -1
    standing = [(sign * last.totals[seat], *[-tie.value(seat, results) for tie in ties]) for seat in last.deal.seats]
    seats = sorted(last.deal.seats, key=standing.__getitem__)
    return tuple([tuple(group) for _, group in groupby(seats, key=standing.__getitem__)])
