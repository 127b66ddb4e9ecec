"""Runs that play alike, and positions of a run that are merged because their summaries are equal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import fields

from trickkit.model.events import Record
from trickkit.phases.base import Run


def _hashable(part: Any) -> Any:
    """The same with mappings as tuples of their items."""
    if isinstance(part, Mapping):
        return tuple(part.items())
    return tuple(_hashable(one) for one in part) if type(part) is tuple else part


def key_of(run: Run[Any]) -> Any:
    """A key of a run apart from its deal: runs with equal keys play alike, as far as they look at the same facts."""
    held = [getattr(run, one.name) for one in fields(type(run))]
    key = (type(run), *(_hashable(part) for part in held if part is not run.deal))
    try:
        hash(key)
    except TypeError:
        return object()
    return key


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
