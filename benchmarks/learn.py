"""How fast observations and environments are: `python benchmarks/learn.py [KEY ...]`.

Each line is a game. Measured is processor time on one thread, as medians of five turns:

* observations of lanes, with all blocks and with five of them, in millions a second, of 1,024 lanes;
* steps of the environment of Gymnasium over as many lanes, which decides at random, likewise;
* observations of views, and steps of PettingZoo's environment with an observation each, in a second;
* copies of a game of `batch.start`, in microseconds.

How many decisions a second such a game makes is among the rows of `peers.py`. Environments whose extra is not installed
are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from statistics import median
from time import process_time

from trickkit import Rules, batch, learn, load
from trickkit.errors import MissingExtra

GAMES = ("pikoko", "pikinni", "5211", "oh_hell", "hearts", "spades", "bridge", "skat")
LANES, TURNS, SECONDS = 1024, 5, 0.2
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


def in_turn(rules: Rules) -> Callable[[], int]:
    """Make a step in the environment of PettingZoo, and look."""
    from trickkit.learn import pettingzoo

    table = pettingzoo.env(rules)
    table.reset(seed=7)

    def once() -> int:
        agent = table.agent_selection
        seen, _, terminated, _, _ = table.last()
        if terminated:
            table.reset()
            return 0
        table.step(table.action_space(agent).sample(seen["action_mask"]))
        return 1

    return once


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


if __name__ == "__main__":
    main(*sys.argv[1:])
