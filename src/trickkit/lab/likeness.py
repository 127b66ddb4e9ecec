"""Games with a similar portrait, among those of the package and the classics."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import TYPE_CHECKING, Any

from attrs import frozen

from trickkit.lab.words import number

if TYPE_CHECKING:
    from trickkit.lab.results import Found

__all__ = ["COMPARED", "Likeness", "likenesses", "portraits"]

COMPARED = {
    "ties": "share",
    "shutouts": "share",
    "choices": "share",
    "forced cards": "share",
    "decided after": "share",
    "lead changes": "times",
    "decisions": "decisions",
}
"""The metrics that have the same meaning in all games, with their units."""
LEAST = 4
"""The minimum number of these by which games are compared."""


@frozen
class Likeness:
    """How similar another game is.

    Args:
        game: the name of the other game.
        distance: the root of the mean square of the differences, each in standard deviations among all games: 0 for
            equal portraits, 1 for as far apart as games are.
        most: what differs most: the metric, its value here, and there.

    >>> str(Likeness("Whist", 0.31, ("ties", 0.1, 0.2)))
    'Whist (0.31; most apart in ties: 10.0 % here, 20.0 % there)'
    """

    game: str
    distance: float
    most: tuple[str, float, float]

    def __str__(self) -> str:
        metric, own, other = self.most
        unit = COMPARED[metric]
        apart = f"{metric}: {number(own, unit)} here, {number(other, unit)} there"
        return f"{self.game} ({self.distance:.2f}; most apart in {apart})"


@cache
def portraits() -> Mapping[str, Any]:
    """The names and metric values of known games, by key.

    They come from the studies on the pages of the games, which `tools/studies.py` makes: `greedy` plays 20 to 80 deals
    of each game.

    >>> portraits()["whist"]["name"], portraits()["whist"]["shutouts"] > 0
    ('Whist', True)
    """
    return json.loads(files("trickkit.lab").joinpath("portraits.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def likenesses(found: Found) -> tuple[Likeness, ...]:
    """Other games by similarity, closest first; () for a comparison, other players, or fewer than four metrics.

    Args:
        found: the portrait of one game, played by `greedy`.

    >>> from trickkit import lab
    >>> likenesses(lab.profile("whist", bots="random", deals=9, metrics=["ties"]))
    ()
    """
    study = found.study
    if len(study.rules) > 1 or study.bots != "greedy":
        return ()
    own = {row.metric: value.mean for row in found.rows if row.metric in COMPARED and (value := row.values[0])}
    known = {key: game for key, game in portraits().items() if key != study.rules[0].key}
    spread = {metric: _deviation([game[metric] for game in known.values() if metric in game]) for metric in own}
    alike = []
    for game in known.values():
        apart = {
            metric: (own[metric] - game[metric]) / spread[metric] for metric in own if metric in game and spread[metric]
        }
        if len(apart) >= LEAST:
            most = max(apart, key=lambda metric: abs(apart[metric]))
            distance = sqrt(sum(by**2 for by in apart.values()) / len(apart))
            alike.append(Likeness(game["name"], distance, (most, own[most], game[most])))
    return tuple(sorted(alike, key=lambda game: game.distance))


def _deviation(values: list[float]) -> float:
    mean = sum(values) / max(1, len(values))
    return sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1))
