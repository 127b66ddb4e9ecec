"""Tables of choices: what a seat may choose of, where a set that is stored in the row says which of them there are."""

from __future__ import annotations

from collections.abc import Iterable

from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.model.actions import Action


def table_of_choices(lowering: Lowering, choices: Iterable[tuple[int, int, Action, int]]) -> int:
    """The index of a table of choices: the cards that each needs, those that it excludes, the action, the points.

    Its layout is that of what hands can declare, with the same words for all.
    """
    mask, actions = lowering.knowledge.mask, action_numbers(lowering.rules)
    rows = [(mask(needs), mask(lacks), 1, actions[action], points, 0, 0) for needs, lacks, action, points in choices]
    return lowering.knowledge.node((len(rows), 0, *(entry for row in rows for entry in row)))
