"""Links of strangers in the playground: whatever one holds, Play begins a game or refuses it, and runs nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browsers
import pytest
from browsers import PLAYABLE, launched, link, opened, served

browsers.needed()

CODE = "import js; js.BroadcastChannel.new('heard').postMessage('python')"
MARK = "<img src=x onerror='new BroadcastChannel(`heard`).postMessage(`page`)'>"
"""What tells that it was run, wherever that is."""
LISTEN = "window.heard = []; new BroadcastChannel('heard').onmessage = event => heard.push(event.data);"
REFUSED = "This link is incomplete."
GAME = {"game": "pikoko", "options": {"players": 3}, "seats": [{}, {"bot": "random"}, {"bot": "random"}], "seed": "7"}
SHEET = f'base = "pikoko"\nname = """{MARK}"""\n[options]\nplayers = 3'


def with_more(**parts: Any) -> str:
    return json.dumps({**GAME, **parts})


PLAYED = {
    "code to run": with_more(do="run", code=CODE, file="x.py"),
    "another deed": with_more(do="open", record="{}"),
    "prototypes": with_more(
        __proto__={"do": "run", "code": CODE}, constructor={"prototype": {"do": "run", "code": CODE}}
    ),
    "more about seats": with_more(seats=[{"do": "run", "code": CODE, "__proto__": {"bot": "x"}}, *GAME["seats"][1:]]),
    "elements in names": with_more(game="", sheet=SHEET, options={}, seats=[{"name": MARK}, *GAME["seats"][1:]]),
    "a deep part that no link has": with_more()[:-1] + ', "deep": ' + "[" * 3000 + "]" * 3000 + "}",
    "a long part that no link has": with_more(long="x" * 500_000),
}
"""Links of a game, with something else in them that is left out."""

HALTED = {
    "no such option": (with_more(options={"__proto__": 3, "constructor": "x"}), "no option"),
    "no such game": (with_more(game="../house.py"), "no game"),
    "a file as the base of a sheet": (with_more(game="", sheet='base = "house.py"'), "not the file"),
    "no such bot": (with_more(seats=[{}, {"bot": "__proto__"}, {}]), "no bot"),
    "too many seats": (with_more(seats=[{}] * 20_000), "has 3 seats, not 20000"),
    "a long name": (with_more(seats=[{"name": "x" * 200_000}, {}, {}]), "a name has at most"),
    "a move that is none": (with_more(moves=[[0, MARK]]), "onerror"),
    "a seat that is none": (with_more(moves=[[-1, "3"]]), "seat"),
}
"""Links that could be of a game, and are refused with a reason."""

BROKEN = {
    "nothing": "null",
    "a number": "3",
    "a list": "[]",
    "a text": '"x"',
    "no game": "{}",
    "too long": with_more(long="x" * 2_000_000),
    "too deep": "[" * 400_000 + "]" * 400_000,
    "half of it": with_more()[:-9],
    **{
        f"{part} of another type": with_more(**{part: wrong})
        for part, wrong in [
            *[("game", 3), ("sheet", {}), ("options", [3]), ("options", {"players": {"players": 3}}), ("seats", {})],
            *[("seats", [3]), ("seats", [{"name": {}}]), ("seats", [{"bot": [1]}]), ("seed", 7), ("moves", {})],
            *[("moves", [7]), ("moves", [[0]]), ("moves", [["0", "3"]]), ("moves", [[0, "3", 1]])],
        ]
    },
}
"""What is not a link of a game."""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    assert [*(site / "play").glob("python-*.bin")], "Python for the browser is not installed: tools/pyodide/install.sh"
    with served(site) as found:
        yield f"{found}/play/index.html"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    found = opened(browser)
    found.wrong = []
    found.on("pageerror", lambda error: found.wrong.append(str(error)))
    found.on("console", lambda said: found.wrong.append(said.text) if said.type == "error" else None)
    found.add_init_script(LISTEN)
    yield found
    assert found.wrong == []
    found.context.close()


def come(page: Any, address: str, text: str) -> None:
    """Come by a link, the first time to a new page, where Play is pressed at once, and later to the same one."""
    anew = page.url == "about:blank"
    page.goto(f"{address}#{link(text)}")
    if anew:
        page.click("button.main")
    page.wait_for_selector("#setup:not([open]), .refused:not(:empty)")


def test_a_link_with_something_else_in_it_is_a_link_of_its_game(page: Any, address: str) -> None:
    for kind, text in PLAYED.items():
        come(page, address, text)
        assert page.locator(".refused:not(:empty)").count() == 0, kind
        page.wait_for_selector(PLAYABLE)
        page.evaluate("document.getElementById('setup').open = true")
        assert page.evaluate("heard") == [], kind
        assert page.locator("img").count() == 0, kind


def test_a_link_of_no_possible_game_is_refused_with_the_reason(page: Any, address: str) -> None:
    for kind, (text, reason) in HALTED.items():
        come(page, address, text)
        page.wait_for_selector(".refused:not(:empty)")
        assert reason in " ".join(page.locator(".refused").all_inner_texts()), kind
        page.evaluate("document.querySelectorAll('.refused').forEach(shown => { shown.textContent = ''; })")
        assert page.evaluate("heard") == [], kind
        assert page.locator(PLAYABLE).count() == 0, kind


def test_what_is_no_link_is_refused_before_python_is_loaded(page: Any, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for kind, text in BROKEN.items():
        page.goto(f"{address}#{link(text)}")
        page.wait_for_selector("[role=alert]")
        assert page.inner_text("[role=alert]") == REFUSED, kind
        page.evaluate("document.querySelector('[role=alert]').remove()")
        # The form is as it was.
        assert page.locator("#seats select").count() >= 2, kind
    assert not any(".bin" in url for url in asked)


def test_python_of_the_playground_runs_no_code_whatever_it_is_asked(page: Any, address: str) -> None:
    page.add_init_script(
        """const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message, given) {
            const text = message.text && JSON.stringify({do: "run", code: window.code});
            window.worker = this;
            this.addEventListener("message", ({data}) => { window.said = data.text; });
            post.call(this, {...message, ...(text && {text})}, given);
        };"""
    )
    page.goto(address)
    page.evaluate("code => { window.code = code; }", CODE)
    page.click("button.main")
    page.wait_for_selector("[role=alert]")
    assert page.inner_text("[role=alert]").startswith("a message asks for one of")
    assert page.evaluate("heard") == []


def test_policies_let_no_script_of_a_stranger_run(browser: Any, address: str) -> None:
    page = opened(browser)
    page.add_init_script(LISTEN)
    for kind in (address, address.replace("play/index", "tutorials/play"), address.replace("play/index", "index")):
        page.goto(kind)
        violated = page.evaluate(
            """mark => new Promise(done => {
                const found = [];
                addEventListener("securitypolicyviolation", event => {
                    found.push(event.effectiveDirective);
                    if (found.length === 5) done(found.sort());
                });
                document.body.insertAdjacentHTML("beforeend", mark);
                const script = text => document.body.append(Object.assign(document.createElement("script"), text));
                script({textContent: "new BroadcastChannel('heard').postMessage('script')"});
                script({src: "https://example.org/x.js"});
                fetch("https://example.org/").catch(() => {});
                setTimeout("new BroadcastChannel('heard').postMessage('text')");
            })""",
            MARK.replace("src=x", "src='data:,'"),
        )
        assert violated == ["connect-src", "script-src", "script-src-attr", "script-src-elem", "script-src-elem"]
        assert page.evaluate("heard") == []
    page.context.close()
