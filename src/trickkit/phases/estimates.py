"""Estimates: every seat says at once how many tricks it will take."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from trickkit.model.actions import Action, Bid, bids_up_to
from trickkit.model.cards import Deck
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Figure, ReadFigures, Record
from trickkit.model.questions import Question, Sight, own_tricks
from trickkit.phases.base import Phase
from trickkit.phases.kinds.simultaneous import Commitments, SimultaneousRun, Turn

__all__ = ["Estimated", "Estimates", "EstimatesRevealed"]


@frozen
class EstimatesRevealed(Event):
    """The estimates were shown.

    Args:
        bids: by seat, its estimate.

    >>> str(EstimatesRevealed((2, 0)))
    'Estimates: seat 0: 2, seat 1: 0.'
    """

    bids: tuple[int, ...]

    def __str__(self) -> str:
        return f"Estimates: {', '.join(f'seat {seat}: {bid}' for seat, bid in enumerate(self.bids))}."


@frozen
class Estimated(Record):
    """The record of all estimates.

    Args:
        bids: by seat, its estimate. Simultaneous estimates stay empty until all are shown; in called estimates, None
            stands for those to come.

    >>> str(Estimated((2, 0))), str(Estimated((None, 0))), str(Estimated((None, None))), str(Estimated(()))
    ('seat 0: 2; seat 1: 0', 'seat 1: 0', 'none so far', 'not shown yet')
    """

    bids: tuple[int | None, ...]

    def exact(self, taken: tuple[int, ...]) -> tuple[tuple[bool, ...], ...]:
        """By seat, whether it took exactly as many tricks as it estimated; () if it has not estimated.

        Args:
            taken: the tricks taken, by seat.

        >>> Estimated((2, 0)).exact((2, 1))
        ((True,), (False,))
        """
        pairs = zip(self.bids, taken, strict=True)
        return tuple(() if bid is None else (bid == tricks,) for bid, tricks in pairs)

    def figures(self) -> tuple[Figure, ...]:
        return tuple(("bids", (seat, seat), bid) for seat, bid in enumerate(self.bids))

    @classmethod
    def of_figures(cls, read: ReadFigures, players: int) -> Estimated:
        return cls(read("bids", [(seat, seat) for seat in range(players)]))

    def __str__(self) -> str:
        estimates = [f"seat {seat}: {bid}" for seat, bid in enumerate(self.bids) if bid is not None]
        return "; ".join(estimates) or ("none so far" if self.bids else "not shown yet")


@frozen(kw_only=True)
class Estimates(Phase):
    """Every seat estimates its own tricks, all at once: from none to all of them, whatever their sum.

    >>> from trickkit.model.cards import piquet
    >>> run = Estimates().begin(Deal.fresh(piquet(), players=2, size=3))
    >>> run.start().actors, [str(action) for action in run.legal(run.start(), 0)]
    ((0, 1), ['0', '1', '2', '3'])
    """

    record: ClassVar[type[Record]] = Estimated

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return bids_up_to(len(deck) // players)

    def question(self, view: Sight) -> Question:
        return own_tricks(view.deal.size)

    def begin(self, deal: Deal) -> EstimatesRun:
        return EstimatesRun(deal, (tuple(deal.seats),))


@frozen(slots=False)
class EstimatesRun(SimultaneousRun):
    """The run of `Estimates` in one deal."""

    def choices(self, revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]) -> tuple[Action, ...]:
        return bids_up_to(self.deal.size)

    def refusal(self, at: Commitments, seat: int, action: Action) -> str:
        return f"tricks are estimated now, from 0 to {self.deal.size}; {action} is no such number"

    def record(self, at: Commitments) -> Deal:
        if not at.revealed:
            return self.deal.with_record(Estimated(()))
        bids = tuple([bid.number for shown in at.revealed[0] for bid in shown if isinstance(bid, Bid)])
        return self.deal.with_record(Estimated(bids), EstimatesRevealed(bids))
