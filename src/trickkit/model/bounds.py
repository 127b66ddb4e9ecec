"""Bounds on the points of a seat in a deal, for the parts of rules that score."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar, overload

from attrs import frozen

from trickkit.model.cards import Deck

__all__ = ["Bounded", "Bounds", "Extent", "span", "total"]

Bounds = tuple[int, int] | None
"""The fewest and the most points, both included; None if unknown in advance."""
P = TypeVar("P")


class Bounded(Protocol):
    """A part of rules with bounds on the points that it may score, such as a phase or a scoring.

    >>> from trickkit import load
    >>> hearts = load("hearts")
    >>> hearts.scoring[0].bounds(Extent(hearts.deck, players=4, size=13, tricks=13, phases=hearts.phases))
    (0, 26)
    """

    def bounds(self, extent: Extent) -> Bounds:
        """The fewest and the most points that the part may score for a seat in a deal; None if unknown."""


@frozen
class Extent:
    """The largest dimensions of a deal, from which bounds on points follow.

    Args:
        deck: the cards.
        players: how many seats there are.
        size: the most cards that a hand is dealt.
        tricks: the most tricks that are played.
        doubles: how often a deal may be doubled.
        phases: the phases of a deal, which determine what else may happen in it.
        deals: the most deals that a game has; None if there is no limit.

    >>> from trickkit import load
    >>> from trickkit.scoring import ScoreCards
    >>> hearts = load("hearts")
    >>> ScoreCards().bounds(Extent(hearts.deck, players=4, size=13, tricks=13))
    (0, 0)
    """

    deck: Deck
    players: int
    size: int
    tricks: int
    doubles: int = 0
    phases: tuple[Bounded, ...] = ()
    deals: int | None = None

    def phase(self, kind: type[P]) -> P | None:
        """The first phase of a type; None if there is none.

        >>> from trickkit import load
        >>> from trickkit.phases import Auction, DealOut
        >>> bridge = load("bridge")
        >>> extent = Extent(bridge.deck, players=4, size=13, tricks=13, phases=bridge.phases)
        >>> extent.phase(DealOut), extent.phase(Auction).levels
        (DealOut(visibility=OwnHand(), portion=Rest()), 7)
        """
        return next((phase for phase in self.phases if isinstance(phase, kind)), None)

    def bounds(self, scoring: Iterable[Bounded]) -> Bounds:
        """The fewest and the most points that a seat may score in a deal, including 0; None if unknown.

        Args:
            scoring: its parts; phases that score are added to them.

        >>> from trickkit import load
        >>> hearts = load("hearts")
        >>> Extent(hearts.deck, players=4, size=13, tricks=13, phases=hearts.phases).bounds(hearts.scoring)
        (0, 26)
        """
        bounds = total([*(phase.bounds(self) for phase in self.phases), *(part.bounds(self) for part in scoring)])
        return None if bounds is None else span(*bounds)


def span(*points: int) -> tuple[int, int]:
    """The bounds of a score that is either 0 or one of some numbers of points.

    >>> span(10, -5)
    (-5, 10)
    """
    return min(0, *points), max(0, *points)


@overload
def total(parts: Iterable[tuple[int, int]]) -> tuple[int, int]: ...
@overload
def total(parts: Iterable[Bounds]) -> Bounds: ...
def total(parts: Iterable[Bounds]) -> Bounds:
    """The bounds of a sum; None if a summand has none.

    >>> total([(0, 3), (-5, 2)]), total([(0, 3), None])
    ((-5, 5), None)
    """
    low, high = 0, 0
    for part in parts:
        if part is None:
            return None
        low, high = low + part[0], high + part[1]
    return low, high
