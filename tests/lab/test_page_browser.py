"""The page about a study in a browser: everybody can read it, in both themes, and it asks nobody for anything."""

from __future__ import annotations

from pathlib import Path

import browsers
import pytest
from browsers import launched, opened

from trickkit import lab
from trickkit.phases import Tricks
from trickkit.policies.follow import MustFollow
from trickkit.variants import pikinni

browsers.needed()
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="the extra browser is not installed")


def test_everybody_can_read_it_and_step_through_its_deals(tmp_path: Path) -> None:
    base = pikinni.rules(players=2)
    rules = base, base.replace(Tricks, follow=MustFollow())
    file = tmp_path / "page.html"
    file.write_text(lab.page(lab.compare(*rules, bots="random", deals=300, metrics=["wins"])), encoding="utf-8")
    asked: list[str] = []
    with launched() as browser:
        for scheme in ("light", "dark"):
            page = opened(browser, width=390, scheme=scheme, offline=True)
            page.on("request", lambda request: asked.append(request.url))
            page.goto(file.as_uri())
            page.click("details:has(.game) > summary")
            first, *_ = page.query_selector_all("details .game")
            number, on = first.query_selector("output"), first.query_selector_all("button")[1]
            before = int(number.inner_text().split()[0])
            on.click()
            assert int(number.inner_text().split()[0]) == before + 1
            assert len([one for one in first.query_selector_all(".steps > li") if one.is_visible()]) == 1
            assert axe.Axe().run(page).response["violations"] == []
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert asked == [file.as_uri()] * 2
