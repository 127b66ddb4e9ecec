"""A small cache of results about recent objects."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class RecentCache(Generic[T]):
    """Values by the identity of an object; beyond a limit, the oldest is dropped.

    Several threads may use it at once.

    Args:
        most: the most values that are kept.

    >>> latest, first, second = RecentCache(1), [], []
    >>> latest.keep(first, "about the first"), latest.get(first), latest.get(second)
    ('about the first', 'about the first', None)
    >>> latest.keep(second, "about the second"), latest.get(first)
    ('about the second', None)
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: dict[int, tuple[object, T]] = {}

    def __len__(self) -> int:
        return len(self._values)

    def get(self, about: object) -> T | None:
        """The value stored for an object."""
        thing, value = self._values.get(id(about), (None, None))
        return value if thing is about else None

    def keep(self, about: object, value: T) -> T:
        """Store a value for an object, which lives as long as the value is stored; returns the value."""
        self._values.pop(id(about), None)
        self._values[id(about)] = about, value
        # The keys are listed in one step, whatever other threads do.
        for oldest in [*self._values][: -self.most]:
            self._values.pop(oldest, None)
        return value
