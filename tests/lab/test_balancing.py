"""Balance: the best of several rules, confirmed by fresh deals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from trickkit import InvalidRules, lab
from trickkit.lab.balancing import Aim
from trickkit.lab.moments import Estimate

LEADS = {"players": [3], "next_lead": ["start_player", "winning_peacock"]}
RANDOM: dict[str, Any] = {"bots": "random", "deals": 20_000}


@pytest.fixture(scope="module")
def leads() -> lab.Balance:
    return lab.balance("pikoko", over=LEADS, **RANDOM)


@pytest.mark.sample(0)
def test_the_lead_of_the_winner_is_fairer(leads: lab.Balance) -> None:
    """If the start player always leads, it wins more often: studies of the lead say so with other players as well."""
    assert leads.best == "next_lead=winning_peacock"
    assert leads.is_better
    assert leads.fresh.study.names == ("next_lead=start_player", "next_lead=winning_peacock")
    assert "surely closer." in leads.sentences()[0]


def test_the_best_is_judged_by_deals_that_did_not_choose_it(leads: lab.Balance) -> None:
    assert leads.fresh.study.seed != leads.search.study.seed
    of_search, of_fresh = leads.distances[leads.place], leads.confirmed
    assert of_search != of_fresh
    assert f"In the search it was {of_search.mean:.2f}" in leads.sentences()[1]


@pytest.mark.sample(0)
def test_equal_rules_are_never_proved_better() -> None:
    over = {"players": [3], "multi_must_follow": [True, True, True]}
    balance = lab.balance("pikoko", over=over, **RANDOM)
    assert (balance.place, balance.is_better) == (0, False)
    assert balance.sentences()[1] == "These are the first of the rules; no other came closer."
    assert len(balance.fresh.study.rules) == 1


@pytest.mark.sample(0)
def test_a_wish_about_a_metric_chooses_its_end(leads: lab.Balance) -> None:
    del leads
    over = {"players": [2], "challenge": [False]}
    high, low = (
        lab.balance("pikinni", aim=f"bids off {end}", over=over, **{"ending.deals": [1, 2]}, **RANDOM)
        for end in ("high", "low")
    )
    means = [row.mean for row in high.search.of("bids off")[0].values if row is not None]
    assert [high.place, low.place] == [means.index(max(means)), means.index(min(means))]


def test_distances_follow_from_intervals() -> None:
    found = lab.profile("pikoko", bots="random", deals=500, metrics=["bids exact", "points by place"])
    (value,) = found.of("bids exact")[0].values
    assert value is not None
    assert Aim.read("bids exact=90%").distance(found, 0) == Estimate(
        pytest.approx(0.9 - value.mean), pytest.approx(0.9 - value.high), pytest.approx(0.9 - value.low)
    )
    near = Aim("", "bids exact", "at", value.mean).distance(found, 0)
    assert (near.mean, near.low) == (0, 0)
    places = [row.values[0] for row in found.of("points by place")]
    means = [one.mean for one in places if one is not None]
    assert Aim.read("seats equal").distance(found, 0).mean == max(means) - min(means)


@pytest.mark.sample(0)
def test_both_studies_are_kept(tmp_path: Path, leads: lab.Balance) -> None:
    file = tmp_path / "balance.jsonl"
    again = lab.balance("pikoko", over=LEADS, **RANDOM, file=file)
    assert again == leads
    assert lab.read(f"{file}.fresh") == leads.fresh


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        ({"aim": "fun high"}, "aim: 'fun high' is neither one of 'seats equal'"),
        ({"aim": "wins low"}, "'wins' has 3 numbers; an aim needs a metric with one"),
        ({"aim": "skill high"}, "'skill' says nothing about .*; it needs players that differ"),
        ({"metrics": ["wins"]}, "the aim says what is measured"),
    ],
)
def test_what_is_no_aim_is_refused(ask: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        lab.balance("pikoko", over=LEADS, **{**RANDOM, "deals": 50}, **ask)
