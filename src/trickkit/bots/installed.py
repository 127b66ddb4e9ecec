"""Networks that distributions install for games, so that nobody has to train them."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from trickkit.errors import InvalidRules, quoted

__all__ = ["ENTRY_POINTS", "installed", "path_for"]

ENTRY_POINTS = "trickkit.networks"
"""The entry-point group in which a distribution registers packages of networks, a file KEY.npz for each game."""


@cache
def installed() -> dict[str, str]:
    """The paths of all installed networks, by the key of their game.

    >>> "hearts" in installed(), "cat_in_the_box" in installed()
    (True, False)
    """
    from importlib.metadata import entry_points

    paths: dict[str, str] = {}
    for entry in sorted(entry_points(group=ENTRY_POINTS)):
        package = find_spec(entry.module)
        for folder in (package.submodule_search_locations or ()) if package else ():
            paths |= {file.stem: os.fspath(file) for file in sorted(Path(folder).glob("*.npz"))}
    return paths


def path_for(key: str) -> str:
    """The path of the network that is installed for a game.

    Args:
        key: of the game.

    Raises:
        InvalidRules: there is none.

    >>> path_for("cat_in_the_box")
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: no network for 'cat_in_the_box' is installed; 'trickkit train' writes one, which \
learned:FILE plays (cat_in_the_box)
    """
    if key not in installed():
        raise InvalidRules(
            f"no network for {quoted(key)} is installed; 'trickkit train' writes one, which learned:FILE plays",
            game=key,
        )
    return installed()[key]
