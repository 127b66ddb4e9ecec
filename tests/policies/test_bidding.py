"""How high bids may go."""

from __future__ import annotations

import pytest

from trickkit.policies.bidding import OwnTricks, TokensOnEveryone


def test_all_tokens_may_be_spent_at_once_and_none_twice() -> None:
    bidding = TokensOnEveryone(tokens=9)
    assert [bidding.highest(size=8, spent=spent) for spent in (0, 1, 9)] == [9, 8, 0]


@pytest.mark.parametrize("size", [1, 8])
def test_the_highest_bid_of_a_deal_is_made_before_anything_is_spent(size: int) -> None:
    assert TokensOnEveryone(tokens=9).limit(size) == 9
    assert TokensOnEveryone(tokens=0).limit(size) == 0
    assert OwnTricks().limit(size) == size
