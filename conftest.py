"""Every example is executed: those in docstrings, in the README and in the documentation.

What somebody's terminal looks like is forgotten before: nothing that is tested depends on it.

Coverage is measured where tests look at one thing after another. Laws, oracles and pages play whole games: they would
count almost every line, whether or not anything asks what it should do, and measuring takes more than twice as long as
playing. Other tests that take long, and run no line that no other test runs, are marked `no_cover`, too.
"""

import gc
import os
from collections.abc import Generator
from doctest import ELLIPSIS
from functools import cache

import pytest
from blocks import ROOT, parse
from sybil import Sybil
from sybil.parsers.rest import DocTestParser
from sybil.sybil import SybilCollection

TERMINAL = (
    *("CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "PYTHONIOENCODING"),
    *("PY_COLORS", "TERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE"),
)
for name in TERMINAL:
    os.environ.pop(name, None)

in_source = Sybil(path="src", parsers=[DocTestParser(ELLIPSIS), parse], patterns=["*.py"])
in_classics = Sybil(path="variants", parsers=[DocTestParser(ELLIPSIS), parse], patterns=["*.py"])
in_pages = Sybil(parsers=[parse], patterns=["*.md"])
pytest_collect_file = SybilCollection([in_source, in_classics, in_pages]).pytest()

IN_STEP = (
    *("calling", "exploring", "follow", "games", "hands"),
    *("large_decks", "lockstep", "random_play", "seeds", "stock"),
)
"""The tests in `tests/batch` that hold whole deals of the compiled engine to the reference engine."""

UNMEASURED = (
    *("README.md", "docs", "variants", "tests/classics", "tests/conformance", "tests/docs", "tests/properties"),
    *("tests/record/test_properties.py", "tests/testing/test_lawful.py"),
    *(f"tests/batch/test_{name}.py" for name in IN_STEP),
)
"""Folders and files whose tests play whole games."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among what is collected, which lasts to the end: there is much of it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure no coverage of tests that play whole games, nor of laws."""
    folders = [ROOT / path for path in UNMEASURED]
    whole_games = cache(lambda path: any(path.is_relative_to(folder) for folder in folders))
    for item in items:
        laws = getattr(item, "cls", None) is not None and item.cls.__name__ == "Laws"
        if laws or whole_games(item.path):
            item.add_marker("no_cover")
