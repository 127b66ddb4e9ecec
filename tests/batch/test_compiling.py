"""Compiling beforehand, and once for several processes; what processes may use."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from blocks import ROOT
from processes import PATIENCE, python
from tiers import EVERY, sampled
from tiny_games import uncompiled

from trickkit import batch, load
from trickkit.batch.kernel.lock import NAME, alone
from trickkit.batch.run import chunks

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")


COMPILED_BEFORE = """
from trickkit import batch, load
from trickkit.batch.machine import hearing, loop
from trickkit.batch.points.diagram import kernel
from trickkit.batch.steps.tricks import run
from trickkit.play.playout import states


def compiled(modules=(hearing, kernel, loop, run)):
    every = [one for module in modules for one in vars(module).values()]
    return {{one.__name__: len(one.signatures) for one in every if hasattr(one, "signatures")}}


rules = load({key!r})
batch.compile(rules)
before = compiled()
batch.deals(rules, 7, 3, moves=True, cards=True)
batch.deals(rules, 40_000, 3, number=0, starter=1)
batch.deals(rules, 7, 3, players=[lambda seen, legal: legal.argmax(axis=1), *[None] * (rules.players - 1)])
batch.games(rules, 3)
lanes = batch.lanes(rules, 300, 3)
for _ in range(400):
    lanes.legal(), lanes.seen().heard, lanes.step(lanes.random())
for state in states(rules, seed=5):
    if state.results:
        break
    batch.playouts(state, 3, moves=True)
    batch.playouts(state.view(0), 3)
assert compiled() == before
print(sum(before.values()) > 9)
"""
BOTS = """
from tempfile import TemporaryDirectory

from trickkit import bots
from trickkit.batch.evaluating import estimates, pending, run as trying
from trickkit.batch.machine import crossing, playing, single
from trickkit.batch.rollouts import gains
from trickkit.batch.search import alpha_beta, ending, many_sides, tree
from trickkit.bots.many import greedy_deals

entries = (alpha_beta, crossing, ending, estimates, gains, many_sides, pending, playing, single, tree, trying)


def decide(level, of, moves):
    state, bot = of.start(seed=1), bots.best(of, level)
    for _ in range(moves):
        seat = state.actors[0]
        state = state.play(seat, bot.act(state.view(seat)))


def all_decide():
    bridge, pikinni = load("bridge"), load("pikinni")
    for of in (rules, bridge):
        greedy_deals([of.start(seed=1), of.start(seed=2)], bots.Greedy())
    for key, before_end in (("hearts", 9), ("german_whist", 9), ("skat", 5)):
        bots.solve([*states(load(key), seed=5)][-before_end])
    for of in (rules, load("spades")):
        for state in [*states(of, seed=3)][:9:4]:
            bots.ISMCTS(9).act(state.view(state.actors[0]))
    mixed = load({mixed!r})
    decide(2, mixed, 6)
    batch.deals(mixed, 3, 3, threads=1)
    decide(2, bridge, 3)
    for of in (rules, pikinni):
        game = batch.start(of, seed=1)
        for _ in range(3):
            game.play(game.actors[0], game.legal(game.actors[0])[0])
        game.undo()
    with TemporaryDirectory() as folder:
        bots.train(pikinni, steps=2, path=folder + "/learned.npz")
    return compiled(entries)


print(all_decide() == all_decide())
"""


@pytest.mark.parametrize("key", sampled(["pikoko", "hearts", "5211"], 1))
def test_nothing_is_left_to_compile(key: str) -> None:
    done = python(COMPILED_BEFORE.format(key=key), timeout=8 * PATIENCE)
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", ["pikoko", "hearts", "5211"])
def test_bots_compile_nothing_twice(key: str) -> None:
    program = (COMPILED_BEFORE + BOTS).format(key=key, mixed=str(ROOT / "variants" / "house" / "robbing_whist.py"))
    done = python(program, timeout=8 * PATIENCE)
    assert (done.stdout, done.stderr) == ("True\nTrue\n", "")


@pytest.mark.sample(0)
def test_rules_of_the_reference_engine_have_less_to_compile() -> None:
    batch.compile(uncompiled())


COMPILES = """
from numpy import zeros
from trickkit.batch.machine.loop import first_illegal

input()
numbers = zeros(0, int)
first_illegal(numbers, numbers.reshape(0, 99), numbers.reshape(0, 9), numbers, numbers, numbers)
print(sum(first_illegal.stats.cache_misses.values()))
"""


@pytest.mark.sample(0)
@posix
def test_of_several_processes_one_compiles(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    runs = [
        subprocess.Popen([sys.executable, "-c", COMPILES], env=environment, text=True, **pipes)  # type: ignore[call-overload]
        for _ in range(3 if EVERY else 2)
    ]
    for run in runs:
        run.stdin.write("\n")
        run.stdin.flush()
    ends = [run.communicate(timeout=PATIENCE) for run in runs]
    assert [error for _, error in ends] == [""] * len(runs)
    assert sorted(output for output, _ in ends) == ["0\n"] * (len(runs) - 1) + ["1\n"]


DIES = """
from pathlib import Path
import os, signal
from trickkit.batch.kernel.lock import alone

with alone(Path({folder!r})):
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.sample(0)
@posix
def test_a_process_that_dies_keeps_nobody_waiting(tmp_path: Path) -> None:
    assert python(DIES.format(folder=str(tmp_path))).returncode == -signal.SIGKILL
    with alone(tmp_path), alone(tmp_path):
        assert (tmp_path / NAME).exists()


TRIES = """
from fcntl import LOCK_EX, LOCK_NB, lockf

with open({file!r}, "w") as file:
    lockf(file, LOCK_EX | LOCK_NB)
"""


@posix
def test_the_lock_is_held_until_all_is_compiled(tmp_path: Path) -> None:
    program = TRIES.format(file=str(tmp_path / NAME))
    with alone(tmp_path):
        with alone(tmp_path):
            pass
        assert "BlockingIOError" in python(program).stderr
    assert python(program).returncode == 0


def test_where_nothing_can_be_kept_nobody_waits(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with alone(tmp_path / "file" / "folder"):
        assert [path.name for path in tmp_path.iterdir()] == ["file"]


@posix
def test_what_fails_while_it_is_compiled_lets_others_go_on(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), alone(tmp_path):
        raise KeyboardInterrupt
    assert python(TRIES.format(file=str(tmp_path / NAME))).returncode == 0


# What processes may use


@pytest.mark.sample(0)
@pytest.mark.parametrize("key", ["bridge", "pikoko"])
def test_a_worker_of_a_pool_plays_by_itself(key: str) -> None:
    here = batch.deals(load(key), 8, 3, threads=2)
    # A pool waits forever for a worker that cannot read what it is asked, such as a function of a test.
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        asked = pool.apply_async(batch.deals, (load(key), 8, 3), {"threads": 2})
        assert asked.get(timeout=60).points.tolist() == here.points.tolist()


def test_threads_are_the_processors_that_the_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    name = "process_cpu_count" if hasattr(os, "process_cpu_count") else "sched_getaffinity"
    for processors in (1, 3):
        usable = processors if name == "process_cpu_count" else {*range(processors)}
        monkeypatch.setattr(os, name, lambda *_, usable=usable: usable, raising=False)
        assert chunks.cores(None) == processors
    monkeypatch.setenv("NUMBA_NUM_THREADS", "2")
    monkeypatch.setattr(numba.config, "NUMBA_NUM_THREADS", 2)
    assert (chunks.cores(None), chunks.cores(5)) == (2, 5)


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", sampled(["pikoko", "bridge"], 1))
def test_a_stream_begins_where_it_is_told_to(key: str) -> None:
    rules = load(key)
    parts = list(batch.stream(rules, 7, 3, first=95, chunk=3, threads=1))
    assert [len(part) for part in parts] == [3, 3, 1]
    whole = batch.deals(rules, 7, 3, first=95, threads=1)
    assert np.concatenate([part.points for part in parts]).tolist() == whole.points.tolist()
