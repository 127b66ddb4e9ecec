"""Ratings rank bots by the deals that they played."""

from __future__ import annotations

from trickkit.bots import Match
from trickkit.bots.rating import ratings


def test_ratings_rank_bots_that_never_met() -> None:
    strong, middle, weak = ratings(Match([(3, 1, None), (None, 3, 1)] * 12))
    assert strong.mean > middle.mean > weak.mean
    assert strong.deviation < 8
    fewest = ratings(Match([(3, 1), (4, 2)], sign=-1))
    assert fewest[0].mean < fewest[1].mean
