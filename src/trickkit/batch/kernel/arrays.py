"""The inputs and outputs of compiled code for many deals, as named tuples of arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
NO_MEMORY: Array = np.zeros((1, 0), np.int64)
"""Says that all earlier deals had a score, and that the game remembers nothing else of them."""


class Beginnings(NamedTuple):
    """The beginnings of deals that are dealt anew.

    Args:
        deals: (deals,), int64: the numbers from which, with the seed, their random numbers follow.
        numbers: (deals,), int64: their numbers in their games.
        starters: (deals,), int64: the seats that start; -1 for any.
        totals: (deals or 1, seats or more), int64: the points of earlier deals.
    """

    deals: Array
    numbers: Array
    starters: Array
    totals: Array

    def part(self, chunk: slice) -> Beginnings:
        """The beginnings of a range of deals."""
        totals = self.totals if len(self.totals) == 1 else self.totals[chunk]
        return Beginnings(self.deals[chunk], self.numbers[chunk], self.starters[chunk], totals)


class Starts(NamedTuple):
    """The starts of deals: dealt anew, or given positions; one of the two is empty.

    Args:
        games: (deals,), int64: the numbers from which, with the seed, their random numbers follow.
        numbers: (deals,), int64: their numbers in their games.
        sizes: (numbers,), int64: by number of a deal in its game, the size of the hands.
        starters: (deals,), int64: the seats that start; -1 for any.
        totals: (deals or 1, seats), int64: the points of earlier deals.
        memory: (deals or 1, 0 or more), int64: the number of earlier deals with a score, then the memory of the game as
            in rows; empty if all had a score and nothing is remembered.
        rows: (positions, width), int64: the positions, as rows; deal k starts from position `games[k]` modulo their
            number.
        decks: (positions, 256), uint8: by position, the cards as they were shuffled.
    """

    games: Array
    numbers: Array
    sizes: Array
    starters: Array
    totals: Array
    memory: Array
    rows: Array
    decks: Array

    @classmethod
    def dealt_anew(cls, begins: Beginnings, sizes: Array, memory: Array) -> Starts:
        """Starts of deals that are dealt anew."""
        games, numbers, starters, totals = begins
        none = np.zeros((0, 0), np.int64)
        return cls(games, numbers, sizes, starters, totals, memory, none, np.zeros((0, 0), np.uint8))

    @classmethod
    def played_on(cls, games: Array, rows: Array, decks: Array, totals: Array) -> Starts:
        """Starts of deals at given positions."""
        none = np.zeros(0, np.int64)
        return cls(games, none, none, none, totals, NO_MEMORY, rows, decks)

    def part(self, chunk: slice) -> Starts:
        """The starts of a range of deals."""
        totals = self.totals if len(self.totals) == 1 else self.totals[chunk]
        memory = self.memory if len(self.memory) == 1 else self.memory[chunk]
        games, numbers, starters = self.games[chunk], self.numbers[chunk], self.starters[chunk]
        return self._replace(games=games, numbers=numbers, starters=starters, totals=totals, memory=memory)


class Written(NamedTuple):
    """The results of deals. An array whose second dimension is 0 is not written.

    Args:
        facts: (deals, columns), int16: as `layout.Columns` has them.
        won: (deals, seats or 0), int64: the faces of the cards in the tricks that each hand took, as a mask.
        sets: (deals, sets or 0), int64: for scorings: by hand, the numbers of the tricks that it took, as bits; by
            hand, the faces that it played; the faces that were laid away; those left in the stock; by seat, those
            chosen in the last phase in which seats choose cards. For masks that take two numbers, the upper ones follow
            all these, in `won` and in `sets`.
        notes: (deals, numbers or 0), int64: for scorings: the tricks and calls of the deal, as `layout` encodes them.
        points: (deals, seats), int64: the points scored before the end of the deal, to which the scores are added
            later.
        dealt: (deals, 1 and cards, or 0), int16: the card that was turned up or cut, or -1; then the cards as dealt.
        seats: (deals, most decisions or 0), int8: the seats that decided; -1 after the end.
        actions: (deals, most decisions or 0), int16: the decision, by its number among `rules.actions`; -1 after the
            end.
    """

    facts: Array
    won: Array
    sets: Array
    notes: Array
    points: Array
    dealt: Array
    seats: Array
    actions: Array

    def part(self, chunk: slice) -> Written:
        """The results of a range of deals."""
        if chunk.start == 0 and chunk.stop >= len(self.facts):
            return self
        return Written(*(array[chunk] for array in self))
