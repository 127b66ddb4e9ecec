"""Seeds of any size: every bit of them counts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trickkit import batch, load
from trickkit.batch.kernel.layout import halves
from trickkit.batch.kernel.seeds import seed_of

PIKOKO = load("pikoko")
SEEDS = (0, 1, 5, -1, -(2**63), 2**62, 2**63, 2**64 - 1, 2**64, 2**64 + 5, 2**127, 2**128 - 1, 2**128 + 5, 10**6000)


@pytest.mark.parametrize(
    ("seed", "starter", "points"),
    [
        (7, [3, 1], [[2, 3, 1, 0], [0, 4, 3, 1]]),
        (2**62 + 1, [2, 0], [[2, 2, 2, 0], [4, -1, 4, 0]]),
        (2**63 + 1, [1, 1], [[1, 0, 2, 4], [6, 2, 2, 3]]),
        (2**64 - 1, [1, 1], [[1, 4, 7, 1], [3, 1, 0, 1]]),
    ],
)
def test_seeds_of_64_bits_give_what_they_always_gave(seed: int, starter: list[int], points: list[list[int]]) -> None:
    found = batch.deals(PIKOKO, 2, seed)
    assert (found.starter.tolist(), found.points.tolist()) == (starter, points)


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", ["pikoko", "bridge"])
def test_every_bit_of_a_seed_counts(key: str) -> None:
    rules = load(key)
    dealt = {str(batch.lanes(rules, 6, seed).seen().hands.tolist()) for seed in SEEDS}
    assert len(dealt) == len(SEEDS)
    assert len({str(batch.deals(rules, 6, seed, threads=1).points.tolist()) for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("key", ["pikoko", "bridge"])
def test_every_bit_of_the_seed_of_playouts_and_games_counts(key: str) -> None:
    state, seeds = load(key).start(seed=3), (5, 2**64 + 5, 2**127 + 5)
    assert len({str(batch.playouts(state, 8, seed, threads=1).points.tolist()) for seed in seeds}) == 3
    assert len({str(batch.playouts(state.view(0), 8, seed, threads=1).points.tolist()) for seed in seeds}) == 3
    assert len({str(batch.games(load(key), 3, seed, threads=1).scores.tolist()) for seed in seeds}) == 3


@given(st.integers(0, 2**128 - 1))
def test_seeds_of_128_bits_stay_what_they_are(seed: int) -> None:
    assert seed_of(seed) == seed
    lower, upper = np.array(halves(seed), np.int64).view(np.uint64).tolist()
    assert lower + (upper << 64) == seed


@given(st.integers(2**128) | st.integers(max_value=-1))
def test_other_seeds_become_some_of_128_bits(seed: int) -> None:
    assert 0 <= seed_of(seed) < 2**128
    assert seed_of(seed) == seed_of(seed) != seed_of(-seed)
