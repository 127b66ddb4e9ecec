"""How fast random play is, what a view costs, and how much memory a move takes: `python benchmarks/speed.py`.

Play chooses uniformly among `state.legal(seat)` and calls `state.play(seat, action)`, nothing else. A second table says
what the view of the deciding seat costs when it is taken before each decision, as the time that it adds; classic games
are in it where they are installed. Since speed depends on the machine, every row is also given in a yardstick measured
in the same run: a decision takes as long as making so many frozen attrs values of four fields.
"""

from __future__ import annotations

import argparse
import platform
import tracemalloc
from collections.abc import Callable
from random import Random
from statistics import mean, median
from time import perf_counter, process_time

from attrs import frozen
from rich.console import Console
from rich.table import Table

from trickkit import InvalidRules, Rules, State, load

GAMES: list[tuple[str, dict[str, object]]] = [
    *(("pikoko", {"players": players}) for players in (3, 4, 5)),
    *(
        ("pikinni", {"players": players, "challenge": challenge})
        for players in (2, 3, 4)
        for challenge in (False, True)
    ),
    *(("5211", {"players": players}) for players in (2, 3, 4, 5)),
]


VIEWED: list[tuple[str, dict[str, object]]] = [
    ("pikoko", {"players": 4}),
    ("pikinni", {"players": 4}),
    ("5211", {"players": 4}),
    ("hearts", {}),
    ("bridge", {}),
]


@frozen
class Yardstick:
    """A small frozen value."""

    one: int
    two: int
    three: int
    four: int


def yardsticks(count: int) -> float:
    """Frozen values made in a second."""
    begun = perf_counter()
    for number in range(count):
        Yardstick(number, number, number, number)
    return count / (perf_counter() - begun)


def decisions(rules: Rules, seconds: float) -> float:
    """Random decisions made in a second."""
    draw = Random(7).random
    made, seed, begun = 0, 0, perf_counter()
    while perf_counter() - begun < seconds:
        state = rules.start(seed=seed)
        seed += 1
        while state.actors:
            seat = state.actors[0]
            legal = state.legal(seat)
            state = state.play(seat, legal[int(draw() * len(legal))])
            made += 1
    return made / (perf_counter() - begun)


def deciding(rules: Rules, games: int, look: Callable[[State, int], object]) -> float:
    """Microseconds of processor time that a random decision takes, when its seat looks at the state before."""
    draw = Random(7).random
    made, begun = 0, process_time()
    for seed in range(games):
        state = rules.start(seed=seed)
        while state.actors:
            seat = state.actors[0]
            look(state, seat)
            legal = state.legal(seat)
            state = state.play(seat, legal[int(draw() * len(legal))])
            made += 1
    return (process_time() - begun) / made * 1e6


def views(runs: int, seconds: float) -> Table:
    """The table of what a view costs, beside a decision."""
    table = Table(title=f"A view before each decision, processor time, median of {runs} runs")
    for column in ("game", "decision, us", "view, us", "views by decisions"):
        table.add_column(column, justify="right")
    for key, options in VIEWED:
        try:
            rules = load(key, **options)
        except InvalidRules:
            continue
        deciding(rules, 1, State.view)
        games, begun = 0, process_time()
        while process_time() - begun < seconds:
            deciding(rules, 1, State.view)
            games += 1
        found = []
        for _ in range(runs):
            bare = deciding(rules, games, _nothing)
            found.append((bare, deciding(rules, games, State.view) - bare))
        name = f"{key} ({rules.players})"
        decision, view, ratio = (median(column) for column in zip(*[(a, b, b / a) for a, b in found], strict=True))
        table.add_row(name, f"{decision:.1f}", f"{view:.1f}", f"{ratio:.1f}")
    return table


def _nothing(state: State, seat: int) -> None:
    """Look at nothing."""


def allocated(rules: Rules) -> list[int]:
    """The bytes newly allocated by every move of one game and kept by its state, when all states are kept."""
    draw = Random(7).random
    for warm in (True, False):  # What is tabulated once for all games is no cost of a move.
        state, kept, sizes = rules.start(seed=7), [], []
        if not warm:
            tracemalloc.start()
        while state.actors:
            seat = state.actors[0]
            legal = state.legal(seat)
            action = legal[int(draw() * len(legal))]
            before = tracemalloc.get_traced_memory()[0]
            kept.append(state)
            state = state.play(seat, action)
            sizes.append(tracemalloc.get_traced_memory()[0] - before)
        draw = Random(7).random
    tracemalloc.stop()
    return sizes


def main() -> None:
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each run lasts")
    parser.add_argument("--runs", type=int, default=5, help="how many runs the median is of")
    arguments = parser.parse_args()

    table = Table(title=f"Random play, CPython {platform.python_version()}, median of {arguments.runs} runs")
    for column in (
        "game",
        "decisions/s",
        "slowest - fastest",
        "yardsticks a decision",
        "bytes a move: mean",
        "median",
        "most",
    ):
        table.add_column(column, justify="right")
    for key, options in GAMES:
        rules = load(key, **options)
        decisions(rules, 0.2)
        speeds, costs = [], []
        for _ in range(arguments.runs):
            stick = yardsticks(200_000)
            speeds.append(decisions(rules, arguments.seconds))
            costs.append(stick / speeds[-1])
        sizes = allocated(rules)
        table.add_row(
            f"{key} ({options['players']}{', challenge' if options.get('challenge') else ''})",
            f"{median(speeds):,.0f}",
            f"{min(speeds):,.0f} - {max(speeds):,.0f}",
            f"{median(costs):.1f}",
            f"{mean(sizes):,.0f}",
            f"{median(sizes):,.0f}",
            f"{max(sizes):,}",
        )
    console = Console(width=120)
    console.print(table)
    console.print(views(arguments.runs, arguments.seconds))


if __name__ == "__main__":
    main()
