"""The points of deals: scorings are called once for every case that occurs, and cached.

A scoring from outside the library may have a method `points_of(deals)`, which takes the arrays of all deals and returns
the points by deal and seat. A scoring that cannot be traced is called deal by deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from attrs import evolve, field, frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Written
from trickkit.batch.lowering.numbers import columns
from trickkit.batch.points.diagram.diagram import Diagrams, Unkept, Untraceable, asked_of
from trickkit.batch.points.diagram.last_taker import LateTakers
from trickkit.batch.points.diagram.schema import FactSchema
from trickkit.batch.results import Deals
from trickkit.errors import InvalidRules
from trickkit.model.deal import Deal
from trickkit.model.tricks import Trick
from trickkit.phases.tricks import Tricks
from trickkit.phases.tricks.record import TrickTable
from trickkit.play.rules import Rules
from trickkit.play.state import State
from trickkit.play.view import View
from trickkit.scoring import Scoring


@frozen(eq=False, slots=False)
class ScoringParts:
    """The parts of a scoring, by how their points are computed.

    Args:
        rules: the rules.
        arrays: the parts that give points for the arrays of all deals.
        traced: the parts that are traced.
        diagrams: their diagrams; None if there are none.
        others: the parts that are called.
        outcomes: the number of phases whose outcome is recorded.
        late: whether deals must be replayed to find out which hand took what.
        takers: finds that out without a replay; None if it is known already.
    """

    rules: Rules
    arrays: Sequence[Scoring]
    traced: Sequence[Scoring]
    diagrams: Diagrams | None
    others: Sequence[Scoring]
    outcomes: int
    late: bool = False
    takers: LateTakers | None = None

    @property
    def by_deal(self) -> bool:
        """Whether a part must be called with every deal, or the captures decide only at the end."""
        return self.late or len(self.others) > 0


@frozen(eq=False)
class Scorer:
    """Scores deals with a common origin.

    Args:
        parts: the parts of the scoring.
        begun: in turn, the deals at the positions from which they were played; () for whole deals.
    """

    parts: ScoringParts
    begun: Sequence[Deal] = ()

    @property
    def needs_sets(self) -> bool:
        """Whether it reads the `sets` of `Written`."""
        diagrams = self.parts.diagrams
        return self.parts.takers is not None or (
            diagrams is not None and (diagrams.looks_at_sets or diagrams.may_look_at_notes)
        )

    @property
    def needs_moves(self) -> bool:
        """Whether deals may be replayed, for which their decisions must be kept."""
        diagrams = self.parts.diagrams
        return self.parts.by_deal or (diagrams is not None and len(diagrams.whole) > 0)

    def add(self, written: Written, totals: Array, deals: Callable[[], Deals], first: int = 0) -> None:
        """Add the points of the scorings to those of deals.

        Args:
            written: the recorded results of the deals.
            totals: (deals or 1, seats or more), int64: the points of earlier deals.
            deals: returns these results as `Deals`.
            first: the index of the first deal among all.

        Raises:
            Untraceable: a part reads something unrecorded. It must be called instead, and the points cannot be used.
            Unkept: the same for some of the deals only.
        """
        facts, points = written.facts, written.points
        if self.parts.by_deal:
            replayed = deals()
            results = [replayed.result(deal) for deal in range(len(replayed))]
            points[:] = [result.scores for result in results]
            if self.parts.late:
                write_takers(written, [result.deal for result in results], self.parts)
            return
        if self.parts.takers is not None:
            self.parts.takers.correct(written)
        untraced = list[int]()
        for part in self.parts.arrays:
            points += _points_of(part, deals())
        if self.parts.diagrams is not None:
            untraced = self.parts.diagrams.add(written, self.before(totals, first, len(facts)))
            if untraced and not written.actions.shape[1]:
                raise Unkept(self.parts.diagrams.whole[-1])
        if untraced:
            points[untraced] = [deals().result(deal).scores for deal in untraced]

    def before(self, totals: Array, first: int = 0, count: int = 1) -> Array:
        """What traced parts may read of earlier deals, as for `Diagrams.add`.

        Args:
            totals: as above.
            first: likewise.
            count: the number of deals.
        """
        players, diagrams = self.parts.rules.players, self.parts.diagrams
        totals = np.ascontiguousarray(totals[:, :players], np.int64)
        reasons = () if diagrams is None else diagrams.schema.reasons_before
        if not reasons:
            return totals
        if not self.begun:
            return np.hstack([totals, np.zeros((len(totals), players * len(reasons)), np.int64)])
        sums = {deal.earlier: [sum([told_before(deal, some) for some in reasons], ())] for deal in self.begun}
        if len(totals) == 1 and len(sums) == 1:
            return np.hstack([totals, np.array(next(iter(sums.values())), np.int64)])
        of_deals = [sums[self.begun[(first + deal) % len(self.begun)].earlier][0] for deal in range(count)]
        return np.hstack([np.broadcast_to(totals, (count, players)), np.array(of_deals, np.int64)])


@frozen(eq=False, slots=False)
class LoweredScoring:
    """The scorings of rules, lowered to tables: creates the scorer of deals with a common origin.

    Args:
        rules: the rules.
        doubles: the most doubles in a deal.
        schema: what traced parts can read.
    """

    rules: Rules
    doubles: int
    schema: FactSchema
    why: list[str] = field(init=False, factory=list)
    """The known reasons why scorings cannot be traced; they are traced as long as this is empty."""

    def scorer(self, states: Sequence[State | View] = ()) -> Scorer:
        """The scorer of some deals.

        Args:
            states: from which the deals are played on, in turn; () for whole deals. A view stands for any of its
                worlds.
        """
        return Scorer(self._asked if self.why else self._traced, [state.deal for state in states])

    def asking(self, error: Untraceable, states: Sequence[State] = ()) -> Scorer:
        """A scorer that from now on calls the parts that could not be traced any further.

        If only some of the deals are affected, their decisions must be stored from now on.

        Args:
            error: why tracing failed.
            states: as for `scorer`.
        """
        if not isinstance(error, Unkept):
            self.why.append(str(error))
        return self.scorer(states)

    @cached_property
    def late(self) -> bool:
        """Whether a capture decides only at the end who took what."""
        return any(isinstance(phase, Tricks) and phase.capture.looks_back for phase in self.rules.phases)

    @property
    def needs_notes(self) -> bool:
        """Whether a scoring may look at the notes of tricks and calls."""
        diagrams = self._traced.diagrams
        return self.late or (diagrams is not None and diagrams.may_look_at_notes)

    @property
    def slow(self) -> str:
        """What a scoring reads that requires calling it with all deals, or with some; `""` if nothing does."""
        diagrams = self._traced.diagrams
        known = [*self.why, *(diagrams.whole if diagrams is not None else ())]
        return next(iter(known), "" if diagrams is None else diagrams.why)

    @property
    def reasons_before(self) -> Sequence[tuple[str, ...]]:
        """The reasons for which scorings may read points of earlier deals, as in `Deal.points_before`."""
        # They are passed along with everything else that scorings read.
        return self.schema.reasons_before if self.needs_notes or self._traced.traced else ()

    @property
    def needs_cards(self) -> bool:
        """Whether a scoring may look at which cards were taken."""
        parts = self._traced
        reads_cards = parts.diagrams is not None and parts.diagrams.looks_at_cards
        return reads_cards or self.late or bool(parts.arrays)

    @cached_property
    def _traced(self) -> ScoringParts:
        """The parts; those that do not use arrays are traced."""
        parts = self._asked
        if self.late:
            parts = evolve(parts, late=False, takers=LateTakers.of(self.schema))
        if not parts.others:
            return parts
        diagrams = Diagrams.of(self.schema, asked_of(parts.others, self.rules.players))
        return evolve(parts, traced=parts.others, diagrams=diagrams, others=())

    @cached_property
    def _asked(self) -> ScoringParts:
        """The parts; those that do not use arrays are called."""
        arrays = [part for part in self.rules.scoring if hasattr(part, "points_of")]
        others = [part for part in self.rules.scoring if not hasattr(part, "points_of")]
        return ScoringParts(self.rules, arrays, (), None, others, self.schema.columns.outcomes, self.late)


def told_before(deal: Deal, reasons: tuple[str, ...]) -> tuple[int, ...]:
    """By seat, what scorings read of earlier deals, as in `FactSchema.reasons_before`."""
    return deal.points_before(reasons) if reasons else (deal.unscored_before,) * deal.players


def write_takers(written: Written, deals: Sequence[Deal], parts: ScoringParts) -> None:
    """Record who took what, in deals in which that was unknown during play.

    Args:
        written: the results of the deals, in which another hand may have taken the last trick.
        deals: the same deals, replayed.
        parts: the parts of the scoring.
    """
    tricks, players = columns(parts.rules, parts.outcomes).of_seats(layout.B_TRICKS), parts.rules.players
    for index, deal in enumerate(deals):
        table: TrickTable | None = deal.get(TrickTable)
        if table is None or written.facts[index, tricks].tolist() == [*table.taken]:
            continue
        written.facts[index, tricks] = table.taken
        cards = [0] * players
        for trick in table.tricks:
            if trick.taker is not None:
                cards[trick.taker] |= sum(deal.deck.card_of[bit] for bit in bits_of(deal, trick))
        halves = np.array([layout.halves(mask) for mask in cards])
        written.won[index] = halves.T.ravel()[: written.won.shape[1]]


def bits_of(deal: Deal, trick: Trick) -> list[int]:
    """The faces that were played to a trick, each as a mask of its first copy."""
    return [face & -face for face in (deal.deck.kinds[play.action.face] for play in trick.plays)]


def _points_of(part: Scoring, deals: Deals) -> Array:
    """The points that a scoring from outside the library returns."""
    points, players = np.asarray(part.points_of(deals)), deals.rules.players  # type: ignore[attr-defined]
    if points.shape != (len(deals), players) or points.dtype.kind not in "iu":
        raise InvalidRules(
            f"{type(part).__name__}.points_of returned {points.dtype} of shape {points.shape}; it must return whole "
            f"numbers by deal and seat, here of shape {(len(deals), players)}"
        )
    return points
