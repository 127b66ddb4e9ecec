"""Calling a card: its holder is the partner of the declarer, and nobody else knows who that is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen, validators

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, Call
from trickkit.model.checks import each_is_a, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.phases.base import Phase
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.participants import Declarer, Participants, taking_part

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["CallCard", "CardCalled"]


@frozen
class CardCalled(Record):
    """The record of the card that was called. Who holds it is in no record: the tricks show it.

    Args:
        seat: who called it; None where nobody did.
        card: its text; None where none was called.

    >>> str(CardCalled(1, "KH")), str(CardCalled(None, None))
    ('KH, by seat 1', 'no card')
    """

    seat: int | None
    card: str | None

    def __str__(self) -> str:
        return "no card" if self.card is None else f"{self.card}, by seat {self.seat}"


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(texts)


@frozen(kw_only=True)
class CallCard(Phase):
    """A seat calls a card, whoever holds it: it may be its own, or lie in the stock.

    Args:
        cards: the texts of those that may be called.
        who: calls one; one seat at most.

    Raises:
        InvalidRules: no card may be called, or an argument is of the wrong kind.

    >>> from trickkit.model.cards import french
    >>> run = CallCard(cards=["KC", "KS"]).begin(Deal.fresh(french(), players=4).changed(declarer=1))
    >>> [str(action) for action in run.legal(run.start(), 1)]
    ['call KC', 'call KS']
    >>> str(run.record(run.play(run.start(), 1, Call("call KS")))[CallCard])
    'KS, by seat 1'
    """

    record: ClassVar[type[Record]] = CardCalled

    cards: tuple[str, ...] = field(converter=_texts, validator=validators.and_(validators.min_len(1), each_is_a(str)))
    who: Participants = field(default=Declarer(), validator=is_a(Participants))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """A call for every card.

        Raises:
            InvalidCard: one is not in the deck.
        """
        return tuple([Call(f"call {deck.card(text)}") for text in self.cards])

    def begin(self, deal: Deal) -> Deal | CallRun:
        """The call in a deal, or the deal without one where nobody calls.

        Raises:
            InvalidRules: more than one seat would call.
        """
        seats = taking_part(self.who, deal, self)
        if len(seats) > 1:
            raise InvalidRules(f"CallCard: {self.who!r} names seats {seats}; one seat calls a card", deal=deal.number)
        return CallRun(deal, self, seats[0]) if seats else deal.with_record(CardCalled(None, None))


@frozen(slots=False)
class CallRun(PollRun):
    """The call in one deal.

    Args:
        phase: its policies.
        seat: who calls.
    """

    phase: CallCard
    seat: int

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The one seat."""
        return () if answers else (self.seat,)

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """A call for every card."""
        return self.phase.actions(self.deal.deck, self.deal.players)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """That one of the cards is to be called."""
        return f"a card is called now, one of {' '.join(self.phase.cards)}; {action} is none of these calls"

    def record(self, at: Poll) -> Deal:
        """The deal with the card that was called."""
        if not at.answers:
            return self.deal.with_record(CardCalled(None, None))
        _, call = at.answers[0]
        text = str(call).removeprefix("call ")
        return self.deal.with_record(CardCalled(self.seat, text), Answered(self.seat, call))
