"""Who plays with the declarer, and whether everybody knows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from trickkit.model.deal import Deal
    from trickkit.phases.tricks.record import TrickTable

__all__ = ["DeclarerSide", "OnlyDeclarer"]


class DeclarerSide(ABC):
    """Says which hands make up the declarer's side in a deal, as far as its tricks have shown it.

    >>> from attrs import frozen
    >>> @frozen
    ... class WithTheNext(DeclarerSide):
    ...     def declarers(self, deal, tricks):
    ...         return (deal.declarer, (deal.declarer + 1) % deal.players)
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.record import Trick, TrickTable
    >>> deal, tricks = Deal.fresh(french(), players=5).changed(declarer=4), TrickTable((), Trick(()), (0,) * 5)
    >>> WithTheNext().declarers(deal, tricks), WithTheNext().mates(1, deal, tricks)
    ((4, 0), (1, 2, 3))
    """

    __slots__ = ()

    @abstractmethod
    def declarers(self, deal: Deal, tricks: TrickTable) -> tuple[int, ...]:
        """The hands that are known to be of the declarer's side, its own first; () where there is none.

        Args:
            deal: at any time after the bidding; which cards the hands hold should make no difference.
            tricks: of the deal, as far as they are played.
        """

    def known(self, deal: Deal, tricks: TrickTable) -> bool:
        """Whether everybody knows who plays together.

        Args:
            deal: as for `declarers`.
            tricks: as for `declarers`.
        """
        return True

    def mates(self, hand: int, deal: Deal, tricks: TrickTable) -> tuple[int, ...]:
        """The hands that are known to be of the same side as another, itself among them.

        Args:
            hand: 0..players-1.
            deal: as for `declarers`.
            tricks: as for `declarers`.
        """
        if not self.known(deal, tricks):
            return (hand,)
        declarers = self.declarers(deal, tricks)
        return declarers if hand in declarers else tuple(seat for seat in deal.seats if seat not in declarers)


@frozen
class OnlyDeclarer(DeclarerSide):
    """The declarer plays alone against all others.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.tricks.record import Trick, TrickTable
    >>> deal, tricks = Deal.fresh(french(), players=3).changed(declarer=1), TrickTable((), Trick(()), (0,) * 3)
    >>> OnlyDeclarer().declarers(deal, tricks), OnlyDeclarer().mates(0, deal, tricks)
    ((1,), (0, 2))
    """

    def declarers(self, deal: Deal, tricks: TrickTable) -> tuple[int, ...]:
        """The declarer."""
        return () if deal.declarer is None else (deal.declarer,)
