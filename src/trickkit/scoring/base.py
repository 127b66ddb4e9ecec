"""What a deal is worth: policies that read the records of its phases and give score lines with reasons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine

__all__ = ["Scoring"]


class Scoring(ABC):
    """One part of what a deal is worth. The parts of a game are added up.

    >>> from attrs import frozen
    >>> from trickkit import ScoreLine, playout
    >>> from trickkit.phases import Tricks
    >>> from trickkit.variants import pikoko
    >>> @frozen
    ... class PointPerTrick(Scoring):
    ...     reads = (Tricks,)
    ...
    ...     def lines(self, deal):
    ...         return tuple(ScoreLine(seat, "tricks", taken) for seat, taken in enumerate(deal[Tricks].taken))
    >>> sum(playout(pikoko.rules().replace(scoring=PointPerTrick())).scores)
    24

    Points follow from what a scoring looks at of the deal; what stands in reasons makes no difference to them. The
    batch engine runs one at full speed that asks cards and tricks for numbers: `TrickTable.taken`, `taken_since`,
    `points`, `played` and `played_in_full`, `Hand.points` and `Pile.points`, and whether a card is among them.
    """

    __slots__ = ()

    reads: ClassVar[tuple[type[Any], ...]] = ()
    """The phases whose records the scoring needs; rules without one of them are refused."""

    counts_only: ClassVar[bool] = False
    """Whether of cards and tricks it looks only at how many tricks each hand took, and of the rest only at what a
    `DealSummary` has. The batch engine asks one that says so once for every outcome."""

    @abstractmethod
    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The scores of a finished deal, in whole points, each with its reason; () for none."""
