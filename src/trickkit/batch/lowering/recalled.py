"""A cache of results about symbolic deals, reused for every deal with the same answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias, TypeVar

from attrs import define, field

from trickkit.batch.lowering.answers import Question
from trickkit.batch.lowering.positions import Looked

Found = TypeVar("Found")
Kept: TypeAlias = "tuple[Looked, Any]"
"""A result with the questions on which it depends, and their answers."""

MISSING = object()
"""Stands for the answer to a question without one."""


@define(eq=False)
class Recalled:
    """A cache of results by key and by the answers to the questions on which they depend.

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

    _results: dict[Hashable, dict[frozenset[Question], tuple[tuple[Question, ...], dict[Any, Kept]]]] = field(
        init=False, factory=dict
    )
    """By key and by set of questions: the questions in some order, and the results by the answers in that order."""

    def get(self, key: Hashable, known: Mapping[Question, Any]) -> Kept | None:
        """The questions and the result, if all their answers are the same; None if nothing is cached.

        Args:
            key: everything it depends on besides the deal.
            known: the answers to questions about the deal.
        """
        for questions, by_answers in self._results.get(key, {}).values():
            kept = by_answers.get(tuple([known.get(question, MISSING) for question in questions]))
            if kept is not None:
                return kept
        return None

    def keep(self, key: Hashable, looked: Looked, found: Any) -> None:
        """Cache a result together with its questions."""
        answers = dict(looked)
        of_key, asked = self._results.setdefault(key, {}), frozenset(answers)
        questions, by_answers = of_key.setdefault(asked, (tuple(asked), {}))
        by_answers[tuple([answers[question] for question in questions])] = looked, found

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
