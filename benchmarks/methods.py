"""What the compiled methods of a mutable game gain over the same methods in Python.

Prints for each game how many decisions a second are made in new deals with `batch.start`, compiled and in Python, and
their ratio: played alone, and with a copy of the game before every decision. The better one of three runs counts, and
all run alternately.

    python benchmarks/methods.py [KEY ...]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from trickkit import Rules, batch, load

GAMES = ("hearts", "whist", "pikoko", "skat")
SECONDS, RUNS = 1.0, 3
METHODS = ("play", "legal", "undo", "copy")


def a_second(rules: Rules, *, copies: bool) -> float:
    """How many decisions a second are made; beginning a deal does not count."""
    spent, made, seed = 0.0, 0, 0
    while spent < SECONDS:
        game, seed = batch.start(rules, seed=seed), seed + 1
        deal, began = game.deals, time.process_time()
        while game.actors and game.deals == deal:
            seat = game.actors[0]
            if copies:
                game.copy()
            legal = game.legal(seat)
            # A random number would take longer than a decision.
            game.play(seat, legal[7 * made % len(legal)])
            made += 1
        spent += time.process_time() - began
    return made / spent


@contextmanager
def in_python(kind: Any) -> Iterator[None]:
    """The methods of a class in Python."""
    kept = {name: vars(kind)[name] for name in METHODS}
    for name in METHODS:
        setattr(kind, name, getattr(kind.__mro__[1], name))
    try:
        yield
    finally:
        for name, method in kept.items():
            setattr(kind, name, method)


def main() -> None:
    """Print the table."""
    print(f"{'':10} {'':12} {'compiled':>12} {'Python':>12}")
    for key in sys.argv[1:] or GAMES:
        rules = load(key)
        kind = type(batch.start(rules, seed=1))
        for copies in (False, True):
            compiled, python = 0.0, 0.0
            for _ in range(RUNS):
                compiled = max(compiled, a_second(rules, copies=copies))
                with in_python(kind):
                    python = max(python, a_second(rules, copies=copies))
            what = "with copies" if copies else "played"
            print(f"{key:10} {what:12} {compiled:12,.0f} {python:12,.0f} {compiled / python:6.1f}x", flush=True)


if __name__ == "__main__":
    main()
