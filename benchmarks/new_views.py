"""How long `batch.evaluate` takes for views that it never saw, besides their playouts.

    python benchmarks/new_views.py [KEY ...]

Deals are played at random, and each view of a seat with a choice is evaluated as its decision comes, with one playout
of each action. Some deals are played first, so that all is compiled and known of the rules. All figures are processor
time in microseconds, and medians: over all decisions, and by phase.

- call: of the whole call.
- besides: of the call without its playouts. Those are timed where they are made: actions are played out and scored,
  with what it takes to call the compiled code that does so.
- again: of the whole call when it is made once more for the same view.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time_ns
from unittest.mock import patch

from attrs import field, frozen

from trickkit import Rules, View, batch, load
from trickkit.batch.evaluating import call
from trickkit.batch.run.chunks import by_chunk

__all__ = ["GAMES", "Times", "lines", "measured"]

GAMES = (
    "whist",
    "bridge",
    "hearts",
    "spades",
    "oh_hell",
    "euchre",
    "pikinni",
    "pikoko",
    "5211",
    "skat",
    "doppelkopf",
    "tarot",
    "tarok",
)
OPTIONS = {"oh_hell": {"players": 4, "cards": 10, "hand_sizes": "same"}}
BEFORE, DEALS, MOST = 3, 6, 400
"""How many deals are played before those that count, how many count, and after how many decisions no other begins."""


@frozen
class Times:
    """How long calls took, in microseconds.

    Args:
        calls: of the whole calls.
        besides: without their playouts.
        again: of the whole calls when they were made once more.
    """

    calls: list[float] = field(factory=list)
    besides: list[float] = field(factory=list)
    again: list[float] = field(factory=list)

    def add(self, took: float, playouts: float, again: float) -> None:
        """Add one call."""
        self.calls.append(took)
        self.besides.append(took - playouts)
        self.again.append(again)

    def __str__(self) -> str:
        return f"{len(self.calls):9} {median(self.calls):8.0f} {median(self.besides):8.0f} {median(self.again):8.0f}"


def timed(view: View) -> tuple[float, float]:
    """How long it takes to evaluate a view with one playout of each action, and how long its playouts take of that."""
    played = [0]

    def playouts(count: int, threads: int, part: Callable[[slice], None]) -> None:
        began = process_time_ns()
        by_chunk(count, threads, part)
        played[0] += process_time_ns() - began

    with patch.object(call, "by_chunk", playouts):
        began = process_time_ns()
        batch.evaluate(view, playouts=1, threads=1)
        took = process_time_ns() - began
    return took / 1000, played[0] / 1000


def deal_timed(rules: Rules, seed: int) -> Iterator[tuple[str, float, float, float]]:
    """By decision of a random deal: the phase; the times of the call, of its playouts, and of the next call."""
    state, draw = rules.start(seed=seed), Random(seed)
    while state.actors and not state.results:
        seat = state.actors[0]
        legal = state.legal(seat)
        if len(legal) > 1:
            view = state.view(seat)
            yield type(view.phase).__name__, *timed(view), timed(view)[0]
        state = state.play(seat, draw.choice(legal))


def measured(key: str) -> dict[str, Times]:
    """By phase, how long calls took for new views of a game; by "" for all together."""
    times, rules = defaultdict[str, Times](Times), load(key, **OPTIONS.get(key, {}))
    for number in range(BEFORE + DEALS):
        if len(times[""].calls) >= MOST:
            break
        for phase, *took in deal_timed(rules, 4 + number):
            if number >= BEFORE:
                times[""].add(*took)
                times[phase].add(*took)
    return dict(times)


def lines(*games: str) -> Iterator[str]:
    """The table, line by line.

    Args:
        games: their keys; none for all of `GAMES`.
    """
    yield f"{'us for a new view':32} {'decisions':>9} {'call':>8} {'besides':>8} {'again':>8}"
    for key in games or GAMES:
        times = measured(key)
        yield f"{key:32} {times.pop('')}"
        yield from (f"  {phase:30} {of_phase}" for phase, of_phase in times.items())


def main(*games: str) -> None:
    """Print the table."""
    for line in lines(*games):
        print(line, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
