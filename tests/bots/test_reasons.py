"""What a seat may expect after an action is told in numbers that belong together."""

from __future__ import annotations

import pytest

from trickkit import GameOver, IllegalAction, InvalidRules, Play, bots, load, playout
from trickkit.variants import game5211, pikinni, pikoko


def test_tricks_add_up_and_points_say_what_bids_bring() -> None:
    view = pikoko.rules(players=3).start(seed=7, first=0).view(1)
    found = bots.expectations(view, worlds=12)
    assert [one.action for one in found] == [*view.legal()]
    for one in found:
        assert sum(one.tricks) == pytest.approx(8)
        assert one.exact is not None
        assert 0 <= one.exact <= 1
    # Nine tricks are never taken.
    assert found[9].points[1] < max(one.points[1] for one in found)


def test_a_game_without_tricks_has_points_alone() -> None:
    (one,) = bots.expectations(view := game5211.rules(players=2).start(seed=7).view(0), view.legal()[:1], worlds=3)
    assert (one.tricks, one.exact, one.worlds) == ((), None, 3)
    assert str(one).count(";") == 0


def test_equal_views_have_equal_expectations() -> None:
    views = [load("hearts").start(seed=3).view(0) for _ in range(2)]
    first, second = (bots.expectations(view, view.legal()[:1], worlds=2) for view in views)
    assert first == second


def test_bad_input() -> None:
    rules = pikinni.rules(players=2)
    view = rules.start(seed=7, first=1).view(0)
    with pytest.raises(IllegalAction, match="AS is not legal"):
        bots.expectations(view, [Play("AS")])
    with pytest.raises(InvalidRules, match="worlds=0: an expectation needs 1 world or more"):
        bots.expectations(view, worlds=0)
    with pytest.raises(GameOver):
        bots.expectations(playout(rules, seed=1).view(0))
