"""Symbolic texts and cards for scorings: they are evaluated only as far as necessary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.diagram.quantities import Count
from trickkit.batch.points.diagram.traces import Place, Trace


class Text:
    """A symbolic text; it has the methods of texts.

    Args:
        look: returns one of some values, distinguishing only those that differ.
        number: of the value that is meant.
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
        if all(isinstance(one, str | None) for one in made):
            return Text(self.look, self.number, made)
        found = self.look(made)
        if isinstance(found, _Raised):
            raise found.error
        return [*found.parts] if isinstance(found, _Listed) else found

    def __eq__(self, other: object) -> bool:
        wanted = str(other) if isinstance(other, Text) else other
        return bool(self._made(lambda text: text == wanted))

    def __hash__(self) -> int:
        # All of it is evaluated, so that nothing can be asked later.
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

    def __format__(self, spec: str) -> str:
        return format(str(self.values[self.number()]), spec)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(str, name)
        return lambda *given: self._made(lambda text: method(text, *given))


@frozen
class _Raised:
    """Stands for what a function makes of a text for which it raises an error: other texts may be meant."""

    error: Exception = field(eq=repr)


@frozen
class _Listed:
    """A list that can be told from others by what stands in it."""

    parts: tuple[Any, ...]


def _made_of(function: Callable[[str], Any], text: str) -> Any:
    """What a function makes of a text, as something that can be hashed."""
    try:
        made = function(text)
    except Exception as error:
        return _Raised(error)
    return _Listed(tuple(made)) if isinstance(made, list) else made


class Cards:
    """Symbolic cards at some place when a deal is scored; which and how many there are can be asked.

    Args:
        trace: of the deal.
        kinds: by the text of a card, the first faces of all equal ones, as a mask.
        places: where they lie.
    """

    __slots__ = ("kinds", "places", "trace")

    def __init__(self, trace: Trace, kinds: Mapping[str, int], places: tuple[Place, ...]) -> None:
        self.trace, self.kinds, self.places = trace, kinds, places

    def points(self, worth: Mapping[str, int]) -> Count | int:
        """Their points."""
        masks: dict[int, int] = {}
        for text, points in worth.items():
            if text in self.kinds:
                masks[points] = masks.get(points, 0) | self.kinds[text]
        parts = [
            (part, points) for points, mask in masks.items() for place in self.places for part in place.parts(mask)
        ]
        return Count.of(self.trace, dict(parts))

    def _counted(self, mask: int) -> Count | int:
        """How many of them are in a mask."""
        return Count.of(self.trace, {part: 1 for place in self.places for part in place.parts(mask)})

    def counted(self, text: str) -> Count | int:
        """How many copies of a card are among them."""
        return self._counted(self.kinds.get(text, 0))

    def __contains__(self, text: object) -> bool:
        return bool(self.counted(str(text)))

    def __len__(self) -> int:
        return int(self._counted(sum(self.kinds.values())))

    def __iter__(self) -> Any:
        raise Unsupported("it looks at cards one by one, of which it can ask which there are, and how many (`points`)")

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Cards):
            return Cards(self.trace, self.kinds, self.places + other.places)
        return self if other == () else NotImplemented

    __radd__ = __add__
