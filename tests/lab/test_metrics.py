"""Metrics of tiny games, against all that can happen in them, counted by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from attrs import evolve, frozen
from tiers import sampled
from tiny_games import ESTIMATES, ONE_CARD, TINY, TWO_CARDS, Way, ways

from trickkit import InvalidRules, State, bots, lab, load
from trickkit.bots.base import Choice, Explanation
from trickkit.lab.metrics import METRICS, OF_DEALS, metrics_of
from trickkit.lab.observed import Observed
from trickkit.lab.playing import Table
from trickkit.phases import Estimates, Tricks

States = tuple[State, ...]


def points(states: States) -> tuple[int, ...]:
    return states[-1].results[-1].scores


def taken(states: States) -> tuple[int, ...]:
    counts: tuple[int, ...] = states[-1].results[-1].deal[Tricks].taken
    return counts


def estimates(states: States) -> tuple[int, ...]:
    deal = states[-1].results[-1].deal
    return () if deal.get(Estimates) is None else deal[Estimates].bids


def choices(states: States) -> list[int]:
    return [len(state.legal(state.actors[0])) for state in states[:-1]]


def cards_forced(states: States) -> list[bool]:
    return [
        len(state.legal(state.actors[0])) == 1
        for state in states[:-1]
        if isinstance(state.phase, Tricks) and max(map(len, state.deal.hands)) > 1
    ]


def shares(states: States, seat: int) -> Fraction:
    best = max(points(states))
    return Fraction(points(states)[seat] == best, points(states).count(best))


def starter(states: States) -> int:
    return states[0].deal.starter


def callers(states: States) -> list[int]:
    return [seat for seat, action, _ in states[-1].results[-1].moves if str(action) == "double"]


def has_size(states: States, size: int) -> bool:
    """Whether hands are of a size, in a game in which not all are."""
    rules = states[0].rules
    sizes = rules.schedule.hand_sizes.distinct(rules.ending.most_deals())
    return len(sizes) > 1 and states[0].deal.size == size


def made(_bid: int, _tricks: int) -> int:
    return 1


def is_of_all(of: object) -> bool:
    """Whether a metric is about all bids, and not about those of a number alone."""
    return of is made


OF_BIDS: dict[str, Callable[[int, int], int]] = {
    "bids by number": made,
    "bids exact by number": lambda bid, tricks: bid == tricks,
    "bids off by number": lambda bid, tricks: abs(bid - tricks),
}

BY_HAND: dict[tuple[str, str], Callable[[States], tuple[Fraction | int, int]]] = {
    ("wins", "the starter"): lambda states: (shares(states, starter(states)), 1),
    ("wins", "place 1"): lambda states: (shares(states, 1 - starter(states)), 1),
    ("points by place", "the starter"): lambda states: (points(states)[starter(states)], 1),
    ("points by place", "place 1"): lambda states: (points(states)[1 - starter(states)], 1),
    ("points by seat", "seat 0"): lambda states: (points(states)[0], 1),
    ("points by seat", "seat 1"): lambda states: (points(states)[1], 1),
    ("points", ""): lambda states: (sum(points(states)), 2),
    ("spread", ""): lambda states: (max(points(states)) - min(points(states)), 1),
    ("ties", ""): lambda states: (len(set(points(states))) == 1, 1),
    ("shutouts", ""): lambda states: (taken(states).count(0), 2),
    ("bids exact", ""): lambda states: (
        sum(map(int.__eq__, estimates(states), taken(states))),
        len(estimates(states)),
    ),
    ("bids off", ""): lambda states: (
        sum(abs(bid - tricks) for bid, tricks in zip(estimates(states), taken(states), strict=False)),
        len(estimates(states)),
    ),
    **{
        (metric, f"bids of {number}"): lambda states, number=number, of=of: (  # type: ignore[misc]
            sum(
                of(bid, tricks) for bid, tricks in zip(estimates(states), taken(states), strict=False) if bid == number
            ),
            len(estimates(states)) if is_of_all(of) else estimates(states).count(number),
        )
        for metric, of in OF_BIDS.items()
        for number in range(3)
    },
    **{
        (f"{metric} by hand size", f"hands of {size}"): lambda states, metric=metric, size=size: tuple(  # type: ignore[misc]
            number * has_size(states, size) for number in BY_HAND[metric, ""](states)
        )
        for metric in ("bids exact", "bids off")
        for size in (1, 2)
    },
    ("calls", "double"): lambda states: (len(callers(states)), "double" in map(str, states[0].rules.actions.values())),
    ("points by call", "who said double"): lambda states: (
        sum(points(states)[seat] for seat in callers(states)),
        len(callers(states)),
    ),
    ("wins by call", "who said double"): lambda states: (
        sum((shares(states, seat) for seat in callers(states)), Fraction(0)),
        len(callers(states)),
    ),
    ("calls that pay", "who said double"): lambda states: (
        sum(points(states)[seat] > points(states)[1 - seat] for seat in callers(states)),
        len(callers(states)),
    ),
    ("decisions", ""): lambda states: (len(states) - 1, 1),
    ("choices", ""): lambda states: (sum(count > 1 for count in choices(states)), len(choices(states))),
    ("branching", ""): lambda states: (sum(choices(states)), len(choices(states))),
    ("forced cards", ""): lambda states: (sum(cards_forced(states)), len(cards_forced(states))),
}


ELSEWHERE = {
    "agency": "test_agency_and_what_matters_are_as_bots_say",
    "agency by trick": "test_agency_and_what_matters_are_as_bots_say",
    "decisions that matter": "test_agency_and_what_matters_are_as_bots_say",
    "declares": "test_the_declarer_is_counted_by_place",
    "lead changes": "test_lead_changes_are_counted",
    "skill": "test_a_better_bot_is_ahead_as_in_a_match",
    "value of sight": "test_sight_is_worth_what_is_not_known_without_it",
}
"""Metrics whose answers are known otherwise, and the tests of them."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", sampled([*TINY], 2))
def test_numbers_are_those_of_all_that_can_happen(name: str) -> None:
    every = list(ways(TINY[name]))
    assert sum(chance for chance, _ in every) == 1
    expected = {}
    for key, count in BY_HAND.items():
        tops, bottoms = zip(*[[chance * number for number in count(states)] for chance, states in every], strict=True)
        if sum(bottoms):
            expected[key] = float(Fraction(sum(tops)) / Fraction(sum(bottoms)))
    expected["luck", ""] = luck(every)
    expected |= {("decided after", ""): decided(every), ("comebacks", ""): behind(every)}
    expected["luck of the place", ""] = luck_of_place(every)
    found = lab.profile(
        TINY[name], bots="random", deals=20_000, metrics=[one for one in OF_DEALS if one not in ELSEWHERE]
    )
    assert {(row.metric, row.label) for row in found.rows} == {*expected}
    for row in found.rows:
        value = row.values[0]
        assert value is not None
        assert value.mean == pytest.approx(expected[row.metric, row.label], abs=1e-9) or not value.excludes(
            expected[row.metric, row.label]
        ), row.what
    shares = found.distribution()
    assert {*shares} == {own for _, states in every for own in points(states)}
    for own, share in shares.items():
        assert not share.excludes(float(sum(chance * points(states).count(own) for chance, states in every) / 2))


def test_every_metric_has_a_known_answer_and_says_what_it_is() -> None:
    known = {name for name, _ in BY_HAND} | {"luck", "luck of the place", "decided after", "comebacks"}
    assert known | {*ELSEWHERE} == {*OF_DEALS}
    assert all(callable(globals()[test]) for test in ELSEWHERE.values())
    for metric in METRICS.values():
        assert all((metric.definition, metric.unit, metric.source, metric.about)), metric


def luck(every: list[Way]) -> float:
    """The share of the variance of leads that cards and seat explain: that of the means of deals."""
    of_deal: dict[Any, list[tuple[Fraction, int]]] = {}
    for chance, states in every:
        lead = points(states)[0] - points(states)[1]
        of_deal.setdefault((states[0].deal.held, starter(states)), []).append((chance, lead))
    sums = [(sum(chance for chance, _ in way), sum(chance * lead for chance, lead in way)) for way in of_deal.values()]
    explained = sum(lead**2 / chance for chance, lead in sums)
    return float(explained / sum(chance * lead**2 for way in of_deal.values() for chance, lead in way))


def luck_of_place(every: list[Way]) -> float:
    """The share of the variance of leads that the place explains: of two places, that of the starter's mean."""
    leads = [
        (chance, points(states)[starter(states)] - points(states)[1 - starter(states)]) for chance, states in every
    ]
    return float(sum(chance * lead for chance, lead in leads) ** 2 / sum(chance * lead**2 for chance, lead in leads))


def ahead(every: list[Way]) -> dict[Any, list[tuple[Fraction, tuple[int, ...]]]]:
    """By position before a card is led, the endings that can follow."""
    found: dict[Any, list[tuple[Fraction, tuple[int, ...]]]] = {}
    for chance, states in every:
        for state in leads(states):
            found.setdefault(position(state), []).append((chance, points(states)))
    return found


def leads(states: States) -> list[State]:
    return [state for state in states[:-1] if isinstance(state.phase, Tricks) and not state.deal[Tricks].current.plays]


def position(state: State) -> Any:
    return state.deal.held, state.deal.starter, state.deal.records, state.actors


def winners(score: tuple[int, ...]) -> set[int]:
    return {seat for seat, own in enumerate(score) if own == max(score)}


def decided(every: list[Way]) -> float:
    """After what share of the tricks all endings that can follow have the winners of the deal."""
    can, tops, bottoms = ahead(every), Fraction(0), Fraction(0)
    for chance, states in every:
        won = winners(points(states))
        open_ = [any(winners(end) != won for _, end in can[position(state)]) for state in leads(states)]
        tops += chance * max((trick + 1 for trick, one in enumerate(open_) if one), default=0)
        bottoms += chance * len(open_)
    return float(tops / bottoms)


def behind(every: list[Way]) -> float:
    """How far the winner was behind at worst, of winners together the one that was less so."""
    can, found = ahead(every), Fraction(0)
    for chance, states in every:
        worst = dict.fromkeys(winners(points(states)), Fraction(0))
        for state in leads(states):
            ends = can[position(state)]
            whole = sum(one for one, _ in ends)
            means = [sum(one * end[seat] for one, end in ends) / whole for seat in range(2)]
            worst = {seat: max(most, max(means) - means[seat]) for seat, most in worst.items()}
        found += chance * min(worst.values())
    return float(found)


def test_both_engines_measure_alike() -> None:
    """The same metrics of the same deals, once from arrays of the batch engine, once from played games."""
    table = Table(TWO_CARDS, ("random", "random"), seed=3)
    compiled = Observed.of(table, range(50), traced=50)
    by_hand = [points(trace.states) for trace in compiled.traces]
    assert compiled.deals.points.tolist() == [list(one) for one in by_hand]
    reference = Observed.of(Table(TWO_CARDS, ("random", "random"), seed=3, compiled=False), range(50))
    assert reference.deals.points.tolist() == [list(points(trace.states)) for trace in reference.traces]


def test_every_seat_is_played_by_every_bot_with_the_same_cards() -> None:
    table = Table(load("pikoko", players=3), ("greedy", "random", "random"), seed=3)
    seen = Observed.of(table, range(2))
    assert seen.seated.tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]] * 2
    first, second, third, other, *_ = [trace.states[0].deal.held for trace in seen.traces]
    assert first == second == third != other
    assert [*seen.deals.starter] == [0, 0, 0, 1, 1, 1]


def test_a_call_is_counted() -> None:
    rules = load("pikinni", players=3, challenge=True)
    seen = Observed.of(Table(rules, ("random",) * 3, seed=3), range(100))
    columns = {column.label: column.numbers for column in METRICS["calls"].columns(seen)}
    moves = seen.deals.moves
    assert moves is not None
    texts = list(rules.actions)
    doubled = [sum(texts[one] == "double" for one in row if one >= 0) for row in moves.actions]
    assert columns["double"][0].tolist() == doubled
    assert any(doubled)


def test_the_declarer_is_counted_by_place() -> None:
    rules = load("skat")
    seen = Observed.of(Table(rules, ("random",) * 3, seed=3), range(60), traced=60)
    counted = [column.numbers.sum(axis=1).tolist() for column in METRICS["declares"].columns(seen)]
    ends = [trace.states[-1].results[-1].deal for trace in seen.traces]
    places = [(deal.declarer - deal.starter) % 3 for deal in ends if deal.declarer is not None]
    assert counted == [[places.count(place), 60] for place in range(3)]
    assert places
    whist = Observed.of(Table(load("whist"), ("random",) * 4, seed=3), range(2))
    assert METRICS["declares"].columns(whist) == []


@pytest.mark.parametrize(("key", "call"), [("euchre", "the declarer"), ("pikinni", "who said double")])
def test_points_and_wins_after_a_call_are_those_of_its_seats(key: str, call: str) -> None:
    rules = load(key, challenge=True) if key == "pikinni" else load(key)
    table = Table(rules, ("random",) * rules.players, seed=3)
    seen = Observed.of(table, range(24), traced=24)
    sums = {
        name: {one.label: one.numbers.sum(axis=1).tolist() for one in METRICS[name].columns(seen)}[call]
        for name in ("points by call", "wins by call", "calls that pay")
    }
    scores, won, paid = [], Fraction(0), 0
    for trace in seen.traces:
        result = trace.states[-1].results[-1]
        said = {seat for seat, action, _ in result.moves if str(action) == "double"}
        for seat in {result.deal.declarer} - {None} if call == "the declarer" else said:
            sides = [result.scores[side[0]] for side in seen.utility.sides]
            scores.append(result.scores[seat])
            won += Fraction(result.scores[seat] == max(sides), sides.count(max(sides)))
            paid += result.scores[seat] * rules.players > sum(result.scores)
    assert len(scores) > 5
    assert sums["points by call"] == [sum(scores), len(scores)]
    assert Fraction(sums["wins by call"][0], METRICS["wins by call"].columns(seen)[0].scale) == won
    assert sums["calls that pay"] == [paid, len(scores)]


def test_bids_are_told_apart_by_the_size_of_hands() -> None:
    found = lab.profile("pikinni", bots="random", deals=2000, metrics=["bids exact", "bids exact by hand size"])
    by_size = found.of("bids exact by hand size")
    assert [row.label for row in by_size] == [f"hands of {size}" for size in range(1, 9)]
    # With one card, half of the estimates are right.
    assert by_size[0].values[0] is not None
    assert not by_size[0].values[0].excludes(0.5)
    moments = {key[1:3]: one for key, one in found.sums.moments.items()}
    parts = [moments["bids exact by hand size", row.label].sums for row in by_size]
    assert [*map(sum, zip(*parts, strict=True))] == [*moments["bids exact", ""].sums]
    assert not lab.profile("pikoko", bots="random", deals=50, metrics=["bids off by hand size"]).rows


@pytest.mark.sample(0)
def test_sight_is_worth_what_is_not_known_without_it() -> None:
    """With a card each of four, who sees both estimates right. Others should say 1 with the higher card of a suit, and
    with the other one when they lead; of six times they are wrong once, which costs 20 or 30 points."""
    (row,) = lab.profile(ESTIMATES, bots="greedy", deals=150, metrics=["value of sight"]).rows
    assert row.values[0] is not None
    assert row.values[0].low > 0
    assert row.values[0].mean == pytest.approx(25 / 6, abs=3)
    (row,) = lab.profile(ONE_CARD, bots="greedy", deals=4, metrics=["value of sight"]).rows
    assert row.values[0] is not None
    assert row.values[0].mean == 0


def test_agency_and_what_matters_are_as_bots_say() -> None:
    """In the first trick the best of two actions is 1 and 0.25 ahead of their mean, in the second the best of three is
    0.5 ahead of the middle one. Once the one in the middle is behind by more than 1.96 errors."""
    seen = Observed.of(Table(TWO_CARDS, ("random", "random"), seed=3), range(1), traced=1)
    action = next(iter(TWO_CARDS.actions.values()))

    def said(*means: float, error: float) -> Explanation:
        best = means[0]
        return Explanation(
            [Choice(action, mean, error, best - mean, error) for mean in means], worlds=9, playouts=9, how="compiled"
        )

    thought = said(3, 1, error=0.1), said(2.5, 2, error=1), said(4, 3.5, 0, error=1), None
    seen = evolve(seen, traces=(evolve(seen.traces[0], said=thought),))
    sums = {
        (name, column.label): Fraction(int(column.numbers[0, 0]), int(column.numbers[1, 0]) * column.scale)
        for name in ("agency", "agency by trick", "decisions that matter")
        for column in METRICS[name].columns(seen)
        if column.numbers[1, 0]
    }
    assert sums == {
        ("agency", ""): Fraction(7, 12),
        ("agency", "Tricks"): Fraction(7, 12),
        ("agency by trick", "trick 1"): Fraction(5, 8),
        ("agency by trick", "trick 2"): Fraction(1, 2),
        ("decisions that matter", ""): Fraction(1, 3),
    }


def test_agency_is_told_apart_by_trick() -> None:
    found = lab.profile("pikinni", bots="flat:4", deals=8, metrics=["agency", "agency by trick"])
    moments = {key[1:3]: one for key, one in found.sums.moments.items()}
    tricks = [one.sums for (metric, _), one in moments.items() if metric == "agency by trick"]
    assert [*map(sum, zip(*tricks, strict=True))] == [*moments["agency", "Tricks"].sums]
    assert found.of("agency by trick")[0].label == "trick 1"


def test_metrics_are_asked_for_by_name_or_as_values() -> None:
    @frozen
    class Long(lab.Metric):
        """Deals of more than three decisions."""

        name, unit = "long", "share"

        def columns(self, seen: lab.Observed) -> list[lab.Column]:
            numbers = np.stack([seen.deals.decisions > 3, np.ones(len(seen.deals))]).astype(np.int64)
            return [lab.Column("", numbers)]

    (row,) = lab.profile(TWO_CARDS, bots="random", deals=10, metrics=[Long()]).rows
    assert row.values[0] == lab.Estimate.of_share(1, 10, 0.05)
    with pytest.raises(InvalidRules, match="the metric 'wins' is asked for twice"):
        metrics_of(["wins", METRICS["wins"]])
    with pytest.raises(InvalidRules, match="3 is not a metric"):
        metrics_of([3])  # type: ignore[list-item]


def test_games_that_all_win_together_have_no_winner() -> None:
    found = lab.profile("rope_team", bots="random", deals=50, metrics=["wins", "ties", "points"])
    assert [row.metric for row in found.rows] == ["points"]


def test_a_bot_is_given_as_a_value_too() -> None:
    named = lab.profile(ONE_CARD, bots="greedy", deals=4)
    assert lab.profile(ONE_CARD, bots=bots.Greedy(), deals=4).sums == named.sums
    assert lab.profile(ESTIMATES, bots=("greedy", "random"), deals=2).study.tables[0].times == 2


def test_lead_changes_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 is ahead, then seat 1, then seat 0 again."""
    looks = np.array([[[2, 1], [2, 1]], [[1, 2], [1, 1]], [[3, 0], [3, 0]]])
    monkeypatch.setattr("trickkit.lab.observed.prospects_of", lambda *_: looks)
    (row,) = lab.profile(TWO_CARDS, bots="random", deals=5, metrics=["lead changes"]).rows
    assert row.values[0] is not None
    assert row.values[0].mean == 2


@pytest.mark.sample(0)
def test_a_better_bot_is_ahead_as_in_a_match() -> None:
    rules = load("pikinni", players=2)
    found = lab.profile(rules, bots=("greedy", "random"), deals=20, metrics=["skill"])
    (row,) = found.rows
    assert row.label == "greedy ahead of random"
    traces = [found.study.tables[0].trace(deal, turn) for deal in range(20) for turn in range(2)]
    ahead = [
        trace.states[-1].results[-1].scores[trace.turn] * 2 - sum(trace.states[-1].results[-1].scores)
        for trace in traces
    ]
    assert row.values[0] is not None
    assert row.values[0].mean == pytest.approx(sum(ahead) / len(ahead))


def test_bots_that_try_actions_out_say_how_much_they_differ() -> None:
    found = lab.profile(load("pikinni", players=2), bots="flat:8", deals=8, metrics=["agency", "decisions that matter"])
    assert {row.what for row in found.rows} >= {"agency", "agency, Estimates", "decisions that matter"}
    assert not lab.profile(load("pikinni", players=2), bots="greedy", deals=2, metrics=["agency"]).rows
