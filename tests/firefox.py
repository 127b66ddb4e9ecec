"""The system's Firefox for tests, driven by its own WebDriver BiDi: no driver beside it is needed.

Where Firefox is missing, the tests are skipped, unless `TRICKKIT_FIREFOX` is set.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from tempfile import TemporaryDirectory
from typing import Any

from browsers import skip_without

NAMES = ("firefox-esr", "firefox")
FIREFOX = next(filter(None, map(shutil.which, NAMES)), None)
PREFERENCES = """
user_pref("ui.prefersReducedMotion", 1);
user_pref("app.update.enabled", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
"""
WAIT = 120.0
"""How many seconds an answer is waited for, which it does not take where all else is busy."""


def needed() -> None:
    """Skip the module where there is no Firefox; fail where there has to be one."""
    skip_without(FIREFOX, NAMES, "serve", "websockets.sync.client", variable="TRICKKIT_FIREFOX")


class Failed(Exception):
    """What the browser could not do."""


class Page:
    """A page in Firefox.

    Args:
        connection: to its WebDriver BiDi.
    """

    def __init__(self, connection: Any) -> None:
        self._connection, self._numbers = connection, count()
        self.errors: list[str] = []
        self.asked: list[str] = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]

    def _send(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._connection.recv(timeout=WAIT))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(message["params"]["text"])
            elif message.get("method") == "network.beforeRequestSent":
                self.asked.append(message["params"]["request"]["url"])
            if message.get("id") == number:
                if message["type"] == "error":
                    raise Failed(message["error"], message["message"])
                result: dict[str, Any] = message["result"]
                return result

    def goto(self, address: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def _evaluate(self, expression: str) -> dict[str, Any]:
        target = {"context": self._context}
        answer = self._send("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        result: dict[str, Any] = answer["result"]
        return result

    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript, as JSON has it."""
        return json.loads(self._evaluate(f"JSON.stringify(({expression}) ?? null)")["value"])

    def resize(self, width: int, height: int) -> None:
        """Make the window another size, in pixels."""
        viewport = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._context, viewport=viewport)

    def wait_for(self, expression: str) -> None:
        """Wait until an expression is true."""
        look = f"const look = () => ({expression}) ? done() : setTimeout(look, 20); look();"
        self._evaluate(f"new Promise(done => {{ {look} }})")

    def click(self, selector: str) -> None:
        """Click on the first element that a selector finds, as a hand would with a mouse."""
        while True:
            self.wait_for(f"document.querySelector({selector!r})")
            try:
                self._click(selector)
            except Failed as failed:
                # The page has drawn another element in its place meanwhile.
                if failed.args[0] not in ("move target out of bounds", "no such node", "no such element"):
                    raise
            else:
                return

    def _click(self, selector: str) -> None:
        expression = f"""(() => {{
            const found = document.querySelector({selector!r});
            found?.scrollIntoView({{block: "center"}});
            return found;
        }})()"""
        found = self._evaluate(expression)
        if "sharedId" not in found:
            raise Failed("no such element", selector)
        steps: list[dict[str, Any]] = [
            {
                "type": "pointerMove",
                "x": 0,
                "y": 0,
                "origin": {"type": "element", "element": {"sharedId": found["sharedId"]}},
            },
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": steps}
        self._send("input.performActions", context=self._context, actions=[mouse])

    def choose(self, selector: str, value: str) -> None:
        """Choose something of each list that a selector finds."""
        self.evaluate(f"""[...document.querySelectorAll({selector!r})].map(list => {{
            list.value = {value!r};
            list.dispatchEvent(new Event("input", {{bubbles: true}}));
            list.dispatchEvent(new Event("change", {{bubbles: true}}));
        }}).length""")


@contextmanager
def launched() -> Iterator[Page]:
    """A page of a Firefox of its own."""
    from websockets.sync.client import connect

    assert FIREFOX is not None
    with TemporaryDirectory() as profile:
        with open(os.path.join(profile, "user.js"), "w", encoding="utf-8") as written:
            written.write(PREFERENCES)
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as firefox:
            try:
                assert firefox.stderr is not None
                told = (re.search(r"WebDriver BiDi listening on (\S+)", line) for line in firefox.stderr)
                address = next(found[1] for found in told if found)
                with connect(f"{address}/session", max_size=None) as connection:
                    yield Page(connection)
            finally:
                firefox.kill()
