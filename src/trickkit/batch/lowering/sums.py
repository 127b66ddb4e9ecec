"""Symbolic sums of numbers in a row, and of cards that lie somewhere.

Policies add them up, multiply them by known numbers and compare them; a comparison becomes one question, which compiled
code answers by adding up values of the row (*linear form*).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

from trickkit.batch.kernel.layout import IS, LESS, REST, S_ALL_PLAYED, S_CALLED, S_NUMBER, S_TRICKS, VALUE
from trickkit.batch.lowering.answers import Answers
from trickkit.batch.lowering.blank import Compared

if TYPE_CHECKING:
    from trickkit.batch.lowering.knowledge import Knowledge

Part = tuple[int, int, int]
"""What is added up: how, the place in a row, and of which cards or tricks, as a mask. A number has instead of a mask
the most that it may be, from 0 on; -1 if that is not known."""

SUM = "sum"
"""Questions about sums: `("sum", parts, how, operand)`, where each part has its factor after it."""
HUGE = 1 << 40
MOST_CALLS = 255
MOST_VALUES = 64
"""So many numbers a sum may be where it is looked at, and not compared."""


def limits(part: Part) -> tuple[int, int]:
    """The minimum and maximum of a part of a sum."""
    how, _, mask = part
    if how == S_NUMBER:
        return (0, mask) if mask >= 0 else (-HUGE, HUGE)
    if how == S_CALLED:
        return 0, MOST_CALLS
    return 0, 1 if how == S_ALL_PLAYED else mask.bit_count()


@define(eq=False)
class Sum(Compared):
    """A symbolic sum, known through comparisons with other numbers.

    Args:
        answers: what is known.
        parts: the summands, each with its factor.
        more: a constant summand.
    """

    answers: Answers
    parts: tuple[tuple[Part, int], ...]
    more: int = 0

    @classmethod
    def of(cls, answers: Answers, parts: Mapping[Part, int], more: int = 0) -> Any:
        """A sum; a plain number if nothing in it is unknown."""
        left = tuple(sorted((part, factor) for part, factor in parts.items() if factor and any(limits(part))))
        return cls(answers, left, more) if left else more

    @property
    def bounds(self) -> tuple[int, int]:
        """The minimum and maximum, without the constant, given what is known."""
        ends = [sorted(factor * end for end in limits(part)) for part, factor in self.parts]
        low, high = sum(least for least, _ in ends), sum(most for _, most in ends)
        for question, answer in self.answers.known.items():
            if question[:2] != (SUM, self.parts):
                continue
            # An answer that follows from others depends on them.
            self.answers.looked.add(question)
            _, _, how, operand = question
            if how == VALUE or (how == IS and answer):
                low = high = answer if how == VALUE else operand
            elif how == LESS:
                low, high = (low, min(high, operand - 1)) if answer else (max(low, operand), high)
        return low, high

    def _compared(self, how: int, operand: int) -> bool:
        operand, (low, high) = operand - self.more, self.bounds
        if low == high or operand > high or operand < low or (how == LESS and operand == low):
            return high < operand if how == LESS else low == high == operand
        return bool(self.answers.ask(SUM, self.parts, how, operand))

    def __index__(self) -> int:
        low, high = self.bounds
        if high - low >= MOST_VALUES:
            raise self.answers.refuse(
                f"a number of {high - low + 1:,} that it may be", "which are too many cases; it may compare it"
            )
        return self.more + (low if low == high else int(self.answers.ask(SUM, self.parts, VALUE, 0)))

    __int__ = __index__

    def __lt__(self, other: Any) -> Any:
        if isinstance(other, Sum):
            return self - other < 0
        return self._compared(LESS, other) if isinstance(other, int) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Sum):
            return bool(self - other == 0)
        return isinstance(other, int) and self._compared(IS, other)

    def __bool__(self) -> bool:
        return self != 0

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int):
            return Sum(self.answers, self.parts, self.more + other)
        if not isinstance(other, Sum):
            return NotImplemented
        parts = dict(self.parts)
        for part, factor in other.parts:
            parts[part] = parts.get(part, 0) + factor
        return Sum.of(self.answers, parts, self.more + other.more)

    __radd__ = __add__

    def __mul__(self, factor: Any) -> Any:
        factor = int(factor)
        return Sum.of(self.answers, {part: times * factor for part, times in self.parts}, self.more * factor)

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mod__(self, other: Any) -> Any:
        if type(other) is not int or not 0 < other <= MOST_VALUES:
            return int(self) % other
        low, high = self.bounds
        return (self.more + (low if low == high else self.answers.ask(SUM, self.parts, REST, other))) % other

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    def _refused(self, *_others: object) -> Any:
        raise self.answers.refuse("a number that depends on the deal", "which can be added up and compared")

    __floordiv__ = __rfloordiv__ = __rmod__ = __truediv__ = __rtruediv__ = __pow__ = _refused


@frozen(eq=False)
class Heap:
    """Symbolic cards that lie somewhere in a deal; which and how many there are can be asked.

    Args:
        answers: what is known.
        kinds: by the text of a card, the first faces of all its equal copies, as a mask.
        parts: how the cards are counted, and where they are in a row.
    """

    answers: Answers
    kinds: Mapping[str, int]
    parts: Sequence[tuple[int, int]]

    def counted(self, mask: int) -> Any:
        """How many of them are in a mask."""
        return Sum.of(self.answers, {(how, place, mask): 1 for how, place in self.parts})

    def points(self, worth: Mapping[str, int]) -> Any:
        """The points of the cards."""
        masks: dict[int, int] = {}
        for text, points in worth.items():
            masks[points] = masks.get(points, 0) | self.kinds.get(text, 0)
        found = [points * self.counted(mask) for points, mask in masks.items() if points and mask]
        return sum(found)

    def __contains__(self, text: object) -> bool:
        return bool(self.counted(self.kinds.get(str(text), 0)))

    def __len__(self) -> int:
        return int(self.counted(sum(self.kinds.values())))

    def __bool__(self) -> bool:
        return bool(self.counted(sum(self.kinds.values())))

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Heap):
            return Heap(self.answers, self.kinds, (*self.parts, *other.parts))
        return self if other == () else NotImplemented

    __radd__ = __add__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise self.answers.refuse(f"`{name}` of cards", "of which it can be asked which there are, and how many")

    def _refused(self, *_others: object) -> Any:
        raise self.answers.refuse("cards one by one", "of which it can be asked which there are, and how many")

    __iter__ = __getitem__ = _refused


def node_of_sum(knowledge: Knowledge, question: tuple[Any, ...]) -> int:
    """The index of the node with which compiled code answers a question about a sum.

    Args:
        knowledge: about the rules that are being lowered.
        question: as above.
    """
    _, parts, how, operand = question
    if how == VALUE:
        operand = sum(min(factor * end for end in limits(part)) for part, factor in parts)
    numbers = [how, operand, len(parts)]
    for (kind, place, mask), factor in parts:
        words = 0 if kind == S_NUMBER else mask if kind in (S_TRICKS, S_CALLED) else knowledge.mask(mask)
        numbers += [kind, place, factor, words]
    return knowledge.node(tuple(numbers))


def values_of_sum(question: tuple[Any, ...]) -> tuple[Any, ...]:
    """The possible answers to a question about a sum, in the order in which compiled code numbers them."""
    _, parts, how, operand = question
    if how == REST:
        return tuple(range(operand))
    if how != VALUE:
        return (False, True)
    ends = [sorted(factor * end for end in limits(part)) for part, factor in parts]
    return tuple(range(sum(least for least, _ in ends), sum(most for _, most in ends) + 1))
