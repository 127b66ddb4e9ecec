"""Estimates of points: every seat says at once how many points it will take, often in secret."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, field, frozen

from trickkit.model.actions import Action, Bid, bids_up_to
from trickkit.model.cards import UNKNOWN, Deck, Unknown
from trickkit.model.checks import counted, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Figure, ReadFigures, Record
from trickkit.model.questions import Question, Sight
from trickkit.phases.base import Phase
from trickkit.phases.kinds.simultaneous import Commitments, SimultaneousRun, Turn

__all__ = ["EstimatePoints", "PointEstimates", "PointsEstimated"]

Numbers = tuple[int | Unknown, ...]


def _seen_by(points: Numbers, seat: int | None) -> Numbers:
    return tuple([estimate if owner == seat else UNKNOWN for owner, estimate in enumerate(points)])


@frozen
class PointsEstimated(Event):
    """All seats have estimated their points.

    Args:
        points: by seat, its estimate; in a view UNKNOWN while it is a secret.
        secret: whether others see it only once the deal is scored.

    >>> event = PointsEstimated((40, 0), secret=True)
    >>> str(event.seen_by(1, scored=False)), str(event.seen_by(1, scored=True))
    ('Estimated points: seat 0: ??, seat 1: 0.', 'Estimated points: seat 0: 40, seat 1: 0.')
    """

    points: Numbers
    secret: bool

    def seen_by(self, seat: int | None, *, scored: bool) -> PointsEstimated:
        return self if scored or not self.secret else evolve(self, points=_seen_by(self.points, seat))

    def __str__(self) -> str:
        return f"Estimated points: {', '.join(f'seat {seat}: {points}' for seat, points in enumerate(self.points))}."


@frozen
class PointEstimates(Record):
    """The record of the estimates.

    Args:
        points: by seat, its estimate; () until all have made one. In a view UNKNOWN while it is a secret.
        secret: whether others see it only once the deal is scored.

    >>> estimates = PointEstimates((40, 0), secret=True)
    >>> str(estimates), str(estimates.seen_by(0, scored=False)), str(PointEstimates((), secret=False))
    ('seat 0: 40; seat 1: 0', 'seat 0: 40; seat 1: ??', 'not made yet')
    """

    points: Numbers
    secret: bool = False

    def seen_by(self, seat: int | None, *, scored: bool) -> PointEstimates:
        return self if scored or not self.secret else evolve(self, points=_seen_by(self.points, seat))

    def figures(self) -> tuple[Figure, ...]:
        known = ((seat, points) for seat, points in enumerate(self.points) if isinstance(points, int))
        return tuple(("points_estimated", (seat,), points) for seat, points in known)

    @classmethod
    def of_figures(cls, read: ReadFigures, players: int) -> PointEstimates:
        return cls(read("points_estimated", [(seat,) for seat in range(players)]))

    def __str__(self) -> str:
        return "; ".join(f"seat {seat}: {points}" for seat, points in enumerate(self.points)) or "not made yet"


@frozen(kw_only=True)
class EstimatePoints(Phase):
    """Every seat estimates how many points it will take, all at once, such as in Differenzler.

    `ScoreDifference` scores how far an estimate is off.

    Args:
        highest: the highest estimate, 1 or more; usually all points of the deck.
        secret: whether others see an estimate only once the deal is scored; if not, all see it at once.

    >>> from trickkit.model.cards import french
    >>> run = EstimatePoints(highest=157).begin(Deal.fresh(french(), players=2))
    >>> at = run.play(run.play(run.start(), 0, Bid(40)), 1, Bid(117))
    >>> str(run.record(at)[EstimatePoints]), str(run.record(at).seen_by(1)[EstimatePoints])
    ('seat 0: 40; seat 1: 117', 'seat 0: ??; seat 1: 117')
    """

    record: ClassVar[type[Record]] = PointEstimates

    highest: int = field(validator=counted(1))
    secret: bool = field(default=True, validator=is_a(bool))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return bids_up_to(self.highest)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        return not self.secret or deal.scored

    def question(self, view: Sight) -> Question:
        return Question(f"How many points will you take, 0 to {self.highest}?")

    def begin(self, deal: Deal) -> EstimatePointsRun:
        return EstimatePointsRun(deal, (tuple(deal.seats),), self)


@frozen(slots=False)
class EstimatePointsRun(SimultaneousRun):
    """The run of `EstimatePoints` in one deal.

    Args:
        phase: its arguments.
    """

    phase: EstimatePoints

    def choices(self, revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]) -> tuple[Action, ...]:
        return bids_up_to(self.phase.highest)

    def refusal(self, at: Commitments, seat: int, action: Action) -> str:
        return f"points are estimated now, from 0 to {self.phase.highest}; {action} is no such number"

    def record(self, at: Commitments) -> Deal:
        secret = self.phase.secret
        if not at.revealed:
            return self.deal.with_record(PointEstimates((), secret))
        points = tuple([bid.number for made in at.revealed[0] for bid in made if isinstance(bid, Bid)])
        return self.deal.with_record(PointEstimates(points, secret), PointsEstimated(points, secret))
