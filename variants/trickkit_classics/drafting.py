"""The drafting of missions in Rope Team."""
# ruff: noqa: ARG002 (a policy's method has all its arguments, also where it needs none)

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import field, frozen

from trickkit import Action, Deck, Event, InvalidAction, Record
from trickkit.model.checks import counted, is_a, one_of
from trickkit.phases.kinds.tasks import DraftTasks, Task, Tasks
from trickkit_classics.missions import pile

__all__ = ["Accept", "DraftMissions", "MissionAccepted", "Missions", "MissionsTurned"]


@frozen(eq=False)
class Accept(Action):
    """Take on a mission.

    >>> str(Accept("take R5"))
    'take R5'
    """

    mission: str = field(validator=is_a(str, InvalidAction))


@frozen
class MissionsTurned(Event):
    """Missions were turned up.

    >>> str(MissionsTurned(("take R5", "exactly 1 trick")))
    'Missions: take R5; exactly 1 trick.'
    """

    missions: tuple[str, ...]

    def __str__(self) -> str:
        return f"Missions: {'; '.join(self.missions)}."


@frozen
class MissionAccepted(Event):
    """A seat took on a mission.

    >>> str(MissionAccepted(2, "take R5"))
    'Seat 2 takes on: take R5.'
    """

    seat: int
    mission: str

    def __str__(self) -> str:
        return f"Seat {self.seat} takes on: {self.mission}."


@frozen
class Missions(Tasks):
    """The missions of a deal.

    >>> from trickkit_classics.missions import NoNines, TakeCard
    >>> str(Missions(((1, TakeCard("R5")),), (NoNines(),)))
    'seat 1: take R5; open: no nines'
    """


@frozen(kw_only=True)
class DraftMissions(DraftTasks):
    """Turn up missions; the seats take them on in turn, clockwise from the starter, until none is left.

    Args:
        first: the number of missions in the first deal, 1 or more.
        growing: whether every deal has one more than the deal before.
        kinds: which kinds of missions there are, as for `pile`.

    Raises:
        InvalidRules: there is no mission, or an argument is of the wrong type.

    >>> from trickkit_classics.rope_team import deck
    >>> [str(action) for action in DraftMissions().actions(deck(), players=4)][-2:]
    ['exactly 2 tricks', 'no nines']
    """

    record: ClassVar[type[Record]] = Missions

    first: int = field(default=2, validator=counted(1))
    growing: bool = field(default=True, validator=is_a(bool))
    kinds: Literal["all", "cards"] = field(default="all", validator=one_of("all", "cards"))

    def tasks(self, deck: Deck, players: int) -> tuple[Task, ...]:
        """All missions."""
        return pile(deck, self.kinds)

    def drawn(self, number: int) -> int:
        """The number of missions to turn up."""
        return self.first + self.growing * number

    def takes(self, task: Task) -> Accept:
        """The action that accepts a mission."""
        return Accept(task.text)

    def event_of_draw(self, tasks: tuple[Task, ...]) -> MissionsTurned:
        """The event that missions were turned up."""
        return MissionsTurned(tuple([task.text for task in tasks]))

    def event_of_taking(self, seat: int, task: Task) -> MissionAccepted:
        """The event that a seat accepted a mission."""
        return MissionAccepted(seat, task.text)
