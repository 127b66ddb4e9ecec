"""Scorings for tricks: each one, the last ones, or their number."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.bounds import Bounds, Extent, span
from trickkit.model.checks import counted, each_is_a, is_a
from trickkit.model.converters import to_numbers
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.tricks import Tricks
from trickkit.scoring.base import ScoreBySeat, Scoring

__all__ = ["ScoreLastTricks", "ScoreTrickCounts", "ScoreTricks"]


def _line(seat: int, tricks: int, what: str, points: int) -> ScoreLine:
    reason = f"took {'a trick' if tricks == 1 else f'{tricks} tricks'}{what}"
    return ScoreLine(seat, reason, points, "took_tricks", (("tricks", tricks),))


@frozen
class ScoreTricks(Scoring):
    """Each trick scores for the hand that took it.

    Args:
        points: for each, may be negative.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.record import Trick, TrickTable
    >>> deal = Deal.fresh(french(), players=3).with_record(TrickTable((), Trick(()), (0, 4, 1)))
    >>> [str(line) for line in ScoreTricks(-2).lines(deal)]
    ['seat 1: -8 took 4 tricks', 'seat 2: -2 took a trick']
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)
    counts_only: ClassVar[bool] = True

    points: int = field(default=1, validator=is_a(int))

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        taken = deal[Tricks].taken
        return tuple([_line(seat, taken[seat], "", self.points * taken[seat]) for seat in deal.seats if taken[seat]])

    def bounds(self, extent: Extent) -> Bounds:
        return span(self.points * extent.tricks)


@frozen
class ScoreLastTricks(Scoring):
    """Each of the last tricks of a deal scores for the hand that took it; all cards are played.

    Args:
        points: for each, may be negative.
        tricks: how many are the last, 1 or more.

    Raises:
        InvalidRules: an argument is not an integer, or there is no such trick.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.record import Trick, TrickTable
    >>> tricks = tuple(Trick((), taker=hand) for hand in (0, 2, 1))
    >>> deal = Deal.fresh(french(), players=3, size=3).with_record(TrickTable(tricks, Trick(()), (1, 1, 1)))
    >>> [str(line) for line in ScoreLastTricks(10, tricks=2).lines(deal)]
    ['seat 1: +10 took a trick of the last 2', 'seat 2: +10 took a trick of the last 2']
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)

    points: int = field(validator=is_a(int))
    tricks: int = field(default=1, validator=counted(1))

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        taken = deal[Tricks].taken_since(max(0, deal.size - self.tricks))
        last = f" of the last {self.tricks}" if self.tricks > 1 else ", the last one"
        return tuple([_line(seat, taken[seat], last, self.points * taken[seat]) for seat in deal.seats if taken[seat]])

    def bounds(self, extent: Extent) -> Bounds:
        return span(self.points * min(self.tricks, extent.tricks))


@frozen
class ScoreTrickCounts(ScoreBySeat):
    """Points for the number of tricks that a hand took, as a table has them: few may be worth more than many.

    Args:
        points: for no trick, for one, and so on; may be negative. For more tricks than it has, the last one counts.

    Raises:
        InvalidRules: they are not integers, or there are none.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.record import Trick, TrickTable
    >>> deal = Deal.fresh(french(), players=3).with_record(TrickTable((), Trick(()), (0, 4, 1)))
    >>> [str(line) for line in ScoreTrickCounts([3, 0, 1]).lines(deal)]
    ['seat 0: +3 took 0 tricks', 'seat 1: +1 took 4 tricks']
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)
    counts_only: ClassVar[bool] = True

    points: tuple[int, ...] = field(converter=to_numbers, validator=each_is_a(int))

    @points.validator
    def _there_are_some(self, _attribute: object, points: tuple[int, ...]) -> None:
        if not points:
            raise InvalidRules("ScoreTrickCounts: points=(): say what no trick is worth, then one, and so on")

    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        taken, points = deal[Tricks].taken[seat], self.points[-1]
        for tricks, worth in enumerate(self.points):
            if taken == tricks:
                points = worth
        return (_line(seat, taken, "", points),) if points else ()

    def bounds(self, extent: Extent) -> Bounds:
        return min(self.points), max(self.points)
