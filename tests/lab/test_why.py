"""Why a rule has its effect: the parts add up, deals are told from where they part, and combined rules are divided."""

from __future__ import annotations

import pytest

from trickkit import InvalidRules, lab, load
from trickkit.lab.why import carried

BASE = load("oh_hell", players=3, cards=3, deals=2)
LOOSE = load("oh_hell", players=3, cards=3, deals=2, hook=False)


@pytest.fixture(scope="module")
def found() -> lab.Found:
    return lab.compare(BASE, LOOSE, bots="greedy", deals=60, metrics=["points by place", "bids exact"])


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
    with pytest.raises(InvalidRules, match="does not differ from Hearts in two options or more"):
        lab.each_alone(base, rules[0])
