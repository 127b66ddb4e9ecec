"""Results about symbolic deals, reused for every deal with the same answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from attrs import define, field

from trickkit.batch.lowering.answers import Question
from trickkit.batch.lowering.positions import Looked

Found = TypeVar("Found")
Kept: TypeAlias = "tuple[Looked, Any]"
"""A result with the questions on which it depends, and their answers."""

MISSING = object()
"""Stands for the answer to a question that has none yet."""


@define(eq=False)
class Split:
    """Tells results apart by a question that all of them depend on."""

    question: Question
    branches: dict[Any, Split | list[Kept]]
    """By the answer."""


@define(eq=False)
class Recalled:
    """A cache of results by key, each with the questions on which it depends: a tree for each key, which asks in turn
    what tells its results apart.

    >>> recalled, looked = Recalled(), {("size",)}
    >>> def find(starter):
    ...     looked.add(("starter",))
    ...     return f"found where {starter} starts"
    >>> deals = [{("starter",): starter, ("size",): size} for starter, size in ((0, 4), (1, 4), (0, 5))]
    >>> [recalled.once("key", deal, looked, lambda: find(deal["starter",])) for deal in deals]
    ['found where 0 starts', 'found where 1 starts', 'found where 0 starts']
    >>> recalled.get("key", deals[2]), sorted(looked)
    ((frozenset({(('starter',), 0)}), 'found where 0 starts'), [('size',), ('starter',)])
    """

    _trees: dict[Hashable, Split | list[Kept]] = field(init=False, factory=dict)

    def get(self, key: Hashable, known: Mapping[Question, Any]) -> Kept | None:
        """The questions and the result, if all their answers are the same; None if nothing is cached.

        Args:
            key: everything it depends on besides the deal.
            known: the answers to questions about the deal.
        """
        node = self._trees.get(key, [])
        while isinstance(node, Split):
            node = node.branches.get(known.get(node.question, MISSING), [])
        for kept in node:
            if all(known.get(question, MISSING) == answer for question, answer in kept[0]):
                return kept
        return None

    def keep(self, key: Hashable, looked: Looked, found: Any) -> None:
        """Cache a result together with its questions."""
        self._trees[key] = _with(self._trees.get(key, []), (looked, found))

    def once(
        self, key: Hashable, known: Mapping[Question, Any], looked: set[Question], find: Callable[[], Found]
    ) -> Found:
        """The result of a function for a deal, or for an earlier deal with the same answers.

        Args:
            key: everything it depends on besides the deal.
            known: the answers to questions about the deal.
            looked: receives the questions that the function asks.
            find: computes the result.
        """
        result: Found
        remembered = self.get(key, known)
        if remembered is not None:
            result = remembered[1]
            looked.update(question for question, _ in remembered[0])
            return result
        before = {*looked}
        looked.clear()
        result = find()
        self.keep(key, frozenset((question, known[question]) for question in looked), result)
        looked |= before
        return result


def _with(node: Split | list[Kept], kept: Kept) -> Split | list[Kept]:
    """A tree with one more result."""
    if isinstance(node, list):
        return _split([*node, kept])
    answers = dict(kept[0])
    if node.question not in answers:
        return _split([*_results(node), kept])
    answer = answers[node.question]
    node.branches[answer] = _with(node.branches.get(answer, []), kept)
    return node


def _results(node: Split | list[Kept]) -> Iterator[Kept]:
    """All results of a tree."""
    if isinstance(node, list):
        yield from node
        return
    for branch in node.branches.values():
        yield from _results(branch)


def _split(results: list[Kept]) -> Split | list[Kept]:
    """A tree of results, as far as a question that they share tells them apart."""
    if len(results) == 1:
        return results
    shared = frozenset[Any].intersection(*(looked for looked, _ in results))
    by_result = [dict(looked) for looked, _ in results]
    telling = next(
        (
            question
            for question, answer in by_result[0].items()
            if (question, answer) not in shared and all(question in other for other in by_result)
        ),
        None,
    )
    if telling is None:
        return results
    branches: dict[Any, list[Kept]] = {}
    for answers, kept in zip(by_result, results, strict=True):
        branches.setdefault(answers[telling], []).append(kept)
    return Split(telling, {answer: _split(branch) for answer, branch in branches.items()})
