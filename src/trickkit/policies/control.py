"""Which seat chooses the card that a hand plays to a trick."""

from __future__ import annotations

from abc import ABC, abstractmethod

from attrs import frozen

from trickkit.model.deal import Deal

__all__ = ["Control", "DeclarerForDummy", "Owner", "RightNeighbour"]


class Control(ABC):
    """Says which seat chooses for a hand.

    >>> from attrs import frozen
    >>> @frozen
    ... class Opposite(Control):
    ...     def chooser(self, hand, players):
    ...         return (hand + players // 2) % players
    >>> Opposite().chooser(3, players=4)
    1
    """

    __slots__ = ()

    @abstractmethod
    def chooser(self, hand: int, players: int) -> int:
        """The seat that chooses for a hand, 0..players-1.

        Args:
            hand: named by the seat to which it was dealt, 0..players-1.
            players: the number of seats.
        """

    def choosers(self, deal: Deal) -> tuple[int, ...]:
        """By hand, the seat that chooses for it in a deal; override this if it depends on the deal.

        Args:
            deal: before its first trick.
        """
        players = deal.players
        return tuple([self.chooser(hand, players) for hand in range(players)])


@frozen
class Owner(Control):
    """Each seat plays its own hand, as in most card games.

    >>> Owner().chooser(2, players=4)
    2
    """

    def chooser(self, hand: int, players: int) -> int:
        return hand

    def choosers(self, deal: Deal) -> tuple[int, ...]:
        return tuple(deal.seats)


@frozen
class RightNeighbour(Control):
    """Each seat plays its left neighbour's hand.

    >>> RightNeighbour().chooser(0, players=4), RightNeighbour().chooser(2, players=4)
    (3, 1)
    """

    def chooser(self, hand: int, players: int) -> int:
        return (hand - 1) % players


@frozen
class DeclarerForDummy(Control):
    """Each seat plays its own hand, and the declarer also plays that of the partner opposite.

    >>> from trickkit import Deal
    >>> from trickkit.model.cards import french
    >>> deal = Deal.fresh(french(), players=4)
    >>> from attrs import evolve
    >>> DeclarerForDummy().choosers(evolve(deal, declarer=1)), DeclarerForDummy().choosers(deal)
    ((0, 1, 2, 1), (0, 1, 2, 3))
    """

    def chooser(self, hand: int, players: int) -> int:
        """The owner of the hand, as in a deal without a declarer."""
        return hand

    def choosers(self, deal: Deal) -> tuple[int, ...]:
        if deal.declarer is None:
            return tuple(deal.seats)
        dummy = (deal.declarer + deal.players // 2) % deal.players
        return tuple(deal.declarer if hand == dummy else hand for hand in deal.seats)
