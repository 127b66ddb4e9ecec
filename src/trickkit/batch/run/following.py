"""Computes what follows a deal in a single game from its row, without a replay."""

from __future__ import annotations

from functools import cached_property, lru_cache
from threading import Lock

import numpy as np
from attrs import field, frozen

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Written
from trickkit.batch.lowering.step import Drawing
from trickkit.batch.machine.loop import write_rows
from trickkit.batch.machine.program import Program
from trickkit.batch.points.diagram.diagram import Untraceable
from trickkit.batch.run.reading import read, room
from trickkit.batch.run.resume import draws_later, set_out_in_order
from trickkit.batch.run.succession import BetweenDeals, Scored, why_not_by_points
from trickkit.batch.steps.table import step_of
from trickkit.model.chance import Chance
from trickkit.play.state import State, made_of

CARDS = 256
"""The number of cards for which a deck has room."""
FIRST = np.zeros(1, np.int64)
"""The index of the only deal in arrays for many."""


@frozen(eq=False, slots=False)
class Following:
    """Computes the score and the successor of each deal of a game.

    Args:
        program: the compiled rules.
        between: the answers of their policies.
    """

    program: Program
    between: BetweenDeals
    _lock: Lock = field(init=False, factory=Lock)

    def scored(self, row: Array, cards: Array, totals: tuple[int, ...]) -> Scored | None:
        """The score of a deal; None if a scoring must be called with the deal itself.

        Args:
            row: the row of the finished deal.
            cards: the deck as it was shuffled.
            totals: by seat, the points of earlier deals.
        """
        program, scoring = self.program, self.program.scoring
        scorer = scoring.scorer()
        if scorer.parts.by_deal:
            return None
        before = np.array([totals], np.int64)
        with self._lock:
            written = self._room
            for array in (written.facts, written.won, written.sets, written.notes, written.points):
                array.fill(0)
            write_rows(program.tables, row[None], cards[None], FIRST, written)
            try:
                scorer.add(written, before, lambda: read(program, written, before))
            except Untraceable as error:
                scoring.asking(error)
                return None
            piles = written.facts[0, program.columns.of_seats(layout.B_PILES)]
            return tuple(written.points[0].tolist()), tuple(piles.tolist())

    @cached_property
    def _room(self) -> Written:
        """Work space for the results of a deal; one thread at a time may use it."""
        scoring = self.program.scoring
        return room(self.program, 1, moves=False, cards=scoring.needs_cards, sets=scoring.scorer().needs_sets)

    def is_over(self, scored: tuple[Scored, ...], totals: tuple[int, ...]) -> bool:
        """Whether the game has ended.

        Args:
            scored: the scores of its deals, in order.
            totals: by seat, the points after the last one.
        """
        return len(scored) == self._most or self.between.outcome(scored, totals) is not None

    @cached_property
    def _most(self) -> int | None:
        """The number of deals after which a game is always over; None if there is none."""
        return self.program.rules.ending.most_deals()

    def next_deal(
        self, row: Array, points: tuple[int, ...], totals: tuple[int, ...], chance: Chance
    ) -> tuple[Array, Array, Chance] | None:
        """The next deal at its first decision: its row, cards and later chance; None if only states can give it.

        Args:
            row: the row of the previous deal, which is over.
            points: by seat, the score of that deal.
            totals: by seat, the points after it.
            chance: the source of the cards.
        """
        program, deal_number = self.program, int(row[layout.NUMBER]) + 1
        rules = program.rules
        starter = self.between.next_starter(int(row[layout.STARTER]), points, totals)
        drawing = Drawing(rules.deck, rules.schedule.hand_sizes.size(deal_number), starter, chance)
        for phase in rules.phases:
            step = step_of(phase)
            if step.drawn:
                step.drawn(phase, drawing)
            elif step.draws:
                return None
        after, deck = np.zeros(program.width, np.int64), np.zeros(CARDS, np.uint8)
        begins = deal_number, drawing.size, starter
        set_out_in_order(program, after, deck, begins, totals, drawing.order, drawing.shown)
        return None if after[layout.ACTOR] < 0 else (after, deck, drawing.chance)


@lru_cache(maxsize=64)
def following(program: Program) -> Following | None:
    """The `Following` of a game, cached; None if successors can be computed only from states."""
    if why_not_by_points(program.rules) or program.tables[layout.LOTS]:
        return None
    return Following(program, BetweenDeals(program.rules))


def chance_of(program: Program, state: State) -> Chance | None:
    """The source of random outcomes after a state's deal; None if only later states can give it."""
    stacked = made_of(state)[3]
    if len(stacked) > state.deal.number + 1 or state.deal.chance is None or state.deal.chance.seed is None:
        return None
    return None if draws_later(program, state) else state.deal.chance
