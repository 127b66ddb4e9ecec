"""Pages at the root of the source tree: their links lead to files and headings of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from blocks import ROOT

PAGES = sorted(ROOT.glob("*.md"))


def anchors(path: Path) -> set[str]:
    """Of all headings of a page."""
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\((?!\w+:)([^)\s]+)\)", page.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = ROOT / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_whoever_finds_a_hole_finds_where_to_report_it() -> None:
    for name in ("README.md", "docs/how-to/strangers.md"):
        assert "SECURITY" in (ROOT / name).read_text(encoding="utf-8"), name
