"""The missions of Rope Team: what they ask for, and how they are turned up and taken on."""
# ruff: noqa: ARG002 (a policy's method has all its arguments, also where it needs none)

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Literal

from attrs import field, frozen

from trickkit import Action, Deal, Deck, Event, InvalidAction, InvalidRules, Record
from trickkit.model.cards import Suit
from trickkit.model.checks import counted, is_a, one_of
from trickkit.phases import Phase
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.tricks.record import Trick

__all__ = [
    "HOOKS",
    "SUITS",
    "Accept",
    "DraftMissions",
    "ExactTricks",
    "Mission",
    "MissionAccepted",
    "Missions",
    "MissionsTurned",
    "NoNines",
    "NoneOfTheFirst",
    "TakeCard",
    "TakeTrick",
    "pile",
]

SUITS = (Suit("rock", "R"), Suit("snow", "S"), Suit("ice", "I"), Suit("grass", "G"))
HOOKS = Suit("hooks", "H")


@frozen
class Mission(ABC):
    """Something that the seat which took it on must do in the tricks of a deal."""

    @property
    @abstractmethod
    def text(self) -> str:
        """What it is, as players write it."""

    @abstractmethod
    def fulfilled(self, seat: int, tricks: Sequence[Trick], size: int) -> bool | None:
        """Whether it is fulfilled or has failed; None while neither is certain.

        Args:
            seat: whose mission it is.
            tricks: the complete ones, in order.
            size: how many there are in the deal.
        """


@frozen
class TakeCard(Mission):
    """Take the trick in which a card lies.

    >>> TakeCard("R5").text
    'take R5'
    """

    card: str

    @property
    def text(self) -> str:
        """The card."""
        return f"take {self.card}"

    def fulfilled(self, seat: int, tricks: Sequence[Trick], size: int) -> bool | None:
        """It depends on who takes that trick."""
        return next((trick.taker == seat for trick in tricks if any(p.card == self.card for p in trick.plays)), None)


@frozen
class TakeTrick(Mission):
    """Take the first trick, or the last one.

    >>> TakeTrick("last").text
    'take the last trick'
    """

    which: Literal["first", "last"]

    @property
    def text(self) -> str:
        """Which trick."""
        return f"take the {self.which} trick"

    def fulfilled(self, seat: int, tricks: Sequence[Trick], size: int) -> bool | None:
        """It depends on who takes that trick."""
        number = 0 if self.which == "first" else size - 1
        return tricks[number].taker == seat if number < len(tricks) else None


@frozen
class NoneOfTheFirst(Mission):
    """Take none of the first tricks.

    >>> NoneOfTheFirst(3).text
    'none of the first 3'
    """

    count: int

    @property
    def text(self) -> str:
        """How many tricks."""
        return f"none of the first {self.count}"

    def fulfilled(self, seat: int, tricks: Sequence[Trick], size: int) -> bool | None:
        """It has failed with the first of them that the seat takes."""
        if any(trick.taker == seat for trick in tricks[: self.count]):
            return False
        return True if len(tricks) >= self.count else None


@frozen
class ExactTricks(Mission):
    """Take a number of tricks, no more and no fewer; it is fulfilled with the last trick at the earliest.

    >>> ExactTricks(2).text
    'exactly 2'
    """

    count: int

    @property
    def text(self) -> str:
        """How many tricks."""
        return f"exactly {self.count}"

    def fulfilled(self, seat: int, tricks: Sequence[Trick], size: int) -> bool | None:
        """It has failed as soon as there are too many, or too few are left."""
        missing, left = self.count - sum(trick.taker == seat for trick in tricks), size - len(tricks)
        if missing < 0 or missing > left:
            return False
        return None if left else True


@frozen
class NoNines(Mission):
    """Take no trick in which a nine lies.

    >>> NoNines().text
    'no nines'
    """

    @property
    def text(self) -> str:
        """Always the same."""
        return "no nines"

    def fulfilled(self, seat: int, tricks: Sequence[Trick], size: int) -> bool | None:
        """It has failed with the first nine that the seat takes, and is fulfilled once others have all four."""
        nines = [trick.taker for trick in tricks for play in trick.plays if play.card[1:] == "9"]
        if seat in nines:
            return False
        return True if len(nines) == len(SUITS) else None


def pile(deck: Deck, tasks: str) -> tuple[Mission, ...]:
    """The missions that may be turned up.

    Args:
        deck: of the game.
        tasks: `"all"`, or `"cards"` for those alone that ask for a card; hooks are never asked for.

    >>> from trickkit_classics.rope_team import deck
    >>> [mission.text for mission in pile(deck(4), "all")[35:40]]
    ['take G9', 'take the first trick', 'take the last trick', 'none of the first 3', 'none of the first 4']
    """
    cards = tuple(TakeCard(card.text) for card in deck if card.faces[0].suit != HOOKS)
    if tasks == "cards":
        return cards
    counts = [*map(NoneOfTheFirst, (3, 4, 5)), *map(ExactTricks, (1, 2))]
    return (*cards, TakeTrick("first"), TakeTrick("last"), *counts, NoNines())


# They are turned up and taken on


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

    >>> str(MissionsTurned(("take R5", "exactly 1")))
    'Missions: take R5; exactly 1.'
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

    def rehearsed(self) -> Deal:
        """The deal after a draft in which everybody takes the first mission that is left."""
        at = self.start()
        while at.actors:
            seat = at.actors[0]
            at = self.play(at, seat, self.choices(at.answers, seat)[0]) or at
        return self.record(at)
