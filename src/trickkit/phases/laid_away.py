"""Cards that were laid away: the event, and the record."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, frozen

from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand, hands_seen

__all__ = ["CardsLaidAway", "LaidAway"]


@frozen
class CardsLaidAway(Event):
    """Cards were laid away, face down.

    Args:
        hands: by seat, the cards; in a view only the seat's own, and those laid face up, are known.
        shown: the texts of the cards that were laid face up.
        kept: the texts of the cards that could not be laid away face down.
        turned_up: whether all are turned up once the deal is scored.

    >>> from trickkit.model.cards import french
    >>> event = CardsLaidAway((Hand(french()), Hand.of(french(), ["2C", "AS"])))
    >>> str(event.seen_by(1, scored=False)), str(event.seen_by(0, scored=False))
    ('Laid away by seat 1: 2C AS.', 'Laid away by seat 1: ?? ??.')
    """

    hands: tuple[Hand, ...]
    shown: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    turned_up: bool = False

    def seen_by(self, seat: int | None, *, scored: bool) -> CardsLaidAway:
        """The event with the viewer's own cards and those turned up; of the others only the number."""
        if scored and self.turned_up:
            return self
        return evolve(self, hands=_seen(self.hands, self.shown, seat))

    @property
    def disclosed(self) -> tuple[str, ...]:
        """The cards that were laid face up."""
        return self.shown

    @property
    def withheld(self) -> tuple[str, ...]:
        """The texts of cards that could not be laid away face down."""
        return self.kept

    @property
    def out_of_hands(self) -> tuple[tuple[int, str], ...]:
        """The cards that were laid away, hand by hand."""
        return tuple([(seat, str(card)) for seat, hand in enumerate(self.hands) for card in hand])

    def __str__(self) -> str:
        texts = (f"by seat {seat}: {hand}" for seat, hand in enumerate(self.hands) if len(hand))
        return f"Laid away {'; '.join(texts)}."


@frozen
class LaidAway(Record):
    """The record of the cards that were laid away.

    Args:
        hands: by seat, the cards; in a view only the seat's own, and those laid face up, are known.
        shown: the texts of the cards that were laid face up.
        lacking: by seat, the cards of which it has none left, because it laid others away face up, as masks; () if no
            seat did.
        turned_up: whether all are turned up once the deal is scored.

    >>> from trickkit.model.cards import french
    >>> laid = LaidAway((Hand(french()), Hand.of(french(), ["2C", "AS"])))
    >>> str(laid.seen_by(1, scored=False)), str(laid.seen_by(0, scored=False))
    ('hand 1: 2C AS', 'hand 1: ?? ??')
    """

    field_of_choices: ClassVar[str] = "hands"

    hands: tuple[Hand, ...]
    shown: tuple[str, ...] = ()
    lacking: tuple[int, ...] = ()
    turned_up: bool = False

    def seen_by(self, seat: int | None, *, scored: bool) -> LaidAway:
        """The record with the viewer's own cards and those turned up; of the others only the number."""
        if scored and self.turned_up:
            return self
        return evolve(self, hands=_seen(self.hands, self.shown, seat))

    def __str__(self) -> str:
        return "; ".join(f"hand {seat}: {hand}" for seat, hand in enumerate(self.hands) if len(hand)) or "nothing"


def _seen(hands: tuple[Hand, ...], shown: tuple[str, ...], seat: int | None) -> tuple[Hand, ...]:
    """The hands for a viewer who knows the cards of its own hand and those with certain texts."""
    knowledge = 0 if seat is None else hands[seat].mask
    for text in shown:
        knowledge |= hands[0].deck.kinds[text]
    return hands_seen(hands, knowledge)
