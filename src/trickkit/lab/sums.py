"""The results of a study so far: exact sums, which merge in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from typing import Any

import numpy as np
from attrs import field, frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.lab.evidence import ALIKE, Counts, Parting, came_up, players_counted
from trickkit.lab.metrics.base import Column, Metric
from trickkit.lab.moments import Moments
from trickkit.lab.observed import Observed
from trickkit.lab.whole_games import PlayedGames

__all__ = ["Key", "Part", "Sums", "added_up", "games_added_up"]

Key = tuple[int, str, str, int]
"""The key of a number: the index of its rules in the study, its metric, its label, and its divisor."""

Part = tuple[int, str, str, str, int]
"""The key of a sum over deals that diverge alike: the index of the rules, the situation, and the rest of a `Key`."""
SHOWN = 8
"""The number of deals that are kept in which a rule mattered most."""
NONE = (0,) * 4


@frozen
class Sums:
    """The results of some deals of a study.

    Args:
        deals: how many were played.
        kept: how many of them met the condition of the study; all if it has none.
        moments: of each number; under the rules after the first, together with the same number under the first.
        scores: by index of the rules, how often a seat scored a number of points.
        apart: by index of the rules, the deals that differ most from those of the first rules: the difference in points
            of all seats together, and the deal.
        counts: how often the rules came up, and how the players play, as `trickkit.lab.evidence` counts.
        parts: by situation in which deals diverge, the numerators and denominators of numbers under the first rules and
            under others, summed over those deals.

    >>> (Sums() + Sums(deals=3, kept=2)).kept
    2
    """

    deals: int = 0
    kept: int = 0
    moments: Mapping[Key, Moments] = field(factory=dict)
    scores: Mapping[int, Mapping[int, int]] = field(factory=dict)
    apart: Mapping[int, tuple[tuple[int, int], ...]] = field(factory=dict)
    counts: Counts = field(factory=Counter)
    parts: Mapping[Part, tuple[int, ...]] = field(factory=dict)

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.deals + other.deals,
            self.kept + other.kept,
            {
                key: self.moments.get(key, Moments()) + other.moments.get(key, Moments())
                for key in _both(self.moments, other.moments)
            },
            {
                index: _counted(self.scores.get(index, {}), other.scores.get(index, {}))
                for index in _both(self.scores, other.scores)
            },
            {
                index: _most(self.apart.get(index, ()) + other.apart.get(index, ()))
                for index in _both(self.apart, other.apart)
            },
            Counter({key: self.counts[key] + other.counts[key] for key in _both(self.counts, other.counts)}),
            {
                key: tuple(
                    total + more
                    for total, more in zip(self.parts.get(key, NONE), other.parts.get(key, NONE), strict=True)
                )
                for key in _both(self.parts, other.parts)
            },
        )

    def line(self) -> dict[str, Any]:
        """The sums as plain values, for a file."""
        return {
            "deals": self.deals,
            "kept": self.kept,
            "moments": [[*key, moments.line()] for key, moments in sorted(self.moments.items())],
            "scores": [[index, [*map(list, sorted(counts.items()))]] for index, counts in sorted(self.scores.items())],
            "apart": [[index, [*map(list, deals)]] for index, deals in sorted(self.apart.items())],
            "counts": [[*key, count] for key, count in sorted(self.counts.items())],
            "parts": [[*key, [*sums]] for key, sums in sorted(self.parts.items())],
        }

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Sums:
        """The sums from a line that `line` returned.

        >>> Sums.read(Sums(3, 3, apart={1: ((4, 0),)}).line()).apart
        {1: ((4, 0),)}
        """
        return cls(
            line["deals"],
            line["kept"],
            {(index, name, label, scale): Moments.read(row) for index, name, label, scale, row in line["moments"]},
            {index: dict(map(tuple, counts)) for index, counts in line["scores"]},
            {index: tuple((points, deal) for points, deal in deals) for index, deals in line["apart"]},
            Counter({(index, name): count for index, name, count in line["counts"]}),
            {tuple(key): tuple(sums) for *key, sums in line["parts"]},
        )


def _both(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> list[Any]:
    return [*one, *(key for key in other if key not in one)]


def _counted(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    return {points: one.get(points, 0) + other.get(points, 0) for points in sorted({*one, *other})}


def _most(deals: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    return tuple(nlargest(SHOWN, deals, key=lambda deal: (deal[0], -deal[1])))


def added_up(
    seen: tuple[Observed, ...],
    metrics: tuple[Metric, ...],
    deals: int,
    parted: Mapping[int, Sequence[Parting]] | None = None,
) -> Sums:
    """The sums of some deals, observed under each of the rules.

    Args:
        seen: by index of the rules, the same deals, if they are kept.
        metrics: what is measured.
        deals: how many were played.
        parted: by index of the rules, how some of the deals diverge from those under the first rules; None for no deal.

    >>> from trickkit import load
    >>> from trickkit.lab.metrics import Points
    >>> from trickkit.lab.observed import Observed
    >>> from trickkit.lab.playing import Table
    >>> seen = Observed.of(Table(load("hearts"), ("random",) * 4, seed=7), range(5))
    >>> added_up((seen,), (Points(),), 5).moments[0, "points", "", 1].sums
    (130, 20)
    """
    situations = {index: _situations(some) for index, some in (parted or {}).items()}
    kept = len(np.unique(seen[0].numbers))
    if not kept:
        return Sums(deals)
    moments, parts = _moments(seen, metrics, situations)
    return Sums(
        deals,
        kept,
        moments,
        {index: _histogram(observed.deals.points) for index, observed in enumerate(seen)},
        {index: _apart(seen[0], observed) for index, observed in enumerate(seen) if index},
        sum(
            [
                *(players_counted(index, observed) for index, observed in enumerate(seen)),
                *(came_up(index, some) for index, some in (parted or {}).items()),
            ],
            Counter(),
        ),
        parts,
    )


def games_added_up(played: tuple[PlayedGames, ...], metrics: tuple[Metric, ...]) -> Sums:
    """The sums of some whole games, observed under each of the rules; scores are final ones.

    Args:
        played: by index of the rules, the same games.
        metrics: what is measured.

    >>> from trickkit import load
    >>> from trickkit.lab.metrics import GameDeals
    >>> from trickkit.lab.playing import Table
    >>> played = PlayedGames.of(Table(load("pikinni", players=2), ("random",) * 2, seed=7), range(3))
    >>> games_added_up((played,), (GameDeals(),)).moments[0, "deals of a game", "", 1].sums
    (30, 3)
    """
    games = len(np.unique(played[0].numbers))
    ends = [np.array([end.scores for end in batch.ends]) for batch in played]
    scores = {index: _histogram(points) for index, points in enumerate(ends)}
    return Sums(games, games, _moments(played, metrics, {})[0], scores)


def _moments(
    seen: Sequence[Observed | PlayedGames], metrics: tuple[Metric, ...], situations: Mapping[int, Mapping[int, str]]
) -> tuple[dict[Key, Moments], dict[Part, tuple[int, ...]]]:
    """The moments of all numbers, and the parts of their sums by where deals diverge."""
    moments: dict[Key, Moments] = {}
    parts: dict[Part, tuple[int, ...]] = {}
    for metric in metrics:
        base: dict[str, tuple[Column, Array]] = {}
        for index, observed in enumerate(seen):
            if metric.traced and not observed.traces:
                continue
            of = np.array([trace.number for trace in observed.traces]) if metric.traced else observed.numbers
            for column in metric.columns(observed):  # type: ignore[arg-type]
                numbers = _by_deal(column.numbers, of)
                key = index, metric.name, column.label, column.scale
                if not index:
                    base[column.label] = column, numbers
                shared = base.get(column.label)
                paired = bool(index) and shared is not None and shared[0].scale == column.scale
                if not (paired and shared):
                    moments[key] = Moments.of(numbers)
                    continue
                both = np.concatenate([shared[1], numbers])
                moments[key] = Moments.of(both)
                for where, sums in _by_situation(both, np.unique(of), situations.get(index, {})):
                    parts[index, where, *key[1:]] = sums
    return moments, parts


def _situations(parted: Sequence[Parting]) -> dict[int, str]:
    """By number of a deal, the situation in which it (or its first repetition to do so) diverges."""
    situations: dict[int, str] = {}
    for parting in parted:
        if situations.get(parting.number, ALIKE) == ALIKE:
            situations[parting.number] = parting.situation
    return situations


def _by_situation(numbers: Array, deals: Array, situations: Mapping[int, str]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Sums of numbers by where deals diverge.

    Args:
        numbers: (4, deals).
        deals: (deals,): the number of each.
        situations: by number of the deal; others are left out.
    """
    where = [situations.get(deal, "") for deal in deals.tolist()]
    for name in dict.fromkeys(where):
        if name:
            rows = [row for row, situation in enumerate(where) if situation == name]
            yield name, tuple(numbers[:, rows].sum(axis=1).tolist())


def _by_deal(numbers: Array, of: Array) -> Array:
    """Sums of numbers over the repetitions of each deal.

    Args:
        numbers: (columns, times).
        of: (times,): the number of the deal.
    """
    begins = np.flatnonzero(np.diff(of, prepend=of[0] - 1))
    added: Array = np.add.reduceat(numbers, begins, axis=1)
    return added


def _histogram(scores: Array) -> dict[int, int]:
    points, counts = np.unique(scores, return_counts=True)
    return dict(zip(points.tolist(), counts.tolist(), strict=True))


def _apart(base: Observed, seen: Observed) -> tuple[tuple[int, int], ...]:
    """The deals whose scores differ most, for stories; () if the rules have different numbers of seats."""
    if base.deals.points.shape != seen.deals.points.shape:
        return ()
    by = _by_deal(np.abs(seen.deals.points - base.deals.points).sum(axis=1)[None], base.numbers)[0]
    deals = np.unique(base.numbers)
    indices = np.argsort(-by, kind="stable")[:SHOWN]
    return tuple((int(by[index]), int(deals[index])) for index in indices if by[index])
