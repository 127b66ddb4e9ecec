"""The order of speaking in an auction, and when it ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from itertools import takewhile
from typing import ClassVar, NamedTuple

from attrs import frozen

from trickkit.model.actions import Action, Call, Pass

__all__ = ["OneRound", "Speaking", "Talk", "TwoByTwo", "UntilAllPass", "UntilFirstBid", "UntilOneIsLeft"]

PASS, YES = Pass(), Call("yes")


class Talk(NamedTuple):
    """All answers in an auction so far.

    Args:
        seats: the seats that bid, in order.
        answers: in order, as pairs of a seat and its action.
        bids: in order, the indices of the answers that are bids; the others are passes, doubles, or yes.

    >>> talk = Talk((1, 2, 0), ((1, Call("solo")), (2, PASS)), (0,))
    >>> talk.bidder, talk.passes, talk.passed, talk.after(2)
    (1, 1, (2,), 0)
    """

    seats: tuple[int, ...]
    answers: tuple[tuple[int, Action], ...]
    bids: tuple[int, ...]

    @property
    def bidder(self) -> int | None:
        """The seat that bid last; None if nobody has bid."""
        return self.answers[self.bids[-1]][0] if self.bids else None

    @property
    def passes(self) -> int:
        """The number of passes since the last other answer."""
        return sum(1 for _ in takewhile(lambda answer: answer[1] is PASS, reversed(self.answers)))

    @property
    def passed(self) -> tuple[int, ...]:
        """The seats that have passed, in order."""
        return tuple([seat for seat, action in self.answers if action is PASS])

    def after(self, seat: int) -> int:
        """The next seat in the order of turns.

        Args:
            seat: one of `seats`.
        """
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]


class Speaking(ABC):
    """Says which seat of an auction speaks next, and who has won it.

    An auction in which each seat speaks twice:

    >>> @frozen
    ... class TwoRounds(Speaking):
    ...     def next(self, talk):
    ...         return (talk.seats * 2)[len(talk.answers)] if len(talk.answers) < 2 * len(talk.seats) else None
    >>> TwoRounds().next(Talk((1, 0), ((1, PASS), (0, PASS)), ()))
    1
    """

    __slots__ = ()

    says_yes: ClassVar[bool] = False
    """Whether bids may be answered with yes."""

    @abstractmethod
    def next(self, talk: Talk) -> int | None:
        """The seat that speaks next; None if the bidding is over.

        Args:
            talk: the answers so far.
        """

    def winner(self, talk: Talk) -> int | None:
        """The seat that is winning the auction: by default the last bidder; None if nobody has bid.

        Args:
            talk: the answers so far.
        """
        return talk.bidder

    def remains(self, talk: Talk) -> Hashable:
        """The part of a finished auction that later phases and scorings read, besides the contract; by default nothing.

        The batch engine distinguishes deals by it, so return as little as possible.

        Args:
            talk: all answers.
        """
        return ()

    def answers(self, talk: Talk) -> bool:
        """Whether the next seat must answer a bid with yes or pass.

        Args:
            talk: the answers so far.
        """
        return False

    def summary(self, talk: Talk) -> Hashable:
        """The answers that still matter for who may speak, besides the next seat and the last bid.

        The batch engine merges positions of an auction with equal summaries. The seat that spoke first need not be
        included unless it still matters.

        Args:
            talk: the answers so far.
        """
        return talk.seats, talk.answers


@frozen
class UntilOneIsLeft(Speaking):
    """Seats speak in turn, and one that passes is out for good. The bidding is over if one is left and has bid.

    >>> UntilOneIsLeft().next(Talk((1, 2, 0), ((1, Call("solo")), (2, PASS)), (0,)))
    0
    >>> UntilOneIsLeft().next(Talk((1, 2, 0), ((1, Call("solo")), (2, PASS), (0, PASS)), (0,)))
    """

    def next(self, talk: Talk) -> int | None:
        if not talk.answers:
            return talk.seats[0]
        passed = talk.passed
        if len(passed) == len(talk.seats) or (talk.bids and len(passed) == len(talk.seats) - 1):
            return None
        seat = talk.after(talk.answers[-1][0])
        while seat in passed:
            seat = talk.after(seat)
        return seat

    def summary(self, talk: Talk) -> Hashable:
        return tuple(sorted(talk.passed))


@frozen
class UntilAllPass(Speaking):
    """Seats speak in turn, also after they have passed, until all others have passed in a row.

    >>> UntilAllPass().next(Talk((0, 1), ((0, PASS), (1, Call("solo"))), (1,)))
    0
    >>> UntilAllPass().next(Talk((0, 1), ((0, Call("solo")), (1, PASS)), (0,)))
    """

    def next(self, talk: Talk) -> int | None:
        """The next seat in turn; None once all others have passed in a row."""
        if not talk.answers:
            return talk.seats[0]
        others = len(talk.seats) - bool(talk.bids)
        return None if talk.passes >= others else talk.after(talk.answers[-1][0])

    def summary(self, talk: Talk) -> Hashable:
        """The number of passes in a row, and the seat that spoke before them."""
        passes = talk.passes
        return passes, talk.answers[-1 - passes][0] if passes < len(talk.answers) else None


@frozen
class OneRound(Speaking):
    """Each seat speaks once.

    >>> OneRound().next(Talk((1, 2, 0), ((1, Call("solo")), (2, PASS)), (0,)))
    0
    """

    def next(self, talk: Talk) -> int | None:
        """The next seat in turn; None once all have spoken."""
        return talk.seats[len(talk.answers)] if len(talk.answers) < len(talk.seats) else None

    def summary(self, talk: Talk) -> Hashable:
        return len(talk.answers)


@frozen
class UntilFirstBid(OneRound):
    """Each seat speaks once, until one has bid.

    >>> UntilFirstBid().next(Talk((1, 2, 0), ((1, PASS),), ()))
    2
    >>> UntilFirstBid().next(Talk((1, 2, 0), ((1, PASS), (2, Call("pick"))), (1,)))
    """

    def next(self, talk: Talk) -> int | None:
        """The next seat in turn; None after a bid, or once all have spoken."""
        return None if talk.bids else super().next(talk)


class Duel(NamedTuple):
    """The state of bidding two by two.

    Args:
        holder: the seat that answers; at the end, the seat that is left.
        challenger: the index among the seats of the one that bids; the number of seats if all have had their turn.
        unanswered: whether its last bid has not been answered.
        over: whether the bidding is over.
    """

    holder: int
    challenger: int
    unanswered: bool
    over: bool


@frozen
class TwoByTwo(Speaking):
    """Seats bid two by two, as in Skat: one bids, and the other says yes to each bid or passes.

    The second seat bids to the first. The one that does not pass faces the next seat, which then bids. If nobody has
    bid, the first seat may bid at the end, and then plays at once.

    >>> from trickkit.model.actions import Bid
    >>> talk = Talk((0, 1, 2), ((1, Bid(18)),), (0,))
    >>> TwoByTwo().next(talk), TwoByTwo().answers(talk)
    (0, True)
    """

    says_yes = True

    def next(self, talk: Talk) -> int | None:
        """The seat that has to answer or, if no bid is unanswered, the one that bids; None when the bidding is over."""
        duel = _duel(talk)
        if duel.over:
            return None
        return duel.holder if duel.unanswered or duel.challenger == len(talk.seats) else talk.seats[duel.challenger]

    def winner(self, talk: Talk) -> int | None:
        return _duel(talk).holder if talk.bids else None

    def answers(self, talk: Talk) -> bool:
        """Whether the last bid is still unanswered."""
        return _duel(talk).unanswered

    def summary(self, talk: Talk) -> Hashable:
        return talk.seats, _duel(talk)


def _duel(talk: Talk) -> Duel:
    duel, anything = Duel(talk.seats[0], 1, unanswered=False, over=False), False
    for index, (seat, action) in enumerate(talk.answers):
        if index in talk.bids:
            # The first seat, which is asked last if nobody has bid, plays at once.
            duel, anything = duel._replace(unanswered=True, over=seat == duel.holder), True
        elif action is YES:
            duel = duel._replace(unanswered=False)
        elif duel.challenger == len(talk.seats):
            duel = duel._replace(over=True)
        else:
            if duel.unanswered:
                duel = duel._replace(holder=talk.seats[duel.challenger], unanswered=False)
            duel = duel._replace(challenger=duel.challenger + 1)
            duel = duel._replace(over=anything and duel.challenger == len(talk.seats))
    return duel
