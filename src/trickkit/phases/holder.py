"""A declarer determined by a card: its holder says so."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules
from trickkit.model.checks import is_a
from trickkit.model.deal import Deal
from trickkit.model.events import Event, Record
from trickkit.phases.base import Claim, Phase

__all__ = ["DeclarerByCard", "Holder", "HolderFound"]


@frozen
class HolderFound(Event):
    """A seat said that it holds a card, and thus is the declarer.

    Args:
        seat: the seat.
        card: the text of the card.

    >>> str(HolderFound(2, "R4"))
    'Seat 2 holds R4, and is the declarer.'
    """

    seat: int
    card: str

    @property
    def disclosed(self) -> tuple[str, ...]:
        return (f"{self.card} in hand {self.seat}",)

    def __str__(self) -> str:
        return f"Seat {self.seat} holds {self.card}, and is the declarer."


@frozen
class Holder(Record):
    """The record of the seat that held the card.

    Args:
        seat: the seat; None if no hand held it.

    >>> str(Holder(2)), str(Holder(None))
    ('seat 2 is the declarer', 'nobody holds the card')
    """

    seat: int | None

    def __str__(self) -> str:
        return "nobody holds the card" if self.seat is None else f"seat {self.seat} is the declarer"


@frozen
class DeclarerByCard(Phase):
    """The holder of a certain card says so and is the declarer; in some games, that is the highest trump.

    From then on everybody knows who has the card. If no hand has it, there is no declarer. To let the declarer begin,
    use `DeclarerOpens` for the tricks, and `FromDeclarer` for phases in which seats are asked.

    Args:
        card: the text of the card, which occurs once in the deck.

    >>> from trickkit import Hand
    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=2)
    >>> hands = tuple([Hand.of(deal.deck, texts) for texts in (["KC", "KS"], ["2C", "AS"])])
    >>> found = DeclarerByCard("AS").begin(deal.changed(hands=hands))
    >>> found.declarer, str(found.seen_by(0).hands[1])
    (1, 'AS ??')
    """

    record: ClassVar[type[Record]] = Holder
    finds_declarer: ClassVar[bool] = True

    card: str = field(validator=is_a(str))

    def begin(self, deal: Deal) -> Deal:
        """The deal with its declarer.

        Raises:
            InvalidCard: the deck has no such card.
            InvalidRules: it has several.
        """
        card = deal.deck.mask([self.card])
        if sum(deck_card.text == self.card for deck_card in deal.deck) > 1:
            raise InvalidRules(f"{type(self).__name__}: the deck has several {self.card}; it must be a single card")
        seat = next((seat for seat, held in enumerate(deal.held) if held & card), None)
        if seat is None:
            return deal.with_record(Holder(None), declarer=None)
        return deal.with_record(
            Holder(seat),
            HolderFound(seat, self.card),
            declarer=seat,
            known=tuple([known | card for known in deal.known]),
        )

    def claims(self, deal: Deal) -> tuple[Claim, ...]:
        return tuple(
            [
                Claim(event.seat, index, partial(_among, event.card), (frozenset((event.card,)),))
                for index, event in enumerate(deal.events)
                if type(event) is HolderFound and event.card == self.card
            ]
        )


def _among(card: str, texts: tuple[str, ...]) -> bool:
    return card in texts
