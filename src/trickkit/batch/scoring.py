"""What deals are worth: scorings asked once for every case that occurs, and remembered.

A scoring that is not known here is asked deal by deal, unless it has a method `points_of(deals)`, which is given the
arrays of all deals and returns the points by deal and seat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from attrs import frozen

from trickkit.batch.finished import Array, Deals
from trickkit.batch.score_sums import Sums
from trickkit.batch.score_terms import Looking, Term, together
from trickkit.errors import InvalidRules
from trickkit.phases.tricks import Tricks
from trickkit.rules import Rules
from trickkit.scoring import (
    Doubled,
    ScoreBids,
    ScoreBoughtTrump,
    ScoreCards,
    ScoreConfidence,
    ScoreEstimates,
    ScoreNil,
    ScoreNoTricks,
    ScoreSides,
    Scoring,
    ShootTheMoon,
)
from trickkit.scoring.sides import ScoreBags


@frozen(eq=False, slots=False)
class Scorer:
    """The scorings of rules.

    Args:
        rules: the rules.
        size: of the largest hand.
    """

    rules: Rules
    size: int

    def add(
        self, found: dict[str, Array], totals: Array, deals: Callable[[], Deals], only_tricks: bool = False
    ) -> None:
        """Add to the points of deals what the scorings give.

        Args:
            found: what was written down of the deals, as `finished.room` has it.
            totals: (deals or 1, seats or more), int64: the points of earlier deals.
            deals: gives the same as deals.
            only_tricks: whether nothing is known of them but their tricks.
        """
        points = found["points"]
        if self.asks_deals(only_tricks):
            points[:] = self._played_again(deals())
            return
        for part, sums in self._sums.items():
            if part is None:
                sums.add(found["facts"], found["won"], totals, points)
            else:
                factors = np.zeros_like(points)
                sums.add(found["facts"], found["won"], totals, factors)
                points += self._given(part, deals()) * factors

    def asks_deals(self, only_tricks: bool = False) -> bool:
        """Whether a scoring is asked deal by deal, for which the deals must be played again."""
        return any(
            terms is None or (only_tricks and set(part.reads) != {Tricks})
            for part, terms in zip(self.rules.scoring, self._terms, strict=True)
        )

    @property
    def needs_cards(self) -> bool:
        """Whether a scoring may look at which cards were taken."""
        return any(
            hasattr(part, "points_of") or isinstance(part, Doubled | ScoreCards | ShootTheMoon)
            for part in self.rules.scoring
        )

    @cached_property
    def _terms(self) -> list[tuple[Term, ...] | None]:
        """The terms of the scorings; None for those that are asked deal by deal."""
        looking = Looking(self.rules, self.size)
        return [looking.terms(part) for part in self.rules.scoring]

    @cached_property
    def _sums(self) -> dict[Scoring | None, Sums]:
        """What is added up; by a scoring of somebody's own, what it is multiplied by."""
        terms = together(term for part in self._terms for term in part or ())
        parts = dict.fromkeys(term.of for term in terms)
        return {part: Sums([term for term in terms if term.of == part]) for part in parts}

    def _given(self, part: Scoring, deals: Deals) -> Array:
        """The points that a scoring of somebody's own gives."""
        points = np.asarray(part.points_of(deals))  # type: ignore[attr-defined]
        if points.shape != (len(deals), self.rules.players) or points.dtype.kind not in "iu":
            raise InvalidRules(
                f"{type(part).__name__}.points_of gave {points.dtype} of shape {points.shape}; it gives whole numbers "
                f"by deal and seat, here of shape {(len(deals), self.rules.players)}"
            )
        return points

    def _played_again(self, deals: Deals) -> Array:
        """The scores of deals that are played again one by one; of those that the scoring sees alike, of one."""
        chosen = inverse = np.arange(len(deals))
        if all(part.counts_only or type(part) in _COUNTING for part in self.rules.scoring):
            _, chosen, inverse = np.unique(deals.told_apart(), axis=0, return_index=True, return_inverse=True)
        found = np.zeros((len(chosen), self.rules.players), np.int64)
        for place, deal in enumerate(chosen):
            found[place] = deals.result(int(deal)).scores
        return found[inverse.ravel()]


_COUNTING: tuple[type, ...] = (
    ScoreBids,
    ScoreConfidence,
    ScoreEstimates,
    ScoreBoughtTrump,
    ScoreNoTricks,
    ScoreSides,
    ScoreNil,
    ScoreBags,
)
"""Scorings that look at bids, calls and numbers of tricks alone."""
