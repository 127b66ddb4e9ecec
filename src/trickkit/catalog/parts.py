"""The parts of which games are built, each with a description in one line."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from importlib import import_module

from trickkit.catalog.sheets.policies import named
from trickkit.phases.base import Phase, Run

__all__ = ["parts"]


def parts(word: str = "") -> Mapping[str, Mapping[str, str]]:
    """By module of the library, its phases, policies and scorings, each with the first line of its docstring.

    Args:
        word: a text that must occur in the part's name, line, kind (such as `Sides` for `DeclarerAndPartner`) or module
            name; `""` for all parts.

    >>> parts("renege")["trickkit.policies.reneging"]["MayRenege"]
    'The highest trumps need not be played when a lower trump is led; another policy decides the rest.'
    """
    by_module: dict[str, dict[str, str]] = {}
    for module, name, line, kinds in sorted(_all()):
        if word.lower() in f"{module} {name} {line} {kinds}".lower():
            by_module.setdefault(module, {})[name] = line
    return by_module


def about(module: str) -> str:
    """The first line of a module's docstring."""
    return (inspect.getdoc(import_module(module)) or "").partition("\n")[0]


def _all() -> Iterator[tuple[str, str, str, str]]:
    """All parts, each as its module, its name, its line and the names of its kinds."""
    for name, kind in named(None).items():
        bases = [
            base for base in kind.__mro__[1:] if inspect.isabstract(base) and base.__module__.startswith("trickkit.")
        ]
        if bases and not inspect.isabstract(kind) and not issubclass(kind, Run):
            module = "trickkit.phases" if issubclass(kind, Phase) else kind.__module__
            kinds = " ".join(base.__name__ for base in bases)
            yield module, name, (inspect.getdoc(kind) or "").partition("\n")[0], kinds
