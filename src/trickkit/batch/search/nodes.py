"""The nodes of a tree, and the work space of a search, as named tuples of arrays."""

from __future__ import annotations

from typing import NamedTuple

from trickkit.batch.kernel.arrays import Array


class Tree(NamedTuple):
    """A tree by node; node 0 is the root, at which the observer decides.

    Args:
        child: the first child; 0 for none.
        sibling: the next child of the parent; 0 for none.
        label: the label of the edge to it: the number of an action, HIDDEN, or what was shown.
        chooser: the seat that chose the edge; NATURE for none.
        visits: how many times it was visited.
        chances: how many times it was available.
        total: the sum of the chooser's utilities.
        squares: the sum of their squares.
    """

    child: Array
    sibling: Array
    label: Array
    chooser: Array
    visits: Array
    chances: Array
    total: Array
    squares: Array


class Workspace(NamedTuple):
    """Preallocated work space.

    Args:
        row: the position of the deal.
        deck: the cards in the order in which they come off the pack.
        spare: a row.
        work: for dealing a world.
        path: the nodes of an iteration.
        labels: by examined option, the number of its action.
        options: by examined option, its number.
        nodes: by examined option, its node; 0 for none.
        node_of: by action, the child that it leads to; 0 for none.
        secrets: the secret decisions that are not shown yet: their places, seats and contents.
        bounds: by side, the minimum and maximum utility so far.
        seats: empty, because the deciding seats are not needed.
        actions: empty likewise.
    """

    row: Array
    deck: Array
    spare: Array
    work: Array
    path: Array
    labels: Array
    options: Array
    nodes: Array
    node_of: Array
    secrets: Array
    bounds: Array
    seats: Array
    actions: Array
