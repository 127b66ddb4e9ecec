"""Estimates aloud: one seat after the other says how many tricks it will take."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property, lru_cache
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Bid, bids_up_to
from trickkit.model.cards import Deck
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.converters import one_or_more
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.questions import Question, Sight, own_tricks
from trickkit.phases.base import Phase
from trickkit.phases.estimates import Estimated
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.estimating import Limit
from trickkit.policies.order import Clockwise, Order

__all__ = ["CallEstimates", "EstimateCalled"]


@frozen
class EstimateCalled(Event):
    """A seat said how many tricks it will take.

    Args:
        seat: the seat that said it.
        bid: its estimate.

    >>> str(EstimateCalled(seat=1, bid=3))
    'Seat 1 estimates 3.'
    """

    seat: int
    bid: int

    def __str__(self) -> str:
        return f"Seat {self.seat} estimates {self.bid}."


@frozen(kw_only=True)
class CallEstimates(Phase):
    """Every seat estimates its own tricks, one after the other and aloud: from none to all of them.

    Its result is like that of `Estimates`, so `deal[Estimates]` reads it as well.

    Args:
        order: who is asked when.
        limits: what forbids estimates; a single one may be given as it is, () allows every number.

    Raises:
        InvalidRules: a policy is of the wrong type; or, in a game, the limits leave a seat no number.

    >>> from trickkit.model.cards import piquet
    >>> from trickkit.policies.estimating import Hook
    >>> run = CallEstimates(limits=Hook()).begin(Deal.fresh(piquet(), players=2, size=3))
    >>> at = run.play(run.start(), 1, Bid(1))
    >>> at.actors, [str(action) for action in run.legal(at, 0)], run.record(at)[CallEstimates]
    ((0,), ['0', '1', '3'], Estimated(bids=(None, 1)))
    """

    record: ClassVar[type[Record]] = Estimated

    order: Order = field(default=Clockwise(1), validator=is_a(Order))
    limits: tuple[Limit, ...] = field(default=(), converter=one_or_more, validator=each_is_a(Limit))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return bids_up_to(len(deck) // players)

    def question(self, view: Sight) -> Question:
        return own_tricks(view.deal.size)

    def begin(self, deal: Deal) -> CallEstimatesRun:
        return CallEstimatesRun(deal, self)

    @cached_property
    def allowed(self) -> Callable[[int, tuple[int | None, ...], int], tuple[Action, ...]]:
        """The estimates that the limits allow, by seat, estimates so far and hand size; cached."""
        return lru_cache(maxsize=1 << 14)(self._allowed)

    def _allowed(self, seat: int, bids: tuple[int | None, ...], size: int) -> tuple[Action, ...]:
        bids_in_order = enumerate(bids_up_to(size))
        return tuple([bid for tricks, bid in bids_in_order if not self.forbidden(tricks, seat, bids, size)])

    def forbidden(self, number: int, seat: int, bids: tuple[int | None, ...], size: int) -> str:
        """Why a seat may not estimate a number, or ""; the arguments are those of `Limit.forbids`."""
        for limit in self.limits:
            why = limit.forbids(number, seat, bids, size)
            if why:
                return why
        return ""


@frozen(slots=False)
class CallEstimatesRun(PollRun):
    """The run of `CallEstimates` in one deal."""

    phase: CallEstimates

    def asked(self, answers: Answers) -> tuple[int, ...]:
        return self.next(self.phase.order, (seat for seat, _ in answers))

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """Every number of tricks from 0 to the hand size that the limits allow.

        Raises:
            InvalidRules: no number is left.
        """
        allowed = self.phase.allowed(seat, self._bids(answers), self.deal.size)
        if not allowed:
            raise InvalidRules(f"CallEstimates: {quoted(self.phase.limits)} leave seat {seat} no number")
        return allowed

    def _bids(self, answers: Answers) -> tuple[int | None, ...]:
        bids: list[int | None] = [None] * self.deal.players
        for seat, bid in answers:
            if isinstance(bid, Bid):
                bids[seat] = bid.number
        return tuple(bids)

    def summary(self, at: Poll) -> Hashable:
        if not at.actors or not self.phase.limits:
            return frozenset([seat for seat, _ in at.answers])
        bids = self._bids(at.answers)
        summed = all(limit.reads == ("sum",) for limit in self.phase.limits)
        return (tuple([bid is None for bid in bids]), sum(bid or 0 for bid in bids)) if summed else bids

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        size = self.deal.size
        if isinstance(action, Bid) and action.number <= size:
            why = self.phase.forbidden(action.number, seat, self._bids(at.answers), size)
            return f"seat {seat} may not estimate {action}: {why}"
        return f"tricks are estimated now, from 0 to {size}; {action} is no such number"

    def record(self, at: Poll) -> Deal:
        events = [EstimateCalled(seat, bid.number) for seat, bid in at.answers if isinstance(bid, Bid)]
        return self.deal.with_record(Estimated(self._bids(at.answers)), *events)
