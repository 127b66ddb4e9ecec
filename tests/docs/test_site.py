"""The built site: it needs nothing from outside, and has every public name."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
import sys
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from blocks import ROOT
from documentation import lasting
from listing import listing

import trickkit
from trickkit.testing import LAWS

PAGES = sorted((ROOT / "docs").rglob("*.md"))
TERMS = (
    *("auction", "dealer", "declarer", "determinization", "dummy", "export", "follow suit", "joker", "lead", "ruff"),
    *("stock", "team", "trick", "trump", "void"),
)


class Fetched(HTMLParser):
    """What a browser fetches for a page by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        wanted = given.get("src") or given.get("data") or given.get("srcset")
        if tag == "link" and given.get("rel") not in ("canonical", "next", "prev"):
            wanted = given.get("href")
        if wanted and tag != "a":
            self.found.append(wanted)
        self.found += re.findall(r"url\(['\"]?([^)'\"]+)", given.get("style") or "")


def fetched(path: Path) -> Iterator[str]:
    """What a file of the site makes a browser fetch."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".css":
        yield from re.findall(r"(?:url\(|@import )['\"]?([^)'\";]+)", text)
        return
    parser = Fetched()
    parser.feed(text)
    yield from parser.found


def is_outside(address: str) -> bool:
    return bool(re.match(r"(\w+:)?//", address)) and not address.startswith("data:")


@pytest.mark.parametrize(
    ("text", "outside"),
    [
        ('<script src="https://example.org/x.js"></script>', True),
        ('<link rel="stylesheet" href="//example.org/x.css">', True),
        ('<link rel="preconnect" href="https://example.org">', True),
        ('<img src="http://example.org/pixel.gif">', True),
        ('<p style="background: url(https://example.org/x.png)">', True),
        ('<a href="https://example.org">', False),
        ('<script src="../assets/x.js"></script>', False),
    ],
)
def test_what_comes_from_outside_is_found(text: str, outside: bool, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(text, encoding="utf-8")
    assert any(map(is_outside, fetched(page))) is outside


def test_the_site_needs_nothing_from_outside(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.suffix in (".html", ".css")]
    assert len(files) > len(PAGES)
    assert {path.name: address for path in files for address in fetched(path) if is_outside(address)} == {}


def test_what_is_fetched_is_there(site: Path) -> None:
    for page in site.rglob("*.html"):
        for address in fetched(page):
            if page.name != "404.html" and not address.startswith(("data:", "#")):
                assert (page.parent / address.partition("?")[0].partition("#")[0]).exists(), f"{page}: {address}"


def public() -> Iterator[tuple[str, str]]:
    """Every public name, with its module; of the command line and the batch engine only what the packages name."""
    modules = [one.name for one in pkgutil.walk_packages(trickkit.__path__, "trickkit.")]
    inside = ("trickkit.cli", "trickkit.__main__", "trickkit.batch.")
    for name in ("trickkit", *(module for module in modules if not module.startswith(inside))):
        for one in getattr(importlib.import_module(name), "__all__", ()):
            yield name, one


def places(module: str, name: str) -> set[str]:
    """Where a name may stand in the reference: in its module, or in one that defines or imports it."""
    value = getattr(importlib.import_module(module), name)
    if isinstance(value, type) or inspect.isfunction(value):
        return {f"{module}.{name}", f"{value.__module__}.{value.__name__}"}
    ours = [other for other in sys.modules if other.startswith("trickkit.")]
    return {f"{other}.{name}" for other in ours if vars(sys.modules[other]).get(name) is value}


def test_the_reference_names_the_module_of_every_public_name() -> None:
    pages = [path.read_text(encoding="utf-8") for path in PAGES if "reference" in path.parts]
    named = {name for text in pages for name in re.findall(r"^::: (\S+)$", text, re.MULTILINE)}
    found = [(module, name, {place.rpartition(".")[0] for place in places(module, name)}) for module, name in public()]
    assert [f"{module}.{name}" for module, name, modules in found if not modules & named] == []


def test_the_front_page_of_each_part_of_the_reference_lists_all_modules_of_its_pages() -> None:
    pages = sorted((ROOT / "docs" / "reference").glob("*/*.md"))
    assert len(pages) > 30
    for page in pages:
        front = page.parent.with_suffix(".md").read_text(encoding="utf-8")
        assert f"]({page.parent.name}/{page.name})" in front
        named = re.findall(r"^::: trickkit\.(\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        # Packages only gather what their modules define.
        modules = [name for name in named if (ROOT / "src" / "trickkit" / f"{name.replace('.', '/')}.py").exists()]
        assert [name for name in modules if f'"{name}"' not in front] == [], page


def test_a_listing_has_the_names_that_a_module_defines_with_what_they_are() -> None:
    told = listing("policies.follow")
    assert "| [`CONTEXT`][trickkit.policies.follow.CONTEXT] | The parts of the situation that a follow " in told
    assert "| [`Follow`][trickkit.policies.follow.Follow] | Says what a hand may play. |" in told
    # These it gets from other modules.
    assert "`Captured`" not in listing("policies.capture")


def inventory(site: Path) -> set[str]:
    """The names that the reference has a place for."""
    *_, packed = (site / "objects.inv").read_bytes().split(b"\n", 4)
    return {line.split()[0] for line in zlib.decompress(packed).decode().splitlines() if line.strip()}


def test_the_reference_has_every_public_name(site: Path) -> None:
    there, names = inventory(site), [*public()]
    assert len(names) > 300
    assert [f"{module}.{name}" for module, name in names if not places(module, name) & there] == []


def test_headings_that_blocks_print_have_names_that_last() -> None:
    page = '<h2 id="deal">1</h2><h3 id="exec-7--deal"><a href="#exec-7--deal"></a></h3><h3 id="exec-8--over">2</h3>'
    named = '<h2 id="deal">1</h2><h3 id="deal_2"><a href="#deal_2"></a></h3><h3 id="over">2</h3>'
    assert lasting(page) == (named, {"exec-7--deal": "deal_2", "exec-8--over": "over"})


def test_no_heading_is_named_by_the_order_of_pages(site: Path) -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    assert [path.name for path, text in pages.items() if re.search(r'<h[1-6] id="exec-|href="[^"]*#exec-', text)] == []


def test_the_reference_has_every_command(site: Path) -> None:
    from trickkit.cli.commands import trickkit as commands

    text = (site / "reference" / "command-line.html").read_text(encoding="utf-8")
    assert [name for name in commands.commands if f"trickkit {name}" not in text] == []


def test_search_finds_the_terms_of_card_games_without_a_server(site: Path) -> None:
    text = (site / "search" / "search_index.js").read_text(encoding="utf-8").removeprefix("var __index = ")
    documents = json.loads(text.rstrip(";\n"))["docs"]
    words = [f"{one['title']} {one['text']}".casefold() for one in documents]
    assert [term for term in TERMS if not any(term in one for one in words)] == []
    page = (site / "index.html").read_text(encoding="utf-8")
    assert "assets/iframe-worker.js" in page


def test_every_number_of_laws_is_the_right_one() -> None:
    for path in (ROOT / "README.md", *PAGES):
        assert {*re.findall(r"(\d+) laws", path.read_text(encoding="utf-8"))} <= {str(len(LAWS))}, path
