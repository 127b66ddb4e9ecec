"""How things may have come and gone: every way is counted, and each is as likely as any other."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit.worlds.arrivals import ALWAYS, ArrivalConstraints

Things = list[tuple[float, int]]
"""When each thing left, and the time after which it came."""


def ways(filled: list[int], things: Things) -> list[tuple[int, ...]]:
    """Every way in which things can have been in places, as the place of each, found by trying."""
    return [
        places
        for places in permutations(range(len(filled)))
        if all(since < filled[place] < time for place, (time, since) in zip(places, things, strict=True))
    ]


def counts(constraints: ArrivalConstraints, staying: list[int]) -> list[int]:
    """How many of those that are still there may have been in each group or a later one."""
    groups = [constraints.first(since) for since in staying]
    return [groups.count(group) for group in range(len(constraints.bounds) + 1)]


@st.composite
def cases(draw: st.DrawFn) -> tuple[list[int], list[tuple[int, int]], list[int]]:
    """Places filled at even times, things that left at odd ones, and the times after which the others came."""
    filled = draw(st.lists(st.sampled_from([-1, -1, 0, 2, 4, 6]), min_size=1, max_size=6).map(sorted))
    since = st.sampled_from([ALWAYS, ALWAYS, 1, 3, 5])
    left = draw(st.lists(st.tuples(st.sampled_from([1, 3, 5, 7]), since), max_size=len(filled)).map(sorted))
    others = len(filled) - len(left)
    return filled, left, draw(st.lists(since, min_size=others, max_size=others))


@given(cases())
def test_all_ways_are_counted(case: tuple[list[int], list[tuple[int, int]], list[int]]) -> None:
    filled, left, staying = case
    constraints = ArrivalConstraints.of(filled, left, staying)
    wanted = ways(filled, [*left, *((float("inf"), since) for since in staying)])
    assert constraints.ways(counts(constraints, staying)) == len(wanted)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("filled", "left", "staying"),
    [
        ([-1, -1, 2, 4], [(3, ALWAYS), (5, ALWAYS)], [ALWAYS, 1]),
        ([-1, -1, -1, 2, 4], [(3, ALWAYS), (5, ALWAYS)], [ALWAYS, ALWAYS, 1]),
        ([-1, -1, -1, 2, 4, 6], [(5, ALWAYS), (5, 1), (7, ALWAYS)], [ALWAYS, ALWAYS, 3]),
    ],
)
def test_every_way_is_as_likely_as_any_other(
    filled: list[int], left: list[tuple[int, int]], staying: list[int]
) -> None:
    constraints, rng, each = ArrivalConstraints.of(filled, left, staying), Random(4242), 200
    found = ways(filled, [*left, *((float("inf"), since) for since in staying)])
    wanted = Counter(tuple(constraints.groups[place] for place in places[: len(left)]) for places in found)
    drawn = Counter(tuple(constraints.drawn(counts(constraints, staying), rng)) for _ in range(each * len(found)))
    assert len(wanted) > 1
    assert set(drawn) == set(wanted)
    square = sum((drawn[one] - each * number) ** 2 / (each * number) for one, number in wanted.items())
    free = len(wanted) - 1
    # Six standard deviations of the chi-square distribution: the seed is fixed, an honest draw stays far below.
    assert square < free + 6 * (2 * free) ** 0.5, (square, free)


def test_where_there_is_no_way_it_is_said() -> None:
    constraints = ArrivalConstraints.of([-1, -1], [(3, 1)], [ALWAYS])
    assert constraints.ways([1, 0]) == 0
    with pytest.raises(IndexError):
        constraints.drawn([1, 0], Random(1))


def test_of_many_times_the_last_ones_are_told_apart() -> None:
    """So that no way is left out; some are counted that are none."""
    filled = [-1, *range(0, 20, 2)]
    constraints = ArrivalConstraints.of(filled, [], range(1, 21, 2))
    assert constraints.bounds == (9, 11, 13, 15, 17, 19)
    assert [constraints.first(since) for since in (ALWAYS, 1, 7, 9, 19)] == [0, 0, 0, 1, 6]
