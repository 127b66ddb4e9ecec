"""A trick, the distribution of its cards, and the events that report it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from attrs import field, fields, frozen

from trickkit.errors import InvalidRules
from trickkit.model.actions import Play
from trickkit.model.cards import Card, Deck
from trickkit.model.events import Event

__all__ = ["Captured", "Exposed", "Moved", "Played", "Stuck", "Trick", "TrickTaken"]


@frozen
class Moved:
    """A card captured in an earlier trick that changes hands.

    Args:
        card: its text.
        source: the hand that gives it, 0..players-1.
        target: the hand that gets it, 0..players-1.

    >>> str(Moved("2C", source=0, target=2))
    'hand 0 gives 2C to hand 2'
    """

    card: str
    source: int
    target: int

    def __str__(self) -> str:
        return f"hand {self.source} gives {self.card} to hand {self.target}"


def _tuple(given: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(given)


@frozen
class Captured:
    """The hands that get the cards of a finished trick.

    Args:
        cards: for each play, in order, the hand that gets its card, 0..players-1, or None for nobody.
        moved: the cards of earlier tricks that change hands now.
        owed: the debts that are open after this trick, as pairs of the debtor hand and the hand to which it owes a
            card.

    >>> Captured((1, 0, 1), moved=[Moved("2C", 0, 1)])
    Captured(cards=(1, 0, 1), moved=(Moved(card='2C', source=0, target=1),), owed=())
    """

    cards: tuple[int | None, ...] = field(converter=_tuple)
    moved: tuple[Moved, ...] = field(default=(), converter=_tuple)
    owed: tuple[tuple[int, int], ...] = field(default=(), converter=_tuple)


@frozen
class Played(Event):
    """A card was played.

    Args:
        seat: the seat that chose it.
        hand: the hand it came from.
        action: the play, which names the face.
        card: the text of the card, which differs from that of the face if the card has several faces.

    >>> str(Played(seat=0, hand=1, action=Play("W7"), card="M7"))
    'Seat 0 plays M7 as W7 from hand 1.'
    """

    seat: int
    hand: int
    action: Play
    card: str

    @property
    def out_of_hands(self) -> tuple[tuple[int, str], ...]:
        return ((self.hand, self.card),)

    def __str__(self) -> str:
        shown = str(self.action) if self.card == str(self.action) else f"{self.card} as {self.action}"
        return f"Seat {self.seat} plays {shown}{'' if self.seat == self.hand else f' from hand {self.hand}'}."


@frozen
class TrickTaken(Event):
    """A trick is complete.

    Args:
        hand: the hand that took it; None for nobody.
        number: the number of the trick, from 0.
        others: the cards that went elsewhere, each with the hand that got it, or None for nobody.
        moved: the cards of earlier tricks that changed hands.

    >>> str(TrickTaken(hand=2, number=0)), str(TrickTaken(hand=None, number=1))
    ('Trick 0 goes to hand 2.', 'Trick 1 goes to nobody.')
    >>> str(TrickTaken(hand=2, number=0, others=(("EX", 1),), moved=(Moved("2C", 1, 2),)))
    'Trick 0 goes to hand 2; EX goes to hand 1; hand 1 gives 2C to hand 2.'
    """

    hand: int | None
    number: int
    others: tuple[tuple[str, int | None], ...] = ()
    moved: tuple[Moved, ...] = ()

    def __str__(self) -> str:
        changes = [f"Trick {self.number} goes to {_hand(self.hand)}"]
        changes += [f"{card} goes to {_hand(hand)}" for card, hand in self.others]
        return f"{'; '.join([*changes, *map(str, self.moved)])}."


def _hand(hand: int | None) -> str:
    return "nobody" if hand is None else f"hand {hand}"


@frozen
class Exposed(Event):
    """A hand was exposed.

    Args:
        hand: the exposed hand.
        cards: the cards that it held then, in the order of the deck.

    >>> from trickkit.model.cards import french
    >>> str(Exposed(2, french("KA").cards[:3]))
    'Hand 2 is laid open: KC AC KD.'
    """

    hand: int
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"Hand {self.hand} is laid open: {' '.join(str(card) for card in self.cards)}."


@frozen
class Trick:
    """A trick.

    Args:
        plays: in order, one for every hand once the trick is complete.
        taker: the hand that took it; None during play, and if nobody took it.
        leads: if nobody took it, the hand that counts as its taker for the next lead.
        captured: who got which card, if they did not all go to the taker.

    >>> str(Trick((Played(0, 0, Play("AS"), "AS"), Played(1, 1, Play("2S"), "2S")), taker=0))
    'AS 2S'
    """

    plays: tuple[Played, ...]
    taker: int | None = None
    leads: int | None = None
    captured: Captured | None = None

    @property
    def counted_taker(self) -> int:
        """The hand that took the trick or, if nobody did, the one that counts as its taker for the next lead.

        Raises:
            InvalidRules: the trick is not complete.
        """
        hand = self.leads if self.taker is None else self.taker
        if hand is None:
            raise InvalidRules("the trick is not complete")
        return hand

    def led_with(self, deck: Deck, faces: int) -> bool:
        """Whether the first card of the trick was played as one of certain faces.

        Args:
            deck: the deck of the deal.
            faces: as a mask.
        """
        return deck.kinds[self.plays[0].action.face] & faces != 0

    def points(self, worth: Mapping[str, int]) -> int:
        """The points of the cards of the trick.

        Args:
            worth: points by the text of a card; other cards are worth 0.

        >>> Trick((Played(0, 0, Play("AS"), "AS"), Played(1, 1, Play("2S"), "2S"))).points({"AS": 11})
        11
        """
        return sum([worth.get(play.card, 0) for play in self.plays])

    def count(self, faces: Collection[str]) -> int:
        """The number of plays of certain faces, given by their texts."""
        return sum([play.action.face in faces for play in self.plays])

    def face_of(self, hand: int) -> str | None:
        """The text of the face that a hand played; None if it played none.

        >>> Trick((Played(1, 1, Play("AS"), "AS"), Played(0, 0, Play("2S"), "2S"))).face_of(0)
        '2S'
        """
        return next((play.action.face for play in self.plays if play.hand == hand), None)

    @property
    def told(self) -> tuple[tuple[tuple[str, int | None], ...], tuple[Moved, ...]]:
        """The cards that did not go to the taker, with their hands, and the cards of earlier tricks that moved."""
        if self.captured is None:
            return (), ()
        pairs = zip(self.plays, self.captured.cards, strict=True)
        return tuple((play.card, hand) for play, hand in pairs if hand != self.taker), self.captured.moved

    def __str__(self) -> str:
        return " ".join(str(play.action) for play in self.plays) or "-"


def made_trick(plays: tuple[Played, ...], taker: int | None = None, leads: int | None = None) -> Trick:
    # A hot function: filling the fields one by one takes two thirds of the time of `Trick(...)`.
    trick = _new(Trick)
    _set_plays(trick, plays)
    _set_taker(trick, taker)
    _set_leads(trick, leads)
    _set_captured(trick, None)
    return trick


_new = object.__new__
_set_plays, _set_taker, _set_leads, _set_captured = [vars(Trick)[attribute.name].__set__ for attribute in fields(Trick)]


@frozen
class Stuck(Event):
    """A hand could play none of its cards, and was shown; the deal is over.

    Args:
        hand: the hand.
        cards: the cards that it held, as texts in the order of the deck.

    >>> str(Stuck(1, ("M4", "M7")))
    'Hand 1 can play none of its cards, which ends the deal: M4 M7.'
    """

    hand: int
    cards: tuple[str, ...]

    @property
    def disclosed(self) -> tuple[str, ...]:
        return self.cards

    def __str__(self) -> str:
        return f"Hand {self.hand} can play none of its cards, which ends the deal: {' '.join(self.cards)}."
