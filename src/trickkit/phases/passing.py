"""Passing cards on: every seat gives some to another one, or to several, face down and all at once."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.checks import counted, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand, hands_seen
from trickkit.model.questions import Question, Sight
from trickkit.phases.kinds.choosing import Choosing, ChoosingRun, all_at_once, without
from trickkit.phases.kinds.simultaneous import Commitments
from trickkit.policies.passing import InTurn, Passing

if TYPE_CHECKING:
    from trickkit.model.cards import Deck

__all__ = ["CardsPassed", "PassCards", "Passed"]


@frozen
class CardsPassed(Event):
    """Cards were passed on.

    Args:
        gifts: the giver, the receiver and the cards, giver by giver.
        known: for every seat, then for a spectator, which of the cards it saw, as a mask. Empty in a view.

    >>> from trickkit.model.cards import french
    >>> deck = french()
    >>> gifts = (0, 1, Hand.of(deck, ["AS"])), (1, 0, Hand.of(deck, ["2C"]))
    >>> event = CardsPassed(gifts, (deck.all, deck.mask(["AS"]), 0))
    >>> str(event.seen_by(1, scored=False))
    'Passed on: hand 0 to hand 1: AS; hand 1 to hand 0: ??.'
    """

    gifts: tuple[tuple[int, int, Hand], ...]
    known: tuple[int, ...] = ()

    def seen_by(self, seat: int | None, *, scored: bool) -> CardsPassed:
        """The event with only the cards that the seat gave and received."""
        if not self.known:
            return self
        seen = hands_seen(tuple([cards for _, _, cards in self.gifts]), self.known[-1 if seat is None else seat])
        return CardsPassed(tuple([(*gift[:2], cards) for gift, cards in zip(self.gifts, seen, strict=True)]))

    @property
    def passed(self) -> tuple[tuple[int, int, str], ...]:
        """The passed cards, giver by giver, in the order in which those for different seats were chosen."""
        return tuple([(giver, receiver, str(card)) for giver, receiver, cards in self.gifts for card in cards])

    def __str__(self) -> str:
        texts = (f"hand {giver} to hand {receiver}: {cards}" for giver, receiver, cards in self.gifts)
        return f"Passed on: {'; '.join(texts)}."


@frozen
class Passed(Record):
    """The record of the direction in which cards are passed.

    Args:
        step: how many seats to the left they go; 0 when none are passed, or they go to several seats.
        steps: if they go to several seats, the same by card, in the order in which a seat chooses them; otherwise ().

    >>> str(Passed(1)), str(Passed(0)), str(Passed(0, (1, 1, 3)))
    ('to the left', 'none', '2 cards to the left, 1 card 3 seats to the left')
    """

    step: int
    steps: tuple[int, ...] = ()

    def __str__(self) -> str:
        if not self.steps:
            return _where(self.step) if self.step else "none"
        cards = [(self.steps.count(step), step) for step in dict.fromkeys(self.steps)]
        return ", ".join([f"{count} card{'s' if count > 1 else ''} {_where(step)}" for count, step in cards])


def _where(step: int) -> str:
    return "to the left" if step == 1 else f"{step} seats to the left"


@frozen(kw_only=True)
class PassCards(Choosing):
    """Every seat chooses cards from its hand in secret; then all are passed on together, face down.

    The giver and the receiver know where a card is; no other seat does. Nobody looks at what it gets before all have
    chosen, also where cards go to several seats.

    Args:
        cards: how many a seat passes on, 1 or more; passing three is deciding three times.
        passing: to whom they go: all to one seat (`InTurn`), or to several (`CardByCard`, `ToEachOther`).

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

    Two cards to the left and one to the right:

    >>> from trickkit.policies.passing import CardByCard
    >>> PassCards(cards=3, passing=CardByCard(["left", "left", "right"])).passing.steps(0, players=4, cards=3)
    (1, 1, 3)
    """

    record: ClassVar[type[Record]] = Passed
    done: ClassVar[str] = "passed on"
    of_several_faces: ClassVar[bool] = True

    cards: int = field(default=3, validator=counted(1))
    passing: Passing = field(default=InTurn("left"), validator=is_a(Passing))

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        """Whether the viewer is the seat to which the mover passes all its cards.

        If they go to several seats, nobody hears in which order they were chosen; each receiver sees what it gets.
        """
        # A hot function: it runs for every view.
        passed = deal.get(PassCards)
        return passed is None or viewer == (mover + passed.step) % len(deal.held)

    def question(self, view: Sight) -> Question:
        """Asks which card to pass, and says to whom."""
        number, passed = len(view.committed) + 1, view.deal[PassCards]
        step = passed.steps[number - 1] if passed.steps else passed.step
        to = ((view.seat or 0) + step) % view.deal.players
        fields = (("card", number), ("of", self.cards), ("seat", to))
        return Question(f"Choose card {number} of {self.cards} to pass to seat {to}.", "pass_cards", fields)

    def begin(self, deal: Deal) -> Deal | PassRun:
        """The run in which cards are passed, or the deal unchanged if none are.

        Raises:
            InvalidRules: a hand has too few cards, or some cards go nowhere.
        """
        steps = tuple([step % deal.players for step in self.passing.steps(deal.number, deal.players, self.cards)])
        faces = self.faces(deal)
        if not any(steps):
            return deal.with_record(Passed(0))
        if len(steps) != self.cards or not all(steps):
            wanted = f"{self.cards} numbers of seats, all 0 or none of them"
            raise InvalidRules(f"PassCards: the steps of {quoted(self.passing)} are {steps}; they are {wanted}")
        return PassRun(deal, all_at_once(deal.players, self.cards), faces, steps)


@frozen(slots=False)
class PassRun(ChoosingRun):
    """The run of `PassCards` in one deal.

    Args:
        steps: by card, in the order of choosing, how many seats to the left it goes, 1 or more.
    """

    done: ClassVar[str] = PassCards.done

    steps: tuple[int, ...]

    @cached_property
    def _passed(self) -> Passed:
        several = len({*self.steps}) > 1
        return Passed(0, self.steps) if several else Passed(self.steps[0])

    def record(self, at: Commitments) -> Deal:
        """The deal with the cards in their new hands, once all are chosen."""
        deal, steps, faces = self.deal, self.steps, self.faces
        if not at.revealed:
            return deal.with_record(self._passed)
        left, gifts = [*deal.held], list[tuple[int, int, int]]()
        for giver, chosen in enumerate(at.revealed[0]):
            for step in dict.fromkeys(steps):
                cards = left[giver]
                mine = tuple([action for action, to in zip(chosen, steps, strict=True) if to == step])
                left[giver] = without(cards, mine, faces)
                gifts.append((giver, (giver + step) % deal.players, cards ^ left[giver]))
        hands = [*left]
        for _, receiver, cards in gifts:
            hands[receiver] |= cards
        # What a seat knew of another hand may have been passed on, unseen.
        elsewhere, seen = ~sum(hands), [0] * deal.players
        known = [old & (elsewhere | mine) for old, mine in zip(deal.known, left, strict=False)]
        for giver, receiver, cards in gifts:
            known[giver] |= _first_copies(deal.deck, cards, hands[receiver])
            known[receiver] |= cards
            seen[giver] |= cards
            seen[receiver] |= cards
        return deal.with_record(
            self._passed,
            partial(_passed_events, deal.deck, gifts, (*seen, 0)),
            held=tuple(hands),
            known=(*known, deal.known[-1] & elsewhere),
        )


def _passed_events(deck: Deck, gifts: list[tuple[int, int, int]], known: tuple[int, ...]) -> tuple[Event, ...]:
    """The event of passed cards, which are given as masks."""
    return (CardsPassed(tuple([(giver, receiver, Hand(deck, cards)) for giver, receiver, cards in gifts]), known),)


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
