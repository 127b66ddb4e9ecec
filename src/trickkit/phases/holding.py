"""Bidding in pairs: one seat names values, the other holds each or passes; the winner faces the next seat."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from attrs import field, frozen, validators

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, Bid, Call, Pass
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.naming import AllPassed
from trickkit.policies.participants import Everyone, Participants, taking_part

if TYPE_CHECKING:
    from collections.abc import Hashable

    from trickkit.model.cards import Deck

__all__ = ["BidAndHold", "BiddingWon", "HeldBids"]

YES, PASS = Call("yes"), Pass()


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
class HeldBids(Record):
    """The record of the bidding.

    Args:
        calls: in order, as pairs of a seat and its call.
        bid: the last value that was named; None if nobody has bid.

    >>> str(HeldBids(((2, Bid(18)), (1, PASS)), 18)), str(HeldBids((), None))
    ('18, pass', 'no call')
    """

    calls: Answers
    bid: int | None

    def spoken(self) -> tuple[tuple[int, str], ...]:
        """The calls."""
        return tuple((seat, str(call)) for seat, call in self.calls)

    def played_for(self) -> str:
        """The bid."""
        return "" if self.bid is None else str(self.bid)

    def __str__(self) -> str:
        return ", ".join(str(call) for _, call in self.calls) or "no call"


def _values(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(values)


@frozen(kw_only=True)
class BidAndHold(Phase):
    """Seats bid in pairs, as in Skat: one names values, each higher than the last, and the other says yes to each.

    The second seat names values to the first; the one that does not pass faces the next seat, which then names values.
    The last one left is the declarer. If nobody named anything, the first seat may still do so; if it passes, too, the
    deal is not played.

    Args:
        values: the values that may be named, in ascending order.
        who: bids, in order; the first one listens first.

    Raises:
        InvalidRules: there is no value, they do not ascend, or a policy is of the wrong type.

    >>> from trickkit.model.cards import piquet
    >>> run = BidAndHold(values=[18, 20, 22]).begin(Deal.fresh(piquet(), players=3))
    >>> at = run.start()
    >>> for seat, call in ((2, Bid(20)), (1, YES), (2, PASS)):
    ...     at = run.play(at, seat, call)
    >>> at.actors, [str(call) for call in run.legal(at, 0)]
    ((0,), ['22', 'pass'])
    >>> run.record(run.play(at, 0, PASS)).declarer
    1
    """

    record: ClassVar[type[Record]] = HeldBids

    values: tuple[int, ...] = field(converter=_values, validator=validators.deep_iterable(is_a(int)))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))

    @values.validator
    def _ascend(self, _attribute: object, values: tuple[int, ...]) -> None:
        if not values or list(values) != sorted({*values}) or values[0] < 0:
            raise InvalidRules(f"BidAndHold: values={values!r} are no numbers in ascending order")

    @cached_property
    def bids(self) -> tuple[Bid, ...]:
        """A bid of every value."""
        return tuple(Bid(value) for value in self.values)

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every value, yes, and pass."""
        return (*self.bids, YES, PASS)

    def begin(self, deal: Deal) -> BidAndHoldRun:
        """The bidding of a deal.

        Raises:
            InvalidRules: fewer than two seats take part.
        """
        seats = taking_part(self.who, deal, self)
        if len(seats) < 2:
            raise InvalidRules(f"BidAndHold: {len(seats)} seats bid; it takes two", deal=deal.number)
        return BidAndHoldRun(deal, self, seats)


class Duel(NamedTuple):
    """The state of the bidding.

    Args:
        holder: the listener; at the end, the last one left.
        place: the index, among the bidding seats, of the one that names values; past the last one once all have had
            their turn.
        bid: the last value that was named; None if none was.
        open: whether it still needs an answer.
        over: whether the bidding is over.
    """

    holder: int
    place: int
    bid: int | None
    open: bool
    over: bool


@frozen(slots=False)
class BidAndHoldRun(PollRun):
    """The bidding of one deal.

    Args:
        phase: its policies.
        seats: who bids, in order.
    """

    phase: BidAndHold
    seats: tuple[int, ...]

    def duel(self, answers: Answers) -> Duel:
        """The state of the bidding after some calls."""
        at = Duel(self.seats[0], 1, None, open=False, over=False)
        for seat, call in answers:
            at = self._called(at, seat, call)
        return at

    def _called(self, at: Duel, seat: int, call: Action) -> Duel:
        if isinstance(call, Bid):
            # The first seat, which is asked last if nobody has named anything, plays at once.
            return at._replace(bid=call.number, open=True, over=seat == at.holder)
        if call is YES:
            return at._replace(open=False)
        if at.place == len(self.seats):
            return at._replace(over=True)
        if at.open:
            at = at._replace(holder=self.seats[at.place], open=False)
        place = at.place + 1
        return at._replace(place=place, over=place == len(self.seats) and at.bid is not None)

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The seat that names a value, or the seat that answers it."""
        at = self.duel(answers)
        if at.over:
            return ()
        return (at.holder,) if at.open or at.place == len(self.seats) else (self.seats[at.place],)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The higher values, or yes; and pass."""
        at = self.duel(answers)
        if at.open:
            return YES, PASS
        bids, values = self.phase.bids, self.phase.values
        return (*(bids if at.bid is None else bids[bisect_right(values, at.bid) :]), PASS)

    def summary(self, at: Poll) -> Hashable:
        """The state of the bidding."""
        stands = self.duel(at.answers)
        return stands if at.actors else (stands.holder, stands.bid)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """Which rule of the bidding forbids a call."""
        stands = self.duel(at.answers)
        if stands.open:
            return f"seat {self.seats[stands.place]} has bid {stands.bid}: seat {seat} says yes or passes, not {action}"
        if isinstance(action, Bid) and stands.bid is not None:
            return f"{action} is not higher than {stands.bid}: each value must be higher than the last"
        return f"a value is named now; {action} is none"

    def record(self, at: Poll) -> Deal:
        """The deal with the calls so far; at the end with its declarer."""
        stands = self.duel(at.answers)
        record, events = HeldBids(at.answers, stands.bid), [Answered(*answer) for answer in at.answers]
        if at.actors:
            return self.deal.with_record(record, *events)
        ended: Event = AllPassed()
        if stands.bid is None:
            return self.deal.with_record(record, *events, ended, closed=True)
        ended = BiddingWon(stands.holder, stands.bid)
        return self.deal.with_record(record, *events, ended, declarer=stands.holder)
