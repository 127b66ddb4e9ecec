"""Where rules come from by name: the games of the package, installed distributions, and files."""

from __future__ import annotations

import importlib
import os.path
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from types import ModuleType
from typing import Any

from trickkit.errors import InvalidRules, TrickkitError, nearest
from trickkit.options import check
from trickkit.rules import Rules

__all__ = ["ENTRY_POINTS", "builder", "keys", "load"]

ENTRY_POINTS = "trickkit.variants"
"""The entry-point group in which a distribution registers its variants: a key, and a module that defines `rules`."""

_BUILT_IN = {"pikoko": "trickkit.variants.pikoko"}


def _registered() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}


def keys() -> tuple[str, ...]:
    """The keys of all games that are installed, those of the package first.

    >>> keys()[0]
    'pikoko'
    """
    return tuple(dict.fromkeys((*_BUILT_IN, *sorted(_registered()))))


def builder(game: str) -> Callable[..., Rules]:
    """The function that builds the rules of a game, from its options.

    Args:
        game: a key, or the path of a Python file that defines `rules`.

    Raises:
        InvalidRules: there is no such game, or its file cannot be used.
    """
    if game in _BUILT_IN:
        return _function(importlib.import_module(_BUILT_IN[game]), game)
    if game.endswith(".py"):
        return _function(_module(game), game)
    registered = _registered()
    if game not in registered:
        known = keys()
        raise InvalidRules(
            f"no game {game!r}{nearest(game, known)}; games: {', '.join(known)}, or the path of a .py file"
        )
    with _blamed(f"{game} cannot be imported"):
        return _function(registered[game].load(), game)


@contextmanager
def _blamed(what: str) -> Iterator[None]:
    """Turn what goes wrong in somebody's module into an error of the family, with the other as its cause."""
    try:
        yield
    except TrickkitError:
        raise
    except Exception as error:
        raise InvalidRules(f"{what}: {type(error).__name__}: {error}") from error


def _module(path: str) -> ModuleType:
    if not os.path.isfile(path):
        raise InvalidRules(f"no file {path!r}")
    loader = SourceFileLoader(os.path.basename(path).removesuffix(".py"), path)
    module = ModuleType(loader.name)
    module.__file__ = path
    with _blamed(f"{path} cannot be run"):
        loader.exec_module(module)
    return module


def _function(module: Any, game: str) -> Callable[..., Rules]:
    function = getattr(module, "rules", None)
    if not callable(function):
        raise InvalidRules(f"{game} defines no function rules(...)")
    return function  # type: ignore[no-any-return]


def load(game: str, /, **options: Any) -> Rules:
    """The rules of a game with the given options.

    Args:
        game: the key of a game of the package or of an installed distribution, or the path of a Python file that
            defines `rules`.
        options: the game's own; see `trickkit rules KEY`.

    Raises:
        InvalidRules: there is no such game or option, or an option cannot have that value.

    >>> load("pikoko", players=3).options["players"]
    3
    """
    function = builder(game)
    check(function, options)
    with _blamed(f"rules(...) of {game} failed"):
        rules = function(**options)
    if not isinstance(rules, Rules):
        raise InvalidRules(f"rules(...) of {game} returned {rules!r}, which are no Rules")
    return rules
