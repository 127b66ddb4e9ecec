"""The sheet of styles keeps drawing quick: a move restyles what has changed, and not the page."""

from __future__ import annotations

import re

from blocks import ROOT

STYLE = ROOT / "src" / "trickkit" / "table" / "static" / "style.css"
INNERMOST = re.compile(r"\([^()]*\)")
COMBINATOR = re.compile(r"\s*[>+~]\s*|\s+")


def selectors(sheet: str) -> list[str]:
    """The selectors that ask for what is inside of something."""
    heads = re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    return [head.strip() for head in heads if ":has(" in head]


def last(selector: str) -> str:
    """What a selector is about, without brackets."""
    while INNERMOST.search(selector):
        selector = INNERMOST.sub("", selector)
    return COMBINATOR.split(selector.rpartition(",")[2].strip())[-1]


def test_no_rule_about_what_is_inside_ends_in_any_element_at_all() -> None:
    """Browsers restyle everything in the page for such a rule, whenever something comes or goes."""
    named = selectors(STYLE.read_text("utf-8"))
    assert len(named) > 10
    assert [selector for selector in named if re.match(r"\*|:(?!is\b)", last(selector))] == []
    assert last(".table:not(:has(.said[open], .board)) .trick > :not(.laid)") == ":not"
    assert last(".at-table:has(.table:empty) :is(.table, footer)") == ":is"
