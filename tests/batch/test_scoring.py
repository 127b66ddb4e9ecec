"""Points that are looked up: each case is asked once, by any number of threads, and the answer is the scoring's own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from attrs import field, frozen
from house_rules import TenPerTrick
from tiers import sampled

from trickkit import Deal, Rules, ScoreLine, batch, load
from trickkit.batch.machine.lowered import compile_rules
from trickkit.batch.points.diagram.kernel import BLOCK, MEMO, ROOTS
from trickkit.batch.run.chunks import CHUNK, run_on
from trickkit.phases import Tricks
from trickkit.scoring import (
    Doubled,
    ScoreBids,
    ScoreBySeat,
    ScoreCards,
    ScoreConfidence,
    ScoreNoTricks,
    Scoring,
    ShootTheMoon,
)


@pytest.fixture
def often() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


# Points that are kept by the small numbers from which they follow


def kept(rules: Rules) -> list[int]:
    """By summand of the scorings, how many cases there may be by which its points are kept; 0 for none."""
    diagrams = compile_rules(rules).scoring.scorer().parts.diagrams
    assert diagrams is not None
    nodes = diagrams.nodes
    firsts = nodes[ROOTS + 1 : ROOTS + 1 + int(nodes[ROOTS])].tolist()
    return [int(nodes[first + 3]) if nodes[first] == MEMO else 0 for first in firsts]


@frozen
class Awards(ScoreBySeat):
    """What a function gives for the deal and a seat; notes how often it is asked."""

    reads = (Tricks,)

    function: Callable[[Deal, int], Any]
    asked: list[int] = field(factory=list, eq=False)

    def of_seat(self, deal: Deal, seat: int) -> tuple[ScoreLine, ...]:
        self.asked.append(seat)
        return (ScoreLine(seat, "some", self.function(deal, seat)), ScoreLine((seat + 2) % 4, "more", 1))


def tricks(deal: Deal, seat: int) -> Any:
    return deal[Tricks].taken[seat]


AWARDS: dict[str, Callable[[Deal, int], Any]] = {
    "comparisons": lambda deal, seat: (tricks(deal, seat) > 3) - (tricks(deal, 0) == tricks(deal, seat)),
    "products": lambda deal, seat: 2 * tricks(deal, seat) if tricks(deal, seat) < tricks(deal, seat - 1) else 7,
    "rests": lambda deal, seat: (deal.totals[seat] + tricks(deal, seat)) % 5,
    "one answer": lambda deal, seat: 3 if tricks(deal, seat) > 2 else -1,
    # Points come in so many cases that only the answers are told apart.
    "cards": lambda deal, seat: (
        deal[Tricks].points(seat, {"AS": 9000, "2S": 777}) + 9 * ("KH" in deal[Tricks].captured(seat))
        if tricks(deal, 0) > 4
        else -sum(deal[Tricks].points(hand, {"AH": 5, "KH": 1000 * seat}) for hand in range(4))
    ),
}


@pytest.mark.sample(0)
@pytest.mark.parametrize("name", AWARDS)
def test_points_that_are_kept_are_those_of_the_scoring(name: str) -> None:
    rules = load("whist", deals=4).replace(scoring=Awards(AWARDS[name]))
    for totals in ((0, 0, 0, 0), (1, 7, -3, 4)):
        found = batch.deals(rules, 3 * BLOCK + 7, 3, number=1, totals=totals, moves=True, threads=1)
        replayed = sampled(range(len(found)), 60)
        assert found.points[[*replayed]].tolist() == [[*found.result(deal).scores] for deal in replayed]
    assert 0 not in kept(rules)


def test_deals_alike_in_what_is_looked_at_are_asked_for_once() -> None:
    rules = load("whist", deals=4).replace(scoring=(Awards(AWARDS["comparisons"]),))
    (scoring,) = rules.scoring
    batch.deals(rules, 20_000, 3, threads=1)
    asked = len(scoring.asked)
    batch.deals(rules, 20_000, 3, threads=1)
    assert len(scoring.asked) == asked


def test_what_depends_on_too_much_is_not_kept() -> None:
    rules = load("whist", deals=4).replace(scoring=Awards(lambda deal, seat: deal[Tricks].tricks[0].taker == seat))
    batch.deals(rules, 100, 3, threads=1)
    assert {*kept(rules)} == {0}


# Scorings that look numbers up in tables


@frozen
class SquaredTricks(Scoring):
    """The squares of tricks, from a table, besides the points before."""

    reads = (Tricks,)

    times: int = 1

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        worth = {number: self.times * number**2 for number in range(14)}
        return tuple(
            ScoreLine(seat, "tricks", worth[tricks] + deal.totals[seat])
            for seat, tricks in enumerate(deal[Tricks].taken)
        )


def whist(times: int) -> Rules:
    """Whist with squares of tricks."""
    return load("whist", deals=4).replace(scoring=SquaredTricks(times=times))


def test_playouts_are_scored_from_a_table() -> None:
    state = whist(3).start(seed=7)
    for _ in range(2):
        found = batch.playouts(state, 2_000, 1, threads=1)
        assert (found.points == 3 * found.tricks.astype(int) ** 2).all()
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    view = batch.playouts(state.view(state.actors[0]), 2_000, 1, worlds=7, threads=1)
    assert (view.points == 3 * view.tricks.astype(int) ** 2).all()
    assert not compile_rules(state.rules).scoring.scorer().parts.others


def test_deals_are_scored_from_where_they_were_played_on() -> None:
    states = [whist(7).start(seed=7)]
    while len(states) < 3:
        state = states[-1]
        while state.deal.number < len(states):
            state = state.play(state.actors[0], state.legal(state.actors[0])[0])
        states.append(state)
    found = run_on(compile_rules(states[0].rules), states, 1, CHUNK + 500, threads=1, moves=False)
    before = np.array([states[deal % 3].scores for deal in range(CHUNK + 500)])
    assert (found.points == 7 * found.tricks.astype(int) ** 2 + before).all()


@pytest.mark.usefixtures("often")
def test_threads_share_what_is_known_of_whole_deals() -> None:
    rules = whist(4)
    for totals in ((0, 0, 0, 0), (1, 0, 2, 5)):
        found = batch.deals(rules, 400, 3, number=1, totals=totals, threads=2)
        assert (found.points == 4 * found.tricks.astype(int) ** 2 + totals).all()


# All scorings, against the reference engine


TRICKS = TenPerTrick()
HEARTS = ScoreCards(suits={"hearts": 1}, cards={"QS": 13})
PLUMES = ScoreCards(cards={"B3": 5, "R4": -2, "Y7": 3})
CASES: dict[str, tuple[Rules, tuple[Scoring, ...]]] = {
    "cards": (load("hearts"), (HEARTS, ScoreNoTricks(-3))),
    "moon": (load("pikoko", players=3), (ShootTheMoon(cards=PLUMES, shooter=70, others=-9, besides=TRICKS),)),
    "moon besides bids": (
        load("pikoko", players=3),
        (
            ShootTheMoon(
                cards=ScoreCards(cards={"B3": 5}),
                shooter=70,
                others=-9,
                besides=(ScoreBids(exact=5, close=1), ScoreConfidence(right=9, wrong=-4, none=2, absent=-7)),
            ),
            ScoreNoTricks(11),
        ),
    ),
    "doubled": (
        load("pikinni", players=4, double=True),
        (Doubled(scoring=TRICKS), Doubled(scoring=ScoreNoTricks(5), adds=True), TRICKS),
    ),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", CASES)
def test_scorings_in_scorings(case: str) -> None:
    rules, scoring = CASES[case]
    found = batch.deals(rules.replace(scoring=scoring), 80, 3, moves=True)
    replayed = sampled(range(80), 16)
    assert found.points[[*replayed]].tolist() == [[*found.result(deal).scores] for deal in replayed]
    assert len({tuple(row) for row in found.points.tolist()}) > 3


@pytest.mark.sample(0)
def test_bags_of_earlier_deals_count_for_each_side_and_deal() -> None:
    for totals in ((17, 3, 17, 3), (-4, 59, -4, 59)):
        found = batch.deals(load("spades"), 60, 3, number=1, totals=totals, moves=True)
        replayed = sampled(range(60), 12)
        assert found.points[[*replayed]].tolist() == [[*found.result(deal).scores] for deal in replayed]


@pytest.mark.sample(0)
@pytest.mark.parametrize(
    ("key", "options"), [("bridge", {}), ("coinche", {"melds": True}), ("belote", {}), ("schieber", {})]
)
def test_a_scoring_that_can_be_traced_is_never_asked_about_a_deal(key: str, options: dict[str, bool]) -> None:
    rules = load(key, **options)
    batch.deals(rules, 300, 3, threads=1)
    assert not compile_rules(rules).scoring.scorer().parts.others
