"""How the missions of Rope Team are turned up and taken on."""
# ruff: noqa: ARG002 (a policy's method has all its arguments, also where it needs none)

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from attrs import field, frozen

from trickkit import Action, Deal, Deck, Event, InvalidAction, InvalidRules, Record
from trickkit.model.checks import counted, is_a, one_of
from trickkit.phases import Phase
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.tricks.record import Trick
from trickkit_classics.missions import Mission, pile

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
class Missions(Record):
    """The missions of a deal.

    Args:
        taken: those that seats have taken on, in order, each with its seat.
        open: those that nobody has yet.

    >>> from trickkit_classics.missions import NoNines, TakeCard
    >>> str(Missions(((1, TakeCard("R5")),), (NoNines(),)))
    'seat 1: take R5; open: no nines'
    """

    taken: tuple[tuple[int, Mission], ...]
    open: tuple[Mission, ...]

    def fulfilled(self, tricks: Sequence[Trick], size: int) -> tuple[bool | None, ...]:
        """Of every mission that is taken, in order, what `Mission.fulfilled` says."""
        return tuple([mission.fulfilled(seat, tricks, size) for seat, mission in self.taken])

    def __str__(self) -> str:
        texts = [f"seat {seat}: {mission.text}" for seat, mission in self.taken]
        return "; ".join([*texts, *(f"open: {mission.text}" for mission in self.open)])


@frozen(kw_only=True)
class DraftMissions(Phase):
    """Turn up missions; the seats take them on in turn, clockwise from the starter, until none is left.

    Args:
        first: how many there are in the first deal, 1 or more.
        growing: whether every deal has one more than the deal before.
        tasks: which ones there are, as for `pile`.

    Raises:
        InvalidRules: there is no mission, or an argument is of the wrong kind.

    >>> from trickkit_classics.rope_team import deck
    >>> [str(action) for action in DraftMissions().actions(deck(), players=4)][-2:]
    ['exactly 2 tricks', 'no nines']
    """

    record: ClassVar[type[Record]] = Missions

    first: int = field(default=2, validator=counted(1))
    growing: bool = field(default=True, validator=is_a(bool))
    tasks: Literal["all", "cards"] = field(default="all", validator=one_of("all", "cards"))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every mission."""
        return tuple(Accept(mission.text) for mission in pile(deck, self.tasks))

    def begin(self, deal: Deal) -> DraftRun:
        """The drafting of a deal, with its missions turned up."""
        if deal.chance is None:
            raise InvalidRules("DraftMissions: missions are drawn, which a view cannot do", deal=deal.number)
        missions, turned, chance = [*pile(deal.deck, self.tasks)], list[Mission](), deal.chance
        for _ in range(self.first + self.growing * deal.number):
            place, chance = chance.below(len(missions))
            turned.append(missions.pop(place))
        told = MissionsTurned(tuple([mission.text for mission in turned]))
        return DraftRun(deal.changed(told, chance=chance), tuple(turned))


@frozen(slots=False)
class DraftRun(PollRun):
    """The drafting of one deal.

    Args:
        turned: the missions.
    """

    turned: tuple[Mission, ...]

    def missions(self, answers: Answers) -> Missions:
        """Who has taken on what."""
        by_text = {mission.text: mission for mission in self.turned}
        taken = tuple([(seat, by_text.pop(str(action))) for seat, action in answers])
        return Missions(taken, tuple(by_text.values()))

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The seats in turn, while missions are left."""
        deal = self.deal
        return ((deal.starter + len(answers)) % deal.players,) if len(answers) < len(self.turned) else ()

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The missions that are left."""
        return tuple([Accept(mission.text) for mission in self.missions(answers).open])

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """What there is to be taken."""
        left = "; ".join(str(choice) for choice in self.choices(at.answers, seat))
        return f"one of these missions is taken on now: {left}"

    def record(self, at: Poll) -> Deal:
        """The deal with the missions as far as they are taken on."""
        events = [MissionAccepted(seat, str(action)) for seat, action in at.answers]
        return self.deal.with_record(self.missions(at.answers), *events)
