"""Runs that play alike, and positions that are merged because their summaries are equal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import fields

from trickkit.model.deal import Deal
from trickkit.model.events import Record
from trickkit.phases.base import Run
from trickkit.phases.kinds.simultaneous import SimultaneousRun


def _hashable(part: Any) -> Any:
    """The same value, with mappings as tuples of their items."""
    if isinstance(part, Mapping):
        return tuple(part.items())
    return tuple(_hashable(member) for member in part) if type(part) is tuple else part


def key_of(run: Run[Any]) -> Any:
    """A key of a run without its deal: runs with equal keys play alike if they read the same answers."""
    held = [getattr(run, attribute.name) for attribute in fields(type(run))]
    key = (type(run), *(_hashable(part) for part in held if part is not run.deal))
    try:
        hash(key)
    except TypeError:
        return object()
    return key


def go_on_alike(run: Run[Any], one: Any, other: Any) -> bool:
    """Whether two positions allow the same actions with the same results, judged by two actions."""
    return bool(one.actors == other.actors) and all(_may_do_alike(run, one, other, seat) for seat in one.actors)


def _may_do_alike(run: Run[Any], one: Any, other: Any, seat: int) -> bool:
    legal = run.legal(one, seat)
    ends = (run.play(progress, seat, action) for action in {legal[0], legal[-1]} for progress in (one, other))
    return {*legal} == {*run.legal(other, seat)} and all(run.summary(end) == run.summary(next(ends)) for end in ends)


def forgets_changes(run: Run[Any], one: Any, other: Any, changes: Callable[[Deal], Any]) -> bool:
    """Whether secret commitments may change the deal, apart from records, in ways that a summary forgets.

    Of two merged positions only one is explored further, so not every combination of commitments occurs. With the
    default summary, which forgets all of them, any change may depend on them.

    Args:
        run: a run of a phase.
        one: one of the positions.
        other: another position with the same summary.
        changes: a function that returns the changes to a deal besides its records; falsy for none.
    """
    if type(run).committed is Run.committed:
        return False
    ends = [changes(run.record(_at_the_end(run, progress))) for progress in (one, other)]
    return ends[0] != ends[1] or (any(ends) and type(run).summary is SimultaneousRun.summary)


def _at_the_end(run: Run[Any], at: Any) -> Any:
    """The position at the end of a run, if every further decision is the first legal one."""
    while at.actors:
        at = run.play(at, at.actors[0], run.legal(at, at.actors[0])[0])
    return at


def left_out(run: Run[Any], one: Any, other: Any) -> set[tuple[type[Record], str]]:
    """The fields of records, by type, in which two positions differ."""
    before, after = run.record(one).__dict__["_by_type"], run.record(other).__dict__["_by_type"]
    return {
        (kind, part.name)
        for kind in before.keys() & after.keys()
        for part in fields(kind)
        if getattr(before[kind], part.name) != getattr(after[kind], part.name)
    }
