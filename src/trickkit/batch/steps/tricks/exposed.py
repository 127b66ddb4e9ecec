"""Hands that are laid open in tricks, as compiled code."""

from __future__ import annotations

from trickkit.batch.kernel import layout as at
from trickkit.batch.kernel.intrinsics import kernel
from trickkit.batch.kernel.layout import Numbers
from trickkit.batch.kernel.masks import add_faces, mask_of


@kernel
def expose(s: Numbers, t: Numbers) -> None:
    """Lay open the hands whose time has come."""
    played = s[at.EXPOSING] - 1
    s[at.EXPOSING] = 0
    for hand in range(t[at.PLAYERS]):
        if s[at.OPENS + hand] > played:
            s[at.EXPOSING] = 1 + played
        elif s[at.OPENS + hand] >= 0:
            for viewer in range(t[at.PLAYERS] + 1):
                add_faces(s, t, at.KNOWN + viewer, mask_of(s, t, at.HANDS + hand))
