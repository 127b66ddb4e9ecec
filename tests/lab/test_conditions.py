"""Conditions keep the deals that meet them: as counted by hand, in both engines, and from a file."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st
from tiny_games import ESTIMATES, TWO_CARDS, ways

from trickkit import InvalidRules, Rules, State, lab, load
from trickkit.batch.kernel.arrays import Array
from trickkit.lab.conditions import All, Cards, Condition, Not, Points, Said, read
from trickkit.lab.observed import Observed
from trickkit.lab.playing import Table
from trickkit.phases import Estimates

EUCHRE = load("euchre")
PIKOKO = load("pikoko", players=3)

WHO = st.sampled_from(["anybody", "the starter", "the declarer"]) | st.integers(0, 99).map("seat {}".format)
BOUNDS = st.tuples(st.integers(-99, 99), st.none() | st.integers(0, 9)).map(
    lambda drawn: {"least": drawn[0]} if drawn[1] is None else {"least": drawn[0], "most": drawn[0] + drawn[1]}
)
PARTS = (
    st.builds(lambda who, bounds: Points(who, **bounds), WHO, BOUNDS)
    | st.builds(lambda who, suit, bounds: Cards(who, suit, **bounds), WHO, st.sampled_from(["red", "S"]), BOUNDS)
    | st.builds(Said, st.sampled_from(["double", "bid 2C", "show 3 to K of C", "pass and go on"]), WHO)
    | st.builds(Points, WHO, most=st.integers(-9, 9))
)
CONDITIONS = st.lists(PARTS | PARTS.map(Not), min_size=1, max_size=3).map(
    lambda parts: parts[0] if len(parts) == 1 else All(parts)
)


@given(CONDITIONS)
def test_a_condition_is_read_as_it_is_written(condition: Condition) -> None:
    assert read(str(condition)) == condition


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("points of seat 0 > 4", Points("seat 0", least=5)),
        ("points of anybody < 0", Points("anybody", most=-1)),
        ("hearts of place 1 = 2", Cards("place 1", "hearts", least=2, most=2)),
        ("not change by the starter", ~Said("change", "the starter")),
    ],
)
def test_a_condition_is_written_in_other_ways(text: str, condition: Condition) -> None:
    assert read(text) == condition


def spades_of_the_starter(states: tuple[State, ...]) -> int:
    deal = states[0].deal
    return sum(card.text.endswith("S") for card in deal.hands[deal.starter].known)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "text", "meets"),
    [
        (TWO_CARDS, "spades of the starter = 1..2", lambda states: spades_of_the_starter(states) >= 1),
        (TWO_CARDS, "not S of the starter >= 1", lambda states: spades_of_the_starter(states) == 0),
        (TWO_CARDS, "points of seat 1 > 1", lambda states: states[-1].results[0].scores[1] > 1),
        (ESTIMATES, "1 by seat 0", lambda states: states[-1].results[0].deal[Estimates].bids[0] == 1),
    ],
)
def test_points_are_those_of_the_deals_that_meet_it(
    rules: Rules, text: str, meets: Callable[[tuple[State, ...]], bool]
) -> None:
    kept = [(chance, states) for chance, states in ways(rules) if meets(states)]
    whole = sum(chance for chance, _ in kept)
    expected = sum(chance * Fraction(states[-1].results[0].scores[0]) for chance, states in kept) / whole
    found = lab.profile(rules, bots="random", deals=6000, metrics=["points by seat", "branching"], where=text)
    assert found.kept / found.deals == pytest.approx(float(whole), abs=0.05)
    value = found.of("points by seat")[0].values[0]
    assert value is not None
    assert value.mean == pytest.approx(float(expected)) or not value.excludes(float(expected))
    assert found.of("points by seat")[0].deals == found.kept
    assert found.of("branching")[0].deals == 96


@pytest.mark.parametrize("text", ["points of the declarer > 0", "hearts of the declarer = 2..9", "pass by seat 1"])
def test_both_engines_keep_the_same_deals(text: str) -> None:
    seen = Observed.of(Table(EUCHRE, ("random",) * 4, seed=3), range(20), traced=20)
    declarers = [trace.states[-1].results[-1].deal.declarer for trace in seen.traces]
    met = read(text).met(seen)
    assert 0 < met.sum() < 20
    for trace, declarer, is_met in zip(seen.traces, declarers, met, strict=True):
        result = trace.states[-1].results[-1]
        if text.startswith("points"):
            assert is_met == (declarer is not None and result.scores[declarer] > 0)
        elif text.startswith("hearts"):
            dealt = trace.states[0].deal.hands[declarer or 0]
            assert is_met == (declarer is not None and sum(card.text[1] == "H" for card in dealt.known) >= 2)
        else:
            assert is_met == any((seat, str(action)) == (1, "pass") for seat, action, _ in result.moves)
    again = Observed.of(Table(EUCHRE, ("random",) * 4, seed=3, compiled=False), range(20))
    kept = again.only(read(text).met(again).nonzero()[0])
    assert len(kept.traces) == len(kept.deals) == read(text).met(kept).sum()


def test_deals_are_kept_as_they_go_under_the_first_rules() -> None:
    lead = load("pikoko", players=3, next_lead="start_player")
    ask = {"bots": "random", "deals": 3000, "metrics": ["points by seat"]}
    found = lab.compare(PIKOKO, lead, where="points of seat 0 >= 5", **ask)  # type: ignore[arg-type]
    old, new = found.of("points by seat")[0].values
    assert old is not None
    assert new is not None
    assert old.mean > 5 > new.mean
    assert found.kept == found.of("points by seat")[0].deals < 3000
    assert (
        f"measured in {found.kept} of them, those with: points of seat 0 >= 5, under winning_peacock" in found.method()
    )


def test_deals_with_other_cards_meet_it_under_all_rules() -> None:
    found = lab.compare(
        PIKOKO, load("pikoko"), bots="random", deals=500, metrics=["points by seat"], where="red of seat 0 >= 4"
    )
    seen = [Observed.of(table, range(500)) for table in found.study.tables]
    of_each = [Cards("seat 0", "R", least=4).met(one) for one in seen]
    assert found.kept == (of_each[0] & of_each[1]).sum()


def test_with_different_bots_each_time_a_deal_is_played_counts_by_itself() -> None:
    found = lab.profile(
        PIKOKO, bots=["greedy", "random"], deals=6, metrics=["points by seat"], where="points of seat 0 >= 4"
    )
    (row, *_) = found.of("points by seat")
    assert row.values[0] is None or row.values[0].mean >= 4
    assert found.kept <= 6


def test_a_file_keeps_the_condition(tmp_path: Path) -> None:
    file = tmp_path / "study.jsonl"
    found = lab.profile(
        PIKOKO, bots="random", deals=100, metrics=["wins"], where=~Points("anybody", most=0) & Said("0"), file=file
    )
    assert 0 < found.kept < 100
    assert lab.load(file) == found
    assert str(lab.read(file).study.where) == "not points of anybody <= 0 and 0 by anybody"


def test_a_condition_without_a_text_is_kept_in_no_file(tmp_path: Path) -> None:
    @frozen
    class Long(Condition):
        """Deals of more than fifty decisions."""

        def met(self, seen: lab.Observed) -> Array:
            return seen.deals.decisions > 50

        def check(self, rules: Rules) -> None:
            """Of all."""

    with pytest.raises(InvalidRules, match="is not a condition on deals"):
        lab.profile(PIKOKO, bots="random", deals=10, metrics=["wins"], where=Long(), file=tmp_path / "study.jsonl")
    assert not [*tmp_path.iterdir()]


def test_where_no_deal_is_kept_nothing_is_measured() -> None:
    found = lab.compare(
        PIKOKO,
        load("pikoko", players=3, self_confidence=False),
        bots="random",
        deals=50,
        where="points of seat 0 >= 1000",
    )
    assert (found.deals, found.kept, found.rows) == (50, 0, ())
    assert found.sentences() == ["No deal met the condition; nothing can be said about the rule “self confidence”."]


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("", "where: '' is not a condition on deals"),
        ("points of seat 0", "is not a condition on deals, as in 'points of seat 0 >= 5'"),
        ("points of seat 0 >= 5 and", "is not a condition on deals"),
        ("points of seat 0 >= 5..7", "a range of numbers needs '='"),
        ("points of seat 3 >= 5", "'seat 3': Pikoko has 3 seats, numbered from 0"),
        ("reds of seat 0 >= 5", r"Pikoko has no suit 'reds' \(did you mean 'red'\?\); suits: red"),
        ("doubel by anybody", "nobody can say 'doubel' in Pikoko"),
        ("0 by anybody and " * 100 + "0 by anybody", "at most 1,000 letters"),
        (3, "where=3 is neither a condition"),
    ],
)
def test_what_is_no_condition_is_refused(where: str, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        lab.profile(PIKOKO, bots="random", deals=10, metrics=["wins"], where=where)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Points("nobody", least=1), "'nobody' names no seat; a condition is about 'anybody'"),
        (lambda: Points("seat 0"), "it has no bound"),
        (lambda: Points("seat 0", least=2, most=1), "no number is 2 or more, and 1 or less"),
        (lambda: Points("seat 0", least=True), "least=True is not a whole number"),
        (lambda: ~(Said("a") & Said("b")), "only a single part can be negated"),
    ],
)
def test_a_value_that_is_no_condition_is_refused(make: Callable[[], Condition], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        make()
