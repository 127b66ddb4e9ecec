"""Open decisions: seats are asked one after the other, and everybody hears every answer at once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import NamedTuple

from attrs import frozen

from trickkit.model.actions import Action
from trickkit.model.events import Record
from trickkit.phases.base import Run
from trickkit.policies.order import Order

__all__ = ["Answers", "Poll", "PollRun", "SpokenCalls"]

Answers = tuple[tuple[int, Action], ...]
"""The answers so far, in order, as pairs of a seat and its action."""


@frozen
class SpokenCalls(Record):
    """A base for the record of calls that everybody hears.

    Args:
        calls: in order, as pairs of a seat and its call.

    >>> from trickkit.model.actions import Call
    >>> str(SpokenCalls(((1, Call("two")), (0, Call("three"))))), str(SpokenCalls(()))
    ('two, three', 'no call')
    """

    calls: Answers

    def spoken(self) -> tuple[tuple[int, str], ...]:
        return tuple((seat, str(call)) for seat, call in self.calls)

    def __str__(self) -> str:
        return ", ".join(str(call) for _, call in self.calls) or "no call"


class Poll(NamedTuple):
    """The progress of a poll.

    Args:
        actors: the seats that may answer now; () when the poll is over.
        answers: the answers so far.

    >>> Poll(actors=(1,), answers=()).actors
    (1,)
    """

    actors: tuple[int, ...]
    answers: Answers


_new = tuple.__new__


@frozen(slots=False)
class PollRun(Run[Poll]):
    """The run of a phase that asks seats openly; a subclass defines who is asked next, and the possible answers.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import piquet
    >>> from trickkit.phases import CallDouble
    >>> run = CallDouble().begin(Deal.fresh(piquet(), players=3, size=4, starter=2))
    >>> run.start().actors, [str(action) for action in run.legal(run.start(), 0)]
    ((0,), ['double', 'pass'])
    """

    @abstractmethod
    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The seats that may answer after the answers so far; () when the poll is over."""

    @abstractmethod
    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The actions with which a seat may answer."""

    def next(self, order: Order, answered: Iterable[int]) -> tuple[int, ...]:
        """Of the seats that have not answered, those that may answer now; () when all have.

        Args:
            order: who is asked when.
            answered: the seats that have answered.
        """
        deal, done = self.deal, [*answered]
        players = deal.players
        waiting = tuple([seat for seat in range(players) if seat not in done])
        return order.next(waiting, deal.starter, players) if waiting else ()

    def start(self) -> Poll:
        return _new(Poll, (self.asked(()), ()))

    def legal(self, at: Poll, seat: int) -> tuple[Action, ...]:
        choices = self.choices(at.answers, seat)
        # One of these actions is most likely to be played next.
        self.__dict__["_offered"] = at.answers, seat, choices
        return choices

    def play(self, at: Poll, seat: int, action: Action) -> Poll | None:
        offered, actor, choices = self.__dict__.get("_offered", (None, None, ()))
        if offered is not at.answers or actor != seat:
            choices = self.choices(at.answers, seat)
        if action not in choices:
            return None
        return self.answered(at, seat, action)

    def answered(self, at: Poll, seat: int, action: Action) -> Poll:
        answers = (*at.answers, (seat, action))
        return _new(Poll, (self.asked(answers), answers))
