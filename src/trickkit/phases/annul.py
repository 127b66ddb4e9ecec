"""Deals that are annulled before play because of a hand."""

from __future__ import annotations

from attrs import field, frozen

from trickkit.model.actions import Action, Call
from trickkit.model.cards import Deck
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, PublicLater
from trickkit.model.hands import Hand
from trickkit.phases.base import Phase, Void
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.policies.annulling import Annulling

__all__ = ["AnnulDeal", "Annulled"]


@frozen
class Annulled(Event):
    """Some hands annul the deal.

    Args:
        hands: the hands, in order.
        reason: why they annul it, as in `Annulling.reason`.
        cards: the texts of the cards of these hands that are shown.

    >>> str(Annulled((1,), "no tarocks")), str(Annulled((1,), "the Petit alone", ("T1", "KS")))
    ('No tarocks in hand 1: the deal is not played.', 'The Petit alone in hand 1 (T1 KS): the deal is not played.')
    """

    hands: tuple[int, ...]
    reason: str
    cards: tuple[str, ...] = ()

    @property
    def disclosed(self) -> tuple[str, ...]:
        return (*[f"{self.reason} in hand {hand}" for hand in self.hands], *self.cards)

    def __str__(self) -> str:
        shown = f" ({' '.join(self.cards)})" if self.cards else ""
        hands = " and ".join(f"hand {hand}" for hand in self.hands)
        return f"{self.reason[:1].upper()}{self.reason[1:]} in {hands}{shown}: the deal is not played."


@frozen(kw_only=True)
class AnnulDeal(Phase):
    """A hand that meets certain conditions annuls the deal: its seat says so, and nobody scores.

    Everybody learns which hands annul the deal, and sees the cards that are shown. If several hands do, the first seat
    speaks. If the deal goes on, everybody knows that there is no such hand.

    Args:
        annulling: which hands annul the deal.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.annulling import WithoutSuit
    >>> deck = french()
    >>> deal = Deal.fresh(deck, players=2).changed(hands=(Hand.of(deck, ["AS"]), Hand.of(deck, ["2C"])))
    >>> run = AnnulDeal(annulling=WithoutSuit("spades")).begin(deal)
    >>> run.start().actors, run.legal(run.start(), 1), run.record(run.play(run.start(), 1, Call("deal again"))).closed
    ((1,), (Call(word='deal again'),), True)
    """

    annulling: Annulling = field(validator=is_a(Annulling))

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        return (Call(self.annulling.word),)

    def voids(self, deal: Deal) -> tuple[Void, ...]:
        faces, reason = self.annulling.lacking(deal.deck), self.annulling.reason
        if not faces:
            return ()
        annulled = [(index, event) for index, event in enumerate(deal.events) if type(event) is Annulled]
        return tuple(
            [Void(hand, index, faces) for index, event in annulled if event.reason == reason for hand in event.hands]
        )

    def begin(self, deal: Deal) -> Deal | AnnulRun:
        hands = tuple([seat for seat in deal.seats if self.annulling.annuls(deal, seat)])
        return AnnulRun(deal, self, hands) if hands else deal


@frozen(slots=False)
class AnnulRun(PollRun):
    """The run of `AnnulDeal` in one deal."""

    phase: AnnulDeal
    hands: tuple[int, ...]

    def asked(self, answers: Answers) -> tuple[int, ...]:
        return () if answers else self.hands[:1]

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        return (Call(self.phase.annulling.word),)

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        annulling = self.phase.annulling
        return f"{annulling.reason} in hand {seat}: {annulling.word} is all that can be said, not {action}"

    def record(self, at: Poll) -> Deal:
        deal, annulling = self.deal, self.phase.annulling
        shown = sum([annulling.shown(deal, seat) for seat in self.hands])
        answered = [Answered(seat, call) for seat, call in at.answers]
        return deal.changed(
            PublicLater(_annulled, deal.deck, self.hands, annulling.reason, shown),
            *answered,
            known=tuple([known | shown for known in deal.known]),
            closed=not at.actors,
        )

    def rehearsed(self) -> Deal:
        return self.deal


def _annulled(deck: Deck, hands: tuple[int, ...], reason: str, shown: int) -> tuple[Event, ...]:
    """The event that some hands annul a deal; `shown` is the mask of their cards that are shown."""
    return (Annulled(hands, reason, tuple([card.text for card in Hand(deck, shown).known])),)
