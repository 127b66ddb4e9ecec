"""How fast actions are tried out in compiled code: worlds, playouts, and what a call costs besides.

    python benchmarks/evaluating.py [KEY ...]

Each line is a game, seen at some decisions of a random deal: microseconds of processor time for a world; a thousand
playouts of each of ten actions, in milliseconds; playouts in a second; and what a call costs before its playouts, in
microseconds. All are medians over the decisions, on one thread.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median
from time import process_time

from trickkit import View, batch, load

GAMES = (
    "pikoko",
    "pikinni",
    "5211",
    "hearts",
    "spades",
    "oh_hell",
    "euchre",
    "bridge",
    "whist",
    "skat",
    "german_whist",
)
WORLDS, PLAYOUTS, MOST = 2000, 1000, 12


def decisions(key: str) -> list[View]:
    """Views of a random deal at which there is a choice, spread over it."""
    state, draw, found = load(key).start(seed=3), Random(1), []
    while state.actors and not state.results:
        seat = state.actors[0]
        legal = state.legal(seat)
        if len(legal) > 1:
            found.append(state.view(seat))
        state = state.play(seat, draw.choice(legal))
    return found[:: max(1, len(found) // MOST)]


def main(*games: str) -> None:
    """Print a line for each game."""
    print(f"{'game':14} {'us a world':>10} {'ms for 10':>10} {'playouts/s':>12} {'us a call':>10}  how")
    for key in games or GAMES:
        worlds, times, calls, kinds = [], [], [], set()
        for view in decisions(key):
            batch.evaluate(view, playouts=1, threads=1)
            began = process_time()
            found = batch.evaluate(view, playouts=PLAYOUTS, threads=1)
            took = process_time() - began
            began = process_time()
            batch.evaluate(view, playouts=1, threads=1)
            calls.append(1e6 * (process_time() - began))
            times.append(1000 * took * 10 / len(found.actions))
            kinds.add(found.how)
            dealer = batch.Dealer.of(view)
            began = process_time()
            dealer.rows(WORLDS)
            worlds.append(1e6 * (process_time() - began) / WORLDS)
        for_ten = median(times)
        print(
            f"{key:14} {median(worlds):10.2f} {for_ten:10.1f} {10_000 * PLAYOUTS / for_ten:12,.0f} "
            f"{median(calls):10.0f}  {', '.join(sorted(kinds))}",
            flush=True,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
