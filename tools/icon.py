"""The icon of the playground as PNG, for devices that take no SVG."""

from __future__ import annotations

import struct
import zlib
from math import cos, radians, sin

SIZE, SAMPLES = 180, 3
GROUND, BACK, FRONT, SIGN = (27, 100, 70), (128, 203, 196), (0, 150, 136), (255, 255, 255)


def icon(size: int = SIZE) -> bytes:
    """Two cards on felt, as a PNG that is `size` points wide and high.

    >>> icon(8)[1:4]
    b'PNG'
    """
    rows = b"".join(b"\0" + b"".join(bytes(_point(x, y, size)) for x in range(size)) for y in range(size))
    head = struct.pack(">2I5B", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows, 9)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _point(x: int, y: int, size: int) -> list[int]:
    """The colour of a point: the mean of the samples in it."""
    places = [(place + 0.5) / SAMPLES for place in range(SAMPLES)]
    samples = [_colour(40 * (x + dx) / size - 4, 40 * (y + dy) / size - 4) for dx in places for dy in places]
    return [sum(channel) // len(samples) for channel in zip(*samples, strict=True)]


def _colour(x: float, y: float) -> tuple[int, int, int]:
    """The colour at a place of the drawing, which is 32 wide and high."""
    if abs(x - 20.5) / 4.5 + abs(y - 16) / 6 < 1:
        return SIGN
    if _is_on_card(x - 20.5, y - 16):
        return FRONT
    turn = radians(12)
    dx, dy = x - 10, y - 16
    return BACK if _is_on_card(dx * cos(turn) - dy * sin(turn) - 0.5, dx * sin(turn) + dy * cos(turn)) else GROUND


def _is_on_card(x: float, y: float) -> bool:
    """Whether a place, seen from the middle of a card of 15 by 22 with round corners, is on it."""
    across, along = max(abs(x) - 4.5, 0), max(abs(y) - 8, 0)
    return across * across + along * along < 9
