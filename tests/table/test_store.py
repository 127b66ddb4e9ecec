"""Tables on the disk: made, found again, and whose link is whose."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from processes import python

from trickkit import InvalidRules, TrickkitError
from trickkit.table.game import Refused
from trickkit.table.store import Store
from trickkit.table.stored import Noted

SEATS = [{"name": "Ada"}, {"bot": "random"}, {"name": "Cyd"}]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "tables") as made:
        yield made


def test_a_table_is_found_again_with_all_that_it_is(store: Store, tmp_path: Path) -> None:
    table, links = store.make("pikoko", {"players": 3, "next_lead": "start_player"}, SEATS)
    store.close()
    with Store(tmp_path / "tables") as again:
        found = again.open(table.id)
    assert found == table
    assert found.rules.options["next_lead"] == "start_player"
    assert found.humans == (0, 2)
    assert [found.seat_of(links[0]), found.seat_of(links[2]), found.seat_of(links[3])] == [0, 2, None]
    assert links[1] == ""


def test_a_game_goes_on_with_the_same_cards(store: Store) -> None:
    table, _ = store.make("pikinni", {"players": 2}, SEATS[:2])
    first = table.game()
    state = first.state
    for _ in range(12):
        seat = first.state.actors[0]
        first.recorder.write(first.state.play(seat, first.state.legal(seat)[0]))
    expected = first.state
    first.close()
    again = store.open(table.id).game()
    assert again.state.moves == expected.moves
    assert again.state.deal.hands == expected.deal.hands
    assert state.deal.number < again.state.deal.number
    again.close()


def test_what_bots_have_played_for_people_is_known_when_a_table_is_opened_again(store: Store) -> None:
    table, _ = store.make("pikoko", {"players": 3}, SEATS)
    game = table.game()
    for _ in range(2):
        game.play_for(game.state.actors[0], "0")
    game.close()
    # What is not among the moves that stand was taken back.
    store.note(table.id, Noted(after=frozenset({1, 2})))
    game = store.open(table.id).game()
    assert game.played_for == {1}
    game.close()


def test_secrets_and_seeds_are_not_told(store: Store) -> None:
    table, links = store.make("pikoko", {"players": 3}, SEATS)
    inside = (store.folder / "tables.sqlite").read_bytes() + table.path.read_bytes()
    wal = store.folder / "tables.sqlite-wal"
    inside += wal.read_bytes() if wal.exists() else b""
    assert not any(link.encode() in inside for link in links if link)
    assert str(table.seed) not in repr(table)
    assert str(table.seed).encode() not in table.path.read_bytes()
    assert len({*links}) == 4
    assert stat.S_IMODE(os.stat(store.folder).st_mode) == 0o700
    assert all(set(one) == {"made", "game", "people", "bots"} for one in store.all())


def test_a_seat_without_a_name_has_its_number(store: Store) -> None:
    table, _ = store.make("pikoko", {"players": 3}, [{"name": "  "}, {"bot": "random"}, {}])
    assert [seat.name for seat in table.seats] == ["seat 0", "random", "seat 2"]


@pytest.mark.parametrize("secret", ["", "x", "?" * 99, "\ud800"])
def test_another_link_is_refused(store: Store, secret: str) -> None:
    table, _ = store.make("pikoko", {"players": 3}, SEATS)
    with pytest.raises(Refused, match="not one of the table's"):
        table.seat_of(secret)


def test_a_sheet_makes_a_table(store: Store) -> None:
    table, _ = store.make("", {"players": 3}, SEATS, text='base = "pikoko"\nending.deals = 1')
    assert store.open(table.id).rules.ending.deals == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "pikoco"}, "no game 'pikoco'"),
        ({"game": "/etc/passwd"}, "no game"),
        ({"game": "house.py"}, "no game"),
        ({"options": {"players": 9}}, "players"),
        ({"options": {"colour": "red"}}, "colour"),
        ({"seats": SEATS[:2]}, "3 seats, not 2"),
        ({"seats": [{"bot": "random"}] * 3}, "a table needs a person"),
        ({"seats": [*SEATS[:2], {"bot": "deep thought"}]}, "no bot 'deep thought'"),
        ({"seats": [*SEATS[:2], {"name": "A" * 41}]}, "at most 40 characters"),
        ({"seats": [*SEATS[:2], {"name": "ada"}]}, "somebody else at this table is called ada"),
        ({"seats": [{"name": "Zo\u00eb"}, SEATS[1], {"name": "Zoe\u0308"}]}, "somebody else at this table is called"),
        ({"seats": [{"name": "Ada B"}, SEATS[1], {"name": "Ada  B"}]}, "somebody else at this table is called Ada B"),
        ({"seats": [*SEATS[:2], {"name": "A\x1b[2J"}]}, "can be printed"),
        ({"text": 'base = "other.py"'}, "files=True"),
        ({"text": "#" * 40_000}, "at most 32,768 characters"),
        ({"text": 'base = "pikoko" # \ud800'}, "halves of characters"),
    ],
)
def test_a_wrong_table_is_refused_and_leaves_nothing(store: Store, wrong: dict[str, Any], said: str) -> None:
    given = {"game": "pikoko", "options": {"players": 3}, "seats": SEATS, **wrong}
    with pytest.raises(TrickkitError, match=said):
        store.make(given["game"], given["options"], given["seats"], text=given.get("text", ""))
    assert store.all() == []
    assert not [*store.folder.glob("*.jsonl")]


def test_there_is_an_end_to_tables(tmp_path: Path) -> None:
    with Store(tmp_path, most=1) as store:
        store.make("pikoko", {"players": 3}, SEATS)
        with pytest.raises(Refused, match="no room for another"):
            store.make("pikoko", {"players": 3}, SEATS)


def test_no_table_no_folder(store: Store, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no such table"):
        store.open("x' OR 1")
    (tmp_path / "file").write_text("mine", "utf-8")
    with pytest.raises(InvalidRules, match="cannot be kept there"):
        Store(tmp_path / "file")


def test_a_folder_has_one_user(store: Store) -> None:
    message = f"{store.folder}: process {os.getpid()} keeps its tables there; end it, or choose another folder"
    with pytest.raises(InvalidRules) as refused:
        Store(store.folder)
    assert refused.value.message == message
    store.make("pikoko", {"players": 3}, SEATS)
    again = python(f"from trickkit.table.store import Store\nStore({str(store.folder)!r})")
    assert message in again.stderr
    store.close()
    with Store(store.folder) as other:
        assert len(other.all()) == 1
    assert not (store.folder / "used-by").exists()


@pytest.mark.skipif(os.name != "posix", reason="the system has no such modes")
def test_a_folder_and_all_in_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o000)
    try:
        with Store(tmp_path / "tables") as store:
            table, _ = store.make("pikoko", {"players": 3}, SEATS)
            assert {stat.S_IMODE(file.stat().st_mode) for file in store.folder.iterdir()} == {0o600}
        for file in (store.folder, *store.folder.iterdir()):
            file.chmod(0o777)
        with Store(tmp_path / "tables") as store:
            store.make("pikoko", {"players": 3}, SEATS)
            table.game().close()
            assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
            assert {stat.S_IMODE(file.stat().st_mode) for file in store.folder.iterdir()} == {0o600}
    finally:
        os.umask(before)


def test_whoever_made_a_table_has_its_links_again(store: Store) -> None:
    table, links = store.make("pikoko", {"players": 3}, SEATS, host="a secret")
    assert store.open(table.id).links("a secret") == links
    other, others = store.make("pikoko", {"players": 3}, SEATS, host="a secret")
    assert not {*others} & {*links} - {""}
    for secret in ("another", "", links[0], links[-1], "\ud800"):
        with pytest.raises(Refused, match="not the link of the table's maker"):
            other.links(secret)


def test_whoever_comes_by_invitation_is_called_otherwise_than_the_others(store: Store) -> None:
    table, _ = store.make("pikoko", {"players": 3}, [{"name": "Ada"}, {}, {"bot": "random"}], host="secret")
    with pytest.raises(Refused, match="called ADA; choose another name"):
        store.take(table.id, 1, "ADA")
    assert store.take(table.id, 0, "Ada")[0].name == "Ada"
    assert store.take(table.id, 1, "random")[0].name == "random"


def test_strangers_read_no_names(store: Store) -> None:
    store.make("pikoko", {"players": 3}, SEATS)
    (table,) = store.all()
    assert (table["game"], table["people"], table["bots"]) == ("pikoko", 2, 1)
    assert not {"Ada", "Cyd"} & {*map(str, table.values())}


def test_threads_that_ask_at_once_all_find_their_table(store: Store) -> None:
    table, _ = store.make("pikoko", {"players": 3}, [{"name": name} for name in ("Ada", "Ben", "Cyd")])

    def ask(_: int) -> int:
        return sum(store.open(table.id).rules.players for _ in range(100))

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(3) as threads:
            assert list(threads.map(ask, range(12))) == [300] * 12
    finally:
        sys.setswitchinterval(before)


def test_a_guest_cannot_name_a_file_of_the_server(store: Store) -> None:
    with pytest.raises(InvalidRules, match="a text from elsewhere must not name a bot's file"):
        store.make("pikoko", {"players": 3}, [{"name": "Ada"}, {"bot": "learned:/etc/passwd"}, {"name": "Cyd"}])
