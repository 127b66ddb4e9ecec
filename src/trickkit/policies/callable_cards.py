"""Which cards may be called: the holder of the called card becomes the partner."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted

if TYPE_CHECKING:
    from trickkit.model.cards import Deck
    from trickkit.model.deal import Deal

__all__ = ["CallableCards", "CardsInGroups"]


class CallableCards(ABC):
    """Says which cards a seat may call.

    >>> from attrs import frozen
    >>> @frozen
    ... class TheOldOnes(CallableCards):
    ...     def cards(self, deck):
    ...         return ("QC", "QS")
    ...
    ...     def offered(self, deal, seat):
    ...         return self.cards(deal.deck)
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> TheOldOnes().offered(Deal.fresh(french(), players=4), 0)
    ('QC', 'QS')
    """

    __slots__ = ()

    @abstractmethod
    def cards(self, deck: Deck) -> tuple[str, ...]:
        """The texts of all cards that may ever be called."""

    @abstractmethod
    def offered(self, deal: Deal, seat: int) -> tuple[str, ...]:
        """The texts of the cards that a seat may call, one or more.

        Args:
            deal: as it stands then.
            seat: who calls; no other hand should make a difference.
        """

    def shows(self, deal: Deal, card: str) -> int:
        """The cards that a call proves to be in the caller's hand, as a mask; usually 0.

        Args:
            deal: as it stands then.
            card: the text of the one that was called.
        """
        return 0


def _groups(groups: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group) for group in groups)


@frozen
class CardsInGroups(CallableCards):
    """A card of the first group may be called; a hand that holds them all may also call from the next, and so on.

    In French Tarot the groups are the kings, the queens and the knights.

    Args:
        groups: the texts of the cards of each.

    Raises:
        InvalidRules: there is no group, or a group without cards.

    >>> from trickkit import Deal, Hand
    >>> from trickkit.model.cards import french
    >>> calling, deal = CardsInGroups([["KC", "KD"], ["QC", "QD"]]), Deal.fresh(french(), players=2)
    >>> calling.offered(deal, 0)
    ('KC', 'KD')
    >>> kings = Hand.of(deal.deck, ["KC", "KD"])
    >>> calling.offered(deal.changed(hands=(kings, deal.hands[1])), 0)
    ('KC', 'KD', 'QC', 'QD')
    >>> calling.shows(deal, "QC") == kings.mask
    True
    """

    groups: tuple[tuple[str, ...], ...] = field(converter=_groups)

    @groups.validator
    def _have_cards(self, _attribute: object, groups: tuple[tuple[str, ...], ...]) -> None:
        if not groups or not all(groups):
            raise InvalidRules(f"CardsInGroups: groups={quoted(groups)}: there is one or more, each of some cards")

    def cards(self, deck: Deck) -> tuple[str, ...]:
        """The cards of all groups."""
        return tuple(text for group in self.groups for text in group)

    def offered(self, deal: Deal, seat: int) -> tuple[str, ...]:
        """The cards of the groups up to the first of which the hand lacks a card."""
        cards: tuple[str, ...] = ()
        for group in self.groups:
            cards += group
            if deal.deck.mask(group) & ~deal.held[seat]:
                break
        return cards

    def shows(self, deal: Deal, card: str) -> int:
        """All cards of the groups before that of the called card."""
        place = next(number for number, group in enumerate(self.groups) if card in group)
        return sum(deal.deck.mask(group) for group in self.groups[:place])
