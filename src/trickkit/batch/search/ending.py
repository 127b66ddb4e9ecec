"""The value of a deal at a leaf of a search, in compiled code.

There are two ways. In the last tricks of a deal in which only numbers of tricks count, the points are in a table,
indexed by the tricks that every hand has taken since. Otherwise the diagrams of the scorings are walked. If compiled
code does not know the points yet, the search stops, has them computed, and continues.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from attrs import define

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Written
from trickkit.batch.kernel.intrinsics import entry, kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look1
from trickkit.batch.kernel.masks import size, words
from trickkit.batch.lowering.symbolic import Part
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.dispatch import decide
from trickkit.batch.machine.loop import given, write_rows
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.machine.program import Program
from trickkit.batch.machine.writing import write_down
from trickkit.batch.points.diagram.diagram import Untraceable
from trickkit.batch.points.diagram.kernel import BLOCK, UNKNOWN, Finished, settle
from trickkit.batch.points.scorer import Scorer
from trickkit.batch.run.reading import read, room
from trickkit.play.rules import Rules
from trickkit.play.state import State
from trickkit.play.view import View

MOST = 1 << 18
"""The most combinations of tricks by hand in a table."""


class Ending(NamedTuple):
    """The tables in which compiled code looks up points.

    Args:
        counted: 1 if the points are in a table by tricks.
        radix: greater than the number of tricks that a hand can still take: the table is in mixed radix.
        taken: by hand, the tricks that it has taken before, as bits.
        worth: by number of further tricks, and by seat: the points; `UNKNOWN` for those to be computed.
        nodes: the nodes of traced scorings, as for `points.diagram.kernel.settle`.
        written: of one deal.
        totals: (1, seats), the points of earlier deals.
        before: the same, and what else traced scorings look at in them.
        work: work space for `settle`.
        settling: likewise.
        looked_up: (1,), the index in `worth` that was looked up.
    """

    counted: int
    radix: int
    taken: Array
    worth: Array
    nodes: Array
    written: Written
    totals: Array
    before: Array
    work: Array
    settling: Array
    looked_up: Array


@kernel
def further(row: Numbers, tables: Numbers, ending: Ending) -> int:
    """The code of the tricks that each hand has taken since the search began."""
    code, weight = 0, 1
    for hand in range(tables[layout.PLAYERS]):
        code += weight * size(get(row, layout.TAKEN + hand) & ~get(ending.taken, hand))
        weight *= ending.radix
    return code


@kernel
def settled(row: Numbers, cards: Any, tables: Numbers, ending: Ending) -> bool:
    """Whether the points of a finished deal are known; if so, they are in `ending.written.points`."""
    points = ending.written.points
    if ending.counted:
        code = further(row, tables, ending)
        if ending.worth[code, 0] != UNKNOWN:
            for seat in range(tables[layout.PLAYERS]):
                points[0, seat] = ending.worth[code, seat]
            return True
        ending.looked_up[0] = code
    written = ending.written
    write_down(row, cards, tables, written, 0)
    if ending.counted:
        return False
    for index in range(3):
        ending.settling[index] = 0
    if not ending.nodes.shape[0]:
        return True
    deals = Finished(written.facts, written.won, written.sets, written.notes, ending.before)
    return settle(ending.nodes, deals, points, ending.work, ending.settling)


@entry(turns="few")
def make(row: Numbers, cards: Any, tables: Numbers, option: int) -> None:
    """Make a decision and the queued ones after it; with option -1, only the queued ones."""
    while True:
        if option >= 0:
            decide(row, cards, tables, option)
        if not row[layout.FORCING] or row[layout.ACTOR] < 0 or not row[layout.FORCED + row[layout.ACTOR]]:
            return
        option = given(row, tables, look1(tables, layout.T_OPCODE, row[layout.COUNTER]))


@kernel(inline="code")
def go_on(rows: Array, depth: int, span: int, cards: Any, tables: Numbers, option: int) -> None:
    """Write the next row of a line: the row at a depth, after a decision.

    Args:
        rows: by depth, the position of the deal.
        depth: the depth from which the line continues.
        span: the part of a row that must be copied, in numbers; of wide masks, both numbers.
        cards: the deck as it was shuffled.
        tables: the tables of the rules.
        option: the decision.
    """
    row, after = rows[depth], rows[depth + 1]
    for index in range(span):
        after[np.uint64(index)] = row[np.uint64(index)]
    if words(tables) > 1 and span < layout.UPPER:
        for index in range(layout.UPPER, layout.UPPER + span):
            after[np.uint64(index)] = row[np.uint64(index)]
    make(after, cards, tables, option)


@define(eq=False)
class DealEnd:
    """The values of deals at their ends.

    Args:
        program: the compiled rules of the game.
        scorer: the scorer of the deals.
        ending: the data for compiled code.
    """

    program: Program
    scorer: Scorer
    ending: Ending

    @classmethod
    def of(cls, program: Program, states: Sequence[State | View], row: Array, *, counted: bool) -> DealEnd:
        """The values of deals that start from certain states.

        Args:
            program: the compiled rules of the game.
            states: worlds of one view, or the view itself; or one state.
            row: the first of these games as a row.
            counted: whether points are looked up by numbers of tricks if only those count.

        Raises:
            Unsupported: compiled code cannot compute the points.
        """
        players, lowered = program.rules.players, program.scoring
        scorer = lowered.scorer(states)
        parts = scorer.parts
        if scorer.needs_moves or parts.takers is not None or parts.arrays:
            raise Unsupported(f"a scoring looks at the whole deal: {'; '.join(lowered.why)}".removesuffix(": "))
        left, in_tricks = tricks_left(row), only_cards_left(program, states[0])
        counts_only = all(part.counts_only for part in program.rules.scoring)
        by_number = in_tricks and counts_only and (left + 1) ** players <= MOST
        use_table = by_number and counted
        outcomes = (left + 1) ** players if use_table else 1
        totals = np.ascontiguousarray(row[None, program.totals])
        ending = Ending(
            counted=int(use_table),
            radix=left + 1,
            taken=row[layout.TAKEN : layout.TAKEN + layout.SEATS].copy(),
            worth=np.full((outcomes, players), UNKNOWN, np.int64),
            nodes=np.zeros(0, np.int64),
            written=room(program, 1, moves=False, cards=lowered.needs_cards, sets=scorer.needs_sets),
            totals=totals,
            before=scorer.before(totals),
            work=np.zeros((3, BLOCK), np.int64),
            settling=np.zeros(3, np.int64) if parts.diagrams is None else parts.diagrams.progress,
            looked_up=np.zeros(1, np.int64),
        )
        end = cls(program, scorer, ending)
        end._look_again()
        return end

    def ask(self) -> None:
        """Compute the points that compiled code lacks, for the next attempt."""
        ending = self.ending
        self._add(ending.written)
        self._look_again()
        if ending.counted:
            ending.worth[ending.looked_up[0]] = ending.written.points[0]

    @property
    def parts(self) -> frozenset[Part]:
        """The counts of cards and tricks, and other facts, that determine the points, as far as known."""
        diagrams = self.scorer.parts.diagrams
        return frozenset() if diagrams is None else diagrams.parts

    def _look_again(self) -> None:
        """Update the pointers into the diagrams."""
        diagrams = self.scorer.parts.diagrams
        if diagrams is not None:
            self.ending = self.ending._replace(nodes=diagrams.nodes)

    def _add(self, written: Written) -> None:
        totals = self.ending.totals
        try:
            self.scorer.add(written, totals, lambda: read(self.program, written, totals))
        except Untraceable as error:
            self.program.scoring.asking(error)
            raise Unsupported(f"a scoring looks at the whole deal: {error}") from error

    def fill(self, row: Array, tricks: Array) -> None:
        """Compute the points of several outcomes together.

        Args:
            row: in the last tricks.
            tricks: (outcomes, hands): the number of further tricks that each hand takes.
        """
        ending, players = self.ending, self.program.rules.players
        write_facts(self.program.tables, row, ending.written)
        written = ending.written
        many = Written(*(np.repeat(array, len(tricks), axis=0) for array in written))
        before = [int(taken).bit_count() for taken in ending.taken[:players]]
        many.facts[:, self.program.columns.of_seats(layout.B_TRICKS)] = np.array(before) + tricks
        if many.sets.shape[1]:
            later = [1 << trick for trick in range(*trick_numbers(row))]
            for hand in range(players):
                upto = tricks[:, : hand + 1].sum(axis=1)
                masks = [sum(later[end - own : end]) for end, own in zip(upto, tricks[:, hand], strict=True)]
                many.sets[:, hand] = int(ending.taken[hand]) | np.array(masks, np.int64)
        self._add(many)
        ending.worth[tricks @ (ending.radix ** np.arange(players))] = many.points


def finds_points(rules: Rules) -> bool:
    """Whether compiled code can play tricks and compute their points by itself."""
    program = compile_rules(rules)
    counter = len(rules.phases) - 1
    if program.reasons.keys() & {-1, counter}:
        return False
    parts = program.scoring.scorer().parts
    return not parts.by_deal and parts.takers is None and not parts.arrays


def in_last_tricks(program: Program, state: State | View) -> bool:
    """Whether only tricks are left of a deal."""
    phases = program.rules.phases
    last = len(phases) - 1
    return state.phase == phases[last] and phases.count(phases[last]) == 1 and program.opcode(last) == layout.TRICKS


def only_cards_left(program: Program, state: State | View) -> bool:
    """Whether all decisions left in a deal are cards played to tricks; calls would also change other parts of rows."""
    return in_last_tricks(program, state) and program.ends_with_cards


def write_facts(tables: Array, row: Array, written: Written) -> None:
    """Write the facts of a deal's position."""
    write_rows(tables, row[None, :], np.zeros((1, 256), np.uint8), np.zeros(1, np.int64), written)


def tricks_left(row: Array) -> int:
    """How many tricks are left, including the current one."""
    first, end = trick_numbers(row)
    return end - first


def trick_numbers(row: Array) -> tuple[int, int]:
    """The number of the current trick, and the first one after those of the phase."""
    return int(row[layout.TRICK]).bit_length() - 1, int(row[layout.TRICKS_END]).bit_length() - 1
