"""The policies that a sheet may name: those of the library, and those in the Python file of its base."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

from attrs import has

__all__ = ["named"]


def named(own: ModuleType | None) -> dict[str, type[Any]]:
    """The policies by name.

    Args:
        own: the module of the base, whose names take precedence over those of the library; None for the library alone.

    >>> import trickkit.variants.pikoko
    >>> policies = named(trickkit.variants.pikoko)
    >>> policies["MustTrump"], policies["ScoreBids"].__module__
    (<class 'trickkit.policies.follow.MustTrump'>, 'trickkit.scoring.bids')
    """
    return {**_library(), **({} if own is None else dict(_public(own)))}


@cache
def _library() -> dict[str, type[Any]]:
    """The policies of the library: the public classes of all modules that define policies."""
    packages = [import_module(f"trickkit.{name}") for name in ("policies", "phases", "scoring")]
    names = [module.name for package in packages for module in walk_packages(package.__path__, f"{package.__name__}.")]
    return {name: policy for module in names for name, policy in _public(import_module(module))}


def _public(module: ModuleType) -> Iterator[tuple[str, type[Any]]]:
    """The classes of a module that may be policies, by name."""
    for name in getattr(module, "__all__", [name for name in vars(module) if name[0] != "_"]):
        value = getattr(module, name)
        if isinstance(value, type) and (has(value) or isinstance(value, ABCMeta)):
            yield value.__name__, value
