"""How fast observations and environments are: `python benchmarks/learn.py [KEY ...]`.

Each line is a game. Measured is processor time on one thread, as medians of five turns:

* observations of lanes, with all blocks and with five of them, in millions a second, of 1,024 lanes;
* steps of the environment of Gymnasium over as many lanes, which decides at random, likewise;
* observations of views, and steps of PettingZoo's environment with an observation each, in a second;
* copies of a game of `batch.start`, in microseconds.

A second table has PettingZoo's classic card games, as many as its installed version has, and OpenSpiel's games in
Python beside ours, in steps with an observation and in decisions a second, taken in turns. Ours are followed by how
many times as fast they are as the median of the others.

How many decisions a second such a game makes is among the rows of `peers.py`. Environments whose extra is not installed
are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

from trickkit import Rules, batch, learn, load
from trickkit.errors import MissingExtra
from trickkit.policies.ending import AfterDeals

GAMES = ("pikoko", "pikinni", "5211", "oh_hell", "hearts", "spades", "bridge", "skat")
LANES, TURNS, SECONDS = 1024, 5, 0.2
STEPS = 200
"""So many steps are made between two looks at the clock."""
BESIDE = ("pikinni", "hearts", "spades", "oh_hell")
SOME = ("hands", "table", "trump", "bids", "tricks")


def speed(once: Callable[[], int]) -> float:
    """How many in a second."""
    once()
    found = []
    for _ in range(TURNS):
        count, begun = 0, process_time()
        while (passed := process_time() - begun) < SECONDS:
            count += once()
        found.append(count / passed)
    return median(found)


def observing(rules: Rules, blocks: tuple[str, ...] | None) -> Callable[[], int]:
    """Observe lanes in the midst of a deal."""
    code, lanes = learn.encoding(rules, blocks=blocks), batch.lanes(rules, LANES, 7)
    for _ in range(12):
        lanes.step(lanes.random())
    return lambda: len(code.observe_lanes(lanes)) and LANES


def stepping(rules: Rules, blocks: tuple[str, ...] | None) -> Callable[[], int]:
    """Step the environment of Gymnasium."""
    from trickkit.learn import gymnasium

    table = gymnasium.vector_env(rules, LANES, blocks=blocks)
    return lambda: len(table.step(table.sample())[1])


def seeing(rules: Rules) -> Callable[[], int]:
    """Observe one view."""
    code, state = learn.encoding(rules), rules.start(seed=7)
    return lambda: len(code.observe(state.view(0))) and 1


def stepped(table: Any) -> Callable[[], int]:
    """Make steps in an environment of PettingZoo, at random, and look."""
    table.reset(seed=7)

    def once() -> int:
        made = 0
        for _ in range(STEPS):
            agent = table.agent_selection
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.reset()
            else:
                table.step(table.action_space(agent).sample(seen["action_mask"]))
                made += 1
        return made

    return once


def in_turn(rules: Rules) -> Callable[[], int]:
    """Make steps in our environment for PettingZoo."""
    from trickkit.learn import pettingzoo

    return stepped(pettingzoo.env(rules))


def decided(game: Any) -> Callable[[], int]:
    """Play games of OpenSpiel at random, and ask what they came to."""
    draw = Random(7)

    def once() -> int:
        made = 0
        while made < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                made += not state.is_chance_node()
                state.apply_action(draw.choice(state.legal_actions()))
            state.returns()
        return made

    return once


def environments() -> Iterator[tuple[str, bool, Callable[[], int]]]:
    """Environments of PettingZoo: the name, whether it is ours, and what makes steps in it."""
    classic = import_module("pettingzoo.classic")
    for name in ("gin_rummy_v4", "texas_holdem_v4", "leduc_holdem_v4"):
        # Later versions of PettingZoo have fewer games.
        if (module := getattr(classic, name, None)) is not None:
            yield name, False, stepped(module.env())
    for key in BESIDE:
        yield key, True, in_turn(load(key))


def spiels() -> Iterator[tuple[str, bool, Callable[[], int]]]:
    """Games of OpenSpiel in Python, likewise; ours is one deal among a hundred."""
    pyspiel, _ = import_module("pyspiel"), import_module("open_spiel.python.games")
    for name in ("python_kuhn_poker", "python_liars_poker", "python_tic_tac_toe", "python_block_dominoes"):
        yield name, False, decided(pyspiel.load_game(name))
    ours = import_module("trickkit.learn.openspiel")
    for key in BESIDE:
        yield key, True, decided(ours.game(load(key).replace(ending=AfterDeals(deals=1)), deals=100))


def beside(rows: list[tuple[str, bool, Callable[[], int]]]) -> None:
    """Measure environments in turns, and print a line for each."""
    found: list[list[float]] = [[] for _ in rows]
    for turn in range(1 + TURNS):
        for (_, _, once), speeds in zip(rows, found, strict=True):
            count, begun = 0, process_time()
            while (passed := process_time() - begun) < SECONDS:
                count += once()
            if turn:
                speeds.append(count / passed)
    medians = [median(speeds) for speeds in found]
    usual = median([speed for (_, ours, _), speed in zip(rows, medians, strict=True) if not ours])
    for (name, ours, _), speed in zip(rows, medians, strict=True):
        print(f"{name:24} {speed:12,.0f}" + (f" {speed / usual:8.2f}" if ours else ""), flush=True)


def copying(rules: Rules) -> Callable[[], int]:
    """Copy a game."""
    game = batch.start(rules, seed=7)

    def once() -> int:
        for _ in range(1000):
            game.copy()
        return 1000

    return once


def figures(rules: Rules) -> list[str]:
    """The figures of a line."""
    found = [f"{speed(observing(rules, blocks)) / 1e6:.2f}" for blocks in (None, SOME)]
    for measure in (
        lambda: f"{speed(stepping(rules, None)) / 1e6:.2f}",
        lambda: f"{speed(stepping(rules, SOME)) / 1e6:.2f}",
        lambda: f"{speed(seeing(rules)):,.0f}",
        lambda: f"{speed(in_turn(rules)):,.0f}",
        lambda: f"{1e6 / speed(copying(rules)):.2f}",
    ):
        try:
            found.append(measure())
        except MissingExtra:
            found.append("-")
    return found


def main(*keys: str) -> None:
    """Print a line for each game."""
    heads = ("lanes, all", "some", "steps, all", "some", "views/s", "PettingZoo/s", "us a copy")
    print(f"{'game':12}", *(f"{head:>12}" for head in heads))
    for key in keys or GAMES:
        print(f"{key:12}", *(f"{figure:>12}" for figure in figures(load(key))), flush=True)
    for what, rows in (("PettingZoo, steps a second", environments), ("OpenSpiel, decisions a second", spiels)):
        try:
            made = [*rows()]
        except ImportError as error:
            print(f"\n{what}: {error}")
            continue
        print(f"\n{what}")
        beside(made)


if __name__ == "__main__":
    main(*sys.argv[1:])
