"""Tasks that seats take on before the tricks and then fulfil or fail: the base for phases that assign them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from attrs import frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.questions import Question
from trickkit.phases.base import Phase
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.participants import Everyone, Participants, taking_part

if TYPE_CHECKING:
    from trickkit.model.cards import Deck
    from trickkit.phases.tricks.record import TrickTable

__all__ = ["DraftTasks", "Tally", "Task", "Tasks"]


class Task(ABC):
    """A task that a seat takes on: a frozen value.

    >>> from attrs import frozen
    >>> from trickkit.phases.tricks.record import Trick, TrickTable
    >>> @frozen
    ... class TakeTheFirst(Task):
    ...     text = "take the first trick"
    ...
    ...     def fulfilled(self, seat, tricks, size):
    ...         taker = tricks.taker(0)
    ...         return None if taker is None else taker == seat
    >>> TakeTheFirst().fulfilled(1, TrickTable((Trick((), taker=1),), Trick(()), (0, 1)), 5)
    True
    """

    __slots__ = ()

    @property
    @abstractmethod
    def text(self) -> str:
        """The demand in words, as in "take the first trick"."""

    @abstractmethod
    def fulfilled(self, seat: int, tricks: TrickTable, size: int) -> bool | None:
        """Whether the task is fulfilled (True) or failed (False); None while that is undecided.

        The batch engine calls this method once, with tricks that have only these attributes of `TrickTable`: `taken`,
        `taken_since`, `taker`, `taker_of` and `points`.

        Args:
            seat: the seat that took it on.
            tricks: the tricks of the deal so far.
            size: how many tricks there are in the deal.
        """


class Tally(NamedTuple):
    """Counts of the assigned tasks that are fulfilled, failed, and undecided.

    >>> Tally(1, 0, 2).undecided
    2
    """

    fulfilled: int
    failed: int
    undecided: int


@frozen
class Tasks(Record):
    """The assigned and the open tasks of a deal.

    Args:
        taken: the tasks that seats have taken on, in order, each with its seat.
        open: those that nobody has taken on yet.

    >>> str(Tasks((), ())), Tasks((), ()).tally(None, 5)
    ('', Tally(fulfilled=0, failed=0, undecided=0))
    """

    taken: tuple[tuple[int, Task], ...]
    open: tuple[Task, ...]

    def tally(self, tricks: TrickTable, size: int) -> Tally:
        """The numbers of assigned tasks that are fulfilled, failed, and undecided.

        Args:
            tricks: the tricks of the deal so far.
            size: how many tricks there are in the deal.
        """
        outcomes = [task.fulfilled(seat, tricks, size) for seat, task in self.taken]
        return Tally(outcomes.count(True), outcomes.count(False), outcomes.count(None))

    def __str__(self) -> str:
        texts = [f"seat {seat}: {task.text}" for seat, task in self.taken]
        return "; ".join([*texts, *(f"open: {task.text}" for task in self.open)])


class DraftTasks(Phase):
    """A base for phases in which tasks are drawn, and seats take them on in turn, one at a time.

    A subclass defines the possible tasks, how many are drawn, the action that takes one on, and the events. Its field
    `who` says which seats take tasks on, by default all of them from the starter on. In a deal without a declarer it
    may name nobody; the tasks then stay open.
    """

    __slots__ = ()

    who: ClassVar[Participants] = Everyone(after=0)

    record: ClassVar[type[Record]] = Tasks
    asks: ClassVar[Question | None] = Question("Which task do you take on?", "task")

    @abstractmethod
    def tasks(self, deck: Deck, players: int) -> tuple[Task, ...]:
        """All tasks that may be drawn, without duplicates and with different texts."""

    @abstractmethod
    def drawn(self, number: int) -> int:
        """The number of tasks that are drawn.

        Args:
            number: the number of the deal in its game, from 0.
        """

    @abstractmethod
    def takes(self, task: Task) -> Action:
        """The action with which a seat takes a task on; its text is that of the task."""

    @abstractmethod
    def event_of_draw(self, tasks: tuple[Task, ...]) -> Event:
        """The event that reports which tasks were drawn."""

    @abstractmethod
    def event_of_taking(self, seat: int, task: Task) -> Event:
        """The event that reports that a seat has taken on a task."""

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return tuple([self.takes(task) for task in self.tasks(deck, players)])

    def begin(self, deal: Deal) -> DraftRun:
        """Draw the tasks, and return the run in which seats take them on.

        Raises:
            InvalidRules: nothing can be drawn, there are fewer tasks than must be drawn, or `who` names seats
                that do not exist, or nobody although there is a declarer.
        """
        name, count = type(self).__name__, self.drawn(deal.number)
        if deal.chance is None:
            raise InvalidRules(f"{name}: tasks are drawn, which a view cannot do", deal=deal.number)
        left, drawn, chance = [*self.tasks(deal.deck, deal.players)], list[Task](), deal.chance
        if count > len(left):
            raise InvalidRules(f"{name}: {count} tasks are drawn of {len(left)}", deal=deal.number)
        for _ in range(count):
            index, chance = chance.below(len(left))
            drawn.append(left.pop(index))
        seats = taking_part(self.who, deal, self)
        if drawn and not seats and deal.declarer is not None:
            raise InvalidRules(f"{name}: who={quoted(self.who)} names nobody to take tasks on", deal=deal.number)
        return DraftRun(deal.changed(self.event_of_draw(tuple(drawn)), chance=chance), self, seats, tuple(drawn))


@frozen(slots=False)
class DraftRun(PollRun):
    """The run in which seats take on the tasks of one deal."""

    phase: DraftTasks
    seats: tuple[int, ...]
    drawn: tuple[Task, ...]

    def _taken(self, answers: Answers) -> list[tuple[int, Task]]:
        by_action = {self.phase.takes(task): task for task in self.drawn}
        return [(seat, by_action[action]) for seat, action in answers]

    def asked(self, answers: Answers) -> tuple[int, ...]:
        seats = self.seats
        return (seats[len(answers) % len(seats)],) if seats and len(answers) < len(self.drawn) else ()

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        taken = [action for _, action in answers]
        return tuple([action for action in map(self.phase.takes, self.drawn) if action not in taken])

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        left = "; ".join(str(choice) for choice in self.choices(at.answers, seat))
        return f"one of these tasks is taken on now: {left}"

    def record(self, at: Poll) -> Deal:
        taken = self._taken(at.answers)
        left = [task for task in self.drawn if task not in [taken_task for _, taken_task in taken]]
        record: type[Tasks] = self.phase.record  # type: ignore[assignment]
        return self.deal.with_record(
            record(tuple(taken), tuple(left)), *[self.phase.event_of_taking(*pair) for pair in taken]
        )
