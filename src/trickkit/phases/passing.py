"""Passing cards on: every seat gives some to another one, face down and all at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.model.checks import counted, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand, hands_seen
from trickkit.model.questions import Question, Sight
from trickkit.phases.kinds.choosing import Choosing, ChoosingRun, all_at_once
from trickkit.phases.kinds.simultaneous import Commitments
from trickkit.policies.passing import InTurn, Passing

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["CardsPassed", "PassCards", "Passed"]


@frozen
class CardsPassed(Event):
    """Cards were passed on.

    Args:
        hands: by seat, the cards that it gave.
        step: how many seats to the left they went, 1 or more.
        known: for every seat, then for a spectator, which of the cards it saw, as a mask. Empty in a view.

    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> event = CardsPassed((Hand.of(deck, ["AS"]), Hand.of(deck, ["2C"])), 1, (deck.all, deck.mask(["AS"]), 0))
    >>> str(event.seen_by(1, scored=False))
    'Passed on: hand 0 to hand 1: AS; hand 1 to hand 0: ??.'
    """

    hands: tuple[Hand, ...]
    step: int
    known: tuple[int, ...] = ()

    def seen_by(self, seat: int | None, *, scored: bool) -> CardsPassed:
        """The event with only the cards that the seat gave and received."""
        if not self.known:
            return self
        return CardsPassed(hands_seen(self.hands, self.known[-1 if seat is None else seat]), self.step)

    @property
    def passed(self) -> tuple[tuple[int, int, str], ...]:
        """The passed cards, giver by giver."""
        return tuple([(seat, self._receiver(seat), str(card)) for seat, hand in enumerate(self.hands) for card in hand])

    def _receiver(self, seat: int) -> int:
        return (seat + self.step) % len(self.hands)

    def __str__(self) -> str:
        texts = (f"hand {seat} to hand {self._receiver(seat)}: {hand}" for seat, hand in enumerate(self.hands))
        return f"Passed on: {'; '.join(texts)}."


@frozen
class Passed(Record):
    """The record of the direction in which cards are passed.

    Args:
        step: how many seats to the left they go; 0 when none are passed.

    >>> str(Passed(1)), str(Passed(0))
    ('to the left', 'none')
    """

    step: int

    def __str__(self) -> str:
        if not self.step:
            return "none"
        return "to the left" if self.step == 1 else f"{self.step} seats to the left"


@frozen(kw_only=True)
class PassCards(Choosing):
    """Every seat chooses cards from its hand in secret; then all are passed on together, face down.

    The giver and the receiver know where a card is; no other seat does.

    Args:
        cards: how many a seat passes on, 1 or more; passing three is deciding three times.
        passing: to whom they go.

    >>> from trickkit.model.cards import french
    >>> from trickkit.model.chance import Chance
    >>> from trickkit.phases import DealOut
    >>> deal = DealOut().begin(Deal.fresh(french(), players=2, size=5, chance=Chance(7)))
    >>> run = PassCards(cards=1).begin(deal)
    >>> at = run.start()
    >>> for seat in (1, 0):
    ...     at = run.play(at, seat, run.legal(at, seat)[0])
    >>> after = run.record(at)
    >>> [len(hand) for hand in after.hands], len(after.seen_by(0).hands[1].known)
    ([5, 5], 1)
    """

    record: ClassVar[type[Record]] = Passed
    done: ClassVar[str] = "passed on"

    cards: int = field(default=3, validator=counted(1))
    passing: Passing = field(default=InTurn("left"), validator=is_a(Passing))

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        """Whether the viewer is the seat to which the mover passes its cards."""
        # A hot function: it runs for every view.
        passed = deal.get(PassCards)
        return passed is None or viewer == (mover + passed.step) % len(deal.held)

    def question(self, view: Sight) -> Question:
        """Asks which card to pass, and says to whom."""
        number, to = len(view.committed) + 1, ((view.seat or 0) + view.deal[PassCards].step) % view.deal.players
        fields = (("card", number), ("of", self.cards), ("seat", to))
        return Question(f"Choose card {number} of {self.cards} to pass to seat {to}.", "pass_cards", fields)

    def begin(self, deal: Deal) -> Deal | PassRun:
        """The run in which cards are passed, or the deal unchanged if none are.

        Raises:
            InvalidRules: a hand has too few cards, or a card has several faces.
        """
        step = self.passing.step(deal.number, deal.players) % deal.players
        faces = self.faces(deal)
        if not step:
            return deal.with_record(Passed(step))
        return PassRun(deal, all_at_once(deal.players, self.cards), faces, step)


@frozen(slots=False)
class PassRun(ChoosingRun):
    """The run of `PassCards` in one deal.

    Args:
        step: how many seats to the left they go, 1 or more.
    """

    done: ClassVar[str] = PassCards.done

    step: int

    def record(self, at: Commitments) -> Deal:
        """The deal with the cards in their new hands, once all are chosen."""
        deal, step = self.deal, self.step
        passed = Passed(step)
        if not at.revealed:
            return deal.with_record(passed)
        left = [self.left(seat, chosen) for seat, chosen in enumerate(at.revealed[0])]
        given = [cards ^ rest for cards, rest in zip(deal.held, left, strict=True)]
        # The last seats give to the first ones: the number of a seat is the index of what it receives.
        received = [*given[-step:], *given[:-step]]
        hands = [rest | new for rest, new in zip(left, received, strict=True)]
        # What a seat knew of another hand may have been passed on, unseen.
        elsewhere, known = ~sum(hands), []
        for seat in deal.seats:
            mine = _first_copies(deal.deck, given[seat], hands[(seat + step) % deal.players])
            known.append(deal.known[seat] & (elsewhere | left[seat]) | mine | received[seat])
        seen = [mine | new for mine, new in zip(given, received, strict=True)]
        return deal.with_record(
            passed,
            partial(_passed_events, deal.deck, given, step, (*seen, 0)),
            held=tuple(hands),
            known=(*known, deal.known[-1] & elsewhere),
        )


def _passed_events(deck: Deck, given: list[int], step: int, known: tuple[int, ...]) -> tuple[Event, ...]:
    """The event of passed cards, which are given as masks by seat."""
    return (CardsPassed(tuple([Hand(deck, cards) for cards in given]), step, known),)


def _first_copies(deck: Deck, cards: int, hand: int) -> int:
    """The cards in a mask, each replaced by the first equal copies in the hand.

    Equal copies leave a hand in order. A viewer who knows that a hand holds some of them knows the first ones, so later
    plays do not reveal which copies were known.
    """
    for group in deck.copies:
        known = [copy for copy in group if copy & cards]
        held = [copy for copy in group if copy & hand]
        cards += sum(held[: len(known)]) - sum(known)
    return cards
