"""A board as a grid whose spaces show their text, or the number of the hand with a marker there."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from trickkit.phases.tricks.markers import Markers
from trickkit.pictures.svg import element, text

__all__: list[str] = []

BROAD, HIGH, GAP = 22, 18, 2
"""The size of a space, and the gap between two spaces."""


def drawn_board(markers: Markers) -> tuple[list[Element], int, int]:
    """The spaces of a board, and its width and height."""
    held = dict(zip(markers.board.spaces, markers.hands, strict=True))
    shapes: list[Element] = []
    for down, row in enumerate(markers.board.rows):
        for right, space in enumerate(row):
            if not space:
                continue
            x, y, hand = right * (BROAD + GAP), down * (HIGH + GAP), held[space]
            kind = "paper" if hand is None else "mark"
            shapes.append(element("rect", x=x, y=y, width=BROAD, height=HIGH, rx=3, class_=kind))
            words = space if hand is None else str(hand)
            shapes.append(
                text(
                    words, x + BROAD / 2, y + HIGH - 5, 11,
                    kind="quiet" if hand is None else "ground", bold=hand is not None,
                )
            )  # fmt: skip
    broad = max(map(len, markers.board.rows))
    return shapes, broad * (BROAD + GAP) - GAP, len(markers.board.rows) * (HIGH + GAP) - GAP
