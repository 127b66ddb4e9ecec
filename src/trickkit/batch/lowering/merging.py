"""Positions of a run that are merged because their summaries are equal: what else they share, and what they do not."""

from __future__ import annotations

from typing import Any

from attrs import fields

from trickkit.model.events import Record
from trickkit.phases.base import Run


def go_on_alike(run: Run[Any], one: Any, other: Any) -> bool:
    """Whether two positions allow the same actions with the same results, as far as two actions show it."""
    return bool(one.actors == other.actors) and all(_may_do_alike(run, one, other, seat) for seat in one.actors)


def _may_do_alike(run: Run[Any], one: Any, other: Any, seat: int) -> bool:
    legal = run.legal(one, seat)
    ends = (run.play(at, seat, action) for action in {legal[0], legal[-1]} for at in (one, other))
    return {*legal} == {*run.legal(other, seat)} and all(run.summary(end) == run.summary(next(ends)) for end in ends)


def left_out(run: Run[Any], one: Any, other: Any) -> set[tuple[type[Record], str]]:
    """The fields of records, by type, in which two positions differ."""
    before, after = run.record(one).__dict__["_by_type"], run.record(other).__dict__["_by_type"]
    return {
        (kind, part.name)
        for kind in before.keys() & after.keys()
        for part in fields(kind)
        if getattr(before[kind], part.name) != getattr(after[kind], part.name)
    }
