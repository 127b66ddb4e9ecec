"""Balance: which of several rules come closest to an aim, confirmed by fresh deals."""

from __future__ import annotations

import re

from attrs import frozen

from trickkit.errors import InvalidRules, quoted
from trickkit.lab.metrics import METRICS
from trickkit.lab.moments import Estimate
from trickkit.lab.results import Found
from trickkit.lab.words import in_words, interval, number

__all__ = ["Aim", "Balance"]

EQUAL = {"seats equal": "points by place", "wins equal": "wins", "games equal": "game wins"}
"""Aims for equal chances, and the metric that judges each."""
LOW, HIGH, AT = "low", "high", "at"
NUMBER = re.compile(r"(?P<metric>.+?) ?= ?(?P<value>-?[0-9]+([.][0-9]+)?) ?(?P<percent>%?)")
"""An aim at a number, such as "bids exact = 50%"."""


@frozen
class Aim:
    """A target for balancing rules.

    Args:
        text: as it was given.
        metric: the metric that judges it.
        kind: `"equal"`, `"low"`, `"high"` or `"at"`.
        target: the number of `"at"`.

    >>> Aim.read("bids exact = 50%").target, Aim.read("ties low").kind
    (0.5, 'low')
    """

    text: str
    metric: str
    kind: str
    target: float = 0.0

    @classmethod
    def read(cls, text: str) -> Aim:
        """An aim from its text: `"seats equal"`, `"ties low"`, `"spread high"` or `"bids exact = 50%"`.

        Raises:
            InvalidRules: it is no aim.

        >>> Aim.read("fun high")
        Traceback (most recent call last):
            ...
        trickkit.errors.InvalidRules: aim: 'fun high' is neither one of 'seats equal', 'wins equal', 'games equal', \
nor a metric with low, high or = and a number, such as 'ties low' or 'bids exact = 50%'
        """
        words = " ".join(text.split())
        if words in EQUAL:
            return cls(words, EQUAL[words], "equal")
        metric, _, kind = words.rpartition(" ")
        if kind in (LOW, HIGH) and metric in METRICS:
            return cls(words, metric, kind)
        match = NUMBER.fullmatch(words)
        if match and match["metric"] in METRICS:
            return cls(words, match["metric"], AT, float(match["value"]) / (100 if match["percent"] else 1))
        aims = ", ".join(map(repr, EQUAL))
        raise InvalidRules(
            f"aim: {quoted(text)} is neither one of {aims}, nor a metric with low, high or = and a number, such as "
            "'ties low' or 'bids exact = 50%'"
        )

    def distance(self, found: Found, place: int) -> Estimate:
        """How far rules are from the aim, with an interval derived from the study's simultaneous intervals.

        Args:
            found: a study that measures the metric.
            place: the index of the rules.

        Raises:
            InvalidRules: the metric says nothing about the rules, or has several numbers where one is needed.
        """
        values = [value for row in found.of(self.metric) if (value := row.values[place]) is not None]
        if not values:
            needs = METRICS[self.metric].needs or "other rules"
            raise InvalidRules(
                f"aim: {quoted(self.metric)} says nothing about {found.study.names[place]}; it needs {needs}"
            )
        if self.kind == "equal":
            return _range(values)
        if len(values) > 1:
            raise InvalidRules(f"aim: {quoted(self.metric)} has {len(values)} numbers; an aim needs a metric with one")
        (value,) = values
        if self.kind != AT:
            sign = 1 if self.kind == LOW else -1
            ends = sorted((sign * value.low, sign * value.high))
            return Estimate(sign * value.mean, *ends)
        ends = sorted((abs(value.low - self.target), abs(value.high - self.target)))
        least = 0.0 if value.low <= self.target <= value.high else ends[0]
        return Estimate(abs(value.mean - self.target), least, ends[1])


def _range(values: list[Estimate]) -> Estimate:
    """The largest number minus the smallest, with an interval derived from their simultaneous intervals."""
    means = [value.mean for value in values]
    lows, highs = [value.low for value in values], [value.high for value in values]
    return Estimate(max(means) - min(means), max(0.0, max(lows) - min(highs)), max(highs) - min(lows))


@frozen
class Balance:
    """The rules that come closest to an aim, and whether fresh deals confirm it.

    The best of many looks better than it is, because it was chosen for its luck as well. Therefore a second study with
    other cards, independent of the search, measures its distance and that of the first rules.

    Args:
        aim: what was aimed at.
        search: the study of all rules.
        fresh: the study with other cards: of the first and the best rules, or only of the first, if they are the best.

    >>> from trickkit import lab
    >>> over = {"next_lead": ["start_player", "winning_peacock"]}
    >>> balance = lab.balance("pikoko", over=over, bots="random", deals=4000)
    >>> balance.best, len(balance.fresh.study.names)
    ('next_lead=winning_peacock', 2)
    """

    aim: Aim
    search: Found
    fresh: Found

    @property
    def distances(self) -> tuple[Estimate, ...]:
        """How far each of the rules is from the aim in the search."""
        return tuple(self.aim.distance(self.search, index) for index in range(len(self.search.study.rules)))

    @property
    def place(self) -> int:
        """The index of the best rules in the search; the first of equal ones."""
        means = [distance.mean for distance in self.distances]
        return means.index(min(means))

    @property
    def best(self) -> str:
        """The name of the best rules."""
        return self.search.study.names[self.place]

    @property
    def confirmed(self) -> Estimate:
        """How far the best rules are from the aim in fresh deals."""
        return self.aim.distance(self.fresh, len(self.fresh.study.rules) - 1)

    @property
    def is_better(self) -> bool:
        """Whether fresh deals show that the best rules are surely closer to the aim than the first ones."""
        if not self.place:
            return False
        if self.aim.kind in (LOW, HIGH):
            (by,) = self.fresh.of(self.aim.metric)[0].differences
            return by is not None and by.excludes(0) and (by.mean < 0) == (self.aim.kind == LOW)
        return self.confirmed.high < self.aim.distance(self.fresh, 0).low

    def sentences(self) -> list[str]:
        """The result of the search, in words."""
        first, count = self.search.study.names[0], len(self.search.study.names)
        deals = f"{self.fresh.deals} fresh {self.fresh.study.unit}"
        confirmed = self._distance_text(self.confirmed)
        best = f"of {count} rules, {self.best} comes closest to “{self.aim.text}”: {confirmed} in {deals}"
        if not self.place:
            return [in_words(best), "These are the first of the rules; no other came closer."]
        surely = "surely closer" if self.is_better else "which may be chance: no change is proved to help"
        was = self._distance_text(self.aim.distance(self.fresh, 0))
        luck = self._distance_text(self.distances[self.place], ends=False)
        return [
            in_words(f"{best}; {first}: {was}; {surely}"),
            f"In the search it was {luck}; the best of several looks better than it is, so that fresh deals judge it.",
        ]

    def _distance_text(self, distance: Estimate, *, ends: bool = True) -> str:
        sign = -1 if self.aim.kind == HIGH else 1
        low, high = sorted((sign * distance.low, sign * distance.high))
        unit = METRICS[self.aim.metric].unit
        if self.aim.kind in (LOW, HIGH):
            value = Estimate(sign * distance.mean, low, high)
            return interval(value, unit) if ends else number(value.mean, unit)
        text = interval(distance, unit, sign=True) if ends else number(distance.mean, unit, sign=True)
        noun = "" if unit == "share" else f" {unit}"
        return f"{text.replace('+', '')}{noun} {'apart' if self.aim.kind == 'equal' else 'off'}"
