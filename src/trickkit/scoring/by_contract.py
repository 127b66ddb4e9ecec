"""Points that depend on the contract."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.model.bounds import Bounds, Extent, span, total
from trickkit.model.checks import each_is_a
from trickkit.model.deal import Deal
from trickkit.model.events import ScoreLine
from trickkit.phases.by_contract import check_words, choices
from trickkit.phases.contracts import DependsOnContract, words_played
from trickkit.scoring.base import Scoring, needed_by, to_scorings

__all__ = ["ScoreByContract"]

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
            one is a misspelt name of a contract.

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
                return tuple([line for part in parts for line in part.lines(deal)])
        return tuple([line for part in self.otherwise for line in part.lines(deal)])

    def bounds(self, extent: Extent) -> Bounds:
        each = [total([part.bounds(extent) for part in parts]) for _, parts in (*self.scorings, ((), self.otherwise))]
        points = [point for bounds in each if bounds is not None for point in bounds]
        return None if None in each else span(*points)
