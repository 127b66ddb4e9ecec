"""Evaluates the pending decisions of many deals in one compiled call."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import pairwise

import numpy as np

from trickkit.batch.evaluating.call import APART, DEALT
from trickkit.batch.evaluating.pending import Pending, Workspace, best_actions, list_actions, try_out_asked
from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import halves
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.machine.program import Program
from trickkit.batch.rollouts.lower import lowered
from trickkit.batch.run.reading import read, room
from trickkit.batch.worlds.opening import tells_nothing
from trickkit.phases.base import Phase
from trickkit.play.rollouts import Uniform
from trickkit.play.utility import Utility


@lru_cache(maxsize=1024)
def is_tried_at_once(program: Program, place: int) -> bool:
    """Whether the actions of a phase can be tried directly on rows, without views.

    That requires that a seat knows exactly the cards that it sees, and all decisions except the pending ones of others.

    Args:
        program: the program of the rules; nothing prevents whole deals.
        place: the index of the phase.
    """
    rules, opcode, scorer = program.rules, program.opcode(place), program.scoring.scorer()
    if not (opcode == layout.EXPLORED or program.chooses_once(place)):
        return False
    if rules.deck.copies or scorer.parts.by_deal or scorer.parts.others:
        return False
    before = rules.phases[: place if opcode == layout.CHOOSE else place + 1]
    return tells_nothing(program, place) and all(type(phase).hears is Phase.hears for phase in before)


def is_asked_alone(program: Program, row: Array) -> bool:
    """Whether only one seat may decide now and, in an explored phase, no decision is still secret.

    Args:
        program: the program of the rules.
        row: the position of a deal.
    """
    counter, node = int(row[layout.COUNTER]), int(row[layout.NODE])
    if program.opcode(counter) != layout.EXPLORED:
        return True
    many = (program.node(node, part) for part in (layout.OTHER_OF, layout.SECRET_OF, layout.PENDING_OF))
    return program.node(node, layout.COUNT_OF) >= 0 and not any(many)


def legal_in(program: Program, rows: Array, lanes: Sequence[int]) -> list[list[int]]:
    """By row, the numbers of the legal actions, in their order.

    Args:
        program: the program of the rules.
        rows: the positions of the deals.
        lanes: the indices of the rows.
    """
    starts = np.empty(len(lanes) + 1, np.int64)
    most = max(len(program.rules.actions), 1)
    options, actions = np.empty(most, np.int64), np.empty(len(lanes) * most, np.int64)
    list_actions(program.tables, rows, np.array(lanes, np.int64), options, starts, actions)
    begins = starts.tolist()
    return [actions[begin:end].tolist() for begin, end in pairwise(begins)]


def best_at_once(
    program: Program,
    rows: Array,
    decks: Array,
    asked: Sequence[tuple[int, Sequence[int], int]],
    playouts: int,
) -> list[int]:
    """The numbers of the actions that `evaluate` would find best in the views of the deciding seats.

    Args:
        program: the program of the rules; `is_tried_at_once` holds for the phases.
        rows: the positions of the deals.
        decks: by row, the cards as they were dealt.
        asked: the decisions: the number of the row, the legal actions, and the seed.
        playouts: the number of playouts for each action.

    Raises:
        Unsupported: a seat sees all cards, some cards are in an unexpected place, or scoring needs replayed deals.
        Untraceable: a scoring looks at something that is not recorded.
    """
    lanes = np.array([lane for lane, _, _ in asked], np.int64)
    starts = np.array([0, *np.cumsum([len(legal) for _, legal, _ in asked])], np.int64)
    actions = np.array([action for _, legal, _ in asked for action in legal], np.int64)
    seeds = np.array([(*halves(seed), *halves((seed + APART) % (1 << 128))) for _, _, seed in asked], np.int64)
    worlds, deals = min(DEALT, playouts), len(actions) * playouts
    utility, scorer = Utility.said_by(program.rules), program.scoring.scorer()
    if scorer.parts.by_deal:
        raise Unsupported("a scoring must be called with replayed deals")
    written = room(program, deals, moves=False, cards=program.scoring.needs_cards, sets=scorer.needs_sets)
    missing = try_out_asked(
        program.tables, program.options, rows, decks, Pending(lanes, starts, actions, seeds), playouts,
        lowered(Uniform(), program, utility), Workspace.of(program.width, worlds), written,
    )  # fmt: skip
    if missing >= 0:
        raise Unsupported("no cards are unseen, or some lie elsewhere than in hands and in the stock")
    each = np.repeat(lanes, np.diff(starts) * playouts)
    totals = rows[:, program.totals]
    alike = totals[:1] if (totals == totals[0]).all() else totals[each]
    scorer.add(written, alike, partial(read, program, written, alike))
    utilities, seats = np.empty(deals), rows[each, layout.ACTOR]
    for seat in np.unique(seats).tolist():
        of_seat = seats == seat
        points, before = written.points[of_seat], totals[each[of_seat]]
        utilities[of_seat] = utility.of([*points.T], seat, [*before.T])
    best = np.empty(len(lanes), np.int64)
    best_actions(utilities, starts, playouts, np.empty(worlds), best)
    return [legal[index] for (_, legal, _), index in zip(asked, best.tolist(), strict=True)]
