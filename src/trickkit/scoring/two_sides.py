"""The scoring for two sides: one wins what the other loses."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

from attrs import field, frozen

from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.tricks import Tricks
from trickkit.policies.sides import Sides
from trickkit.scoring.base import Scoring

__all__ = ["ScoreTwoSides"]


@frozen(kw_only=True)
class ScoreTwoSides(Scoring):
    """Every seat of the first side scores the same points, and every seat of the second loses them.

    A seat that plays alone scores the points from each of its opponents. All scores therefore add up to 0 if both sides
    have equally many seats, or if one seat plays alone.

    Args:
        sides: who plays together.

    >>> from attrs import evolve
    >>> from trickkit.model.cards import french
    >>> from trickkit.model.tricks import Trick
    >>> from trickkit.phases.tricks.record import TrickTable
    >>> from trickkit.policies.sides import DeclarerAlone
    >>> @frozen(kw_only=True)
    ... class PointPerTrick(ScoreTwoSides):
    ...     def parts(self, deal, seats):
    ...         return [("tricks", sum(deal[Tricks].taken[seat] for seat in seats))]
    >>> deal = evolve(Deal.fresh(french(), players=3), declarer=1).with_record(TrickTable((), Trick(()), (3, 7, 2)))
    >>> [line.points for line in PointPerTrick(sides=DeclarerAlone()).lines(deal)]
    [-7, 14, -7]
    """

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)

    sides: Sides = field(validator=is_a(Sides))

    @abstractmethod
    def parts(self, deal: Deal, seats: tuple[int, ...]) -> Iterable[tuple[str, int]]:
        """The points of the first side for a finished deal, with reasons; negative if it loses.

        Args:
            deal: after its tricks.
            seats: the seats of the first side, in ascending order.
        """

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """For each part, a score line for every seat; none if no tricks are played, or the sides are not settled."""
        table = deal.get(Tricks)
        settled = None if table is None else self.sides.settled(deal, table.tricks)
        if settled is None:
            return ()
        seats = settled.seats
        others = tuple([seat for seat in deal.seats if seat not in seats])
        shares = {seat: len(others) if len(seats) == 1 else 1 for seat in seats}
        shares |= {seat: -len(seats) if len(others) == 1 else -1 for seat in others}
        parts = [*self.parts(deal, seats)]
        return tuple(ScoreLine(seat, reason, points * shares[seat]) for reason, points in parts for seat in deal.seats)
