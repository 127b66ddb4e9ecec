"""Why a rule has its effect: the parts add up, deals are told from where they part, and combined rules are divided."""

from __future__ import annotations

import tomllib

import pytest
from blocks import ROOT

from trickkit import InvalidRules, lab, load
from trickkit.catalog.differences import differences
from trickkit.catalog.registry import sheet
from trickkit.lab.alone import changes_of
from trickkit.lab.why import carried

BASE = load("oh_hell", players=3, cards=3, deals=2)
LOOSE = load("oh_hell", players=3, cards=3, deals=2, hook=False)


@pytest.fixture(scope="module")
def found() -> lab.Found:
    return lab.compare(BASE, LOOSE, bots="greedy", deals=60, metrics=["points by place", "bids exact"])


@pytest.mark.sample(0)
def test_what_situations_carry_adds_up_to_the_effect(found: lab.Found) -> None:
    for row in found.rows:
        (by,) = row.differences
        assert by is not None
        assert sum(part.by for part in carried(found, 1, row)) == pytest.approx(by.mean)


def test_the_hook_acts_where_bids_are_made(found: lab.Found) -> None:
    """It only forbids the dealer a bid, so every deal that parts does so there, and says another number."""
    parts = carried(found, 1, found.rows[0])
    assert {part.situation for part in parts} == {"the phase “call estimates”"}
    assert parts[0].deals == found.sums.counts[1, "parted"]
    replaced = {name: count for (_, name), count in found.sums.counts.items() if " instead of " in name}
    assert sum(replaced.values()) == parts[0].deals


def test_deals_are_told_from_where_they_part(found: lab.Found) -> None:
    stories = found.stories(most=2)
    assert len(stories) == 2
    for (points, deal), (begun, alike, *went) in zip(found.sums.apart[1], stories, strict=False):
        assert begun.startswith(f"Deal {deal}: all seats together differ by {points} points. Seat ")
        assert "estimates" in alike
        assert [one.partition(": Seat")[0] for one in went] == ["hook=True", "hook=False"]
        assert all("estimates" in one and "Totals: (" in one for one in went)


@pytest.mark.sample(0)
def test_options_are_played_alone_and_together() -> None:
    """Points for cards add up, whatever else counts: the jack and the tricks share nothing."""
    base, both = load("hearts"), load("hearts", jack_of_diamonds=True, no_tricks=True)
    rules = lab.each_alone(base, both)
    assert [(one.options["jack_of_diamonds"], one.options["no_tricks"]) for one in rules] == [
        (True, False),
        (False, True),
        (True, True),
    ]
    found = lab.compare(base, *rules, bots="random", deals=200, metrics=["points"])
    one, other, together = found.rows[0].differences
    assert one is not None
    assert other is not None
    assert together is not None
    assert together.mean == pytest.approx(one.mean + other.mean)
    assert "not surely other than the sum: by +0.00 (" in found.shared[0].replace("-0.00 (", "+0.00 (")
    assert found.shared[0] in found.sentences()
    assert lab.compare(base, both, bots="random", deals=9, metrics=["points"]).shared == ()
    with pytest.raises(InvalidRules, match="does not differ from Hearts in two options or other changes, or more"):
        lab.each_alone(base, rules[0])


@pytest.mark.sample(0)
def test_changes_of_a_sheet_are_played_alone_and_together() -> None:
    """Exact bids, close ones and confidence are scored apart, so that random players gain their sum."""
    base, both = load("pikoko"), load(str(ROOT / "variants" / "house" / "pikoko_sharp.toml"))
    rules = lab.each_alone(base, both)
    assert [one.name for one in rules] == ["exact=3", "close=0", "wrong=-3", "Sharp Pikoko"]
    found = lab.compare(base, *rules, bots="random", deals=200, metrics=["points"])
    assert found.study.names == ("Pikoko", "exact=3", "close=0", "wrong=-3", "Sharp Pikoko")
    *alone, together = found.rows[0].differences
    assert together is not None
    assert together.mean == pytest.approx(sum(one.mean for one in alone if one is not None))
    assert found.shared[0].startswith("Points: exact=3 ")


SHEETS = [
    # An option, a policy with its own values, and a phase that is new.
    (
        'base = "whist"\noptions.honours = true\nphases.Tricks.until = {policy = "AfterTricks", tricks = 5}\n'
        '[phases.PassCards]\nafter = "DealOut"\ncards = 1',
        ["options.honours", "phases.Tricks.until", "phases.PassCards"],
    ),
    ('base = "whist"\nscoring = [{policy = "ScoreTricks"}]\nending.points = 2', ["scoring", "ending.points"]),
]


@pytest.mark.parametrize(("text", "paths"), SHEETS)
def test_each_change_of_a_sheet_is_one_that_the_sheet_makes(text: str, paths: list[str]) -> None:
    both = sheet(text)()
    base = load(str(tomllib.loads(text)["base"]))
    assert [path for path, value in changes_of(both).items() if changes_of(base).get(path) != value] == paths
    *alone, last = lab.each_alone(base, both)
    assert last is both
    assert len(alone) == len(paths)
    for rules, path in zip(alone, paths, strict=True):
        assert rules.start(seed=3).actors
        assert differences(rules, base), path


def test_what_cannot_be_played_alone_is_said() -> None:
    text = 'base = "pikoko"\nwithout = ["Bids"]\nscoring = [{policy = "ScoreTricks"}]'
    with pytest.raises(InvalidRules, match=r"without=\[\"Bids\"\] cannot be played alone: pikoko.toml, line 3: "):
        lab.each_alone(load("pikoko"), sheet(text)())
