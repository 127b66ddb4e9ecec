"""Whole deals, and deals that are played on from somewhere, in numbers."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from attrs import evolve
from numba import config

from trickkit.batch.kernel.seeds import halves
from trickkit.batch.machine.loop import play_deals
from trickkit.batch.machine.program import Program
from trickkit.batch.results import Array, Deals, read, room
from trickkit.batch.run.resume import loaded
from trickkit.errors import InvalidRules
from trickkit.play.state import State

CHUNK = 1 << 14
"""How many deals are played and scored at once, so that what is worked with stays in the processor's cache."""


def whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """A whole number within limits.

    Raises:
        InvalidRules: it is none.
    """
    upto = f"{least}..{most}" if most is not None else f"a whole number from {least} on"
    outside = isinstance(value, bool) or not isinstance(value, int | np.integer)
    if outside or value < least or (most is not None and value > most):  # type: ignore[operator]
        raise InvalidRules(f"{name}={value!r} is not {'one of ' if most is not None else ''}{upto}")
    return int(value)  # type: ignore[call-overload]


def cores(threads: int | None) -> int:
    """How many threads are used: where nothing is said, as many as there are processors that this process may use.

    NUMBA_NUM_THREADS, which Numba takes for its own threads, limits them.
    """
    if threads is not None:
        return whole("threads", threads, 1)
    usable = getattr(os, "process_cpu_count", _usable)() or 1
    limit: int = config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    return min(usable, limit) if "NUMBA_NUM_THREADS" in os.environ else usable


def _usable() -> int | None:
    """How many processors this process may use, before Python 3.13 can tell."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def by_chunk(count: int, threads: int, part: Callable[[slice], None]) -> None:
    """Do something for all chunks of a number of deals, on some threads; an interruption ends it soon."""
    chunks = [slice(begin, begin + CHUNK) for begin in range(0, count, CHUNK)]
    if threads == 1 or len(chunks) == 1:
        for chunk in chunks:
            part(chunk)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        list(pool.map(part, chunks))
    finally:
        pool.shutdown(cancel_futures=True)


def run(
    program: Program,
    seed: int,
    games: Array,
    numbers: Array,
    starters: Array,
    totals: Array,
    *,
    threads: int,
    moves: bool = False,
    cards: bool = False,
) -> Deals:
    """Play whole deals at random, each for itself.

    Args:
        program: the rules, made ready; nothing prevents them.
        seed: of all deals.
        games: by deal, the number from which its random numbers follow.
        numbers: by deal, its number in its game.
        starters: by deal, the seat that starts; -1 for any.
        totals: by deal and seat, the points before; one row for all where they are the same.
        threads: how many are used.
        moves: whether the decisions are kept.
        cards: whether the cards that were taken are kept.
    """
    scorer = program.scoring.scorer()
    found = room(program, len(games), moves or scorer.needs_moves, cards or program.scoring.needs_cards)
    sizes = np.array(program.sizes, np.int64)
    nowhere = np.zeros((0, program.width), np.int64), np.zeros((0, 256), np.uint8)

    def part(chunk: slice) -> None:
        here = {name: array[chunk] for name, array in found.items()}
        before = totals if len(totals) == 1 else totals[chunk]
        row, deck = np.zeros(program.width, np.int64), np.zeros(256, np.uint8)
        play_deals(
            program.tables, row, deck, halves(seed),
            games[chunk], sizes, numbers[chunk], starters[chunk], before, *nowhere,
            here["facts"], here["won"], here["points"], here["dealt"], here["seats"], here["actions"],
        )  # fmt: skip
        scorer.add(here, before, partial(read, program, here, before))

    by_chunk(len(games), threads, part)
    done = read(program, found, totals)
    return done if moves else evolve(done, moves=None)


def run_on(program: Program, states: Sequence[State], seed: int, count: int, *, threads: int, moves: bool) -> Deals:
    """Play the current deal of games on to its end at random, again and again, one game after the other.

    Args:
        program: the rules, made ready.
        states: of one game; nothing prevents that they are played on.
        seed: of all.
        count: how often, 1 or more.
        threads: how many are used.
        moves: whether the decisions are kept.
    """
    pairs = [loaded(program, state) for state in states]
    rows, decks = np.array([row for row, _ in pairs]), np.array([deck for _, deck in pairs])
    scorer = program.scoring.scorer(states, only_tricks=bool(program.why))
    found = room(program, count, moves or scorer.needs_moves, program.scoring.needs_cards)
    totals, numbers = rows[:1, program.totals], np.arange(count)

    def part(chunk: slice) -> None:
        here = {name: array[chunk] for name, array in found.items()}
        row, deck = np.zeros(program.width, np.int64), np.zeros(256, np.uint8)
        # Sizes, numbers, starters and totals are not looked at: they are in the rows.
        games = numbers[chunk]
        play_deals(
            program.tables, row, deck, halves(seed), games, games, games, games, rows, rows, decks,
            here["facts"], here["won"], here["points"], here["dealt"], here["seats"], here["actions"],
        )  # fmt: skip
        start = partial(_start, states, chunk.start)
        deals = partial(read, program, here, totals)
        scorer.add(here, totals, lambda: evolve(deals(), start=start), chunk.start)

    by_chunk(count, threads, part)
    done = evolve(read(program, found, totals), start=partial(_start, states, 0))
    return done if moves else evolve(done, moves=None)


def _start(states: Sequence[State], first: int, deal: int) -> State:
    """Where one of the deals was played on from."""
    return states[(first + deal) % len(states)]
