"""The playground and a table in Firefox."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import firefox
import pytest
from browsers import INSIDE, PLAYABLE, served
from firefox import Page
from running import running
from tiers import DEEP

from trickkit import record

firefox.needed()
if not (DEEP or "TRICKKIT_SITE" in os.environ):
    pytest.skip("building the site takes long: nox -s deep", allow_module_level=True)

SHORT = 'base = "pikoko"\nname = "Short"\nending.deals = 1\n\n[options]\nplayers = 3'


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with firefox.launched() as found:
        yield found


@pytest.fixture(scope="module")
def built(site: Path) -> Path:
    folder = site / "play"
    assert [*folder.glob("python-*.bin")], "Python for the browser is not installed: tools/pyodide/install.sh"
    return folder


def play_on(page: Page, moves: int = 10_000) -> int:
    """Decide by mouse until the game is over; how many decisions that were."""
    over = "document.getElementById('undo').hidden"
    for made in range(moves):
        page.wait_for(f"document.querySelector({PLAYABLE!r}) || {over}")
        if page.evaluate(over):
            return made
        page.click(PLAYABLE)
    return moves


def begin(page: Page, game: str) -> None:
    page.wait_for("document.querySelectorAll('#seats select').length")
    page.choose("#game", game)
    page.evaluate("[...document.querySelectorAll('#seats select')].slice(1).forEach(one => one.value = 'random')")
    page.click("button.main")
    page.wait_for(f"!document.getElementById('setup').open && document.querySelector({PLAYABLE!r})")


def test_a_whole_game_is_played_in_the_playground(page: Page, built: Path) -> None:
    with served(built.parent) as address:
        page.asked.clear()
        page.goto(f"{address}/play/index.html")
        begin(page, "pikinni")
        assert play_on(page) > 5
        foreign = [url for url in page.asked if not url.startswith((f"{address}/play/", "blob:", "data:"))]
    assert foreign == []
    assert page.errors == []


def test_the_playground_works_where_the_site_is_opened_from_files(page: Page, built: Path) -> None:
    page.goto((built / "index.html").as_uri())
    begin(page, "pikoko")
    assert play_on(page, moves=3) == 3
    assert page.errors == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_whole_deal_is_played_at_a_table(page: Page, tmp_path: Path, width: int, height: int) -> None:
    page.resize(width, height)
    with running(tmp_path) as (address, store):
        seats = [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}]
        table, links = store.make("", {"players": 3}, seats, text=SHORT)
        page.goto(f"{address}/table/{table.id}#{links[0]}")
        assert play_on(page, moves=5) == 5
        assert page.evaluate(INSIDE) == []
        assert play_on(page) > 5
        # It would look for a server that is not there any more.
        page.goto("about:blank")
    game = record.load(table.path)
    game.verify()
    assert game.outcome is not None
    assert page.errors == []
