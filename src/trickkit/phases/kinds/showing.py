"""Showing melds: seats lay all their melds on the table, without any decision, and each meld scores."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from attrs import frozen

from trickkit.model.cards import Deck, Suit
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.model.hands import Hand
from trickkit.phases.base import Claim, Phase
from trickkit.policies.melds import Combination, Meld
from trickkit.policies.participants import Participants, taking_part

__all__ = ["Melds", "MeldsShown", "Showing", "ShownMelds"]


class ShownMelds(Record):
    """A base for records of the melds that seats have shown.

    >>> Melds(((Meld(("6H", "7H", "8H"), 20, (20,)),), ())).points(0)
    20
    """

    __slots__ = ()

    shown: tuple[tuple[Meld, ...], ...]

    def points(self, seat: int) -> int:
        """The points for the melds that a seat has shown.

        Args:
            seat: 0..players-1.

        >>> Melds(((), (Meld(("6H", "7H", "8H"), 20, (20,)),))).points(0)
        0
        """
        return sum([meld.points for meld in self.shown[seat]])

    def words(self, seats: Iterable[int]) -> str:
        """A list of the melds that some seats have shown, to give as the reason for points.

        Args:
            seats: each 0..players-1.

        >>> Melds(((Meld(("6H", "7H", "8H"), 20, (20,)),), ())).words([0, 1])
        '6H 7H 8H (20)'
        """
        return ", ".join([str(meld) for seat in seats for meld in self.shown[seat]])


@frozen
class Melds(ShownMelds):
    """The record of the melds that everybody has shown.

    Args:
        shown: by seat, its melds, the best first, which score.

    >>> str(Melds(((Meld(("6H", "7H", "8H"), 20, (20,)),), ())))
    'seat 0: 6H 7H 8H (20); seat 1: none'
    """

    shown: tuple[tuple[Meld, ...], ...]

    def __str__(self) -> str:
        return "; ".join(f"seat {seat}: {self.words([seat]) or 'none'}" for seat, _ in enumerate(self.shown))


@frozen
class MeldsShown(Event):
    """A seat shows all its melds, which score.

    Args:
        seat: the seat.
        melds: what it shows, the best first.

    >>> str(MeldsShown(2, (Meld(("6H", "7H", "8H"), 20, (20,)),))), str(MeldsShown(1, ()))
    ('Seat 2 shows 6H 7H 8H (20).', 'Seat 1 shows no meld.')
    """

    seat: int
    melds: tuple[Meld, ...]

    @property
    def disclosed(self) -> tuple[str, ...]:
        return (str(self),)

    def __str__(self) -> str:
        return f"Seat {self.seat} shows {', '.join(map(str, self.melds)) or 'no meld'}."


class Showing(Phase):
    """A base for phases in which seats show all melds that they have.

    Everybody sees the cards of these melds, and knows that a hand has no others. `trickkit.phases.ShowMelds` is one of
    these phases.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import ShowMelds
    >>> from trickkit.policies.combinations import Combinations
    >>> phase = ShowMelds(melding=Combinations(plain={"K Q": 20}))
    >>> [" ".join(one.cards) for one in phase.combinations(french(), None)]
    ['KC QC', 'KD QD', 'KH QH', 'KS QS']
    """

    __slots__ = ()

    record: ClassVar[type[Record]] = Melds

    who: Participants

    @abstractmethod
    def melds(self, hand: Hand, trump: Suit | None) -> tuple[Meld, ...]:
        """The melds of a hand, the best first.

        Args:
            hand: a hand whose cards are all known.
            trump: the trump of the deal, or None.
        """

    @abstractmethod
    def laid(self, hand: Hand, trump: Suit | None) -> int:
        """The cards that a hand lays on the table with its melds, as a mask; of equal copies the first ones.

        Args:
            hand: a hand whose cards are all known.
            trump: the trump of the deal, or None.
        """

    def combinations(self, deck: Deck, trump: Suit | None) -> tuple[Combination, ...] | None:
        """Every combination that a hand may have, for the batch engine; None, the default, if they cannot be listed.

        Args:
            deck: the deck in use.
            trump: the trump of the deal, or None.
        """
        return None

    def begin(self, deal: Deal) -> Deal:
        seats, hands, trump = taking_part(self.who, deal, self), deal.hands, deal.trump
        shown = [self.melds(hand, trump) if seat in seats else () for seat, hand in enumerate(hands)]
        cards = sum([self.laid(hands[seat], trump) for seat in seats])
        return deal.with_record(
            Melds(tuple(shown)),
            *[MeldsShown(seat, shown[seat]) for seat in seats],
            known=tuple([known | cards for known in deal.known]),
        )

    def claims(self, deal: Deal) -> tuple[Claim, ...]:
        events = [(index, event) for index, event in enumerate(deal.events) if type(event) is MeldsShown]
        return tuple([Claim(event.seat, index, partial(self._has, deal, event.melds)) for index, event in events])

    def _has(self, deal: Deal, melds: tuple[Meld, ...], texts: tuple[str, ...]) -> bool:
        """Whether a set of cards makes exactly these melds."""
        return self.melds(Hand.of(deal.deck, texts), deal.trump) == melds
