"""Observations of positions of the batch engine, with the place of each block in the arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial

import numpy as np
from attrs import frozen

from trickkit.batch.kernel.arrays import Array
from trickkit.batch.kernel.layout import CHOOSE, EXPLORED, POWER, REVEAL, SLOTTED
from trickkit.batch.machine.program import Program
from trickkit.batch.seen import Positions
from trickkit.encoding.blocks import Block
from trickkit.encoding.rows import ASKED, FULL, MASKED, NAMES, OPENLY, SORTED, Maps, observe_rows, observe_turn
from trickkit.encoding.sheets import Sheet, Sheets

DTYPES = ("uint8", "int16", "int32")


@frozen(eq=False, slots=False)
class Compiled:
    """Writes the blocks of an encoding with compiled code."""

    program: Program
    blocks: tuple[Block, ...]
    longest: int

    @cached_property
    def _maps(self) -> Maps:
        program, rules = self.program, self.program.rules
        numbers = [len(rules.deck.kinds), len(rules.actions), self.longest, int(program.columns.bids)]
        return Maps(
            program.kinds,
            program.different,
            telling_of(program),
            program.in_tricks,
            program.shown,
            np.array(numbers),
        )

    @cached_property
    def _slots(self) -> int:
        """The width of the work space for games whose cards are stored one by one; 0 for other games."""
        rules = self.program.rules
        return max(len(rules.deck.kinds), rules.players) if self.program.tables[SLOTTED] else 0

    @cached_property
    def _apart(self) -> tuple[Array, dict[str, int]]:
        """The index of each block among those of its type, and by type the total size."""
        places = {name: first for name, _, first, _, _ in self._cuts}
        widths = {dtype: sum(block.size for block in self.blocks if block.dtype == dtype) for dtype in DTYPES}
        return _by_block(places), widths

    @cached_property
    def _together(self) -> tuple[Array, int]:
        """The index of each block when all follow each other, and the total size."""
        places, width = {}, 0
        for block in self.blocks:
            places[block.name] = width
            width += block.size
        return _by_block(places), width

    def written(self, positions: Positions, sheets: Sheets) -> Sheet:
        """A sheet with the observations of positions, a row for each."""
        places, _ = self._apart
        sheet = sheets.taken(partial(self._blank, len(positions.seats), self.longest))
        sheet.arrays["uint8"].fill(0)
        self._write(positions, places, sheet.written, [sheet.arrays[dtype] for dtype in DTYPES])
        sheets.keep(sheet)
        return sheet

    def scattered(self, ends: Sequence[tuple[Array, Positions]], rows: int, sheets: Sheets) -> dict[str, Array]:
        """By the name of a block, its array: zeros, except in the rows for the given positions.

        Args:
            ends: rows, and the positions that are written there.
            rows: how many there are.
            sheets: the arrays to write.
        """
        places, widths = self._apart
        sheet = sheets.taken(partial(self._blank, rows, 0))
        before = np.flatnonzero(sheet.written)
        for array in sheet.arrays.values():
            array[before] = 0
        sheet.written[before] = 0
        for where, positions in ends:
            made = {dtype: np.zeros((len(where), width), dtype) for dtype, width in widths.items()}
            self._write(positions, places, np.full(len(where), self.longest), [made[dtype] for dtype in DTYPES])
            for dtype, array in made.items():
                sheet.arrays[dtype][where] = array
            sheet.written[where] = 1
        sheets.keep(sheet)
        return {**sheet.parts}

    def _blank(self, rows: int, written: int) -> Sheet:
        """A sheet of zeros with a given value of `Sheet.written` for each row."""
        _, widths = self._apart
        arrays = {dtype: np.zeros((rows, width), dtype) for dtype, width in widths.items()}
        parts = {
            name: arrays[dtype][:, first:last].reshape(rows, *shape) for name, dtype, first, last, shape in self._cuts
        }
        return Sheet(arrays, parts, np.full(rows, written))

    @cached_property
    def _cuts(self) -> list[tuple[str, str, int, int, tuple[int, ...]]]:
        """The name, type, start, stop and shape of each block, in the array of its type."""
        firsts, cuts = dict.fromkeys(DTYPES, 0), []
        for block in self.blocks:
            first = firsts[block.dtype]
            firsts[block.dtype] += block.size
            cuts.append((block.name, block.dtype, first, firsts[block.dtype], block.shape))
        return cuts

    def turn(self, block: Array, seat: int) -> tuple[Array, Array, bool] | None:
        """The observation and the legal actions of a seat in a mutable game; None if the history has too little room.

        Returns:
            (width,), float32: all blocks one after the other; (actions,), int8: 1 for legal actions; and
            whether the latter was computed: only for the seat whose decision is pending.
        """
        places, width = self._together
        seen, legal = np.zeros(width, np.float32), np.zeros(len(self.program.rules.actions), np.int8)
        tables, slots = self.program.tables, self._slots_made()
        how = observe_turn(tables, block, seat, self._maps, places, slots, seen, legal)
        return None if how == FULL else (seen, legal, how == MASKED)

    @cached_property
    def _nothing(self) -> Array:
        """Empty work space, for games whose cards are not stored one by one."""
        return np.empty((2 * self.program.rules.players + 3, 0), np.uint8)

    def _slots_made(self) -> Array:
        """New work space for counting cards that are stored one by one; threads do not share it."""
        return np.empty((len(self._nothing), self._slots), np.uint8) if self._slots else self._nothing

    def _write(self, positions: Positions, places: Array, written: Array, targets: Sequence[Array]) -> None:
        tables, slots = positions.program.tables, self._slots_made()
        rows, seats, noted = positions.rows, positions.seats, positions.noted
        observe_rows(tables, rows, seats, noted, self._maps, places, slots, written, *targets)


def _by_block(places: dict[str, int]) -> Array:
    """The indices of all blocks, in the order of `NAMES`; -1 for those that are not requested."""
    return np.array([places.get(name, -1) for name in NAMES], np.int64)


def telling_of(program: Program) -> Array:
    """By phase, the end and power, how decisions become known to other seats, as in `Maps`."""
    seats, codes = range(program.rules.players), []
    phases = len(program.rules.phases)
    for counter in (*range(phases), *range(phases + 1, phases + 1 + len(program.powers))):
        opcode = program.opcode(counter)
        how = SORTED if opcode == REVEAL or program.chooses_together(counter) else OPENLY
        if opcode in (EXPLORED, POWER):
            mask = int(program.line("told")[counter])
            everybody = all(mask >> 8 * seat >> viewer & 1 for seat in seats for viewer in seats if viewer != seat)
        else:
            everybody = opcode != CHOOSE
        codes.append(how if everybody else how | ASKED)
    codes.insert(phases, OPENLY)
    return np.array(codes)
