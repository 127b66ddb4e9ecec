"""Every link of the built site leads somewhere: to a file of it, and to a place on that page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

NO_LINKS = {"javascript:void(0)"}
"""What buttons of the theme have for an address."""


class Page(HTMLParser):
    """A page of the site: what it links to or loads, and the places that a link may name.

    Args:
        path: of its file.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value is not None}
        self.places |= {given[name] for name in ("id", "name") if name in given and (name == "id" or tag == "a")}
        self.links += [given[name] for name in ("href", "xlink:href", "src") if name in given]
        self.links += re.findall(r"url\((#[^)]+)\)", given.get("style", "") + given.get("clip-path", ""))


def dead(site: Path) -> Iterator[tuple[str, str]]:
    """Each link that leads nowhere, with its page."""
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        for link in page.links:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                whole = address.scheme in ("https", "data") and (address.netloc or address.path)
                if link not in NO_LINKS and not whole:
                    yield str(path.relative_to(site)), link
                continue
            # A server answers with the page 404 at any address: its links begin at the root of the site.
            file = unquote(address.path)
            start, file = (site, file.removeprefix("/")) if path.name == "404.html" else (path.parent, file)
            target = (start / file).resolve() if file else path
            place = unquote(address.fragment)
            if not target.is_file() or (place and target in pages and place not in pages[target].places):
                yield str(path.relative_to(site)), link


@pytest.mark.parametrize(
    ("link", "leads"),
    [
        ('<a href="two.html">', True),
        ('<a href="two.html#there">', True),
        ('<a href="two.html#named">', True),
        ('<a href="#here" id="here">', True),
        ('<a href="https://example.org/#x">', True),
        ('<img src="two.html">', True),
        ('<a href="two.html#here">', False),
        ('<a href="two.md">', False),
        ('<a href="three.html">', False),
        ('<a href="/two.html">', False),
        ('<a href="#exec-1--here" id="here">', False),
        ('<a href="http:">', False),
        ('<img src="card.png">', False),
        ('<use xlink:href="#drawn"/>', False),
    ],
)
def test_a_dead_link_is_found(link: str, leads: bool, tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text(link, encoding="utf-8")
    (tmp_path / "two.html").write_text('<p id="there"><a name="named"></a></p>', encoding="utf-8")
    assert ([*dead(tmp_path)] == []) is leads


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    assert [*dead(site)] == []


def test_the_navigation_names_no_page_twice(site: Path) -> None:
    # The playground is a page of its own.
    for path in {*site.rglob("*.html")} - {site / "play" / "index.html"}:
        (menu,) = re.findall(
            r'<nav class="md-nav md-nav--primary.*?</nav>\s*</div>', path.read_text("utf-8"), re.DOTALL
        )
        links = re.findall(r'<a href="([^"#]+)" class="md-nav__link', menu)
        assert len(links) > 10
        assert [link for link in {*links} if links.count(link) > 1] == [], path
