"""Sums merge exactly, and intervals hold what they promise."""

from __future__ import annotations

import random
from math import comb
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit.lab.moments import Estimate, Moments
from trickkit.lab.quantiles import student

NUMBERS = st.lists(st.tuples(*[st.integers(-(10**6), 10**6)] * 4), max_size=30)


def moments(rows: list[tuple[int, ...]], width: int = 4) -> Moments:
    return Moments.of(np.array(rows, np.int64).reshape(-1, width).T)


@given(NUMBERS, NUMBERS, NUMBERS)
def test_parts_merge_to_the_whole_in_any_order(
    a: list[tuple[int, ...]], b: list[tuple[int, ...]], c: list[tuple[int, ...]]
) -> None:
    whole = moments(a + b + c)
    assert (moments(a) + moments(b)) + moments(c) == whole == moments(c) + (moments(b) + moments(a))
    assert Moments.read(whole.line()) == whole


def test_sums_of_large_numbers_are_exact() -> None:
    assert moments([(2**40, 1, 2**41, 1)] * 3).products[0] == 3 * 2**80


def test_a_mean_has_the_interval_of_the_textbook() -> None:
    values = [3, 5, 4, 8, 6, 1, 9, 4, 5, 5, 2, 7]
    found = moments([(value, 1) for value in values], 2).ratio(1, 0.05)
    assert found is not None
    assert found.mean == pytest.approx(fmean(values))
    assert found.half == pytest.approx(2.201 * stdev(values) / len(values) ** 0.5, rel=1e-3)


def test_a_difference_has_the_interval_of_paired_differences() -> None:
    draw = random.Random(1)
    pairs = [(one, 1, one + draw.randrange(1, 4), 1) for one in (draw.randrange(1000) for _ in range(40))]
    differences = [new - old for old, _, new, _ in pairs]
    found = moments(pairs).difference(1, 0.05)
    assert found is not None
    assert found.mean == pytest.approx(fmean(differences))
    assert found.half == pytest.approx(student(0.975, 39) * stdev(differences) / 40**0.5)


def test_a_constant_difference_leaves_room_for_others() -> None:
    found = moments([(value, 1, value + 7, 1) for value in range(10)]).difference(1, 0.001)
    assert found is not None
    assert found.mean == 7
    assert found.high - 7 == pytest.approx(7 - found.low)
    assert found.low < 7


def test_deals_that_never_differ_leave_room_for_those_not_seen() -> None:
    found = moments([(value % 2, 1, value % 2, 1) for value in range(99)]).difference(1, 0.05)
    assert found is not None
    assert (found.mean, found.high) == (0, pytest.approx(1 - 0.05 ** (1 / 99)))


def test_what_never_occurs_has_no_ratio() -> None:
    assert moments([(0, 0)] * 9, 2).ratio(1, 0.05) is None


def test_the_interval_of_a_ratio_misses_as_often_as_it_says() -> None:
    """Of ratios of sums, whose denominators vary: the share of exact bids is one."""
    draw, missed = random.Random(5), 0
    for _ in range(400):
        rows = []
        for _ in range(60):
            made = draw.randrange(1, 6)
            rows.append((sum(draw.random() < 0.3 for _ in range(made)), made))
        found = moments(rows, 2).ratio(1, 0.1)
        assert found is not None
        missed += found.excludes(0.3)
    assert 20 <= missed <= 60


def rare_difference(deals: int, apart: int, total: int, size: int) -> Estimate:
    """Of deals of which so many differ, all by the same size, to either side."""
    products = (0, 0, 0, 0, deals, total, deals, size**2 * apart, total, deals)
    found = Moments(deals, (0, deals, total, deals), products, apart, -abs(size), abs(size)).difference(1, 0.05)
    assert found is not None
    assert found.low < found.mean < found.high
    return found


@pytest.mark.parametrize("rare", [0.01, 0.02, 0.05])
@pytest.mark.parametrize("size", [-52, 1])
def test_the_interval_of_a_rare_effect_misses_as_often_as_it_says(rare: float, size: int) -> None:
    # Exactly: how many deals differ is binomial, and all differ alike.
    deals, covered = 1000, 0.0
    for apart in range(round(5 * rare * deals)):
        found = rare_difference(deals, apart, size * apart, size)
        covered += comb(deals, apart) * rare**apart * (1 - rare) ** (deals - apart) * (not found.excludes(rare * size))
    assert 0.94 < covered < 0.97


@pytest.mark.sample(0)
@pytest.mark.parametrize("rare", [0.01, 0.02, 0.04])
def test_effects_that_cancel_are_rarely_taken_for_one(rare: float) -> None:
    # Exactly: as many deals as likely differ to one side as to the other.
    deals, covered = 1000, 0.0
    for apart in range(round(3 * rare * deals)):
        likely = comb(deals, apart) * rare**apart * (1 - rare) ** (deals - apart)
        for more in range(apart + 1):
            found = rare_difference(deals, apart, 2 * more - apart, 1)
            covered += likely * comb(apart, more) / 2**apart * (not found.excludes(0))
    assert 0.93 < covered < 0.97


def test_a_few_deals_to_one_side_may_be_chance() -> None:
    assert not rare_difference(1000, 5, 5, 1).excludes(0)
    assert rare_difference(1000, 6, 6, 1).excludes(0)


@given(st.integers(2, 300), st.integers(-50, 50))
def test_an_interval_is_never_empty(deals: int, value: int) -> None:
    found = [moments([(value, 1)] * deals, 2).ratio(1, 0.05)]
    found += [moments([(value, 1, value + more, 1)] * deals).difference(1, 0.05) for more in (0, 1, -7)]
    assert all(one is not None and one.low < one.high and not one.excludes(one.mean) for one in found)
