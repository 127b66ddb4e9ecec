"""Rows that stop before a phase in Python, and continue after it."""

from __future__ import annotations

from typing import Any

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import entry, seeded
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.machine.dispatch import OVER, proceed
from trickkit.batch.machine.loop import play_on


@entry(turns="few")
def go_on(tables: Numbers, rows: Any, decks: Any, which: Any) -> None:
    """Continue rows to the next decision after a phase that was run in Python.

    Args:
        tables: the tables of the rules.
        rows: where the deals stand.
        decks: by row, the cards as they were shuffled.
        which: the indices of the rows that continue.
    """
    for index in range(which.shape[0]):
        proceed(rows[which[index]], decks[which[index]], tables, OVER)


@entry(turns="few")
def play_rows(tables: Numbers, rows: Any, decks: Any, which: Any, seats: Any, actions: Any) -> None:
    """Decide at random until deals are over, or reach a phase in Python.

    Args:
        tables: the tables of the rules.
        rows: where the deals stand.
        decks: by row, the cards as they were shuffled.
        which: the numbers of the rows that are played.
        seats: by row, receives the seats that decide.
        actions: by row, receives their actions.
    """
    for index in range(which.shape[0]):
        row_number = which[index]
        play_on(rows[row_number], decks[row_number], tables, seats[row_number], actions[row_number])


@entry(turns="few")
def reseed(rows: Any, seed: Any, games: Any) -> None:
    """Set the random number states of rows.

    Args:
        rows: where the deals stand.
        seed: the seed of all deals: its lower and its upper 64 bits.
        games: by row, the number from which its random numbers follow.
    """
    for index in range(rows.shape[0]):
        rows[index, layout.RNG] = seeded(seed, games[index])
