"""Numbers that a scoring is given compute as whole numbers do, and are looked at only as far as they must be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.diagram.kernel import BEFORE, WON
from trickkit.batch.points.diagram.quantities import Count, Each, Number, OutcomeNumber
from trickkit.batch.points.diagram.traces import Classes, Row, Tables, Trace, figure

CARDS = (WON, 0, 0b11111)


def trace() -> Trace:
    """A deal: a hand took three of five cards, a phase had outcome 1, and there were 7 points before."""
    return Trace(Row(facts=(1, 4), won=(0b10110,), sets=(), notes=(), before=(7,)))


def told(of: Trace) -> OutcomeNumber:
    """What a phase found out: -2, 5, or -9 where it did not begin."""
    classes = Classes("found", 0, {-1: 0, 0: 1, 1: 2}, (-9, -2, 5), Tables())
    return OutcomeNumber(of, classes, classes.numbers)


NUMBERS: dict[str, tuple[int, Callable[[Trace], Number]]] = {
    "a count": (4, lambda of: Count(of, {CARDS: 2}, -2)),
    "a count below 0": (-6, lambda of: Count(of, {CARDS: -3, figure(1, 0, 9): 1}, -1)),
    "a quotient": (3, lambda of: Count(of, {CARDS: 5}) // 4),
    "a multiple of a quotient": (-5, lambda of: 1 - 2 * (Count(of, {CARDS: 5}) // 4)),
    "the record of a phase": (5, told),
    "what is computed from it": (-11, lambda of: -1 - 2 * told(of)),
    "a sum over tricks": (-12, lambda of: -3 * Each(of, (), lambda: 4)),
}
OPERATIONS: dict[str, Callable[[Any], Any]] = {
    "sums": lambda one: (one + 3, 3 + one, one - 3, 3 - one, one + one, one - one),
    "products": lambda one: (one * 3, 3 * one, one * 0, one * one, one * True, one * -1),
    "quotients": lambda one: (one // 3, one // -3, 100 // (one or 1), one // 2 // 2, (one + 3) // 2, one / 4),
    "rests": lambda one: (one % 3, 50 % one, divmod(one, 4), divmod(40, one), one**2, pow(2, abs(one))),
    "signs": lambda one: (-one, abs(one), abs(-one), round(one), float(one)),
    "comparisons": lambda one: [
        (one < other, one <= other, one > other, one >= other, one == other, one != other) for other in range(-13, 7)
    ],
    "comparisons of multiples": lambda one: [(2 * one + 1 < other, -one * 3 == other) for other in range(-27, 34)],
    "comparisons with each other": lambda one: (one < one + 1, one <= one, one > 2 * one, one == one, one == "4"),
    "comparisons of nothing": lambda one: (0 * one < 0, 0 * one < 1, 0 * one == 0, 0 * one == 1),
    "truth": lambda one: (bool(one), not one, one in (3, 4, 5), one in (-12,)),
    "an index": lambda one: list(range(40))[one],
    "texts": lambda one: (str(one), f"{one + 1}" != ""),
}


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)
@pytest.mark.parametrize(("expected", "number"), NUMBERS.values(), ids=NUMBERS)
def test_it_computes_as_a_whole_number(
    expected: int, number: Callable[[Trace], Number], operation: Callable[[Any], Any]
) -> None:
    def known(found: Any) -> Any:
        if isinstance(found, list | tuple):
            return [known(one) for one in found]
        return int(found) if isinstance(found, Number) else found

    assert known(operation(number(trace()))) == known(operation(expected))


def test_what_is_added_to_points_is_not_looked_at() -> None:
    of = trace()
    assert f"{Count(of, {CARDS: 2}, 1)} {Count(of, {CARDS: 2}) // 4 + 1} {told(of) + 1}" == "7 2 6"
    assert (Count(of, {CARDS: 2}) * 3 + 1).added() == (1, [(6, *CARDS)])
    assert (told(of) + 1).added()[1][0][0] == 1
    assert of.steps == []


def test_what_is_known_is_not_looked_at_again() -> None:
    of = trace()
    assert Count(of, {CARDS: 1}) < 4
    assert (len(of.steps), Count(of, {CARDS: 1}) < 5, Count(of, {CARDS: 1}) < 7, len(of.steps)) == (1, True, True, 1)
    assert int(Count(of, {CARDS: 1})) == 3
    assert (Count(of, {CARDS: 4}) // 3 == 4, len(of.steps)) == (True, 4)


def test_too_many_cases_are_refused() -> None:
    points = Count(trace(), {(BEFORE, 0, 1): 1})
    assert points > 6
    for looked_at in (lambda: int(points), lambda: int(points // 7), lambda: {points: 1}):
        with pytest.raises(Unsupported, match="it may compare"):
            looked_at()
