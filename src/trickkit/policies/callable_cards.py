"""Which cards may be called: the holder of the called card becomes the partner."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.cards import Deck
from trickkit.model.checks import each_is_a
from trickkit.model.converters import to_groups, to_texts
from trickkit.model.deal import Deal

__all__ = ["CallableCards", "CardsInGroups", "CardsOfHeldSuits"]


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

    may_offer_none: ClassVar[bool] = False
    """Whether a seat may have no card to call. `CallPartner` then needs the word with which the seat plays alone."""

    @abstractmethod
    def cards(self, deck: Deck) -> tuple[str, ...]:
        """The texts of all cards that may ever be called."""

    @abstractmethod
    def offered(self, deal: Deal, seat: int) -> tuple[str, ...]:
        """The texts of the cards that a seat may call; one or more, unless `may_offer_none`.

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

    def holds(self, deal: Deal, card: str) -> int:
        """Cards of which the caller must hold at least one, as a call proves, as a mask; usually 0.

        Args:
            deal: the deal then or later, perhaps that of a view.
            card: the text of the one that was called.
        """
        return 0


def _have_cards(instance: object, _attribute: object, groups: tuple[tuple[str, ...], ...]) -> None:
    if not groups or not all(groups):
        raise InvalidRules(
            f"{type(instance).__name__}: groups={quoted(groups)}: there is one or more, each of some cards"
        )


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

    groups: tuple[tuple[str, ...], ...] = field(converter=to_groups, validator=_have_cards)

    def cards(self, deck: Deck) -> tuple[str, ...]:
        return tuple(text for group in self.groups for text in group)

    def offered(self, deal: Deal, seat: int) -> tuple[str, ...]:
        cards: tuple[str, ...] = ()
        *groups, last = self.groups
        for group in groups:
            cards += group
            if deal.deck.mask(group) & ~deal.held[seat]:
                return cards
        return cards + last

    def shows(self, deal: Deal, card: str) -> int:
        index = next(index for index, group in enumerate(self.groups) if card in group)
        return sum(deal.deck.mask(group) for group in self.groups[:index])


@frozen(kw_only=True)
class CardsOfHeldSuits(CallableCards):
    """A seat may call a card if it holds another one of the suit, but not one that it holds or has laid away.

    It calls from the first group of which it lacks a card: in Sheepshead an ace, or a ten if it has all aces.

    Args:
        groups: the texts of the cards of each.
        trumps: the texts of cards that belong to no printed suit, such as queens and jacks that are trumps.

    Raises:
        InvalidRules: there is no group, a group without cards, or a text is not one.

    >>> from trickkit import Deal, Hand
    >>> from trickkit.model.cards import french
    >>> calling, deal = CardsOfHeldSuits(groups=[["AC", "AH"], ["KC", "KH"]]), Deal.fresh(french(), players=2)
    >>> def offered(text):
    ...     hand = Hand.of(deal.deck, text.split())
    ...     known = (hand.mask, *deal.known[1:])
    ...     return calling.offered(deal.changed(hands=(hand, deal.hands[1]), known=known), 0)
    >>> offered("2C 2S"), offered("AC 2C 2S"), offered("AC AH QH")
    (('AC',), (), ('KC', 'KH'))
    """

    may_offer_none: ClassVar[bool] = True

    groups: tuple[tuple[str, ...], ...] = field(converter=to_groups, validator=_have_cards)
    trumps: tuple[str, ...] = field(default=(), converter=to_texts, validator=each_is_a(str))

    def cards(self, deck: Deck) -> tuple[str, ...]:
        return tuple(text for group in self.groups for text in group)

    def offered(self, deal: Deal, seat: int) -> tuple[str, ...]:
        deck, held, known = deal.deck, deal.held[seat], deal.knows(seat)
        for group in self.groups:
            others = [text for text in group if not known & deck.mask([text])]
            if others:
                return tuple([text for text in others if held & self._others(deck, text)])
        return ()

    def holds(self, deal: Deal, card: str) -> int:
        """The other cards of the suit of the called card, as a mask."""
        return self._others(deal.deck, card)

    def _others(self, deck: Deck, card: str) -> int:
        """The other cards of the suit of a card, trumps excluded, as a mask."""
        suit = deck.card(card).faces[0].suit
        return deck.where(lambda face: face.suit == suit and face.text not in self.trumps) & ~deck.mask([card])
