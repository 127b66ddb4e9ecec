"""Bidding in pairs: one seat names values, the other holds each or passes; the winner faces the next seat."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from attrs import field, frozen, validators

from trickkit.errors import InvalidRules, quoted
from trickkit.model.checks import is_a
from trickkit.model.converters import to_tuple
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.bidding import Bidding, BiddingRun, BiddingTerms, Won
from trickkit.phases.kinds.polls import Answers, SpokenCalls
from trickkit.phases.naming import AllPassed
from trickkit.policies.ladders import Numbers
from trickkit.policies.participants import Everyone, Participants, taking_part
from trickkit.policies.speaking import TwoByTwo

__all__ = ["BidAndHold", "BiddingWon", "HeldBids"]


@frozen
class BiddingWon(Event):
    """A seat has won the bidding.

    Args:
        seat: the seat that plays.
        bid: the last value that was named.

    >>> str(BiddingWon(2, 23))
    'Seat 2 plays at 23.'
    """

    seat: int
    bid: int

    def __str__(self) -> str:
        return f"Seat {self.seat} plays at {self.bid}."


@frozen
class HeldBids(SpokenCalls):
    """The record of the bidding.

    Args:
        calls: in order, as pairs of a seat and its call.
        bid: the last value that was named; None if nobody has bid.

    >>> from trickkit.model.actions import Bid, Pass
    >>> str(HeldBids(((2, Bid(18)), (1, Pass())), 18)), str(HeldBids((), None))
    ('18, pass', 'no call')
    """

    bid: int | None

    def played_for(self) -> str:
        return "" if self.bid is None else str(self.bid)


@frozen(kw_only=True)
class BidAndHold(Bidding):
    """Seats bid two by two, as in Skat: one names values, each higher than the last, and one says yes to each.

    The second seat names values to the first. The one that does not pass faces the next seat, which then names values.
    The last seat left is the declarer. If nobody has named a value, the first seat may still do so; if it passes, too,
    the deal is not played.

    Args:
        values: the values that may be named, in ascending order.
        who: the seats that bid, in order; the first one listens first.

    Raises:
        InvalidRules: there is no value, they do not ascend, or a policy is of the wrong type.

    >>> from trickkit.model.cards import piquet
    >>> from trickkit.model.actions import Bid, Call, Pass
    >>> run = BidAndHold(values=[18, 20, 22]).begin(Deal.fresh(piquet(), players=3))
    >>> at = run.start()
    >>> for seat, call in ((2, Bid(20)), (1, Call("yes")), (2, Pass())):
    ...     at = run.play(at, seat, call)
    >>> at.actors, [str(call) for call in run.legal(at, 0)]
    ((0,), ['22', 'pass'])
    >>> run.record(run.play(at, 0, Pass())).declarer
    1
    """

    record: ClassVar[type[Record]] = HeldBids

    values: tuple[int, ...] = field(converter=to_tuple, validator=validators.deep_iterable(is_a(int)))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))

    @values.validator
    def _ascend(self, _attribute: object, values: tuple[int, ...]) -> None:
        if not values or list(values) != sorted({*values}) or values[0] < 0:
            raise InvalidRules(f"BidAndHold: values={quoted(values)} are not numbers in ascending order")

    @cached_property
    def terms(self) -> BiddingTerms:
        """The policies of the auction."""
        return BiddingTerms(ladder=Numbers(self.values), who=self.who, speaking=TwoByTwo())

    def begin(self, deal: Deal) -> Deal | BiddingRun:
        """The run of the bidding in a deal.

        Raises:
            InvalidRules: fewer than two seats take part.
        """
        seats = taking_part(self.who, deal, self)
        if len(seats) < 2:
            raise InvalidRules(f"BidAndHold: {len(seats)} seats bid; it takes two", deal=deal.number)
        return super().begin(deal)

    def recorded(self, deal: Deal, answers: Answers, won: Won | None, *, over: bool) -> Deal:
        events: list[Event] = [Answered(*answer) for answer in answers]
        bid = None if won is None else self.values[won.rung.rank]
        record = HeldBids(answers, bid)
        if not over:
            return deal.with_record(record, *events)
        if won is None or bid is None:
            return deal.with_record(record, *events, AllPassed(), closed=True)
        return deal.with_record(record, *events, BiddingWon(won.seat, bid), declarer=won.seat)
