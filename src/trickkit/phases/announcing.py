"""Announcements before the tricks: in turn, seats announce what they will do or what they hold, and may show cards."""

from __future__ import annotations

from typing import ClassVar

from attrs import field, frozen

from trickkit.model.actions import Action, Call, Pass
from trickkit.model.cards import Deck
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.model.questions import Question
from trickkit.phases.base import Phase, Void
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.naming import AllPassed
from trickkit.policies.announcing import Announcing
from trickkit.policies.participants import Everyone, Participants, taking_part

__all__ = ["Announce", "Announced", "Announcement", "CardsShown"]

PASS = Pass()


@frozen
class CardsShown(Event):
    """A seat showed cards of its hand, and took them back.

    Args:
        seat: the seat that showed them.
        cards: their texts, in the order of the deck.

    >>> str(CardsShown(1, ("AC", "AD")))
    'Seat 1 shows AC AD.'
    """

    seat: int
    cards: tuple[str, ...]

    @property
    def disclosed(self) -> tuple[str, ...]:
        return self.cards

    def __str__(self) -> str:
        return f"Seat {self.seat} shows {' '.join(self.cards)}."


@frozen
class Announcement:
    """An announcement of a seat.

    Args:
        seat: the seat that made it.
        word: what it said.
        cards: the texts of the cards that it showed; () for none.
        lacking: the cards that the announcement proves to be missing from its hand, as a mask.

    >>> str(Announcement(1, "slam"))
    'seat 1: slam'
    """

    seat: int
    word: str
    cards: tuple[str, ...] = ()
    lacking: int = 0

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.word}"


@frozen
class Announced(Record):
    """The record of all announcements of a deal.

    Args:
        made: in order.

    >>> announced = Announced((Announcement(1, "slam"),))
    >>> announced.by("slam"), announced.by("four aces"), str(announced), str(Announced(()))
    ((1,), (), 'seat 1: slam', 'none')
    """

    made: tuple[Announcement, ...]

    def by(self, word: str) -> tuple[int, ...]:
        """The seats that announced a given word, in order."""
        return tuple(announcement.seat for announcement in self.made if announcement.word == word)

    def spoken(self) -> tuple[tuple[int, str], ...]:
        return tuple((announcement.seat, announcement.word) for announcement in self.made)

    def __str__(self) -> str:
        return ", ".join(str(announcement) for announcement in self.made) or "none"


@frozen(kw_only=True)
class Announce(Phase):
    """Seats are asked in turn for announcements, and show the cards that prove them.

    Every seat is asked, whatever it holds. If the phase occurs again, the record also contains the earlier
    announcements.

    Args:
        announcing: what may be announced.
        who: the seats that are asked, in order.
        closes: whether the deal is over if seats are asked and none of them announces anything, as where nobody plays
            against the declarer; later phases are skipped.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.announcing import AnyOf
    >>> from trickkit.policies.participants import Declarer
    >>> deal = Deal.fresh(french(), players=3).changed(declarer=2)
    >>> run = Announce(announcing=AnyOf(["slam"]), who=Declarer()).begin(deal)
    >>> run.start().actors, [str(action) for action in run.legal(run.start(), 2)]
    ((2,), ['slam', 'pass'])
    >>> run.record(run.play(run.start(), 2, Call("slam")))[Announce].by("slam")
    (2,)
    """

    record: ClassVar[type[Record]] = Announced
    binding: ClassVar[bool] = True
    asks: ClassVar[Question | None] = Question("What do you announce?", "announce")

    announcing: Announcing = field(validator=is_a(Announcing))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))
    closes: bool = field(default=False, validator=is_a(bool))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (*map(Call, self.announcing.words()), PASS)

    def begin(self, deal: Deal) -> Deal | AnnounceRun:
        before: Announced = deal.get(Announce) or Announced(())
        seats = taking_part(self.who, deal, self)
        return AnnounceRun(deal, self, seats, before) if seats else deal.with_record(before)

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        announced: Announced | None = deal.get(Announce)
        lacking = (
            {
                (announcement.seat, announcement.word): announcement.lacking
                for announcement in announced.made
                if announcement.lacking
            }
            if announced
            else {}
        )
        if not lacking:
            return ()
        events = [(index, event) for index, event in enumerate(deal.events) if type(event) is Answered]
        answered = [(index, event.seat, lacking.get((event.seat, str(event.action)), 0)) for index, event in events]
        return tuple([Void(seat, index, faces) for index, seat, faces in answered if faces])


@frozen(slots=False)
class AnnounceRun(PollRun):
    """The run of `Announce` in one deal."""

    phase: Announce
    seats: tuple[int, ...]
    before: Announced

    def asked(self, answers: Answers) -> tuple[int, ...]:
        return self.seats[len(answers) : len(answers) + 1]

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return (*map(Call, self.phase.announcing.offered(self.deal, seat)), PASS)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        if str(action) in self.phase.announcing.words():
            return f"the hand of seat {seat} does not allow it to announce {action}"
        return f"announcements are made now; {action} is none"

    def record(self, at: Poll) -> Deal:
        deal, made, events, shown = self.deal, [*self.before.made], list[Event](), 0
        announcing = self.phase.announcing
        for seat, action in at.answers:
            events.append(Answered(seat, action))
            if action is PASS:
                continue
            word = str(action)
            mask = announcing.offered(deal, seat)[word]
            cards = tuple([str(card) for card in Hand(deal.deck, mask)])
            made.append(Announcement(seat, word, cards, announcing.lacking(deal, word, mask)))
            shown |= mask
            if cards:
                events.append(CardsShown(seat, cards))
        known = tuple([old | shown for old in deal.known])
        if self.phase.closes and not at.actors and len(made) == len(self.before.made):
            return deal.with_record(Announced(tuple(made)), *events, AllPassed(), closed=True)
        return deal.with_record(Announced(tuple(made)), *events, known=known)
