"""Tasks that seats have taken on, and the places in a row for the numbers fulfilled, failed and undecided."""

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
        name: the name of the phase.
        tasks: all tasks that may be drawn.
        places: the places of the numbers of a `Tally` in the row.
    """

    name: str
    tasks: tuple[Task, ...]
    places: Sequence[int]

    def read(self, number: Callable[[int], Any], refuse: Callable[[str, str], Unsupported]) -> TasksTold:
        """Creates a symbolic record from a function that answers for a place in the row, and one for errors."""
        return TasksTold([number(offset) for offset in self.places], refuse)


class TasksTold:
    """Replaces the record of a phase in which tasks are taken on, and offers only the tally."""

    def __init__(self, numbers: Sequence[Any], refuse: Callable[[str, str], Unsupported]) -> None:
        self._numbers, self._refuse = numbers, refuse

    def tally(self, tricks: object, size: object) -> Tally:
        """The state of the tasks after the given tricks."""
        return Tally(*self._numbers)

    def __getattr__(self, name: str) -> Any:
        raise self._refuse(f"`{name}` of tasks", "of which the batch engine has only the `tally`")
