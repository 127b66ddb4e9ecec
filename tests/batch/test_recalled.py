"""Results about symbolic deals are found again by the answers on which they depend."""

from __future__ import annotations

from collections import UserDict
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from trickkit.batch.lowering.recalled import Recalled

DEPTH = 10
"""So many questions the longest path asks."""


class Counting(UserDict[Any, Any]):
    """Answers that count how often they are asked for."""

    asked = 0

    def get(self, key: Any, default: Any = None) -> Any:
        """The answer, counted."""
        self.asked += 1
        return super().get(key, default)


def paths(path: tuple[bool, ...] = ()) -> list[tuple[bool, ...]]:
    """The answers by which a function comes to an end that asks one question more after each yes."""
    if len(path) == DEPTH or (path and not path[-1]):
        return [path]
    return [*paths((*path, False)), *paths((*path, True))]


def deal(path: tuple[bool, ...]) -> Counting:
    """The questions of a path with its answers."""
    return Counting({("held", place): answer for place, answer in enumerate(path)})


def test_a_result_is_found_without_looking_at_all_others() -> None:
    recalled = Recalled()
    for path in paths():
        recalled.keep("key", frozenset(deal(path).items()), path)
    for path in paths():
        known = deal((*path, *[True] * (DEPTH - len(path))))
        assert recalled.get("key", known) == (frozenset(deal(path).items()), path)
        assert known.asked <= DEPTH * (DEPTH + 1) // 2


@given(st.lists(st.dictionaries(st.integers(0, 4), st.booleans(), max_size=4), max_size=12))
def test_what_is_found_depends_on_nothing_that_is_answered_otherwise(kept: list[dict[int, bool]]) -> None:
    recalled = Recalled()
    for number, answers in enumerate(kept):
        recalled.keep("key", frozenset(((place,), answer) for place, answer in answers.items()), number)
    for answers in kept:
        known = {(place,): answer for place, answer in answers.items()}
        found = recalled.get("key", known)
        assert found is not None
        assert found[0] <= frozenset(known.items())
        assert kept[found[1]].items() <= answers.items()
