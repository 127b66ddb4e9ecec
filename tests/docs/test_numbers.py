"""Pages tell how many laws there are, and how many tests pass, as many as there are now.

Pages are run in samples: one that nobody runs when a law is added would keep the old number.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from blocks import ROOT, blocks

from trickkit.testing.suite import LAWS

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
TOLD = [path for path in PAGES if re.search(r"\b\d+ laws\b", path.read_text("utf-8"))]
PASSED = re.compile(r"^\$ pytest .*\b(?P<file>test_\w+\.py)\b.*\n(?:.*\n)*?(?P<passed>\d+) passed", re.MULTILINE)
TESTED = [path for path in PAGES if PASSED.search(path.read_text("utf-8"))]


def short(path: Path) -> str:
    """How a page is named in the list of tests."""
    return path.stem


@pytest.mark.parametrize("path", TOLD, ids=short)
def test_a_page_tells_how_many_laws_there_are(path: Path) -> None:
    assert {*re.findall(r"\b(\d+) laws\b", path.read_text("utf-8"))} == {str(len(LAWS))}


@pytest.mark.parametrize("path", TESTED, ids=short)
def test_a_page_tells_how_many_of_its_tests_pass(path: Path) -> None:
    found = blocks(path.read_text("utf-8"))
    files = {block.options["title"]: block.text for block in found if "title" in block.options}
    for block in found:
        for run in PASSED.finditer(block.text):
            text = files[run["file"]]
            laws, cases = text.count("testing.laws("), len(re.findall(r"^def test_", text, re.MULTILINE))
            assert int(run["passed"]) == laws * len(LAWS) + cases, run["file"]
