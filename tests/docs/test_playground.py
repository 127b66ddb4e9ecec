"""The playground in a browser: Python in the page, from the files of the site and from nowhere else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browsers
import pytest
from browsers import PLAYABLE, decide, launched, link, opened, served, violations, wait_for

from trickkit import Rules, load, playout, record
from trickkit.catalog.registry import sheet

browsers.needed()

MOST = 7_500_000
"""Of bytes that the playground loads before the first move."""
SHELF = "caches.open('trickkit')"
KEPT = f"{SHELF}.then(all => all.keys())"
"""What the browser keeps of Python."""
ACTIONS = "[...document.querySelectorAll('[data-action]')].map(one => one.dataset.action)"
SMALL = 'base = "pikoko"\nname = "Short"\nending.deals = 1\n\n[options]\nplayers = 3'


@pytest.fixture(scope="module")
def built(site: Path) -> Path:
    """The folder of the playground."""
    folder = site / "play"
    assert [*folder.glob("python-*.bin")], "Python for the browser is not installed: tools/pyodide/install.sh"
    return folder


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    """Where the site is served."""
    with served(built.parent) as found:
        yield f"{found}/play/index.html"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


@pytest.fixture(scope="module")
def page(browser: Any, address: str) -> Any:
    """A page in which Python runs already."""
    found = opened(browser)
    found.errors = []
    found.on("pageerror", lambda error: found.errors.append(str(error)))
    found.goto(address)
    start(found, "pikoko", players=3)
    return found


def unfold(page: Any) -> None:
    """Open all parts of the form."""
    page.evaluate("[...document.querySelectorAll('#setup, #setup details')].forEach(one => one.open = true)")


def start(page: Any, game: str, bot: str = "random", **options: object) -> None:
    """Begin a game against bots."""
    unfold(page)
    if page.input_value("#sheet"):
        page.fill("#sheet", "")
        wait_for(page, "document.getElementById('says').textContent === ''")
    page.select_option("#game", game)
    for name, value in options.items():
        page.select_option(f"[data-option={name}]", str(value))
    for seat in page.locator("#seats select").all()[1:]:
        seat.select_option(bot)
    page.click("button.main")
    wait_for(page, "!document.getElementById('setup').open")
    page.wait_for_selector(f"{PLAYABLE}, #table .question")


def play_on(page: Any, *, keyboard: bool = False, moves: int = 10_000) -> int:
    """Decide until the game is over; how many decisions that were."""
    for made in range(moves):
        page.wait_for_selector(f"{PLAYABLE}, #game-on:has(#undo[hidden])")
        if page.locator("#undo").is_hidden():
            return made
        decide(page, keyboard=keyboard)
    return moves


def test_it_is_small_enough_to_be_loaded(built: Path) -> None:
    first = [*built.glob("python-*.bin"), *built.glob("*.html"), *built.glob("*.css"), built / "play.js"]
    assert sum(path.stat().st_size for path in first) < MOST


def test_nothing_is_asked_of_anybody_else(browser: Any, address: str) -> None:
    page, asked = opened(browser), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    assert not any(".bin" in url for url in asked)
    start(page, "pikoko")
    page.context.close()
    assert any(".bin" in url for url in asked)
    assert [url for url in asked if not url.startswith((address.removesuffix("index.html"), "blob:"))] == []


def test_python_is_kept_for_the_next_visit(browser: Any, address: str) -> None:
    page, asked = opened(browser), []
    page.goto(address)
    start(page, "pikoko", players=3)
    wait_for(page, f"{KEPT}.then(all => all.length === 1)")
    page.context.on("request", lambda request: asked.append(request.url))
    for broken in (False, True):
        if broken:
            page.evaluate(f"{KEPT}.then(async ([first]) => (await {SHELF}).put(first, new Response('no memory')))")
        again = page.context.new_page()
        again.goto(address)
        start(again, "hearts")
        assert play_on(again, moves=15) == 15
        # What was broken is kept anew.
        wait_for(
            again, f"{KEPT}.then(async ([first]) => (await (first && await caches.match(first))?.blob())?.size > 1e6)"
        )
        again.close()
    assert not any("memory" in url for url in asked)
    page.context.close()


def test_the_page_of_a_game_leads_straight_to_its_table_also_without_a_network(browser: Any, address: str) -> None:
    page = opened(browser)
    page.goto(f"{address}?game=hearts")
    page.wait_for_selector(PLAYABLE)
    assert page.inner_text("#name") == "Hearts"
    wait_for(page, "navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_selector(PLAYABLE)
    pages = "caches.open('trickkit pages').then(shelf => shelf.keys())"
    wait_for(page, f"{pages}.then(all => all.some(one => one.url.endsWith('.bin')))")
    page.context.set_offline(True)
    page.goto(f"{address}?game=pikoko")
    page.wait_for_selector(PLAYABLE)
    assert page.inner_text("#name") == "Pikoko"
    page.click("#hint")
    page.wait_for_selector(".told")
    page.context.close()


def test_a_whole_game_is_played_and_its_record_taken_home(page: Any) -> None:
    start(page, "5211", players=2)
    assert play_on(page) > 5
    with page.expect_download() as saved:
        page.click("#record")
    kept = record.load(saved.value.path())
    kept.verify()
    assert kept.outcome is not None
    assert page.errors == []


@pytest.mark.sample(0)
def test_a_sheet_is_read_while_it_is_typed_and_played_by_the_keyboard(page: Any) -> None:
    start(page, "pikoko")
    unfold(page)
    page.fill("#sheet", SMALL.replace("players", "player"))
    page.wait_for_selector("#says.refused")
    assert re.search(r"line 6.*did you mean 'players'", page.inner_text("#says"))
    page.fill("#sheet", SMALL)
    wait_for(page, "document.getElementById('says').textContent === 'Short: 3 seats'")
    assert page.locator("#seats select").count() == 3
    page.click("button.main")
    wait_for(page, "document.getElementById('name').textContent === 'Short'")
    assert play_on(page, keyboard=True) > 10


@pytest.mark.sample(0)
def test_the_same_table_is_seen_from_every_seat(page: Any) -> None:
    start(page, "pikoko", players=3)
    assert page.locator(".own .back").count() == 8
    page.select_option("#look", "1")
    page.wait_for_selector(".own:not(.plays)")
    page.wait_for_selector("#undo", state="hidden")
    assert page.locator(".others .back").count() == 0
    assert page.locator(PLAYABLE).count() == 0
    page.select_option("#look", "0")
    page.wait_for_selector("#undo:not([hidden])")


@pytest.mark.sample(0)
def test_a_move_is_taken_back(page: Any) -> None:
    start(page, "hearts")
    before = page.evaluate(ACTIONS)
    play_on(page, moves=1)
    page.click("#undo")
    wait_for(page, f"{ACTIONS}.join() === {','.join(before)!r}")


@pytest.mark.sample(0)
def test_the_rest_is_claimed(browser: Any, address: str) -> None:
    state = load("whist").start(seed=1)
    while len(state.moves) < 40:
        state = state.play(state.actors[0], state.legal(state.actors[0])[0])
    moves = [[seat, str(action)] for seat, action in state.moves]
    wish = {"game": "whist", "options": {}, "seats": [{}] * 4, "seed": "1", "moves": moves}
    page = opened(browser)
    page.goto(f"{address}#" + link(json.dumps(wish)))
    page.wait_for_selector("#look")
    page.select_option("#look", f"{state.actors[0]}")
    for kind, becomes in (("none", ".told"), ("rest", "#game-on:has(#claim[hidden])")):
        page.click("#claim > summary")
        page.click(f"#{kind}")
        page.wait_for_selector(becomes)
    page.context.close()


def named(page: Any, name: str) -> None:
    """Wait for a game."""
    wait_for(page, f"document.getElementById('name').textContent === {name!r}")
    page.wait_for_selector(PLAYABLE)


def write_sheet(page: Any, text: str, says: str) -> None:
    unfold(page)
    page.fill("#sheet", text)
    wait_for(page, f"document.getElementById('says').textContent === {says!r}")


def test_a_link_opens_straight_into_its_game_also_when_a_name_is_typed_first(page: Any, browser: Any) -> None:
    start(page, "pikoko", players=3)
    write_sheet(page, SMALL, "Short: 3 seats")
    page.click("button.main")
    named(page, "Short")
    play_on(page, moves=5)
    page.wait_for_selector(PLAYABLE)
    log = page.inner_text("#log")
    page.click("#share")
    page.wait_for_selector("#shared:not([hidden])")
    for name in ("", "Ada"):
        other = opened(browser)
        other.goto(page.input_value("#address"))
        if name:
            other.fill("#seats input >> nth=0", name)
            other.click("button.main")
        named(other, "Short")
        assert other.inner_text("#log") == log.replace("Fox", name or "Fox")
        assert other.input_value("#sheet") == SMALL
        if name:
            other.select_option("#look", "1")
            other.wait_for_selector(f".others .who:text('{name}')")
        other.context.close()


@pytest.mark.sample(0)
def test_reload_back_and_forward_keep_the_game(page: Any) -> None:
    start(page, "pikoko", players=3)
    play_on(page, moves=3)
    page.wait_for_selector(PLAYABLE)
    log = page.inner_text("#log")
    start(page, "hearts")
    play_on(page, moves=2)
    page.go_back()
    named(page, "Pikoko")
    assert page.inner_text("#log") == log
    page.reload()
    named(page, "Pikoko")
    assert page.inner_text("#log") == log
    page.go_forward()
    named(page, "Hearts")


@pytest.mark.sample(0)
def test_a_sheet_is_not_kept_when_another_game_is_chosen(page: Any) -> None:
    write_sheet(page, SMALL, "Short: 3 seats")
    page.select_option("#game", "hearts")
    assert page.input_value("#sheet") == ""
    assert page.locator("#seats select").count() == 4
    wait_for(page, "document.getElementById('says').textContent === ''")


@pytest.mark.sample(0)
def test_a_link_is_pasted_into_the_page_while_a_game_goes_on(page: Any) -> None:
    start(page, "pikoko", players=3)
    page.click("#share")
    page.wait_for_selector("#shared:not([hidden])")
    link = page.input_value("#address")
    start(page, "hearts")
    page.evaluate("link => { location.href = link; }", link)
    named(page, "Pikoko")
    page.go_back()
    named(page, "Hearts")


@pytest.mark.sample(0)
def test_the_end_says_who_won_and_offers_another_game(page: Any) -> None:
    write_sheet(page, 'base = "pikinni"\nname = "One"\nending.deals = 1', "One: 4 seats")
    for seat in page.locator("#seats select").all()[1:]:
        seat.select_option("random")
    page.click("button.main")
    named(page, "One")
    assert page.locator("#another").is_hidden()
    play_on(page)
    assert re.match(r"(.+ wins\.|You win!|Winners: .+\.)$", page.inner_text(".question"))
    assert page.inner_text(".end .why") == "1 deal is played."
    page.click("#another")
    page.wait_for_selector(PLAYABLE)
    assert page.inner_text("#name") == "One"
    assert page.locator("#another").is_hidden()


@pytest.mark.sample(0)
def test_a_record_that_is_opened_can_be_played_by_its_rules(page: Any, tmp_path: Path) -> None:
    rules = sheet(SMALL)()
    page.set_input_files("#own", record_of(rules, tmp_path))
    page.wait_for_selector("#steps:not([hidden])")
    assert page.input_value("#sheet") == SMALL
    page.click("#forth")
    wait_for(page, "document.getElementById('step-number').textContent.startsWith('1 of')")
    page.reload()
    page.wait_for_selector("#steps:not([hidden])")
    assert page.inner_text("#step-number").startswith("1 of")


def record_of(rules: Rules, folder: Path) -> Path:
    record.write(playout(rules, seed=7), folder / "game.jsonl")
    return folder / "game.jsonl"


def test_a_link_that_was_cut_off_is_refused(browser: Any, address: str) -> None:
    page = opened(browser)
    page.goto(f"{address}#hrJlTk")
    assert page.inner_text("[role=alert]") == "This link is incomplete."
    page.context.close()


@pytest.mark.sample(0)
def test_a_worked_deal_is_stepped_through(page: Any) -> None:
    unfold(page)
    page.select_option("#worked", "pikoko")
    # The steps of the record before may be there still.
    wait_for(page, "document.getElementById('step-number').textContent.startsWith('0 of')")
    first = page.inner_text("#log")
    page.click("#forth")
    wait_for(page, "document.getElementById('step-number').textContent.startsWith('1 of')")
    assert page.inner_text("#log") != first or page.inner_text(".question")
    page.select_option("#look", "2")
    wait_for(page, "document.querySelector('.own .who').textContent.startsWith('you')")
    assert page.inner_text("#step-number").startswith("1 of")


@pytest.mark.sample(0)
def test_the_laws_are_run_on_the_sheet(page: Any) -> None:
    unfold(page)
    page.fill("#sheet", SMALL)
    page.click("#laws")
    page.wait_for_selector("#law-list li:nth-child(3)")
    assert "✗" not in page.inner_text("#law-list")


@pytest.mark.sample(1)
@pytest.mark.parametrize(("width", "scheme"), [(1300, "light"), (390, "dark")])
def test_everybody_can_use_it(browser: Any, address: str, width: int, scheme: str) -> None:
    page = opened(browser, width=width, scheme=scheme)
    page.goto(address)
    unfold(page)
    assert violations(page) == []
    for game, moves in (("pikoko", 6), ("hearts", 5)):
        start(page, game)
        play_on(page, moves=moves)
        page.wait_for_selector(PLAYABLE)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


def test_it_works_where_the_site_is_opened_from_files(built: Path, browser: Any) -> None:
    page = opened(browser)
    page.goto((built / "index.html").as_uri())
    start(page, "pikoko", players=3)
    play_on(page, moves=2)
    page.wait_for_selector(PLAYABLE)
    page.context.close()


def test_a_mistake_of_a_sheet_in_a_link_is_named(browser: Any, address: str) -> None:
    page = opened(browser)
    page.goto(f"{address}?sheet=base%20%3D%20%22pikok%22")
    page.click("button.main")
    page.wait_for_selector("#says.refused")
    assert "did you mean 'pikoko'" in page.inner_text("#says")
    page.context.close()


def test_code_of_a_page_is_run_with_what_stands_before_it(browser: Any, address: str) -> None:
    page, asked = opened(browser), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address.replace("play/index", "tutorials/play"))
    buttons = page.locator("button.run")
    assert buttons.count() > 5
    assert not any(".bin" in url for url in asked)
    buttons.nth(2).click()
    block = page.locator(".highlight:has(button.run)").nth(2)
    block.locator(".ran").filter(has_not_text="Python is starting").wait_for()
    printed = [line for line in block.locator("code").inner_text().splitlines() if not re.match(r">>>|\.\.\.", line)]
    assert block.locator(".ran").inner_text().split() == " ".join(printed).split()
    page.context.close()


def test_signatures_are_no_code_to_be_run(browser: Any, address: str) -> None:
    page = opened(browser)
    page.goto(address.replace("play/index", "reference/policies/follow"))
    assert page.locator(".doc-signature").count() > 5
    assert page.locator("button.run").count() > 0
    assert page.locator(".doc-signature :is(button.run, a.run), .doc-signature + button.run").count() == 0
    page.context.close()


@pytest.mark.sample(0)
def test_a_house_rule_is_played_from_the_home_page_by_two_clicks(browser: Any, address: str) -> None:
    page = opened(browser)
    page.goto(address.replace("play/index", "index"))
    page.locator("a.run").first.click()
    page.click("button.main")
    page.wait_for_selector(PLAYABLE)
    assert page.inner_text("#name") == "Pikoko with overtrumping"
    page.context.close()
