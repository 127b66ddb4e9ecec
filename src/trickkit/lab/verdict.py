"""The verdict on a rule: what surely changed, what did not, and whether the rule came up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from trickkit.bots.learned import is_installed_for
from trickkit.catalog.differences import differences
from trickkit.lab.changes import named_change
from trickkit.lab.why import why
from trickkit.lab.words import amount, bare, in_words, subject_of, who

if TYPE_CHECKING:
    from trickkit.lab.moments import Estimate
    from trickkit.lab.results import Found
    from trickkit.lab.rows import Row

__all__ = ["Verdict"]

GIVEN = ("points by place", "points by seat")
"""Metrics of points that a rule gives to somebody, or takes away."""
POINTS = {"points": 1.0, **dict.fromkeys(GIVEN, 0.5)}
"""The metrics that come first, the largest effect before others; an effect on one seat must be twice as large as one on
all."""
FIRST = ("wins", "bids exact", "spread", "ties")
"""The metrics that come next, in this order."""
LEAST_APART = 16
"""The number of deals in which a rule must make a difference before the absence of an effect means anything."""


@frozen(slots=False)
class Verdict:
    """The verdict of a study on one of its rules, compared with the first.

    Args:
        found: the study.
        place: the index of the rules, from 1.

    >>> from trickkit import lab
    >>> found = lab.compare("pikoko", "pikoko", bots="random", deals=200, metrics=["wins", "ties"])
    >>> found.verdicts[0].headline
    'These are the same rules; there is nothing to compare.'
    """

    found: Found
    place: int

    @cached_property
    def _named(self) -> tuple[str, int]:
        rules = self.found.study.rules
        return named_change(rules[self.place], rules[0])

    @cached_property
    def _effects(self) -> list[tuple[list[Row], Estimate]]:
        """The sure changes; partners, who share one number, appear together."""
        sure = [(row, by) for row, by in self._differences if by.excludes(0)]
        alike: dict[tuple[str, Estimate], list[Row]] = {}
        for row, by in sorted(sure, key=lambda effect: _rank(*effect)):
            alike.setdefault((row.metric, by), []).append(row)
        return [(rows, by) for (_, by), rows in alike.items()]

    @cached_property
    def _differences(self) -> list[tuple[Row, Estimate]]:
        pairs = [(row, row.differences[self.place - 1]) for row in self.found.rows]
        return [(row, by) for row, by in pairs if by is not None]

    @property
    def headline(self) -> str:
        """One sentence: the most important sure change, or why there is none."""
        if not differences(self.found.study.rules[self.place], self.found.study.rules[0]):
            return "These are the same rules; there is nothing to compare."
        if self._effects:
            return in_words(self._effect_in_words(*self._effects[0], self._named[0]))
        subject, deals, counts = self._named[0], self.found.kept, self.found.sums.counts
        if not deals:
            return f"No deal met the condition; nothing can be said about {subject}."
        watched, parted = counts[self.place, "watched"], self._different
        if not watched:
            return in_words(f"{subject} has no sure effect in {deals} {self.found.study.unit}")
        if not counts[self.place, "came up"]:
            return in_words(f"{subject} never came up in {self._watched}; nothing can be said about it")
        if parted < LEAST_APART:
            times = f"only {parted}" if parted else "none"
            return in_words(f"{subject} made a difference in {times} of {self._watched}: too few to judge it by")
        return in_words(f"{subject} has no sure effect, although it made a difference in {parted} of {self._watched}")

    @property
    def metric(self) -> str:
        """The metric of the headline; empty if nothing surely changed."""
        return self._effects[0][0][0].metric if self._effects else ""

    @property
    def others(self) -> tuple[str, ...]:
        """A sentence for each further sure change."""
        return tuple(in_words(self._effect_in_words(rows, by, "it also")) for rows, by in self._effects[1:])

    @property
    def why(self) -> tuple[str, ...]:
        """Which decisions cause the change in the headline; () for none."""
        return tuple(why(self.found, self.place, self._effects[0][0][0], self._named[1])) if self._effects else ()

    @property
    def ruled_out(self) -> tuple[str, ...]:
        """Numbers that did not surely change, each with its largest possible change in brackets."""
        return tuple(self._rest(changed=True))

    @property
    def untouched(self) -> tuple[str, ...]:
        """Numbers that were the same in every deal, each with its largest possible change in brackets."""
        return tuple(self._rest(changed=False))

    def _rest(self, *, changed: bool) -> Iterator[str]:
        rules = self.found.study.rules[0]
        metrics = {metric.name: metric for metric in self.found.study.metrics}
        most: dict[str, tuple[float, str]] = {}
        for row, by in self._differences:
            if by.excludes(0) or bool(row.apart[self.place]) != changed:
                continue
            subject = subject_of(row, metrics[row.metric], rules).replace(who(row.label, rules) or " ", _any(row.label))
            most[subject] = max(most.get(subject, (0.0, row.unit)), (by.most, row.unit))
        return (f"{subject} ({amount(*size)})" for subject, size in most.items())

    @property
    def came_up(self) -> str:
        """In how many deals the rule could have mattered, and in how many it did; empty if in none."""
        counts = self.found.sums.counts
        if not counts[self.place, "came up"]:
            return ""
        named = (
            ("open", "something else was allowed or forbidden"),
            ("used", "somebody did what only one of the rules allows"),
            ("parted", "the players decided otherwise"),
            ("scored", "the same decisions score otherwise"),
        )
        parts = [f"in {counts[self.place, name]} {phrase}" for name, phrase in named if counts[self.place, name]]
        up, watched = counts[self.place, "came up"], counts[self.place, "watched"]
        many = f"{'all' if up == watched else f'{up} of'} {self._watched.removeprefix('the ' * (up == watched))}"
        return in_words(f"it came up in {many}{': ' if parts else ''}{'; '.join(parts)}")

    @property
    def warnings(self) -> tuple[str, ...]:
        """Reasons why the players of the study may not represent people."""
        warnings = []
        for name, certificate in zip(self.found.study.names, self.found.certificates, strict=True):
            for warning in certificate.warnings if name in (self.found.study.names[0], self.name) else ():
                warnings.append(f"Warning: these players hardly play the game under {name}: {warning}.")
        if warnings:
            warnings[-1] += self._better
        counts = self.found.sums.counts
        if counts[self.place, "open"] and not counts[self.place, "scored"]:
            used = counts[self.place, "used"]
            if used < LEAST_APART and 10 * used < counts[self.place, "open"]:
                warnings.append(
                    f"Warning: these players hardly use it: in {counts[self.place, 'open']} deals they could have, "
                    f"in {used} they did. Stronger players may find more."
                )
        return tuple(warnings)

    @property
    def _better(self) -> str:
        """Advice on stronger players: installed networks, or ones that learn the rules first."""
        played = self.found.study.bots
        if any(str(bot).startswith("learned") for bot in (played if isinstance(played, tuple) else (played,))):
            return ""
        if all(is_installed_for(rules) for rules in self.found.study.rules):
            return ' The bots "learned" have learned to play it.'
        return " Networks that learn each of the rules first may play it: --learn, or lab.taught."

    @property
    def name(self) -> str:
        """The name of the rules."""
        return self.found.study.names[self.place]

    @property
    def _watched(self) -> str:
        watched = self.found.sums.counts[self.place, "watched"]
        return f"{watched} deals" if watched >= self.found.kept else f"the {watched} deals that were looked at"

    @property
    def _different(self) -> int:
        """The number of deals in which the rule changed a decision or a score."""
        counts = self.found.sums.counts
        return max(counts[self.place, "parted"], counts[self.place, "scored"])

    def _effect_in_words(self, rows: list[Row], by: Estimate, subject: str) -> str:
        study, sign, row = self.found.study, self._named[1], rows[0]
        ends = sorted((abs(by.low), abs(by.high)))
        low, high = (bare(end, row.unit) for end in ends)
        between = "" if low == high else f" ({low} to {high})"
        same = " and ".join([who(other.label, study.rules[0]) for other in rows[1:]])
        between += f"; the same for {same}" if same else ""
        size, rises = amount(by.mean, row.unit), sign * by.mean > 0
        metric = next(candidate for candidate in study.metrics if candidate.name == row.metric)
        if row.metric in GIVEN:
            gives = "gives" if rises else "takes"
            towards = "to" if rises else "from"
            return f"{subject} {gives} {size} a deal {towards} {who(row.label, study.rules[0])}{between}"
        quantity = subject_of(row, metric, study.rules[0])
        return f"{subject} {'raises' if rises else 'lowers'} {quantity} by {size}{between}"

    def sentences(self) -> list[str]:
        """The verdict in full: headline, warnings, other changes, whether the rule came up, and what did not change."""
        ruled_out, untouched = self.ruled_out, self.untouched
        sentences = [self.headline, *self.warnings, *self.why, *self.others, self.came_up]
        sentences += (
            [f"Not shown to change; if it does, then by no more than: {', '.join(ruled_out)}."] if ruled_out else []
        )
        alike = f"Identical in all {self.found.kept} {self.found.study.unit}, which rules out changes above: "
        sentences += [f"{alike}{', '.join(untouched)}."] if untouched else []
        return [sentence for sentence in sentences if sentence]


def _any(label: str) -> str:
    if label == "the starter" or label.startswith("place "):
        return "a place"
    return "a seat" if label.startswith("seat ") else label or " "


def _rank(row: Row, by: Estimate) -> tuple[int, float]:
    """The sort key of an effect: the rank of its metric, then its size as far as that is certain."""
    sure = -min(abs(by.low), abs(by.high))
    if row.metric in POINTS:
        return -1, sure * POINTS[row.metric]
    return (FIRST.index(row.metric) if row.metric in FIRST else len(FIRST)), sure
