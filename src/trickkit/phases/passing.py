"""Passing cards on: every seat gives some to another one, or to several, face down and all at once."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.checks import counted, is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand, hands_seen
from trickkit.model.questions import Question, Sight
from trickkit.phases.kinds.choosing import Choosing, ChoosingRun, Selection, handed_on, without
from trickkit.phases.kinds.simultaneous import Commitments
from trickkit.policies.participants import Everyone, Participants, taking_part
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
        step: how many seats to the left the cards go; 0 if none are passed, or if they go to several seats.
        steps: if they go to several seats, the same by card, in the order in which a seat chooses them; otherwise ().
        players: the number of players; 0 if nothing is passed.

    >>> str(Passed(1, players=4)), str(Passed(2, players=4)), str(Passed(2, players=5)), str(Passed(0))
    ('to the left', 'across', '2 seats to the left', 'none')
    >>> str(Passed(0, (1, 1, 3), players=4))
    '2 cards to the left, 1 card to the right'
    """

    step: int
    steps: tuple[int, ...] = ()
    players: int = field(default=0, kw_only=True)

    def __str__(self) -> str:
        if not self.steps:
            return self._where(self.step) if self.step else "none"
        cards = [(self.steps.count(step), step) for step in dict.fromkeys(self.steps)]
        return ", ".join([f"{count} card{'s' if count > 1 else ''} {self._where(step)}" for count, step in cards])

    def _where(self, step: int) -> str:
        if step == 1:
            return "to the left"
        if step == self.players - 1:
            return "to the right"
        return "across" if 2 * step == self.players else f"{step} seats to the left"


@frozen(kw_only=True)
class PassCards(Choosing):
    """Seats choose cards from their hands in secret; then all are passed on together, face down.

    Only the giver and the receiver know where a card is. A seat that gets all the cards which another one gives also
    knows the cards left in that hand. Nobody sees the cards received before all seats have chosen, even if cards go to
    several seats.

    Args:
        cards: how many a seat passes on, 1 or more; passing three is deciding three times.
        passing: to whom they go: all to one seat, or to several (`InTurn`, `ToEachOther`).
        who: the seats that pass cards on, such as `Declarer()`; they may have more cards than others.

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

    >>> (selection,) = PassCards(cards=3, passing=InTurn("left left right")).selections(deal)
    >>> selection.steps
    (1, 1, 1)
    """

    record: ClassVar[type[Record]] = Passed
    done: ClassVar[str] = "passed on"
    of_several_faces: ClassVar[bool] = True

    cards: int = field(default=3, validator=counted(1))
    passing: Passing = field(default=InTurn("left"), validator=is_a(Passing))
    who: Participants = field(default=Everyone(), validator=is_a(Participants))

    def selections(self, deal: Deal) -> tuple[Selection, ...]:
        """The seats choose; none do in a deal in which no cards are passed.

        Raises:
            InvalidRules: some cards go nowhere.
        """
        steps = tuple([step % deal.players for step in self.passing.steps(deal.number, deal.players, self.cards)])
        if not any(steps):
            return ()
        if len(steps) != self.cards or not all(steps):
            wanted = f"{self.cards} numbers of seats, all 0 or none of them"
            raise InvalidRules(f"PassCards: the steps of {quoted(self.passing)} are {steps}; they are {wanted}")
        return _selections(tuple(sorted(taking_part(self.who, deal, self))), self.cards, steps)

    def hears(self, deal: Deal, mover: int, viewer: int | None) -> bool:
        """Whether the viewer is the seat to which the mover passes all its cards.

        If cards go to several seats, nobody hears in which order they were chosen, but each receiver sees the cards
        that it gets.
        """
        # A hot function: it runs for every view.
        return viewer == (mover + _one_step(self, deal.number, deal.players)) % deal.players

    def question(self, view: Sight) -> Question:
        """Asks which card to pass, and says to whom."""
        ordinal, passed = len(view.committed) + 1, view.deal[PassCards]
        step = passed.steps[ordinal - 1] if passed.steps else passed.step
        to = ((view.seat or 0) + step) % view.deal.players
        fields = (("card", ordinal), ("of", self.cards), ("seat", to))
        return Question(f"Choose card {ordinal} of {self.cards} to pass to seat {to}.", "pass_cards", fields)

    def begin(self, deal: Deal) -> Deal | PassRun:
        """The run in which cards are passed, or the deal unchanged if none are.

        Raises:
            InvalidRules: a hand has too few cards, or some cards go nowhere.
        """
        seats = tuple(sorted(taking_part(self.who, deal, self)))
        faces, selections = self.faces(deal, seats), self.selections(deal)
        if not selections:
            return deal.with_record(Passed(0))
        return PassRun(deal, (seats * self.cards,), faces, selections[0].steps)


@lru_cache(maxsize=64)
def _selections(seats: tuple[int, ...], cards: int, steps: tuple[int, ...]) -> tuple[Selection, ...]:
    return (Selection(numbers=[(seat, cards) for seat in seats], steps=steps),) if seats else ()


@lru_cache(maxsize=1024)
def _one_step(phase: PassCards, number: int, players: int) -> int:
    """The number of seats to the left that all cards of a deal go; 0 if they go to several seats."""
    return _passed(phase.passing.steps(number, players, phase.cards), players).step


def _passed(steps: tuple[int, ...], players: int) -> Passed:
    return Passed(0, steps, players=players) if len({*steps}) > 1 else Passed(steps[0], players=players)


@frozen(slots=False)
class PassRun(ChoosingRun):
    """The run of `PassCards` in one deal.

    Args:
        steps: by card, in the order of choosing, how many seats to the left it goes, 1 or more.
    """

    done: ClassVar[str] = PassCards.done

    steps: tuple[int, ...]

    def record(self, at: Commitments) -> Deal:
        """The deal with the cards in their new hands, once all are chosen."""
        deal, steps, faces = self.deal, self.steps, self.faces
        passed = _passed(steps, deal.players)
        if not at.revealed:
            return deal.with_record(passed)
        left, gifts, seen = [*deal.held], list[tuple[int, int, int]](), [0] * (deal.players + 1)
        for giver, chosen in enumerate(at.revealed[0]):
            for step in dict.fromkeys(steps if chosen else ()):
                cards, receiver = left[giver], (giver + step) % deal.players
                mine = tuple([action for action, to in zip(chosen, steps, strict=True) if to == step])
                left[giver] = without(cards, mine, faces)
                gifts.append((giver, receiver, cards ^ left[giver]))
                for seat in (giver, receiver):
                    seen[seat] |= cards ^ left[giver]
        return handed_on(deal, gifts).with_record(passed, partial(_passed_events, deal.deck, gifts, tuple(seen)))

    def rehearsed(self) -> Deal:
        """The deal after the first legal cards were passed, if only some hands pass: this may make sizes equal."""
        return super().rehearsed() if len({*self.turns[0]}) == self.deal.players else self.with_first_choices()


def _passed_events(deck: Deck, gifts: list[tuple[int, int, int]], known: tuple[int, ...]) -> tuple[Event, ...]:
    """The event of passed cards, which are given as masks."""
    return (CardsPassed(tuple([(giver, receiver, Hand(deck, cards)) for giver, receiver, cards in gifts]), known),)
