"""Who is at which table: those who come at once, those who are slow, and bots whose process dies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from trickkit import InvalidRecord
from trickkit.record import Recorder
from trickkit.table.rooms import Rooms
from trickkit.table.store import Store
from trickkit.table.thinking import Thinkers
from trickkit.variants import pikoko

PEOPLE = [{"name": name} for name in ("Ada", "Ben", "Cyd")]
PATIENCE = 20.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as kept:
        yield kept


class Dying(ThreadPoolExecutor):
    """A pool whose process dies when it is asked."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:  # type: ignore[override]
        raise BrokenProcessPool("a process died")


def pools(*kinds: Callable[[], Executor]) -> Callable[[], Executor]:
    """Makes one pool after the other."""
    left = iter(kinds)
    return lambda: next(left)()


def threads() -> Executor:
    return ThreadPoolExecutor(1)


async def quiet(_message: object) -> None:
    """Nobody listens."""


def in_time(work: Any) -> Any:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


def test_a_pool_whose_process_died_is_replaced_and_the_decision_asked_anew() -> None:
    thinkers, view = Thinkers(pools(Dying, threads)), pikoko.rules(players=3).start(seed=7, first=0).view(1)

    async def both() -> list[str]:
        return await asyncio.gather(*(thinkers.act("greedy", 7, view) for _ in range(2)))

    expected = in_time(Thinkers(threads).act("greedy", 7, view))
    assert in_time(both()) == [expected, expected]


def test_chance_decides_where_processes_die_again_and_again(caplog: pytest.LogCaptureFixture) -> None:
    thinkers, view = Thinkers(Dying), pikoko.rules(players=3).start(seed=7, first=0).view(1)
    assert in_time(thinkers.act("greedy", 7, view)) in [str(action) for action in view.legal()]
    assert caplog.text.count("another one takes its place") == 3


def test_those_who_come_at_once_come_to_one_table(store: Store) -> None:
    table, links = store.make("pikoko", {"players": 3}, PEOPLE)

    async def come() -> set[int]:
        rooms = Rooms(store, Thinkers(threads))
        came = await asyncio.gather(*(rooms.enter(table.id, link, quiet) for link in links))
        await rooms.close()
        return {id(room) for room, _ in came}

    assert len(in_time(come())) == 1


def test_tables_are_opened_side_by_side(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (store.make("pikoko", {"players": 3}, PEOPLE) for _ in range(2))
    read, all_open = type(one[0]).game, asyncio.Event()

    async def come() -> None:
        loop, rooms = asyncio.get_running_loop(), Rooms(store, Thinkers(threads))

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
        rooms, reads = Rooms(store, Thinkers(threads)), asyncio.Event()
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
        rooms = Rooms(store, Thinkers(threads))
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
