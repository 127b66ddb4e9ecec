"""Cards that a seat chooses in secret from its own hand, one decision each: the base of discarding and passing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.actions import Action, Play
from trickkit.model.cards import Card, bits
from trickkit.model.checks import counted, each_is_a, is_a
from trickkit.model.converters import to_numbers, to_tuple
from trickkit.model.hands import Hand
from trickkit.phases.base import Phase
from trickkit.phases.kinds.simultaneous import Commitments, SimultaneousRun, Turn
from trickkit.policies.discarding import DiscardRestriction, KeepNothing

if TYPE_CHECKING:
    from trickkit.model.cards import Deck
    from trickkit.model.deal import Deal

__all__ = ["Choosing", "ChoosingRun", "Faces", "Selection"]


@frozen(eq=False)
class Faces:
    """Look-up tables of a deck for choosing cards, computed once.

    Args:
        plays: by the bit length of a face, the action that names its card, and the bits of all other kinds of cards.
        kinds: by action, the bits of the card and its equal copies.
        cards: by action, the card.

    >>> from trickkit.model.cards import french
    >>> Faces.of(french("KA")).kinds[Play("AC")]
    2
    """

    plays: dict[int, tuple[Play, int]]
    kinds: dict[Action, int]
    cards: dict[Action, Card]

    @classmethod
    def of(cls, deck: Deck) -> Faces:
        """The look-up tables for a deck; a card of several faces is named by its own text."""
        kinds: dict[Action, int] = {Play(text): mask for text, (_, mask) in deck.by_text.items()}
        plays = {
            bit.bit_length(): (Play(text), deck.all ^ mask)
            for text, (_, mask) in deck.by_text.items()
            for bit in bits(mask)
        }
        return cls(plays, kinds, {Play(card.text): card for card in deck})

    def one(self, action: Action, cards: int) -> int:
        """The first copy of a card in a set of cards, as a mask of all its faces; 0 if the set lacks the card.

        >>> Faces.of(french("KA")).one(Play("AC"), 0b111)
        2
        """
        held = self.kinds[action] & cards
        return (held & -held) * ((1 << len(self.cards[action].faces)) - 1)


@frozen(kw_only=True)
class Selection:
    """Cards that seats choose from their hands at the same time, and where they go once all are chosen.

    A phase whose method `selections` returns a deal's selections, one after the other, runs in compiled code. Its
    method `hears` may then depend on the seats and, if the selections do, on the number of the deal.

    Args:
        numbers: the seats, each with the number of cards that it chooses; None for its surplus over the cards that it
            was dealt, as far as it may choose them.
        steps: by card, in the order of choosing, how many seats to the left it goes, 1..players-1; () for cards that
            are laid away, or stay.
        stays: whether they stay in the hands.
        keeping: which cards may not be chosen, if no cards are passed on.
        openly: whether all see the cards.
        draws: whether the seats then draw as many from the stock, in this order; a hand that must keep cards may then
            choose fewer than the number.

    Raises:
        InvalidRules: a seat occurs twice, a number is out of range, or `steps` do not say where each card goes.

    >>> Selection(numbers=[(1, 2)]).numbers
    ((1, 2),)
    """

    numbers: tuple[tuple[int, int | None], ...] = field(converter=to_tuple, validator=each_is_a(tuple))
    steps: tuple[int, ...] = field(default=(), converter=to_numbers, validator=each_is_a(int))
    keeping: DiscardRestriction = field(default=KeepNothing(), validator=is_a(DiscardRestriction))
    stays: bool = False
    openly: bool = False
    draws: bool = False

    def __attrs_post_init__(self) -> None:
        for pair in self.numbers:
            if len(pair) != 2 or not all(type(entry) is int and entry >= 0 for entry in (pair[0], pair[1] or 0)):
                raise InvalidRules(f"Selection: numbers has {quoted(pair)}; a seat has 0 or more cards, or None")
        if len({seat for seat, _ in self.numbers}) < len(self.numbers):
            raise InvalidRules(f"Selection: numbers={self.numbers} name a seat twice; each has one number of cards")
        if any(step < 1 for step in self.steps):
            raise InvalidRules(f"Selection: steps={self.steps} are numbers of seats to the left, 1 or more")
        if self.steps and (self.stays or any(count is None for _, count in self.numbers)):
            raise InvalidRules(f"Selection: steps={self.steps} are for a known number of cards that leave the hands")
        if self.steps and type(self.keeping) is not KeepNothing:
            raise InvalidRules(
                f"Selection: keeping={self.keeping} is for cards that are laid away or stay, not passed on"
            )
        most = max([count or 0 for _, count in self.numbers], default=0)
        if self.steps and most > len(self.steps):
            raise InvalidRules(
                f"Selection: {most} cards are chosen, and steps={self.steps} say where {len(self.steps)} go"
            )


@frozen(kw_only=True)
class Choosing(Phase):
    """Every seat chooses cards from its hand in secret; a base for phases that decide what happens to them.

    Args:
        cards: how many a seat chooses, 1 or more; choosing two is deciding twice.

    >>> from trickkit.phases import PassCards, Reveal
    >>> [issubclass(phase, Choosing) for phase in (PassCards, Reveal)]
    [True, True]
    """

    done: ClassVar[str]
    """What happens to the cards, in words that follow "are", such as `"laid away"`."""
    of_several_faces: ClassVar[bool] = False
    """Whether cards with several faces can be chosen; their own texts name them."""

    cards: int = field(default=1, validator=counted(1))

    @cached_property
    def _faces_of_decks(self) -> dict[Deck, Faces]:
        return {}

    def actions(self, deck: Deck, players: int) -> tuple[Action, ...]:
        """The action that chooses each card."""
        return tuple(Play(text) for text in deck.by_text)

    def faces(self, deal: Deal, seats: Iterable[int] | None = None) -> Faces:
        """The look-up tables of the deck, after a check that hands have enough cards.

        Args:
            deal: before cards are chosen.
            seats: choose cards; None for all.

        Raises:
            InvalidRules: a hand has too few cards, or a card has several faces.
        """
        faces = self.faces_of(deal.deck)
        for seat in deal.seats if seats is None else seats:
            if deal.held[seat].bit_count() < self.cards:
                has = f"hand {seat} has {len(deal.hands[seat])} cards; {self.cards} are to be {self.done}"
                given = "a phase before it must deal more or, like TakeStock, give some to the hand"
                raise InvalidRules(f"{type(self).__name__}: {has}; {given}", seat=seat)
        return faces

    def faces_of(self, deck: Deck) -> Faces:
        """The look-up tables for a deck, cached.

        Raises:
            InvalidRules: a card has several faces.
        """
        faces = self._faces_of_decks.get(deck)
        if faces is None:
            for card in deck:
                if not (card.is_plain or self.of_several_faces):
                    name = type(self).__name__
                    raise InvalidRules(f"{name}: {card} has several faces; only cards with one can be {self.done}")
            faces = self._faces_of_decks[deck] = Faces.of(deck)
        return faces


@lru_cache(maxsize=64)
def all_at_once(players: int, cards: int) -> tuple[tuple[int, ...], ...]:
    """One turn in which every seat chooses a number of cards.

    >>> all_at_once(3, 2)
    ((0, 1, 2, 0, 1, 2),)
    """
    return (tuple(range(players)) * cards,)


def without(cards: int, chosen: tuple[Action, ...], faces: Faces) -> int:
    """A set of cards without the chosen ones, as a mask; of equal copies the first is removed.

    Args:
        cards: as a mask.
        chosen: some of them.
        faces: look-ups in the deck.

    >>> from trickkit.model.cards import french
    >>> without(0b111, (Play("AC"),), Faces.of(french("KA")))
    5
    """
    for action in chosen:
        cards ^= faces.one(action, cards)
    return cards


def handed_on(deal: Deal, gifts: Sequence[tuple[int, int, int]]) -> Deal:
    """The deal after hands have given cards to others at the same time: only givers and receivers know where they are.

    Args:
        deal: before.
        gifts: the giver, the receiver and the cards as a mask.
    """
    seats, moved = deal.seats, {giver: 0 for giver, _, _ in gifts}
    received = [0] * (deal.players + 1)
    for giver, receiver, cards in gifts:
        moved[giver] |= cards
        received[receiver] |= cards
    hands = [deal.held[seat] & ~moved.get(seat, 0) | received[seat] for seat in seats]
    known = []
    for viewer, (old, mine) in enumerate(zip(deal.known, received, strict=True)):
        # A receiver of all cards that a seat gives also knows the cards left in its hand.
        lost = [giver for giver, cards in moved.items() if giver != viewer and cards & ~mine]
        knows = old & ~sum([deal.held[giver] for giver in lost]) | mine
        if deal.deck.copies:
            for receiver in {receiver for _, receiver, _ in gifts}:
                knows = _first_copies(deal.deck, knows, hands[receiver])
        known.append(knows)
    return deal.changed(held=tuple(hands), known=tuple(known))


def _first_copies(deck: Deck, knows: int, hand: int) -> int:
    """The cards that a viewer knows, with copies that it knows in a hand replaced by the first equal ones there.

    Equal copies leave a hand in order. A viewer who knows that a hand holds some of them counts as knowing the first
    ones, so that later plays do not reveal which copies were known.
    """
    for group in deck.copies:
        held = [copy for copy in group if copy & hand]
        known = [copy for copy in held if copy & knows]
        knows += sum(held[: len(known)]) - sum(known)
    return knows


@frozen(slots=False)
class ChoosingRun(SimultaneousRun):
    """One turn in which cards are chosen.

    Args:
        faces: look-ups in the deck.

    >>> from trickkit.variants import game5211
    >>> state = game5211.rules(players=2).start(seed=7)
    >>> len(state.legal(0)) - len(state.play(0, state.legal(0)[0]).legal(0))
    1
    """

    done: ClassVar[str]
    """What happens to a card, in words that follow "is", such as `"laid away"`."""

    faces: Faces = field(eq=False, repr=False)

    def choices(self, revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]) -> tuple[Action, ...]:
        """The cards left in the hand, equal copies once."""
        # A hot function: it runs for every chosen card. Finding the last card first is faster.
        plays, cards, actions = self.faces.plays, self.deal.held[seat], []
        if committed:
            cards = without(cards, committed, self.faces)
        while cards:
            action, others = plays[cards.bit_length()]
            actions.append(action)
            cards &= others
        return tuple(actions[::-1])

    def left_to_choose(
        self, before: tuple[Action, ...], revealed: tuple[Turn, ...], seat: int, committed: tuple[Action, ...]
    ) -> tuple[Action, ...]:
        """The previous choices, without the chosen card if that was its last copy in the hand."""
        action = committed[-1]
        copies = self.deal.held[seat] & self.faces.kinds[action] & self.deal.deck.firsts
        if copies.bit_count() > committed.count(action):
            return before
        index = before.index(action)
        return before[:index] + before[index + 1 :]

    def left(self, seat: int, chosen: tuple[Action, ...]) -> int:
        """The cards of a hand without the chosen ones, as a mask; of equal copies the first is removed."""
        return without(self.deal.held[seat], chosen, self.faces)

    def named(self, chosen: tuple[Action, ...]) -> tuple[Card, ...]:
        """The chosen cards, in the order of the deck."""
        cards = self.faces.cards
        if len(chosen) == 1:
            return (cards[chosen[0]],)
        return tuple([cards[action] for action in sorted(chosen, key=self.faces.kinds.__getitem__)])

    def with_first_choices(self) -> Deal:
        """The deal after each seat has chosen the first cards that it may, for `rehearsed`."""
        progress = self.start()
        while progress.actors:
            after = self.play(progress, progress.actors[0], self.legal(progress, progress.actors[0])[0])
            assert after is not None
            progress = after
        return self.record(progress)

    def refusal(self, at: Commitments, seat: int, action: Action) -> str:
        """Explain that a card of the hand must be chosen."""
        if action not in self.faces.kinds:
            return f"a card is {self.done} now, out of hand {seat}; {self._instead(action)}"
        held = Hand(self.deal.deck, self.left(seat, at.pending[seat]))
        left = "still holds" if at.pending[seat] else "holds"
        return f"hand {seat} does not hold {action}; it {left} {held}"

    def _instead(self, action: Action) -> str:
        """Explains what an action that names no card does name: a face of a card, or no card at all."""
        face = action.face if isinstance(action, Play) else None
        named = [
            card.text for card in self.faces.cards.values() if any(card_face.text == face for card_face in card.faces)
        ]
        return f"{action} is a face of {' and '.join(named)}" if named else f"{action} is not a card"
