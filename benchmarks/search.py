"""How fast searches are: iterations of tree search a second, and endings of Bridge beside the DDS library.

    python benchmarks/search.py [DEALS [CARDS]]

The first table has positions of games at their first decision and at their first lead: iterations a second of processor
time, of one core. The second has endings of Bridge in which all cards lie open, from four cards in a hand up to CARDS:
seconds of processor time for the tricks that every card of the hand on lead comes to, as medians and at most, by
`bots.solve` and by DDS (the extra `double-dummy`), and whether both agree.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from trickkit import State, load
from trickkit.batch.search import Growing
from trickkit.bots import Utility, solve
from trickkit.phases import Tricks

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "conformance"))

from double_dummy import SIDES, by_dds, dealt

GAMES = ("hearts", "oh_hell", "spades", "euchre", "bridge", "pikoko", "whist", "skat", "pikinni", "5211")
ITERATIONS = 50_000


def main(deals: int = 10, most: int = 10) -> None:
    """Print both tables."""
    print(f"{'game':10} {'position':>10} {'iterations a second':>22} {'nodes':>10}")
    for key in GAMES:
        for name, state in positions(key):
            utility = Utility.said_by(state.rules)
            tree = Growing(state.view(state.actors[0]), utility, 0.7, 1)
            tree.grow(2_000)
            took, _ = timed(lambda tree=tree: tree.grow(2_000 + ITERATIONS))
            print(f"{key:10} {name:>10} {ITERATIONS / took:22,.0f} {tree.nodes:10,}", flush=True)
    print(f"\n{'cards':>5} {'deals':>5} {'solve: median, most':>22} {'DDS: median, most':>22} {'alike':>8}")
    for cards in range(4, most + 1, 2):
        mine, theirs, alike = [], [], 0
        solve(dealt(0, cards), utility=SIDES, positions=1 << 40)
        for seed in range(deals):
            state = dealt(seed, cards)
            took, solution = timed(lambda state=state: solve(state, utility=SIDES, positions=1 << 40))
            mine.append(took)
            took, tricks = timed(lambda state=state: by_dds(state))
            theirs.append(took)
            alike += {str(action): (value + cards) / 2 for action, value in solution.values} == tricks
        figures = [f"{median(times):.4f}, {max(times):.4f}" for times in (mine, theirs)]
        print(f"{cards:5} {deals:5} {figures[0]:>22} {figures[1]:>22} {alike:>5}/{deals}", flush=True)


def positions(key: str) -> Iterator[tuple[str, State]]:
    """The first decision of a deal, and its first lead where that is another one."""
    state, draw = load(key).start(seed=3), Random(2)
    yield "start", state
    if isinstance(state.phase, Tricks):
        return
    while not isinstance(state.phase, Tricks):
        state = state.play(state.actors[0], draw.choice(state.legal(state.actors[0])))
        if state.results:
            return
    yield "first lead", state


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """How long a call takes in processor time, and what it gives."""
    began = process_time()
    found = call()
    return process_time() - began, found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
