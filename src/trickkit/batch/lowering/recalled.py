"""Results about symbolic deals, reused for every deal with the same answers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from attrs import define, field

from trickkit.batch.lowering.answers import Question
from trickkit.batch.lowering.positions import Looked

Found = TypeVar("Found")

MISSING = object()
"""Stands for the answer to a question that has none yet."""


@define(eq=False)
class Recalled:
    """A cache of results by key, each with the questions on which it depends.

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

    _found: dict[Hashable, dict[tuple[Question, ...], dict[Any, tuple[Looked, Any]]]] = field(init=False, factory=dict)
    """By key, by the questions that were looked at, by their answers."""

    def get(self, key: Hashable, known: Mapping[Question, Any]) -> tuple[Looked, Any] | None:
        """The questions and the result, if all their answers are the same; None if nothing is cached.

        Args:
            key: everything it depends on besides the deal.
            known: the answers to questions about the deal.
        """
        for questions, by_answers in self._found.get(key, {}).items():
            value = by_answers.get(tuple([known.get(question, MISSING) for question in questions]))
            if value is not None:
                return value
        return None

    def keep(self, key: Hashable, looked: Looked, found: Any) -> None:
        """Cache a result together with its questions."""
        answers = dict(looked)
        # Equal sets of questions may come in any order.
        questions = tuple(sorted(answers, key=hash))
        by_answers = self._found.setdefault(key, {}).setdefault(questions, {})
        by_answers.setdefault(tuple([answers[question] for question in questions]), (looked, found))

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
        found: Found
        remembered = self.get(key, known)
        if remembered is not None:
            found = remembered[1]
            looked.update(question for question, _ in remembered[0])
            return found
        before = {*looked}
        looked.clear()
        found = find()
        self.keep(key, frozenset((question, known[question]) for question in looked), found)
        looked |= before
        return found
