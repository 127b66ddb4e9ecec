"""Remarks on one's own cards: each seat in turn may make a true statement about its hand, showing a card."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import ClassVar

from attrs import frozen

from trickkit.model.actions import Action, Pass
from trickkit.model.cards import Deck
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.questions import Question
from trickkit.phases.base import Phase
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.participants import Everyone, Participants, taking_part

__all__ = ["MakeRemarks", "Remark"]

PASS = Pass()


@frozen
class Remark:
    """A true statement about a hand: some cards that it holds, and others that it lacks.

    Args:
        said: the action that makes the remark.
        shows: the cards that the hand holds and shows to all, as a mask.
        lacks: the cards that it does not hold, as a mask.

    >>> from trickkit.model.actions import Call
    >>> Remark(Call("only ace"), shows=0b1, lacks=0b1110).shows
    1
    """

    said: Action
    shows: int
    lacks: int


class MakeRemarks(Phase):
    """A base for phases in which each seat in turn makes one true remark about its hand, or passes.

    A subclass defines the possible remarks, their events, and the record. Its field `who` says which seats are asked,
    by default all of them from the starter on. Everybody learns where the shown cards are; `voids` must report the
    cards that the hand lacks.

    >>> from trickkit.model.actions import Call
    >>> from trickkit.model.cards import french
    >>> class AnAce(MakeRemarks):
    ...     def remarks(self, deck):
    ...         return tuple(Remark(Call(f"A{suit}"), deck.mask([f"A{suit}"]), 0) for suit in "CDHS")
    ...     def event_of(self, seat, said): ...
    ...     def recorded(self, answers): ...
    >>> [str(action) for action in AnAce().actions(french("KA"), players=2)]
    ['AC', 'AD', 'AH', 'AS', 'pass']
    """

    __slots__ = ()

    who: ClassVar[Participants] = Everyone(after=0)
    asks: ClassVar[Question | None] = Question("What do you say about your hand?", "remark")

    @abstractmethod
    def remarks(self, deck: Deck) -> tuple[Remark, ...]:
        """All possible remarks on a hand; called once for a deck."""

    @abstractmethod
    def event_of(self, seat: int, said: Action) -> Event:
        """The event that reports a remark."""

    @abstractmethod
    def recorded(self, answers: Answers) -> Record:
        """The record of the answers, which are remarks or passes, in order."""

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (*[remark.said for remark in _possible(self, deck)], PASS)

    def begin(self, deal: Deal) -> RemarksRun:
        """The run of the remarks in a deal.

        Raises:
            InvalidRules: `who` names seats that do not exist.
        """
        return RemarksRun(deal, self, taking_part(self.who, deal, self))


@lru_cache(maxsize=64)
def _possible(phase: MakeRemarks, deck: Deck) -> tuple[Remark, ...]:
    """The possible remarks, cached: listing a hundred of them takes longer than the rest of a deal."""
    return phase.remarks(deck)


@frozen(slots=False)
class RemarksRun(PollRun):
    """The run of the remarks in one deal."""

    phase: MakeRemarks
    seats: tuple[int, ...]

    def asked(self, answers: Answers) -> tuple[int, ...]:
        return self.seats[len(answers) : len(answers) + 1]

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        held = self.deal.held[seat]
        true = [
            remark
            for remark in _possible(self.phase, self.deal.deck)
            if not (remark.shows & ~held or remark.lacks & held)
        ]
        return (*[remark.said for remark in true], PASS)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        if action not in self.phase.actions(self.deal.deck, self.deal.players):
            return f"seat {seat} makes a remark or passes; {action} is neither"
        return f"{action} is not true of hand {seat}"

    def record(self, at: Poll) -> Deal:
        shows = {remark.said: remark.shows for remark in _possible(self.phase, self.deal.deck)}
        made = [(seat, action) for seat, action in at.answers if action != PASS]
        shown = 0
        for _, action in made:
            shown |= shows[action]
        return self.deal.with_record(
            self.phase.recorded(at.answers),
            *[self.phase.event_of(seat, action) for seat, action in made],
            known=tuple([known | shown for known in self.deal.known]),
        )
