"""Which cases are run: fixed ones of those that are alike, unless all of them are asked for.

The profile of hypothesis, which the variable `HYPOTHESIS_PROFILE` names, says how much: `fast` runs the same cases and
examples every time and everywhere, so what passed once passes again. `cases` runs every case, with examples drawn at
random; `deep` more examples of each as well.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar
from zlib import crc32

if TYPE_CHECKING:
    import pytest

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "fast")
DEEP = PROFILE == "deep"
"""Whether all examples are run."""
EVERY = DEEP or PROFILE == "cases"
"""Whether all cases are run."""

LAWS_OF_A_GAME = 2
"""How many laws of those that a class of `trickkit.testing.laws` has are run."""

GUIDES = {
    f"docs/{name}.md"
    for name in (*("how-to/auctions", "how-to/bots", "how-to/errors", "how-to/sample-worlds", "tutorials/play"),)
}
"""The guides and tutorials that are run: others have commands that take long. All other pages take no time."""

LARGE = re.compile(
    r"tests/((bots|learn)/.*\[.*\b5211|"
    r"(bots|learn|batch/test_(one_thread|printing|single_game|single_tricks)\.py).*\[.*\b(skull_king|tarot))\b"
)
"""Tests of bots, observations and games in place with games of more than 64 faces, for which they are compiled anew:
with all cases."""

T = TypeVar("T")


def sampled(cases: Sequence[T], most: int) -> Sequence[T]:
    """So many cases, evenly spread, of which the first is one; all where every case is run."""
    if EVERY or len(cases) <= most:
        return cases
    return [cases[number * len(cases) // most] for number in range(most)]


def left_out(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """The tests of each family beyond as many as are run."""
    families: dict[tuple[str, int], dict[str, list[pytest.Item]]] = {}
    for item in items:
        marker = item.get_closest_marker("sample")
        if LARGE.match(item.nodeid):
            family, case = ("large decks", 0), item.nodeid
        elif marker is not None:
            family, case = (item.nodeid.partition("[")[0], *marker.args), item.nodeid
        elif getattr(getattr(item, "cls", None), "__name__", "") == "Laws":
            family, case = (item.nodeid.rpartition("::")[0], LAWS_OF_A_GAME), item.nodeid
        elif item.nodeid.startswith(("docs/how-to/", "docs/tutorials/")):
            # The blocks of a page need those above them: it is run as a whole, or not at all.
            page = item.nodeid.partition("::")[0]
            family, case = (page, page in GUIDES), page
        else:
            continue
        families.setdefault(family, {}).setdefault(case, []).append(item)
    # The choice among cases is as good as random, and does not change when others are added.
    return {
        item
        for (_, most), cases in families.items()
        for case in sorted(cases, key=lambda name: crc32(name.encode()))[most:]
        for item in cases[case]
    }
