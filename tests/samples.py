"""Samples of cases: the suite takes some at random, every time others, and `nox -s deep` takes all of them.

A sample is drawn from the seed `TRICKKIT_SAMPLE`; unless it is given, the commit that is checked out is its seed. The
same commit is thus tested in the same cases wherever and however often that is done, and all cases come up in the
course of many commits. Where there is no commit the seed is drawn. A run in which something fails prints it.

With `TRICKKIT_SAMPLE=all` no test is left out: each page, law and case is run once, with the usual number of examples
and of seeds. This finds what fails every time but is seldom drawn.
"""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import pytest


def seed_of(folder: Path) -> str:
    """The seed of the commit that is checked out in a folder; a new one where there is none."""
    try:
        commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder, capture_output=True, text=True, check=False)
    except OSError:  # There is no git, or no process at all, as in a browser.
        commit = None
    return str(int(commit.stdout[:8], 16) if commit and commit.returncode == 0 else secrets.randbits(32))


# Workers and processes that tests start inherit it: all of them take the same samples.
SAMPLE = os.environ.get("TRICKKIT_SAMPLE") or seed_of(Path(__file__).parent)
"""The seed of all samples."""
os.environ["TRICKKIT_SAMPLE"] = SAMPLE

EVERY = "all"
"""The seed of a sample that has every test."""

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "trickkit")
DEEP = PROFILE == "deep"
"""Whether all cases are run."""

LAWS_OF_A_GAME = 6
"""How many laws of those that a class of `trickkit.testing.laws` has are a sample of it."""

PAGES = 10
"""How many pages of the documentation are a sample of it."""

T = TypeVar("T")


def sampled(cases: Sequence[T], most: int) -> Sequence[T]:
    """All cases under the profile `deep`, else so many of them at random, in their order; the first is one of them."""
    if DEEP or len(cases) <= most:
        return cases
    places = Random(SAMPLE).sample(range(1, len(cases)), most - 1)
    return [cases[place] for place in sorted([0, *places])]


def left_out(items: Iterable[pytest.Item], seed: str = SAMPLE) -> set[pytest.Item]:
    """The tests that are no part of the sample of their family.

    Args:
        items: all tests, in their order.
        seed: of the sample; "all" leaves out none.
    """
    if seed == EVERY:
        return set()
    families: dict[tuple[str, int], list[pytest.Item]] = {}
    pages: dict[str, list[pytest.Item]] = {}
    for item in items:
        marker = item.get_closest_marker("sample")
        if marker is not None:
            families.setdefault((item.nodeid.partition("[")[0], *marker.args), []).append(item)
        elif getattr(getattr(item, "cls", None), "__name__", "") == "Laws":
            families.setdefault((item.nodeid.rpartition("::")[0], LAWS_OF_A_GAME), []).append(item)
        elif item.nodeid.startswith("docs/"):
            pages.setdefault(item.nodeid.partition("::")[0], []).append(item)
    found: set[pytest.Item] = set()
    for (name, most), members in families.items():
        found.update(Random(f"{seed} {name}").sample(members, max(0, len(members) - most)))
    # The blocks of a page need those above them: it is run as a whole, or not at all.
    for page in Random(seed).sample(sorted(pages), max(0, len(pages) - PAGES)):
        found.update(pages[page])
    return found
