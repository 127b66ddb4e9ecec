"""Modules under the names by which they were imported before they moved.

`from trickkit.cards import french` goes on working: the import finds the names of `trickkit.model.cards`. Pickles that
name a former module are read likewise.
"""

from __future__ import annotations

import sys
from importlib import import_module

# Not from `typing` or `types`: until the command line minds interrupts, as little as possible is imported.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["FORMER", "RENAMED", "remember"]

FORMER = {
    "trickkit.actions": ("trickkit.model.actions",),
    "trickkit.cards": ("trickkit.model.cards",),
    "trickkit.chance": ("trickkit.model.chance",),
    "trickkit.deal": ("trickkit.model.events", "trickkit.model.deal", "trickkit.play.view"),
    "trickkit.fields": ("trickkit.model.checks",),
    "trickkit.hands": ("trickkit.model.hands",),
    "trickkit.options": ("trickkit.catalog.options",),
    "trickkit.phases.choosing": ("trickkit.phases.kinds.choosing",),
    "trickkit.phases.polls": ("trickkit.phases.kinds.polls",),
    "trickkit.phases.seating": ("trickkit.phases.tricks.seating",),
    "trickkit.phases.simultaneous": ("trickkit.phases.kinds.simultaneous",),
    "trickkit.phases.trick_table": ("trickkit.phases.tricks.record",),
    "trickkit.playout": ("trickkit.play.playout",),
    "trickkit.policies.keeping": ("trickkit.policies.discarding",),
    "trickkit.policies.who": ("trickkit.policies.participants",),
    "trickkit.rules": ("trickkit.play.rules",),
    "trickkit.scoring.outline": ("trickkit.scoring.summary",),
    "trickkit.state": ("trickkit.play.state",),
    "trickkit.symmetry": ("trickkit.model.symmetry",),
    "trickkit.variants.registry": ("trickkit.catalog.registry",),
    "trickkit.view": ("trickkit.play.view",),
}
"""By the former name of a module, the modules that now have its names."""

RENAMED = {
    "trickkit.policies.keeping": {"Keeping": "DiscardRestriction"},
    "trickkit.policies.who": {"Who": "Participants"},
}
"""By the former name of a module, its former names that have changed as well, each with the present one."""


def remember() -> None:
    """Let the former names be imported; none of the modules is loaded for it.

    >>> from trickkit.cards import french
    >>> from trickkit.model import cards
    >>> french is cards.french
    True
    """
    for former, present in FORMER.items():
        module = type(sys)(former, f"Moved to {' and '.join(present)}.")
        vars(module)["__getattr__"] = _look_up(former, present)
        sys.modules[former] = module


def _look_up(former: str, present: tuple[str, ...]) -> Callable[[str], Any]:
    """The `__getattr__` of a former module: a name comes from the first of those that took its place which has it."""

    def get(name: str) -> Any:
        modules = [import_module(module) for module in present]
        renamed = RENAMED.get(former, {})
        if name == "__all__":
            return [*renamed, *(public for module in modules for public in getattr(module, "__all__", ()))]
        for module in modules:
            if renamed.get(name, name) in vars(module) and not name.startswith("__"):
                return vars(module)[renamed.get(name, name)]
        raise AttributeError(f"module {former!r}, now {' and '.join(present)}, has no attribute {name!r}")

    return get
