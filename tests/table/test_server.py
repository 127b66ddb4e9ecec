"""The server as clients see it: pages, tables, whole games, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from workers import Here, here

from trickkit import bots, load, record
from trickkit.catalog.registry import keys
from trickkit.table.games import BOTS
from trickkit.table.limits import Limits
from trickkit.table.server import STATIC, made
from trickkit.table.store import Store
from trickkit.table.thinking import Thinkers

Message = dict[str, Any]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as kept:
        yield kept


@pytest.fixture
def client(store: Store) -> Iterator[TestClient]:
    with TestClient(made(store, hosts=["testserver"], thinkers=here)) as connected:
        yield connected


def table(client: TestClient, game: str = "pikoko", **wish: Any) -> Message:
    seats = wish.pop("seats", [{"name": "Ada"}, {"bot": "random"}, {"bot": "random"}])
    answer = client.post("/api/tables", json={"game": game, "options": {"players": 3}, "seats": seats, **wish})
    assert answer.status_code == 201, answer.text
    made_table: Message = answer.json()
    return made_table


def sit(stack: ExitStack, client: TestClient, name: str, secret: str) -> WebSocketTestSession:
    socket = stack.enter_context(client.websocket_connect(f"/api/tables/{name}"))
    socket.send_text(json.dumps({"secret": secret}))
    return socket


def hear(socket: WebSocketTestSession) -> Message:
    message: Message = json.loads(socket.receive_text())
    return message


def kind(socket: WebSocketTestSession, wanted: str) -> Message:
    """The next message of a kind."""
    while (message := hear(socket))["kind"] != wanted:
        pass
    return message


def hear_all(socket: WebSocketTestSession) -> None:
    """Whatever comes, until the connection is closed."""
    while True:
        socket.receive_text()


def to_act(socket: WebSocketTestSession, after: int = -1) -> Message:
    """What a seat is sent when it may act in a later position, or when the game is over."""
    while True:
        message = kind(socket, "sight")
        if message["view"]["over"] or (message["view"]["legal"] and message["number"] > after):
            return message


def test_pages_are_served_with_a_policy(client: TestClient) -> None:
    for path in ("/", "/table/x"):
        page = client.get(path)
        assert page.status_code == 200
        assert "script" in page.text
        assert "default-src 'self'" in page.headers["content-security-policy"]
        assert page.headers["referrer-policy"] == "no-referrer"
    for name in ("style.css", "cards.js", "words.js", "table.js", "page.js", "index.js"):
        assert client.get(f"/static/{name}").status_code == 200
    assert client.get("/static/../server.py").status_code == 404
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_games_are_listed_with_their_options(client: TestClient) -> None:
    games = {game["key"]: game for game in client.get("/api/games").json()}
    assert {*games} == {*keys()}
    assert games["pikoko"]["options"]["players"] == {"values": [3, 4, 5], "default": 4, "meaning": "how many play"}


def test_a_whole_game_is_played_against_bots(client: TestClient, store: Store) -> None:
    made_table = table(client, sheet='base = "pikoko"\nending.deals = 1', game="")
    rng = Random(7)
    with ExitStack() as stack:
        socket = sit(stack, client, made_table["id"], made_table["seats"][0])
        number = -1
        while not (message := to_act(socket, number))["view"]["over"]:
            number, action = message["number"], rng.choice(message["view"]["legal"])
            socket.send_text(json.dumps({"do": "play", "number": number, "action": action}))
        socket.send_text(json.dumps({"do": "record"}))
        answer = kind(socket, "record")
    kept = record.load(store.open(made_table["id"]).path)
    kept.verify()
    assert kept.outcome is not None
    assert kept.names == ("Ada", "random", "random")
    assert record.loads(answer["text"]).seat == 0


def test_nobody_is_sent_what_they_may_not_see(client: TestClient, store: Store) -> None:
    seats = [{"name": name} for name in ("Ada", "Ben", "Cyd")]
    made_table = table(client, seats=seats)
    stored = store.open(made_table["id"])
    with ExitStack() as stack:
        links = [*made_table["seats"], made_table["watch"]]
        sockets = [sit(stack, client, made_table["id"], link) for link in links]
        state = record.load(stored.path, stored.rules).replay(seed=stored.seed)
        for seat, socket in zip([0, 1, 2, None], sockets, strict=True):
            first = hear(socket)
            assert first["view"] == json.loads(json.dumps(state.view(seat).to_json()))
            assert str(stored.seed) not in json.dumps(first)


def test_people_see_each_other_come_and_go(client: TestClient) -> None:
    made_table = table(client, seats=[{"name": name} for name in ("Ada", "Ben", "Cyd")])
    with ExitStack() as stack:
        ada = sit(stack, client, made_table["id"], made_table["seats"][0])
        assert [seat["here"] for seat in hear(ada)["seats"]] == [True, False, False]
        with ExitStack() as inner:
            sit(inner, client, made_table["id"], made_table["seats"][1])
            assert [seat["here"] for seat in hear(ada)["seats"]] == [True, True, False]
        assert [seat["here"] for seat in hear(ada)["seats"]] == [True, False, False]


def test_who_comes_back_finds_the_game_as_it_was(client: TestClient) -> None:
    made_table = table(client, seats=[{"name": name} for name in ("Ada", "Ben", "Cyd")])
    seat = load("pikoko", players=3).start(seed=1, first=0).actors[0]
    with ExitStack() as stack:
        sockets = [sit(stack, client, made_table["id"], link) for link in made_table["seats"]]
        firsts = [hear(socket) for socket in sockets]
        seat = firsts[0]["view"]["actors"][0]
        sockets[seat].send_text(json.dumps({"do": "play", "number": firsts[seat]["number"], "action": "0"}))
        while not (told := hear(sockets[seat]))["view"]["committed"]:
            pass
    with ExitStack() as stack:
        again = hear(sit(stack, client, made_table["id"], made_table["seats"][seat]))
        assert again["view"] == told["view"]
        assert again["number"] == told["number"]


def test_a_move_is_taken_back_by_agreement(client: TestClient) -> None:
    made_table = table(client, seats=[{"name": name} for name in ("Ada", "Ben", "Cyd")])
    with ExitStack() as stack:
        sockets = [sit(stack, client, made_table["id"], link) for link in made_table["seats"]]
        latest = [hear(socket) for socket in sockets]
        one, other, third = latest[0]["view"]["actors"] + [
            seat for seat in range(3) if seat not in latest[0]["view"]["actors"]
        ]
        number = latest[one]["number"]
        sockets[one].send_text(json.dumps({"do": "play", "number": number, "action": "0"}))
        while not hear(sockets[one])["view"]["committed"]:
            pass
        sockets[one].send_text(json.dumps({"do": "undo"}))
        for socket in (sockets[other], sockets[third]):
            while not (asked := hear(socket).get("undo") or {}).get("asked"):
                pass
            socket.send_text(json.dumps({"do": "agree", "serial": asked["serial"]}))
        while (message := hear(sockets[one]))["view"]["committed"]:
            pass
        assert message["number"] == number


@pytest.mark.sample(11)
@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("{", "JSON"),
        ("[" * 4000, "JSON"),
        ("3", "an object"),
        ('{"do": "dance"}', "one of play"),
        ('{"do": "play"}', "the number of the position"),
        ('{"do": "play", "number": true, "action": "0"}', "the number of the position"),
        ('{"do": "play", "number": 0, "action": "0"}', "moved on"),
        ('{"do": "agree"}', "nobody waits"),
        (b"\xff", "JSON"),
        ('{"do": "play", "number": 1e400, "action": "0"}', "the number of the position"),
        ('{"do": "\\ud800"}', "one of play"),
    ],
)
def test_a_wrong_message_is_refused_and_changes_nothing(client: TestClient, message: str | bytes, said: str) -> None:
    made_table = table(client)
    with ExitStack() as stack:
        socket = sit(stack, client, made_table["id"], made_table["seats"][0])
        before = to_act(socket)
        if isinstance(message, bytes):
            socket.send_bytes(message)
        else:
            socket.send_text(message)
        assert said in kind(socket, "refused")["text"]
        # The next one is heard.
        socket.send_text(json.dumps({"do": "play", "number": before["number"], "action": before["view"]["legal"][0]}))
        assert hear(socket)["kind"] == "sight"


@pytest.mark.parametrize(
    ("action", "said"),
    [("R99", "'R99' is not an action of this game"), ("\ud800", "is not an action of this game")],
    ids=["no card", "no text"],
)
def test_a_refused_action_is_refused_in_the_words_of_the_library(client: TestClient, action: str, said: str) -> None:
    made_table = table(client)
    with ExitStack() as stack:
        socket = sit(stack, client, made_table["id"], made_table["seats"][0])
        before = to_act(socket)
        socket.send_text(json.dumps({"do": "play", "number": before["number"], "action": action}))
        assert said in kind(socket, "refused")["text"]


def test_spectators_look_on(client: TestClient) -> None:
    made_table = table(client)
    with ExitStack() as stack:
        socket = sit(stack, client, made_table["id"], made_table["watch"])
        assert hear(socket)["view"]["seat"] is None
        socket.send_text('{"do": "play", "number": 1, "action": "0"}')
        assert kind(socket, "refused")["text"] == "spectators look on"


@pytest.mark.parametrize("first", ['{"secret": "x"}', '{"secret": 3}', "{}", "no JSON", "[]"])
def test_who_has_no_link_is_sent_away(client: TestClient, first: str) -> None:
    made_table = table(client)
    with client.websocket_connect(f"/api/tables/{made_table['id']}") as socket:
        socket.send_text(first)
        assert hear(socket)["kind"] == "refused"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_no_table_has_no_seat(client: TestClient) -> None:
    with client.websocket_connect("/api/tables/none") as socket:
        socket.send_text('{"secret": "x"}')
        assert hear(socket)["text"] == "there is no such table"


def test_too_much_closes_the_connection(client: TestClient) -> None:
    made_table = table(client)
    for flood in (["x" * 5000], ['{"do": "agree"}'] * 60):
        with ExitStack() as stack:
            socket = sit(stack, client, made_table["id"], made_table["seats"][0])
            for message in flood:
                socket.send_text(message)
            with pytest.raises(WebSocketDisconnect):
                hear_all(socket)


def test_pages_of_other_sites_are_sent_away(client: TestClient) -> None:
    made_table = table(client)
    foreign = {"origin": "https://evil.example"}
    assert client.post("/api/tables", json={}, headers=foreign).status_code == 403
    with client.websocket_connect(f"/api/tables/{made_table['id']}", headers=foreign) as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == 4003
    own = {"origin": "http://testserver"}
    with client.websocket_connect(f"/api/tables/{made_table['id']}", headers=own) as socket:
        socket.send_text(json.dumps({"secret": made_table["watch"]}))
        assert hear(socket)["kind"] == "sight"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"game": "pikoko"}, 400),
        ({"game": "pikoco", "seats": []}, 400),
        ({"game": 3, "seats": []}, 400),
        ({"game": "pikoko", "seats": [3]}, 400),
        ({"game": "pikoko", "seats": [{"name": 3}]}, 400),
        ({"game": "pikoko", "options": [], "seats": [{}]}, 400),
        ([], 400),
        ({"game": "pikoko", "seats": [], "sheet": "#" * 70_000}, 400),
    ],
)
def test_a_wrong_table_is_refused(client: TestClient, body: Any, status: int) -> None:
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == status
    assert answer.json()["refused"]
    assert client.get("/api/tables").json() == []


def test_a_form_of_another_site_makes_no_table(client: TestClient) -> None:
    assert client.post("/api/tables", data={"game": "pikoko"}).status_code == 415
    text = {"content-type": "application/json"}
    assert client.post("/api/tables", content="no JSON", headers=text).status_code == 400


def test_a_bot_that_fails_does_not_stop_the_game(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    from trickkit.table import thinking

    def act(text: str, _seed: int, view: Any) -> str:
        if text == "greedy":
            raise RuntimeError("a fault")
        return str(view.legal()[0])

    monkeypatch.setattr(thinking, "act", act)
    made_table = table(client, seats=[{"name": "Ada"}, {"bot": "greedy"}, {"bot": "greedy"}])
    with ExitStack() as stack:
        socket, number = sit(stack, client, made_table["id"], made_table["seats"][0]), -1
        hurried: set[int] = set()
        while hurried != {1, 2}:
            message = kind(socket, "sight")
            hurried = {seat for seat, player in enumerate(message["seats"]) if player["hurried"]}
            if message["view"]["legal"] and message["number"] > number:
                number = message["number"]
                socket.send_text(json.dumps({"do": "play", "number": number, "action": message["view"]["legal"][0]}))


def test_no_more_are_let_in_than_there_is_room_for(store: Store) -> None:
    with (
        TestClient(made(store, hosts=["testserver"], thinkers=here, limits=Limits(connections=2))) as client,
        ExitStack() as stack,
    ):
        made_table = table(client)
        first = sit(stack, client, made_table["id"], made_table["watch"])
        address = f"/api/tables/{made_table['id']}"
        # The second one has not said their secret yet.
        with client.websocket_connect(address), client.websocket_connect(address) as third:
            with pytest.raises(WebSocketDisconnect) as closed:
                third.receive_text()
            assert (closed.value.code, closed.value.reason) == (4002, "there is no room left; come back later")
        assert kind(first, "sight")
        again = sit(stack, client, made_table["id"], made_table["watch"])
        assert kind(again, "sight")["view"]["seat"] is None


@pytest.mark.parametrize("origin", ["http://[", "null", "http://evil.example", "//", ""])
def test_any_other_origin_is_foreign(client: TestClient, origin: str) -> None:
    answer = client.post("/api/tables", json={}, headers={"origin": origin})
    assert (answer.status_code, answer.json()["refused"]) == (403, "only this server's own page may ask for that")


def test_links_are_told_again_to_whoever_made_the_table(client: TestClient) -> None:
    made_table = table(client)
    address = f"/api/tables/{made_table['id']}/links"
    assert client.post(address, json={"host": made_table["host"]}).json() == made_table
    for wrong in ({"host": made_table["seats"][0]}, {"host": 3}, {}, []):
        assert client.post(address, json=wrong).status_code == 400
    foreign = {"origin": "https://evil.example"}
    assert client.post(address, json={"host": made_table["host"]}, headers=foreign).status_code == 403
    assert client.post("/api/tables/none/links", json={"host": ""}).json()["refused"] == "there is no such table"


def test_whoever_made_a_table_is_the_maker_of_its_rematch_and_nobody_else(client: TestClient) -> None:
    made_table = table(client, sheet='base = "pikoko"\nending.deals = 1', game="", seats=[{"name": "Ada"}, {}, {}])
    with ExitStack() as stack:
        sockets = [sit(stack, client, made_table["id"], link) for link in made_table["seats"]]
        for socket in sockets:
            hear(socket)
        room = client.app.state.rooms._open[made_table["id"]]  # type: ignore[attr-defined]
        while not room.game.state.is_over:
            seat = room.game.state.actors[0]
            room.game.play(seat, room.game.number(seat), str(room.game.state.legal(seat)[0]))
        sockets[1].send_text(json.dumps({"do": "again"}))
        told = [kind(socket, "again") for socket in sockets]
        assert all(set(each) == {"kind", "id", "secret"} for each in told)
        sockets[2].send_text(json.dumps({"do": "again", "host": "a guess"}))
        assert "not the link of the table's maker" in kind(sockets[2], "refused")["text"]
        sockets[0].send_text(json.dumps({"do": "again", "host": made_table["host"]}))
        again = kind(sockets[0], "again")
        assert again["secret"] == told[0]["secret"]
    links = client.post(f"/api/tables/{again['id']}/links", json={"host": again["host"]}).json()
    assert links["seats"] == [each["secret"] for each in told]
    invited = {"join": links["join"]}
    assert len(client.post(f"/api/tables/{again['id']}/seats", json=invited).json()["seats"]) == 3
    taken = client.post(f"/api/tables/{again['id']}/sit", json={**invited, "seat": 1, "name": "Dov"})
    assert taken.json()["secret"] != told[1]["secret"]
    freed = client.post(f"/api/tables/{again['id']}/free", json={"host": again["host"], "seat": 1}).json()
    is_same = [link == before for link, before in zip(freed["seats"], links["seats"], strict=True)]
    assert is_same == [True, False, True]


def test_another_game_of_the_maker_is_told_to_the_same_people_and_only_by_the_maker(client: TestClient) -> None:
    made_table = table(client, seats=[{"name": "Ada"}, {"name": "Ben"}, {"name": "Cyd"}])
    other: Message = {"game": "hearts", "seats": [{"name": "Ben"}, {"name": "Ada"}, {"bot": "random"}, {"name": "Dov"}]}
    with ExitStack() as stack:
        sockets = [sit(stack, client, made_table["id"], link) for link in made_table["seats"]]
        guess = client.post("/api/tables", json={**other, "after": {"id": made_table["id"], "host": "a guess"}})
        assert (guess.status_code, "not the link of the table's maker" in guess.json()["refused"]) == (400, True)
        for after in ("an id", {"id": made_table["id"]}, {"id": 7, "host": made_table["host"]}):
            assert client.post("/api/tables", json={**other, "after": after}).status_code == 400
        after = {"id": made_table["id"], "host": made_table["host"]}
        answer = client.post("/api/tables", json={**other, "after": after}).json()
        told = [kind(socket, "again") for socket in sockets]
    assert all(set(each) == {"kind", "id", "secret"} and each["id"] == answer["id"] for each in told)
    seats = answer["seats"]
    assert [each["secret"] for each in told] == [seats[1], seats[0], answer["watch"]]


def test_a_seat_that_somebody_has_by_its_own_link_is_made_free_and_gets_another_link(client: TestClient) -> None:
    made_table = table(client, seats=[{"name": "Ada"}, {"name": "Ben"}, {"bot": "random"}])
    name, host, (_, link, _) = made_table["id"], made_table["host"], made_table["seats"]
    with ExitStack() as stack:
        ben = sit(stack, client, name, link)
        kind(ben, "sight")
        freed = client.post(f"/api/tables/{name}/free", json={"host": host, "seat": 1}).json()
        kind(ben, "freed")
        assert hear(sit(stack, client, name, link))["kind"] == "refused"
        assert kind(sit(stack, client, name, freed["seats"][1]), "sight")["view"]["seat"] == 1
    assert client.post(f"/api/tables/{name}/links", json={"host": host}).json()["taken"] == [False, True, False]


def test_who_is_invited_chooses_a_free_seat_once_and_is_called_as_they_type(client: TestClient, store: Store) -> None:
    made_table = table(client, seats=[{"name": "Ada"}, {"name": ""}, {"bot": "random"}])
    name, invited = made_table["id"], {"join": made_table["join"]}

    def asked(what: str, **wish: Any) -> Any:
        return client.post(f"/api/tables/{name}/{what}", json=invited | wish)

    with ExitStack() as stack:
        kind(sit(stack, client, name, made_table["seats"][0]), "sight")
        assert [seat["free"] for seat in asked("seats").json()["seats"]] == [False, True, False]
        assert asked("sit", seat=0, name="Eve").json() == {"refused": "this seat is not free"}
        assert asked("sit", seat=2, name="Eve").status_code == asked("sit", seat=7, name="Eve").status_code == 400
        assert asked("sit", seat=1, name="E" * 41).status_code == asked("sit", seat="1", name="E").status_code == 400
        secret = asked("sit", seat=1, name=" Ben ").json()["secret"]
        assert asked("sit", seat=1, name="Eve").json() == {"refused": "this seat is not free"}
        seats = kind(sit(stack, client, name, secret), "sight")["seats"]
        assert [seat["name"] for seat in seats] == ["Ada", "Ben", "random"]
        # The link that nobody had used leads nowhere any more.
        assert hear(sit(stack, client, name, made_table["seats"][1]))["kind"] == "refused"
    assert store.open(name).links(made_table["host"]) == [made_table["seats"][0], "", "", made_table["watch"]]
    assert store.open(name).seat_of(secret) == 1
    assert asked("free", seat=1, host="another").status_code == 400
    assert asked("free", seat=2, host=made_table["host"]).status_code == 400
    with ExitStack() as stack:
        lost = sit(stack, client, name, secret)
        kind(lost, "sight")
        again = asked("free", seat=1, host=made_table["host"]).json()
        assert [seat == before for seat, before in zip(again["seats"], made_table["seats"], strict=True)] == [
            True,
            False,
            True,
        ]
        assert again["taken"] == [True, False, False]
        assert kind(lost, "freed")
        lost.send_text('{"do": "undo"}')
        assert kind(lost, "refused")["text"] == "this seat was freed for somebody else"
    assert [seat["free"] for seat in asked("seats").json()["seats"]] == [False, True, False]
    for wrong in ("", made_table["watch"], made_table["seats"][0]):
        assert client.post(f"/api/tables/{name}/seats", json={"join": wrong}).status_code == 400


def test_a_bot_sits_in_for_somebody_who_is_away_and_gives_the_seat_back(client: TestClient) -> None:
    seats = [{"name": "Ada"}, {"name": "Ben"}, {"bot": "random"}]
    made_table = table(client, "pikinni", seats=seats)
    name, links = made_table["id"], made_table["seats"]
    with ExitStack() as stack:
        ada = sit(stack, client, name, links[0])
        kind(ada, "sight")
        for wish, why in (
            *((0, "they are here"), (2, "a person who is away"), (9, "a person"), (True, "a person")),
            *(([0], "a person"), (1.0, "a person"), (None, "a person")),
        ):
            ada.send_text(json.dumps({"do": "stand_in", "seat": wish}))
            assert why in kind(ada, "refused")["text"]
        ada.send_text(json.dumps({"do": "stand_in", "seat": 1}))
        while not (sight := kind(ada, "sight"))["seats"][1]["stood_in"]:
            pass
        # The bot plays on, and agrees to what is asked of the seat.
        while 0 not in sight["view"]["actors"]:
            sight = kind(ada, "sight")
        ada.send_text(json.dumps({"do": "play", "number": sight["number"], "action": sight["view"]["legal"][0]}))
        while 0 not in sight["view"]["actors"] or sight["view"]["committed"]:
            sight = kind(ada, "sight")
        ada.send_text('{"do": "undo"}')
        kind(ada, "sight")
        ben = sit(stack, client, name, links[1])
        while kind(ben, "sight")["seats"][1]["stood_in"]:
            pass


def test_people_say_something_to_the_others(client: TestClient) -> None:
    made_table = table(client, seats=[{"name": "Ada"}, {"name": "Ben"}, {"bot": "random"}])
    with ExitStack() as stack:
        ada, ben = (sit(stack, client, made_table["id"], link) for link in made_table["seats"][:2])
        spectator = sit(stack, client, made_table["id"], made_table["watch"])
        for word, why in (
            ("hello", ""),
            ("hello", "wait a moment before your next remark"),
            ("rude", "a remark is one of"),
        ):
            ada.send_text(json.dumps({"do": "say", "word": word}))
            if why:
                assert why in kind(ada, "refused")["text"]
        for each in (ben, spectator):
            while not (said := kind(each, "sight")["said"]):
                pass
            assert said["0"][1] == "hello"
        spectator.send_text('{"do": "say", "word": "hello"}')
        assert kind(spectator, "refused")["text"] == "spectators look on"


def test_partners_are_told(client: TestClient) -> None:
    seats = [{"name": "Ada"}, *[{"bot": "random"}] * 3]
    with ExitStack() as stack:
        for game, options, sides in (
            ("spades", {}, [[0, 2], [1, 3]]),
            ("pikoko", {"players": 4}, [[0], [1], [2], [3]]),
        ):
            made_table = table(client, game, seats=seats, options=options)
            socket = sit(stack, client, made_table["id"], made_table["seats"][0])
            assert kind(socket, "sight")["sides"] == sides


def test_strangers_read_no_names(client: TestClient) -> None:
    table(client)
    assert "Ada" not in client.get("/api/tables").text


def test_one_address_asks_so_often_a_minute(store: Store) -> None:
    server = made(store, hosts=["testserver"], thinkers=here, limits=Limits(requests=3))
    with TestClient(server) as client:
        assert [client.get("/api/tables").status_code for _ in range(4)] == [200, 200, 200, 429]
        refused = client.get("/api/tables")
        assert refused.json()["refused"].startswith("too many requests come from your address; try again in ")
        assert 0 < int(refused.headers["retry-after"]) <= 20
        with pytest.raises(WebSocketDenialResponse), client.websocket_connect("/api/tables/none"):
            pass


def test_one_address_makes_so_many_tables_an_hour(store: Store) -> None:
    with TestClient(made(store, hosts=["testserver"], thinkers=here, limits=Limits(tables=2))) as client:
        for _ in range(2):
            table(client)
        answer = client.post("/api/tables", json={"game": "pikoko", "options": {"players": 3}, "seats": [{}] * 3})
        assert answer.status_code == 429
        assert "too many tables" in answer.json()["refused"]
        assert len(store.all()) == 2


def test_one_address_has_so_many_guests(store: Store) -> None:
    server = made(store, hosts=["testserver"], thinkers=here, limits=Limits(by_address=1))
    with TestClient(server) as client, ExitStack() as stack:
        made_table = table(client)
        sit(stack, client, made_table["id"], made_table["watch"])
        with client.websocket_connect(f"/api/tables/{made_table['id']}") as second:
            with pytest.raises(WebSocketDisconnect) as closed:
                second.receive_text()
            assert closed.value.code == 4002


def test_the_table_says_where_a_quick_bot_stood_in(store: Store) -> None:
    class Endless(Here):
        def ask(self, task: Any, seconds: float | None = None) -> Any:
            raise TimeoutError

    with (
        TestClient(made(store, hosts=["testserver"], thinkers=partial(Thinkers, Endless))) as client,
        ExitStack() as stack,
    ):
        made_table = table(client)
        socket = sit(stack, client, made_table["id"], made_table["seats"][0])
        hurried = [False]
        while not any(hurried):
            hurried = [seat["hurried"] for seat in kind(socket, "sight")["seats"]]
        assert not hurried[0]


def test_the_page_offers_bots_that_there_are() -> None:
    assert f"const BOTS = {json.dumps(BOTS)};" in (STATIC / "form.js").read_text("utf-8")
    assert all(bots.read(text) for text in BOTS)


def test_a_sheet_is_described_and_no_address_has_many_read(store: Store) -> None:
    app = made(store, hosts=["testserver"], thinkers=here, limits=Limits(tables=2))
    with TestClient(app) as client:
        text = 'base = "pikoko"\nname = "Short"\nending.deals = 1\n\n[options]\nplayers = 3'
        told = client.post("/api/sheets", json={"sheet": text}).json()
        assert (told["name"], told["players"]) == ("Short", 3)
        answer = client.post("/api/sheets", json={"sheet": 'base = "pikok"'})
        assert answer.status_code == 400
        assert "pikok" in answer.json()["refused"]
        assert client.post("/api/sheets", json={"sheet": ["pikoko"]}).status_code == 400
        assert client.post("/api/sheets", json={"sheet": text}).status_code == 429
