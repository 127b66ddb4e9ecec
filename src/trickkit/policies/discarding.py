"""Which cards a seat must keep when it lays cards away."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import reduce
from operator import and_
from typing import ClassVar

from attrs import field, frozen

from trickkit.errors import InvalidRules, nearest, quoted
from trickkit.model.checks import each_is_a
from trickkit.model.converters import to_texts
from trickkit.model.deal import Deal

__all__ = ["DiscardRestriction", "KeepCards", "KeepFaceUp", "KeepNothing"]


class DiscardRestriction(ABC):
    """Says which cards a seat must keep in its hand when it lays cards away.

    >>> from attrs import frozen
    >>> @frozen
    ... class KeepKings(DiscardRestriction):
    ...     def kept(self, deal):
    ...         return deal.deck.where(lambda face: face.text[0] == "K")
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> bin(KeepKings().kept(Deal.fresh(french("QKA"), players=4)))
    '0b10010010010'
    """

    __slots__ = ()

    keeps_seen: ClassVar[bool] = False
    """Whether `kept` says: the cards that all seats have seen."""

    @abstractmethod
    def kept(self, deal: Deal) -> int:
        """The cards that may not be laid away, as a mask; it must not depend on private knowledge.

        Args:
            deal: as it stands before cards are laid away.
        """

    def last_resort(self, deal: Deal) -> int:
        """Cards that a hand lays away, face up, only if it has too few others, as a mask; usually 0."""
        return 0


@frozen
class KeepNothing(DiscardRestriction):
    """Any card may be laid away.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> KeepNothing().kept(Deal.fresh(french(), players=4))
    0
    """

    def kept(self, deal: Deal) -> int:
        return 0


@frozen(kw_only=True)
class KeepCards(DiscardRestriction):
    """Certain cards may not be laid away.

    Args:
        cards: their texts.
        suits: the names of suits that may not be laid away.

    Raises:
        InvalidRules: a name is not a text; or, in a game, the deck has no such suit.
        InvalidCard: in a game, the deck has no such card.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> bin(KeepCards(cards=["KC"], suits=["spades"]).kept(Deal.fresh(french("QK"), players=3)))
    '0b11000010'
    """

    cards: tuple[str, ...] = field(default=(), converter=to_texts, validator=each_is_a(str))
    suits: tuple[str, ...] = field(default=(), converter=to_texts, validator=each_is_a(str))

    def kept(self, deal: Deal) -> int:
        known = [suit.name for suit in deal.deck.suits]
        for name in self.suits:
            if name not in known:
                raise InvalidRules(f"KeepCards: {quoted(name)} is not a suit of the deck{nearest(name, known)}")
        return deal.deck.mask(self.cards) | deal.deck.where(lambda face: face.suit.name in self.suits)


@frozen
class KeepFaceUp(DiscardRestriction):
    """A card that all seats have seen, such as one that was turned up, may not be laid away.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> from trickkit.phases import ShowTop
    >>> deal = ShowTop().begin(Deal.fresh(french(), players=4))
    >>> KeepFaceUp().kept(deal) == deal.deck.mask(["2C"])
    True
    """

    keeps_seen: ClassVar[bool] = True

    def kept(self, deal: Deal) -> int:
        return reduce(and_, deal.known)
