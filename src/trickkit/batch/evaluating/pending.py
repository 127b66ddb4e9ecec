"""Evaluates the pending decisions of many deals, as compiled code.

A row contains all cards. Therefore everything that a seat has not seen is first blanked out, including the secret
choices of others. The result is the row of a view, and its worlds are dealt like those of any view.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trickkit.batch.evaluating.estimates import mean_of
from trickkit.batch.evaluating.run import play_after
from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Array, Written
from trickkit.batch.kernel.intrinsics import entry, kernel, seeded
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1
from trickkit.batch.kernel.masks import clear, lowest, mask_of, one_face, put_mask, size, words
from trickkit.batch.machine.loop import list_legal
from trickkit.batch.rollouts.lower import Rollout
from trickkit.batch.steps.choosing.run import choose_from_start, goes_to
from trickkit.batch.worlds.deal import ROW_AT, deal_world
from trickkit.batch.worlds.plan import Plan
from trickkit.batch.worlds.unseen import Listed, take_out

_CARDS = 256


class Pending(NamedTuple):
    """The pending decisions of some rows.

    Args:
        lanes: (asked,), int64: by decision, the index of its row.
        starts: (asked + 1,), int64: the index of its first action among those of all.
        actions: int64: all legal actions, by number.
        seeds: (asked, 4), int64: the seed of its worlds and that of its playouts: each its lower and upper 64 bits.
    """

    lanes: Array
    starts: Array
    actions: Array
    seeds: Array


class Workspace(NamedTuple):
    """Preallocated work space for the evaluation.

    Args:
        row: (width,), int64: what a seat sees of a row.
        unseen: the cards that the seat does not see.
        rows: (worlds, width), int64: the positions of the worlds.
        decks: (worlds, 256), uint8: their cards.
        played: (width,), int64: a row to be played to its end.
        shuffled: (256,), uint8: its cards.
        work: int64: work space for dealing worlds.
        none: (0,), float64: an empty table of ways.
        nothing: (0, 0), int64: an empty table of splits.
        secrets: (0, width), int64: an empty table of secrets.
    """

    row: Array
    unseen: Listed
    rows: Array
    decks: Array
    played: Array
    shuffled: Array
    work: Array
    none: Array
    nothing: Array
    secrets: Array

    @classmethod
    def of(cls, width: int, worlds: int) -> Workspace:
        """Work space for rows of a width, and a number of worlds."""
        rows = np.zeros((worlds + 2, width), np.int64)
        decks = np.zeros((worlds + 1, _CARDS), np.uint8)
        return cls(
            rows[worlds], Listed.room(_CARDS), rows[:worlds], decks[:worlds], rows[worlds + 1], decks[worlds],
            np.zeros(ROW_AT + width, np.int64), np.zeros(0), np.zeros((0, 0), np.int64), np.zeros((0, width), np.int64),
        )  # fmt: skip


@entry
def try_out_asked(
    tables: Numbers,
    inverse: Any,
    rows: Any,
    decks: Any,
    asked: Pending,
    playouts: int,
    rollout: Rollout,
    space: Workspace,
    written: Written,
) -> int:
    """Play deals out after each action of each decision, as `try_out` does for one decision.

    Args:
        tables: the tables of the rules.
        inverse: by phase and number of an action, the option; -1 for none.
        rows: the positions of the deals.
        decks: by row, the cards in the order in which they come off the pack.
        asked: the decisions.
        playouts: the number of playouts for each action.
        rollout: how seats decide.
        space: work space.
        written: the results, action by action.

    Returns:
        Returns the index of a decision whose unseen cards may lie outside hands and stock; -1 if there is none.
    """
    deal = 0
    for decision in range(asked.lanes.shape[0]):
        row, deck = rows[asked.lanes[decision]], decks[asked.lanes[decision]]
        seat = row[layout.ACTOR]
        elsewhere, unseen, counts = _see(row, deck, tables, seat, space), space.unseen, space.unseen.counts
        if elsewhere or not counts[1]:
            return decision
        plan = Plan(
            space.row, deck, unseen.cards[: counts[1]], counts[:2], counts[2:3], counts[1:2],
            unseen.takers[: counts[4]], unseen.stock[: counts[3]],
            space.none, space.nothing, space.none, space.secrets, space.nothing,
        )  # fmt: skip
        for world in range(space.rows.shape[0]):
            state = seeded(asked.seeds[decision, :2], world)
            deal_world(space.rows[world], space.decks[world], tables, plan, space.work, state)
        for index in range(asked.starts[decision], asked.starts[decision + 1]):
            for playout in range(playouts):
                play_after(
                    space.played, space.shuffled, tables, inverse, seat, asked.actions[index], space.rows, space.decks,
                    playout, asked.seeds[decision, 2:], rollout, written, deal,
                )  # fmt: skip
                deal += 1
    return -1


@entry
def list_actions(tables: Numbers, rows: Any, lanes: Any, options: Any, starts: Any, actions: Any) -> None:
    """List the legal actions of rows, in their order.

    Args:
        tables: the tables of the rules.
        rows: the positions of the deals.
        lanes: which of them.
        options: work space for those of one row.
        starts: as in `Pending`.
        actions: likewise.
    """
    count = 0
    for index in range(lanes.shape[0]):
        row, starts[index] = rows[lanes[index]], count
        opcode = look1(tables, layout.T_OPCODE, row[layout.COUNTER])
        count += list_legal(row, tables, opcode, options, actions[count:])
    starts[lanes.shape[0]] = count


@kernel
def _see(row: Numbers, deck: Any, tables: Numbers, seat: int, space: Workspace) -> int:
    """Copy what a seat sees of a row; returns the number of unseen cards in unexpected places."""
    known, view = mask_of(row, tables, layout.KNOWN + seat), space.row
    for index in range(row.shape[0]):
        view[index] = row[index]
    view[layout.DECISIONS] = 0
    for other in range(tables[layout.PLAYERS]):
        if other != seat:
            # What the other seats know about each other's cards does not affect worlds.
            put_mask(view, tables, layout.KNOWN + other, mask_of(row, tables, layout.KNOWN + other) & known)
    _take_back_choices(view, tables, seat)
    elsewhere: int = take_out(tables, view, deck, seat, space.unseen)
    return elsewhere


@kernel
def _take_back_choices(view: Numbers, tables: Numbers, seat: int) -> None:
    """If seats choose cards in secret, restart with the first seat, and repeat the choices of the deciding seat."""
    if look1(tables, layout.T_OPCODE, view[layout.COUNTER]) != layout.CHOOSE:
        return
    bits = layout.FORCED_OPTION + words(tables)
    left = mask_of(view, tables, layout.CHOSEN + seat)
    for index in range(size(left)):
        to, these = goes_to(view, tables, seat, index), left
        if to >= 0:
            these = left & mask_of(view, tables, layout.GIFTS + to)
        view[layout.FORCED + seat] |= lowest(these) + 1 << bits * index
        view[layout.FORCING] += 1
        left = left & ~one_face(tables, lowest(these))
    clear(view, tables, layout.CHOSEN, layout.CHOSEN + tables[layout.PLAYERS])
    clear(view, tables, layout.GIFTS, layout.GIFTS + tables[layout.PLAYERS])
    choose_from_start(view)


@entry
def best_actions(utilities: Any, starts: Any, playouts: int, sums: Any, best: Any) -> None:
    """Find the action with the highest mean for every decision; among equal ones, the first.

    Args:
        utilities: (deals,), float64: of all playouts, action by action.
        starts: as in `Pending`.
        playouts: the number of playouts for each action.
        sums: (worlds,), float64: work space.
        best: (asked,), int64: receives their indices, counted from the first action of the decision.
    """
    for decision in range(starts.shape[0] - 1):
        most = 0.0
        for index in range(starts[decision], starts[decision + 1]):
            mean = mean_of(utilities[index * playouts : (index + 1) * playouts], sums)
            if index == starts[decision] or mean > most:
                most, best[decision] = mean, index - starts[decision]
