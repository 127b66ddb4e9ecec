"""Explains a rule's effect: the decisions at which deals diverge, the share of each, and deals that show it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from trickkit.lab.alone import changes_of
from trickkit.lab.changes import CAMEL
from trickkit.lab.evidence import ALIKE
from trickkit.lab.words import in_words, signed

if TYPE_CHECKING:
    from trickkit.lab.results import Found
    from trickkit.lab.rows import Row
    from trickkit.lab.trace import Trace

__all__ = ["Carried", "are_combined", "carried", "instead", "shared", "situation_in_words", "stories", "why"]

TOLD = 3
"""The number of deals that are told."""
OFTEN = 3
"""The number of replaced decisions that are named."""
LEAST = 0.05
"""Situations with a smaller share of the effect, relative to the largest one, are left out."""


@frozen
class Carried:
    """The part of an effect that comes from deals which diverge at one kind of decision.

    Args:
        situation: the decision, in words.
        deals: how many deals diverge there.
        by: their part of the difference; the parts add up to the difference in the examined deals.

    >>> Carried("leading a trick", 12, 0.25).by
    0.25
    """

    situation: str
    deals: int
    by: float


def carried(found: Found, place: int, row: Row) -> tuple[Carried, ...]:
    """The parts of a difference by the decision at which deals diverge, the largest first.

    The difference of two means is a sum over deals, which is split up by where each deal diverges. This describes the
    examined deals; the parts have no intervals.

    Args:
        found: the study.
        place: the index of the rules, from 1.
        row: the number.

    >>> from trickkit import lab, load
    >>> other = load("oh_hell", score="every_trick")
    >>> found = lab.compare("oh_hell", other, bots="random", deals=30, metrics=["points"])
    >>> [(part.situation, part.deals) for part in carried(found, 1, found.rows[0])]
    [('the same decisions, which score differently', 26)]
    """
    sums = {
        where: (scale, part)
        for (index, where, *key, scale), part in found.sums.parts.items()
        if (index, *key) == (place, row.metric, row.label)
    }
    bottoms = [sum(part[side] for _, part in sums.values()) for side in (1, 3)]
    if not all(bottoms):
        return ()
    counts = found.sums.counts
    parts = [
        Carried(
            situation_in_words(where),
            counts[place, "scored"] if where == ALIKE else counts[place, f"at {where}"],
            (part[2] / bottoms[1] - part[0] / bottoms[0]) / scale,
        )
        for where, (scale, part) in sums.items()
    ]
    return tuple(sorted((part for part in parts if part.by), key=lambda part: -abs(part.by)))


def situation_in_words(where: str) -> str:
    """A kind of decision, in words for a sentence.

    >>> situation_in_words("CallEstimates"), situation_in_words("leading a trick")
    ('the phase “call estimates”', 'leading a trick')
    """
    if where == ALIKE:
        return "the same decisions, which score differently"
    return where if " " in where else f"the phase “{CAMEL.sub(' ', where).lower()}”"


def instead(found: Found, place: int) -> tuple[tuple[str, int], ...]:
    """The decisions, except plays, most often replaced where deals diverge, and in how many deals.

    Args:
        found: the study.
        place: the index of the rules, from 1.

    >>> from trickkit import lab, load
    >>> loose = load("oh_hell", hook=False, cards=2)
    >>> found = lab.compare(load("oh_hell", cards=2), loose, bots="greedy", deals=20, metrics=["points"])
    >>> {name for name, _ in instead(found, 1)} <= {"1 instead of 0", "1 instead of 2", "0 instead of 1"}
    True
    """
    names = {
        name: count for (index, name), count in found.sums.counts.items() if index == place and " instead of " in name
    }
    return tuple(sorted(names.items(), key=lambda item: (-item[1], item[0]))[:OFTEN])


def why(found: Found, place: int, row: Row, sign: int = 1) -> Iterator[str]:
    """Explains why a number changed, in sentences: where deals diverge, and which decisions replace which.

    Args:
        found: the study.
        place: the index of the rules, from 1.
        row: the number.
        sign: -1 if the first rules have what the sentence is about, and the others lack it.

    >>> from trickkit import lab
    >>> found = lab.compare("pikoko", "pikoko", bots="random", deals=20, metrics=["points"])
    >>> [*why(found, 1, found.rows[0])]
    []
    """
    parts = carried(found, place, row)
    if not parts:
        return
    whole = sum(part.by for part in parts)
    most = max(abs(part.by) for part in parts)
    kept = [part for part in parts if abs(part.by) >= LEAST * most]
    texts = [f"{part.situation} ({part.deals} deals, {signed(sign * part.by, row.unit)})" for part in kept]
    verb = f"Where the {signed(sign * whole, row.unit)} come from, by the first decision in which deals part"
    yield f"{verb}: {'; '.join(texts)}."
    replaced = instead(found, place)
    if replaced:
        yield f"Most often: {', '.join(f'{name} ({count} deals)' for name, count in replaced)}."


def stories(found: Found, place: int, most: int = TOLD) -> tuple[tuple[str, ...], ...]:
    """The deals in which the rules mattered most, in words; () if other cards are dealt.

    Args:
        found: the study.
        place: the index of the rules, from 1.
        most: how many deals.

    Returns:
        Returns for each deal some lines: the cards, where the deals diverge, and how each continues.

    >>> from trickkit import lab
    >>> found = lab.compare("pikinni", "pikoko", bots="random", deals=20, metrics=["points"])
    >>> stories(found, 1)
    ()
    """
    if not found.study.has_same_cards:
        return ()
    tables, names = found.study.tables, found.study.names
    deals = found.sums.apart.get(place, ())[:most]
    return tuple(
        _story(deal, points, [(names[side], tables[side].trace(deal)) for side in (0, place)]) for points, deal in deals
    )


def _story(deal: int, points: int, pair: Sequence[tuple[str, Trace]]) -> tuple[str, ...]:
    logs = [[*map(str, trace.states[-1].results[-1].deal.events)] for _, trace in pair]
    part = next(
        (index for index, both in enumerate(zip(*logs, strict=False)) if len(set(both)) > 1), min(map(len, logs))
    )
    begun = len(pair[0][1].states[0].deal.events)
    # The number is that of the deal in its game.
    cards = re.sub(r"Deal \d+ begins; seat", "Seat", " ".join(logs[0][:begun]))
    alike = logs[0][begun:part]
    lines = [
        f"Deal {deal}: all seats together differ by {points} points. {cards}",
        f"Alike: {' '.join(alike)}" if alike else "The deals part at the first decision.",
    ]
    return *lines, *(f"{name}: {' '.join(events[part:])}" for (name, _), events in zip(pair, logs, strict=True))


def shared(found: Found) -> Iterator[str]:
    """How the effect of all changes together differs from the sum of single ones, if a study has both.

    The interval follows from those of the differences, which hold simultaneously; it is wide, but valid.

    Args:
        found: the study; the last rules have all changes of those between them and the first.

    >>> from trickkit import lab
    >>> [*shared(lab.compare("pikoko", "pikoko", bots="random", deals=20, metrics=["points"]))]
    []
    """
    study = found.study
    if not are_combined(found):
        return
    for row in found.rows:
        *alone, together = row.differences
        if together is None or None in alone:
            continue
        parts = [estimate for estimate in alone if estimate is not None]
        mean = together.mean - sum(estimate.mean for estimate in parts)
        low, high = (
            together.low - sum(estimate.high for estimate in parts),
            together.high - sum(estimate.low for estimate in parts),
        )
        sure = "surely" if not low <= 0 <= high else "not surely"
        alone_by = [signed(estimate.mean, row.unit) for estimate in parts]
        named = ", ".join(f"{name} {by}" for name, by in zip(study.names[1:-1], alone_by, strict=True))
        yield in_words(
            f"{row.what}: {named}; together {signed(together.mean, row.unit)}, {sure} other than the sum: by "
            f"{signed(mean, row.unit)} ({signed(low, row.unit)} to {signed(high, row.unit)})"
        )


def are_combined(found: Found) -> bool:
    """Whether the last rules combine the changes of all between them and the first.

    >>> from trickkit import lab
    >>> are_combined(lab.compare("pikoko", "pikoko", bots="random", deals=20, metrics=["points"]))
    False
    """
    if len(found.study.rules) < 4:
        return False
    base, *alone, last = map(changes_of, found.study.rules)
    changes = [
        {path: changed[path] for path in changed if changed[path] != base.get(path)} for changed in (*alone, last)
    ]
    *parts, whole = changes
    together: dict[str, object] = {}
    for part in parts:
        if not part or together.keys() & part.keys():
            return False
        together |= part
    return together == whole
