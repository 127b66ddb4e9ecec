"""What actions are worth: the same from worlds that compiled code deals as from worlds that are sampled."""

from __future__ import annotations

from itertools import product
from math import isnan
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from attrs import frozen
from strategies import walk

from trickkit import Deal, GameOver, InvalidRules, NotYourTurn, Stacked, State, batch, load
from trickkit.batch.evaluating import call
from trickkit.batch.evaluating.estimates import estimated
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.phases import Estimates, Phase, Tricks
from trickkit.play.utility import Utility


def choosing(key: str, seed: int, steps: int) -> State:
    """A game in which somebody has a choice, after some decisions or as soon as that is so."""
    walked = walk(load(key).start(seed=seed), steps + 40, seed)[steps:]
    return next(one for one in walked if one.actors and len(one.legal(one.actors[-1])) > 1)


def sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have worlds sampled."""

    def refused(_view: Any) -> None:
        raise Unsupported("not here")

    monkeypatch.setattr(call.Dealer, "of", refused)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("key", "seed", "steps"),
    [
        ("pikoko", 1, 0),
        ("pikoko", 2, 14),  # confidence that stays secret
        ("pikoko", 3, 30),
        ("pikinni", 4, 2),
        ("5211", 5, 1),  # some have laid cards already, which nobody has seen
        ("5211", 6, 50),
        ("hearts", 7, 4),
        ("hearts", 8, 30),
        ("spades", 9, 3),
    ],
)
def test_worlds_of_both_kinds_give_the_same_means(
    monkeypatch: pytest.MonkeyPatch, key: str, seed: int, steps: int
) -> None:
    state = choosing(key, seed, steps)
    view = state.view(state.actors[-1])
    dealt = batch.evaluate(view, worlds=400, playouts=4000, seed=1)
    assert dealt.how == "compiled"
    assert dealt.actions == view.legal()
    sampled(monkeypatch)
    others = batch.evaluate(view, worlds=40, playouts=800, seed=2)
    assert (others.how, others.why) == ("sampled", "not here")
    for number in range(len(dealt.actions)):
        off = abs(dealt.means[number] - others.means[number])
        assert off <= 5 * (dealt.errors[number] ** 2 + others.errors[number] ** 2) ** 0.5 + 1e-9


def test_means_are_those_of_all_worlds_and_decisions() -> None:
    rules = load("pikinni", players=2)
    state = rules.start(first=0, deals=[Stacked(hands=[["KS"], ["QC"]], turned="8S")])
    view = state.view(0)
    found = batch.evaluate(view, worlds=20_000, playouts=20_000, seed=3)
    unseen = [card.text for card in rules.deck if card.text != "KS"]
    for action, mean, error in zip(found.actions, found.means, found.errors, strict=True):
        utilities = []
        for hidden, said in product(unseen, "01"):
            world = rules.start(first=0, deals=[Stacked(hands=[["KS"], [hidden]], turned="8S")])
            end = walk(world.play(0, action).play(1, said), 2, 0)[-1]
            utilities.append(Utility.said_by(rules).of(end.results[0].scores, 0))
        assert abs(mean - fmean(utilities)) < 5 * error


def test_any_number_of_threads_gives_the_same() -> None:
    view = choosing("hearts", 2, 30).view(choosing("hearts", 2, 30).actors[0])
    alone = batch.evaluate(view, playouts=20_000, seed=5, threads=1)
    assert alone == batch.evaluate(view, playouts=20_000, seed=5, threads=3)
    assert alone != batch.evaluate(view, playouts=20_000, seed=6, threads=1)


def test_errors_count_worlds_and_differences_are_paired() -> None:
    # Two worlds, in which everything is worth 0 and 10; the second action is always worth 1 more.
    utilities = np.array([[0.0, 10, 0, 10], [1, 11, 1, 11]])
    found = estimated(("a", "b"), utilities, 2, "compiled", "")  # type: ignore[arg-type]
    assert found.means == (5.0, 6.0)
    assert found.errors == pytest.approx((5.0, 5.0))
    assert found.behind == (1.0, 0.0)
    assert found.behind_errors == pytest.approx((0.0, 0.0))


def test_playouts_that_do_not_come_out_even_begin_with_the_first_worlds() -> None:
    found = estimated(("a",), np.array([[3.0, 0, 0, 3, 0]]), 3, "compiled", "")  # type: ignore[arg-type]
    assert found.means == pytest.approx((1.2,))
    sums, counts = np.array([6.0, 0, 0]), np.array([2, 2, 1])
    off = sums - 1.2 * counts
    assert found.errors == pytest.approx([((off**2).sum() * 3 / 2) ** 0.5 / 5])
    assert isnan(estimated(("a",), np.array([[3.0, 4]]), 1, "compiled", "").errors[0])  # type: ignore[arg-type]


@frozen
class PointsAreTrump(Phase):
    """Trump depends on the points of earlier deals, which cannot be asked beforehand."""

    def begin(self, deal: Deal) -> Deal:
        return deal.changed(trump=deal.deck.suits[int(deal.totals[0]) % 4])


@pytest.mark.parametrize(("before", "how"), [(Estimates, "sampled"), (Tricks, "sampled")])
def test_what_cannot_be_compiled_is_evaluated_as_well(before: type[Phase], how: str) -> None:
    rules = load("whist") if before is Tricks else load("whist").before(Tricks, Estimates())
    rules = rules.before(before, PointsAreTrump())
    found = batch.evaluate(rules.start(seed=1, first=0).view(1), worlds=2, playouts=4)
    assert found.how == how
    assert "PointsAreTrump: it looks at the points of earlier deals" in found.why
    assert len(found.means) == len(found.actions) > 1


def test_the_place_in_the_game_can_be_what_counts() -> None:
    state = choosing("hearts", 2, 40)
    utility = Utility(-1, [(0,), (1,), (2,), (3,)], by="place")
    found = batch.evaluate(state.view(state.actors[0]), utility=utility, playouts=64)
    assert all(-1 <= mean <= 1 for mean in found.means)
    assert utility.of((5, 1, 9, 5), 0, totals=(0, 3, 0, 0)) == pytest.approx(0)
    assert [Utility(1, [(0,), (1,)], by="points").of((5, 1), seat) for seat in (0, 1)] == [5, 1]


def test_bad_arguments_are_refused() -> None:
    state = load("whist").start(seed=1)
    (seat,) = state.actors
    with pytest.raises(NotYourTurn, match=f"seat {(seat + 1) % 4} has nothing to decide now"):
        batch.evaluate(state.view((seat + 1) % 4))
    with pytest.raises(NotYourTurn, match="a spectator has nothing to decide"):
        batch.evaluate(state.view(None))
    with pytest.raises(InvalidRules, match="playouts=0 is not a whole number from 1 on"):
        batch.evaluate(state.view(seat), playouts=0)
    with pytest.raises(InvalidRules, match="evaluate takes a View"):
        batch.evaluate(state)  # type: ignore[arg-type]
    with pytest.raises(InvalidRules, match="utility='more' is not a Utility"):
        batch.evaluate(state.view(seat), utility="more")  # type: ignore[arg-type]
    over = walk(load("pikinni", players=2).start(seed=1), 500, 1)[-1]
    with pytest.raises(GameOver):
        batch.evaluate(over.view(0))
