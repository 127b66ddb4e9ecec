"""Where bots think: too long, in a process that dies, or at a table that keeps others waiting."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from threading import Event
from typing import Any

import pytest
from workers import Here

from trickkit import load
from trickkit.play.view import View
from trickkit.table.thinking import Thinkers, Thought, act
from trickkit.table.workers import Failed, Process
from trickkit.variants import pikoko

PATIENCE = 60.0


@pytest.fixture(scope="module")
def view() -> View:
    return pikoko.rules(players=3).start(seed=7, first=0).view(1)


class Endless(Here):
    """A worker in which all but quick bots think too long."""

    started = 0

    def __init__(self) -> None:
        type(self).started += 1
        self.has_ended = False

    def ask(self, task: Callable[[], Any], seconds: float | None = None) -> Any:
        assert not self.has_ended
        if "greedy" in task.args or "random" in task.args:  # type: ignore[attr-defined]
            return task()
        raise TimeoutError

    def end(self) -> None:
        self.has_ended = True


class Dying(Here):
    """A worker that dies when it is asked, as often as there is a reason."""

    reasons = 0

    def ask(self, task: Callable[[], Any], seconds: float | None = None) -> Any:
        if type(self).reasons:
            type(self).reasons -= 1
            raise EOFError
        return task()


class Stuck(Here):
    """A worker that in which the greedy bot thinks until it may go on, or has to end."""

    go_on = Event()

    def ask(self, task: Callable[[], Any], seconds: float | None = None) -> Any:
        if "greedy" in task.args:  # type: ignore[attr-defined]
            self.go_on.wait(PATIENCE)
        return task()

    def end(self) -> None:
        self.go_on.set()


def decided(thinkers: Callable[[], Thinkers], *asks: tuple[str, str], view: View) -> list[Thought]:
    """What bots decide one after the other, each for a table."""

    async def decide() -> list[Thought]:
        thinking = thinkers()
        thoughts = [await thinking.act(bot, 7, view, table=table) for table, bot in asks]
        await thinking.close()
        return thoughts

    return asyncio.run(asyncio.wait_for(decide(), PATIENCE))


def test_a_quick_bot_plays_for_one_that_thinks_too_long_and_the_worker_is_replaced(view: View) -> None:
    Endless.started = 0
    thoughts = decided(partial(Thinkers, Endless, count=1), ("one", "best:2"), ("one", "best:2"), view=view)
    assert thoughts == [Thought(act("greedy", 7, view), is_hurried=True)] * 2
    assert Endless.started == 3


def test_a_quick_bot_has_as_much_time_as_others_where_it_is_the_bot_of_a_seat(view: View) -> None:
    class Timed(Here):
        def ask(self, task: Callable[[], Any], seconds: float | None = None) -> Any:
            if len(task.args) == 3:  # type: ignore[attr-defined]
                assert seconds == 7.0
            return task()

    assert not decided(partial(Thinkers, Timed, seconds=7.0), ("one", "greedy"), view=view)[0].is_hurried


class Unready(Here):
    """A worker that gets ready for all but quick bots when it may, and in which nobody else thinks meanwhile."""

    go_on = Event()
    readied = 0

    def ask(self, task: Callable[[], Any], seconds: float | None = None) -> Any:
        if "best:2" in getattr(task, "args", ()) and task.args[-1] == 1:  # type: ignore[attr-defined]
            type(self).readied += 1
            self.go_on.wait(PATIENCE)
        return super().ask(task, seconds)


def test_a_quick_bot_plays_as_long_as_a_worker_gets_ready_and_the_table_says_it(
    view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trickkit.table.thinking.PATIENCE", 0.01)
    Unready.go_on.clear()
    Unready.readied = 0

    async def decide() -> tuple[list[Thought], Thought]:
        thinking = Thinkers(Unready, count=2)
        await thinking.act("greedy", 7, view, table="any")
        thinking.prepare(["best:2"], 7, view, table="one")
        meanwhile = [await thinking.act("best:2", 7, view, table=table) for table in ("one", "one", "other")]
        assert Unready.readied == 1
        Unready.go_on.set()
        while (ready := await thinking.act("best:2", 7, view, table="one")).is_hurried:
            await asyncio.sleep(0.01)
        await thinking.close()
        return meanwhile, ready

    meanwhile, ready = asyncio.run(asyncio.wait_for(decide(), PATIENCE))
    assert meanwhile == [Thought(act("greedy", 7, view), is_hurried=True)] * 3
    assert ready == Thought(act("best:2", 7, view))


def test_nobody_calls_as_long_as_a_worker_gets_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickkit.table.thinking.PATIENCE", 0.01)
    Unready.go_on.clear()
    state = load("bridge").start(seed=7)

    async def decide() -> Thought:
        thinking = Thinkers(Unready, count=2)
        thought = await thinking.act("best:2", 7, state.view(state.actors[0]), table="one")
        Unready.go_on.set()
        await thinking.close()
        return thought

    assert asyncio.run(asyncio.wait_for(decide(), PATIENCE)) == Thought("pass", is_hurried=True)


def test_a_server_lets_people_in_when_a_worker_can_decide() -> None:
    go_on = Event()

    class Slow(Here):
        def __init__(self) -> None:
            go_on.wait(PATIENCE)

    async def begin() -> bool:
        thinking = Thinkers(Slow, count=1)
        thinking.open()
        ready = asyncio.create_task(thinking.ready())
        await asyncio.sleep(0)
        was_ready = ready.done()
        go_on.set()
        await ready
        await thinking.close()
        return was_ready

    assert not asyncio.run(asyncio.wait_for(begin(), PATIENCE))


def test_a_decision_is_asked_again_when_its_worker_has_died(view: View) -> None:
    Dying.reasons = 2
    assert decided(partial(Thinkers, Dying), ("one", "greedy"), view=view) == [Thought(act("greedy", 7, view))]
    Dying.reasons = 3
    (thought,) = decided(partial(Thinkers, Dying), ("one", "greedy"), view=view)
    assert thought == Thought(act("random", 7, view), is_hurried=True)
    assert Dying.reasons == 0


def test_a_bot_that_fails_is_replaced_by_a_quick_one(view: View, caplog: pytest.LogCaptureFixture) -> None:
    class Failing(Here):
        def ask(self, task: Callable[[], Any], seconds: float | None = None) -> Any:
            if "best:2" in task.args:  # type: ignore[attr-defined]
                raise Failed("ZeroDivisionError")
            return task()

    (thought,) = decided(partial(Thinkers, Failing), ("one", "best:2"), view=view)
    assert thought == Thought(act("greedy", 7, view), is_hurried=True)
    assert "best:2 could not decide for seat 1: ZeroDivisionError" in caplog.text


def test_slow_bots_keep_nobody_else_waiting(view: View) -> None:
    Stuck.go_on.clear()

    async def decide() -> tuple[list[Thought], list[Thought]]:
        thinking = Thinkers(Stuck, count=2, seconds=PATIENCE)
        await thinking.act("random", 7, view, table="first")
        slow = [asyncio.create_task(thinking.act("greedy", 7, view, table="slow"))]
        await asyncio.sleep(0)
        quick = [await thinking.act("random", 7, view, table=f"quick {number}") for number in range(20)]
        assert not any(task.done() for task in slow)
        Stuck.go_on.set()
        thoughts = await asyncio.gather(*slow)
        await thinking.close()
        return quick, thoughts

    quick, slow = asyncio.run(asyncio.wait_for(decide(), PATIENCE))
    assert not any(thought.is_hurried for thought in [*quick, *slow])


def test_who_has_no_turn_in_time_plays_quickly(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickkit.table.thinking.QUICK_SECONDS", 0.01)
    Stuck.go_on.clear()

    async def decide() -> Thought:
        thinking = Thinkers(Stuck, count=1, seconds=0.01)
        slow = asyncio.create_task(thinking.act("greedy", 7, view, table="slow"))
        await asyncio.sleep(0)
        thought = await thinking.act("random", 7, view, table="other")
        slow.cancel()
        await thinking.close()
        return thought

    assert asyncio.run(asyncio.wait_for(decide(), PATIENCE)).is_hurried


def test_a_worker_that_dies_while_it_starts_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    class Weak(Here):
        def begin(self) -> None:
            begun.append(self)
            if len(begun) == 1:
                raise EOFError

    monkeypatch.setattr("trickkit.table.thinking.FIRST_PAUSE", 0.0)

    async def begin() -> None:
        thinking = Thinkers(Weak, count=2)
        thinking.open()
        while len(begun) < 2:
            await asyncio.sleep(0)
        await thinking.close()

    asyncio.run(asyncio.wait_for(begin(), PATIENCE))


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    made = Process()
    yield made
    made.end()


def test_a_process_does_what_it_is_asked_and_says_what_went_wrong(process: Process, view: View) -> None:
    assert process.ask(partial(act, "greedy", 7, view)) == act("greedy", 7, view)
    with pytest.raises(Failed, match="no bot 'nobody'"):
        process.ask(partial(act, "nobody", 7, view))
    assert process.ask(int) == 0


def test_a_process_that_is_killed_has_died(process: Process) -> None:
    os.kill(process.ask(os.getpid), signal.SIGKILL)
    with pytest.raises(EOFError):
        process.ask(int)


@pytest.mark.sample(0)
def test_a_process_that_takes_too_long_is_ended() -> None:
    process = Process()
    process.ask(int)
    with pytest.raises(TimeoutError):
        process.ask(partial(time.sleep, 1000), seconds=0.01)
    process.end()
    with pytest.raises(EOFError):
        process.ask(int)
