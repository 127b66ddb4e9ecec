"""Many deals played at random by the compiled engine, chunk by chunk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import numpy as np
from attrs import evolve
from numba import config

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.arrays import NO_MEMORY, Array, Beginnings, Starts, Written
from trickkit.batch.kernel.layout import halves
from trickkit.batch.machine.loop import play_deals
from trickkit.batch.machine.program import Program
from trickkit.batch.points.diagram.diagram import Untraceable
from trickkit.batch.points.finished import GameSoFar, rows_of
from trickkit.batch.points.scorer import Scorer
from trickkit.batch.results import Deals
from trickkit.batch.run.reading import read, room
from trickkit.batch.run.resume import loaded
from trickkit.errors import InvalidRules, quoted
from trickkit.play.state import State

CHUNK = 1 << 14
"""The number of deals played before they are scored: few enough that their arrays stay in the processor's cache."""


MANY = 1 << 48
"""A number of deals, lanes or worlds that fits into no memory."""


def whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """Checks that an argument is an integer within limits.

    Raises:
        InvalidRules: the argument is not such an integer.
    """
    listed = most is not None and most != MANY
    upto = f"{least}..{most}" if listed else f"a whole number from {least} on"
    outside = isinstance(value, bool) or not isinstance(value, int | np.integer)
    if outside or value < least or (listed and value > most):  # type: ignore[operator]
        raise InvalidRules(f"{name}={quoted(value)} is not {'one of ' if listed else ''}{upto}")
    if most is not None and value > most:  # type: ignore[operator]
        raise InvalidRules(f"{name}={quoted(value)} is more than fits into any memory")
    return int(value)  # type: ignore[call-overload]


@contextmanager
def in_memory() -> Iterator[None]:
    """Turns a lack of memory into an error that explains it; a context manager and a decorator.

    >>> with in_memory():
    ...     np.zeros(MANY)
    Traceback (most recent call last):
        ...
    trickkit.errors.InvalidRules: this machine has too little memory for so many at once; request fewer at a time
    """
    try:
        yield
    except MemoryError as error:
        raise InvalidRules("this machine has too little memory for so many at once; request fewer at a time") from error


def cores(count: int | None, what: str = "threads") -> int:
    """The number of threads to use: by default, one for each processor available to this process.

    NUMBA_NUM_THREADS, which sets the number of Numba's own threads, is an upper limit.

    Args:
        count: the requested number; None for the default.
        what: what is counted, for the message that refuses a number below 1.
    """
    if count is not None:
        return whole(what, count, 1)
    usable = getattr(os, "process_cpu_count", _usable)() or 1
    limit: int = config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    return min(usable, limit) if "NUMBA_NUM_THREADS" in os.environ else usable


def _usable() -> int | None:
    """How many processors are available to this process; known from Python 3.13 on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def by_chunk(count: int, threads: int, part: Callable[[slice], None]) -> None:
    """Call a function for every chunk of deals, on several threads; an interruption ends it soon."""
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
    begins: Beginnings,
    *,
    threads: int,
    moves: bool = False,
    cards: bool = False,
    so_far: Sequence[GameSoFar] = (),
) -> Deals:
    """Play whole deals at random, independently.

    Args:
        program: the compiled rules; nothing prevents whole deals.
        seed: the seed of all deals.
        begins: their beginnings.
        threads: how many are used.
        moves: whether the decisions are kept.
        cards: whether the cards that were taken are kept.
        so_far: by deal, the game to which it belongs; () if only points of earlier deals matter.
    """
    memory = np.array([program.left_by_earlier(game.begun) for game in so_far], np.int64) if so_far else NO_MEMORY
    starts = Starts.dealt_anew(begins, np.array(program.sizes, np.int64), memory)
    return _scored(program, seed, starts, so_far=so_far, threads=threads, moves=moves, cards=cards)


def run_on(
    program: Program,
    states: Sequence[State],
    seed: int,
    count: int,
    *,
    threads: int,
    moves: bool,
    passes: bool = False,
) -> Deals:
    """Play the current deals of games to their ends at random, many times, game after game.

    Args:
        program: the compiled rules.
        states: states of one game, all of which can be played on.
        seed: the seed of all.
        count: the number of deals, 1 or more.
        threads: how many are used.
        moves: whether the decisions are kept.
        passes: whether seats pass wherever they may, in phases that bind them.
    """
    pairs = [loaded(program, state) for state in states]
    rows, decks = np.array([row for row, _ in pairs]), np.array([deck for _, deck in pairs])
    rows[:, layout.PASSES] = program.binding if passes else 0
    totals = np.ascontiguousarray(rows[:, program.totals])
    totals = totals[:1] if (totals == totals[0]).all() else totals[np.arange(count) % len(rows)]
    starts = Starts.played_on(np.arange(count), rows, decks, totals)
    return _scored(program, seed, starts, states, threads=threads, moves=moves)


def _scored(
    program: Program,
    seed: int,
    starts: Starts,
    states: Sequence[State] = (),
    *,
    threads: int,
    moves: bool,
    cards: bool = False,
    so_far: Sequence[GameSoFar] = (),
) -> Deals:
    """Play deals at random and score them; `states` are their starting positions in turn, () for whole deals."""
    begun = [state.deal for state in states] or [game.begun for game in so_far]
    scorer, count = evolve(program.scoring.scorer(), begun=begun), len(starts.games)
    tracked = len(so_far) > 0
    written = room(
        program, count, moves=tracked or moves or scorer.needs_moves,
        cards=tracked or cards or program.scoring.needs_cards, sets=tracked or scorer.needs_sets,
    )  # fmt: skip

    def found(here: Written, totals: Array, first: int) -> Deals:
        return evolve(
            read(program, here, totals),
            start=partial(_start, states, first) if states else None,
            before=(lambda deal, number: so_far[first + deal].replayed(number)) if tracked else None,
        )

    def part(chunk: slice) -> None:
        starting, results, first = starts.part(chunk), written.part(chunk), chunk.start
        _play(program, seed, starting, results)
        try:
            scorer.add(results, starting.totals, partial(found, results, starting.totals, first), first)
        except Untraceable as error:
            asking = evolve(program.scoring.asking(error), begun=begun)
            again = _played_again(program, seed, starting, asking)
            asking.add(again, starting.totals, partial(found, again, starting.totals, first), first)
            _rewrite(results, again)
        if tracked:
            deals, points = found(results, starting.totals, first), results.points.tolist()
            for index, (game, row) in enumerate(zip(so_far[chunk], rows_of(results), strict=True)):
                game.add(row, points[index], partial(deals.result, index))

    by_chunk(count, threads, part)
    deals = found(written, starts.totals, 0)
    return deals if moves else evolve(deals, moves=None)


def _play(program: Program, seed: int, starts: Starts, written: Written) -> None:
    """Play deals at random, in a row and a deck of their own, so that threads can run this together."""
    row, deck = np.zeros(program.width, np.int64), np.zeros(256, np.uint8)
    play_deals(program.tables, row, deck, halves(seed), starts, written)


def _played_again(program: Program, seed: int, starts: Starts, scorer: Scorer) -> Written:
    """Replay the same deals, recording everything that scorings may read."""
    again = room(program, len(starts.games), moves=True, cards=True, sets=scorer.needs_sets)
    _play(program, seed, starts, again)
    return again


def _rewrite(ended: Written, again: Written) -> None:
    """Replace the results of some deals with those of their replay."""
    ended.points[:], ended.facts[:] = again.points, again.facts
    if ended.won.shape == again.won.shape:
        ended.won[:] = again.won


def _start(states: Sequence[State], first: int, deal: int) -> State:
    """The state from which a deal was played."""
    return states[(first + deal) % len(states)]
