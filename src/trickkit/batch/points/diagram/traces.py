"""The questions of a scoring about a finished deal: about facts, outcomes, and numbers of cards and tricks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from attrs import field, frozen

from trickkit.batch.kernel.layout import IS, LESS, N_CALLS, N_SEAT, REST, VALUE
from trickkit.batch.lowering.symbolic import Part, Terms
from trickkit.batch.lowering.unsupported import Unsupported
from trickkit.batch.points.diagram.kernel import (
    ALL_OF,
    BEFORE,
    BY_SEAT,
    BY_TRICK,
    CALLED,
    CLASS,
    COUNT,
    DIVIDED,
    FACT,
    FIGURE,
    NOTE,
    NOTED,
    OUTCOME,
    TURN,
    WON,
)

HUGE = 1 << 40
"""A bound on the points of earlier deals."""
MOST_CHILDREN = 1 << 12
"""The most answers to a question."""


def figure(column: int, least: int, most: int) -> Part:
    """A fact as a part of a sum, with its limits in place of a mask.

    Args:
        column: the column of the facts.
        least: 0 or less.
        most: 0 or more.
    """
    return FIGURE, column, most << 16 | -least


@frozen
class Place:
    """The place of a recorded set of cards of a deal.

    Args:
        array: the array.
        column: the column of its first 64 bits.
        step: the number of columns between each 64 bits and the next.
    """

    array: int
    column: int
    step: int

    def parts(self, mask: int) -> Iterator[Part]:
        """The cards of the set that are in a mask."""
        for word in range(-(-mask.bit_length() // 64)):
            yield self.array, self.column + word * self.step, mask >> 64 * word & (1 << 64) - 1


@frozen
class Look:
    """A question of a scoring, as a node stores it.

    Args:
        numbers: the first numbers of the node.
        children: the number of possible answers.
        terms: the sum from which the answer follows; () if there is none.
        how: how it follows, as in `memos.MemoKey`.
        operand: likewise.
        groups, outcomes: as in `memos.MemoKey`.
        about: for a question about a record: the question; by answer, its number; and the answers.
    """

    numbers: tuple[int, ...]
    children: int
    terms: Terms = field(default=(), eq=False)
    how: int = field(default=VALUE, eq=False)
    operand: int = field(default=0, eq=False)
    groups: int = field(default=0, eq=False)
    outcomes: int = field(default=0, eq=False)
    about: tuple[Any, Sequence[int], Sequence[Any]] | None = field(default=None, eq=False, repr=False)

    @property
    def kept_by(self) -> tuple[Terms, int, int, int, int] | None:
        """The number that can index a memo in place of an answer; None if the answer follows from no sum."""
        return (self.terms, self.how, self.operand, self.groups, self.outcomes) if self.terms else None


class Unwritten(BaseException):
    """A scoring reads cards or tricks that were not expected to count, and therefore not recorded."""


@frozen(eq=False)
class Row:
    """The numbers of one deal.

    Args:
        facts, won, sets, notes: as `Written` has them.
        before: the points of earlier deals, and those of some of their lines.
        trick: the number of the current trick.
    """

    facts: Sequence[int]
    won: Sequence[int]
    sets: Sequence[int]
    notes: Sequence[int]
    before: Sequence[int]
    trick: int = 0

    def noted(self, place: int) -> int:
        """A number that is noted."""
        return self.notes[(place & (1 << BY_TRICK) - 1) + (place >> BY_TRICK) * self.trick]

    def count(self, part: Part) -> int:
        """How many of some cards or tricks there are."""
        array, column, mask = part
        if array in (FIGURE, TURN):
            return self.facts[column] if array == FIGURE else self.trick
        if array == BEFORE:
            return self.before[column]
        if not (self.won if array == WON else self.notes if array in (NOTED, CALLED) else self.sets):
            raise Unwritten
        if array == NOTED:
            return (self.noted(column) & mask & (1 << 64) - 1).bit_count()
        if array == CALLED:
            offset, seat = column & (1 << BY_TRICK) - 1, (column >> BY_SEAT) - 1
            calls = self.notes[offset : offset + self.notes[N_CALLS]]
            return sum(mask >> (call & 255) & 1 for call in calls if seat in (-1, call >> N_SEAT & 255))
        overlap = (self.won if array == WON else self.sets)[column] & mask & (1 << 64) - 1
        return int(overlap == mask) if array == ALL_OF else overlap.bit_count()

    def total(self, terms: Terms) -> int:
        """The value of a sum."""
        return sum(factor * self.count(part) for part, factor in terms)


def bounds(terms: Terms) -> tuple[int, int]:
    """The minimum and maximum of a sum."""
    ends = [sorted(factor * end for end in limits(part)) for part, factor in terms]
    return sum(least for least, _ in ends), sum(most for _, most in ends)


def limits(part: Part) -> tuple[int, int]:
    """The minimum and maximum of a number."""
    array, column, mask = part
    if array == BEFORE:
        return -HUGE, HUGE
    if array == FIGURE:
        return -(mask & (1 << 16) - 1), mask >> 16
    if array == TURN:
        return 0, mask
    if array == CALLED:
        return 0, (column & (1 << BY_SEAT) - 1) >> BY_TRICK if mask else 0
    return 0, 1 if array == ALL_OF else mask.bit_count()


@frozen(eq=False)
class Tables:
    """Groups of outcomes and notes, each by number from -1 on; equal ones are stored once."""

    rows: list[tuple[int, ...]] = field(factory=list)
    _numbers: dict[tuple[int, ...], int] = field(init=False, factory=dict)

    def number(self, groups: tuple[int, ...]) -> int:
        """The number of the table that has the groups."""
        if groups not in self._numbers:
            self.rows.append(groups)
            self._numbers[groups] = len(self.rows) - 1
        return self._numbers[groups]


@frozen(eq=False, slots=False)
class Classes:
    """The outcomes of a phase, grouped by what a scoring reads in its record.

    Args:
        question: the question about the record.
        column: the column of the facts with the outcome.
        class_of: by outcome, its class; -1 stands for none.
        answers: by class, what the scoring reads.
        tables: the groups of outcomes.
    """

    question: Any
    column: int
    class_of: Mapping[int, int]
    answers: Sequence[Any]
    tables: Tables
    _numbers: dict[tuple[int, ...], int] = field(init=False, factory=dict)

    @cached_property
    def lacking(self) -> tuple[bool, ...]:
        """By class, whether the scoring reads None."""
        return tuple([answer is None for answer in self.answers])

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """By class, the number that the scoring reads; () if it may read anything other than a number or None."""
        if any(type(answer) is not int for answer in self.answers if answer is not None):
            return ()
        return tuple([answer or 0 for answer in self.answers])

    @cached_property
    def texts(self) -> tuple[str | None, ...]:
        """By class, the text that the scoring reads; () if it may read anything other than a text or None."""
        return () if any(type(text) is not str for text in self.answers if text is not None) else tuple(self.answers)

    def grouped(self, groups: tuple[int, ...]) -> int:
        """The number of the table that has the groups of outcomes, given those of the classes."""
        if groups not in self._numbers:
            by_outcome = tuple([groups[self.class_of[outcome]] for outcome in range(-1, len(self.class_of) - 1)])
            self._numbers[groups] = self.tables.number(by_outcome)
        return self._numbers[groups]


class Trace:
    """The questions that a scoring asks about one deal, with the answers.

    Args:
        row: the numbers of the deal.
        by_value: whether numbers are evaluated as soon as they are read, for a scoring that uses them as keys.
    """

    learns: ClassVar[bool] = False
    """Whether numbers can still be chosen when a scoring reads them, because there is no real deal."""
    records: ClassVar[bool] = True
    """Whether the questions matter, and not only the answers."""

    def __init__(self, row: Row, *, by_value: bool = False) -> None:
        self.row, self.by_value = row, by_value
        self.steps: list[tuple[Look, int]] = []
        self.closed = self.looks_at_notes = False
        self._found: dict[Look, int] = {}
        self._limits: dict[Terms, tuple[int, int]] = {}
        self._possible: dict[Any, Sequence[int]] = {}

    @property
    def parts(self) -> set[Part]:
        """The numbers that were read."""
        return {part for look, _ in self.steps for part, _ in look.terms}

    # The possible answers

    @property
    def has_notes(self) -> bool:
        """Whether tricks and calls are recorded one by one."""
        return len(self.row.notes) > 0

    def in_facts(self, column: int, least: int, most: int) -> int:
        """A fact with a minimum and a maximum."""
        return self.row.facts[column]

    def of_phase(self, classes: Classes) -> int:
        """The class of the outcome of a phase."""
        return classes.class_of[self.row.facts[classes.column]]

    def total(self, terms: Terms) -> int:
        """The value of a sum."""
        return self.row.total(terms)

    def in_notes(self, place: int, up: int, most: int) -> int:
        """8 bits of a note, with a maximum."""
        return self.row.noted(place) >> up & 255

    # Questions and answers

    def look(self, look: Look, found: int) -> int:
        """The answer to a question, by number.

        Raises:
            RuntimeError: the deal has already been scored.
        """
        if self.closed:
            raise RuntimeError("a deal is looked at after it was scored")
        if look not in self._found:
            self._found[look] = found
            self.steps.append((look, found))
        return self._found[look]

    def fact(self, column: int, least: int, most: int) -> int:
        """A fact with a minimum and a maximum."""
        if least == most:
            return least
        look = Look((FACT, column, -least), most - least + 1, ((figure(column, least, most), 1),))
        return least + self.look(look, self.in_facts(column, least, most) - least)

    def classed(self, classes: Classes) -> Any:
        """What a scoring reads from the result of a phase."""
        return self.grouped(classes, tuple(range(len(classes.answers))), classes.answers)

    def grouped(self, classes: Classes, values: tuple[Any, ...], answers: Sequence[Any] = ()) -> Any:
        """The answer to a question that does not distinguish classes of outcomes with equal values.

        Args:
            classes: the classes of the outcomes.
            values: by class.
            answers: by value, the answer; () for the values themselves.
        """

        def looked(groups: tuple[int, ...], count: int) -> Look:
            table = classes.grouped(groups)
            terms = (((OUTCOME, classes.column, table), 1),)
            about = classes.question, groups, classes.answers
            return Look((CLASS, classes.column, table, 0), count, terms, VALUE, 0, count, len(classes.class_of), about)

        value = self._told_apart(classes.question, values, self.of_phase(classes), looked)
        return answers[value] if answers else value

    def note(self, place: int, up: int, values: tuple[Any, ...], tables: Tables) -> Any:
        """The meaning of 8 bits of a note, without distinguishing values with the same meaning.

        Args:
            place: the index of the note.
            up: the shift of the bits.
            values: by the bits, their meaning.
            tables: the groups.
        """

        def looked(groups: tuple[int, ...], count: int) -> Look:
            return Look((NOTE, place, up, tables.number((0, *groups)), 0), count)

        return self._told_apart((place, up), values, self.in_notes(place, up, len(values) - 1), looked)

    def _told_apart(
        self, what: Any, values: tuple[Any, ...], here: int, looked: Callable[[tuple[int, ...], int], Look]
    ) -> Any:
        """The value of an answer; this asks a question only if other values are still possible."""
        possible = self._possible.get(what, range(len(values)))
        if any(values[other] != values[here] for other in possible):
            groups = {value: group for group, value in enumerate(dict.fromkeys(values))}
            look = looked(tuple([groups[value] for value in values]), len(groups))
            self.look(look, groups[values[here]])
            self._possible[what] = [other for other in possible if values[other] == values[here]]
        return values[here]

    def compared(self, terms: Terms, more: int, how: int, operand: int) -> int:
        """The answer when a sum is examined in some way; this asks nothing if the answer is already known.

        Args:
            terms: the terms of the sum.
            more: a constant summand.
            how: VALUE for its value, LESS for whether it is below the operand, IS for whether it equals it.
            operand: the number to compare with.

        Raises:
            Unsupported: the value has too many possibilities; it should be compared instead.
        """
        low, high = self._limits.get(terms) or bounds(terms)
        low, high = low + more, high + more
        if low == high:
            return low if how == VALUE else int(low < operand if how == LESS else low == operand)
        if how == VALUE and high - low >= MOST_CHILDREN:
            raise too_many(high - low)
        if how != VALUE and (operand > high or operand < low or (how == LESS and operand == low)):
            return int(how == LESS and operand > high)
        value = more + self.total(terms)
        numbers = [entry for part, factor in terms for entry in (factor, *part)]
        base = (COUNT, how, -low if how == VALUE else operand, more, len(terms), *numbers)
        answer = {VALUE: value - low, LESS: int(value < operand), IS: int(value == operand)}[how]
        of_sum = 0 if how == VALUE else operand - more
        answer = self.look(Look(base, high - low + 1 if how == VALUE else 2, terms, how, of_sum), answer)
        if how == VALUE or (how == IS and answer):
            low = high = low + answer if how == VALUE else operand
        elif how == LESS:
            low, high = (low, operand - 1) if answer else (operand, high)
        self._limits[terms] = low - more, high - more
        return low if how == VALUE else answer

    def divided(self, terms: Terms, more: int, divisor: int) -> int:
        """The quotient, rounded down, when a sum is divided by a number above 0.

        Args:
            terms: the terms of the sum.
            more: a constant summand.
            divisor: the number.

        Raises:
            Unsupported: there are too many possible values.
        """
        low, high = self._limits.get(terms) or bounds(terms)
        least, most = (low + more) // divisor, (high + more) // divisor
        if least == most:
            return least
        if most - least >= MOST_CHILDREN:
            raise too_many(most - least)
        quotient = (more + self.total(terms)) // divisor
        numbers = [entry for part, factor in terms for entry in (factor, *part)]
        base = (COUNT, DIVIDED, divisor, more - least * divisor, len(terms), *numbers)
        quotient = least + self.look(Look(base, most - least + 1, terms), quotient - least)
        self._limits[terms] = max(low, quotient * divisor - more), min(high, (quotient + 1) * divisor - 1 - more)
        return quotient

    def rest(self, terms: Terms, more: int, divisor: int) -> int:
        """The remainder when a sum is divided by a number above 0.

        Raises:
            Unsupported: it has too many possible values.
        """
        low, high = self._limits.get(terms) or bounds(terms)
        if low == high:
            return (low + more) % divisor
        if divisor >= MOST_CHILDREN:
            raise too_many(divisor)
        numbers = [entry for part, factor in terms for entry in (factor, *part)]
        look = Look((COUNT, REST, divisor, more, len(terms), *numbers), divisor, terms, REST, divisor)
        return self.look(look, (more + self.total(terms)) % divisor)


def too_many(numbers: int) -> Unsupported:
    """The error that a scoring reads a value with too many possibilities."""
    return Unsupported(
        f"it looks at a number of {numbers:,} that it may be, which gives too many cases; it may compare it"
    )
