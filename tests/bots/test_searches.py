"""Searches decide alike in any number of threads and on every machine, and leave nothing behind when interrupted."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from endings import near_end

from trickkit import View, load
from trickkit.bots import ISMCTS, Best, Bot, Flat, Solver

LONG = timedelta(seconds=100)


@pytest.fixture(scope="module")
def view() -> View:
    """The first card that is passed in a game of Hearts."""
    return load("hearts").start(seed=7, first=0).view(0)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Python's own answer to Ctrl-C, whatever runs the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("bot", [Flat(32), ISMCTS(200), Best(2, network=None)])
def test_searches_in_several_threads_decide_as_one_alone(bot: Bot, view: View) -> None:
    alone = bot.explain(view)
    with ThreadPoolExecutor(3) as pool:
        assert [*pool.map(bot.explain, [view] * 4)] == [alone] * 4


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (Flat(32), "2C: +5.75 ± 1.83"),
        (ISMCTS(400), "QH: +6.15 ± 1.52"),
        (Best(2, network=None), "5D: +7.08 ± 1.81"),
    ],
)
def test_a_seed_decides_alike_on_every_machine(bot: Bot, said: str, view: View) -> None:
    assert str(bot.explain(view).choices[0]) == said


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("bot", [Flat(), ISMCTS()])
def test_an_interrupt_stops_a_search_and_leaves_nothing_behind(bot: Bot, view: View) -> None:
    before, threads = bot.explain(view), threading.active_count()
    timer = threading.Timer(0.1, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        bot.explain(view, LONG)
    timer.join(timeout=10)
    assert threading.active_count() == threads
    assert bot.explain(view) == before


@pytest.mark.sample(0)
@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_stops_the_solving_of_worlds() -> None:
    state = near_end("hearts", 3)
    view = state.view(state.actors[0])
    before = Solver(3).explain(view)
    threading.Timer(0.1, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        Solver().explain(view, LONG)
    assert Solver(3).explain(view) == before
