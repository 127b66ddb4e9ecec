"""Symbolic texts, which are evaluated only as far as necessary."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import field, frozen


class Text:
    """A symbolic text; it has the methods of texts.

    Args:
        look: selects one of the given values, distinguishing only those that differ.
        number: the index of the actual value.
        values: the possible texts; None if there is none.
    """

    __slots__ = ("look", "number", "values")

    def __init__(
        self, look: Callable[[tuple[Any, ...]], Any], number: Callable[[], int], values: tuple[str | None, ...]
    ) -> None:
        self.look, self.number, self.values = look, number, values

    def _made(self, function: Callable[[str], Any]) -> Any:
        """The result of a function of the text: a symbolic text, or an evaluated value."""
        made = tuple([None if text is None else _made_of(function, text) for text in self.values])
        if all(isinstance(value, str | None) for value in made):
            return Text(self.look, self.number, made)
        result = self.look(made)
        if isinstance(result, _Raised):
            raise result.error
        return [*result.parts] if isinstance(result, _Listed) else result

    def __eq__(self, other: object) -> bool:
        wanted = str(other) if isinstance(other, Text) else other
        return bool(self._made(lambda text: text == wanted))

    def __hash__(self) -> int:
        # Everything is evaluated now, since nothing can be asked later.
        return hash(str(self))

    def __getitem__(self, index: Any) -> Any:
        return self._made(lambda text: text[index])

    def __contains__(self, part: str) -> bool:
        return bool(self._made(lambda text: part in text))

    def __len__(self) -> int:
        return int(self._made(len))

    def __add__(self, other: str) -> Any:
        return self._made(lambda text: text + str(other))

    def __radd__(self, other: str) -> Any:
        return self._made(lambda text: other + text)

    def __str__(self) -> str:
        return str(self.look(self.values))

    def __int__(self) -> int:
        return int(self._made(int))

    def __format__(self, spec: str) -> str:
        return format(str(self.values[self.number()]), spec)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(str, name)
        return lambda *given: self._made(lambda text: method(text, *given))


@frozen
class _Raised:
    """Stands for the result of a function that raises an error for a text, as the actual text may be another one."""

    error: Exception = field(eq=repr)


@frozen
class _Listed:
    """A list that is compared by its contents."""

    parts: tuple[Any, ...]


def _made_of(function: Callable[[str], Any], text: str) -> Any:
    """The result of a function of a text, in hashable form."""
    try:
        made = function(text)
    except Exception as error:
        return _Raised(error)
    return _Listed(tuple(made)) if isinstance(made, list) else made
