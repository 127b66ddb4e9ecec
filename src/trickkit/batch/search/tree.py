"""Information set Monte Carlo tree search by one observer, as compiled code (Cowling, Powley and Whitehouse, 2012).

All worlds share one tree. Its edges are what the observer sees: an action, a hidden action, or something shown later,
such as passed cards, simultaneous bids, or an exposed hand. Each iteration deals a world, descends the tree by the
upper confidence bounds of the actions that are legal in this world, adds a node, plays the deal out at random or by a
policy, and credits every seat on the path with the utility of its side.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from trickkit.batch.evaluating.run import decided_by
from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import GOLDEN, STRIDE, below, entry, kernel, seeded
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.lookup import get, look1, look2, look3
from trickkit.batch.kernel.masks import Mask, lower, mask_of, upper, words_of
from trickkit.batch.machine.hearing import pending, told
from trickkit.batch.machine.loop import list_legal, play_on
from trickkit.batch.rollouts.lower import RANDOM, Rollout
from trickkit.batch.rollouts.run import play_by
from trickkit.batch.search.ending import Ending, make, settled
from trickkit.batch.search.nodes import Tree, Workspace
from trickkit.batch.steps.explored.run import answer
from trickkit.batch.worlds.deal import deal_world
from trickkit.batch.worlds.plan import Plan

HIDDEN = -2
"""The label of an edge that stands for all actions that the observer does not see."""
NATURE = -1
"""The chooser of an edge that stands for something shown."""
MOST_SECRETS = 64
"""The most secret decisions at a time."""

(ITERATION, WAITING, LENGTH, NODES) = range(4)
"""The indices in the state of a search."""
DONE, ASK, FULL = range(3)
"""Why a search stops: all iterations are done; the points of a deal must be computed first; there is no room for
nodes."""

_MULTIPLIER = int(GOLDEN.view(np.int64))


@entry
def grow(
    tables: Numbers,
    inverse: Any,
    plan: Plan,
    rows: Any,
    decks: Any,
    tree: Tree,
    space: Workspace,
    ending: Ending,
    weights: Any,
    side_of: Any,
    observer: int,
    legal: Any,
    seed: Any,
    exploration: float,
    rollout: Rollout,
    progress: Numbers,
    iterations: int,
) -> int:
    """Run iterations of the search.

    Args:
        tables: the tables of the rules.
        inverse: by phase and number of an action, the option; -1 for none.
        plan: the plan for dealing worlds; of width 0 if they are given.
        rows: the given worlds.
        decks: by world, the cards in the order in which they come off the pack.
        tree: the tree, updated in place.
        space: work space.
        ending: computes the points of finished deals.
        weights: by side and seat, the factors for points.
        side_of: by seat, its side.
        observer: the seat that decides now.
        legal: the numbers of its actions.
        seed: the lower and the upper 64 bits of the seed of all iterations. Each iteration depends on the seed, its
            number, and the iterations before it.
        exploration: how strongly rarely tried actions are preferred, as a share of the spread of results.
        rollout: how seats decide below the tree.
        progress: the state of the search, as ITERATION, WAITING, LENGTH and NODES.
        iterations: the total number.

    Returns:
        Returns DONE, ASK or FULL.
    """
    row = space.row
    while progress[ITERATION] < iterations:
        if not progress[WAITING]:
            if progress[NODES] + 2 * MOST_SECRETS + 4 > tree.child.shape[0]:
                return FULL
            iteration = progress[ITERATION]
            state = seeded(seed, iteration)
            if plan.row.shape[0]:
                state = deal_world(row, space.deck, tables, plan, space.work, state)
            else:
                world = iteration % rows.shape[0]
                for index in range(rows.shape[1]):
                    row[index] = rows[world, index]
                for index in range(decks.shape[1]):
                    space.deck[index] = decks[world, index]
            row[layout.RNG] = state
            _descend(tables, inverse, tree, space, side_of, observer, legal, exploration, progress)
            row[layout.PASSES] = rollout.passes
            if rollout.kind == RANDOM:
                play_on(row, space.deck, tables, space.seats, space.actions)
            else:
                play_by(row, space.deck, tables, space.seats, space.actions, rollout)
        if not settled(row, space.deck, tables, ending):
            progress[WAITING] = 1
            return ASK
        progress[WAITING] = 0
        _credit(tables, tree, space, ending, weights, side_of, progress)
        progress[ITERATION] += 1
    return DONE


@kernel
def _credit(
    tables: Numbers, tree: Tree, space: Workspace, ending: Ending, weights: Any, side_of: Any, progress: Numbers
) -> None:
    """Credit every seat on the path with the utility of its side."""
    points, bounds = ending.written.points, space.bounds
    for side in range(weights.shape[0]):
        worth = np.int64(0)
        for seat in range(tables[layout.PLAYERS]):
            worth += weights[side, seat] * points[0, seat]
        bounds[side, 0], bounds[side, 1] = min(bounds[side, 0], worth), max(bounds[side, 1], worth)
        bounds[side, 2] = worth
    for index in range(progress[LENGTH]):
        node = space.path[index]
        tree.visits[node] += 1
        if tree.chooser[node] >= 0:
            worth = bounds[side_of[tree.chooser[node]], 2]
            tree.total[node] += worth
            tree.squares[node] += worth * worth


@kernel
def _descend(
    tables: Numbers,
    inverse: Any,
    tree: Tree,
    space: Workspace,
    side_of: Any,
    observer: int,
    legal: Any,
    exploration: float,
    progress: Numbers,
) -> None:
    """Descend the tree in a world, until a node is added or the deal is over."""
    row, node, secrets = space.row, 0, 0
    space.path[0], progress[LENGTH] = 0, 1
    for index in range(legal.shape[0]):
        space.labels[index] = legal[index]
    before, seen = progress[NODES], _seen(row, tables, observer)
    index = _chosen(tree, space, node, legal.shape[0], observer, side_of[observer], exploration)
    action = space.labels[index]
    node = _stepped(tree, space, node, action, observer, progress)
    decided_by(row, space.deck, tables, inverse, observer, action)
    make(row, space.deck, tables, -1)
    shown = _seen(row, tables, observer)
    if shown != seen and row[layout.ACTOR] >= 0:
        node = _stepped(tree, space, node, shown, NATURE, progress)
        seen = shown
    while row[layout.ACTOR] >= 0 and progress[NODES] == before:
        actor, counter = row[layout.ACTOR], row[layout.COUNTER]
        opcode = look1(tables, layout.T_OPCODE, counter)
        count = list_legal(row, tables, opcode, space.options, space.labels)
        hidden = actor != observer and _is_hidden(row, tables, opcode, space.spare, observer)
        if hidden:
            row[layout.RNG] += STRIDE
            index = below(row[layout.RNG], count)
            label = np.int64(HIDDEN)
            if secrets < MOST_SECRETS:
                secrets = _kept(space.secrets, secrets, counter, actor, space.labels[index])
        else:
            index = _chosen(tree, space, node, count, actor, side_of[actor], exploration)
            label = space.labels[index]
        reveals = opcode != layout.TRICKS or row[layout.EXPOSING] > 0
        option = space.options[index]
        node = _stepped(tree, space, node, label, NATURE if hidden else actor, progress)
        make(row, space.deck, tables, option)
        if row[layout.ACTOR] < 0:
            return
        if secrets and not pending(
            tables, row[layout.COUNTER], row[layout.TURN], row[layout.STARTER], row[layout.NODE]
        ):
            for secret in range(secrets):
                where, seat = space.secrets[secret, 0], space.secrets[secret, 1]
                kind = look1(tables, layout.T_OPCODE, where)
                if told(tables, kind, where, row[layout.NUMBER], seat, observer):
                    node = _stepped(tree, space, node, space.secrets[secret, 2], NATURE, progress)
            secrets = 0
        if reveals or row[layout.COUNTER] != counter:
            shown = _seen(row, tables, observer)
            if shown != seen:
                node = _stepped(tree, space, node, shown, NATURE, progress)
                seen = shown


@kernel
def _chosen(tree: Tree, space: Workspace, node: int, count: int, actor: int, side: int, exploration: float) -> int:
    """The listed option that a seat chooses: an untried one, or else the one with the highest bound."""
    child = tree.child[node]
    while child:
        if tree.chooser[child] == actor:
            space.node_of[tree.label[child]] = child
        child = tree.sibling[child]
    new = 0
    for index in range(count):
        space.nodes[index] = space.node_of[space.labels[index]]
        if space.nodes[index]:
            tree.chances[space.nodes[index]] += 1
        else:
            new += 1
    child = tree.child[node]
    while child:
        if tree.chooser[child] == actor:
            space.node_of[tree.label[child]] = 0
        child = tree.sibling[child]
    row = space.row
    if new:
        row[layout.RNG] += STRIDE
        skipped = below(row[layout.RNG], new)
        for index in range(count):
            if not space.nodes[index]:
                if not skipped:
                    return index
                skipped -= 1
    low, spread = space.bounds[side, 0], max(1, space.bounds[side, 1] - space.bounds[side, 0])
    best, most = 0, -1.0
    for index in range(count):
        child = space.nodes[index]
        visits = tree.visits[child]
        bound = (tree.total[child] / visits - low) / spread + exploration * sqrt(log(tree.chances[child]) / visits)
        if bound > most:
            best, most = index, bound
    return best


@kernel
def _stepped(tree: Tree, space: Workspace, node: int, label: int, chooser: int, progress: Numbers) -> int:
    """The child of a node along an edge, added if missing and appended to the path."""
    child = tree.child[node]
    while child and (tree.label[child] != label or tree.chooser[child] != chooser):
        child = tree.sibling[child]
    if not child:
        child = progress[NODES]
        progress[NODES] += 1
        tree.sibling[child] = tree.child[node]
        tree.child[node] = child
        tree.label[child], tree.chooser[child] = label, chooser
        tree.child[child] = tree.visits[child] = tree.total[child] = tree.squares[child] = 0
        tree.chances[child] = 1
    space.path[progress[LENGTH]] = child
    progress[LENGTH] += 1
    return child


@kernel
def _is_hidden(row: Numbers, tables: Numbers, opcode: int, spare: Numbers, observer: int) -> bool:
    """Whether another seat's decision is hidden from the observer at first."""
    counter = row[layout.COUNTER]
    if opcode == layout.REVEAL:
        return True
    if opcode == layout.CHOOSE:
        # Several seats choose at the same time.
        several = row[layout.QUEUE] >> 4 != 0
        return several or not told(tables, opcode, counter, row[layout.NUMBER], row[layout.ACTOR], observer)
    if opcode == layout.BIDS:
        operand, starter, turn = look1(tables, layout.T_OPERAND, counter), row[layout.STARTER], row[layout.TURN] + 1
        if turn >= look2(tables, layout.T_BID_TURNS, operand, starter):
            return False
        return look3(tables, layout.T_BID_GROUP, operand, starter, turn) < turn
    if opcode != layout.EXPLORED and opcode != layout.POWER:
        return False
    if not told(tables, opcode, counter, row[layout.NUMBER], row[layout.ACTOR], observer):
        return True
    if opcode == layout.POWER:
        return False
    # If one option is secret, so are all others.
    for index in range(row.shape[0]):
        spare[index] = row[index]
    if answer(spare, tables, 0):
        return False
    return look1(tables, layout.T_NODES, spare[layout.NODE] + layout.PENDING_OF) > 0


@kernel
def _kept(secrets: Any, count: int, counter: int, seat: int, label: int) -> int:
    """Store a secret decision, sorting cards that are shown together; return the number stored."""
    index = count
    while (
        index and secrets[index - 1, 0] == counter and secrets[index - 1, 1] == seat and secrets[index - 1, 2] > label
    ):
        for part in range(3):
            secrets[index, part] = secrets[index - 1, part]
        index -= 1
    secrets[index, 0], secrets[index, 1], secrets[index, 2] = counter, seat, label
    return count + 1


@kernel
def _seen(row: Numbers, tables: Numbers, observer: int) -> Any:
    """A hash of the cards that the observer sees, equal for worlds that look alike to it."""
    code = np.int64(row[layout.TRUMP] + 1)
    if tables[layout.SLOTTED]:
        for seat in range(tables[layout.PLAYERS]):
            begin = layout.HELD + layout.PACKED * seat
            for part in range(2):
                if seat == observer:
                    code = (code ^ get(row, begin + part)) * _MULTIPLIER
                    code ^= code >> 29
                code = (code ^ get(row, begin + layout.IN_FRONT + part)) * _MULTIPLIER
                code ^= code >> 29
        return code
    known = mask_of(row, tables, layout.KNOWN + observer)
    for hand in range(tables[layout.PLAYERS]):
        code = _mixed(code, mask_of(row, tables, layout.HANDS + hand) & known)
    return _mixed(code, mask_of(row, tables, layout.AWAY) & known)


@kernel(inline="code")
def _mixed(code: int, mask: Mask) -> Any:
    """A hash that also depends on a mask."""
    code = (code ^ lower(mask)) * _MULTIPLIER
    code ^= code >> 29
    if words_of(mask) > 1:
        code = (code ^ upper(mask)) * _MULTIPLIER
        code ^= code >> 29
    return code
