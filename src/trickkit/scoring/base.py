"""Scorings: policies that read the records of a deal's phases and return score lines with reasons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache, wraps
from typing import Any, ClassVar, TypeVar

from trickkit.errors import MissingRecord
from trickkit.model.bounds import Bounds, Extent
from trickkit.model.cards import Deck
from trickkit.model.converters import to_tuple
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine

__all__ = ["ScoreBySeat", "Scoring"]

L = TypeVar("L")


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

    Points must depend only on what a scoring reads of the deal; its reasons may say anything. The batch engine runs a
    scoring at full speed if it asks cards and tricks only for numbers: `TrickTable.taken`, `taken_since`, `points`,
    `played` and `played_in_full`, `Hand.points` and `Pile.points`, and whether a card is among them. To go through the
    tricks, use `TrickTable.each`; to go through the seats, derive from `ScoreBySeat`; split other sums into `summands`.
    Each trick, seat or summand is then handled separately; otherwise the engine has to distinguish all combinations.
    """

    __slots__ = ()

    reads: ClassVar[tuple[type[Any], ...]] = ()
    """The phases whose records the scoring needs; rules without one of them are refused. In a deal that was closed
    before such a phase, since all passed, it scores nothing; one that does asks `deal.get` for the record."""

    counts_only: ClassVar[bool] = False
    """Whether it reads nothing but the number of tricks that each hand took and the attributes of a `DealSummary`. If
    so, the solver of the batch engine looks up the points of the last tricks by these numbers."""

    @abstractmethod
    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        """The scores of a finished deal, in whole points, each with its reason; () for none."""

    def summands(self, players: int) -> tuple[Hashable, ...]:
        """The names of the summands of the score; by default a single one, for all lines.

        The batch engine traces each summand separately, so there are few cases if each of them reads little.

        Args:
            players: the number of seats.

        >>> from trickkit.scoring import ScoreBids
        >>> ScoreBids(exact=5, close=1).summands(2)
        ((0, 0), (0, 1), (1, 0), (1, 1))
        """
        return (None,)

    def of_summand(self, deal: Deal, summand: Any) -> tuple[ScoreLine, ...]:
        """The score lines of one summand; those of all summands together are the `lines`.

        Args:
            deal: a finished deal.
            summand: one of the `summands`.

        >>> from trickkit import playout
        >>> from trickkit.scoring import ScoreBids
        >>> from trickkit.variants import pikoko
        >>> deal = playout(pikoko.rules(players=3), seed=7).results[0].deal
        >>> ScoreBids(exact=5, close=1).of_summand(deal, (1, 2))
        (ScoreLine(seat=1, reason='bid 0 on seat 2, took 7: wrong', points=0),)
        """
        return self.lines(deal)

    def check(self, deck: Deck) -> None:
        """Check that a deck has the cards, suits or ranks that the scoring names; nested scorings are checked too.

        A scoring that names none need not override this method.

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

    def lacks(self, phases: tuple[Any, ...]) -> str:
        """What the phases of a game lack for the scoring, in words; "" if nothing. Such rules are refused.

        Args:
            phases: in order.
        """
        return ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # A class that scores differently from its base has other bounds, whichever method it overrides.
        own = [name for name, value in vars(cls).items() if callable(value) and not name.startswith("__")]
        if "bounds" not in own and any(hasattr(base, name) for name in own for base in cls.__bases__):
            cls.bounds = Scoring.bounds  # type: ignore[method-assign]

    def bounds(self, extent: Extent) -> Bounds:
        """The fewest and the most points that the scoring gives a seat in a deal; None, the default, if unknown.

        Args:
            extent: the largest dimensions of a deal.

        >>> from trickkit.model.cards import french
        >>> from trickkit.scoring import Extent, ScoreEstimates
        >>> ScoreEstimates(trick=1, bonus=10, off=-2).bounds(Extent(french(), players=4, size=13, tricks=13))
        (-26, 23)
        """
        return None


def summands_of(scoring: Scoring, players: int) -> tuple[Hashable, ...]:
    """The names of the summands of a scoring; only one if a subclass overrides just `lines`."""
    for kind in type(scoring).__mro__:
        if "of_summand" in vars(kind):
            return scoring.summands(players)
        if "lines" in vars(kind):
            break
    return (None,)


def lines_of(scoring: Scoring, deal: Deal, summand: Any = None) -> tuple[ScoreLine, ...]:
    """The score lines of a summand that `summands_of` names; none where a deal was closed before what they need.

    If it is closed before what some summands need, the others score alone.
    """
    try:
        return scoring.lines(deal) if summand is None else scoring.of_summand(deal, summand)
    except MissingRecord:
        if not deal.closed:
            raise
    summands = summands_of(scoring, deal.players) if summand is None else ()
    return tuple([line for each in summands if each is not None for line in lines_of(scoring, deal, each)])


def lines_of_all(parts: Iterable[Scoring], deal: Deal) -> tuple[ScoreLine, ...]:
    """The score lines of several scorings, in order."""
    return tuple([line for part in parts for line in lines_of(part, deal)])


def remembered(function: Callable[..., L]) -> Callable[..., L]:
    """Cache the results of a function of plain numbers, since the same few score lines recur in many deals.

    The cache is not used for the symbolic numbers with which the batch engine traces scorings.
    """
    cached = lru_cache(maxsize=8192)(function)

    @wraps(function)
    def call(*given: Any) -> L:
        try:
            return cached(*given)
        except TypeError:
            return function(*given)

    return call


@remembered
def multiplied(line: ScoreLine, factor: int) -> ScoreLine:
    """A score line times a factor."""
    reason, fields = f"{line.reason}, times {factor}", (*line.fields, ("factor", factor))
    return ScoreLine(line.seat, reason, line.points * factor, line.code, fields)


def to_scorings(given: Scoring | Iterable[Scoring]) -> tuple[Scoring, ...]:
    """A converter for one scoring or several."""
    return (given,) if isinstance(given, Scoring) else to_tuple(given)


def needed_by(parts: Iterable[Scoring]) -> tuple[type[Any], ...]:
    """The phases and records that some scorings need, each once."""
    return tuple(dict.fromkeys([needed for part in parts for needed in part.reads]))


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
        """The score lines of one seat, each with its reason; () for none.

        Args:
            deal: a finished deal.
            seat: 0..players-1.
        """

    def summands(self, players: int) -> tuple[int, ...]:
        return tuple(range(players))

    def of_summand(self, deal: Deal, summand: int) -> tuple[ScoreLine, ...]:
        return self.of_seat(deal, summand)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple([line for seat in deal.seats for line in lines_of(self, deal, seat)])
