"""Symmetries of a game: seats that may be rotated, suits that may be renamed."""

from __future__ import annotations

from collections.abc import Collection

from attrs import evolve, field, frozen

from trickkit.model.cards import Suit
from trickkit.model.checks import is_a
from trickkit.model.converters import to_suits

__all__ = ["Symmetry"]


@frozen(kw_only=True)
class Symmetry:
    """The symmetries that the rules of a game claim; `trickkit.testing` holds them to it.

    Args:
        seats: whether the game stays the same when all seats move on clockwise, including the first starter.
        suits: the suits that may be exchanged; () for none.

    >>> Symmetry(seats=True).suits
    ()
    """

    seats: bool = field(default=False, validator=is_a(bool))
    suits: tuple[Suit, ...] = field(default=(), converter=to_suits)

    def but(self, named: Collection[Suit]) -> Symmetry:
        """The symmetry in which some suits keep their names.

        >>> from trickkit.model.cards import french
        >>> suits = french().suits
        >>> [str(suit) for suit in Symmetry(suits=suits).but(suits[2:3]).suits]
        ['clubs', 'diamonds', 'spades']
        """
        return evolve(self, suits=[suit for suit in self.suits if suit not in named])
