"""Going alone: the declarer may play without its partner, whose hand rests; so may an opponent."""

from __future__ import annotations

from typing import ClassVar, Literal

from attrs import field, frozen

from trickkit.model.actions import Action, Call, Pass
from trickkit.model.cards import Deck
from trickkit.model.checks import is_a, one_of
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.questions import Question
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.participants import Everyone
from trickkit.policies.partners import Opposite, Partners

__all__ = ["GoAlone", "Loners", "PlaysAlone"]

ALONE, PASS = Call("alone"), Pass()


@frozen
class PlaysAlone(Event):
    """A seat plays alone.

    Args:
        seat: the lone player.
        resting: the hands of its partners, which do not take part.

    >>> str(PlaysAlone(1, (3,)))
    'Seat 1 plays alone, without hand 3.'
    """

    seat: int
    resting: tuple[int, ...]

    def __str__(self) -> str:
        hands = " and ".join(f"hand {hand}" for hand in self.resting)
        return f"Seat {self.seat} plays alone, without {hands}."


@frozen
class Loners(Record):
    """The record of the seats that play alone.

    Args:
        seats: in the order of their announcements.

    >>> str(Loners((1, 0))), str(Loners(()))
    ('alone: 1, 0', 'nobody alone')
    """

    seats: tuple[int, ...]

    def __str__(self) -> str:
        return f"alone: {', '.join(str(seat) for seat in self.seats)}" if self.seats else "nobody alone"


@frozen(kw_only=True)
class GoAlone(Phase):
    """The declarer may play alone: the hands of its partners rest. Then one of the others may defend alone.

    The defenders are asked clockwise from the left of the starter, until one of them plays alone.

    Args:
        partners: who plays together.
        defenders: when they are asked: `"never"`, only if the declarer plays alone (`"against_alone"`), or `"always"`.

    >>> from attrs import evolve
    >>> from trickkit.model.cards import french
    >>> run = GoAlone().begin(evolve(Deal.fresh(french(), players=4), declarer=1))
    >>> run.record(run.play(run.start(), 1, ALONE)).resting
    (3,)
    """

    record: ClassVar[type[Record]] = Loners
    binding: ClassVar[bool] = True
    asks: ClassVar[Question | None] = Question("Do you play alone?", "alone")

    partners: Partners = field(default=Opposite(), validator=is_a(Partners))
    defenders: Literal["never", "against_alone", "always"] = field(
        default="never", validator=one_of("never", "against_alone", "always")
    )

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return ALONE, PASS

    def games(self, deck: Deck) -> tuple[str, ...]:
        """`"alone"`, on which parts may depend as on a contract."""
        return (str(ALONE),)

    def begin(self, deal: Deal) -> Deal | AloneRun:
        """The run that asks who plays alone; the deal unchanged but for an empty record if there is no declarer."""
        if deal.declarer is None:
            return deal.with_record(Loners(()))
        side = self.partners.side(deal.declarer, deal.players)
        others = tuple(seat for seat in Everyone(after=1).seats(deal) if seat not in side)
        return AloneRun(deal, self, deal.declarer, others)


@frozen(slots=False)
class AloneRun(PollRun):
    """The run of `GoAlone` in one deal.

    Args:
        phase: its policies.
        declarer: who is asked first.
        others: the seats of the other sides, in the order in which they are asked.
    """

    phase: GoAlone
    declarer: int
    others: tuple[int, ...]

    def asked(self, answers: Answers) -> tuple[int, ...]:
        if not answers:
            return (self.declarer,)
        may_defend = self.phase.defenders == "always" or (self.phase.defenders != "never" and answers[0][1] is ALONE)
        if not may_defend or any(action is ALONE for _, action in answers[1:]):
            return ()
        return self.others[len(answers) - 1 : len(answers)]

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return ALONE, PASS

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        return f"seat {seat} may play alone now; {action} is neither {ALONE} nor {PASS}"

    def record(self, at: Poll) -> Deal:
        deal, events, loners, resting = self.deal, list[Event](), [], {*self.deal.resting}
        for seat, action in at.answers:
            events.append(Answered(seat, action))
            if action is ALONE:
                partners = self.phase.partners.partners(seat, deal.players)
                loners.append(seat)
                resting |= {*partners}
                events.append(PlaysAlone(seat, partners))
        return deal.with_record(Loners(tuple(loners)), *events, resting=tuple(sorted(resting)))
