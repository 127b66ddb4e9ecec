"""What a seat may do, as values: interned, so that equal actions are one object, and with a text form each."""

from __future__ import annotations

from typing import Any
from weakref import WeakValueDictionary

from attrs import field, fields, frozen

from trickkit.fields import is_a, whole

__all__ = ["Action", "Back", "Bid", "Play"]

_interned: WeakValueDictionary[tuple[Any, ...], Any] = WeakValueDictionary()


class _Interning(type):
    """Gives one object for equal arguments, so that engines compare actions by identity, in C."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        made = super().__call__(*args, **kwargs)
        return _interned.setdefault((cls, *made._values()), made)


@frozen(eq=False)
class Action(metaclass=_Interning):
    """A move of a game. `str` gives its text form, which `rules.action` reads back: its values, in words where needed.

    Equal actions are the same object, also after copying and pickling.

    >>> Play("R7") is Play("R7")
    True
    """

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, one.name) for one in fields(type(self)))

    def __str__(self) -> str:
        return " ".join(str(value) for value in self._values())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._values()


@frozen(eq=False)
class Play(Action):
    """Play a card as one of its faces.

    Args:
        face: the text of the face, such as `"R7"`.

    >>> str(Play("R7")), Play("R7")
    ('R7', Play(face='R7'))
    """

    face: str = field(validator=is_a(str))


@frozen(eq=False)
class Bid(Action):
    """Name a number of tricks.

    Args:
        number: 0 or more.

    >>> str(Bid(3))
    '3'
    """

    number: int = field(validator=whole(0))


@frozen(eq=False)
class Back(Action):
    """Trust one's bid on a seat, or none of one's bids.

    Args:
        seat: the seat trusted, or None for no trust.

    >>> str(Back(2)), str(Back(None))
    ('trust 2', 'no trust')
    """

    seat: int | None

    def __str__(self) -> str:
        return "no trust" if self.seat is None else f"trust {self.seat}"
