"""What game is this like: portraits beside portraits."""

from __future__ import annotations

from math import sqrt

import pytest

from trickkit import lab
from trickkit.lab.likeness import COMPARED, portraits
from trickkit.lab.metrics import METRICS


@pytest.fixture(scope="module")
def found() -> lab.Found:
    """The portrait of another game than Whist with the numbers of Whist."""
    metrics = ["ties", "shutouts", "decisions", "choices", "forced cards"]
    return lab.profile("pikinni", bots="greedy", deals=4, metrics=metrics)


def test_distances_are_those_of_standardized_portraits(found: lab.Found) -> None:
    own = {row.metric: row.values[0].mean for row in found.rows if row.values[0]}
    others = [game for key, game in portraits().items() if key != "pikinni"]
    whist, total = portraits()["whist"], 0.0
    for metric, value in own.items():
        known = [game[metric] for game in others if metric in game]
        mean = sum(known) / len(known)
        deviation = sqrt(sum((one - mean) ** 2 for one in known) / (len(known) - 1))
        total += ((value - whist[metric]) / deviation) ** 2
    (likeness,) = [one for one in found.likenesses if one.game == "Whist"]
    assert likeness.distance == pytest.approx(sqrt(total / len(own)))
    distances = [one.distance for one in found.likenesses]
    assert distances == sorted(distances)
    assert "Pikinni XXIV" not in [one.game for one in found.likenesses]


def test_a_portrait_says_what_it_is_like(found: lab.Found) -> None:
    assert f"most like: {found.likenesses[0]}; " in "\n".join(found.method())


def test_every_portrait_has_what_is_compared() -> None:
    assert len(portraits()) > 20
    assert all(METRICS[name].unit == unit for name, unit in COMPARED.items())
    assert all("choices" in game and "decisions" in game for game in portraits().values())
