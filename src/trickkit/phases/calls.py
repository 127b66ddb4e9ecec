"""Calls between the deal and the bids: doubling the deal, or buying another trump."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache, partial
from typing import ClassVar

from attrs import field, frozen

from trickkit.model.actions import Action, Call, Change, Pass
from trickkit.model.cards import Deck, Suit
from trickkit.model.checks import counted, is_a, whole
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Figure, Record
from trickkit.model.questions import Question, Sight
from trickkit.phases.base import Phase
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.order import Clockwise, Order

__all__ = ["Answered", "BuyTrump", "CallDouble", "Doubles", "TrumpBought"]

DOUBLE, PASS = Call("double"), Pass()


@frozen
class Answered(Event):
    """A seat answered a question.

    Args:
        seat: who answered.
        action: the answer.

    >>> str(Answered(1, Call("double")))
    'Seat 1: double.'
    """

    seat: int
    action: Action

    def __str__(self) -> str:
        return f"Seat {self.seat}: {self.action}."


def _answered(answers: Answers) -> tuple[Event, ...]:
    return tuple([Answered(seat, action) for seat, action in answers])


@frozen
class Doubles(Record):
    """The record of the seats that doubled the deal.

    Args:
        seats: the seats that called "double", in order.

    >>> str(Doubles((1, 2))), str(Doubles(()))
    ('doubled by 1, 2', 'not doubled')
    """

    seats: tuple[int, ...]

    def figures(self) -> tuple[Figure, ...]:
        return (("doubles", (), len(self.seats)),)

    def __str__(self) -> str:
        return f"doubled by {', '.join(str(seat) for seat in self.seats)}" if self.seats else "not doubled"


@frozen(kw_only=True)
class CallDouble(Phase):
    """Each seat may double the deal, up to a number of doubles; only in deals with hands of even size.

    Args:
        order: who is asked when.
        most: how many doubles count, 1 or more; after that nobody is asked.
        again: whether a seat that doubled is asked again.

    >>> from trickkit.model.cards import piquet
    >>> run = CallDouble().begin(Deal.fresh(piquet(), players=3, size=4))
    >>> run.start().actors
    (1,)
    >>> CallDouble().begin(Deal.fresh(piquet(), players=3, size=5))[CallDouble]
    Doubles(seats=())
    """

    record: ClassVar[type[Record]] = Doubles
    binding: ClassVar[bool] = True
    asks: ClassVar[Question | None] = Question("Do you double the deal?", "double")

    order: Order = field(default=Clockwise(1), validator=is_a(Order))
    most: int = field(default=2, validator=counted(1))
    again: bool = field(default=False, validator=is_a(bool))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return DOUBLE, PASS

    def begin(self, deal: Deal) -> Deal | DoubleRun:
        """The run of the calls in a deal; the deal unchanged if the hands are of odd size."""
        return deal.with_record(Doubles(())) if deal.size % 2 else DoubleRun(deal, self)


@frozen(slots=False)
class DoubleRun(PollRun):
    """The run of `CallDouble` in one deal."""

    phase: CallDouble

    def asked(self, answers: Answers) -> tuple[int, ...]:
        if len([seat for seat, action in answers if action is DOUBLE]) == self.phase.most:
            return ()
        done = [seat for seat, action in answers if not (self.phase.again and action is DOUBLE)]
        return self.next(self.phase.order, done)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return DOUBLE, PASS

    def summary(self, at: Poll) -> Hashable:
        doubled = [seat for seat, action in at.answers if action is DOUBLE]
        done = [seat for seat, action in at.answers if not (self.phase.again and action is DOUBLE)]
        return at.actors, frozenset(done) if at.actors else None, (*doubled,)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        return f"the deal may be doubled now; {action} is neither double nor pass"

    def record(self, at: Poll) -> Deal:
        doubled = tuple([seat for seat, action in at.answers if action is DOUBLE])
        return self.deal.with_record(Doubles(doubled), partial(_answered, at.answers))


@frozen
class TrumpBought(Record):
    """The record of the seat that bought another trump.

    Args:
        seat: the buyer, or None.
        suit: what it bought, or None.

    >>> str(TrumpBought(None, None))
    'no trump was bought'
    """

    seat: int | None
    suit: Suit | None

    def figures(self) -> tuple[Figure, ...]:
        return (("buyer", (), self.seat),)

    def __str__(self) -> str:
        return "no trump was bought" if self.seat is None else f"seat {self.seat} bought {self.suit}"


@frozen(kw_only=True)
class BuyTrump(Phase):
    """Each seat may buy another trump suit, until one does; once in a deal, even if the phase recurs.

    Args:
        price: what it costs, 0 or more; it matters here only with `needs_points`.
        order: who is asked when.
        same: whether the current trump suit may be bought.
        needs_points: whether a buyer must have enough points from earlier deals to pay the price.
        not_in: the hand sizes of the deals in which nothing is sold.

    >>> from trickkit.model.cards import piquet
    >>> deck = piquet()
    >>> run = BuyTrump(price=30).begin(Deal.fresh(deck, players=3, size=4))
    >>> [str(action) for action in run.legal(run.start(), 1)]
    ['change C', 'change D', 'change H', 'change S', 'pass']
    """

    record: ClassVar[type[Record]] = TrumpBought
    binding: ClassVar[bool] = True

    price: int = field(validator=whole(0))
    order: Order = field(default=Clockwise(1), validator=is_a(Order))
    same: bool = field(default=False, validator=is_a(bool))
    needs_points: bool = field(default=False, validator=is_a(bool))
    not_in: tuple[int, ...] = ()

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return _suits_or_pass(deck, None)

    def question(self, view: Sight) -> Question:
        return Question(f"Do you buy another trump for {self.price}?", "buy_trump", (("price", self.price),))

    def begin(self, deal: Deal) -> Deal | BuyRun:
        """The run of the sale in a deal; the deal unchanged if nothing is sold, or a trump has already been bought."""
        before = deal.get(BuyTrump)
        if deal.size in self.not_in or (before is not None and before.seat is not None):
            return deal.with_record(before or TrumpBought(None, None))
        return BuyRun(deal, self)


@lru_cache(maxsize=256)
def _suits_or_pass(deck: Deck, trump: Suit | None) -> tuple[Action, ...]:
    """Every suit that is not trump, and pass; cached."""
    return (*(Change(suit.letter) for suit in deck.suits if suit != trump), PASS)


@frozen(slots=False)
class BuyRun(PollRun):
    """The run of `BuyTrump` in one deal."""

    phase: BuyTrump

    def asked(self, answers: Answers) -> tuple[int, ...]:
        if answers and isinstance(answers[-1][1], Change):
            return ()
        return self.next(self.phase.order, [seat for seat, _ in answers])

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        if self.phase.needs_points and self.deal.totals[seat] < self.phase.price:
            return (PASS,)
        return _suits_or_pass(self.deal.deck, None if self.phase.same else self.deal.trump)

    def summary(self, at: Poll) -> Hashable:
        """The seats that have answered; at the end, the purchase."""
        if at.actors:
            return frozenset([seat for seat, _ in at.answers])
        return at.answers[-1] if isinstance(at.answers[-1][1], Change) else None

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        if isinstance(action, Change) and self.phase.needs_points and self.deal.totals[seat] < self.phase.price:
            return f"{action} costs {self.phase.price} points; seat {seat} has {self.deal.totals[seat]}"
        if isinstance(action, Change):
            return f"{action} is not for sale: {self.deal.trump} is trump already"
        return f"another trump may be bought now; {action} buys none"

    def record(self, at: Poll) -> Deal:
        answered = partial(_answered, at.answers)
        seat, action = at.answers[-1] if at.answers else (None, PASS)
        if not isinstance(action, Change):
            return self.deal.with_record(TrumpBought(None, None), answered)
        trump = next(suit for suit in self.deal.deck.suits if suit.letter == action.suit)
        return self.deal.with_record(TrumpBought(seat, trump), answered, trump=trump)
