"""Sharing out: every way that is allowed, each as likely as any other, and none where there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiers import EVERY

from trickkit import InvalidRules
from trickkit.worlds.allocation import Allocation


def ways(things: str, wanted: tuple[int, ...], may: list[list[bool]]) -> set[tuple[str, ...]]:
    """Every way to share things out, as the sorted share of each taker, found by trying."""
    found = set()
    for order in permutations(things):
        shares, at = [], 0
        for size in wanted:
            shares.append("".join(sorted(order[at : at + size])))
            at += size
        if all(may[things.index(thing)][taker] for taker, share in enumerate(shares) for thing in share):
            found.add(tuple(shares))
    return found


@pytest.mark.parametrize(
    ("things", "wanted", "may"),
    [
        ("abcd", (2, 1), [[True, True]] * 4),
        ("abcd", (2, 2), [[False, True], [True, True], [True, True], [True, True]]),
        ("abcde", (1, 2, 2), [[True, False, True], [False, True, True], *[[True, True, True]] * 3]),
        ("abcde", (2, 2), [[True, False], [True, False], [False, True], [True, True], [True, True]]),
        ("abc", (0, 3), [[False, True]] * 3),
    ],
)
def test_every_way_is_as_likely_as_any_other(things: str, wanted: tuple[int, ...], may: list[list[bool]]) -> None:
    wished, rng, each = ways(things, wanted, may), Random(17), 200
    allocation = Allocation.of(things, wanted, may)
    drawn = (allocation.drawn(rng) for _ in range(each * len(wished)))
    counts = Counter(tuple("".join(sorted(share)) for share in way[:-1]) for way in drawn)
    assert set(counts) == wished
    square, free = sum((counts[way] - each) ** 2 / each for way in wished), len(wished) - 1
    assert square < free + 6 * (2 * free) ** 0.5 + 1e-9


@pytest.mark.sample(0)
def test_where_there_are_too_many_ways_to_count_they_are_about_as_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickkit.worlds.allocation.MOST_SPLITS", 1)
    things, wanted = "abcde", (1, 2, 1)
    may = [[True, False, True], [False, True, True], [True, True, False], *[[True, True, True]] * 2]
    wished, rng, each = ways(things, wanted, may), Random(17), 200 if EVERY else 60
    allocation = Allocation.of(things, wanted, may)
    drawn = [allocation.drawn(rng) for _ in range(each * len(wished))]
    counts = Counter(tuple("".join(sorted(share)) for share in way[:-1]) for way in drawn)
    assert {*counts} == wished
    assert max(abs(counts[way] - each) for way in wished) < each / 3
    assert all(sum(map(len, way)) == len(things) for way in drawn)


def test_one_of_many_ways_is_found_where_only_few_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickkit.worlds.allocation.MOST_SPLITS", 1)
    # Each thing may go to two takers, in a circle: there are two ways.
    may = [[taker in (number, (number + 1) % 3) for taker in range(3)] for number in range(3)]
    allocation = Allocation.of("abc", (1, 1, 1), may)
    found = {tuple(map(tuple, allocation.drawn(Random(seed)))) for seed in range(40)}
    assert found == {(("a",), ("b",), ("c",), ()), (("c",), ("a",), ("b",), ())}
    with pytest.raises(IndexError, match="no way to share out what is left"):
        Allocation.of("abc", (1, 1, 1), [[True, False, False]] * 3).drawn(Random(1))


def test_what_nobody_takes_comes_last_and_shares_are_in_random_order() -> None:
    drawn = [Allocation.of("abcd", (2,), [[True]] * 4).drawn(Random(seed)) for seed in range(200)]
    assert all(sorted(mine + rest) == [*"abcd"] and len(mine) == 2 for mine, rest in drawn)
    assert len({tuple(mine) for mine, _ in drawn}) == len({tuple(rest) for _, rest in drawn}) == 12


@pytest.mark.parametrize(
    ("wanted", "may"), [((3,), [[True]] * 2), ((1, 1), [[True, False]] * 2), ((-1,), [[True]] * 2)]
)
def test_where_there_is_no_way_it_is_said(wanted: tuple[int, ...], may: list[list[bool]]) -> None:
    with pytest.raises(IndexError, match="no way to share out what is left"):
        Allocation.of("ab", wanted, may).drawn(Random(1))


@given(st.data())
def test_a_way_is_found_whenever_there_is_one(data: st.DataObject) -> None:
    may = data.draw(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=6))
    things = "abcdef"[: len(may)]
    wanted = data.draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
    possible = sum(wanted) <= len(things) and ways(things, wanted, [list(one) for one in may])
    allocation = Allocation.of(things, wanted, may)
    if not possible:
        with pytest.raises(IndexError):
            allocation.drawn(Random(3))
        return
    drawn = allocation.drawn(Random(3))
    assert [len(share) for share in drawn[:-1]] == [*wanted]
    assert all(may[things.index(thing)][taker] for taker, share in enumerate(drawn[:-1]) for thing in share)


def test_takers_want_whole_numbers() -> None:
    with pytest.raises(InvalidRules, match=r"Allocation: wanted\[0\]='1' is not an int"):
        Allocation((("a",),), ("1",), ((True,),))  # type: ignore[arg-type]


def test_a_share_agrees_with_what_is_known_of_it() -> None:
    allocation = Allocation.of("abcdef", (2, 2), [[True, True]] * 6)
    draw, seen = Random(1), Counter[tuple[str, ...]]()
    for _ in range(500):
        first, _, _ = allocation.drawn(draw, {0: lambda share: "a" in share})
        assert "a" in first
        seen["".join(sorted(first))] += 1
    assert len(seen) == 5
    assert max(seen.values()) < 3 * min(seen.values())


def test_where_no_share_agrees_it_is_said() -> None:
    with pytest.raises(IndexError, match="no share found that agrees with what is known of it"):
        Allocation.of("abc", (1, 1), [[True, True]] * 3).drawn(Random(1), {0: lambda _share: False})


def test_a_share_of_all_that_is_left_is_not_redrawn() -> None:
    asked = list[Sequence[str]]()

    def never(share: Sequence[str]) -> bool:
        asked.append(share)
        return False

    with pytest.raises(IndexError, match="what is left disagrees with what is known of the last share"):
        Allocation.of("abc", (1, 2), [[True, True]] * 3).drawn(Random(1), {1: never})
    assert len(asked) == 1


@pytest.mark.parametrize("seed", range(10))
def test_a_thing_that_is_given_goes_to_its_taker_and_of_equal_ones_one_does(seed: int) -> None:
    allocation = Allocation.of("aabcd", (2, 3), [[True, True]] * 4 + [[False, True]])
    first, second, _ = allocation.giving({"a": 0, "b": 1}).drawn(Random(seed))
    assert "a" in first
    assert "b" in second
    assert sorted(first + second) == [*"aabcd"]
