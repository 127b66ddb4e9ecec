"""What deals are worth: scorings asked once for every case that occurs, and remembered.

A scoring that is not known here is asked deal by deal, or outcome by outcome where it says `counts_only`; unless it has
a method `points_of(deals)`, which is given the arrays of all deals and returns the points by deal and seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property

import numpy as np
from attrs import frozen

from trickkit.batch.points.outcomes import Counts
from trickkit.batch.points.sums import Sums
from trickkit.batch.points.terms import ScoreLowering, ScoreTerm, fused
from trickkit.batch.results import Array, Deals
from trickkit.errors import InvalidRules
from trickkit.phases.tricks import Tricks
from trickkit.play.rules import Rules
from trickkit.play.state import State
from trickkit.scoring import Doubled, ScoreCards, Scoring, ShootTheMoon
from trickkit.scoring.summary import DealSummary

NOWHERE = np.zeros(1, np.int64)
"""Where whole deals come from."""


@frozen(eq=False, slots=False)
class Parts:
    """The parts of a scoring, by how they are asked.

    Args:
        rules: the rules.
        terms: of those that are looked up.
        others: those that are not.
    """

    rules: Rules
    terms: Sequence[ScoreTerm]
    others: Sequence[Scoring]

    @property
    def by_deal(self) -> bool:
        """Whether one must be asked about every deal."""
        return not all(part.counts_only for part in self.others)

    @cached_property
    def sums(self) -> dict[Scoring | None, Sums]:
        """What is looked up and added up; by a scoring of somebody's own, what it is multiplied by."""
        terms = fused(self.terms)
        parts = dict.fromkeys(term.of for term in terms)
        return {part: Sums([term for term in terms if term.of == part]) for part in parts}

    @cached_property
    def whole(self) -> Counts:
        """Asks the others about deals of which nothing is known beforehand."""
        return Counts.of(self.rules, self.others, at_end=False)

    @cached_property
    def at_end(self) -> Counts:
        """Asks the others about deals of which all is known but their tricks."""
        return Counts.of(self.rules, self.others, at_end=True)


@frozen(eq=False)
class Scorer:
    """Scores deals that came about in the same way.

    Args:
        parts: of the scoring.
        counts: asks those that only count tricks, unless there are none.
        origins: where the deals came from, in turn.
        summaries: of the deals, in turn; () where they are those of deals that are played again.
    """

    parts: Parts
    counts: Counts | None = None
    origins: Array = NOWHERE
    summaries: Sequence[DealSummary] = ()

    @property
    def needs_moves(self) -> bool:
        """Whether deals are played again, for which their decisions must be kept."""
        return self.parts.by_deal or (self.counts is not None and not self.summaries)

    def add(self, found: dict[str, Array], totals: Array, deals: Callable[[], Deals], first: int = 0) -> None:
        """Add to the points of deals what the scorings give.

        Args:
            found: what was written down of the deals, as `finished.room` has it.
            totals: (deals or 1, seats or more), int64: the points of earlier deals.
            deals: gives the same as deals.
            first: the place of the first deal among all.
        """
        facts, won, points = found["facts"], found["won"], found["points"]
        if self.parts.by_deal:
            again = deals()
            points[:] = [again.result(deal).scores for deal in range(len(again))]
            return
        for part, sums in self.parts.sums.items():
            if part is None:
                sums.add(facts, won, totals, points)
            else:
                factors = np.zeros_like(points)
                sums.add(facts, won, totals, factors)
                points += self._given(part, deals()) * factors
        if self.counts is not None:
            self.counts.add(facts, totals, points, np.roll(self.origins, -first), self._summarising(deals, first))

    def _summarising(self, deals: Callable[[], Deals], first: int) -> Callable[[int, bytes], DealSummary]:
        """Gives the summary of a deal, and of all that are told by the same bytes."""
        known: dict[bytes, DealSummary] = {}

        def summary(deal: int, told: bytes) -> DealSummary:
            if self.summaries:
                return self.summaries[(first + deal) % len(self.summaries)]
            if told not in known:
                known[told] = DealSummary.of(deals().result(deal).deal)
            return known[told]

        return summary

    def _given(self, part: Scoring, deals: Deals) -> Array:
        """The points that a scoring of somebody's own gives."""
        points, players = np.asarray(part.points_of(deals)), deals.rules.players  # type: ignore[attr-defined]
        if points.shape != (len(deals), players) or points.dtype.kind not in "iu":
            raise InvalidRules(
                f"{type(part).__name__}.points_of gave {points.dtype} of shape {points.shape}; it gives whole numbers "
                f"by deal and seat, here of shape {(len(deals), players)}"
            )
        return points


@frozen(eq=False, slots=False)
class LoweredScoring:
    """The scorings of rules, lowered to tables: makes the scorer of deals that came about in one way.

    Args:
        rules: the rules.
        size: of the largest hand.
    """

    rules: Rules
    size: int

    def scorer(self, states: Sequence[State] = (), *, only_tricks: bool = False) -> Scorer:
        """The scorer of some deals.

        Args:
            states: with which they are played on, one after the other; () for whole deals.
            only_tricks: whether nothing is known of them but their tricks.
        """
        parts = self._of_tricks if only_tricks else self._of_all
        if parts.by_deal or not parts.others:
            return Scorer(parts)
        if not states:
            return Scorer(parts, parts.whole)
        if not all(in_last_tricks(state) for state in states):
            return Scorer(parts, parts.whole, parts.whole.new_origins(len(states)))
        summaries = [DealSummary.of(state.deal) for state in states]
        return Scorer(parts, parts.at_end, parts.at_end.origins(summaries), summaries)

    @property
    def needs_cards(self) -> bool:
        """Whether a scoring may look at which cards were taken."""
        return any(
            hasattr(part, "points_of") or isinstance(part, Doubled | ScoreCards | ShootTheMoon)
            for part in self.rules.scoring
        )

    @cached_property
    def _of_all(self) -> Parts:
        """The parts, where all is known of deals."""
        return self._parts(self.rules.scoring)

    @cached_property
    def _of_tricks(self) -> Parts:
        """The parts, where nothing is known of deals but their tricks."""
        return self._parts([part for part in self.rules.scoring if set(part.reads) == {Tricks}])

    def _parts(self, known: Collection[Scoring]) -> Parts:
        """The parts, of which some look at nothing but what is known."""
        lowering = ScoreLowering(self.rules, self.size)
        found = [(part, lowering.terms(part) if part in known else None) for part in self.rules.scoring]
        terms = [term for _, terms in found for term in terms or ()]
        return Parts(self.rules, terms, [part for part, terms in found if terms is None])


def in_last_tricks(state: State) -> bool:
    """Whether nothing is decided any more in a deal but its tricks."""
    phases = state.rules.phases
    return isinstance(state.phase, Tricks) and state.phase == phases[-1] and phases.count(phases[-1]) == 1
