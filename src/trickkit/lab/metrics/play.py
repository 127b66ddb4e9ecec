"""Agency, luck and skill: how much good decisions matter, and how much the cards decide."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

import numpy as np
from attrs import frozen

from trickkit.bots.base import Explanation
from trickkit.bots.intervals import reach
from trickkit.lab.metrics.base import Column, Metric, columns_of
from trickkit.lab.observed import Observed
from trickkit.lab.trace import Trace
from trickkit.phases.tricks import Tricks

__all__ = ["Agency", "AgencyByTrick", "Luck", "LuckOfPlace", "Matter", "Skill"]

THOUSANDTHS = 1000
"""Means of playouts are stored as whole thousandths."""


def _tried(trace: Trace) -> list[tuple[str, Explanation]]:
    """The decisions whose actions a bot tried out: the name of the phase, and the bot's evaluation."""
    decisions = zip(trace.states, trace.said, strict=False)
    return [
        (type(state.phase).__name__, explanation)
        for state, explanation in decisions
        if explanation is not None and explanation.playouts
    ]


def _gap(said: Explanation) -> float:
    """How far the best action is ahead of the median one."""
    return said.choices[0].mean - median(choice.mean for choice in said.choices)


@frozen
class Agency(Metric):
    """How many points a deal the best action is ahead of the median one at decisions with a choice, as bots see it.

    Only bots that try actions have an opinion (`flat`, `best` from level 2 on). The best of several means is also best
    by luck, so few playouts overstate agency; in a comparison with the same bots, both rules are affected equally.

    >>> from trickkit import lab
    >>> found = lab.profile("pikinni", bots="flat:4", deals=3, metrics=["agency"])
    >>> [row.label for row in found.rows]
    ['', 'Estimates', 'Tricks']
    """

    name = "agency"
    unit = "points"
    about = "how much the best action is worth{at}"
    needs = "players that try out actions, such as flat:64 or best:2"
    source = "evaluations of the bots"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        phases = list(dict.fromkeys(type(phase).__name__ for phase in seen.rules.phases))
        gaps = [
            [(phase, round(_gap(explanation) * THOUSANDTHS)) for phase, explanation in _tried(trace)]
            for trace in seen.traces
        ]
        tops, bottoms = [], []
        for of_deal in gaps:
            kept = [of_deal, *([pair for pair in of_deal if pair[0] == phase] for phase in phases)]
            tops.append([sum(gap for _, gap in some) for some in kept])
            bottoms.append([len(some) for some in kept])
        return columns_of(np.array(tops), np.array(bottoms), ["", *phases], scale=THOUSANDTHS)


@frozen
class AgencyByTrick(Metric):
    """Agency by trick: how many points the best card is ahead of the median one, as bots see it.

    >>> from trickkit import lab
    >>> found = lab.profile("pikinni", bots="flat:4", deals=3, metrics=["agency by trick"])
    >>> found.rows[0].label
    'trick 1'
    """

    name = "agency by trick"
    unit = "points"
    about = "how much the best card is worth{at}"
    needs = "players that try out actions, such as flat:64 or best:2"
    source = "evaluations of the bots"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        rules = seen.rules
        if not any(isinstance(phase, Tricks) for phase in rules.phases):
            return []
        tops = np.zeros((len(seen.traces), len(rules.deck) // 2), np.int64)
        bottoms = np.zeros_like(tops)
        for row, trace in enumerate(seen.traces):
            for state, explanation in zip(trace.states, trace.said, strict=False):
                if explanation is not None and explanation.playouts and isinstance(state.phase, Tricks):
                    trick = len(state.deal[Tricks].tricks)
                    tops[row, trick] += round(_gap(explanation) * THOUSANDTHS)
                    bottoms[row, trick] += 1
        return columns_of(tops, bottoms, [f"trick {trick + 1}" for trick in range(tops.shape[1])], scale=THOUSANDTHS)


@frozen
class Matter(Metric):
    """Share of the decisions with a choice at which the best action is clearly better than the median one.

    Clearly means outside the 95 % interval of the difference, over the worlds in which a bot tried both.

    >>> from trickkit import lab
    >>> lab.profile("pikinni", bots="flat:4", deals=3, metrics=["decisions that matter"]).rows[0].unit
    'share'
    """

    name = "decisions that matter"
    unit = "share"
    about = "how many decisions matter"
    needs = "players that try out actions, such as flat:64 or best:2"
    source = "evaluations of the bots"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        clear = [[_is_clear(explanation) for _, explanation in _tried(trace)] for trace in seen.traces]
        return columns_of(np.array([*map(sum, clear)]), np.array([*map(len, clear)]))


def _is_clear(said: Explanation) -> bool:
    middle = said.choices[len(said.choices) // 2]
    return middle.behind_error is not None and middle.behind > reach(middle.behind_error)


@frozen
class Luck(Metric):
    """Share of the variance of a seat's lead that cards and seat explain; the rest is play.

    Each deal is played twice, with the same cards in the same seats and other decisions of the same players, so that
    only the cards and the seat are common to both. Deterministic bots leave no variance to play; in a study with
    different bots, the choice of bot counts as play.

    >>> from trickkit import lab
    >>> found = lab.profile("pikoko", bots="random", deals=2000, metrics=["luck"])
    >>> 0 < found.rows[0].values[0].mean < 0.5
    True
    """

    name = "luck"
    unit = "share"
    about = "how much cards and seat decide"
    needs = "two sides or more"
    source = "each deal played again"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        if len(seen.utility.sides) < 2:
            return []
        return _in_common(
            [(_leads(trace.states[-1].results[-1].scores), _leads(seen.table.again(trace))) for trace in seen.traces]
        )


@frozen
class LuckOfPlace(Metric):
    """Share of the variance of a seat's lead explained by position alone.

    The leads at the same place are compared between each deal and a deal with other cards, so that only the place is
    common to both. It is a part of `luck`; the cards are the rest.

    >>> from trickkit import lab
    >>> found = lab.profile("pikoko", bots="random", deals=2000, metrics=["luck of the place"])
    >>> abs(found.rows[0].values[0].mean) < 0.5
    True
    """

    name = "luck of the place"
    unit = "share"
    about = "how much the place decides"
    needs = "two sides or more"
    source = "each deal, and one with other cards"
    traced = True

    def columns(self, seen: Observed) -> list[Column]:
        if len(seen.utility.sides) < 2:
            return []
        return _in_common([(_by_place(trace), _by_place(seen.table.elsewhere(trace))) for trace in seen.traces])


def _in_common(leads: Sequence[tuple[list[int], list[int]]]) -> list[Column]:
    """A column of the share of variance that the two leads in each pair have in common."""
    common = [2 * sum(lead * other for lead, other in zip(*both, strict=True)) for both in leads]
    whole = [sum(lead * lead for half in both for lead in half) for both in leads]
    return columns_of(np.array(common), np.array(whole))


def _by_place(trace: Trace) -> list[int]:
    """Each place's lead over the mean, from the starter clockwise."""
    leads, starter = _leads(trace.states[-1].results[-1].scores), trace.states[0].deal.begun_by
    return leads[starter:] + leads[:starter]


def _leads(points: tuple[int, ...]) -> list[int]:
    """Each seat's lead over the mean, times the number of seats."""
    return [len(points) * own - sum(points) for own in points]


@frozen
class Skill(Metric):
    """By how many points a deal a bot is ahead of the next one, with the same cards in the same seats.

    It needs a study with different bots: `bots=["best:3", "best:2"]` says how much more thinking pays. In games that
    the fewest points win, it counts how many fewer.

    >>> from trickkit import lab
    >>> found = lab.profile("pikoko", bots=["greedy", "random"], deals=20, metrics=["skill"])
    >>> [row.label for row in found.rows], found.rows[0].values[0].mean > 0
    (['greedy ahead of random'], True)
    """

    name = "skill"
    unit = "points"
    about = "by how much {who}"
    needs = "players that differ"
    source = "points of all deals, from every seat"

    def columns(self, seen: Observed) -> list[Column]:
        columns = []
        for index, (bot, other) in enumerate(pairwise(seen.bots)):
            own, its = seen.seated == index, seen.seated == index + 1
            counts = own.sum(axis=1), its.sum(axis=1)
            points = [(seen.deals.points * mine).sum(axis=1) for mine in (own, its)]
            ahead = seen.utility.sign * (points[0] * counts[1] - points[1] * counts[0])
            columns += columns_of(ahead, counts[0] * counts[1], [f"{bot} ahead of {other}"])
        return columns
