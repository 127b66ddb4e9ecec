"""Which cards a seat that lays cards away must keep."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from trickkit.model.deal import Deal

__all__ = ["DiscardRestriction", "KeepFaceUp", "KeepNothing"]


class DiscardRestriction(ABC):
    """Says which cards a seat that lays cards away must keep in its hand.

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

    @abstractmethod
    def kept(self, deal: Deal) -> int:
        """The cards that may not be laid away, as a mask; it must not depend on what only some seats know.

        Args:
            deal: as it stands before cards are laid away.
        """

    def last_resort(self, deal: Deal) -> int:
        """The cards that are laid away only by a hand with too few others, and then face up, as a mask; mostly none.

        Args:
            deal: as for `kept`.
        """
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
        """None."""
        return 0


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

    def kept(self, deal: Deal) -> int:
        """The cards whose place all seats know."""
        return reduce(and_, deal.known)
