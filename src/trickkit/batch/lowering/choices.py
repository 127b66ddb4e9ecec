"""Tables of choices, for seats that choose from a set which the row stores."""

from __future__ import annotations

from collections.abc import Iterable

from trickkit.batch.lowering.compiler import Lowering
from trickkit.batch.lowering.numbers import action_numbers
from trickkit.model.actions import Action


def table_of_choices(lowering: Lowering, choices: Iterable[tuple[int, int, Action, int]]) -> int:
    """The index of a table that lists for each choice the cards that it needs and excludes, its action and its points.

    The layout is the same as for statements of what hands can declare, with the same words for all choices.
    """
    mask, actions = lowering.knowledge.mask, action_numbers(lowering.rules)
    rows = [(mask(needs), mask(lacks), 1, actions[action], points, 0, 0) for needs, lacks, action, points in choices]
    return lowering.knowledge.node((len(rows), 0, *(entry for row in rows for entry in row)))
