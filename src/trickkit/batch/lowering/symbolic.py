"""Symbolic whole numbers and cards, which are evaluated only as far as necessary."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from attrs import evolve, frozen

from trickkit.batch.kernel.layout import IS, LESS
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.model.cards import Deck, bits

Part = tuple[int, int, int]
"""A summand: its type, its place, and a mask of cards or tricks, or the limits of a number."""
Terms = tuple[tuple[Part, int], ...]
"""A sum: each part with its factor, in the order of the parts."""


class Unhashable(Unsupported, TypeError):
    """The error for a symbolic number as a key."""


class Number(ABC):
    """A symbolic integer; it is evaluated only as far as necessary.

    Combining it with known numbers usually gives another symbolic number. A comparison reveals only whether it holds.
    In all other uses it is evaluated.
    """

    __slots__ = ()

    def __hash__(self) -> int:
        # A cache keyed by such a number would keep that of one deal, which still records questions.
        raise Unhashable("it looks something up by a number that depends on the deal, which it may compare")

    @abstractmethod
    def known(self) -> int:
        """The value; getting it counts as a question."""

    @abstractmethod
    def compared(self, how: int, operand: int) -> bool:
        """Whether it is less than a number, or equal to it."""

    def less(self, other: Number) -> Any:
        """The difference to another number."""
        return int(self) - int(other)

    def __index__(self) -> int:
        return self.known()

    __int__ = __index__

    def __lt__(self, other: Any) -> bool:
        return self._is(LESS, other, 0)

    def __le__(self, other: Any) -> bool:
        return self._is(LESS, other, 1)

    def __gt__(self, other: Any) -> bool:
        return not self <= other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Number) and self._is(IS, other, 0)

    def __bool__(self) -> bool:
        return self != 0

    def __str__(self) -> str:
        return str(int(self))

    def __format__(self, spec: str) -> str:
        return format(int(self), spec)

    def _is(self, how: int, other: Any, more: int) -> bool:
        if isinstance(other, Number):
            difference = self.less(other)
            other = 0
            if not isinstance(difference, Number):
                return bool(difference < more) if how == LESS else bool(difference == 0)
            return difference.compared(how, more)
        return self.compared(how, other + more)


def by_number(name: str) -> Callable[..., Any]:
    """An operation on the value of a number."""

    def operation(number: Any, *others: Any) -> Any:
        return getattr(int(number), name)(*[int(other) if isinstance(other, Number) else other for other in others])

    return operation


_TWO = ("add", "sub", "mul", "floordiv", "mod", "divmod", "truediv", "pow")
_ALONE = ("neg", "abs", "round", "float")
for _name in (*_TWO, *(f"r{name}" for name in _TWO), *_ALONE):
    setattr(Number, f"__{_name}__", by_number(f"__{_name}__"))


class Additive(Number):
    """A symbolic number whose sums and products with known numbers are symbolic, too."""

    __slots__ = ()
    __mul__: Any

    def __radd__(self, other: Any) -> Any:
        return self + other

    def __rmul__(self, other: Any) -> Any:
        return self * other

    def __neg__(self) -> Any:
        return self * -1

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other


class Linear(Additive):
    """A symbolic sum of parts.

    Its subclasses have `parts`, each with its factor, and `more`, a constant summand.
    """

    __slots__ = ()
    parts: Terms
    more: int

    @abstractmethod
    def _of(self, parts: Mapping[Part, int], more: int) -> Any:
        """Another sum about the same deal."""

    def less(self, other: Number) -> Any:
        """The difference to another number, whatever both are."""
        return self - other

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Linear):
            parts = dict(self.parts)
            for part, factor in other.parts:
                parts[part] = parts.get(part, 0) + factor
            return self._of(parts, self.more + other.more)
        return self._of(dict(self.parts), self.more + int(other)) if isinstance(other, int | Number) else NotImplemented

    def __mul__(self, other: Any) -> Any:
        if not isinstance(other, int | Number):
            return int(self) * other
        times = int(other)
        return self._of({part: factor * times for part, factor in self.parts}, self.more * times)


@lru_cache(maxsize=64)
def kinds_of(deck: Deck) -> Mapping[str, int]:
    """By the text of a card, the first faces of all its equal copies, as a mask."""
    kinds: dict[str, int] = {}
    for card, mask in zip(deck.cards, deck.masks, strict=True):
        kinds[card.text] = kinds.get(card.text, 0) | (mask & -mask)
    return kinds


@lru_cache(maxsize=64)
def card_texts(deck: Deck) -> tuple[str, ...]:
    """By face, the text of its card."""
    texts = {bit: card.text for card, mask in zip(deck.cards, deck.masks, strict=True) for bit in bits(mask)}
    return tuple([texts[1 << face] for face in range(len(deck.faces))])


@frozen(eq=False)
class Cards:
    """Symbolic cards somewhere in a deal. Code may ask which they are, and how many.

    Args:
        kinds: by the text of a card, the mask that counts it, as `kinds_of` gives it.
        places: the places of the cards, each as a function from a mask to the parts of a sum.
        total: makes a sum of parts with their factors.
        refuse: creates the error for an unsupported use.
    """

    kinds: Mapping[str, int]
    places: tuple[Callable[[int], Iterable[Part]], ...]
    total: Callable[[dict[Part, int]], Any]
    refuse: Callable[[str, str], Unsupported]

    def points(self, worth: Mapping[str, int]) -> Any:
        """The points of the cards."""
        masks: dict[int, int] = {}
        for text, points in worth.items():
            masks[points] = masks.get(points, 0) | self.kinds.get(text, 0)
        return self._weighed(masks)

    def counted(self, text: str) -> Any:
        """The number of copies of a card among them."""
        return self._weighed({1: self.kinds.get(text, 0)})

    def _weighed(self, masks: Mapping[int, int]) -> Any:
        """The sum of the numbers of cards in masks, multiplied by factors."""
        return self.total(
            {part: factor for factor, mask in masks.items() for parts_of in self.places for part in parts_of(mask)}
        )

    def __contains__(self, text: object) -> bool:
        return bool(self.counted(str(text)))

    def __len__(self) -> int:
        return int(self._weighed({1: sum(self.kinds.values())}))

    def __bool__(self) -> bool:
        return bool(self._weighed({1: sum(self.kinds.values())}))

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Cards):
            return evolve(self, places=self.places + other.places)
        return self if other == () else NotImplemented

    __radd__ = __add__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise self.refuse(f"`{name}` of cards", "of which it can be asked which there are, and how many")

    def _refused(self, *_others: object) -> Any:
        raise self.refuse("cards one by one", "of which it can be asked which there are, and how many")

    __iter__ = __getitem__ = _refused
