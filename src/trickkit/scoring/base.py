"""Scorings: policies that read the records of a deal's phases and return score lines with reasons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from trickkit.model.bounds import Bounds, Extent
from trickkit.model.cards import Deck
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine

__all__ = ["ScoreBySeat", "Scoring"]


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

    Points must follow from what a scoring reads of the deal; its reasons may say anything. The batch engine runs a
    scoring at full speed if it asks cards and tricks for numbers: `TrickTable.taken`, `taken_since`, `points`, `played`
    and `played_in_full`, `Hand.points` and `Pile.points`, and whether a card is among them. To go through the tricks,
    use `TrickTable.each`; to go through the seats, derive from `ScoreBySeat`. Each trick or seat is then handled
    separately; otherwise the engine has to distinguish all combinations.
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

    def check(self, deck: Deck) -> None:
        """Refuse cards, suits or ranks that a deck does not have; called before a game, also for nested scorings.

        A scoring that names none keeps this method.

        Args:
            deck: of the game.

        Raises:
            InvalidRules: the deck does not have what the scoring names.

        >>> from trickkit.model.cards import french
        >>> from trickkit.scoring import ScoreCards
        >>> ScoreCards(cards={"QZ": 13}).check(french())
        Traceback (most recent call last):
            ...
        trickkit.errors.InvalidRules: ScoreCards: 'QZ' is nothing in the deck (did you mean 'QS'?)
        """
        return

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # A class that scores differently from its base has other bounds, whichever method it overrides.
        own = [name for name, value in vars(cls).items() if callable(value) and not name.startswith("__")]
        if "bounds" not in own and any(hasattr(base, name) for name in own for base in cls.__bases__):
            cls.bounds = Scoring.bounds  # type: ignore[method-assign]

    def bounds(self, extent: Extent) -> Bounds:
        """The fewest and the most points that it may give a seat in a deal; None, the default, if unknown.

        Args:
            extent: how large a deal may be.

        >>> from trickkit.model.cards import french
        >>> from trickkit.scoring import Extent, ScoreEstimates
        >>> ScoreEstimates(trick=1, bonus=10, off=-2).bounds(Extent(french(), players=4, size=13, tricks=13))
        (-26, 23)
        """
        return None


class ScoreBySeat(Scoring):
    """A scoring that handles each seat separately.

    >>> from attrs import frozen
    >>> from trickkit import ScoreLine, playout
    >>> from trickkit.phases import Tricks
    >>> from trickkit.variants import pikoko
    >>> @frozen
    ... class EvenTricks(ScoreBySeat):
    ...     reads = (Tricks,)
    ...
    ...     def of_seat(self, deal, seat):
    ...         return () if deal[Tricks].taken[seat] % 2 else (ScoreLine(seat, "an even number of tricks", 5),)
    >>> result = playout(pikoko.rules(players=3).replace(scoring=EvenTricks()), seed=7).results[0]
    >>> [line.seat for line in result.lines] == [seat for seat in range(3) if result.deal[Tricks].taken[seat] % 2 == 0]
    True
    """

    __slots__ = ()

    @abstractmethod
    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        """The scores of one seat, each with its reason; () for none.

        Args:
            deal: a finished deal.
            seat: 0..players-1.
        """

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The scores of all seats, in their order."""
        return tuple([line for seat in deal.seats for line in self.of_seat(deal, seat)])
