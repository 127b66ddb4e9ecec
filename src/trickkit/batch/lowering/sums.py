"""Symbolic sums of numbers that a row stores.

Policies add numbers up, multiply them by known factors and compare the result. A comparison becomes one question, which
compiled code answers by adding up values of the row (*linear form*).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from attrs import define

from trickkit.batch.kernel.layout import IS, LESS, REST, S_ALL_PLAYED, S_CALLED, S_NUMBER, S_TRICKS, VALUE
from trickkit.batch.lowering.answers import Answers
from trickkit.batch.lowering.symbolic import Linear, Part, Terms

if TYPE_CHECKING:
    from trickkit.batch.lowering.knowledge import Knowledge

SUM = "sum"
"""Questions about sums: `("sum", parts, how, operand)`, where each part comes with its factor. A part says what is
counted, its place in a row, and, as a mask, which cards or tricks count. A number has, in place of a mask, its maximum,
from 0 on; -1 if that is unknown."""
HUGE = 1 << 40
MOST_CALLS = 255
MOST_VALUES = 64
"""The most values that a sum may have if its value itself is asked for, not a comparison."""


def limits(part: Part) -> tuple[int, int]:
    """The minimum and maximum of a part of a sum."""
    how, _, mask = part
    if how == S_NUMBER:
        return (0, mask) if mask >= 0 else (-HUGE, HUGE)
    if how == S_CALLED:
        return 0, MOST_CALLS
    return 0, 1 if how == S_ALL_PLAYED else mask.bit_count()


def bounds(parts: Terms) -> tuple[int, int]:
    """The minimum and maximum of a sum."""
    ends = [sorted(factor * end for end in limits(part)) for part, factor in parts]
    return sum(least for least, _ in ends), sum(most for _, most in ends)


@define(eq=False)
class Sum(Linear):
    """A symbolic sum, known through comparisons with other numbers.

    Args:
        answers: what is known.
        parts: the summands, each with its factor.
        more: a constant summand.
    """

    answers: Answers
    parts: Terms
    more: int = 0

    @classmethod
    def of(cls, answers: Answers, parts: Mapping[Part, int], more: int = 0) -> Any:
        """A sum; a plain number if nothing in it is unknown."""
        left = tuple(sorted((part, factor) for part, factor in parts.items() if factor and any(limits(part))))
        return cls(answers, left, more) if left else more

    @property
    def bounds(self) -> tuple[int, int]:
        """The minimum and maximum, without the constant, given what is known."""
        answers, parts = self.answers, self.parts
        if parts not in answers.limits:
            (low, high), asked = bounds(parts), [key for key in answers.known if key[:2] == (SUM, parts)]
            for question in asked:
                _, _, how, operand = question
                answer = answers.known[question]
                if how == VALUE or (how == IS and answer):
                    low = high = answer if how == VALUE else operand
                elif how == LESS:
                    low, high = (low, min(high, operand - 1)) if answer else (max(low, operand), high)
            answers.limits[parts] = (low, high), asked
        least_and_most, about = answers.limits[parts]
        # An answer that follows from others depends on them.
        answers.looked.update(about)
        return least_and_most

    def _of(self, parts: Mapping[Part, int], more: int) -> Any:
        """Another sum about the same deal."""
        return Sum.of(self.answers, parts, more)

    def compared(self, how: int, operand: int) -> bool:
        """Whether it is less than a number, or equal to it."""
        operand, (low, high) = operand - self.more, self.bounds
        if low == high or operand > high or operand < low or (how == LESS and operand == low):
            return high < operand if how == LESS else low == high == operand
        return bool(self.answers.ask(SUM, self.parts, how, operand))

    def known(self) -> int:
        """The value, as a question.

        Raises:
            Unsupported: it has too many possibilities.
        """
        low, high = self.bounds
        if high - low >= HUGE:
            raise self.answers.refuse("the points of earlier deals", "which can only be added up and compared")
        if high - low >= MOST_VALUES:
            raise self.answers.refuse(
                f"a number with {high - low + 1:,} possible values", "which gives too many cases; it may compare it"
            )
        return self.more + (low if low == high else int(self.answers.ask(SUM, self.parts, VALUE, 0)))

    def __mod__(self, other: Any) -> Any:
        if type(other) is not int or not 0 < other <= MOST_VALUES:
            return int(self) % other
        low, high = self.bounds
        return (self.more + (low if low == high else self.answers.ask(SUM, self.parts, REST, other))) % other


def node_of_sum(knowledge: Knowledge, question: tuple[Any, ...]) -> int:
    """The index of the node with which compiled code answers a question about a sum.

    Args:
        knowledge: about the rules that are being lowered.
        question: as above.
    """
    _, parts, how, operand = question
    if how == VALUE:
        operand, _ = bounds(parts)
    numbers = [how, operand, len(parts)]
    for (kind, offset, mask), factor in parts:
        words = 0 if kind == S_NUMBER else mask if kind in (S_TRICKS, S_CALLED) else knowledge.mask(mask)
        numbers += [kind, offset, factor, words]
    return knowledge.node(tuple(numbers))


def values_of_sum(question: tuple[Any, ...]) -> tuple[Any, ...]:
    """The possible answers to a question about a sum, in the order in which compiled code numbers them."""
    _, parts, how, operand = question
    if how == REST:
        return tuple(range(operand))
    if how != VALUE:
        return (False, True)
    low, high = bounds(parts)
    return tuple(range(low, high + 1))
