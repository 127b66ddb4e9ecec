"""Points that depend on the contract."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.bounds import Bounds, Extent, span, total
from trickkit.model.checks import each_is_a, whole
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.by_contract import check_words, choices, chosen
from trickkit.phases.contracts import DependsOnContract, words_played
from trickkit.scoring.base import Scoring, lines_of, lines_of_all, multiplied, needed_by, summands_of, to_scorings

__all__ = ["ScoreByContract", "TimesByContract"]

Parts = tuple[Scoring, ...]


def _by_contract(given: Any) -> tuple[tuple[tuple[str, ...], Parts], ...]:
    return tuple((words, to_scorings(parts)) for words, parts in choices(given))


@frozen
class ScoreByContract(Scoring, DependsOnContract):
    """A scoring for each contract.

    Args:
        scorings: by contract, its scoring, or several that are added up. Contracts are written as for `ByContract`.
        otherwise: the scoring of other contracts, and of deals without one; () for none.

    Raises:
        InvalidRules: a contract is not a text or named twice, or a scoring is not a Scoring; or, when a game is built,
            one is no contract, but similar to one.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.contracts import ContractBids
    >>> from trickkit.phases.tricks.record import Trick, TrickTable
    >>> from trickkit.scoring import ScoreNoTricks
    >>> scoring = ScoreByContract({"misere": ScoreNoTricks(10)})
    >>> deal = Deal.fresh(french(), players=3).with_record(TrickTable((), Trick(()), (0, 4, 1)))
    >>> scoring.lines(deal), [str(line) for line in scoring.lines(deal.with_record(ContractBids((), "misere")))]
    ((), ['seat 0: +10 took no trick'])
    """

    scorings: tuple[tuple[tuple[str, ...], tuple[Scoring, ...]], ...] = field(
        converter=_by_contract, validator=check_words
    )
    otherwise: tuple[Scoring, ...] = field(default=(), converter=to_scorings, validator=each_is_a(Scoring))

    def __attrs_post_init__(self) -> None:
        for part in self._all:
            if not isinstance(part, Scoring):
                raise InvalidRules(f"ScoreByContract: {quoted(part)} is not a Scoring")

    @property
    def contracts(self) -> tuple[str, ...]:
        """The words of all contracts that it names."""
        return tuple([word for words, _ in self.scorings for word in words])

    @property
    def _all(self) -> Parts:
        return (*[part for _, parts in self.scorings for part in parts], *self.otherwise)

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The phases and records that any of the scorings needs."""
        return needed_by(self._all)

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        played = words_played(deal)
        for words, parts in self.scorings:
            if any(word in words for word in played):
                return lines_of_all(parts, deal)
        return lines_of_all(self.otherwise, deal)

    def bounds(self, extent: Extent) -> Bounds:
        each = [total([part.bounds(extent) for part in parts]) for _, parts in (*self.scorings, ((), self.otherwise))]
        points = [point for bounds in each if bounds is not None for point in bounds]
        return None if None in each else span(*points)


@frozen(kw_only=True)
class TimesByContract(Scoring, DependsOnContract):
    """Other scorings times a factor that depends on the contract.

    Args:
        scoring: what is multiplied; several are added up.
        times: by contract, the factor, 0 or more. Contracts are written as for `ByContract`.
        otherwise: the factor for other contracts, and for deals without one.

    Raises:
        InvalidRules: a contract is not a text or named twice, a factor is not such a number, or the scoring is not a
            Scoring; or, when a game is built, one is no contract, but similar to one.

    >>> from trickkit.model.cards import french
    >>> from trickkit.phases.contracts import ContractBids
    >>> from trickkit.phases.tricks.record import Trick, TrickTable
    >>> from trickkit.scoring import ScoreTricks
    >>> scoring = TimesByContract(scoring=ScoreTricks(10), times={("up", "down"): 3})
    >>> deal = Deal.fresh(french(), players=3).with_record(TrickTable((), Trick(()), (0, 4, 0)))
    >>> [str(*scoring.lines(deal.with_record(ContractBids((), word)))) for word in ("clubs", "up")]
    ['seat 1: +40 took 4 tricks', 'seat 1: +120 took 4 tricks, times 3']
    """

    scoring: tuple[Scoring, ...] = field(converter=to_scorings, validator=each_is_a(Scoring))
    times: tuple[tuple[tuple[str, ...], int], ...] = field(converter=choices, validator=check_words)
    otherwise: int = field(default=1, validator=whole(0))

    @times.validator
    def _are_factors(self, attribute: Any, times: tuple[tuple[tuple[str, ...], int], ...]) -> None:
        for _, factor in times:
            whole(0)(self, attribute, factor)

    @property
    def contracts(self) -> tuple[str, ...]:
        """The words of all contracts that it names."""
        return tuple([word for words, _ in self.times for word in words])

    @property
    def reads(self) -> tuple[type[Any], ...]:  # type: ignore[override]
        """The phases and records that the other scorings need."""
        return needed_by(self.scoring)

    def summands(self, players: int) -> tuple[Hashable, ...]:
        parts = enumerate(self.scoring)
        return tuple([(index, summand) for index, part in parts for summand in summands_of(part, players)])

    def of_summand(self, deal: Deal, summand: Any) -> tuple[ScoreLine, ...]:
        factor = chosen(self.times, self.otherwise, deal)
        lines = lines_of(self.scoring[summand[0]], deal, summand[1])
        return lines if factor == 1 else tuple([multiplied(line, factor) for line in lines])

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        return tuple([line for each in self.summands(deal.players) for line in self.of_summand(deal, each)])

    def bounds(self, extent: Extent) -> Bounds:
        bounds = total([part.bounds(extent) for part in self.scoring])
        factors = [self.otherwise, *[factor for _, factor in self.times]]
        return None if bounds is None else span(*(points * factor for points in bounds for factor in factors))
