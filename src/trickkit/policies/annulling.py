"""Which hands annul a deal before it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from trickkit.model.deal import Deal

__all__ = ["Annulling", "NothingAnnuls"]


class Annulling(ABC):
    """Says which hands annul a deal. A seat with such a hand says so when it is asked, and shows it.

    >>> from attrs import frozen
    >>> @frozen
    ... class NoAce(Annulling):
    ...     def words(self):
    ...         return ("no ace",)
    ...
    ...     def word(self, deal, seat):
    ...         return None if any(card.text[0] == "A" for card in deal.hands[seat].known) else "no ace"
    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> NoAce().word(Deal.fresh(french(), players=4), 0)
    'no ace'
    """

    __slots__ = ()

    @abstractmethod
    def words(self) -> tuple[str, ...]:
        """Every word that may ever be said; () for none."""

    @abstractmethod
    def word(self, deal: Deal, seat: int) -> str | None:
        """What a seat must say whose hand annuls the deal; None for any other hand.

        Args:
            deal: as it was dealt.
            seat: whose hand is looked at; no other hand should make a difference.
        """


@frozen
class NothingAnnuls(Annulling):
    """Every deal is played, whatever the hands.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> NothingAnnuls().words(), NothingAnnuls().word(Deal.fresh(french(), players=4), 0)
    ((), None)
    """

    def words(self) -> tuple[str, ...]:
        """None."""
        return ()

    def word(self, deal: Deal, seat: int) -> str | None:
        """Nothing."""
        return None
