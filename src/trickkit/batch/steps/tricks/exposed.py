"""Hands that are exposed in tricks, as compiled code."""

from __future__ import annotations

from trickkit.batch.kernel import layout
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.masks import add_faces, mask_of


@kernel
def expose(row: Numbers, tables: Numbers) -> None:
    """Expose the hands whose time has come."""
    played = row[layout.EXPOSING] - 1
    row[layout.EXPOSING] = 0
    for hand in range(tables[layout.PLAYERS]):
        if row[layout.OPENS + hand] > played:
            row[layout.EXPOSING] = 1 + played
        elif row[layout.OPENS + hand] >= 0:
            for viewer in range(tables[layout.PLAYERS] + 1):
                add_faces(row, tables, layout.KNOWN + viewer, mask_of(row, tables, layout.HANDS + hand))
