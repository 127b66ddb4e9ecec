"""Observations of positions of the batch engine: which block is written where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.machine.program import Program
from trickkit.batch.seen import Positions
from trickkit.learn.blocks import Block
from trickkit.learn.rows import NAMES, observe_rows

DTYPES = ("uint8", "int16", "int32")


@frozen(eq=False, slots=False)
class Compiled:
    """Writes the blocks of an encoding.

    Args:
        program: the rules, made ready.
        blocks: those that are wanted.
        longest: the most decisions of a deal.
    """

    program: Program
    blocks: tuple[Block, ...]
    longest: int

    @cached_property
    def _maps(self) -> tuple[Array, ...]:
        """What compiled code looks up, and how many there are of what."""
        program, rules = self.program, self.program.rules
        numbers = [len(rules.deck.kinds), len(rules.actions), self.longest, int(program.columns.bids)]
        return program.kinds, program.different, program.in_tricks, program.shown, np.array(numbers, np.int64)

    @cached_property
    def _apart(self) -> tuple[Array, dict[str, int]]:
        """The places of the blocks, each type for itself, and how many numbers there are of each."""
        widths, places = dict.fromkeys(DTYPES, 0), {}
        for block in self.blocks:
            places[block.name] = widths[block.dtype]
            widths[block.dtype] += block.size
        return _by_block(places), widths

    @cached_property
    def _together(self) -> tuple[Array, int]:
        """The places of the blocks one after the other, and how many numbers there are."""
        places, width = {}, 0
        for block in self.blocks:
            places[block.name] = width
            width += block.size
        return _by_block(places), width

    def blocks_of(self, positions: Positions) -> dict[str, Array]:
        """By the name of a block, its array, with a row for each position."""
        count, (places, widths) = len(positions.seats), self._apart
        made = {dtype: np.zeros((count, width), dtype) for dtype, width in widths.items()}
        self._write(positions, places, [made[dtype] for dtype in DTYPES])
        found = {}
        for block in self.blocks:
            first = int(places[NAMES.index(block.name)])
            found[block.name] = made[block.dtype][:, first : first + block.size].reshape(count, *block.shape)
        return found

    def flat(self, positions: Positions) -> Array:
        """(positions, width), float32: all blocks one after the other."""
        places, width = self._together
        made = np.zeros((len(positions.seats), width), np.float32)
        self._write(positions, places, [made] * len(DTYPES))
        return made

    def _write(self, positions: Positions, places: Array, targets: Sequence[Array]) -> None:
        tables, maps = positions.program.tables, self._maps
        observe_rows(tables, positions.rows, positions.seats, positions.noted, *maps, places, *targets)


def _by_block(places: dict[str, int]) -> Array:
    """The places of the blocks, by their numbers; -1 for those that are not wanted."""
    return np.array([places.get(name, -1) for name in NAMES], np.int64)
