"""Tries actions by playouts, in compiled code."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import Written
from trickkit.batch.kernel.intrinsics import entry, kernel, seeded
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import look1
from trickkit.batch.kernel.masks import mask_of, words
from trickkit.batch.machine.dispatch import decide
from trickkit.batch.machine.loop import copy_of, play_on
from trickkit.batch.machine.writing import write_down
from trickkit.batch.rollouts.lower import RANDOM, Rollout
from trickkit.batch.rollouts.run import play_by
from trickkit.batch.steps.explored.run import option_of


@entry
def try_out(
    tables: Numbers,
    inverse: Any,
    seat: int,
    actions: Any,
    playouts: int,
    first: int,
    rows: Any,
    decks: Any,
    row: Numbers,
    cards: Any,
    seed: Any,
    rollout: Rollout,
    written: Written,
) -> None:
    """Play deals out after actions: playout k of an action begins in world k modulo their number.

    Args:
        tables: the tables of the rules.
        inverse: by phase and number of an action, the option; -1 for none.
        seat: the seat that decides first.
        actions: the actions to be tried, by number.
        playouts: the number of playouts for each.
        first: the number of the first deal among those of all actions.
        rows: the positions of the worlds.
        decks: by world, the cards in the order in which they come off the pack.
        row: work space for a row.
        cards: work space for a deck.
        seed: the seed of all playouts: its lower and its upper 64 bits. Playouts of different actions with equal
            numbers share their random numbers.
        rollout: how seats decide.
        written: receives the results of the deals.
    """
    for deal in range(written.facts.shape[0]):
        action, playout = actions[(first + deal) // playouts], (first + deal) % playouts
        play_after(row, cards, tables, inverse, seat, action, rows, decks, playout, seed, rollout, written, deal)


@kernel(inline="source")
def play_after(
    row: Numbers,
    cards: Any,
    tables: Numbers,
    inverse: Any,
    seat: int,
    action: int,
    rows: Any,
    decks: Any,
    playout: int,
    seed: Any,
    rollout: Rollout,
    written: Written,
    deal: int,
) -> None:
    """Play a deal out after an action of a seat, and write down the result."""
    world = playout % rows.shape[0]
    for index in range(rows.shape[1]):
        row[index] = rows[world, index]
    for index in range(decks.shape[1]):
        cards[index] = decks[world, index]
    row[layout.RNG] = seeded(seed, playout)
    decided_by(row, cards, tables, inverse, seat, action)
    row[layout.PASSES] = rollout.passes
    if rollout.kind == RANDOM:
        play_on(row, cards, tables, written.seats[deal], written.actions[deal])
    else:
        play_by(row, cards, tables, written.seats[deal], written.actions[deal], rollout)
    write_down(row, cards, tables, written, deal)


@kernel
def decided_by(row: Numbers, cards: Any, tables: Numbers, inverse: Any, seat: int, action: int) -> None:
    """Make a seat's decision now, or queue it until it is the seat's turn."""
    explored = look1(tables, layout.T_OPCODE, row[layout.COUNTER]) == layout.EXPLORED
    given = row[layout.FORCED + seat]
    if row[layout.ACTOR] == seat and not given:
        option = option_of(row, tables, action) if explored else inverse[row[layout.COUNTER], action]
        if look1(tables, layout.T_OPCODE, row[layout.COUNTER]) >= layout.CHOOSING:
            option = copy_of(tables, mask_of(row, tables, layout.MASK), option)
        decide(row, cards, tables, option)
        return
    bits, shift = layout.FORCED_ACTION if explored else layout.FORCED_OPTION + words(tables), 0
    while given >> shift:
        shift += bits
    option = action if explored else inverse[row[layout.COUNTER], action]
    row[layout.FORCED + seat] = given | (option + 1) << shift
    row[layout.FORCING] += 1
