"""Calling a card: its holder is the declarer's partner, unknown to the others until the card is seen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from attrs import field, frozen, validators

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Call, CallFor
from trickkit.model.cards import Deck, Face, Suit
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.model.questions import Question
from trickkit.phases.base import Claim, Phase
from trickkit.phases.calls import Answered
from trickkit.phases.kinds.polls import Answers, Poll, PollRun
from trickkit.phases.tricks.record import TrickTable
from trickkit.policies.breaking import Breaking, NothingBreaks, SuitBreaks
from trickkit.policies.callable_cards import CallableCards
from trickkit.policies.follow import Additional, Context, Follow, MustFollow, Step
from trickkit.policies.participants import Declarer, Participants, taking_part
from trickkit.policies.sides import DeclarerAlone, DependentSides, Holders, Sides

__all__ = [
    "CallPartner",
    "CalledCard",
    "CalledCardBreaks",
    "CalledCardKept",
    "CalledSuitKept",
    "DeclarerAndPartner",
    "PartnerCalled",
]


@frozen
class CalledCard(Event):
    """A seat called a card.

    Args:
        seat: the seat that called it.
        card: its text.
        shown: the texts of the cards that the call showed to be in the hand of that seat.

    >>> str(CalledCard(2, "KH")), str(CalledCard(2, "QH", ("KC", "KD")))
    ('Seat 2 calls KH.', 'Seat 2 calls QH, and has KC KD.')
    """

    seat: int
    card: str
    shown: tuple[str, ...] = ()

    def __str__(self) -> str:
        has = f", and has {' '.join(self.shown)}" if self.shown else ""
        return f"Seat {self.seat} calls {self.card}{has}."


@frozen
class PartnerCalled(Record):
    """The record of the card that was called. It does not say who holds it.

    Args:
        seat: the seat that called it, or said that it plays alone; None if nobody did.
        card: its text; None if none was called.

    >>> str(PartnerCalled(2, "KH")), str(PartnerCalled(2, None)), str(PartnerCalled(None, None))
    ('seat 2 calls KH', 'seat 2 plays alone', 'no card is called')
    """

    seat: int | None
    card: str | None

    def partner(self, tricks: TrickTable) -> int | None:
        """The hand that played the called card; None if nobody has, or if it was the caller's own.

        Args:
            tricks: the tricks of the deal, perhaps incomplete.

        >>> from trickkit.model.actions import Play
        >>> from trickkit.model.tricks import Played, Trick
        >>> PartnerCalled(2, "KH").partner(TrickTable((), Trick((Played(0, 0, Play("KH"), "KH"),)), (0,) * 5))
        0
        """
        for trick in (*tricks.tricks, tricks.current):
            for play in trick.plays:
                if play.card == self.card:
                    return None if play.hand == self.seat else play.hand
        return None

    def __str__(self) -> str:
        if self.seat is None:
            return "no card is called"
        return f"seat {self.seat} plays alone" if self.card is None else f"seat {self.seat} calls {self.card}"


@frozen(kw_only=True)
class CallPartner(Phase):
    """A seat calls a card; the holder of that card is its partner, which emerges when the card is played.

    If the card is the caller's own, or in the stock, the caller plays alone.

    Args:
        cards: which ones may be called.
        who: the seat that calls a card, at most one.
        alone: the word with which it may call none, such as `"alone"`; None if it must call one.

    Raises:
        InvalidRules: a policy is of the wrong type, or `alone` is None although a seat may have no card to call.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.callable_cards import CardsInGroups
    >>> deal = Deal.fresh(french(), players=5).changed(declarer=2)
    >>> run = CallPartner(cards=CardsInGroups([["KC", "KD", "KH", "KS"]])).begin(deal)
    >>> [str(action) for action in run.legal(run.start(), 2)]
    ['call KC', 'call KD', 'call KH', 'call KS']
    >>> str(run.record(run.play(run.start(), 2, CallFor("KH")))[CallPartner])
    'seat 2 calls KH'
    """

    record: ClassVar[type[Record]] = PartnerCalled
    asks: ClassVar[Question | None] = Question("Who is to be your partner?", "partner")

    cards: CallableCards = field(validator=is_a(CallableCards))
    who: Participants = field(default=Declarer(), validator=is_a(Participants))
    alone: str | None = field(default=None, validator=validators.optional(is_a(str)))

    @alone.validator
    def _may_be_needed(self, _attribute: object, alone: str | None) -> None:
        if alone is None and self.cards.may_offer_none:
            raise InvalidRules(
                f"CallPartner: {quoted(self.cards)} may leave a seat no card to call; alone='alone' lets it play "
                "without a partner"
            )

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """Every card that may ever be called, and the call to play alone.

        Raises:
            InvalidCard: one is not in the deck.
        """
        return (*[CallFor(deck.card(text).text) for text in self.cards.cards(deck)], *self.other_words)

    @property
    def other_words(self) -> tuple[Call, ...]:
        """The calls that may be made instead of calling a card."""
        return () if self.alone is None else (Call(self.alone),)

    def claims(self, deal: Deal) -> tuple[Claim, ...]:
        called: PartnerCalled | None = deal.get(CallPartner)
        if called is None or called.card is None or called.seat is None:
            return ()
        cards = {card.text for card in Hand(deal.deck, self.cards.holds(deal, called.card)).known}
        if not cards:
            return ()
        event = next(index for index, event in enumerate(deal.events) if type(event) is CalledCard)
        groups = tuple([frozenset((text,)) for text in sorted(cards)])
        return (Claim(called.seat, event, partial(_one_of, frozenset(cards)), groups),)

    def begin(self, deal: Deal) -> Deal | CallPartnerRun:
        """The run of the call in a deal, or the deal unchanged if no seat calls.

        Raises:
            InvalidRules: more than one seat would call.
        """
        seats = taking_part(self.who, deal, self)
        if len(seats) > 1:
            raise InvalidRules(
                f"CallPartner: {quoted(self.who)} names seats {seats}; one seat calls a card", deal=deal.number
            )
        return CallPartnerRun(deal, self, seats) if seats else deal.with_record(PartnerCalled(None, None))


@frozen(slots=False)
class CallPartnerRun(PollRun):
    """The run of `CallPartner` in one deal."""

    phase: CallPartner
    seats: tuple[int, ...]

    def asked(self, answers: Answers) -> tuple[int, ...]:
        """The caller; () once it has answered."""
        return () if answers else self.seats

    def choices(self, answers: Answers, seat: int) -> tuple[Action, ...]:
        """The cards that the seat may call, and the call to play alone.

        Raises:
            InvalidRules: there is nothing that it may say.
        """
        choices = (*map(CallFor, self.phase.cards.offered(self.deal, seat)), *self.phase.other_words)
        if not choices:
            raise InvalidRules(
                f"CallPartner: {quoted(self.phase.cards)} leaves seat {seat} no card to call; alone='alone' lets it "
                "play without a partner",
                deal=self.deal.number,
            )
        return choices

    def refusal(self, at: Poll, seat: int, action: Action) -> str:
        cards, alone = " ".join(self.phase.cards.offered(self.deal, seat)), self.phase.alone
        if not cards:
            return f"seat {seat} has no card to call, and plays {alone}; it may not say {action}"
        other = "" if alone is None else f", or {alone}"
        return f"a card is called now, one of {cards}{other}; seat {seat} may not say {action}"

    def record(self, at: Poll) -> Deal:
        deal = self.deal
        if at.actors:
            return deal.with_record(PartnerCalled(None, None))
        ((seat, action),) = at.answers
        if not isinstance(action, CallFor):
            return deal.with_record(PartnerCalled(seat, None), Answered(seat, action))
        shown = self.phase.cards.shows(deal, action.card)
        called = CalledCard(seat, action.card, tuple([card.text for card in Hand(deal.deck, shown).known]))
        known = tuple([old | shown for old in deal.known])
        return deal.with_record(PartnerCalled(seat, action.card), called, known=known)


def _one_of(cards: frozenset[str], texts: Iterable[str]) -> bool:
    """Whether a hand, given by the texts of its cards, holds any of some cards."""
    return not cards.isdisjoint(texts)


@frozen
class DeclarerAndPartner(DependentSides):
    """The declarer and the holder of the called card, whose identity nobody else knows until the card is seen.

    A declarer that called a card which nobody else holds plays alone; so does one that called none.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=5, size=10).changed(declarer=2)
    >>> sides, called = DeclarerAndPartner(), deal.with_record(PartnerCalled(2, "KH"))
    >>> sides.seen(deal, ()), sides.seen(called, ())
    ((2,), None)
    """

    def of(self, deal: Deal) -> Sides:
        called: PartnerCalled | None = deal.get(CallPartner)
        return DeclarerAlone() if called is None or called.card is None else Holders(str(called.card), declarer=True)

    def after(self, deal: Deal, tricks: TrickTable) -> tuple[int, ...]:
        """The declarer and its partner, in ascending order, once all tricks are played; for scorings.

        Args:
            deal: with a declarer.
            tricks: all of the deal.
        """
        called: PartnerCalled | None = deal.get(CallPartner)
        card = None if called is None else called.card
        if card is None:
            return () if deal.declarer is None else (deal.declarer,)
        return tuple([seat for seat in deal.seats if seat == deal.declarer or card in tricks.played(seat)])


class _OfCalledCard(Additional):
    """A base for obligations that follow from the called card; another policy decides everything else."""

    __slots__ = ()

    @abstractmethod
    def obliging(self, follow: Follow, card: str) -> Follow:
        """The follow policy with the obligations of a called card."""

    def steps(self, context: Context) -> tuple[Step, ...]:
        return self.follow.steps(context)

    def of(self, deal: Deal) -> Follow:
        """The policy with the obligations of the called card; the other policy if none was called."""
        called: PartnerCalled | None = deal.get(CallPartner)
        follow = self.follow.of(deal)
        return follow if called is None or called.card is None else self.obliging(follow, called.card)


@frozen
class KeptFromFirstLead(Additional):
    """The suit of the called card may not be led to the first trick, except with the card itself."""

    looks_at: ClassVar[tuple[str, ...]] = ("first",)

    follow: Follow
    card: str

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The steps of the other policy; for the first lead, also one that excludes the rest of the suit."""
        steps = self.follow.steps(context)
        if not context.leads or not context.first:
            return steps
        suit = context.deck.card(self.card).faces[0].suit
        others = context.all & ~context.suit(suit) | context.deck.mask([self.card])
        return (*steps, Step(others, f"{self.card} is called: no other {suit} may be led to the first trick"))


@frozen
class CalledSuitKept(_OfCalledCard):
    """The suit of the called card may not be led to the first trick, except that card; another policy decides the rest.

    Args:
        follow: the policy that decides otherwise.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.follow import MustFollow
    >>> deal = Deal.fresh(french(), players=5)
    >>> CalledSuitKept(MustFollow()).of(deal)
    MustFollow()
    >>> CalledSuitKept(MustFollow()).of(deal.with_record(PartnerCalled(2, "KH")))
    KeptFromFirstLead(follow=MustFollow(), card='KH')
    """

    looks_at: ClassVar[tuple[str, ...]] = KeptFromFirstLead.looks_at

    follow: Follow = field(validator=is_a(Follow))

    def obliging(self, follow: Follow, card: str) -> Follow:
        return KeptFromFirstLead(follow, card)


@frozen
class KeptUntilLed(Additional):
    """The called card is kept until its suit is led, and then played; the declarer also keeps a card of the suit."""

    looks_at: ClassVar[tuple[str, ...]] = ("broken", "declares")

    follow: Follow
    card: str

    def steps(self, context: Context) -> tuple[Step, ...]:
        """The steps of the other policy, and until the card is played those that keep it and its suit."""
        steps, card = self.follow.steps(context), context.deck.mask([self.card])
        if context.broken:
            return steps
        suit = context.ranking.suit(context.deck.card(self.card).faces[0], context.trump)
        cards, called = context.suit(suit), f"{self.card} is called:"
        others = context.all & ~cards
        if context.leads:
            return (*steps, Step(others | card, f"{called} its holder may not lead other {suit}", binds=card))
        if context.led == suit:
            return (Step(card, f"{called} it is played when {suit} are led"), *steps)
        if context.declares:
            kept = f"{called} you keep one of the {suit} until they are led"
            return (*steps, Step(context.all, kept, binds=cards, at_least=2), Step(others, kept))
        return (*steps, Step(context.all & ~card, f"{called} it is kept until {suit} are led"))


@frozen
class CalledCardKept(_OfCalledCard):
    """The called card is kept until its suit is led, and then played; the caller also keeps a card of the suit.

    The holder of the called card may not lead another card of its suit, and throws the called card off only as its last
    one. Until the called card is played, the declarer throws off its last card of the suit only if it has nothing else;
    `Tricks(breaking=CalledCardBreaks())` records when that happens. Another policy decides the rest, and everything if
    no card was called. In Sheepshead and in Bavarian Schafkopf the called card is an ace.

    Args:
        follow: the policy that decides otherwise.

    >>> from trickkit.model.cards import french
    >>> from trickkit.policies.ranking import HighCard
    >>> deal = Deal.fresh(french("QKA"), players=3).with_record(PartnerCalled(2, "AC"))
    >>> follow, (clubs, *_) = CalledCardKept().of(deal), deal.deck.suits
    >>> context = Context(deck=deal.deck, ranking=HighCard(), reads=follow.reads, led=clubs)
    >>> follow.steps(context)[0].rule
    'AC is called: it is played when clubs are led'
    """

    looks_at: ClassVar[tuple[str, ...]] = KeptUntilLed.looks_at

    follow: Follow = field(default=MustFollow(), validator=is_a(Follow))

    def obliging(self, follow: Follow, card: str) -> Follow:
        return KeptUntilLed(follow, card)

    def lacks(self, breaking: Breaking) -> str:
        if isinstance(breaking, NothingBreaks):
            return "CalledCardKept does not learn when the card is played; write Tricks(breaking=CalledCardBreaks())"
        return super().lacks(breaking)


@frozen
class CalledCardBreaks(Breaking):
    """The called card breaks its suit when it is played.

    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french("KA"), players=2).with_record(PartnerCalled(1, "AC"))
    >>> [face.text for face in deal.deck.faces if CalledCardBreaks().of(deal).breaks(face, None)]
    ['AC']
    """

    def breaks(self, face: Face, trump: Suit | None) -> bool:
        return False

    def of(self, deal: Deal) -> Breaking:
        """The policy by which the called card breaks its suit; nothing breaks if none was called."""
        called: PartnerCalled | None = deal.get(CallPartner)
        card = None if called is None else called.card
        return NothingBreaks() if card is None else SuitBreaks("", others=(card,))
