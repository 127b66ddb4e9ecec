"""A table as people meet it: made and played in the system's browser, by mouse and by keyboard, alone and together."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import browsers
import pytest
from browsers import INSIDE, PLAYABLE, decide, launched, opened, violations
from running import running
from tiers import DEEP

from trickkit import load, playout, record
from trickkit.phases.tricks.phase import Tricks
from trickkit.play.playout import states
from trickkit.play.state import State
from trickkit.table.claims import claimable, played_out
from trickkit.table.store import Store

browsers.needed()

SHORT = 'base = "pikoko"\nname = "Short"\nending.deals = 1\n\n[options]\nplayers = 4'
CLUB = "♣\N{VARIATION SELECTOR-15}"
HEART, SPADE = "♥\N{VARIATION SELECTOR-15}", "♠\N{VARIATION SELECTOR-15}"
GUESTS = ("Fox", "Owl", "Hare", "Bear", "Lynx")
"""How people are called whom nobody has named, by seat."""
PEOPLE = [{"name": name} for name in ("Ada", "Ben", "Cyd", "Dov")]

deep = pytest.mark.skipif(not DEEP, reason="it takes long: nox -s deep")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, Store]]:
    with running(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as found:
        yield found


def make(address: str, store: Store, seats: list[dict[str, str]], **wish: Any) -> tuple[str, list[str], Path]:
    """A table: its id, the addresses of its links, and its record."""
    given: dict[str, Any] = {"game": "", "options": {}, "text": SHORT, **wish}
    table, links = store.make(given["game"], given["options"], seats, text=given["text"])
    return table.id, [f"{address}/table/{table.id}#{link}" for link in links], table.path


def sit(browser: Any, link: str, **window: Any) -> Any:
    page = opened(browser, **window)
    page.heard = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: page.heard.append(frame)))
    page.goto(link)
    page.wait_for_selector("#table .seat")
    return page


def make_alone(page: Any) -> str:
    """Make a table for one person, who sits down at once; then look at its links. The address of the seat."""
    page.click("button[type=submit]")
    page.wait_for_selector("#table .own")
    seat = str(page.url)
    page.go_back()
    page.wait_for_selector("#made:not([hidden])")
    return seat


def is_over(page: Any) -> bool:
    return bool(page.locator("#undo").is_hidden())


def play_out(page: Any, *, keyboard: bool = False) -> int:
    """Decide alone until the game is over; how often."""
    for made_so_far in range(500):
        page.wait_for_selector(f"{PLAYABLE}, footer:has(#undo[hidden])")
        if is_over(page):
            return made_so_far
        decide(page, keyboard=keyboard)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("width", "keyboard"),
    [(1300, False), pytest.param(1300, True, marks=deep), pytest.param(390, False, marks=deep)],
    ids=["mouse", "keyboard", "phone"],
)
def test_a_whole_deal_is_played(browser: Any, server: tuple[str, Store], width: int, keyboard: bool) -> None:
    seats = [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]
    _, links, path = make(*server, seats)
    page = sit(browser, links[0], width=width)
    assert play_out(page, keyboard=keyboard) >= 13
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    game = record.load(path)
    game.verify()
    assert game.outcome is not None
    page.context.close()


@deep
def test_four_people_play_at_one_table_and_nobody_is_sent_more_than_their_view(
    browser: Any, server: tuple[str, Store]
) -> None:
    _, links, path = make(*server, PEOPLE)
    pages = [sit(browser, link) for link in links]
    watching = pages.pop()
    for _ in range(500):
        if is_over(pages[0]):
            break
        ready = [page for page in pages if page.locator(PLAYABLE).count()]
        if ready:
            decide(ready[0])
        else:
            pages[0].wait_for_timeout(20)
    game = record.load(path)
    game.verify()
    assert game.outcome is not None
    for seat, page in enumerate([*pages, watching]):
        assert page.heard
        for frame in page.heard:
            message = json.loads(frame)
            if message["kind"] == "sheet":
                assert set(message) == {"kind", "results"}
                continue
            assert set(message) == {
                *("kind", "seats", "sides", "said", "ran_out", "clock", "number", "undo"),
                *("claim", "claims", "points", "view"),
            }
            assert message["view"]["seat"] == (seat if seat < 4 else None)
        page.context.close()


@pytest.mark.sample(0)
def test_a_decision_under_way_is_not_asked_for_again_when_something_else_is_told(
    browser: Any, server: tuple[str, Store]
) -> None:
    seats = [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]
    _, links, _ = make(*server, seats)
    page = sit(browser, links[0])
    page.wait_for_selector(PLAYABLE)
    # At once, before the server tells of what others do meanwhile.
    drawn = page.evaluate("""async () => {
        const {tell} = await import("/static/table.js");
        const table = document.getElementById("table");
        table.ariaBusy = "true";
        tell("Something.");
        return [document.querySelector(".told").textContent, table.ariaBusy];
    }""")
    assert drawn == ["Something.", "true"]
    page.context.close()


def test_whoever_comes_back_sees_the_table_as_it_is(browser: Any, server: tuple[str, Store]) -> None:
    seats = [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]
    _, links, _ = make(*server, seats)
    page = sit(browser, links[0])
    page.wait_for_selector(PLAYABLE)
    decide(page)
    page.wait_for_selector(PLAYABLE)
    before = page.inner_text("#log")
    page.goto("about:blank")
    page.goto(links[0])
    page.wait_for_selector(PLAYABLE)
    assert page.inner_text("#log") == before
    page.context.close()


@pytest.mark.sample(0)
def test_a_page_comes_back_by_itself_after_the_server_was_restarted(browser: Any, tmp_path: Path) -> None:
    seats = [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]
    with running(tmp_path) as (address, store):
        name, links, _ = make(address, store, seats)
        page = sit(browser, links[0])
        page.wait_for_selector(PLAYABLE)
        decide(page)
        page.wait_for_selector(PLAYABLE)
        before = page.inner_text("#log")
    with running(tmp_path) as (address, _):
        page.goto(f"{address}/table/{name}#{links[0].partition('#')[2]}")
        page.wait_for_selector(PLAYABLE)
        assert page.inner_text("#log") == before
    page.context.close()


def test_a_table_is_made_on_the_page_and_its_links_are_shown(browser: Any, server: tuple[str, Store]) -> None:
    address, _ = server
    page = opened(browser)
    page.goto(address)
    page.wait_for_selector("#game option:nth-child(4)", state="attached")
    page.select_option("#game", "hearts")
    for seat in page.locator("#seats select").all()[1:]:
        seat.select_option("random")
    seat = make_alone(page)
    links = page.locator("#links a").all_text_contents()
    assert len(links) == 2
    assert links[0] == seat
    assert violations(page) == []
    page.goto(links[0])
    page.wait_for_selector(PLAYABLE)
    page.context.close()


def test_a_link_without_its_secret_is_refused_in_words(browser: Any, server: tuple[str, Store]) -> None:
    name, links, _ = make(*server, PEOPLE)
    page = opened(browser)
    page.goto(links[0].partition("#")[0])
    assert "no secret" in page.inner_text("[role=alert]")
    assert not page.locator("#table").is_visible()
    page.goto(f"{server[0]}/table/{name}?again#wrong")
    page.wait_for_selector("[role=alert]")
    assert page.inner_text("[role=alert]") == "this link is not one of the table's"
    page.context.close()


def test_a_table_shows_the_calls_the_contract_the_tally_and_hands_sorted_by_trumps(
    browser: Any, server: tuple[str, Store]
) -> None:
    page = opened(browser)
    page.goto(f"{server[0]}/table/none")

    def draw(state: State, seat: int) -> None:
        sight = {"view": state.view(seat).to_json(), "seats": [{"name": "", "bot": ""}] * state.rules.players}
        page.evaluate("async sight => (await import('/static/table.js')).draw(sight, null)", sight)

    bridge = load("bridge").start(seed=7, first=1)
    for call in ("pass", "bid 1H", "double", "pass", "bid 3NT"):
        bridge = bridge.play(bridge.actors[0], call)
    draw(bridge, 0)
    rows = [row.inner_text().split("\t") for row in page.locator(".said tbody tr").all()]
    assert rows == [["", "pass", f"1{HEART}", "double"], ["pass", "3NT", "", ""]]
    assert "bid so far: 3NT" in page.inner_text("#facts")
    for _ in range(3):
        bridge = bridge.play(bridge.actors[0], "pass")
    draw(bridge, 0)
    assert "contract: 3NT" in page.inner_text("#facts")
    assert "declarer: Owl" in page.inner_text("#facts")
    while bridge.deal.get(Tricks) is None:
        bridge = bridge.play(bridge.actors[0], bridge.legal(bridge.actors[0])[0])
    draw(bridge, 0)
    page.wait_for_selector(".said:not([open])")
    table, calls = (page.locator(shown).bounding_box() for shown in ("#table", ".said"))
    assert calls["y"] > table["y"]
    skat = next(state for state in states(load("skat"), seed=7) if state.deal.trump)
    draw(skat, 0)
    order = skat.view(0).to_json()["order"]
    hand = [card.get_attribute("data-card") for card in page.locator(".own .card").all()]
    assert hand == sorted(hand, key=order.index)
    draw(load("5211", players=2).start(seed=7), 0)
    assert "Kododo: 0/4" in page.locator("#facts .badge").all_inner_texts()
    assert page.get_by_role("img", name="blue: 0/5").inner_text() == "B 0/5"
    page.set_viewport_size({"width": 1280, "height": 800})
    draw(load("5211", players=5).start(seed=7), 0)
    assert page.locator("header").bounding_box()["height"] < 60
    over = playout(load("hearts"), seed=7)
    draw(over, 0)
    assert re.match(r"(\w+ wins\.|You win!|Winners: .+\.)$", page.inner_text(".question"))
    assert page.inner_text(".end .why") == "100 points are reached."
    page.context.close()


def test_partners_have_their_tricks_and_points_together(browser: Any, server: tuple[str, Store]) -> None:
    page = opened(browser)
    page.goto(f"{server[0]}/table/none")
    names = [{"name": name} for name in ("Ada", "Mia", "Leo", "Ida")]
    playing = (state for state in states(load("whist"), seed=7) if state.results and state.deal.get(Tricks))
    state = next(state for state in playing if len(state.deal[Tricks].tricks) == 5)
    sight = {"view": state.view(0).to_json(), "seats": names, "sides": [[0, 2], [1, 3]]}
    page.evaluate("async sight => (await import('/static/table.js')).draw(sight, () => {})", sight)
    ours, theirs = state.results[-1].scores[:2]
    rows = [row.inner_text().split("\t") for row in page.locator("#scores tr:visible").all()]
    assert rows[0] == ["", "you + Leo", "Mia + Ida"]
    assert rows[1] == ["deal 1", f"{ours:+}".replace("+0", "0"), f"{theirs:+}".replace("+0", "0")]
    taken = state.deal[Tricks].taken
    for seat in range(4):
        both = f"▤ {taken[seat] + taken[(seat + 2) % 4]}"
        assert page.locator(f"[data-seat='{seat}'] .plate .badge", has_text=both).count() == 1
    page.context.close()


def test_skat_says_who_deals_what_is_bid_so_far_and_asks_for_a_game(browser: Any, server: tuple[str, Store]) -> None:
    page = opened(browser)
    page.goto(f"{server[0]}/table/none")
    seats, game = [{"name": name} for name in ("Ada", "Mia", "Leo")], [*states(load("skat"), seed=7)]
    drawn(page, game[3], 0, seats)
    assert "bid so far: " in page.inner_text("#facts")
    assert "contract" not in page.inner_text("#facts")
    assert page.locator("[data-seat='2'] .starts", has_text="dealer").count() == 1
    assert page.locator(".starts").count() == 1
    naming = next(state for state in game if "name H" in map(str, state.view(0).legal()))
    drawn(page, naming, 0, seats)
    assert page.inner_text(".question") == "What do you play?"
    log = page.inner_text("#log").splitlines()
    assert log[0] == "Deal 1 begins; Leo deals."
    assert "Ada (you): “take”" in log
    page.context.close()


@pytest.mark.parametrize(
    ("game", "mark"), [("bridge", "dealer"), ("pikoko", "leads first"), ("hearts", ""), ("5211", "")]
)
def test_a_seat_is_marked_that_deals_or_leads_first_and_none_where_a_card_says_who_leads(
    browser: Any, server: tuple[str, Store], game: str, mark: str
) -> None:
    page = opened(browser)
    page.goto(f"{server[0]}/table/none")
    drawn(page, load(game).start(seed=7, first=2), 0, [{"name": name} for name in ("Ada", "Mia", "Leo", "Ida")])
    marks = page.locator(".starts").all()
    assert [shown.get_attribute("title") for shown in marks] == [mark] * bool(mark)
    begins = {"dealer": "Deal 1 begins; Leo deals.", "leads first": "Deal 1 begins; Leo starts."}
    first, *told = page.inner_text("#log").splitlines()
    assert first == begins.get(mark, "Deal 1 begins.")
    # Cards that nobody sees are not counted up.
    assert not any("hidden" in text for text in told if game in ("hearts", "5211"))
    page.context.close()


def test_calls_and_reasons_are_said_in_the_language_of_the_page_without_what_goes_without_saying(
    browser: Any, server: tuple[str, Store]
) -> None:
    page = opened(browser, locale="de")
    page.goto(f"{server[0]}/table/none")
    seats = [{"name": name} for name in ("Ada", "Mia", "Leo", "Ida")]
    state = load("bridge", deals=1).start(seed=7, first=0)
    for call in ("bid 4H", "double"):
        state = state.play(state.actors[0], call)
    drawn(page, state, 2, seats)
    buttons = page.locator(".table .actions > button").all_inner_texts()
    assert buttons[:4] == ["passe", "Rekontra", f"4{SPADE}", "4SA"]
    assert page.locator(".said td").all_inner_texts()[:2] == [f"4{HEART}", "Kontra"]
    assert page.inner_text("#facts").endswith(f"4{HEART} kontriert")
    assert f"Ada: „4{HEART}“" in page.inner_text("#log")
    while not state.is_over:
        legal = [*map(str, state.legal(state.actors[0]))]
        state = state.play(state.actors[0], "pass" if "pass" in legal else legal[0])
    drawn(page, state, 2, seats, sides=[[0, 2], [1, 3]])
    page.click(".reasons")
    assert re.search(rf"4{HEART} kontriert( erfüllt|, \d+ zu wenig)", page.locator(".lines li").first.inner_text())
    # Partners have one place together, and those after them the next one.
    assert [row.split("\t")[0] for row in page.locator(".end tr").all_inner_texts()] == ["1.", "2."]
    page.context.close()


def test_what_is_played_from_and_asked_moves_nothing_when_somebody_else_is_to_act(
    browser: Any, server: tuple[str, Store]
) -> None:
    page = opened(browser, width=390)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server[0]}/table/none")
    seats, game = [{"name": name} for name in ("Ada", "Mia", "Leo", "Ida")], [*states(load("pikoko"), seed=7, first=3)]
    playing = [state for state in game if state.deal.get(Tricks) and len(state.deal[Tricks].tricks) == 2]
    own = next(number for number, state in enumerate(playing) if state.actors == (0,))
    where = []
    for state in playing[own - 1 : own + 1]:
        drawn(page, state, 0, seats)
        where.append([page.locator(shown).bounding_box() for shown in ("[data-seat='1'] .card >> nth=0", ".trick")])
    assert where[0] == where[1]
    skat = next(state for state in states(load("skat"), seed=7) if state.view(0).to_json()["said"])
    drawn(page, skat, 0, seats[:3], scored={"number": 0, "scores": [10, -20, 0]})
    calls, scores = (page.locator(shown).bounding_box() for shown in (".said", ".scored"))
    assert scores["y"] + scores["height"] <= calls["y"]
    page.context.close()


def drawn(page: Any, state: State, seat: int, seats: list[dict[str, str]], **given: Any) -> None:
    """Draw what a seat sees, as the page does for whoever may decide."""
    sight = {"view": state.view(seat).to_json(), "seats": seats, **given}
    page.evaluate("async sight => (await import('/static/table.js')).draw(sight, () => {})", sight)


@pytest.mark.sample(0)
def test_what_stays_on_a_table_is_not_made_anew(browser: Any, server: tuple[str, Store]) -> None:
    page = opened(browser)
    page.goto(f"{server[0]}/table/none")
    seats = [{"name": name} for name in ("Ada", "Mia", "Leo", "Ida")]
    playing = (state for state in states(load("hearts"), seed=7) if state.deal.get(Tricks))
    state = next(state for state in playing if state.deal[Tricks].current.plays)
    seat = state.actors[0]
    drawn(page, state, seat, seats)
    held = page.locator(".own .card").count()
    page.evaluate("document.querySelectorAll('.others .card, .plate').forEach(one => { one.old = 1 })")
    drawn(page, state.play(seat, state.legal(seat)[0]), seat, seats)
    assert page.locator(".own .card").count() == held - 1
    assert page.evaluate("[...document.querySelectorAll('.others .card, .plate')].every(one => one.old)")
    turns = page.evaluate(
        "[...document.querySelectorAll('.own .card')].map(one => +one.style.getPropertyValue('--turn'))"
    )
    assert turns == [place - (held - 2) / 2 for place in range(held - 1)]
    page.context.close()


@pytest.mark.sample(0)
def test_the_log_says_names_and_signs_of_suits_and_the_last_trick_is_shown_again(
    browser: Any, server: tuple[str, Store]
) -> None:
    page = opened(browser)
    page.goto(f"{server[0]}/table/none")
    seats = [{"name": "Ada"}, {"name": "Mia", "bot": "best:2"}, {"name": "best:2", "bot": "best:2"}, {"name": ""}]
    playing = (state for state in states(load("hearts"), seed=7) if state.deal.get(Tricks))
    state = next(state for state in playing if state.deal[Tricks].tricks and state.deal[Tricks].current.plays)
    drawn(page, state, 0, seats)
    log = page.inner_text("#log")
    assert re.search(r"^Mia plays [♣♦♥♠]\N{VARIATION SELECTOR-15}\w+\.$", log, re.MULTILINE)
    assert re.search(r"^Leo plays ", log, re.MULTILINE)
    assert "hidden cards" not in log
    assert "Ada" not in log.replace("Ada (you)", "")
    assert not re.search(r"\?\?|\bseat \d|best", log)
    page.click(".look")
    first = state.deal[Tricks].tricks[0]
    shown = {card.get_attribute("data-card") for card in page.locator(".trick .card").all()}
    assert shown == {str(play.card) for play in first.plays}
    page.context.close()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("language", "own", "other", "played"),
    [
        ("en", "trust yourself", "trust Mia", "You play "),
        ("nl", "vertrouw jezelf", "vertrouw Mia", "Je speelt "),
        ("fr", "confiance en vous-même", "confiance en Mia", "Vous jouez "),
        ("de", "vertraue dir selbst", "vertraue Mia", "Du spielst "),
    ],
)
def test_readers_are_not_called_by_their_name(
    browser: Any, server: tuple[str, Store], language: str, own: str, other: str, played: str
) -> None:
    page = opened(browser)
    page.goto(f"{server[0]}/table/none")
    page.evaluate(f"localStorage.setItem('language', '{language}')")
    page.reload()
    seats = [{"name": "Ada"}, {"name": "Mia"}, {"name": "Leo"}, {"name": "Ida"}]
    game = [*states(load("pikoko"), seed=7)]
    trusting = next(state for state in game if "trust 1" in map(str, state.view(0).legal()))
    drawn(page, trusting, 0, seats)
    assert page.locator("#table .actions button").all_inner_texts()[:2] == [own, other]
    drawn(page, next(state for state in game if state.results), 0, seats)
    assert played in page.inner_text("#log")
    page.context.close()


@pytest.mark.sample(0)
def test_what_is_told_moves_nothing_and_an_advised_card_and_the_last_bids_are_seen(
    browser: Any, server: tuple[str, Store]
) -> None:
    page = opened(browser)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server[0]}/table/none")
    seats = [{"name": name} for name in ("Ada", "Mia", "Leo", "Ida")]
    state = next(state for state in states(load("whist"), seed=7) if state.deal.get(Tricks) and 0 in state.actors)
    drawn(page, state, 0, seats)
    before = page.locator(".question").bounding_box()
    page.locator("[data-seat='1'] .badge[title]").first.click()
    assert page.inner_text(".told") == "dealer" or page.inner_text(".told").startswith("points: ")
    advised = str(state.legal(0)[0])
    page.evaluate("async card => (await import('/static/table.js')).tell(`A bot would choose ${card}.`, card)", advised)
    assert page.locator(".told").count() == 1
    assert page.locator(".question").bounding_box() == before
    assert page.get_attribute(".advised", "data-action") == advised
    bridge = load("bridge").start(seed=7, first=0)
    for level in range(1, 7):
        for call in (f"bid {level}C", f"bid {level}D", f"bid {level}H", f"bid {level}S"):
            bridge = bridge.play(bridge.actors[0], call)
    drawn(page, bridge, 0, seats)
    assert page.evaluate("""() => {
        const last = document.querySelector(".said tr:last-child").getBoundingClientRect();
        return last.bottom <= document.querySelector(".said").getBoundingClientRect().bottom + 1;
    }""")
    page.context.close()


@pytest.mark.sample(0)
def test_what_the_clock_has_decided_is_told_in_the_language_of_the_page(
    browser: Any, server: tuple[str, Store]
) -> None:
    page = opened(browser)
    page.goto(f"{server[0]}/table/none")
    page.select_option("#language", "de", force=True)
    sight = {"view": load("hearts").start(seed=7).view(0).to_json(), "seats": [{"name": "Ada"}, {"name": "Mia"}] * 2}
    page.evaluate(
        """async sight => {
            const {note, notices} = await import("/static/notices.js"), {draw} = await import("/static/table.js");
            note({1: [5, "Seat 1 plays 7C."], 0: [6, ""]}, () => {});
            draw({...sight, notices: notices(sight.view, sight.seats)}, null);
        }""",
        sight,
    )
    told = page.locator(".told").all_inner_texts()
    assert told == ["Deine Zeit ist abgelaufen.", f"Die Zeit von Mia ist abgelaufen. Mia spielt {CLUB}7."]
    page.context.close()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "players", "beside"),
    [("pikinni", 2, (0, 1, 0)), ("pikinni", 3, (1, 0, 1)), ("pikinni", 4, (1, 1, 1)), ("pikoko", 5, (1, 2, 1))],
)
def test_seats_are_clockwise_around_the_table_and_the_trick_lies_before_them(
    browser: Any, server: tuple[str, Store], game: str, players: int, beside: tuple[int, ...]
) -> None:
    page = opened(browser)
    page.goto(f"{server[0]}/table/none")
    rules = load(game, players=players)
    drawn(page, next(state for state in states(rules, seed=7) if state.deal.get(Tricks)), 1, [{"name": ""}] * players)
    sides = [page.locator(f".{side} .seat").count() for side in ("left", "across", "right")]
    assert tuple(sides) == beside
    order = [name.partition(" · ")[0] for name in page.locator(".others .who").all_text_contents()]
    assert order == [GUESTS[(1 + step) % players] for step in range(1, players)]
    page.context.close()


@pytest.mark.sample(1)
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (667, 375)])
@pytest.mark.parametrize("game", ["pikoko", "hearts", "bridge", "5211"])
def test_a_running_game_fits_the_screen_of_a_phone(
    browser: Any, server: tuple[str, Store], game: str, width: int, height: int
) -> None:
    page = opened(browser, width=width)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server[0]}/table/none")
    page.evaluate("document.querySelector('.refused').remove()")
    rules = load(game)
    for state in [*states(rules, seed=7)][1:60:7]:
        drawn(page, state, 0, [{"name": f"Player {seat}", "bot": "best:2"} for seat in range(rules.players)])
        # Below the table are the footer and what is folded.
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), state
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(INSIDE) == [], state
    page.context.close()


@pytest.mark.sample(1)
@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375)])
def test_what_is_folded_covers_no_card_on_a_phone_on_its_side(
    browser: Any, server: tuple[str, Store], width: int, height: int
) -> None:
    page = opened(browser, width=width)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server[0]}/table/none")
    rules = load("bridge")
    drawn(page, rules.start(seed=7), 0, [{"name": f"Player {seat}"} for seat in range(rules.players)])
    assert page.evaluate("""() => {
        const card = document.querySelector(".own .card:last-child .front").getBoundingClientRect();
        return document.querySelector(".sides").getBoundingClientRect().left >= card.right;
    }""")
    page.context.close()


@pytest.mark.sample(0)
def test_what_stands_beside_the_table_folds_when_a_device_is_turned(browser: Any, server: tuple[str, Store]) -> None:
    page = opened(browser)
    page.goto(f"{server[0]}/table/none")
    drawn(page, load("hearts").start(seed=7), 0, [{"name": ""}] * 4)
    page.wait_for_selector(".folded[open]")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector(".folded:not([open])")
    page.context.close()


@pytest.mark.sample(0)
def test_nothing_that_is_decided_is_lost_while_cards_move(browser: Any, server: tuple[str, Store]) -> None:
    _, links, path = make(*server, [{"name": "Ada"}, *[{"bot": "random"}] * 3], game="hearts", text="")
    page = opened(browser)
    page.emulate_media(reduced_motion="no-preference")
    page.goto(links[0])
    for _ in range(5):
        page.wait_for_selector(PLAYABLE)
        decide(page)
    page.wait_for_selector(PLAYABLE)
    assert sum(seat == 0 for seat, _ in record.load(path).moves) == 5
    page.context.close()


def test_the_page_speaks_four_languages(browser: Any, server: tuple[str, Store]) -> None:
    seats = [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]
    _, links, _ = make(*server, seats)
    page = sit(browser, links[0])
    page.wait_for_selector(PLAYABLE)
    said = {}
    for language in ("en", "nl", "fr", "de"):
        page.click(".menu:has(#language) > summary")
        page.select_option("#language", language)
        page.evaluate("document.querySelector('.refused')?.remove()")
        page.click("#undo")
        refused = page.locator(".refused").inner_text()
        log = page.inner_text("#log li")
        said[language] = (
            page.inner_text(".question"),
            page.inner_text("#facts"),
            page.inner_text("footer"),
            refused,
            log,
        )
    assert all(len({*texts}) == 4 for texts in zip(*said.values(), strict=True)), said
    page.context.close()


@pytest.mark.sample(1)
@pytest.mark.parametrize(("width", "scheme"), [(1300, "light"), (390, "dark")])
@pytest.mark.parametrize("game", ["pikoko", "pikinni", "5211", "hearts"])
def test_everybody_can_use_a_table(browser: Any, server: tuple[str, Store], game: str, width: int, scheme: str) -> None:
    seats = [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}, {"bot": "random"}]
    _, links, _ = make(*server, seats, game=game, options={"players": 4} if game != "hearts" else {}, text="")
    page = sit(browser, links[0], width=width, scheme=scheme)
    for _ in range(7):
        page.wait_for_selector(PLAYABLE)
        decide(page)
    page.wait_for_selector(PLAYABLE)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


GROUND = """["body", "h1", ".sides > details"]
    .map(shown => getComputedStyle(document.querySelector(shown)))
    .flatMap(style => [style.color, style.backgroundColor, style.backgroundImage])
    .join(" ")"""
"""The colours of what is around the felt."""


@pytest.mark.sample(0)
def test_a_table_is_light_or_dark_as_the_device_is_or_as_the_reader_chooses(
    browser: Any, server: tuple[str, Store]
) -> None:
    _, links, _ = make(*server, [{"name": "Ada"}, *[{"bot": "random"}] * 3])
    page = sit(browser, links[0], scheme="light")
    felt = page.evaluate("getComputedStyle(document.getElementById('table')).backgroundImage")
    light = page.evaluate(GROUND)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(GROUND)
    assert dark != light
    page.locator(".menu:has(#theme) > summary").click()
    for theme, shown in (("light", light), ("dark", dark), ("light", light)):
        page.select_option("#theme", theme)
        assert page.evaluate(GROUND) == shown
    page.reload()
    page.wait_for_selector("#table .seat")
    assert page.evaluate(GROUND) == light
    assert page.evaluate("getComputedStyle(document.getElementById('table')).backgroundImage") == felt
    page.goto(server[0])
    assert page.evaluate("document.documentElement.dataset.theme") == "light"
    page.context.close()


@pytest.mark.sample(0)
def test_options_and_refusals_of_the_form_are_in_the_language_of_the_page(
    browser: Any, server: tuple[str, Store]
) -> None:
    page = opened(browser)
    page.goto(server[0])
    page.wait_for_selector("#game option:nth-child(4)", state="attached")
    page.select_option("#language", "de")
    page.click("[data-word=options]")
    assert "wie viele spielen" in page.inner_text("#options")
    assert not [text for text in page.locator("#options option").all_inner_texts() if "_" in text]
    assert "ja" in page.locator("#options option").all_inner_texts()
    for seat in page.locator("#seats select").all():
        seat.select_option("random")
    page.click("button[type=submit]")
    page.wait_for_selector("#refused:text('an einem Tisch sitzt mindestens ein Mensch')")
    page.context.close()


def test_the_form_has_as_many_seats_as_a_sheet(browser: Any, server: tuple[str, Store]) -> None:
    page = opened(browser)
    page.goto(server[0])
    page.wait_for_selector("#game option:nth-child(4)", state="attached")
    assert page.locator("#seats .sits").count() == 4
    page.click("[data-word=house_rules]")
    page.select_option("#sample", label="One deal for three")
    page.wait_for_selector("#says:text('One deal for three: 3 seats')")
    assert page.locator("#seats .sits").count() == 3
    page.fill("#sheet", 'base = "pikok"')
    page.wait_for_selector("#says.refused:text('pikok')")
    page.select_option("#sample", label="Quick Hearts")
    page.wait_for_selector("#says:text('Quick Hearts: 4 seats')")
    assert page.locator("#seats .sits").count() == 4
    page.select_option("#sample", label="One deal for three")
    assert violations(page) == []
    make_alone(page)
    assert [(made["people"], made["bots"]) for made in server[1].all()] == [(1, 2)]
    page.select_option("#game", "bridge")
    assert page.input_value("#sheet") == ""
    assert page.locator("#seats .sits").count() == 4
    page.context.close()


def test_the_rules_of_the_game_are_shown_in_a_sheet_that_escape_closes(browser: Any, server: tuple[str, Store]) -> None:
    _, links, _ = make(
        *server, [{"name": "Ada"}, *[{"bot": "random"}] * 3], game="hearts", options={"deals": 2}, text=""
    )
    page = sit(browser, links[0])
    page.wait_for_selector(PLAYABLE)
    page.click("#rules")
    page.wait_for_selector("#rules-sheet[open]")
    told = page.inner_text("#rules-sheet")
    assert "Pass three cards on" in told
    assert "deals: 2" in told
    assert re.search(r"A K Q J 10 9 8 7 6 5 4 3 2$", told, re.MULTILINE)
    assert f"{SPADE}Q: 13" in told
    # All cards of a suit are the suit, and a card is named by the sign of its suit.
    assert re.search(rf"{HEART}: 1$", told, re.MULTILINE)
    assert f"Whoever has {CLUB}2 leads first." in told
    goal, course = told.index("After 2 deals, the fewest points win."), told.index("You pass cards on, face down")
    assert (
        told.index("Goal") < goal < told.index("A K Q J 10") < course < told.index("Whoever takes all cards that count")
    )
    assert not page.locator("#rules-sheet :text('directions: left, right, across, hold')").is_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("#rules-sheet", state="detached")
    page.click(".menu:has(#language) > summary")
    page.select_option("#language", "de")
    page.click("#rules")
    assert "Gib drei Karten weiter" in page.inner_text("#rules-sheet[open]")
    page.context.close()


@pytest.mark.sample(0)
def test_whoever_made_a_table_finds_its_links_again(browser: Any, server: tuple[str, Store]) -> None:
    page = opened(browser)
    page.goto(server[0])
    page.wait_for_selector("#game option:nth-child(4)", state="attached")
    make_alone(page)
    links = page.locator("#links a").all_text_contents()
    page.reload()
    page.wait_for_selector("#made:not([hidden])")
    assert page.locator("#links a").all_text_contents() == links
    page.goto(links[0])
    page.wait_for_selector(PLAYABLE)
    page.goto(server[0])
    page.click("#own a")
    page.wait_for_selector("#made:not([hidden])")
    assert page.locator("#links a").all_text_contents() == links
    page.click("[data-word=single_links]")
    page.on("dialog", lambda asked: asked.accept())
    page.click("#links button:text('Make this seat free')")
    page.wait_for_selector("#links button:text('Make this seat free')", state="detached")
    assert page.locator("#links a").all_text_contents()[0] != links[0]
    page.context.close()


@pytest.mark.sample(0)
def test_whoever_made_a_table_finds_the_invitation_to_its_rematch(browser: Any, server: tuple[str, Store]) -> None:
    page = opened(browser)
    page.goto(server[0])
    page.wait_for_selector("#game option:nth-child(4)", state="attached")
    for seat in page.locator("#seats select").all()[1:]:
        seat.select_option("random")
    page.click("[data-word=house_rules]")
    page.fill("#sheet", SHORT)
    make_alone(page)
    first, *_ = page.locator("#links a").all_text_contents()
    page.goto(first)
    play_out(page)
    page.click("#again")
    page.wait_for_url(lambda url: "/table/" in url and url.partition("#")[0] != first.partition("#")[0])
    again = page.url
    page.wait_for_selector("#table .own")
    page.goto(server[0])
    page.locator("#own li").first.locator("a").first.click()
    page.wait_for_selector("#made:not([hidden])")
    # Whoever plays alone needs no invitation.
    assert page.locator("#invitation a").count() == 0
    assert page.get_attribute("#own-seat", "href") == again
    assert again in page.locator("#links a").all_text_contents()
    assert "(plays at random)" in page.inner_text("#own")
    page.select_option("#language", "de")
    assert "(spielt zufällig)" in page.inner_text("#own")
    page.context.close()


@pytest.mark.sample(0)
def test_a_person_who_is_asked_to_take_back_reads_what_would_be_undone(browser: Any, server: tuple[str, Store]) -> None:
    seats = [{}, {"name": "Ben"}, {"bot": "random"}, {"bot": "random"}]
    _, links, _ = make(*server, seats, game="hearts", text="")
    pages = [sit(browser, link) for link in links[:2]]
    for page in pages:
        page.wait_for_selector(PLAYABLE)
        for _ in range(3):
            decide(page)
    pages[0].click("#undo")
    pages[1].wait_for_selector("#wish")
    asked, own = (page.inner_text("#wished") for page in pages[::-1])
    assert asked.startswith("Fox wants to take a move back")
    assert own.startswith("You asked to take a move back")
    assert violations(pages[1]) == []
    pages[0].click("#decline")
    pages[1].wait_for_selector("#wish", state="detached")
    for page in pages:
        page.context.close()


@pytest.mark.sample(0)
def test_the_same_people_go_on_with_other_rules(browser: Any, server: tuple[str, Store]) -> None:
    address, store = server
    page = opened(browser)
    page.goto(address)
    page.wait_for_selector("#game option:nth-child(4)", state="attached")
    page.select_option("#game", "pikinni")
    for seat, name in zip(page.locator("#seats .sits").all(), ("Ada", "Ben", "", ""), strict=True):
        seat.locator("select").select_option("" if name else "random")
        seat.locator("input").fill(name)
    page.click("button[type=submit]")
    page.wait_for_selector("#made:not([hidden])")
    links = page.locator("#links a").all_text_contents()
    ben = sit(browser, links[1])
    page.goto(links[0])
    page.wait_for_selector("#table .seat")
    page.evaluate("document.getElementById('another').hidden = false")
    page.click("#another")
    page.wait_for_selector("#game option:nth-child(4)", state="attached")
    page.select_option("#game", "hearts")
    named = [seat.input_value() for seat in page.locator("#seats input").all()]
    assert named == ["Ada", "Ben", "", ""]
    page.click("button[type=submit]")
    page.wait_for_selector("#made:not([hidden])")
    ben.click("#join")
    ben.wait_for_url(lambda url: url.partition("#")[0] != links[1].partition("#")[0])
    ben.wait_for_selector("#name:text('Hearts')")
    assert ben.locator(".own .who").inner_text().startswith("You")
    assert len(store.all()) == 2
    for each in (page, ben):
        each.context.close()


def test_a_card_says_why_it_may_not_be_played_and_a_bot_gives_a_hint(browser: Any, server: tuple[str, Store]) -> None:
    seats = [{"name": "Ada"}, *[{"bot": "random"}] * 2]
    _, links, path = make(*server, seats, game="pikinni", options={"players": 3}, text="")
    page = sit(browser, links[0])
    refused = page.locator(".own.plays span.card:not(.legal)")
    while not refused.count():
        page.wait_for_selector(PLAYABLE)
        decide(page)
        page.wait_for_selector(PLAYABLE)
    moves = record.load(path).moves
    refused.first.click(position={"x": 4, "y": 4})
    page.wait_for_selector(".told")
    rule = r"is not allowed: (follow suit: \w+ was led|void in the led suit, .+)\.$"
    assert re.search(rule, page.inner_text(".told"))
    page.click("#hint")
    page.wait_for_selector(".told:text('may do nothing else'), .told:text('A bot would choose')")
    assert record.load(path).moves == moves
    assert page.locator(PLAYABLE).count()
    page.context.close()


@pytest.mark.sample(0)
def test_a_finished_game_is_explained_looked_at_again_and_followed_by_another(
    browser: Any, server: tuple[str, Store]
) -> None:
    text = 'base = "pikinni"\nname = "Two"\nending.deals = 2\n\n[options]\nplayers = 2'
    _, links, path = make(*server, [{"name": "Ada"}, {"name": "Ben"}], text=text)
    ada, ben = (sit(browser, link) for link in links[:2])
    while not is_over(ada):
        for page in (ada, ben):
            if page.locator(PLAYABLE).count():
                decide(page)
        ada.wait_for_timeout(20)
    results = record.load(path).replay().results
    ada.wait_for_selector(".reasons >> nth=1")
    ada.locator(".reasons").first.click()
    assert ada.locator(".lines:visible li").count() == len(results[0].lines)
    assert ada.locator(".end tr.first").inner_text().count("\t") == 2
    (first, second), (totals, others) = results[-1].scores, results[-1].totals
    scored = f"Scored: you {first:+}, Ben {second:+}. Totals: you {totals}, Ben {others}."
    assert scored.replace("+0", "0") in ada.inner_text("#log")
    ada.click("#look-again")
    ada.wait_for_selector("#steps:not([hidden])")
    assert ada.locator(".end").count() == 0
    assert (
        ada.evaluate("""[...document.querySelectorAll("header > *")]
        .filter(shown => shown.getBoundingClientRect().top > 40).length""")
        == 0
    )
    ada.evaluate("() => { const step = document.getElementById('step'); step.value = step.max; step.oninput(); }")
    ada.wait_for_selector("#scores:has(.reasons)")
    ada.evaluate("() => { const step = document.getElementById('step'); step.value = 1; step.oninput(); }")
    ada.wait_for_selector("#scores:not(:has(.reasons))")
    ada.click("#could")
    ada.wait_for_selector(".told:text('You chose')")
    ada.click("#could")
    ada.wait_for_selector(".told:text('You chose')")
    assert violations(ada) == []
    ada.click("#again")
    ada.wait_for_url(lambda url: url.partition("#")[0] != links[0].partition("#")[0])
    ben.click("#join")
    for page in (ada, ben):
        page.wait_for_selector(PLAYABLE)
        assert page.inner_text("#name") == "Two"
        page.context.close()


def test_people_come_by_one_link_choose_seats_talk_and_a_bot_sits_in(browser: Any, server: tuple[str, Store]) -> None:
    ada = opened(browser)
    ada.goto(server[0])
    ada.wait_for_selector("#game option:nth-child(4)", state="attached")
    for seat, kind in enumerate(("", "", "random", "random")):
        ada.locator("#seats select").nth(seat).select_option(kind)
    ada.click("button[type=submit]")
    ada.wait_for_selector("#invitation a")
    link = ada.inner_text("#invitation a")
    pages = []
    for name in ("Mia", "Noa"):
        page = opened(browser)
        page.goto(link)
        page.wait_for_selector("#seats input:checked")
        assert violations(page) == []
        page.fill("#called", name)
        page.click("#sit")
        page.wait_for_selector("#table .seat")
        pages.append(page)
    mia, noa = pages
    mia.wait_for_selector(".who:text('Noa')")
    noa.click("#say summary")
    noa.click("#say [data-word=hello]")
    mia.wait_for_selector(".bubble:text('Hello')")
    noa.goto(link)
    noa.wait_for_selector("#table .seat")
    noa.context.close()
    mia.click(".stands-in")
    mia.wait_for_selector(".alert:text('a bot sits in')")
    assert violations(mia) == []
    late = opened(browser)
    late.goto(link)
    late.wait_for_selector("#refused:text('taken')")
    for page in (ada, mia, late):
        page.context.close()


@pytest.mark.sample(0)
def test_of_many_bids_the_next_are_offered_and_a_chosen_card_stands_out(
    browser: Any, server: tuple[str, Store]
) -> None:
    _, links, _ = make(*server, [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cyd"}], game="skat", text="")
    pages = [sit(browser, link) for link in links[:3]]
    while not (bidding := [page for page in pages if page.locator(".more").count()]):
        pages[0].wait_for_timeout(20)
    (page,) = bidding
    shown = page.locator("#table .actions [data-action]:visible")
    assert (shown.first.inner_text(), shown.count()) == ("pass", 10)
    page.click(".more")
    assert shown.count() > 60
    assert violations(page) == []
    for each in pages:
        each.context.close()
    _, links, _ = make(*server, PEOPLE, game="hearts", text="")
    page = sit(browser, links[0])
    page.wait_for_selector(PLAYABLE)
    chosen = page.locator(PLAYABLE).first.get_attribute("data-action")
    decide(page)
    page.wait_for_selector(".picked")
    assert page.locator(".picked").get_attribute("data-card") == chosen
    assert violations(page) == []
    page.locator(".picked").click(position={"x": 4, "y": 4})
    page.wait_for_selector(".picked", state="detached")
    page.wait_for_selector(f"{PLAYABLE[:-1]}='{chosen}']")
    page.context.close()


@pytest.mark.sample(0)
def test_a_menu_closes_and_what_a_deal_brought_is_shown(browser: Any, server: tuple[str, Store]) -> None:
    seats = [{"name": "Ada"}, {"bot": "random"}]
    _, links, _ = make(*server, seats, game="pikinni", options={"players": 2}, text="")
    page = sit(browser, links[0])
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.click("#name")):
        page.click(".menu:has(#language) > summary")
        page.wait_for_selector("#language:visible")
        close()
        page.wait_for_selector("#language", state="hidden")
    while not page.locator(".scored").count():
        if page.locator(PLAYABLE).count():
            decide(page)
        page.wait_for_timeout(20)
    assert page.locator(".scored tr").count() == 2
    page.click("#look-again")
    page.wait_for_selector("#steps:not([hidden])")
    page.click("#present")
    page.wait_for_selector("#steps[hidden]", state="attached")
    page.goto(server[0])
    page.wait_for_selector("#own a:text('Pikinni')")
    page.context.close()


def is_conceded(state: State) -> bool:
    """Whether seat 0 may concede the rest, and would take none of it."""
    view = state.view(0)
    if "none" not in claimable(view, ((0,), (1,))) or len(view.deal.hands[0]) > 4:
        return False
    return bool(played_out(state, "none", (0,)))


@pytest.mark.sample(0)
def test_what_is_left_is_conceded_when_all_agree(
    browser: Any, server: tuple[str, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, store = server
    people = [{"name": "Ada"}, {"name": "Ben"}]
    table, links = store.make("german_whist", {}, people)
    game, rng = table.game(), Random(3)
    monkeypatch.setattr("os.fsync", lambda _file: None)
    while not is_conceded(game.state):
        if game.state.is_over:
            game.close()
            table, links = store.make("german_whist", {}, people)
            game = table.game()
        seat = game.state.actors[0]
        game.play(seat, game.number(seat), str(rng.choice(game.state.legal(seat))))
    game.close()
    ada, ben = (sit(browser, f"{address}/table/{table.id}#{link}") for link in links[:2])
    ada.click("#say summary")
    ada.wait_for_selector("#none:visible")
    assert ada.locator("#rest:visible").count() == 1
    ben.click("#say summary")
    assert ben.locator("#none:visible").count() == 0
    ada.click("#none")
    ada.wait_for_selector("#wished:text('The others are asked')")
    ben.wait_for_selector("#wished:text('Ada gives up all tricks that are left.')")
    ben.wait_for_selector(".bubble:text('I give up the rest.')")
    assert violations(ben) == []
    ben.click("#agree")
    ada.wait_for_selector(".end, .scored")
    ended = record.load(table.path)
    ended.verify()
    assert len(ended.replay().results) == 1
    for page in (ada, ben):
        page.context.close()


@pytest.mark.sample(0)
def test_a_clock_is_chosen_in_the_form_and_shown_at_whoever_decides(browser: Any, server: tuple[str, Store]) -> None:
    page = opened(browser)
    page.goto(server[0])
    page.wait_for_selector("#game option:nth-child(4)", state="attached")
    page.select_option("#game", "hearts")
    for seat in page.locator("#seats select").all()[1:]:
        seat.select_option("random")
    page.select_option("#clock", label="60 s")
    make_alone(page)
    page.goto(page.locator("#links a").first.text_content())
    page.wait_for_selector(".own .clock")
    assert re.fullmatch(r"time left: (60|5\d) s", page.locator(".clock").get_attribute("aria-label"))
    assert page.locator(".clock").count() == 1
    assert violations(page) == []
    page.context.close()


@pytest.mark.sample(0)
def test_a_space_of_a_board_is_pressed_to_play_a_card_in_its_colour(server: tuple[str, Store], browser: Any) -> None:
    pytest.importorskip("trickkit_classics")
    seats = [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}]
    _, (link, *_), _ = make(*server, seats, game="cat_in_the_box", options={"players": 3}, text="")
    page = sit(browser, link)
    space = page.locator("#table:not([aria-busy]) .board button.space").first
    while not space.count():
        page.wait_for_selector(PLAYABLE)
        if not space.count():
            decide(page)
    assert not violations(page)
    text = space.text_content()
    space.click()
    page.wait_for_selector(f'.board span.space[data-colour="0"]:has-text("{text}")')
    page.close()


@pytest.mark.sample(0)
def test_bids_stand_below_initials_and_to_pass_is_the_first_choice(browser: Any, server: tuple[str, Store]) -> None:
    page = opened(browser, width=390)
    page.goto(f"{server[0]}/table/none")
    bidding = next(state for state in states(load("pikoko"), seed=7) if state.deal.get(Tricks))
    drawn(page, bidding, 0, [{"name": "Ada"}, {"name": "Ben"}, {"name": "Bea"}, {"name": "", "bot": "best:2"}])
    badge = page.locator("[data-seat='1'] .bid")
    assert badge.locator("small").all_inner_texts() == ["A", "Be", "Be", "I"]
    assert page.locator(".avatar").all_text_contents()[-1] == "A"
    holding = next(
        state
        for state in states(load("skat"), seed=7)
        if state.actors and str(state.legal(state.actors[0])[0]) == "yes"
    )
    drawn(page, holding, holding.actors[0], [{"name": ""}] * 3)
    assert page.locator("#table .actions [data-action]").first.inner_text() == "pass"
    page.context.close()


@pytest.mark.sample(0)
def test_the_score_box_says_which_hand_ended_the_deal(browser: Any, server: tuple[str, Store]) -> None:
    page = opened(browser)
    page.goto(f"{server[0]}/table/none")
    ended = next(
        state
        for state in states(load("variants/house/potato.py"), seed=7)
        if state.results and state.results[-1].deal[Tricks].stuck is not None
    )
    view = ended.view(0).to_json()
    sight = {"view": view, "seats": [{"name": name} for name in ("Ada", "Ben", "Cyd", "Dov")]}
    page.evaluate(
        "async sight => (await import('/static/table.js')).draw({...sight, scored: sight.view.results.at(-1)}, null)",
        sight,
    )
    who = ("Ada (you)", "Ben", "Cyd", "Dov")[ended.results[-1].deal[Tricks].stuck]
    assert page.inner_text(".scored .why").startswith(f"{who} can play none of its cards, which ends the deal: ")
    page.context.close()


@pytest.mark.sample(0)
def test_a_maker_sits_down_at_a_press_and_the_invitation_leads_back_to_that_seat(
    browser: Any, server: tuple[str, Store]
) -> None:
    page = opened(browser)
    page.goto(server[0])
    page.wait_for_selector("#game option:nth-child(4)", state="attached")
    page.locator("#seats select").nth(1).select_option("")
    assert page.locator("#seats input").nth(1).get_attribute("placeholder") == "Owl"
    assert page.locator("#seats option").nth(2).inner_text() == "easy"
    page.click("button[type=submit]")
    page.wait_for_selector("#made:not([hidden])")
    invitation = page.inner_text("#invitation a")
    page.click("#own-seat")
    page.wait_for_selector("#table .own")
    seat = page.url
    page.goto(invitation)
    page.wait_for_url(seat)
    page.go_back()
    page.context.close()


def test_settings_reminders_and_a_rematch_are_within_reach_of_the_keyboard(
    browser: Any, server: tuple[str, Store]
) -> None:
    _, links, _ = make(*server, [{"name": "Ada"}, *[{"bot": "random"}] * 3])
    page = sit(browser, links[0])
    page.evaluate("Notification.requestPermission = async () => { document.body.dataset.asked = 'yes'; }")

    def reach(wanted: str) -> None:
        for _ in range(60):
            if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{wanted} is out of reach")

    reach(".menu:not(#say) > summary")
    page.keyboard.press("Enter")
    reach("[data-like=reminders]")
    page.keyboard.press("Space")
    assert page.evaluate("document.body.dataset.asked") == "yes"
    page.keyboard.press("Escape")
    assert page.locator(".menu[open]").count() == 0
    play_out(page, keyboard=True)
    reach("#again")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.partition("#")[0] != links[0].partition("#")[0])
    page.wait_for_selector(PLAYABLE)
    page.context.close()
