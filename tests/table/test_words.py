"""What the pages say is said in all of their languages."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from blocks import ROOT

from trickkit import load
from trickkit.bots import LEVELS
from trickkit.catalog.options import options
from trickkit.catalog.registry import builder, keys
from trickkit.table.about import about

LANGUAGES = ("en", "nl", "fr", "de")
STATIC = ROOT / "src" / "trickkit" / "table" / "static"

NAMED = {
    *("re", "kontra", "schneider", "schwarz", "ouvert", "grand", "null", "solo", "hand", "petit", "petite", "sec"),
    *("garde", "sans", "contre", "klop", "valat", "betl", "durch", "obenabe", "uneufe", "up", "down", "change", "as"),
    *("open", "double", "triple"),
}
"""Calls that keep their names in other languages, or happen to be alike in one of them."""


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


def test_every_level_of_play_has_a_name() -> None:
    known, text = said(STATIC / "words.js")["en"].keys(), (STATIC / "texts.js").read_text("utf-8")
    for bot in ("random", "beginner", *(f"best:{level}" for level in LEVELS)):
        name = re.search(rf'\b{bot}"?: "(\w+)"', text)
        assert name, bot
        assert name[1] in known


def sentences() -> list[tuple[str, ...]]:
    """English sentences of the library, and each of their translations."""
    text = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("told.js", "about.js", "options.js"))
    rows = re.findall(r"^  \[(\".*\")\],$", text, re.MULTILINE)
    return [tuple(re.findall(r'"([^"]*)"', row)) for row in rows]


def test_every_sentence_of_the_library_is_said_in_every_language_with_fields_that_it_has() -> None:
    rows = sentences()
    assert len(rows) > 120
    for english, *others in rows:
        assert len(others) == len(LANGUAGES) - 1, english
        fields = re.findall(r"\{\w+\}", english)
        assert len({*fields}) == len(fields)
        for other in others:
            assert {*re.findall(r"\{\w+\}", other)} <= {*fields}, other


def parts() -> list[tuple[str, ...]]:
    """How parts of rules begin and what they are given, and what players say of them in every language."""
    rows = re.findall(r"^  \[(\".*\")\],$", (STATIC / "parts.js").read_text(encoding="utf-8"), re.MULTILINE)
    return [tuple(re.findall(r'"([^"]*)"', row)) for row in rows]


def test_every_part_of_rules_for_players_is_one_of_the_library_and_said_in_every_language() -> None:
    paths = [*(ROOT / "src").rglob("*.py"), *(ROOT / "variants").rglob("*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    told = {*re.findall(r'^class [^"]*?:\n    """(.+)$', text, re.MULTILINE)}
    assert len(parts()) > 50
    for part, *said in parts():
        begins, _, given = part.partition("…")
        assert len({sentence for sentence in told if sentence.startswith(begins)}) == 1, part
        assert len(said) == len(LANGUAGES), part
        for text in said:
            assert {*re.findall(r"\{\w+\}", text)} <= {*re.findall(r"\{\w+\}", given)}, text


@pytest.mark.parametrize("game", ["pikoko", "pikinni", "5211", "hearts", "bridge", "skat"])
def test_what_happens_in_a_deal_is_said_as_players_say_it(game: str) -> None:
    told, known = about(load(game).start(seed=7).view(0)), [part.partition("…")[0] for part, *_ in parts()]
    for depth, text in (line for part in ("schedule", "phases", "scoring", "ending") for line in told[part]):
        assert depth or any(text.startswith(begins) for begins in known), text


def run(code: str, language: str) -> Any:
    """What JavaScript prints as JSON, in a language of the page."""
    text = f'globalThis.localStorage = {{getItem: () => "{language}"}};\n{code}'
    command = ["node", "--experimental-default-type=module", "--input-type=module", "-e", text]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


@pytest.mark.sample(4)
@pytest.mark.skipif(which("node") is None, reason="node is not installed")
@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["1 point ", "0.3 points ", "2 points "]),
        ("nl", ["1 punt ", "0,3 punten ", "2 punten "]),
        ("fr", ["1 point ", "0,3 point ", "2 points "]),
        ("de", ["1 Punkt ", "0,3 Punkte ", "2 Punkte "]),
    ],
)
def test_words_agree_with_their_numbers(language: str, forms: list[str]) -> None:
    code = f"""
    const {{word}} = await import({json.dumps((STATIC / "words.js").as_uri())});
    console.log(JSON.stringify([1, 0.3, 2].map(behind => word("could_tried", {{behind, playouts: 500}}))));
    """
    for form, said in zip(forms, run(code, language), strict=True):
        assert form in said


@pytest.mark.skipif(which("node") is None, reason="node is not installed")
def test_only_the_semicolon_of_a_known_sentence_is_kept_when_cards_are_cut_off() -> None:
    texts = [
        "the table has moved on since; look again",
        "♥5 is not allowed: follow suit: spades was led; legal: ♠2",
    ]
    code = f"""
    const {{isWhole, translated}} = await import({json.dumps((STATIC / "told.js").as_uri())});
    console.log(JSON.stringify({json.dumps(texts)}.map(text => [isWhole(text), translated(text)])));
    """
    (moved_on, is_whole), (not_allowed, _) = run(code, "nl")
    assert (moved_on, not_allowed) == (True, False)
    assert is_whole == "de tafel is al verder; kijk nog eens"


def test_every_sentence_that_is_translated_is_one_that_the_library_says() -> None:
    paths = [*(ROOT / "src").rglob("*.py"), *(ROOT / "variants").rglob("*.py")]
    code = " ".join(path.read_text(encoding="utf-8") for path in paths)
    joined = re.sub(r'"\s*\n\s*f?"', "", code).casefold()
    for english, *_ in sentences():
        parts = [part for part in re.split(r"\{\w+\}", english) if re.search(r"\w", part)]
        assert all(part.strip(": .;,").casefold() in joined for part in parts), english


def test_every_game_is_summed_up_in_every_language() -> None:
    known = {english for english, *_ in sentences()}
    assert {load(key).summary for key in keys()} <= known


@pytest.mark.parametrize("game", keys())
def test_every_option_is_explained_in_every_language(game: str) -> None:
    known = {english for english, *_ in sentences()}
    meanings = {option.meaning for option in options(builder(game))} - {""}
    assert meanings <= known


@pytest.mark.skipif(which("node") is None, reason="node is not installed")
def test_every_call_is_said_in_every_language() -> None:
    """What is left in English are names that players say in every language, and remarks of games for few."""
    games = [load(key) for key in keys() if key != "rope_team"]
    calls = sorted({text for rules in games for text in rules.actions if re.search("[a-z]{2}", text)})
    code = f"""
    const {{calledOut}} = await import({json.dumps((STATIC / "calls.js").as_uri())});
    console.log(JSON.stringify({json.dumps(calls)}.map(text => calledOut(text))));
    """
    for language in LANGUAGES[1:]:
        said = dict(zip(calls, run(code, language), strict=True))
        assert said["name H schneider"].endswith(" H schneider")
        assert said["bid 1NT"].endswith(" 1SA")
        left = {word for call, text in said.items() for word in {*re.findall("[a-z]{2,}", call)} & {*text.split()}}
        assert left <= NAMED | {"trust"}, language


@pytest.mark.skipif(which("node") is None, reason="node is not installed")
def test_reasons_of_any_game_are_shown() -> None:
    """A number of cards as a field, and an outcome without a reason."""
    code = f"""
    const made = () => ({{texts: [], append(...parts) {{
      this.texts.push(...parts.flatMap(part => part.texts ?? [part]));
    }}}});
    const shown = {{replaceChildren(...parts) {{ this.texts = parts.flatMap(part => part.texts); }}}};
    globalThis.document = {{createElement: made, getElementById: () => shown}};
    const {{end, scores}} = await import({json.dumps((STATIC / "scores.js").as_uri())});
    const line = {{seat: 0, points: 2, reason: "2 cards", code: "own", fields: {{cards: 2}}}};
    const view = {{
      seat: 0, players: 1, scores: [2], lines: [line], deal: {{number: 0}}, results: [], suits: {{}}, order: [],
      several: {{}}, faces: {{}}, outcome: {{ranking: [[0]], reason: ""}},
    }};
    scores({{view, seats: [{{name: "Ann"}}]}});
    console.log(JSON.stringify([shown.texts, end({{view, seats: [{{name: "Ann"}}]}}).texts]));
    """
    sheet, ranking = run(code, "en")
    assert "2 cards" in "".join(sheet)
    assert ranking[-2:] == ["2", ""]
