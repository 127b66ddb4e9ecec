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

SECOND_LOOKS = (
    # Guides and tutorials whose commands take long. A page is run as a whole: its blocks need those above them.
    r"docs/(how-to/(?!auctions|bots|sample-worlds)|tutorials/(?!play))",
    # Decks of more than 64 faces: everything is compiled anew for them.
    r"tests/(bots|learn)/.*\[.*\b(5211|skull_king|tarot)\b",
    r"tests/batch/test_(one_thread|printing|single_game|single_tricks)\.py.*\[.*\b(skull_king|tarot)\b",
    r"tests/batch/test_laying\.py.*\[large\b",
)
"""What is for all cases alone though no marker says so: patterns of ids."""

T = TypeVar("T")


def sampled(cases: Sequence[T], most: int) -> Sequence[T]:
    """So many cases, evenly spread, of which the first is one; all where every case is run."""
    if EVERY or len(cases) <= most:
        return cases
    return [cases[number * len(cases) // most] for number in range(most)]


def left_out(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """The tests of each family beyond as many as are run."""
    families: dict[tuple[str, int], list[pytest.Item]] = {}
    for item in items:
        marker = item.get_closest_marker("sample")
        if any(re.match(pattern, item.nodeid) for pattern in SECOND_LOOKS):
            family = ("", 0)
        elif marker is not None:
            family = (item.nodeid.partition("[")[0], *marker.args)
        elif getattr(getattr(item, "cls", None), "__name__", "") == "Laws":
            family = (item.nodeid.rpartition("::")[0], LAWS_OF_A_GAME)
        else:
            continue
        families.setdefault(family, []).append(item)
    # The choice among cases is as good as random, and does not change when others are added.
    return {
        item
        for (_, most), cases in families.items()
        for item in sorted(cases, key=lambda case: crc32(case.nodeid.encode()))[most:]
    }
