"""Who plays together, with a record of what a policy reads: turns that agree in these facts are alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trickkit.batch.lowering.answers import Question
from trickkit.policies.sides import Settled, Sides

FIRST, TRICK, WHOLE = "first", "trick", "whole"
"""What may be read, in questions `("sided", sides, what, seat)`: whether a seat is on the first side, the trick that
settled the sides, or everything; for the last two, `seat` is -1."""


def facts_of(sides: Sides, settled: Settled | None, players: int) -> dict[Question, Any]:
    """All facts that may be read about sides, given how they are settled.

    >>> from trickkit.policies.sides import DeclarerAlone
    >>> for (_, _, *what), answer in facts_of(DeclarerAlone(), Settled((1,), 0), players=2).items():
    ...     print(*what, answer)
    whole -1 Settled(seats=(1,), trick=0)
    first 0 False
    first 1 True
    trick -1 0
    """
    whole: dict[Question, Any] = {("sided", sides, WHOLE, -1): settled}
    if settled is None:
        return whole
    firsts: dict[Question, Any] = {("sided", sides, FIRST, seat): seat in settled.seats for seat in range(players)}
    return {**whole, **firsts, ("sided", sides, TRICK, -1): settled.trick}


def told(sides: Sides, settled: Settled | None, players: int, looked: set[Question]) -> Any:
    """Settled sides as a policy may read them.

    Args:
        sides: the policy that determines the sides.
        settled: the settled sides; None if they are still open.
        players: the number of seats.
        looked: receives the facts that the policy reads.
    """
    return None if settled is None else SettledTold(sides, settled, players, looked)


class _Told:
    """A part of settled sides. Any use without a finer question counts as reading everything."""

    def __init__(self, sides: Sides, settled: Settled, players: int, looked: set[Question]) -> None:
        self._sides, self._settled, self._players, self._looked = sides, settled, players, looked

    def _note(self, what: str, seat: int = -1) -> None:
        self._looked.add(("sided", self._sides, what, seat))

    @property
    def _part(self) -> tuple[Any, ...]:
        self._note(WHOLE)
        return self._settled

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._part, name)


def _of_part(function: Callable[..., Any]) -> Callable[..., Any]:
    """An operation that reads all of a part."""
    return lambda told, *others: function(told._part, *[getattr(other, "_part", other) for other in others])


for _name in ("__getitem__", "__len__", "__contains__", "__eq__", "__hash__", "__add__"):
    setattr(_Told, _name, _of_part(getattr(tuple, _name)))
_Told.__iter__ = _of_part(iter)  # type: ignore[attr-defined]
_Told.__radd__ = _of_part(lambda part, others: (*others, *part))  # type: ignore[attr-defined]


class SettledTold(_Told):
    """Takes the place of a `Settled`."""

    @property
    def seats(self) -> SeatsTold:
        """The seats of the first side."""
        return SeatsTold(self._sides, self._settled, self._players, self._looked)

    @property
    def trick(self) -> int:
        """The number of the trick that settled it."""
        self._note(TRICK)
        return self._settled.trick


class SeatsTold(_Told):
    """Takes the place of the seats of the first side."""

    @property
    def _part(self) -> tuple[Any, ...]:
        self._note(WHOLE)
        return self._settled.seats

    def __contains__(self, seat: object) -> bool:
        if isinstance(seat, int) and 0 <= seat < self._players:
            self._note(FIRST, seat)
            return seat in self._settled.seats
        return seat in self._part
