"""What a scoring looks at of a finished deal: facts, outcomes of phases, and numbers of cards and tricks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import field, frozen

from trickkit.batch.points.diagram.kernel import ALL_OF, BELOW, CLASS, COUNT, EQUALS, FACT, VALUE, WON

Part = tuple[int, int, int]
"""Some cards or tricks: the array, the column in it, and a mask."""

Terms = tuple[tuple[Part, int], ...]
"""A sum of numbers of cards and tricks: each part with its factor, in the order of the parts."""


@frozen
class Place:
    """Where a set of cards is written down of a deal.

    Args:
        array: the array.
        column: where its first 64 bits stand.
        step: by how many columns each next 64 bits stand further on.
    """

    array: int
    column: int
    step: int

    def parts(self, mask: int) -> Iterator[Part]:
        """Those cards of the set that are in a mask."""
        for word in range(-(-mask.bit_length() // 64)):
            yield self.array, self.column + word * self.step, mask >> 64 * word & (1 << 64) - 1


@frozen
class Look:
    """Something that a scoring looks at, as a node has it.

    Args:
        numbers: those with which the node begins.
        children: how many answers there may be.
    """

    numbers: tuple[int, ...]
    children: int


@frozen(eq=False)
class Row:
    """The numbers of one deal.

    Args:
        facts, won, sets: as `Written` has them.
    """

    facts: Sequence[int]
    won: Sequence[int]
    sets: Sequence[int]

    def count(self, part: Part) -> int:
        """How many of some cards or tricks there are."""
        array, column, mask = part
        there = (self.won if array == WON else self.sets)[column] & mask & (1 << 64) - 1
        return int(there == mask) if array == ALL_OF else there.bit_count()

    def total(self, terms: Terms) -> int:
        """What a sum is."""
        return sum(factor * self.count(part) for part, factor in terms)


def _bounds(terms: Terms) -> tuple[int, int]:
    """The least and the most that a sum may be."""
    most = [factor * (1 if array == ALL_OF else mask.bit_count()) for (array, _, mask), factor in terms]
    return sum(number for number in most if number < 0), sum(number for number in most if number > 0)


@frozen(eq=False, slots=False)
class Classes:
    """The outcomes of a phase, by what a scoring looks at of its record.

    Args:
        question: what that is.
        column: of the facts, in which the outcome stands.
        class_of: by outcome, its class; -1 stands for none.
        answers: by class, what the scoring finds.
        tables: the groups of outcomes, each by outcome from -1 on, for all classes of a game; they are added to it.
    """

    question: Any
    column: int
    class_of: Mapping[int, int]
    answers: Sequence[Any]
    tables: list[tuple[int, ...]]
    _numbers: dict[tuple[int, ...], int] = field(init=False, factory=dict)

    @cached_property
    def lacking(self) -> tuple[bool, ...]:
        """By class, whether the scoring finds None."""
        return tuple([answer is None for answer in self.answers])

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """By class, the number that the scoring finds; () where it may find anything else than a number or None."""
        if any(type(answer) is not int for answer in self.answers if answer is not None):
            return ()
        return tuple([answer or 0 for answer in self.answers])

    def grouped(self, groups: tuple[int, ...]) -> int:
        """The number of the table that has the groups of outcomes, given those of the classes."""
        if groups not in self._numbers:
            self.tables.append(tuple([groups[self.class_of[one]] for one in range(-1, len(self.class_of) - 1)]))
            self._numbers[groups] = len(self.tables) - 1
        return self._numbers[groups]


class Trace:
    """What a scoring looks at of one deal, and what it finds.

    Args:
        row: the numbers of the deal.
    """

    def __init__(self, row: Row) -> None:
        self.row = row
        self.steps: list[tuple[Look, int]] = []
        self._found: dict[Look, int] = {}
        self._limits: dict[Terms, tuple[int, int]] = {}
        self._possible: dict[Any, Sequence[int]] = {}

    def look(self, look: Look, find: Callable[[], int]) -> int:
        """What a scoring finds, as the number of an answer."""
        if look not in self._found:
            self._found[look] = find()
            self.steps.append((look, self._found[look]))
        return self._found[look]

    def fact(self, column: int, least: int, most: int) -> int:
        """A fact that is at least one number, and at most another one."""
        look = Look((FACT, column, -least), most - least + 1)
        return least + self.look(look, lambda: self.row.facts[column] - least)

    def classed(self, classes: Classes) -> Any:
        """What a scoring finds of what a phase found out."""
        return self.grouped(classes, tuple(range(len(classes.answers))), classes.answers)

    def grouped(self, classes: Classes, values: tuple[Any, ...], answers: Sequence[Any] = ()) -> Any:
        """What is found where classes of outcomes with equal values are not told apart.

        Args:
            classes: of the outcomes.
            values: by class.
            answers: by value, what is found; () for the values themselves.
        """
        here = classes.class_of[self.row.facts[classes.column]]
        possible = self._possible.get(classes.question, range(len(values)))
        if any(values[other] != values[here] for other in possible):
            groups = {value: group for group, value in enumerate(dict.fromkeys(values))}
            number = classes.grouped(tuple([groups[value] for value in values]))
            self.look(Look((CLASS, classes.column, number, 0), len(groups)), lambda: groups[values[here]])
            self._possible[classes.question] = [other for other in possible if values[other] == values[here]]
        return answers[values[here]] if answers else values[here]

    def compared(self, terms: Terms, more: int, how: int, operand: int) -> int:
        """What is found where a sum is looked at in some way; nothing is looked at where it is known already.

        Args:
            terms: of the sum.
            more: what is added to them.
            how: VALUE for what it is, BELOW for whether it is below the operand, EQUALS for whether it is equal to it.
            operand: what it is compared with.
        """
        low, high = self._limits.get(terms) or _bounds(terms)
        low, high = low + more, high + more
        if low == high:
            return low if how == VALUE else int(low < operand if how == BELOW else low == operand)
        if how != VALUE and (operand > high or operand < low or (how == BELOW and operand == low)):
            return int(how == BELOW and operand > high)
        value = more + self.row.total(terms)
        numbers = [number for part, factor in terms for number in (factor, *part)]
        base = (COUNT, how, -low if how == VALUE else operand, more, len(terms), *numbers)
        answer = {VALUE: value - low, BELOW: int(value < operand), EQUALS: int(value == operand)}[how]
        self.look(Look(base, high - low + 1 if how == VALUE else 2), lambda: answer)
        if how == VALUE or (how == EQUALS and answer):
            low = high = value
        elif how == BELOW:
            low, high = (low, operand - 1) if answer else (operand, high)
        self._limits[terms] = low - more, high - more
        return value if how == VALUE else answer
