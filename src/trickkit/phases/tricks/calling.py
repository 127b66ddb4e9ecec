"""Tricks in which a seat may call before it plays a card."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from attrs import field, frozen

from trickkit.model.actions import Action, Call
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Later, PublicLater, Record
from trickkit.phases.base import Run, Void
from trickkit.phases.tricks.phase import Tricks
from trickkit.phases.tricks.record import Played
from trickkit.phases.tricks.run import TricksAt, TricksRun
from trickkit.policies.calling import Calling, CallMade, TurnToPlay

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["Called", "CallingTricks", "Calls"]


@frozen
class Called(Event):
    """A seat called something before it played a card.

    Args:
        seat: who called.
        hand: from which it was about to play.
        word: what it called.

    >>> str(Called(1, 1, "re"))
    'Seat 1 says re.'
    """

    seat: int
    hand: int
    word: str

    def __str__(self) -> str:
        return f"Seat {self.seat} says {self.word}."


@frozen
class Calls(Record):
    """The record of what was called in the tricks of a deal.

    Args:
        made: the calls, in order.

    >>> str(Calls((CallMade(1, 1, "re", 0), CallMade(2, 2, "kontra", 5)))), str(Calls(()))
    ('seat 1: re, seat 2: kontra', 'nothing called')
    """

    made: tuple[CallMade, ...]

    def __str__(self) -> str:
        return ", ".join(f"seat {call.seat}: {call.word}" for call in self.made) or "nothing called"


@frozen(kw_only=True)
class CallingTricks(Tricks):
    """Tricks in which a seat whose turn it is may call, as often as it is allowed to, before it plays a card.

    What was called is read as `deal[CallingTricks]`, the tricks as `deal[Tricks]`.

    Args:
        calling: what may be called when, and what that shows of a hand.

    Raises:
        InvalidRules: an argument is of the wrong kind.

    >>> from attrs import evolve
    >>> from trickkit import Hand
    >>> from trickkit.model.cards import french
    >>> @frozen
    ... class DoubleBeforeTheFirstCard(Calling):
    ...     def words(self):
    ...         return ("double",)
    ...
    ...     def forbids(self, word, turn):
    ...         return "one doubles before its first card, and once" if turn.calls or turn.left < 2 else ""
    >>> deck = french("KA")
    >>> hands = [Hand.of(deck, cards) for cards in (["KC", "AC"], ["KD", "AD"])]
    >>> deal = evolve(Deal.fresh(deck, players=2), hands=hands, known=(deck.all,) * 3)
    >>> run = CallingTricks(calling=DoubleBeforeTheFirstCard()).begin(deal)
    >>> at = run.start()
    >>> [str(action) for action in run.legal(at, 0)]
    ['KC', 'AC', 'double']
    >>> at = run.play(at, 0, Call("double"))
    >>> at.actors, [str(action) for action in run.legal(at, 0)]
    ((0,), ['KC', 'AC'])
    """

    record: ClassVar[type[Record]] = Calls

    calling: Calling = field(validator=is_a(Calling))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every face of every card, and every call."""
        return (*super().actions(deck, players), *self.calls)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call."""
        return tuple(Call(word) for word in self.calling.words())

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        """What hands passed over in the cascades, and what their calls rule out."""
        called = [(number, event) for number, event in enumerate(deal.events) if type(event) is Called]
        excluded = [Void(event.hand, number, self.calling.ruled_out(event.word, deal)) for number, event in called]
        voids = (*super().voids(deal), *(void for void in excluded if void.faces))
        return tuple(sorted(voids, key=lambda void: void.event))

    def begin(self, deal: Deal) -> CallingRun:  # type: ignore[override]
        """The tricks of a deal, with its calls.

        Raises:
            InvalidRules: as for tricks without calls.
        """
        return CallingRun(deal, self, super().begin(deal))


class CallingAt(NamedTuple):
    """How far tricks with calls have come.

    Args:
        actors: the seat that chooses now, or () at the end.
        tricks: how far the tricks have come.
        calls: all of the deal.
        shown: the cards that calls of this phase have shown, as a mask.
        open: what the seat may call now.
    """

    actors: tuple[int, ...]
    tricks: TricksAt
    calls: tuple[CallMade, ...]
    shown: int
    open: tuple[Action, ...]


@frozen(slots=False)
class CallingRun(Run[CallingAt]):
    """The tricks of one deal, with its calls.

    Args:
        phase: its policies.
        run: the same tricks without calls.
    """

    phase: CallingTricks
    run: TricksRun

    @cached_property
    def _earlier(self) -> tuple[int, tuple[CallMade, ...]]:
        """The number of cards played before this phase, and the calls."""
        calls: Calls | None = self.deal.get(CallingTricks)
        return sum(len(trick.plays) for trick in self.run.earlier), calls.made if calls else ()

    def start(self) -> CallingAt:
        """Before the first lead."""
        return self._turn(self.run.start(), self._earlier[1], 0)

    def _turn(self, tricks: TricksAt, calls: tuple[CallMade, ...], shown: int) -> CallingAt:
        """The turn of the seat that plays next."""
        if not tricks.actors:
            return CallingAt((), tricks, calls, shown, ())
        turn, calling = self._to_play(tricks, calls), self.phase.calling
        legal = [call for call in self.phase.calls if not calling.forbids(call.word, turn)]
        return CallingAt(tricks.actors, tricks, calls, shown, tuple(legal))

    def _to_play(self, tricks: TricksAt, calls: tuple[CallMade, ...]) -> TurnToPlay:
        cards = self.deal.held[tricks.hand] & tricks.left
        return TurnToPlay(
            self.deal, tricks.actors[0], tricks.hand, cards, self.run.earlier + tricks.tricks, tricks.plays, calls
        )

    def legal(self, at: CallingAt, seat: int) -> tuple[Action, ...]:
        """The faces that may be played, then what may be called."""
        return self.run.legal(at.tricks, seat) + at.open

    def play(self, at: CallingAt, seat: int, action: Action) -> CallingAt | None:
        """Play a card; or call, and it is still the turn of the seat."""
        _, tricks, calls, shown, legal = at
        if isinstance(action, Call):
            if action not in legal:
                return None
            turn = self._to_play(tricks, calls)
            played = self._earlier[0] + sum(len(trick.plays) for trick in tricks.tricks) + len(tricks.plays)
            shown |= self.phase.calling.shown(action.word, turn) & turn.cards
            return self._turn(tricks, (*calls, CallMade(seat, turn.hand, action.word, played)), shown)
        after = self.run.play(tricks, seat, action)
        return None if after is None else self._turn(after, calls, shown)

    def refusal(self, at: CallingAt, seat: int, action: Action) -> str:
        """Why something may not be called now; or which rule of the tricks forbids a card."""
        if action in self.phase.calls and isinstance(action, Call):
            why = self.phase.calling.forbids(action.word, self._to_play(at.tricks, at.calls))
            return f"seat {seat} may not say {action} now: {why}"
        return self.run.refusal(at.tricks, seat, action)

    def trick(self, at: CallingAt) -> int | None:
        """The number of the current trick."""
        return self.run.trick(at.tricks)

    def record(self, at: CallingAt) -> Deal:
        """The deal with the tricks and the calls so far."""
        first, earlier = self._earlier
        made, told = at.calls[len(earlier) :], self.run.told(at.tricks)
        deal = self.run.record_with(at.tricks, PublicLater(_told_with_calls, told, made, first) if made else told)
        return deal.with_record(Calls(at.calls), known=tuple([known | at.shown for known in deal.known]))


def _told_with_calls(told: Later, calls: tuple[CallMade, ...], played: int) -> tuple[Event, ...]:
    """What is told of tricks, and of each call before the card that was played after it.

    Args:
        told: of the tricks alone.
        calls: in order.
        played: how many cards of the deal had been played before these tricks.
    """
    events: list[Event] = []
    waiting = [*calls]
    for event in told():
        if type(event) is Played:
            while waiting and waiting[0].cards == played:
                call = waiting.pop(0)
                events.append(Called(call.seat, call.hand, call.word))
            played += 1
        events.append(event)
    return (*events, *(Called(call.seat, call.hand, call.word) for call in waiting))
