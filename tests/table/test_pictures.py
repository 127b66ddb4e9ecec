"""Tables look as they did: pictures of the page in the system's Chromium, beside those that are kept.

Only pictures of the same browser with the same fonts are alike, so that others are not compared.
`TRICKKIT_PICTURES=new pytest tests/table/test_pictures.py` keeps new ones.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import browsers
import pytest
from browsers import launched, opened
from running import running

from trickkit import load
from trickkit.phases.tricks.phase import Tricks
from trickkit.play.playout import states
from trickkit.play.state import State

browsers.needed()
PIL = pytest.importorskip("PIL.Image", reason="the extra browser is not installed")
Chops = pytest.importorskip("PIL.ImageChops")
PngInfo = pytest.importorskip("PIL.PngImagePlugin").PngInfo

PICTURES = Path(__file__).parent / "pictures"
SIZES = ((1280, 800), (390, 844))
COLOURS, LARGEST = 48, 60_000
"""How many colours a kept picture has, and how many bytes at most."""
APART, SHARE = 64, 0.002
"""From which difference of a channel, of 255, two points are not alike, and which share of all may not be."""
WIDTHS = """["serif", "sans-serif", "system-ui"].map(font => {
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `100px ${font}`;
    return pen.measureText("Ben 10 ♠♥♦♣ best:2").width;
}).join(" ")"""
SEATS = [{"name": "Ada"}, {"name": "Ben"}, {"name": "best:2", "bot": "best:2"}, {"name": "greedy", "bot": "greedy"}]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A page that draws any sight."""
    with running(tmp_path_factory.mktemp("tables")) as (address, _), launched() as browser:
        found = opened(browser, scheme="dark")
        found.goto(f"{address}/table/none")
        found.evaluate("document.querySelector('.refused').remove()")
        # Pictures of grain and shadows are large.
        for shown, colour in (("document.body", "#12181c"), ("document.getElementById('table')", "#1b6446")):
            found.evaluate(f"Object.assign({shown}.style, {{background: '{colour}', boxShadow: 'none'}})")
        found.add_style_tag(content=".table::before { display: none }")
        yield found


@pytest.fixture(scope="module")
def drawn_by(page: Any) -> str:
    """The version of the browser, and how wide it draws a text in some fonts."""
    return f"Chromium {page.context.browser.version.split('.')[0]}, {page.evaluate(WIDTHS)}"


def auction() -> State:
    state = load("bridge").start(seed=7, first=0)
    for call in ("pass", "bid 1H", "double", "bid 2H", "pass", "pass", "bid 2S"):
        state = state.play(state.actors[0], call)
    return state


def trick() -> State:
    playing = (state for state in states(load("pikoko"), seed=7) if state.deal.get(Tricks))
    return next(state for state in playing if len(state.deal[Tricks].tricks) == 3 and state.deal[Tricks].current.plays)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("shown", [auction, trick], ids=["bridge", "pikoko"])
def test_a_table_looks_as_it_did(page: Any, drawn_by: str, shown: Any, width: int, height: int) -> None:
    state, kept = shown(), PICTURES / f"{shown.__name__}-{width}.png"
    sight = {"view": state.view(state.actors[0]).to_json(), "seats": SEATS}
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("async sight => (await import('/static/table.js')).draw(sight, () => {})", sight)
    page.evaluate("Promise.all([...document.images].map(image => image.decode()).concat(document.fonts.ready))")
    picture = PIL.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    if os.environ.get("TRICKKIT_PICTURES") == "new":
        kept.parent.mkdir(exist_ok=True)
        few = picture.quantize(COLOURS, PIL.Quantize.FASTOCTREE, dither=PIL.Dither.NONE)
        info = PngInfo()
        info.add_text("drawn by", drawn_by)
        few.save(kept, optimize=True, pnginfo=info)
    assert kept.stat().st_size <= LARGEST
    picture_kept = PIL.open(kept)
    if (other := picture_kept.text["drawn by"]) != drawn_by:
        pytest.skip(f"the kept picture was drawn by {other}, and this one by {drawn_by}")
    former = picture_kept.convert("RGB")
    assert picture.size == former.size
    red, green, blue = Chops.difference(picture, former).split()
    others = sum(Chops.lighter(Chops.lighter(red, green), blue).histogram()[APART + 1 :])
    assert others <= SHARE * width * height, f"{others} points of {width * height} are not alike"
