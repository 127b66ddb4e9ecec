"""Deals that are not played, since a hand lacks a suit that it must have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.actions import Action, Call
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event
from trickkit.phases.base import Phase, Void
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["AnnulWithout", "Lacking"]

AGAIN = Call("deal again")


@frozen
class Lacking(Event):
    """Hands have shown that they have no card of a suit.

    Args:
        hands: which, in order.
        suit: its name.

    >>> str(Lacking((1,), "tarocks"))
    'No tarocks in hand 1: the deal is not played.'
    """

    hands: tuple[int, ...]
    suit: str

    @property
    def disclosed(self) -> tuple[str, ...]:
        """Which hands lack it."""
        return tuple([f"no {self.suit} in hand {hand}" for hand in self.hands])

    def __str__(self) -> str:
        return f"No {self.suit} in hand {' and '.join(map(str, self.hands))}: the deal is not played."


@frozen
class AnnulWithout(Phase):
    """A deal is not played in which a hand has no card of a suit: its seat says "deal again", and nobody scores.

    All learn which hands lack it; where there are several, the first of their seats says so. In a deal that goes on,
    all know that no hand does.

    Args:
        suit: its name.

    Raises:
        InvalidRules: the suit is no text; or, in a game, the deck has no such suit.

    >>> from trickkit import Hand
    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> deal = Deal.fresh(deck, players=2).changed(hands=(Hand.of(deck, ["AS"]), Hand.of(deck, ["2C"])))
    >>> run = AnnulWithout("spades").begin(deal)
    >>> run.start().actors, run.legal(run.start(), 1), run.record(run.play(run.start(), 1, AGAIN)).closed
    ((1,), (Call(word='deal again'),), True)
    """

    suit: str = field(validator=is_a(str))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """To deal again."""
        return (AGAIN,)

    def suited(self, deck: Deck) -> int:
        """The cards of the suit, as a mask.

        Raises:
            InvalidRules: there is no such suit.
        """
        mask = deck.where(lambda face: face.suit.name == self.suit)
        if not mask:
            suits = ", ".join(suit.name for suit in deck.suits)
            raise InvalidRules(f"{self!r}: the deck has no suit {self.suit!r}; it has {suits}")
        return mask

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        """The suit, in the hands that lack it."""
        suited = self.suited(deal.deck)
        shown = [(number, event) for number, event in enumerate(deal.events) if type(event) is Lacking]
        return tuple([Void(hand, at, suited) for at, event in shown if event.suit == self.suit for hand in event.hands])

    def begin(self, deal: Deal) -> Deal | AnnulRun:
        """The deal, or the run in which it is annulled."""
        suited = self.suited(deal.deck)
        lacking = tuple([hand for hand, cards in enumerate(deal.held) if not cards & suited])
        return AnnulRun(deal, Lacking(lacking, self.suit)) if lacking else deal


@frozen(slots=False)
class AnnulRun(PollRun):
    """The end of one deal.

    Args:
        lacking: the hands that lack the suit.
    """

    lacking: Lacking

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The seat of the first of the hands, once."""
        return () if answers else self.lacking.hands[:1]

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """To deal again."""
        return (AGAIN,)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        """That the deal cannot be played."""
        return f"hand {seat} has no {self.lacking.suit}: {AGAIN} is all that can be said, not {action}"

    def record(self, at: Poll) -> Deal:
        """The deal in which all know who lacks the suit; at the end it is over."""
        told = [Answered(seat, call) for seat, call in at.answers]
        return self.deal.changed(self.lacking, *told, closed=not at.actors)

    def rehearsed(self) -> Deal:
        """The deal as if no hand lacked the suit."""
        return self.deal
