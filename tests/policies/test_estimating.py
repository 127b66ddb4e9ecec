"""What forbids estimates of seats that hear each other."""

from __future__ import annotations

import pytest

from trickkit.policies.estimating import Hook, Limit, PartnersWithinTricks
from trickkit.policies.partners import Alone


def open_to(limit: Limit, seat: int, *bids: int | None, size: int) -> list[int]:
    """The numbers that a seat may estimate."""
    return [number for number in range(size + 1) if not limit.forbids(number, seat, bids, size)]


@pytest.mark.parametrize(
    ("bids", "numbers"),
    [
        ((None, 1, 1), [0, 2, 3]),
        ((None, 0, 0), [0, 1, 2]),
        ((None, 3, 0), [1, 2, 3]),
        ((None, 2, 2), [0, 1, 2, 3]),
        ((None, 1, None), [0, 1, 2, 3]),
        ((2, 1, 1), [0, 2, 3]),
    ],
    ids=["one left", "all left", "none left", "too many already", "not the last", "its own does not count"],
)
def test_the_hook(bids: tuple[int | None, ...], numbers: list[int]) -> None:
    assert open_to(Hook(), 0, *bids, size=3) == numbers


def test_partners_estimate_no_more_than_all_tricks() -> None:
    limit = PartnersWithinTricks()
    assert open_to(limit, 1, None, None, None, None, size=5) == [0, 1, 2, 3, 4, 5]
    assert open_to(limit, 2, 4, 5, None, None, size=5) == [0, 1]
    assert open_to(limit, 0, None, 3, 5, 2, size=5) == [0]


def test_who_plays_alone_has_only_the_tricks_as_a_limit() -> None:
    assert open_to(PartnersWithinTricks(Alone()), 2, 4, 5, None, None, size=5) == [0, 1, 2, 3, 4, 5]
