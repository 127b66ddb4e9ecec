"""Decision trees about turns, with equal parts shared (*hash consing*)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from attrs import define, field

from trickkit.batch.lowering.answers import Question

Tree = tuple[Any, ...]
"""A result that depends on a turn: `("leaf", result)`, or a question and a tree for each of its answers."""


@define(eq=False)
class Trees:
    """All trees so far.

    >>> trees = Trees()
    >>> one, two = trees.leaf(1), trees.leaf(2)
    >>> tree = trees.chosen(("leads",), (one, trees.chosen(("complete", 0), (two, trees.leaf(2)))))
    >>> tree
    (('leads',), ('leaf', 1), ('leaf', 2))
    >>> trees.grafted(tree, {1: two, 2: one})
    (('leads',), ('leaf', 2), ('leaf', 1))
    >>> trees.grafted(tree, {1: two, 2: two}) is two
    True
    """

    _kept: dict[Hashable, Tree] = field(init=False, factory=dict)

    def leaf(self, what: Hashable) -> Tree:
        """A tree that asks nothing."""
        return self._kept.setdefault(("leaf", what), ("leaf", what))

    def chosen(self, question: Question, after: Sequence[Tree]) -> Tree:
        """A question with the continuation after each answer, if it makes a difference."""
        first = after[0]
        if all(subtree is first for subtree in after):
            return first
        return self._kept.setdefault((question, *map(id, after)), (question, *after))

    def grafted(self, tree: Tree, after: Mapping[Any, Tree]) -> Tree:
        """A tree whose leaves are replaced by other trees."""
        return self._grafted(tree, after, {})

    def _grafted(self, tree: Tree, after: Mapping[Any, Tree], grafts: dict[int, Tree]) -> Tree:
        if id(tree) not in grafts:
            question, *parts = tree
            grafts[id(tree)] = (
                after[parts[0]]
                if question == "leaf"
                else self.chosen(question, [self._grafted(subtree, after, grafts) for subtree in parts])
            )
        return grafts[id(tree)]


def values(tree: Tree) -> list[Any]:
    """The values at the leaves of a tree, each once."""
    results, waiting, seen = list[Any](), [tree], set[int]()
    while waiting:
        subtree = waiting.pop()
        if id(subtree) in seen:
            continue
        seen.add(id(subtree))
        if subtree[0] == "leaf":
            results.append(subtree[1])
        else:
            waiting += reversed(subtree[1:])
    return results
