"""Tasks that seats have taken on: where a row says how many are fulfilled, have failed and are undecided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.phases.kinds.tasks import Tally, Task


@frozen
class Tallied:
    """The tasks of a phase.

    Args:
        name: of the phase.
        tasks: all that may be drawn.
        places: where the numbers of a `Tally` stand in the row.
    """

    name: str
    tasks: tuple[Task, ...]
    places: Sequence[int]

    def read(self, number: Callable[[int], Any], refuse: Callable[[str, str], Unsupported]) -> TasksTold:
        """What tells of it, given what answers for a place in the row, and what makes the error of anything else."""
        return TasksTold([number(place) for place in self.places], refuse)


class TasksTold:
    """Stands for the record of a phase in which tasks are drafted: only the tally is told."""

    def __init__(self, numbers: Sequence[Any], refuse: Callable[[str, str], Unsupported]) -> None:
        self._numbers, self._refuse = numbers, refuse

    def tally(self, tricks: object, size: object) -> Tally:
        """What has become of the tasks after the tricks that are looked at."""
        return Tally(*self._numbers)

    def __getattr__(self, name: str) -> Any:
        raise self._refuse(f"`{name}` of tasks", "of which the batch engine tells the `tally`")
