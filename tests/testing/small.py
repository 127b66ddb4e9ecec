"""Small games for the tests of the laws: few cards, few seats, and phases of one decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from attrs import field, frozen

from trickkit import Card, Deal, Deck, Event, Record, Rules, ScoreLine, Suit
from trickkit.model.actions import Action, Call
from trickkit.model.cards import french
from trickkit.model.symmetry import Symmetry
from trickkit.phases import DealOut, Phase, Tricks
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.kinds.simultaneous import Commitments, SimultaneousRun, Turn
from trickkit.policies.ending import AfterDeals, Ending
from trickkit.policies.schedule import SameSize, Schedule
from trickkit.scoring import Scoring

GREEN, ORANGE = Suit("green", "G"), Suit("orange", "O")
COPIES = Deck(
    tuple(
        Card.plain(suit, rank, f"{suit.letter}{rank}") for suit in (GREEN, ORANGE) for rank in (1, 2) for _ in range(2)
    )
)
"""Two of each of four cards."""

YES, NO = Call("yes"), Call("no")


@frozen
class PointPerTrick(Scoring):
    """A point for every trick."""

    reads: ClassVar[tuple[type[Any], ...]] = (Tricks,)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple(ScoreLine(seat, "tricks", taken) for seat, taken in enumerate(deal[Tricks].taken))


def game(
    *phases: Phase,
    players: int = 2,
    deck: Deck | None = None,
    cards: int = 2,
    deals: int = 1,
    scoring: Scoring | tuple[Scoring, ...] | None = None,
    ending: Ending | None = None,
    symmetry: Symmetry | None = None,
    sizes: Any = None,
) -> Rules:
    """Tricks with hands of two cards, or what is given instead."""
    phases = phases or (DealOut(), Tricks())
    tricks = any(isinstance(phase, Tricks) for phase in phases)
    return Rules(
        key="small",
        name="Small",
        players=players,
        deck=deck or french("QKA"),
        phases=phases,
        scoring=scoring if scoring is not None else PointPerTrick() if tricks else (),
        schedule=Schedule(hand_sizes=sizes or SameSize(cards)),
        ending=ending or AfterDeals(deals=deals),
        symmetry=symmetry or Symmetry(),
    )


@frozen
class Told(Event):
    """Something is said."""

    what: Any

    def __str__(self) -> str:
        return f"Told: {self.what}."


@frozen
class Noted(Record):
    """Something is written down for all to read."""

    what: Any


@frozen
class Do(Phase):
    """Does something with the deal; asks nobody."""

    record: ClassVar[type[Record]] = Noted

    how: Callable[[Deal], Deal] = field(repr=lambda how: how.__name__)

    def begin(self, deal: Deal) -> Deal:
        return self.how(deal)


@frozen(slots=False)
class AskedRun(PollRun):
    """Every seat once, openly, clockwise from seat 0: yes or no."""

    phase: Any = None

    def asked(self, answers: Answers) -> tuple[int, ...]:
        return (len(answers),) if len(answers) < self.deal.players else ()

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return (YES, NO)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        return f"yes or no, not {action}"

    def record(self, at: Poll) -> Deal:
        said = tuple((seat, str(action)) for seat, action in at.answers)
        return self.deal.with_record(Noted(said), *(Told(one) for one in said))


@frozen
class Ask(Phase):
    """Asks with a run of one's own."""

    record: ClassVar[type[Record]] = Noted

    run: type[Any] = AskedRun

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (YES, NO)

    def begin(self, deal: Deal) -> Any:
        return self.run(deal=deal, phase=self)


@frozen(slots=False)
class SecretRun(SimultaneousRun):
    """All seats at once, in secret: yes or no."""

    turns: tuple[tuple[int, ...], ...] = field(init=False)
    phase: Any = None

    @turns.default
    def _all(self) -> tuple[tuple[int, ...], ...]:
        return (tuple(self.deal.seats),)

    def choices(self, revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]) -> tuple[Action, ...]:
        return (YES, NO)

    def refusal(self, at: Commitments, seat: int, action: Action) -> str:
        return f"yes or no, not {action}"

    def record(self, at: Commitments) -> Deal:
        said = tuple(str(actions[0]) for turn in at.revealed for actions in turn)
        return self.deal.with_record(Noted(said), *([Told(said)] if said else []))
