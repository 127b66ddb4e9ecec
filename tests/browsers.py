"""The system's Chromium or Chrome for tests, by playwright of the extra `browser`.

The tests are run where `TRICKKIT_BROWSER` is set, as it is in continuous integration: there both have to be installed.
Among all cases they are run where both are.
"""

from __future__ import annotations

import base64
import os
import shutil
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from tiers import EVERY

WANTED = "TRICKKIT_BROWSER"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
WAIT = 60_000
"""How many milliseconds a page is waited for, which it does not take where all else is busy."""


PLAYABLE = "#table:not([aria-busy]) [data-action]"
"""What may be decided at a table that waits for it."""


def needed() -> None:
    """Skip the module where no browser is asked for; fail where there has to be one."""
    skip_without(CHROMIUM, NAMES, "browser", "playwright.sync_api", "axe_playwright_python.sync_playwright")


def skip_without(program: str | None, names: Sequence[str], extra: str, *modules: str, variable: str = WANTED) -> None:
    """Skip a module where no browser is asked for; fail where the environment says that it has to be there.

    Args:
        program: the browser; None where there is none.
        names: under which it is looked for.
        extra: that has the modules.
        modules: which drive it.
        variable: of the environment.
    """
    wanted = variable in os.environ
    if not (wanted or EVERY or WANTED in os.environ):
        pytest.skip(f"a browser plays for long: {WANTED}=needed asks for it", allow_module_level=True)
    if not wanted:
        for module in modules:
            pytest.importorskip(module, reason=f"the extra {extra} is not installed")
    if program is None:
        missing = f"no browser is installed: {', '.join(names)}"
        if wanted:
            pytest.fail(missing)
        pytest.skip(missing, allow_module_level=True)


INSIDE = """[...document.querySelectorAll("#table .card, .plate, .question, .actions, footer button, .badge")]
    .filter(shown => {
        const {top, right, bottom, left, width} = shown.getBoundingClientRect();
        const isBelow = bottom > innerHeight + 1 && !shown.matches(".card");
        return width && (top < 0 || left < 0 || right > innerWidth + 1 || isBelow);
    })
    .map(shown => shown.outerHTML.slice(0, 80))"""
"""What is cut off at an edge of the screen; the lower edge may cut cards, whose ranks stand in their upper corners."""


@contextmanager
def launched() -> Iterator[Any]:
    """A browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def opened(browser: Any, *, width: int = 1300, scheme: str = "light", **given: Any) -> Any:
    """An empty page of a window."""
    context = browser.new_context(
        viewport={"width": width, "height": 1000},
        color_scheme=scheme,
        reduced_motion="reduce",
        permissions=["clipboard-read", "clipboard-write"],
        **given,
    )
    page = context.new_page()
    page.set_default_timeout(WAIT)
    return page


def decide(page: Any, *, keyboard: bool = False) -> None:
    """Take the first legal action, by mouse or by keyboard."""
    action = page.locator(PLAYABLE).first
    if keyboard:
        action.focus()
        page.keyboard.press("Enter")
    else:
        action.click()


def wait_for(page: Any, expression: str) -> None:
    """Wait until an expression of JavaScript, or what it promises, is true.

    The one that playwright has for it evaluates texts in the page, which policies of pages forbid.
    """
    page.evaluate(f"""async () => {{
        const end = Date.now() + {WAIT};
        while (!(await ({expression}))) {{
            if (Date.now() > end) throw new Error("this has not come true");
            await new Promise(done => setTimeout(done, 20));
        }}
    }}""")


def violations(page: Any) -> list[tuple[str, str]]:
    """What axe finds that keeps somebody from using a page."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(one["id"], node["html"]) for one in found for node in one["nodes"]]


def link(text: str) -> str:
    """What stands behind the # of a link to the playground."""
    packed = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(packed.compress(text.encode()) + packed.flush()).decode().rstrip("=")


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which the files of a folder are served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
