"""How fast the playground is: from an empty browser to the first card that can be played, and what the page feels.

    python benchmarks/playground.py [RUNS [SITE]]

RUNS times (5 if nothing is said) a browser of its own opens a game in the playground of SITE, which a server on this
machine sends. SITE is a folder as mkdocs builds it; without one, the playground alone is built. When ten decisions have
been made, and the browser has kept what it keeps, it opens the page once more. Medians, with the least and the most:

* cold, warm: milliseconds from opening the page until the first decision can be made; nothing was kept, or all was;
* processor: milliseconds that all processes of the browser, its driver and the server take until then;
* blocked: the longest task that kept the page from answering, until the last of the decisions; browsers report tasks of
  50 ms and more. On a busy machine a task takes as long as it waits for a processor.
* wire: the bytes that are sent until then.

The last visits are traced: how many milliseconds of a processor the longest task of the page took until the last
decision, which holds on busy machines, too.

It needs Chromium and the extra `browser`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import Any

from attrs import Factory, define

sys.path.extend(str(Path(__file__).parents[1] / folder) for folder in ("tests", "tools"))

from browsers import CHROMIUM, FLAGS, PLAYABLE, decide, wait_for
from playwright.sync_api import sync_playwright

WATCH = """
globalThis.blocked = [];
new PerformanceObserver(list => blocked.push(...list.getEntries().map(each => each.duration)))
  .observe({type: "longtask", buffered: true});
"""
KEPT = "caches.open('trickkit').then(all => all.keys()).then(all => all.length)"
DECISIONS = 10
TICK = os.sysconf("SC_CLK_TCK")


@define
class Sent:
    """What the server has sent."""

    bytes: int = 0


class Handler(SimpleHTTPRequestHandler):
    """Serves files as a plain server does, and counts what it sends."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *args: Any, sent: Sent, **more: Any) -> None:
        self.sent = sent
        super().__init__(*args, **more)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        text = source.read()
        self.sent.bytes += len(text)
        outputfile.write(text)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, Sent]]:
    """The address of a folder, and what is sent from it."""
    sent = Sent()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder), sent=sent))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", sent
    server.shutdown()
    server.server_close()


def processor(root: int) -> float:
    """The processor time that a process and all that it started have taken, in milliseconds."""
    parents, ticks = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parts = path.read_text("utf-8").rpartition(") ")[2].split()
        except OSError:
            continue
        process = int(path.parent.name)
        parents[process], ticks[process] = int(parts[1]), sum(map(int, parts[11:15]))
    family = {root}
    while new := {process for process, parent in parents.items() if parent in family} - family:
        family |= new
    return sum(ticks.get(process, 0) for process in family) * 1000 / TICK


@define
class Figures:
    """What was measured, by name."""

    of: dict[str, list[float]] = Factory(dict)

    def add(self, name: str, figure: float) -> None:
        self.of.setdefault(name, []).append(figure)

    def __str__(self) -> str:
        return "\n".join(
            f"{name:<16} {median(each):9,.0f}   ({min(each):,.0f} to {max(each):,.0f})"
            for name, each in self.of.items()
        )


def visit(context: Any, address: str, name: str, figures: Figures) -> None:
    """Open the page of a game, and decide some times."""
    page = context.new_page()
    page.add_init_script(WATCH)
    before = processor(os.getpid())
    began = perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(PLAYABLE)
    playable = perf_counter()
    figures.add(name, 1000 * (playable - began))
    figures.add(f"{name}, processor", processor(os.getpid()) - before)
    for _ in range(DECISIONS):
        page.wait_for_selector(PLAYABLE)
        decide(page)
    page.wait_for_selector(PLAYABLE)
    figures.add(f"{name}, blocked", max(page.evaluate("blocked"), default=0))
    wait_for(page, KEPT)
    page.close()


def traced(context: Any, address: str, name: str, figures: Figures) -> None:
    """Visit once more, and read what a trace says of the page and its worker."""
    browser = context.browser
    browser.start_tracing(categories=["toplevel"])
    visit(context, address, name, Figures())
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {(each["pid"], each["tid"]): each["args"]["name"] for each in events if each["name"] == "thread_name"}
    tasks: dict[tuple[int, int], list[float]] = {}
    for each in events:
        if each["name"] == "ThreadControllerImpl::RunTask" and "tdur" in each:
            tasks.setdefault((each["pid"], each["tid"]), []).append(each["tdur"] / 1000)
    # The page is in the process that has a worker; the browser has pages of its own.
    worker = next(thread for thread, what in threads.items() if what.startswith("DedicatedWorker") and thread in tasks)
    page = next(thread for thread, what in threads.items() if what == "CrRendererMain" and thread[0] == worker[0])
    figures.add(f"{name}, longest", max(tasks[page]))


def main(runs: int, site: str | None) -> None:
    """Measure and print."""
    figures = Figures()
    with TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = Path(site or made)
        if site is None:
            from bundle import build

            build(folder / "play")
        print(f"load {os.getloadavg()[0]:.1f} at the beginning, on {os.cpu_count()} processors", flush=True)
        with serving(folder) as (address, sent):
            for look in [*[visit] * runs, traced]:
                with TemporaryDirectory() as profile:
                    context = playwright.chromium.launch_persistent_context(
                        profile, executable_path=CHROMIUM, args=FLAGS, reduced_motion="reduce"
                    )
                    for name in ("cold", "warm"):
                        sent.bytes = 0
                        look(context, f"{address}/play/index.html?game=pikoko", name, figures)
                        if look is visit:
                            figures.add(f"{name}, wire", sent.bytes)
                    context.close()
        print(figures)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2] if len(sys.argv) > 2 else None)
