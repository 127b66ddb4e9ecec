"""Endings of Bridge that lie open, as the DDS library solves them."""

from __future__ import annotations

import pytest
from double_dummy import SIDES, by_dds, dealt
from tiers import sampled

from trickkit.bots import solve

pytest.importorskip("endplay", reason="the DDS library comes with the extra double-dummy")


@pytest.mark.parametrize("block", range(4))
def test_each_card_comes_to_as_many_tricks(block: int) -> None:
    for seed in sampled(range(250 * block, 250 * (block + 1)), 2):
        state = dealt(seed, cards=8)
        solution = solve(state, utility=SIDES)
        assert {str(action): (value + 8) / 2 for action, value in solution.values} == by_dds(state), seed
