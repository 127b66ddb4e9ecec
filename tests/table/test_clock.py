"""The clock of a table: who runs out of time is played for, once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from workers import here

from trickkit import load
from trickkit.play.state import State
from trickkit.record import Recorder
from trickkit.table.clock import Clock
from trickkit.table.game import Game, Refused
from trickkit.table.guest import Guest
from trickkit.table.room import Room
from trickkit.table.rooms import Rooms
from trickkit.table.store import Store
from trickkit.table.thinking import Thought

PEOPLE = [{"name": name} for name in ("Ada", "Ben", "Cyd", "Dov")]
PATIENCE = 30.0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as kept:
        yield kept


def test_a_decision_under_way_keeps_its_time_and_the_next_one_has_its_own() -> None:
    now, rung = [0.0], list[None]()
    clock = Clock(lambda: rung.append(None), now=lambda: now[0])
    clock.wind(30, {1: 5, 2: 5})
    now[0] = 20.0
    clock.wind(30, {1: 5, 2: 6})
    assert clock.left == {1: 10.0, 2: 30.0}
    now[0] = 30.0
    assert clock.late == {1}
    clock.wind(30, {2: 6})
    assert clock.left == {2: 20.0}
    assert not clock.late
    clock.wind(0, {2: 6})
    assert clock.left == {}


def test_an_interrupted_decision_goes_on_with_the_time_that_it_had() -> None:
    now = [0.0]
    clock = Clock(lambda: None, now=lambda: now[0])
    clock.wind(30, {1: 5, 2: 5})
    now[0] = 20.0
    clock.wind(30, {})
    now[0] = 70.0
    clock.wind(30, {1: 5, 2: 6})
    assert clock.left == {1: 10.0, 2: 30.0}
    now[0] = 90.0
    clock.wind(30, {})
    assert not clock.late
    clock.wind(30, {1: 5, 2: 6})
    assert clock.late == {1}


def seated(store: Store, game: str, seconds: float, told: list[Any]) -> Any:
    """A room to which four people have come, of whom seat 0 is still there."""

    async def hear(message: Any) -> None:
        told.append(message)

    async def enter() -> tuple[Rooms, Room, Guest]:
        rooms = Rooms(store, here())
        rooms.thinkers.open()
        table, links = store.make(game, {}, PEOPLE)
        for link in links[1:4]:
            room, other = await rooms.enter(table.id, link, hear)
            room.leave(other)
        room, guest = await rooms.enter(table.id, links[0], hear)
        room.table = evolve(room.table, seconds=seconds)
        room.welcome()
        return rooms, room, guest

    return enter()


async def until(is_true: Any) -> None:
    while not is_true():
        await asyncio.sleep(0.001)


def test_whoever_runs_out_of_time_is_played_for_until_the_decision_is_made(store: Store) -> None:
    async def play() -> list[int]:
        rooms, room, _ = await seated(store, "hearts", 0.02, [])
        await asyncio.wait_for(until(lambda: len(room.game.state.moves) > 14), PATIENCE)
        movers = [mover for mover, _ in room.game.state.moves]
        assert not room.game.away
        await rooms.close()
        return movers

    assert {*asyncio.run(play())} == {0, 1, 2, 3}


def test_a_decision_of_the_clock_is_told_to_all_as_far_as_all_may_see_it(store: Store) -> None:
    told: list[Any] = []

    async def play() -> None:
        rooms, room, _ = await seated(store, "hearts", 0.02, told)
        await asyncio.wait_for(until(lambda: len(room.game.state.moves) > 16), PATIENCE)
        await rooms.close()

    asyncio.run(play())
    said = [text for message in told for _, text in message["ran_out"].values()]
    # Which cards are passed on is secret, and what the last one to choose brings about is not their decision.
    assert "" in said
    assert all(" plays " in text for text in said if text)
    assert any(text.startswith("Seat ") for text in said)


def test_of_a_decision_that_nobody_hears_of_only_the_time_is_told(store: Store, tmp_path: Path) -> None:
    games = (random_states("fox_in_the_forest", seed) for seed in range(20))
    state = next(state for game in games for state in game if takes_by_passing(state))
    seat = state.actors[0]
    table, _ = store.make("fox_in_the_forest", {}, PEOPLE[:2])
    game = Game(Recorder(tmp_path / "game.jsonl", state, sync=False), (0, 1))
    room = Room(table, game, here())
    game.late = {seat}
    room._play_for(seat, game.state, Thought("pass"))
    assert room._ran_out[seat][2] == ""
    game.close()


def random_states(game: str, seed: int) -> Iterator[State]:
    rng, state = Random(seed), load(game).start(seed=seed)
    while not state.is_over:
        yield state
        state = state.play(state.actors[0], rng.choice(state.legal(state.actors[0])))


def takes_by_passing(state: State) -> bool:
    """Whether a trick goes to the seat to act if it passes."""
    seat = state.actors[0]
    if "pass" not in map(str, state.legal(seat)):
        return False
    heard = state.play(seat, "pass").view(None).events[len(state.view(None).events) :]
    return any(str(event).endswith(f"goes to hand {seat}.") for event in heard[:1])


def test_nobody_sees_by_the_clock_how_many_cards_another_has_chosen(store: Store) -> None:
    told: list[Any] = []

    async def play() -> None:
        rooms, room, _ = await seated(store, "hearts", 1000, told)
        before = room.clock._ends[2]
        for _ in range(2):
            room.game.play(2, room.game.number(2), str(room.game.state.legal(2)[0]))
        room.tell_all()
        assert room.clock._ends[2] == before
        room.game.play(0, room.game.number(0), str(room.game.state.legal(0)[0]))
        await asyncio.wait_for(until(lambda: told), PATIENCE)
        await rooms.close()

    asyncio.run(play())
    assert told[-1]["clock"]["of"] == 1000
    assert {*told[-1]["clock"]["left"]} == {0, 1, 2, 3}


def test_no_time_runs_while_all_are_asked_or_without_a_clock(store: Store) -> None:
    async def play() -> None:
        rooms, room, guest = await seated(store, "hearts", 1000, [])
        await room.hear(guest, {"do": "play", "number": 0, "action": "?"})
        action = str(room.game.state.legal(0)[0])
        await room.hear(guest, {"do": "play", "number": room.game.number(0), "action": action})
        await room.hear(guest, {"do": "undo"})
        assert room.game.wish is not None
        assert room.clock.left == {}
        await room.hear(guest, {"do": "decline"})
        assert {*room.clock.left} == {0, 1, 2, 3}
        room.table = evolve(room.table, seconds=0)
        room.tell_all()
        assert room.clock.left == {}
        await rooms.close()

    asyncio.run(play())


def test_a_wish_or_a_card_put_back_gives_nobody_more_time(store: Store) -> None:
    async def play() -> None:
        rooms, room, guest = await seated(store, "hearts", 1000, [])
        now = [0.0]
        room.clock = Clock(room._run_out, now=lambda: now[0])
        room.tell_all()
        for _ in range(3):
            action = str(room.game.state.legal(0)[0])
            await room.hear(guest, {"do": "play", "number": room.game.number(0), "action": action})
        now[0] = 400.0
        await room.hear(guest, {"do": "put_back", "number": room.game.number(0), "action": action})
        assert room.clock.left == {0: 1000.0, 1: 600.0, 2: 600.0, 3: 600.0}
        for wish in ("undo", "decline"):
            now[0] += 100.0
            await room.hear(guest, {"do": wish})
        assert room.clock.left == {0: 900.0, 1: 500.0, 2: 500.0, 3: 500.0}
        now[0] += 700.0
        for wish in ("undo", "decline"):
            await room.hear(guest, {"do": wish})
        assert room.game.late == {1, 2, 3}
        await rooms.close()

    asyncio.run(play())


def test_no_time_runs_before_all_have_come_or_while_only_a_spectator_looks_on(store: Store) -> None:
    async def hear(_: Any) -> None:
        """Nothing is expected."""

    async def play() -> None:
        rooms = Rooms(store, here())
        table, links = store.make("hearts", {}, PEOPLE, seconds=180)
        guests = []
        for link in (links[-1], *links[:4]):
            room, guest = await rooms.enter(table.id, link, hear)
            room.welcome()
            guests.append(guest)
            assert {*room.clock.left} == ({0, 1, 2, 3} if len(guests) == 5 else set())
        for guest in guests[1:]:
            assert room.clock.left
            room.leave(guest)
        assert room.guests == guests[:1]
        assert room.clock.left == {}
        await rooms.close()

    asyncio.run(play())


def test_the_clock_is_kept_with_the_table_and_with_its_rematch(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        with pytest.raises(Refused, match="0, 15, 30, 60, 180 seconds"):
            store.make("hearts", {}, PEOPLE, seconds=7)
        table, _ = store.make("hearts", {}, PEOPLE, seconds=30)
        free, _ = store.make("hearts", {}, PEOPLE)
    with Store(tmp_path) as store:
        assert store.open(table.id).seconds == 30
        assert store.open(free.id).seconds == 0

        async def again() -> float:
            rooms = Rooms(store, here())
            following, _, _ = await rooms._follow(table)
            await rooms.close()
            return following.seconds

        assert asyncio.run(again()) == 30


def test_tables_of_a_folder_from_before_there_were_clocks_have_none(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        table, _ = store.make("hearts", {}, PEOPLE, seconds=30)
        store._rows("ALTER TABLE tables DROP COLUMN seconds")
    with Store(tmp_path) as store:
        assert store.open(table.id).seconds == 0
