"""What the pages say is said in all of their languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from blocks import ROOT

LANGUAGES = ("en", "nl", "fr", "de")
STATIC = ROOT / "src" / "trickkit" / "table" / "static"


def said(path: Path) -> dict[str, dict[str, str]]:
    """By language, the words of a page."""
    text = path.read_text(encoding="utf-8").partition("const QUESTIONS")[0]
    parts = {
        language: re.search(rf"^  {language}: \{{\n(.*?)^  \}},", text, re.MULTILINE | re.DOTALL)
        for language in LANGUAGES
    }
    return {language: dict(re.findall(r'(\w+): "([^"]*)"', part[1])) for language, part in parts.items() if part}


@pytest.mark.parametrize("path", [STATIC / "words.js", ROOT / "docs" / "play" / "said.js"], ids=lambda path: path.stem)
def test_every_word_is_said_in_every_language_with_the_same_fields(path: Path) -> None:
    words = said(path)
    assert tuple(words) == LANGUAGES
    assert len(words["en"]) > 20
    for language, known in words.items():
        assert known.keys() == words["en"].keys(), language
        for word, text in known.items():
            assert re.findall(r"\{\w+\}", text) == re.findall(r"\{\w+\}", words["en"][word]), (language, word)


def test_every_word_that_a_page_asks_for_is_known() -> None:
    known = said(STATIC / "words.js")["en"].keys() | said(ROOT / "docs" / "play" / "said.js")["en"].keys()
    for path in (*STATIC.glob("*.*"), *(ROOT / "docs" / "play").glob("*.*")):
        text = path.read_text(encoding="utf-8")
        asked = re.findall(r'\bword\("(\w+)"', text) + re.findall(r'data-word="(\w+)"', text)
        assert {*asked} <= known, path.name
