"""Melds that were shown, represented in a row by the points of each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import frozen

from trickkit.batch.lowering.unsupported import Unsupported


@frozen
class Shown:
    """The places of the points for shown melds.

    Args:
        places: by seat, the place in the row.
    """

    places: Sequence[int]

    def read(self, point: Callable[[int], Any], refuse: Callable[[str, str], Unsupported]) -> PointsShown:
        """Creates a symbolic record from a function that answers for a place in the row, and one for errors."""
        return PointsShown([point(offset) for offset in self.places], refuse)


class PointsShown:
    """Replaces the record of a phase in which melds are declared, and offers only the points."""

    def __init__(self, points: Sequence[Any], refuse: Callable[[str, str], Unsupported]) -> None:
        self._points, self._refuse = points, refuse

    def points(self, seat: int) -> Any:
        """The points for the melds that a seat has shown."""
        return self._points[seat]

    def words(self, seats: Iterable[int]) -> Words:
        """The melds that some seats have shown, as part of a text."""
        return Words()

    def __getattr__(self, name: str) -> Any:
        raise self._refuse(f"`{name}` of what was declared", "of which the batch engine has only `points` and `words`")


class Words:
    """A placeholder for a text that may occur only inside other texts, such as reasons for points."""

    def __format__(self, spec: str) -> str:
        return "..."
