"""Tricks in which a seat may call before it plays a card."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import ClassVar, NamedTuple

from attrs import evolve, field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Call
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Later, PublicLater, Record
from trickkit.model.hands import Hand
from trickkit.model.tricks import Played
from trickkit.phases.base import Run, Void
from trickkit.phases.tricks.phase import Tricks
from trickkit.phases.tricks.run import TricksAt, TricksRun
from trickkit.policies.calling import Calling, CallMade, TurnToPlay

__all__ = ["Called", "CallingTricks", "Calls"]


@frozen
class Called(Event):
    """A seat made a call before it played a card.

    Args:
        seat: the caller.
        hand: the hand from which it was about to play.
        word: what it called.
        shown: the texts of the cards of the hand that it showed, in the order of the deck.

    >>> str(Called(1, 1, "re")), str(Called(2, 2, "marriage H", ("QH", "KH")))
    ('Seat 1 says re.', 'Seat 2 says marriage H and shows QH KH.')
    """

    seat: int
    hand: int
    word: str
    shown: tuple[str, ...] = ()

    @property
    def disclosed(self) -> tuple[str, ...]:
        return self.shown

    def __str__(self) -> str:
        return f"Seat {self.seat} says {self.word}{' and shows ' + ' '.join(self.shown) if self.shown else ''}."


@frozen
class Calls(Record):
    """The record of the calls in the tricks of a deal.

    Args:
        made: the calls, in order.

    >>> str(Calls((CallMade(1, 1, "re", 0), CallMade(2, 2, "kontra", 5)))), str(Calls(()))
    ('seat 1: re, seat 2: kontra', 'nothing called')
    """

    made: tuple[CallMade, ...]

    def count(self, words: Collection[str], seat: int | None = None) -> int:
        """How often any of some words was called, by a seat or by anybody.

        >>> Calls((CallMade(1, 1, "re", 0), CallMade(2, 2, "kontra", 5))).count({"re", "re no 90"})
        1
        """
        return sum([call.word in words and seat in (None, call.seat) for call in self.made])

    def spoken(self) -> tuple[tuple[int, str], ...]:
        return tuple((call.seat, call.word) for call in self.made)

    def __str__(self) -> str:
        return ", ".join(f"seat {call.seat}: {call.word}" for call in self.made) or "nothing called"


@frozen(kw_only=True)
class CallingTricks(Tricks):
    """Tricks in which a seat may call, as often as allowed, before it plays a card.

    Read the calls as `deal[CallingTricks]`, and the tricks as `deal[Tricks]`.

    Args:
        calling: what may be called when, and what that shows of a hand.

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

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every call."""
        return tuple(Call(word) for word in self.calling.words())

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        called = [(index, event) for index, event in enumerate(deal.events) if type(event) is Called]
        out, mask = self.calling.ruled_out, deal.deck.mask
        excluded = [Void(event.hand, index, out(event.word, deal, mask(event.shown))) for index, event in called]
        voids = (*super().voids(deal), *(void for void in excluded if void.faces))
        return tuple(sorted(voids, key=lambda void: void.event))

    def begin(self, deal: Deal) -> CallingRun:  # type: ignore[override]
        return CallingRun(deal, self, self.tricks_of(deal))

    def tricks_of(self, deal: Deal) -> TricksRun:
        """The run of the tricks in a deal, without calls."""
        return super().begin(deal)


class CallingAt(NamedTuple):
    """The progress of tricks with calls.

    Args:
        actors: the seat that chooses now, or () at the end.
        tricks: the progress of the tricks.
        calls: all of the deal.
        shown: the cards that calls of this phase have shown, as a mask.
        open: the calls that the seat may make now.
        must: the cards of which it must play one after its calls, as a mask; 0 for any.
        run: the same tricks without calls, on the deal after the last call that changed it.
        told: the number of calls that are already in the log of that deal.
        over: the deal after a call that ended it.
    """

    actors: tuple[int, ...]
    tricks: TricksAt
    calls: tuple[CallMade, ...]
    shown: int
    open: tuple[Action, ...]
    must: int
    run: TricksRun
    told: int
    over: Deal | None = None


@frozen(slots=False)
class CallingRun(Run[CallingAt]):
    """The run of `CallingTricks` in one deal."""

    phase: CallingTricks
    run: TricksRun

    @cached_property
    def _calling(self) -> Calling:
        return self.phase.calling.of(self.deal)

    def start(self) -> CallingAt:
        calls: Calls | None = self.deal.get(CallingTricks)
        made = calls.made if calls else ()
        return self._turn(self.run.start(), made, 0, self.run, len(made))

    def _turn(self, tricks: TricksAt, calls: tuple[CallMade, ...], shown: int, run: TricksRun, told: int) -> CallingAt:
        if not tricks.actors:
            return CallingAt((), tricks, calls, shown, (), 0, run, told)
        calling = self._calling
        turn = self._to_play(tricks, calls, run)
        legal = [call for call in self.phase.calls if not self._forbids(call.word, turn, tricks)]
        must = calling.must_play(turn) & tricks.legal
        return CallingAt(tricks.actors, tricks, calls, shown, tuple(legal), must, run, told)

    def _forbids(self, word: str, turn: TurnToPlay, tricks: TricksAt) -> str:
        """Why a call may not be made now; "" if it may."""
        calling = self._calling
        why = calling.forbids(word, turn)
        if why or not calling.plays_shown(word) or calling.shown(word, turn) & tricks.legal:
            return why
        return "none of the cards that it shows may be played now"

    def _to_play(self, tricks: TricksAt, calls: tuple[CallMade, ...], run: TricksRun) -> TurnToPlay:
        cards = run.deal.held[tricks.hand] & tricks.left
        return TurnToPlay(
            run.deal, tricks.actors[0], tricks.hand, cards, run.earlier + tricks.tricks, tricks.plays, calls
        )

    def legal(self, at: CallingAt, seat: int) -> tuple[Action, ...]:
        faces = at.run.seating.plays[at.must] if at.must else at.run.legal(at.tricks, seat)
        return faces + at.open

    def play(self, at: CallingAt, seat: int, action: Action) -> CallingAt | None:
        if isinstance(action, Call):
            return self._called(at, seat, action) if action in at.open else None
        if at.must and action not in at.run.seating.plays[at.must]:
            return None
        after = at.run.play(at.tricks, seat, action)
        return None if after is None else self._turn(after, at.calls, at.shown, at.run, at.told)

    def _called(self, at: CallingAt, seat: int, action: Call) -> CallingAt:
        """The turn of a seat after it has called."""
        tricks, calling, turn = at.tricks, self._calling, self._to_play(at.tricks, at.calls, at.run)
        played = sum([len(trick.plays) for trick in turn.tricks]) + len(tricks.plays)
        now = calling.shown(action.word, turn) & turn.cards
        texts = tuple([str(card) for card in Hand(self.deal.deck, now)])
        call = CallMade(seat, turn.hand, action.word, played, texts)
        shown = at.shown | now
        calls = (*at.calls, call)
        # Policies of the tricks read the calls in the record, for example to end the tricks after a call.
        run = evolve(at.run, deal=at.run.deal.with_record(Calls(calls)))
        if type(calling).changed is Calling.changed:
            return self._turn(tricks, calls, shown, run, at.told)
        before = self._recorded(tricks, calls, shown, at.run, at.told)
        after: object = calling.changed(before, call)
        if after is before:
            return self._turn(tricks, calls, shown, run, at.told)
        if not isinstance(after, Deal):
            raise InvalidRules(f"{quoted(calling)}: changed returned {quoted(after)}; it must return a deal")
        if after.closed:
            return CallingAt((), tricks, calls, shown, (), 0, run, at.told, after)
        if tricks.plays:
            raise InvalidRules(f"{quoted(calling)}: {action} changes the deal, but {tricks.plays[0].card} has been led")
        if after.trump is not None and after.trump not in after.deck.suits:
            names = ", ".join(map(str, after.deck.suits))
            raise InvalidRules(
                f"{quoted(calling)}: {action} makes {quoted(after.trump)} trump; it must be None or one of "
                f"deal.deck.suits ({names})"
            )
        begun = self.phase.tricks_of(after)
        return self._turn(begun.start(), calls, shown, begun, len(calls))

    def refusal(self, at: CallingAt, seat: int, action: Action) -> str:
        if action in self.phase.calls and isinstance(action, Call):
            why = self._forbids(action.word, self._to_play(at.tricks, at.calls, at.run), at.tricks)
            return f"seat {seat} may not say {action} now: {why}"
        if at.must and action in at.run.legal(at.tricks, seat):
            faces = " or ".join(map(str, at.run.seating.plays[at.must]))
            return f"{action} is not allowed: after {at.calls[-1].word}, play {faces}"
        return at.run.refusal(at.tricks, seat, action)

    def trick(self, at: CallingAt) -> int | None:
        return at.run.trick(at.tricks) if at.actors else None

    def record(self, at: CallingAt) -> Deal:
        return at.over or self._recorded(at.tricks, at.calls, at.shown, at.run, at.told)

    def _recorded(self, tricks: TricksAt, calls: tuple[CallMade, ...], shown: int, run: TricksRun, told: int) -> Deal:
        log, made = run.log(tricks), calls[told:]
        if made:
            log = PublicLater(_with_calls, log, made, sum([len(trick.plays) for trick in run.earlier]))
        deal = run.record_with(tricks, log)
        return deal.with_record(Calls(calls), known=tuple([known | shown for known in deal.known]))


def _with_calls(log: Later, calls: tuple[CallMade, ...], played: int) -> tuple[Event, ...]:
    """The events of tricks, with each call before the card that was played after it.

    Args:
        log: the events of the tricks alone.
        calls: in order.
        played: how many cards of the deal had been played before these tricks.
    """
    events: list[Event] = []
    waiting = [*calls]
    for event in log():
        if type(event) is Played:
            while waiting and waiting[0].cards == played:
                call = waiting.pop(0)
                events.append(Called(call.seat, call.hand, call.word, call.shown))
            played += 1
        events.append(event)
    return (*events, *(Called(call.seat, call.hand, call.word, call.shown) for call in waiting))
