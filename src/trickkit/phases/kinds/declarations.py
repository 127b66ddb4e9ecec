"""Declaring in turn: seats announce what their hands hold, and the side with the best meld shows it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from attrs import frozen

from trickkit.model.actions import Action, Call, Pass, Show
from trickkit.model.cards import Deck, Suit
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.model.questions import Question
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.kinds.showing import ShownMelds
from trickkit.policies.melds import Meld
from trickkit.policies.participants import Participants, taking_part
from trickkit.policies.partners import Partners

__all__ = ["Declarations", "Declared", "MeldShown", "Statement"]

PASS = Pass()


@frozen
class Statement:
    """A meld that a hand may have: its announcement, and the cards that prove or exclude it.

    Args:
        said: the action that announces how good it is.
        shown: the action that shows it.
        needs: the cards that the hand must hold, as a mask.
        lacks: the cards that it must not hold, such as the next card of a run.
        points: what it scores.
        strength: compared number by number, the greater is better; it follows from what is said.
        alone: whether its cards are in no other meld; if not, the hand uses the combination of melds that scores most.

    >>> from trickkit.model.actions import Call, Show
    >>> Statement(Call("pair"), Show("pair of K"), needs=0b11, lacks=0, points=20, strength=(20,)).alone
    False
    """

    said: Action
    shown: Action
    needs: int
    lacks: int
    points: int
    strength: tuple[int, ...]
    alone: bool = False


@frozen
class MeldShown(Event):
    """A seat shows a meld, which scores.

    Args:
        seat: the seat.
        meld: what it shows.

    >>> str(MeldShown(2, Meld(("6H", "7H", "8H"), 20, (20,))))
    'Seat 2 shows 6H 7H 8H (20).'
    """

    seat: int
    meld: Meld

    def __str__(self) -> str:
        return f"Seat {self.seat} shows {self.meld}."


@frozen
class Declared(ShownMelds):
    """The record of the declared and shown melds.

    Args:
        calls: the announcements and showings, in order, as pairs of a seat and its action.
        shown: by seat, the melds that it has shown, which score.

    >>> str(Declared(((1, Call("3 to 8")), (2, PASS)), ((), (), ())))
    '3 to 8, pass'
    """

    calls: Answers
    shown: tuple[tuple[Meld, ...], ...]

    def __str__(self) -> str:
        return ", ".join(str(call) for _, call in self.calls) or "no call"


class Declarations(Phase):
    """A base for phases in which seats announce their best melds in turn, and the best side may show its melds.

    An announcement says how good a meld is. Melds announced in the same words are equally good, and the one announced
    first counts as better. Then each seat of the winning side that announced a meld shows it, and as many others as it
    likes. `trickkit.phases.DeclareMelds` is such a phase.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import DeclareMelds
    >>> from trickkit.policies.melds import RunsAndSets
    >>> phase = DeclareMelds(melding=RunsAndSets(order="789TJQKA", runs={3: 20}, sets={}))
    >>> first = phase.statements(french("789TJQKA"), None)[0]
    >>> str(first.said), str(first.shown), first.needs.bit_count(), first.lacks.bit_count()
    ('3 to 9', 'show 3 to 9 of C', 3, 1)
    """

    __slots__ = ()

    record: ClassVar[type[Record]] = Declared
    asks: ClassVar[Question | None] = Question("What do you declare?", "melds")

    who: Participants
    partners: Partners

    @abstractmethod
    def melds(self, hand: Hand, trump: Suit | None) -> tuple[Meld, ...]:
        """The melds of a hand, the best first.

        Args:
            hand: a hand whose cards are all known.
            trump: the trump of the deal, or None.
        """

    @abstractmethod
    def says(self, meld: Meld, deck: Deck, trump: Suit | None) -> Call:
        """The call with which a seat announces how good a meld is.

        Args:
            meld: its best one.
            deck: the deck in use.
            trump: the trump of the deal, or None.
        """

    @abstractmethod
    def shows(self, meld: Meld, deck: Deck) -> Show:
        """The action with which a seat shows a meld.

        Args:
            meld: any that it has.
            deck: the deck in use.
        """

    def statements(self, deck: Deck, trump: Suit | None) -> tuple[Statement, ...] | None:
        """Every meld that a hand may have, for the batch engine; equally good ones in the order of `melds`.

        Args:
            deck: the deck in use.
            trump: the trump of the deal, or None.

        Returns:
            None, the default, if single cards do not determine the melds.
        """
        return None

    def begin(self, deal: Deal) -> Deal | DeclareRun:
        seats = taking_part(self.who, deal, self)
        return DeclareRun(deal, self, seats) if seats else deal.with_record(Declared((), ((),) * deal.players))


@frozen(slots=False)
class DeclareRun(PollRun):
    """The run of the announcements in one deal, and of the showing after them."""

    phase: Declarations
    seats: tuple[int, ...]

    @cached_property
    def _melds(self) -> tuple[tuple[Meld, ...], ...]:
        """By hand, the melds that it has, the best first."""
        return tuple([self.phase.melds(hand, self.deal.trump) for hand in self.deal.hands])

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The next seat to announce; then the seats that show melds, one after the other, until each passes."""
        count = len(self.seats)
        if len(answers) < count:
            return (self.seats[len(answers)],)
        announced = [seat for seat, call in answers[:count] if call is not PASS]
        if not announced:
            return ()
        # Of equal ones, max returns the first.
        best = max(announced, key=lambda seat: self._melds[seat][0].strength)
        side = self.phase.partners.side(best, self.deal.players)
        done = [seat for seat, call in answers[count:] if call is PASS]
        return tuple([seat for seat in announced if seat in side and seat not in done][:1])

    def _shown(self, answers: Answers) -> Iterator[tuple[int, Meld]]:
        """The seat and the meld of each showing, in order."""
        for seat, call in answers:
            if isinstance(call, Show):
                yield seat, next(meld for meld in self._melds[seat] if self.phase.shows(meld, self.deal.deck) == call)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The best meld, or pass; then the melds that may be shown, of which the announced one must be first."""
        melds, deck, trump = self._melds[seat], self.deal.deck, self.deal.trump
        words, shows = [self.phase.says(meld, deck, trump) for meld in melds], self.phase.shows
        if len(answers) < len(self.seats):
            return (*words[:1], PASS)
        shown = [meld for shower, meld in self._shown(answers) if shower == seat]
        if not shown:
            return tuple([shows(meld, deck) for meld, word in zip(melds, words, strict=True) if word == words[0]])
        return (*(shows(meld, deck) for meld in melds if meld not in shown), PASS)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        melds = self._melds[seat]
        if len(at.answers) >= len(self.seats):
            first = not any(shower == seat for shower, _ in self._shown(at.answers))
            return f"seat {seat} shows {'the meld that it announced' if first else 'another meld, or passes'}"
        if isinstance(action, Call) and not melds:
            return f"hand {seat} holds no meld: seat {seat} passes"
        if isinstance(action, Call):
            best = self.phase.says(melds[0], self.deal.deck, self.deal.trump)
            return f"seat {seat} announces its best meld, {best}, or passes"
        return f"melds are announced now; {action} is neither one nor {PASS}"

    def record(self, at: Poll) -> Deal:
        deal, shown, events = self.deal, [*self._shown(at.answers)], list[Event]()
        melds = iter(shown)
        for seat, call in at.answers:
            events.append(MeldShown(*next(melds)) if isinstance(call, Show) else Answered(seat, call))
        cards = deal.deck.mask({card for _, meld in shown for card in meld.cards})
        by_seat = tuple([tuple([meld for shower, meld in shown if shower == seat]) for seat in deal.seats])
        return deal.with_record(
            Declared(at.answers, by_seat), *events, known=tuple([old | cards for old in deal.known])
        )
