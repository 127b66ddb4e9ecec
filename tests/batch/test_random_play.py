"""Random play is the same random play: how often what comes of it, here and on the reference engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import sqrt
from statistics import NormalDist

import pytest
from strategies import effort

from trickkit import Result, batch, load, playout
from trickkit.phases import Tricks

REFERENCE, COMPILED = max(1_000, effort(1_000)), 60_000
"""How many deals are played by each engine, at least."""
LEAST = 1e-4
"""Where a difference at least as large happens as seldom as this, it is one."""


def chance_of(one: Iterable[Hashable], other: Iterable[Hashable]) -> float:
    """How likely two samples of the same distribution differ as much as these, by the chi-square test.

    What is rare is counted together. The chi-square distribution is taken as Wilson and Hilferty approximate it.
    """
    first, second = Counter(one), Counter(other)
    total, share = first + second, first.total() / (first.total() + second.total())
    kinds = {kind: kind if count * share >= 8 else "rare" for kind, count in total.items()}
    found = 0.0
    for group in {*kinds.values()}:
        seen = [sum(count for kind, count in counts.items() if kinds[kind] == group) for counts in (first, second)]
        expected = [sum(seen) * share, sum(seen) * (1 - share)]
        found += sum((count - mean) ** 2 / mean for count, mean in zip(seen, expected, strict=True))
    freedom = len({*kinds.values()}) - 1
    assert freedom > 2
    spread = 2 / (9 * freedom)
    return 1 - NormalDist().cdf(((found / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def played(key: str) -> list[Result]:
    """Deals of the reference engine, in whole games."""
    results: list[Result] = []
    rules = load(key)
    seed = 0
    while len(results) < REFERENCE:
        results += playout(rules, seed=seed).results
        seed += 1
    return results


@pytest.fixture(scope="module", params=["pikoko", "pikinni", "5211"])
def both(request: pytest.FixtureRequest) -> tuple[list[Result], batch.Deals]:
    """Deals of the two engines."""
    return played(request.param), batch.deals(load(request.param), COMPILED // 11 * 11 // 3 * 3, seed=7)


def turned(numbers: Sequence[int], starter: int) -> list[int]:
    """By seat, from the starter on."""
    return [*numbers[starter:], *numbers[:starter]]


@pytest.mark.sample(0)
def test_tricks_of_the_hands(both: tuple[list[Result], batch.Deals]) -> None:
    results, found = both
    if results[0].deal.get(Tricks) is None:
        pytest.skip("there are no tricks in this game")
    for place in range(results[0].deal.players):
        one = [(each.deal.size, turned(each.deal[Tricks].taken, each.deal.begun_by)[place]) for each in results]
        rows = zip(found.size.tolist(), found.tricks.tolist(), found.starter.tolist(), strict=True)
        other = [(size, turned(tricks, starter)[place]) for size, tricks, starter in rows]
        assert chance_of(one, other) > LEAST


@pytest.mark.sample(0)
def test_points_of_the_seats(both: tuple[list[Result], batch.Deals]) -> None:
    results, found = both
    for place in range(results[0].deal.players):
        one = [(each.deal.size, turned(each.scores, each.deal.begun_by)[place]) for each in results]
        rows = zip(found.size.tolist(), found.points.tolist(), found.starter.tolist(), strict=True)
        other = [(size, turned(points, starter)[place]) for size, points, starter in rows]
        assert chance_of(one, other) > LEAST


def test_what_is_the_same_at_another_seed_is_not_told_apart_and_a_small_difference_is() -> None:
    rules = load("pikoko")
    tricks = [batch.deals(rules, 30_000, seed).tricks[:, 0].tolist() for seed in (1, 2)]
    assert chance_of(tricks[0][:REFERENCE], tricks[1]) > LEAST
    more = [number + (place % 4 == 0) for place, number in enumerate(tricks[0][:REFERENCE])]
    assert chance_of(more, tricks[1]) < LEAST


def test_lanes_play_at_random_as_deals_do() -> None:
    rules = load("pikinni")
    lanes, points = batch.lanes(rules, 2_000, seed=7, number=5), []
    while len(points) < 2_000:
        points += lanes.step(lanes.random()).points[:, 0].tolist()
    assert chance_of(points, batch.deals(rules, COMPILED, 8, number=5).points[:, 0].tolist()) > LEAST
