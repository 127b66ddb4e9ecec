"""Who is at which table: those who come at once, and those who are slow."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from workers import here

from trickkit import InvalidRecord
from trickkit.record import Recorder
from trickkit.table.game import Game
from trickkit.table.links import invitation
from trickkit.table.rooms import Rooms
from trickkit.table.store import Store
from trickkit.table.thinking import Thinkers, Thought

PEOPLE = [{"name": name} for name in ("Ada", "Ben", "Cyd")]
PATIENCE = 20.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as kept:
        yield kept


async def quiet(_message: object) -> None:
    """Nobody listens."""


def in_time(work: Any) -> Any:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


def test_those_who_come_at_once_come_to_one_table(store: Store) -> None:
    table, links = store.make("pikoko", {"players": 3}, PEOPLE)

    async def come() -> set[int]:
        rooms = Rooms(store, here())
        came = await asyncio.gather(*(rooms.enter(table.id, link, quiet) for link in links))
        await rooms.close()
        return {id(room) for room, _ in came}

    assert len(in_time(come())) == 1


def test_tables_are_opened_side_by_side(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (store.make("pikoko", {"players": 3}, PEOPLE) for _ in range(2))
    read, all_open = type(one[0]).game, asyncio.Event()

    async def come() -> None:
        loop, rooms = asyncio.get_running_loop(), Rooms(store, here())

        def slow(table: Any) -> Any:
            if table.id == one[0].id:
                asyncio.run_coroutine_threadsafe(all_open.wait(), loop).result(PATIENCE)
            return read(table)

        monkeypatch.setattr(type(one[0]), "game", slow)
        first = asyncio.create_task(rooms.enter(one[0].id, one[1][0], quiet))
        await rooms.enter(other[0].id, other[1][0], quiet)
        all_open.set()
        await first
        await rooms.close()

    in_time(come())


def test_one_who_does_not_read_keeps_nobody_waiting_and_sees_the_last(store: Store) -> None:
    table, links = store.make("pikoko", {"players": 3}, PEOPLE)

    async def play() -> tuple[list[int], list[int], int]:
        rooms, reads = Rooms(store, here()), asyncio.Event()
        quick: list[int] = []
        slow: list[int] = []

        async def hears(message: Any) -> None:
            quick.append(message["number"])

        async def does_not(message: Any) -> None:
            await reads.wait()
            slow.append(message["number"])

        room, _ = await rooms.enter(table.id, links[-1], does_not)
        seat = room.game.state.actors[0]
        _, guest = await rooms.enter(table.id, links[seat], hears)
        room.welcome()
        # Another position each time.
        for _ in range(3):
            if room.game.state.view(seat).legal():
                await room.hear(guest, {"do": "play", "number": room.game.number(seat), "action": "0"})
            await asyncio.sleep(0)
        reads.set()
        while not slow or slow[-1] != room.game.number(None):
            await asyncio.sleep(0)
        await rooms.close()
        return quick, slow, room.game.number(seat)

    quick, slow, last = in_time(play())
    assert quick[-1] == last
    assert len(slow) <= 2


def test_a_table_goes_on_when_there_is_room_on_the_disk_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table, links = store.make("pikoko", {"players": 3}, PEOPLE)
    told: list[Any] = []

    async def hears(message: Any) -> None:
        told.append(message)

    def full(recorder: Recorder, *_lines: object) -> None:
        recorder.close()
        raise InvalidRecord("cannot be written: no space is left on the disk")

    async def play() -> int:
        rooms = Rooms(store, here())
        room, _ = await rooms.enter(table.id, links[-1], quiet)
        seat = room.game.state.actors[0]
        _, guest = await rooms.enter(table.id, links[seat], hears)
        move = {"do": "play", "number": room.game.number(seat), "action": "0"}
        with monkeypatch.context() as patch:
            patch.setattr(Recorder, "_append", full)
            patch.setattr(type(table), "game", lambda _table: (_ for _ in ()).throw(InvalidRecord("cannot be read")))
            await room.hear(guest, move)
        await room.hear(guest, move)
        await room.hear(guest, move)
        moves = len(room.game.state.moves)
        await rooms.close()
        return moves

    assert in_time(play()) == 1
    refused = [message["text"] for message in told if message["kind"] == "refused"]
    assert any("cannot be" in text for text in refused)


def test_nothing_is_played_for_anybody_while_that_cannot_be_noted(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, links = store.make("pikoko", {"players": 3}, PEOPLE)

    async def play() -> set[int]:
        rooms = Rooms(store, here())
        room, _ = await rooms.enter(table.id, links[-1], quiet)
        with monkeypatch.context() as patch:
            patch.setattr(store, "_rows", full)
            with pytest.raises(InvalidRecord, match="disk is full"):
                await room._written(partial(played_for, room.game))
        assert not room.game.state.moves
        await room._written(partial(played_for, room.game))
        await rooms.close()
        return known(store, table.id)

    assert in_time(play()) == {0}


@pytest.mark.parametrize("is_written", [False, True])
def test_moves_of_bots_are_known_as_such_although_writing_them_fails(
    store: Store, monkeypatch: pytest.MonkeyPatch, *, is_written: bool
) -> None:
    table, links = store.make("pikoko", {"players": 3}, PEOPLE)
    append = Recorder._append

    def broken(recorder: Recorder, *lines: Any) -> None:
        if is_written and lines:
            append(recorder, *lines)
        refused(recorder, *lines)

    async def play() -> tuple[int, set[int], set[int]]:
        rooms = Rooms(store, here())
        room, _ = await rooms.enter(table.id, links[-1], quiet)
        with monkeypatch.context() as patch:
            patch.setattr(Recorder, "_append", broken)
            with pytest.raises(InvalidRecord):
                await room._written(partial(played_for, room.game))
        moves, bots = len(room.game.state.moves), room.game.played_for
        seat = room.game.state.actors[0]
        await room._written(partial(room.game.play, seat, room.game.number(seat), "0"))
        await rooms.close()
        return moves, bots, known(store, table.id)

    assert in_time(play()) == ((1, {0}, {0}) if is_written else (0, set(), set()))


def test_numbers_that_were_taken_back_do_not_return_with_a_failure(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, links = store.make("pikoko", {"players": 3}, PEOPLE)

    async def play() -> set[int]:
        rooms = Rooms(store, here())
        room, _ = await rooms.enter(table.id, links[-1], quiet)
        await room._written(partial(played_for, room.game))
        room.leave(room.guests[0])
        await rooms.close()
        rooms = Rooms(store, here())
        room, _ = await rooms.enter(table.id, links[-1], quiet)
        await room._written(partial(taken_back, room.game))
        seat = room.game.state.actors[0]
        await room._written(partial(room.game.play, seat, room.game.number(seat), "0"))
        with monkeypatch.context() as patch:
            patch.setattr(Recorder, "_append", refused)
            with pytest.raises(InvalidRecord):
                await room._written(partial(played_for, room.game))
        await rooms.close()
        return room.game.played_for

    assert in_time(play()) == set()


def test_a_move_of_ones_own_has_no_number_of_one_that_was_taken_back_before_a_crash(store: Store) -> None:
    table, links = store.make("pikoko", {"players": 3}, PEOPLE)

    async def play() -> None:
        rooms = Rooms(store, here())
        room, _ = await rooms.enter(table.id, links[-1], quiet)
        for _ in range(2):
            await room._written(partial(played_for, room.game))
        taken_back(room.game)
        await rooms.close()

    in_time(play())
    game = store.open(table.id).game()
    seat = game.state.actors[0]
    game.play(seat, game.number(seat), "0")
    assert game.played_for == {0}
    game.close()


@pytest.mark.parametrize("is_written", [False, True])
def test_a_crash_while_a_card_is_put_back_takes_no_choice_of_ones_own_for_that_of_a_bot(
    store: Store, monkeypatch: pytest.MonkeyPatch, *, is_written: bool
) -> None:
    table, links = store.make("hearts", {}, [*PEOPLE, {"name": "Dan"}])
    append = Recorder._append

    def broken(recorder: Recorder, *lines: Any) -> None:
        if is_written:
            append(recorder, *lines)
        raise KeyboardInterrupt

    async def play() -> list[int]:
        rooms = Rooms(store, here())
        room, _ = await rooms.enter(table.id, links[-1], quiet)
        game, seats = room.game, [*room.game.state.actors[:3]]
        for seat in seats[:2]:
            game.play_for(seat, str(game.state.legal(seat)[0]))
        game.play(seats[2], game.number(seats[2]), str(game.state.legal(seats[2])[0]))
        with monkeypatch.context() as patch:
            patch.setattr(Recorder, "_append", broken)
            with pytest.raises(KeyboardInterrupt):
                game.put_back(seats[0], game.number(seats[0]), str(game.state.committed(seats[0])[0]))
        await rooms.close()
        return seats

    seats = in_time(play())
    game = store.open(table.id).game()
    assert [seat for seat, _ in game.state.moves] == seats[is_written:]
    assert [game.state.moves[move][0] for move in sorted(game.played_for)] == seats[is_written:2]
    game.close()


def known(store: Store, table: str) -> set[int]:
    """The moves that people have not chosen themselves, as stored."""
    stored = store.open(table)
    return {*stored.noted.known(stored.path.stat().st_size)}


def played_for(game: Game) -> None:
    seat = game.state.actors[0]
    game.play_for(seat, str(game.state.legal(seat)[0]))


def taken_back(game: Game) -> None:
    game.wish_undo(asker := game.state.moves[-1][0])
    for seat in {*game.humans} - {asker}:
        game.answer(seat, game.wishes, agrees=True)


def full(*_command: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def refused(_recorder: Recorder, *lines: object) -> None:
    if lines:
        raise InvalidRecord("cannot be written: no space is left on the disk")


def test_tables_close_although_a_bot_is_still_thinking(store: Store) -> None:
    table, links = store.make("5211", {}, [{"name": "Ada"}, *({"bot": "greedy"} for _ in range(3))])

    class Patient(Thinkers):
        async def act(self, *_what: Any, **_more: Any) -> Thought:
            await asyncio.Event().wait()
            raise AssertionError

    async def come() -> None:
        rooms = Rooms(store, Patient())
        room, guest = await rooms.enter(table.id, links[-1], quiet)
        room.welcome()
        rooms.leave(room, guest)
        await asyncio.sleep(0)
        await rooms.close()

    in_time(come())


def test_whoever_comes_at_once_has_taken_their_seat(store: Store) -> None:
    table, links = store.make("pikoko", {"players": 3}, PEOPLE)

    async def come() -> list[bool]:
        rooms = Rooms(store, here())
        came = await asyncio.gather(*(rooms.enter(table.id, link, quiet) for link in links))
        await rooms.close()
        return [seat.taken for seat in came[0][0].table.seats]

    assert in_time(come()) == [True] * 3
    assert [seat.taken for seat in store.open(table.id).seats] == [True] * 3


def test_who_joins_while_the_table_is_opened_sits_at_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table, links = store.make("pikoko", {"players": 3}, PEOPLE, host="secret")
    read, opening, joined = type(table).game, asyncio.Event(), asyncio.Event()

    async def come() -> None:
        loop, rooms = asyncio.get_running_loop(), Rooms(store, here())

        def slow(one: Any) -> Any:
            loop.call_soon_threadsafe(opening.set)
            asyncio.run_coroutine_threadsafe(joined.wait(), loop).result(PATIENCE)
            return read(one)

        monkeypatch.setattr(type(table), "game", slow)
        first = asyncio.create_task(rooms.enter(table.id, links[0], quiet))
        await opening.wait()
        second = asyncio.create_task(rooms.join(table.id, invitation(table.id, "secret"), 1, "Bea"))
        await asyncio.sleep(0.1)
        joined.set()
        await first
        room, guest = await rooms.enter(table.id, await second, quiet)
        assert (guest.seat, room.table.seats[1].name) == (1, "Bea")
        await rooms.close()

    in_time(come())


def test_hints_keep_no_bot_waiting(store: Store) -> None:
    table, _ = store.make("pikinni", {"players": 2}, [{"name": "Ada"}, {"bot": "greedy"}])
    view = table.rules.start(seed=7, first=0).view(0)

    async def ask() -> list[Any]:
        thinkers = here()
        thinkers.open()
        hint = asyncio.create_task(thinkers.hint(7, view, table=table.id))
        await asyncio.sleep(0)
        acted = await thinkers.act("greedy", 7, view, table=table.id)
        told = [acted.is_hurried, (await hint or {}).keys()]
        await thinkers.close()
        return told

    assert in_time(ask()) == [False, {"action", "second", "behind", "playouts"}]


def test_a_request_that_is_not_answered_runs_out_and_play_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trickkit.table.wishes.LASTS", 0.01)
    table, links = store.make("pikoko", {"players": 3}, PEOPLE)

    async def ask() -> tuple[bool, str]:
        rooms = Rooms(store, here())
        came = [await rooms.enter(table.id, link, quiet) for link in links]
        room, state = came[0][0], came[0][0].game.state
        seat = state.actors[0]
        play = {"do": "play", "number": room.game.number(seat), "action": str(state.view(seat).legal()[0])}
        await room.hear(came[seat][1], play)
        await room.hear(came[seat][1], {"do": "undo"})
        was_asked, before = room.game.wish is not None, room.game.state
        while room.game.wish is not None:
            await asyncio.sleep(0.005)
        assert room.game.state is before
        said = room._said[seat][2]
        await rooms.close()
        return was_asked, said

    assert in_time(ask()) == (True, "wish_lapses")
