"""What was shown of melds, of which a row has the points of each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import frozen

from trickkit.batch.lowering.unsupported import Unsupported


@frozen
class Shown:
    """Where the points of shown melds stand.

    Args:
        places: by seat, the place in the row.
    """

    places: Sequence[int]

    def read(self, point: Callable[[int], Any], refuse: Callable[[str, str], Unsupported]) -> PointsShown:
        """What tells of it, given what answers for a place in the row, and what makes the error of anything else."""
        return PointsShown([point(place) for place in self.places], refuse)


class PointsShown:
    """Stands for the record of a phase in which melds are declared: only the points are told."""

    def __init__(self, points: Sequence[Any], refuse: Callable[[str, str], Unsupported]) -> None:
        self._points, self._refuse = points, refuse

    def points(self, seat: int) -> Any:
        """The points for the melds that a seat has shown."""
        return self._points[seat]

    def words(self, seats: Iterable[int]) -> Words:
        """The melds that some seats have shown, as a part of a text."""
        return Words()

    def __getattr__(self, name: str) -> Any:
        raise self._refuse(f"`{name}` of what was declared", "of which the batch engine tells `points` and `words`")


class Words:
    """Stands for a text that is only told within others, as in the reasons of points."""

    def __format__(self, spec: str) -> str:
        return "..."
