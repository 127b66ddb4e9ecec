"""Packages that load a module when one of its names is first used, so that a game loads only its own parts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

__all__ = ["in_html", "lazily"]


def lazily(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package.

    Args:
        package: its name.
        modules: for every public name of the package, the module in it that defines the name.

    >>> lazily("trickkit.phases", {"Tricks": "tricks"})("Tricks").__name__
    'Tricks'
    """

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return get


def in_html(value: object) -> str:
    """A value as notebooks show it: its picture, drawn by a higher layer (`trickkit.NOTEBOOK`).

    Args:
        value: a view, a deal, a hand or a record.

    >>> from trickkit import Hand
    >>> from trickkit.model.cards import french
    >>> in_html(Hand.of(french(), ["TH"]))[:4]
    '<svg'
    """
    html: str = import_module(sys.modules["trickkit"].NOTEBOOK).in_html(value)
    return html
