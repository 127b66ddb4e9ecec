"""Points that are looked up: each case is asked once, by any number of threads, and the answer is the scoring's own."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from attrs import field, frozen
from house_rules import TenPerTrick

from trickkit import Deal, InvalidRules, Rules, ScoreLine, batch, load
from trickkit.batch.machine.program import compile_rules
from trickkit.batch.points import outcomes
from trickkit.batch.points.kernel import BLOCK, FACT, recall
from trickkit.batch.points.sums import Sums
from trickkit.batch.points.terms import Feature, ScoreTerm, fused
from trickkit.batch.run.chunks import CHUNK, run_on
from trickkit.phases import Tricks
from trickkit.scoring import Doubled, ScoreBids, ScoreCards, ScoreConfidence, ScoreNoTricks, Scoring, ShootTheMoon

NOTHING_WON, NO_TOTALS = np.zeros((1, 0), np.int64), np.zeros((1, 2), np.int64)


def added(sums: Sums, facts: Any) -> Any:
    """The points of two seats for some facts."""
    points = np.zeros((len(facts), 2), np.int64)
    sums.add(facts, NOTHING_WON, NO_TOTALS, points)
    return points


def columns(count: int, seed: int = 0) -> Any:
    """Facts of deals: two columns of numbers from 0 to 6."""
    return np.random.default_rng(seed).integers(0, 7, (count, 2)).astype(np.int16)


def test_a_case_that_comes_up_late_is_asked_then_and_never_again() -> None:
    asked: Counter[int] = Counter()

    def ask(number: int) -> int:
        asked[number] += 1
        return 100 * number - 5

    sums = Sums([ScoreTerm((Feature(FACT, 9, column),), (column,), ask) for column in range(2)])
    facts = np.zeros((3 * BLOCK + 7, 2), np.int16)
    facts[BLOCK + 40 :, 0], facts[-1, 1] = 4, 8
    for _ in range(2):
        assert added(sums, facts).tolist() == (100 * facts.astype(int) - 5).tolist()
    assert asked == {0: 1, 4: 1, 8: 1}


def test_points_are_added_to_those_that_are_there_and_to_all_seats_of_a_side() -> None:
    sums = Sums([ScoreTerm((Feature(FACT, 7, 0), Feature(FACT, 8, 1, 1)), (0, 1), lambda one, other: 10 * one + other)])
    facts, points = columns(1000), np.full((1000, 2), 7)
    sums.add(facts, NOTHING_WON, NO_TOTALS, points)
    expected = 7 + 10 * facts[:, 0] + facts[:, 1] + 1
    assert points.tolist() == [[one, one] for one in expected.tolist()]


def test_terms_that_are_looked_up_together_give_what_they_give_one_by_one() -> None:
    one, other = Feature(FACT, 7, 0), Feature(FACT, 7, 1)
    apart = [
        ScoreTerm((one,), (0,), lambda one: one),
        ScoreTerm((other, one), (0,), lambda other, one: 100 * other + 7 * one),
        ScoreTerm((other,), (1,), lambda other: -other),
        ScoreTerm((one, other), (0,), lambda one, other: 1000 * one - other),
    ]
    joined = fused(apart)
    assert [len(term.features) for term in joined] == [2, 1]
    assert added(Sums(joined), columns(500)).tolist() == added(Sums(apart), columns(500)).tolist()


@pytest.mark.parametrize("number", [-1, 7])
def test_a_number_out_of_its_range(number: int) -> None:
    sums, facts = Sums([ScoreTerm((Feature(FACT, 7, 0),), (0,), lambda one: one)]), columns(BLOCK + 5)
    facts[BLOCK + 2, 0] = number
    with pytest.raises(InvalidRules, match=rf"deal {BLOCK + 2}: a number that the scoring looks at is out"):
        added(sums, facts)


@pytest.fixture
def often() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("often")
def test_threads_ask_at_a_time_for_the_same_cases() -> None:
    begin = Barrier(4, timeout=60)
    sums = Sums([ScoreTerm((Feature(FACT, 7, 0), Feature(FACT, 7, 1)), (1,), lambda one, other: 7 * one + other)])

    def play(seed: int) -> bool:
        facts = columns(2_000 * BLOCK, seed)
        begin.wait()
        return bool((added(sums, facts)[:, 1] == 7 * facts[:, 0] + facts[:, 1]).all())

    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(play, range(4))] == [True] * 4


# Scorings that only count tricks


@frozen
class SquaredTricks(Scoring):
    """Counts tricks; notes what it was asked."""

    reads = (Tricks,)
    counts_only = True

    asked: Counter[tuple[int, ...]] = field(factory=Counter, eq=False)
    times: int = 1

    def lines(self, deal: Deal) -> tuple[ScoreLine, ...]:
        taken = deal[Tricks].taken
        self.asked[taken] += 1
        return tuple(
            ScoreLine(seat, "tricks", self.times * tricks**2 + deal.totals[seat]) for seat, tricks in enumerate(taken)
        )


def whist(times: int) -> Rules:
    """Whist with a scoring that notes what it was asked."""
    return load("whist", deals=4).replace(scoring=SquaredTricks(times=times))


def test_outcomes_are_asked_once_for_all_playouts_of_a_deal() -> None:
    rules = whist(3)
    (scoring,) = rules.scoring
    state = rules.start(seed=7)
    for _ in range(2):
        found = batch.playouts(state, 40_000, 1, threads=1)
        assert (found.points == 3 * found.tricks.astype(int) ** 2).all()
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    view = batch.playouts(state.view(state.actors[0]), 2_000, 1, worlds=7, threads=1)
    assert (view.points == 3 * view.tricks.astype(int) ** 2).all()
    assert max(scoring.asked.values()) == 1
    assert len(scoring.asked) > 200


def test_playouts_of_another_deal_are_other_outcomes() -> None:
    state = whist(6).start(seed=7)
    for _ in range(2):
        found = batch.playouts(state, 500, 1, threads=1)
        assert (found.points == 6 * found.tricks.astype(int) ** 2 + state.scores).all()
        number = state.deal.number
        while state.deal.number == number:
            state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    assert any(state.scores)


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
def test_whole_deals_are_told_apart_by_all_but_their_cards() -> None:
    rules = whist(4)
    for totals in ((0, 0, 0, 0), (1, 0, 2, 5)):
        found = batch.deals(rules, 400, 3, number=1, totals=totals, threads=2)
        assert (found.points == 4 * found.tricks.astype(int) ** 2 + totals).all()


@pytest.mark.usefixtures("often")
def test_threads_share_what_is_remembered_though_it_is_forgotten_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "MOST", 32)
    state = whist(5).start(seed=3)
    found = batch.playouts(state, 60_000, 1, threads=4)
    assert (found.points == 5 * found.tricks.astype(int) ** 2).all()


def test_what_is_in_the_making_is_not_read() -> None:
    slots, keys, worth = np.full(8, 5), np.full((6, 2), 7), np.full((6, 2), 10)
    columns, origins, totals = np.zeros(1, np.int64), np.full(1, 7), np.zeros((1, 0), np.int64)
    for known, new, expected in ((4, True, [0, 0]), (5, False, [10, 10])):
        points = np.zeros((1, 2), np.int64)
        facts, key, progress = np.full((1, 2), 7, np.int16), np.zeros(2, np.int64), np.zeros(2, np.int64)
        assert recall(slots, keys, worth, known, origins, columns, facts, totals, points, key, progress) == new
        assert points.tolist() == [expected]


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


@pytest.mark.parametrize("case", CASES)
def test_scorings_in_scorings(case: str) -> None:
    rules, scoring = CASES[case]
    found = batch.deals(rules.replace(scoring=scoring), 80, 3, moves=True)
    assert [tuple(row) for row in found.points.tolist()] == [found.result(deal).scores for deal in range(80)]
    assert len({tuple(row) for row in found.points.tolist()}) > 3


def test_bags_of_earlier_deals_count_for_each_side_and_deal() -> None:
    for totals in ((17, 3, 17, 3), (-4, 59, -4, 59)):
        found = batch.deals(load("spades"), 60, 3, number=1, totals=totals, moves=True)
        assert [tuple(row) for row in found.points.tolist()] == [found.result(deal).scores for deal in range(60)]


@pytest.mark.parametrize(
    ("key", "options"), [("bridge", {}), ("coinche", {"melds": True}), ("belote", {}), ("schieber", {})]
)
def test_a_scoring_that_can_be_traced_is_never_asked_about_a_deal(key: str, options: dict[str, bool]) -> None:
    rules = load(key, **options)
    batch.deals(rules, 300, 3, threads=1)
    assert not compile_rules(rules).scoring.scorer().parts.others
