"""The site as readers meet it in a browser: what they copy runs, nothing is cut off, and everybody can read it.

It takes the system's Chromium or Chrome, and the extra `browser`.
"""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import browsers
import pytest
from blocks import ROOT, Block, blocks
from browsers import launched, opened, served
from tiers import sampled

from trickkit import TrickkitError

browsers.needed()
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="the extra browser is not installed")

KINDS = (
    *("index", "404", "tutorials/play", "tutorials/what-does-it-do", "games/index", "games/hearts", "how-to/plug-in"),
    *("how-to/sheets", "games/house_rules", "reference/policies"),
    *("explanation/views", "architecture", "reference/index", "reference/variants", "reference/command-line"),
    "reference/glossary",
)
"""A page of each kind."""

WIDE = ("games/5211", "games/bridge", "games/euchre", "games/hearts", "games/index", "games/pikinni", "games/pikoko")
"""The pages with the widest tables."""

CUT_OFF = """() => [
    ...[document.documentElement].filter(page => page.scrollWidth > innerWidth),
    ...[...document.querySelectorAll("article :is(.md-typeset__scrollwrap, td, .figure)")]
        .filter(part => part.scrollWidth > part.clientWidth + 1),
].map(part => `${part.tagName} ${part.innerText.slice(0, 40)}`)"""
SELECT = """number => getSelection().selectAllChildren(document.querySelectorAll("article pre > code")[number])"""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    with served(site) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


def code(block: Block) -> str:
    """The code of a session alone, as doctest reads it; of a console the commands."""
    if block.language == "console":
        return "\n".join(line[2:] for line in block.text.splitlines() if line.startswith("$ "))
    return "".join(example.source for example in doctest.DocTestParser().get_examples(block.text)).rstrip()


def sessions(name: str) -> dict[int, Block]:
    """The sessions and consoles of a page, by their places among its blocks."""
    found = blocks((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8"))
    return {
        place: block
        for place, block in enumerate(found)
        if block.language == "console" or (block.language == "python" and block.text.startswith(">>>"))
    }


@pytest.mark.sample(1)
@pytest.mark.parametrize("by_mouse", [False, True], ids=["button", "mouse"])
@pytest.mark.parametrize("name", ["tutorials/play", "how-to/errors", "how-to/plug-in", "how-to/records"])
def test_what_is_copied_is_the_code_alone(browser: Any, address: str, name: str, by_mouse: bool) -> None:
    page = opened(browser)
    page.goto(f"{address}/{name}.html")
    found = sessions(name)
    assert found
    for place, block in found.items():
        if by_mouse:
            page.evaluate(SELECT, place)
            page.keyboard.press("Control+c")
        else:
            part = page.locator("article pre").nth(place)
            part.hover()
            part.locator("[data-clipboard-target]").click()
        assert page.evaluate("navigator.clipboard.readText()").rstrip() == code(block)


def test_what_is_copied_runs(browser: Any, address: str) -> None:
    page, names = opened(browser), dict[str, Any]()
    page.goto(f"{address}/tutorials/play.html")
    for place, block in sessions("tutorials/play").items():
        page.evaluate(SELECT, place)
        page.keyboard.press("Control+c")
        refused = pytest.raises(TrickkitError) if "Traceback" in block.text else nullcontext()
        with refused:
            exec(page.evaluate("navigator.clipboard.readText()"), names)
    assert "state" in names


def test_no_page_breaks_its_own_policy(browser: Any, address: str) -> None:
    page, said = opened(browser), list[str]()
    page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    for name in KINDS:
        page.goto(f"{address}/{name}.html")
        assert page.locator("meta[http-equiv=Content-Security-Policy]").count() == 1, name
        assert said == [], name


@pytest.mark.parametrize("by_files", [False, True], ids=["served", "files"])
def test_search_finds_a_page(browser: Any, site: Path, address: str, by_files: bool) -> None:
    page = opened(browser)
    page.goto((site / "index.html").as_uri() if by_files else f"{address}/index.html")
    page.locator(".md-search__input").press_sequentially("dummy")
    page.wait_for_selector(".md-search-result__link[href*='glossary']", state="attached")
    page.context.close()


@pytest.mark.parametrize("width", sampled([400, 1920, 1300], 1))
def test_nothing_is_cut_off(browser: Any, address: str, width: int) -> None:
    page = opened(browser, width=width)
    for name in {*KINDS, *WIDE}:
        page.goto(f"{address}/{name}.html")
        assert page.evaluate(CUT_OFF) == [], name


@pytest.mark.parametrize(("width", "scheme"), sampled([(400, "dark"), (1300, "light"), (1300, "dark")], 1))
def test_axe_finds_no_violation(browser: Any, address: str, width: int, scheme: str) -> None:
    page = opened(browser, width=width, scheme=scheme)
    for name in KINDS:
        page.goto(f"{address}/{name}.html")
        found = axe.Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert [(one["id"], node["html"]) for one in found for node in one["nodes"]] == [], name


@pytest.mark.sample(0)
def test_the_reference_shows_names_in_short_and_whoever_follows_a_link_sees_the_rest(
    browser: Any, address: str
) -> None:
    page = opened(browser)
    page.goto(f"{address}/reference/core/views.html")
    method, parameters = page.locator('[id="trickkit.play.view.View.sample"]'), page.get_by_text("rng", exact=True)
    assert not method.is_visible()
    page.get_by_role("button", name="Unfold all").click()
    assert method.is_visible()
    page.get_by_role("button", name="Fold all").click()
    assert not method.is_visible()
    page.goto(f"{address}/reference/core/views.html#trickkit.play.view.View.sample")
    assert method.is_visible()
    assert parameters.first.is_visible()
    page.goto(f"{address}/reference/core/rules.html#trickkit.play.rules.Rules")
    assert page.get_by_text("Rules in full").locator("xpath=..").get_attribute("open") is not None


HEIGHT = "document.documentElement.scrollHeight"


@pytest.mark.sample(0)
def test_pages_of_the_reference_have_at_most_five_screens(browser: Any, site: Path, address: str) -> None:
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    heights = {}
    for path in sorted((site / "reference").rglob("*.html")):
        name = path.relative_to(site).as_posix()
        page.goto(f"{address}/{name}")
        heights[name] = page.evaluate(HEIGHT)
    assert {name: height for name, height in heights.items() if height > 5 * 800} == {}


@pytest.mark.sample(0)
def test_sections_of_long_pages_unfold_for_whoever_looks_for_something_in_them(browser: Any, address: str) -> None:
    page, option = opened(browser), "Play forced moves automatically, such as the last card."
    page.goto(f"{address}/reference/command-line.html")
    shown = page.get_by_text(option)
    assert page.get_by_role("heading", name="trickkit play").is_visible()
    assert not shown.is_visible()
    page.get_by_text("trickkit play in full").click()
    assert shown.is_visible()
    to_play = page.locator(".md-sidebar--secondary a", has_text="trickkit play").get_attribute("href")
    for link in (to_play, "?h=forced"):
        page.goto("about:blank")
        page.goto(f"{address}/reference/command-line.html{link}")
        assert shown.is_visible(), link
    page.goto(f"{address}/reference/command-line.html")
    assert not shown.is_visible()
    page.emulate_media(media="print")
    assert shown.is_visible()
    page.context.close()


def test_without_scripts_all_sections_are_open(browser: Any, address: str) -> None:
    page = opened(browser, java_script_enabled=False)
    page.goto(f"{address}/reference/command-line.html")
    assert page.locator("details.folded").count() == 0
    assert page.get_by_text("Play forced moves automatically").is_visible()
    page.context.close()


@pytest.mark.sample(0)
def test_how_to_install_fits_a_line(browser: Any, address: str) -> None:
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    for name in ("index", "install"):
        page.goto(f"{address}/{name}.html")
        cut_off = "[...document.querySelectorAll('.language-sh code')].map(code => code.scrollWidth - code.clientWidth)"
        assert page.evaluate(cut_off) == [0], name
