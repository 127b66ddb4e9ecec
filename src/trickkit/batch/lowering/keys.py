"""Keys that identify equivalent runs of phases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import fields

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
