"""The results of a study: numbers with their intervals, and what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib import import_module
from typing import Any

from attrs import frozen

from trickkit.errors import MissingExtra
from trickkit.lab.certificate import Certificate
from trickkit.lab.likeness import Likeness, likenesses
from trickkit.lab.moments import Estimate, Moments
from trickkit.lab.rows import Row
from trickkit.lab.study import Study
from trickkit.lab.sums import Sums
from trickkit.lab.verdict import Verdict
from trickkit.lab.why import shared, stories
from trickkit.lab.words import interval

__all__ = ["Found"]

LEAST_APART = 16
"""The minimum number of deals that differ before a study may end because of the width of its interval."""


@frozen(slots=False)
class Found:
    """The results of a study so far.

    The intervals are simultaneous: in at least 95 of 100 studies all of them contain the true values, however many
    numbers are measured (*Bonferroni*: each misses in at most 5 % divided by their number). Differences and values
    count separately. A study that ends at a width checks its intervals now and then. Only the width of the intervals
    ends it, never their position; therefore they keep their error rate (Chow and Robbins, On the Asymptotic Theory of
    Fixed-Width Sequential Confidence Intervals for the Mean, 1965).

    Args:
        study: the study.
        sums: the sums over the deals.

    >>> from trickkit import lab, load
    >>> rules = load("pikoko", players=3)
    >>> found = lab.compare(rules, load("pikoko", players=3, next_lead="start_player"), bots="random", deals=2000)
    >>> found.deals, found.study.has_same_cards
    (2000, True)
    """

    study: Study
    sums: Sums

    @property
    def deals(self) -> int:
        """How many deals were played, each under all rules."""
        return self.sums.deals

    @property
    def kept(self) -> int:
        """How many deals met the condition of the study and were measured; all without a condition."""
        return self.sums.kept

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The measured numbers, in the order of the metrics."""
        return tuple(self._rows())

    @cached_property
    def questions(self) -> int:
        """How many differences are tested; in a study of one game, how many values are estimated."""
        first = int(len(self.study.rules) > 1)
        return max(1, sum(key[0] >= first and moment.has_meaning for key, moment in self.sums.moments.items()))

    def _rows(self) -> Iterator[Row]:
        moments, count = self.sums.moments, len(self.study.rules)
        level = self.study.error / self.questions
        of_values = self.study.error / max(1, sum(moment.has_meaning for moment in moments.values()))
        units = {metric.name: metric.unit for metric in self.study.metrics}
        order = {name: position for position, name in enumerate(units)}
        keys = sorted({key[1:] for key in moments}, key=lambda key: (order[key[0]], _natural(key[1])))
        for name, label, scale in keys:
            values, differences, apart = list[Estimate | None](), list[Estimate | None](), [0]
            of_rules = [moments.get((index, name, label, scale), Moments()) for index in range(count)]
            for index, moment in enumerate(of_rules):
                paired = len(moment.sums) > 2
                values.append((moment.second if paired else moment).ratio(scale, of_values))
                if index:
                    differences.append(moment.difference(scale, level) if paired else None)
                    apart.append(moment.apart)
            most = max(moment.deals for moment in of_rules)
            if not any(values):
                continue
            yield Row(name, label, units[name], tuple(values), tuple(differences), most, tuple(apart))

    def of(self, metric: str) -> tuple[Row, ...]:
        """The rows of a metric, by its name."""
        return tuple(row for row in self.rows if row.metric == metric)

    @property
    def is_narrow(self) -> bool:
        """Whether intervals have the requested width and enough deals differ; False if no width was requested."""
        widest = self.widest
        return (
            bool(widest)
            and all(half <= self.study.until[name] for name, half in widest.items())
            and all(
                apart >= LEAST_APART
                for name in widest
                for row in self.of(name)
                for difference, apart in zip(row.differences, row.apart[1:], strict=True)
                if difference is not None
            )
        )

    @property
    def widest(self) -> dict[str, float]:
        """By metric with a requested width, half the width of its widest interval; infinite if there is none yet."""
        return self.half_of(self.study.until)

    def half_of(self, metrics: Iterable[str]) -> dict[str, float]:
        """By metric, half the width of its widest interval: of differences, if there are several rules.

        Args:
            metrics: their names.

        >>> from trickkit import lab
        >>> found = lab.profile("pikoko", bots="random", deals=1000, metrics=["wins"])
        >>> 0 < found.half_of(["wins"])["wins"] < 0.1
        True
        """
        widest = {}
        for name in metrics:
            estimates = [row.differences or row.values for row in self.of(name)]
            halves = [estimate.half for row in estimates for estimate in row if estimate is not None]
            widest[name] = max(halves, default=float("inf"))
        return widest

    @property
    def is_done(self) -> bool:
        """Whether all deals are played, or the intervals are narrow enough."""
        return self.deals >= self.study.deals or self.is_narrow

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on each of the rules after the first."""
        return tuple(Verdict(self, index) for index in range(1, len(self.study.rules)))

    @cached_property
    def certificates(self) -> tuple[Certificate, ...]:
        """How well the players play, by index of the rules."""
        return tuple(Certificate.of(rules, index, self.sums.counts) for index, rules in enumerate(self.study.rules))

    @cached_property
    def shared(self) -> tuple[str, ...]:
        """How the effect of combined changes differs from the sum of single ones, if the study has both."""
        return tuple(shared(self))

    def stories(self, place: int = 1, most: int = 3) -> tuple[tuple[str, ...], ...]:
        """The deals in which rules mattered most, in words, from the point where they diverge.

        Args:
            place: the index of the rules, from 1.
            most: how many deals.

        Returns:
            Returns for each deal some lines: the cards, the common moves, and the continuation under each of the rules.
        """
        return stories(self, place, most)

    @cached_property
    def likenesses(self) -> tuple[Likeness, ...]:
        """Other games by similarity, closest first; only for the portrait of a game that `greedy` plays."""
        return likenesses(self)

    @property
    def missing(self) -> tuple[str, ...]:
        """The metrics without a number or a difference, and the reason.

        >>> from trickkit import lab
        >>> lab.profile("hearts", bots="random", deals=50, metrics=["points", "bids exact"]).missing
        ('bids exact, which needs bids on numbers of tricks',)
        """
        reasons = []
        for metric in self.study.metrics:
            rows = self.of(metric.name)
            why = f", which needs {metric.needs}" if metric.needs else ", which did not occur"
            if not rows:
                reasons.append(f"{metric.name}{why}")
            reasons += [
                f"a difference of {row.what}, which only some of the rules have"
                for row in rows
                if None in row.differences
            ]
        return tuple(reasons)

    def sentences(self) -> list[str]:
        """The verdicts in sentences, with the names of the rules if there are several.

        >>> from trickkit import lab
        >>> found = lab.compare("oh_hell", "oh_hell", bots="random", deals=30, metrics=["ties"])
        >>> print(*found.sentences(), sep="\\n")
        These are the same rules; there is nothing to compare.
        Identical in all 30 deals, which rules out changes above: how often a deal is tied (9.5 percentage points).
        """
        several = len(self.verdicts) > 1
        sentences = [
            f"{each.name}: {sentence}" if several else sentence
            for each in self.verdicts
            for sentence in each.sentences()
        ]
        return [*sentences, *shared(self)]

    def method(self) -> list[str]:
        """The method of the study, one line for each fact needed to judge it.

        >>> from trickkit import lab
        >>> print(*lab.profile("pikoko", bots="random", deals=500, metrics=["wins"]).method(), sep="\\n")
        500 deals of each game, each for itself; seed 0; all seats: random
        intervals: all 4 values lie in theirs in 95 of 100 studies (Bonferroni)
        the players: 16 % of the bids exact
        """
        study = self.study
        who = study.bots if isinstance(study.bots, tuple) else (study.bots,)
        seats = f"all seats: {who[0]}" if len(who) == 1 else f"seats in turn: {', '.join(map(str, who))}"
        played = "games" if study.is_of_games else "deals of each game"
        lines = [f"{self.deals} {played}, each for itself; seed {study.seed}; {seats}"]
        if not self.is_done:
            lines.append(f"stopped after {self.deals} of {study.deals} {study.unit}")
        kind = "value"
        if len(study.rules) > 1:
            kind = "difference"
            cards = "the same cards under all rules" if study.has_same_cards else "other cards under other rules"
            lines.append(f"{cards}; differences are taken {study.unit[:-1]} by {study.unit[:-1]}")
        if study.where is not None:
            under = f", under {study.names[0]}" if len(study.rules) > 1 and study.has_same_cards else ""
            lines.append(f"measured in {self.kept} of them, those with: {study.where}{under}")
        fewer = [row.deals for row in self.rows if row.deals < self.kept]
        if fewer:
            lines.append(f"looked at move by move: {min(fewer)} deals")
        right = round(100 * (1 - study.error))
        many = f"all {self.questions} {kind}s lie in theirs" if self.questions > 1 else f"the {kind} lies in its own"
        lines.append(f"intervals: {many} in {right} of 100 studies{' (Bonferroni)' * (self.questions > 1)}")
        if any(row.unit == "share" for row in self.rows) and kind == "difference":
            lines.append("pp: percentage points")
        if any(rules.ending.wins == "fewest" for rules in study.rules):
            lines.append("the fewest points win")
        if self.of("minutes"):
            lines.append("minutes: 4 seconds for each decision, and 40 for each deal besides")
        for name, certificate in zip(study.names, self.certificates, strict=True):
            lines += (
                [f"the players{f' under {name}' if len(study.names) > 1 else ''}: {certificate}"]
                if str(certificate)
                else []
            )
        if self.likenesses:
            lines.append(f"most like: {'; '.join(map(str, self.likenesses[:3]))}")
        return lines + [f"not measured: {metric}" for metric in self.missing if self.kept]

    def __str__(self) -> str:
        """The verdicts in sentences, or the numbers of a single game; then the method.

        >>> from trickkit import lab
        >>> print(lab.profile("hearts", bots="random", deals=500, metrics=["points"]))
        points: 6.60 (6.50 to 6.71)
        500 deals of each game, each for itself; seed 0; all seats: random
        intervals: the value lies in its own in 95 of 100 studies
        the fewest points win
        """
        rows = [f"{row.what_in_unit}: {interval(row.values[0], row.unit)}" for row in self.rows]
        return "\n".join([*self.sentences(), *(rows if len(self.study.rules) == 1 else []), *self.method()])

    def distribution(self, place: int = 0) -> dict[int, Estimate]:
        """The share of all scores with each number of points in a deal.

        The intervals are simultaneous, like those of `rows`. They count each deal as one independent score, because the
        scores of a deal depend on each other.

        Args:
            place: the index of the rules among those of the study.

        >>> from trickkit import lab
        >>> shares = lab.profile("hearts", bots="random", deals=500, metrics=["wins"]).distribution()
        >>> round(sum(share.mean for share in shares.values()), 9), shares[26].low < shares[26].mean
        (1.0, True)
        """
        counts = self.sums.scores.get(place, {})
        whole, deals = sum(counts.values()), self.kept
        level = self.study.error / max(1, len(counts))
        return {points: Estimate.of_share(count / whole, deals, level) for points, count in sorted(counts.items())}

    def tidy(self) -> list[dict[str, Any]]:
        """The numbers in tidy form for data frames: rows with one value each.

        >>> from trickkit import lab, load
        >>> row, *_ = lab.profile(load("pikoko"), bots="random", deals=500, metrics=["wins"]).tidy()
        >>> row["metric"], row["rules"], row["low"] < row["mean"] < row["high"], row["difference"]
        ('wins', 'Pikoko', True, None)
        """
        tidy = []
        for row in self.rows:
            for index, name in enumerate(self.study.names):
                value = row.values[index]
                by = row.differences[index - 1] if index else None
                tidy.append(
                    {
                        "metric": row.metric,
                        "label": row.label,
                        "unit": row.unit,
                        "rules": name,
                        **_numbers("", value),
                        **_numbers("difference", by),
                        "deals": row.deals,
                        "deals_apart": row.apart[index],
                    }
                )
        return tidy

    def frame(self) -> Any:
        """The numbers as a data frame of pandas, or of polars if only that is installed.

        Raises:
            MissingExtra: neither is.
        """
        return framed(self.tidy())


def _numbers(prefix: str, estimate: Estimate | None) -> dict[str, float | None]:
    names = (prefix, f"{prefix}_low", f"{prefix}_high") if prefix else ("mean", "low", "high")
    values = (None,) * 3 if estimate is None else (estimate.mean, estimate.low, estimate.high)
    return dict(zip(names, values, strict=True))


def _natural(label: str) -> list[tuple[int, int, str]]:
    """A sort key for labels: numbers by value, the starter before the other places."""
    words = label.replace("the starter", "place 0").split()
    return [(0, int(word), "") if word.isdecimal() else (1, 0, word) for word in words]


def framed(rows: list[dict[str, Any]]) -> Any:
    """Rows as a data frame.

    Raises:
        MissingExtra: neither pandas nor polars is installed.
    """
    for name in ("pandas", "polars"):
        try:
            return import_module(name).DataFrame(rows)
        except ImportError:
            continue
    raise MissingExtra("a data frame needs pandas or polars: pip install pandas")
