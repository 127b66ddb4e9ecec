"""Hold many random games to the laws: `python benchmarks/laws.py --games 20000 --key pikoko`.

Every game has random options, including the number of players, and is played to its end with random decisions. At
random positions every law is checked; a broken law is printed with its game, as a test to paste.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from time import perf_counter

from attrs import frozen
from rich.console import Console
from rich.progress import track
from rich.table import Table

from trickkit import State
from trickkit.testing import LAWS, LawBroken
from trickkit.testing.strategies import Choice

KEYS = ("pikoko", "pikinni", "5211")


@frozen
class Checked:
    """What came of checking one game.

    Args:
        positions: at how many positions the laws were checked.
        applied: how often a law found something to check.
        broken: the broken laws, as texts.
    """

    positions: int
    applied: int
    broken: tuple[str, ...]


def check(key: str, positions: int, seed: int) -> Checked:
    """Play one game to its end, and hold positions of it to all laws."""
    draw = Random(f"{key}/{seed}")
    choice = Choice.of(key, {})
    rules = choice.picked([draw.randrange(len(values)) for _, values in choice.values])
    states = [*played(rules.start(seed=seed), draw)]
    applied, broken = 0, []
    picked = draw.sample(states, min(positions, len(states)))
    for state in picked:
        for law in LAWS:
            try:
                applied += law(state, draw.getrandbits(32))
            except LawBroken as error:
                broken.append(str(error))
    return Checked(len(picked), applied, tuple(broken))


def played(state: State, draw: Random) -> Iterator[State]:
    """The states of a random game, to its end."""
    yield state
    while state.actors:
        seat = draw.choice(state.actors)
        state = state.play(seat, draw.choice(state.legal(seat)))
        yield state


def checked(key: str, positions: int, seeds: Iterable[int], cores: int) -> Iterator[Checked]:
    """What came of checking many games, on so many cores."""
    if cores == 1:
        yield from map(partial(check, key, positions), seeds)
        return
    with ProcessPoolExecutor(cores) as pool:
        yield from pool.map(partial(check, key, positions), seeds, chunksize=20)


def main() -> None:
    """Hold the games to the laws, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000, metavar="N", help="of each game")
    parser.add_argument("--key", choices=KEYS, action="append", help="only this game; may be repeated")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the first game; the others follow")
    parser.add_argument("--positions", type=int, default=1, metavar="P", help="of a game at which the laws are checked")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, metavar="N")
    given = parser.parse_args()
    console = Console()
    table = Table("game", "games", "positions", "laws applied", "violations", "seconds")
    violations = 0
    for key in given.key or KEYS:
        begun, games, positions, applied, broken = perf_counter(), 0, 0, 0, 0
        seeds = range(given.seed, given.seed + given.games)
        results = checked(key, given.positions, seeds, given.cores)
        for game in track(results, key, total=given.games, console=Console(stderr=True), transient=True):
            games += 1
            positions += game.positions
            applied += game.applied
            broken += len(game.broken)
            for text in game.broken:
                console.print(text, markup=False, highlight=False, soft_wrap=True)
        numbers = (games, positions, applied, broken)
        table.add_row(key, *(f"{number:,}" for number in numbers), f"{perf_counter() - begun:,.0f}")
        violations += broken
    console.print(table)
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()
